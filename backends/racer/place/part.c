/*
 * Parts and nets of a graph. A bundle that is wider than a PE has branches or
 * merges lies in several PEs beside each other, which decide together; a port
 * takes as many values as a link has words.
 */
#include "backends/racer/place/local.h"

#include <string.h>

static int value_words(const struct racer_value *value)
{
    return value ? racer_type_words(value->type) : 0;
}

static int lane_words(const struct racer_node *node, int lane)
{
    return value_words(node->kind == RACER_SINK ? node->operand[lane].value
                                                : node->output[lane]);
}

int part_lanes(const struct racer_arch *arch, const struct racer_node *node,
               int lane)
{
    enum racer_unit unit = racer_unit_of(node);
    int all = racer_lanes(node) - lane, words = 0, n = 0;

    if (unit != RACER_UNIT_port) {
        n = arch->units[unit] > arch->plain_units[unit]
                ? arch->units[unit]
                : arch->plain_units[unit];
        return n < 1 || n > all ? all : n;
    }
    while (n < all) {
        words += lane_words(node, lane + n);
        if (n && words > arch->factor[RACER_FACTOR_words])
            break;
        n++;
    }
    return n;
}

/* Half of what a PE's links bring in goes to the lanes of a narrow part: a
 * merge takes each of them from two sides, and what it gives may go several
 * ways. */
static int narrow_lanes(const struct racer_arch *arch,
                        const struct racer_node *node, int lane, int lanes)
{
    int words = 0;

    if (node->kind != RACER_MERGE && node->kind != RACER_SWITCH &&
        node->kind != RACER_JOIN && node->kind != RACER_FORK)
        return lanes;
    for (int n = 0; n < lanes; n++) {
        int first = node->kind == RACER_SWITCH; /* behind the condition */
        const struct racer_operand *operand = &node->operand[first + lane + n];

        words += racer_type_words(operand->value ? operand->value->type
                                                 : operand->type);
        if (n && words > arch->factor[RACER_FACTOR_words])
            return n;
    }
    return lanes;
}

/* Constants and the elements of delays. */
int part_bits(const struct racer_node *node, int lane, int lanes)
{
    int bits = 0;

    for (int k = 0; k < node->operand_count; k++) {
        int at = racer_operand_lane(node, k);

        if (!node->operand[k].value && at >= lane && at < lane + lanes)
            bits += 32 * racer_type_words(node->operand[k].type);
    }
    if (node->kind == RACER_DELAY)
        bits += (int)node->count * 32 * value_words(node->output[0]);
    return bits;
}

/* Copies ------------------------------------------------------------------- */

static const char *free_name(const struct racer_graph *g, const char *name)
{
    const char *text = arena_printf(g->arena, "%s_in", name);

    for (int k = 2; racer_find(g, text); k++)
        text = arena_printf(g->arena, "%s_in%d", name, k);
    return text;
}

/* All that take a value but the first few take a copy of it instead. */
static void take_copy(struct racer_graph *g, const struct racer_value *value,
                      struct racer_value *copy, int keep)
{
    for (int n = 0; n < g->node_count; n++)
        for (int k = 0; k < g->node[n]->operand_count; k++) {
            struct racer_operand *operand = &g->node[n]->operand[k];

            if (operand->value != value || g->node[n] == copy->node ||
                keep-- > 0)
                continue;
            operand->value = copy;
            operand->name = copy->name;
        }
}

static void spread(struct racer_graph *g, struct racer_value *value, int keep)
{
    struct racer_node *node = racer_add(g, RACER_SYNC, 1, 1);

    node->loc = value->loc;
    node->operand[0] = (struct racer_operand){
        .value = value, .name = value->name, .loc = value->loc};
    take_copy(
        g, value,
        racer_name_output(g, node, 0, free_name(g, value->name), value->type),
        keep);
}

/* How many of those that take a value may go on doing so; each has a way of its
 * own, and out of a plain PE lead two links of its fabric. The others get
 * copies, one behind the other, as they mostly need it one after the other. */
static int direct_uses(const struct racer_arch *arch,
                       const struct racer_value *value, int uses)
{
    int words = arch->factor[RACER_FACTOR_words];
    int own = racer_type_words(value->type);

    if (racer_unit_of(value->node) == RACER_UNIT_port)
        return uses > 1 ? 0 : uses;
    if (uses * own <= 2 * words)
        return uses;
    return words / own > 1 ? words / own - 1 : 1;
}

void part_spread(struct racer_graph *g, const struct racer_arch *arch)
{
    struct arena *arena = arena_new();
    int *begin;

    racer_uses(arena, g, &begin);
    for (int v = 0; v < g->value_count; v++) {
        int uses = begin[v + 1] - begin[v];
        int direct = direct_uses(arch, g->value[v], uses);

        if (direct == uses)
            continue;
        spread(g, g->value[v], direct);
        racer_uses(arena, g, &begin);
    }
    arena_free(arena);
}

/* Parts and nets ----------------------------------------------------------- */

static void add_parts(struct layout *l, struct racer_node *node)
{
    int lanes = racer_lanes(node), before = -1;

    l->first_part[node->index] = l->part_count;
    for (int lane = 0; lane < lanes;) {
        struct part part = {.node = node,
                            .lane = lane,
                            .lanes = part_lanes(l->arch, node, lane),
                            .unit = racer_unit_of(node),
                            .cell = -1,
                            .next = -1};

        if (l->narrow)
            part.lanes = narrow_lanes(l->arch, node, lane, part.lanes);
        part.bits = part_bits(node, lane, part.lanes);
        for (int k = 0; k < part.lanes && part.unit == RACER_UNIT_port; k++)
            part.words += lane_words(node, lane + k);
        if (before >= 0 && part.unit != RACER_UNIT_port)
            l->part[before].next = l->part_count;
        before = l->part_count;
        ARENA_PUSH(l->arena, l->part, l->part_count, l->part_cap, part);
        lane += part.lanes;
    }
}

static int part_of(const struct layout *l, const struct racer_node *node,
                   int lane)
{
    int p = l->first_part[node->index];

    while (lane >= l->part[p].lane + l->part[p].lanes)
        p++;
    return p;
}

static void add_nets(struct layout *l)
{
    const struct racer_graph *g = l->g;
    int *begin;
    struct racer_use *uses = racer_uses(l->arena, g, &begin);

    for (int v = 0; v < g->value_count; v++)
        for (int u = begin[v]; u < begin[v + 1]; u++) {
            struct racer_value *value = g->value[v];
            struct wire net = {
                .value = value,
                .taker = uses[u].node,
                .operand = uses[u].operand,
                .from = part_of(l, value->node,
                                racer_output_lane(value->node, value->output)),
                .to =
                    part_of(l, uses[u].node,
                            racer_operand_lane(uses[u].node, uses[u].operand)),
                .words = value_words(value),
                .copied = begin[v + 1] - begin[v] > 1,
                .weight = 1};

            ARENA_PUSH(l->arena, l->net, l->net_count, l->net_cap, net);
        }
}

/* Which nets begin or end at each part. */
static void list_nets(struct layout *l)
{
    int *at = arena_alloc(l->arena, ((size_t)l->part_count + 2) * sizeof *at);

    l->net_of =
        arena_alloc(l->arena, (2 * (size_t)l->net_count + 1) * sizeof(int));
    for (int k = 0; k < l->net_count; k++) {
        at[l->net[k].from + 2]++;
        if (l->net[k].to != l->net[k].from)
            at[l->net[k].to + 2]++;
    }
    for (int p = 0; p < l->part_count; p++)
        at[p + 2] += at[p + 1];
    for (int k = 0; k < l->net_count; k++) {
        l->net_of[at[l->net[k].from + 1]++] = k;
        if (l->net[k].to != l->net[k].from)
            l->net_of[at[l->net[k].to + 1]++] = k;
    }
    l->net_begin = at;
}

struct layout *layout_new(struct arena *arena, struct racer_graph *g,
                          const struct racer_arch *arch, bool narrow)
{
    struct layout *l = arena_alloc(arena, sizeof *l);

    *l = (struct layout){.arena = arena,
                         .g = g,
                         .arch = arch,
                         .narrow = narrow,
                         .fabric = fabric_new(arena, arch)};
    l->first_part =
        arena_alloc(arena, ((size_t)g->node_count + 1) * sizeof(int));
    for (int n = 0; n < g->node_count; n++)
        add_parts(l, g->node[n]);
    l->first_part[g->node_count] = l->part_count;
    add_nets(l);
    list_nets(l);
    return l;
}

void layout_make_tile(struct layout *l)
{
    l->region = (struct region){0, 0, l->arch->factor[RACER_FACTOR_rows],
                                l->arch->factor[RACER_FACTOR_columns], true};
    for (int k = 0; k < l->net_count; k++)
        l->net[k].outside = l->part[l->net[k].from].unit == RACER_UNIT_port ||
                            l->part[l->net[k].to].unit == RACER_UNIT_port;
}

struct region net_region(const struct layout *l, const struct wire *net)
{
    struct region region = l->region;

    region.tile = region.tile && !net->outside;
    return region;
}

int net_hidden(const struct layout *l, const struct wire *net)
{
    return net->copied ? l->arch->stages[RACER_GROUP_link] : 0;
}

struct span net_within(const struct layout *l, const struct wire *net)
{
    int least = net_hidden(l, net);
    int most = l->arch->factor[RACER_FACTOR_bypass_most];

    return (struct span){least, most > least ? most : least};
}

/* A multiplier of Knuth's; the high bits are the good ones. */
int layout_draw(struct layout *l, int below)
{
    l->random = l->random * UINT64_C(6364136223846793005) +
                UINT64_C(1442695040888963407);
    return (int)((l->random >> 33) % (uint64_t)below);
}
