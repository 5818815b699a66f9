/*
 * What there must be, before anything is placed: PEs by each resource, links
 * by bundles, ports by streams.
 */
#include "backends/racer/place/local.h"

struct bound {
    struct arena *arena;
    const struct racer_graph *g;
    const struct racer_arch *arch;
    struct buf *out;
    struct faults *faults;
    int plain, full; /* PEs of the array */
    int least;
    const char *resource;
    bool good;
};

static void refuse(struct bound *b, struct loc loc, const char *what, int need,
                   int supply, const char *hint)
{
    fault_hint(b->faults,
               fault_add(b->faults, FAULT_RACER_ARCH, loc,
                         "the array has too little: %s, need %d, supply %d",
                         what, need, supply),
               (struct loc){0}, "%s", hint);
    b->good = false;
}

/* How many PEs hold so much, of which the two kinds hold some each. */
static int pes_for(const struct bound *b, int need, int full, int plain)
{
    int n = 0;

    if (full >= plain) {
        n = full ? (need + full - 1) / full : 0;
        if (full && n <= b->full)
            return n;
        need -= b->full * full;
        return b->full + (plain ? (need + plain - 1) / plain : need);
    }
    n = (need + plain - 1) / plain;
    if (n <= b->plain)
        return n;
    need -= b->plain * plain;
    return b->plain + (full ? (need + full - 1) / full : need);
}

static void bound_units(struct bound *b, enum racer_unit unit)
{
    int full = b->arch->units[unit], plain = b->arch->plain_units[unit];
    int need = 0, pes, supply = b->full * full + b->plain * plain;
    const struct racer_node *first = NULL;

    for (int n = 0; n < b->g->node_count; n++)
        if (racer_unit_of(b->g->node[n]) == unit) {
            need += racer_lanes(b->g->node[n]);
            first = first ? first : b->g->node[n];
        }
    if (!need)
        return;
    if (need > supply) {
        refuse(b, first->loc,
               arena_printf(b->arena, "units '%s'", racer_unit_name(unit)),
               need, supply,
               arena_printf(b->arena,
                            "take a larger array (rows, columns), one with"
                            " more of them a PE (%s_units), or split the"
                            " program",
                            racer_unit_name(unit)));
        return;
    }
    pes = pes_for(b, need, full, plain);
    buf_printf(b->out, "bound %s: %d of %d, %d PEs\n", racer_unit_name(unit),
               need, supply, pes);
    if (pes > b->least) {
        b->least = pes;
        b->resource = racer_unit_name(unit);
    }
}

static void bound_local(struct bound *b)
{
    int each = b->arch->factor[RACER_FACTOR_local_bits];
    int64_t need = 0, pes;

    for (int n = 0; n < b->g->node_count; n++) {
        const struct racer_node *node = b->g->node[n];
        int bits = racer_unit_of(node) == RACER_UNIT_port
                       ? 0
                       : part_bits(node, 0, racer_lanes(node));

        need += bits;
        if (bits > each && racer_lanes(node) == 1) {
            refuse(b, node->loc, "bits of a PE's local memory", bits, each,
                   "take PEs that have more (local_bits)");
            return;
        }
    }
    if (!need)
        return;
    pes = each ? (need + each - 1) / each : need;
    if (pes > b->full + b->plain) {
        refuse(b, b->g->node[0]->loc, "PEs for their local memory", (int)pes,
               b->full + b->plain,
               "take a larger array (rows, columns), or PEs that have more"
               " (local_bits)");
        return;
    }
    buf_printf(b->out, "bound local memory: %lld bits, %lld PEs\n",
               (long long)need, (long long)pes);
    if (pes > b->least) {
        b->least = (int)pes;
        b->resource = "local memory";
    }
}

/* A bundle takes as many links as its words fill; a value is not shared out. */
static void bound_links(struct bound *b)
{
    int words_a_link = b->arch->factor[RACER_FACTOR_words];
    int widest = 0, words_of = 0;
    const struct racer_node *node_of = NULL;

    for (int v = 0; v < b->g->value_count; v++)
        if (racer_type_words(b->g->value[v]->type) > words_a_link) {
            refuse(b, b->g->value[v]->node->loc,
                   arena_printf(b->arena, "words of a link for '%s'",
                                b->g->value[v]->name),
                   racer_type_words(b->g->value[v]->type), words_a_link,
                   "take wider links (words), or a narrower type");
            return;
        }
    for (int n = 0; n < b->g->node_count; n++) {
        const struct racer_node *node = b->g->node[n];
        int words = 0, links;

        if (node->kind != RACER_MERGE && node->kind != RACER_SWITCH)
            continue;
        for (int k = 0; k < racer_lanes(node); k++)
            words +=
                node->output[k] ? racer_type_words(node->output[k]->type) : 0;
        links = (words + words_a_link - 1) / words_a_link;
        if (links > widest) {
            widest = links;
            words_of = words;
            node_of = node;
        }
    }
    if (node_of)
        buf_printf(b->out,
                   "bound links: the bundle of the %s of line %d has %d words,"
                   " %d links\n",
                   racer_kind_name(node_of->kind), node_of->loc.line, words_of,
                   widest);
}

static void bound_ports(struct bound *b)
{
    const int *factor = b->arch->factor;
    int most = 2 * (factor[RACER_FACTOR_rows] + factor[RACER_FACTOR_columns]);
    int need = 0;
    const struct racer_node *first = NULL;

    if (factor[RACER_FACTOR_ports] < most)
        most = factor[RACER_FACTOR_ports];
    for (int n = 0; n < b->g->node_count; n++) {
        const struct racer_node *node = b->g->node[n];

        if (racer_unit_of(node) != RACER_UNIT_port)
            continue;
        first = first ? first : node;
        for (int lane = 0; lane < racer_lanes(node);
             lane += part_lanes(b->arch, node, lane))
            need++;
    }
    if (need > most)
        refuse(b, first->loc, "ports", need, most,
               "take a larger array (rows, columns), one with more ports"
               " (ports), or split the program");
    else
        buf_printf(b->out, "bound ports: %d of %d\n", need, most);
}

bool place_bounds(struct arena *arena, const struct racer_graph *g,
                  const struct racer_arch *arch, struct buf *out, int *pes,
                  const char **resource, struct faults *faults)
{
    struct bound b = {.arena = arena,
                      .g = g,
                      .arch = arch,
                      .out = out,
                      .faults = faults,
                      .least = 0,
                      .resource = "nothing",
                      .good = true};
    int all =
        arch->factor[RACER_FACTOR_rows] * arch->factor[RACER_FACTOR_columns];
    int block = arch->factor[RACER_FACTOR_block];

    b.plain = arch->fabric == RACER_THESIS
                  ? all / (block * block) * (block - 1) * (block - 1)
                  : 0;
    b.full = all - b.plain;
    for (int u = 0; u < RACER_UNIT_port && b.good; u++)
        bound_units(&b, (enum racer_unit)u);
    if (b.good)
        bound_local(&b);
    if (b.good)
        bound_ports(&b);
    if (b.good)
        bound_links(&b);
    if (b.good)
        buf_printf(out, "bound PEs: %d, by %s\n", b.least, b.resource);
    *pes = b.least;
    *resource = b.resource;
    return b.good;
}
