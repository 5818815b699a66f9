/*
 * Whether a placed graph keeps to the array, from its text alone: what lies
 * where, what each link carries, and that routes lead from whoever makes a
 * value to whoever takes it, with as many registers as are counted.
 */
#include "backends/racer/place/local.h"

#include <stdarg.h>

struct check {
    struct arena *arena;
    const struct racer_graph *g;
    const struct racer_arch *arch;
    struct fabric *f;
    struct faults *faults;
    int (*units)[RACER_UNITS]; /* [cell] lanes */
    int *bits, *parts;         /* [cell] */
    int *words;                /* [link] */
    int *bypass;               /* [cell] words */
    bool *used;                /* [cell] */
    bool good;
};

static void complain(struct check *c, struct loc loc, const char *hint,
                     const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void complain(struct check *c, struct loc loc, const char *hint,
                     const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    fault_add_hinted(c->faults, FAULT_RACER_ARCH, loc, hint, format, ap);
    va_end(ap);
    c->good = false;
}

/* Places ------------------------------------------------------------------- */

static int constant_bits(const struct racer_node *node, int lane, int lanes)
{
    int bits = 0;

    for (int k = 0; k < node->operand_count; k++) {
        int at = racer_operand_lane(node, k);

        if (!node->operand[k].value && at >= lane && at < lane + lanes)
            bits += 32 * racer_type_words(node->operand[k].type);
    }
    if (node->kind == RACER_DELAY)
        bits += (int)node->count * 32 *
                racer_type_words(node->operand[0].value->type);
    return bits;
}

/* Takes what one place of a node needs; the cell, or -1 with a fault. */
static int check_place(struct check *c, const struct racer_node *node,
                       const struct racer_place *place, int lane, int lanes)
{
    int cell = fabric_cell(c->f, place->row, place->column);
    enum racer_unit unit = racer_unit_of(node);

    if (place->unit != unit) {
        complain(c, node->loc,
                 arena_printf(c->arena, "write '%s'", racer_unit_name(unit)),
                 "a unit '%s' does nothing for the %s",
                 racer_unit_name(place->unit), racer_kind_name(node->kind));
        return -1;
    }
    if (cell < 0 ||
        (c->f->cell[cell].kind == CELL_PORT) != (unit == RACER_UNIT_port)) {
        complain(c, node->loc,
                 "PEs begin at 0 0, ports lie around the array at -1 and"
                 " behind the last PE",
                 "there is no %s at %d %d",
                 unit == RACER_UNIT_port ? "port" : "PE", place->row,
                 place->column);
        return -1;
    }
    c->used[cell] = true;
    c->parts[cell]++;
    c->units[cell][unit] += lanes;
    c->bits[cell] +=
        unit == RACER_UNIT_port ? 0 : constant_bits(node, lane, lanes);
    return cell;
}

static void check_node(struct check *c, const struct racer_node *node)
{
    int lanes = racer_lanes(node), lane = 0, before = -1;

    for (int k = 0; k < node->place_count; k++) {
        const struct racer_place *place = &node->place[k];
        int count = place->lanes ? place->lanes : lanes;
        int cell = check_place(c, node, place, lane, count);

        lane += count;
        if (cell < 0)
            continue;
        if (before >= 0 && racer_unit_of(node) != RACER_UNIT_port &&
            !fabric_beside(c->f, before, cell))
            complain(c, node->loc, "give it PEs with a link between them",
                     "the parts of the bundle at %d %d and %d %d do not lie"
                     " beside each other",
                     c->f->cell[before].row, c->f->cell[before].column,
                     place->row, place->column);
        before = cell;
    }
    if (lane != lanes)
        complain(c, node->loc, "write 'at ROW COLUMN UNIT' for all of them",
                 "the %s has %d values, and places for %d",
                 racer_kind_name(node->kind), lanes, lane);
}

static void check_cell(struct check *c, int cell)
{
    const struct cell *at = &c->f->cell[cell];
    const int *factor = c->arch->factor;
    struct loc loc = {c->g->file, 1, 1, 0};

    for (int u = 0; u < RACER_UNITS; u++) {
        int most = fabric_units(c->f, cell, (enum racer_unit)u);
        int need = u == RACER_UNIT_port ? c->parts[cell] : c->units[cell][u];

        if (c->units[cell][u] && need > most)
            complain(c, loc, "move some of them to another PE",
                     "at %d %d there are %d units '%s', and %d are used",
                     at->row, at->column, most,
                     racer_unit_name((enum racer_unit)u), need);
    }
    if (c->bits[cell] > factor[RACER_FACTOR_local_bits])
        complain(c, loc, "move constants and delays to another PE",
                 "the PE at %d %d has %d bits of local memory, and %d are used",
                 at->row, at->column, factor[RACER_FACTOR_local_bits],
                 c->bits[cell]);
    if (at->kind == CELL_PE &&
        c->bypass[cell] > factor[RACER_FACTOR_bypass_words])
        complain(c, loc, "lead some of them elsewhere",
                 "the PE at %d %d has a bypass of %d words, and %d are used",
                 at->row, at->column, factor[RACER_FACTOR_bypass_words],
                 c->bypass[cell]);
}

/* Routes ------------------------------------------------------------------- */

static int cell_of(const struct check *c, const struct racer_node *node,
                   int lane)
{
    const struct racer_place *place = racer_place_of(node, lane);

    return place ? fabric_cell(c->f, place->row, place->column) : -1;
}

/* One step: the cell behind it, or -1 with a fault. */
static int take_hop(struct check *c, const struct racer_route *route, int k,
                    int cell, int words, struct span *span)
{
    int link = fabric_hop(c->f, cell, route->hop[k]), to;

    if (link < 0 || (k && c->f->cell[cell].kind == CELL_PORT)) {
        complain(c, route->loc, "write links that there are",
                 "link %d of the route, %c, does not lead on from where it is",
                 k + 1, racer_ways[route->hop[k].way]);
        return -1;
    }
    c->words[link] += words;
    to = c->f->link[link].to;
    span->least += fabric_enter(c->f, link).least;
    span->most += fabric_enter(c->f, link).most;
    if (k) {
        span->least += fabric_pass(c->f, cell).least;
        span->most += fabric_pass(c->f, cell).most;
        c->bypass[cell] += words;
    }
    c->used[to] = true;
    return to;
}

/* Registers that the route can have, and whether those at its end are among
 * them. */
static void check_stages(struct check *c, const struct racer_route *route,
                         int end, struct span span, int words, bool copied)
{
    int more = c->arch->factor[RACER_FACTOR_bypass_most];

    if (!route->count) {
        span.least = span.most = copied ? c->arch->stages[RACER_GROUP_link] : 0;
        more -= span.most;
    }
    if (route->stages > span.most)
        c->bypass[end] += words;
    span.most += more > 0 ? more : 0;
    if (route->stages < span.least || route->stages > span.most)
        complain(c, route->loc, "lead it another way",
                 "a route of these links has %d to %d registers, not %d",
                 span.least, span.most, route->stages);
}

static void check_use(struct check *c, const struct racer_value *value,
                      const struct racer_use *use, bool copied)
{
    const struct racer_operand *operand = &use->node->operand[use->operand];
    const struct racer_route *route = operand->route;
    int from =
        cell_of(c, value->node, racer_output_lane(value->node, value->output));
    int to = cell_of(c, use->node, racer_operand_lane(use->node, use->operand));
    int hidden = copied ? c->arch->stages[RACER_GROUP_link] : 0;
    int words = racer_type_words(value->type), cell;
    struct span span = {0, 0};

    if (!route) {
        complain(c, use->node->loc, "write 'route NAME: ...' for it",
                 "'%s' has no route to this line", value->name);
        return;
    }
    if (from < 0 || to < 0)
        return; /* that is said already */
    cell = fabric_cell(c->f, route->row, route->column);
    if (cell != from) {
        complain(c, route->loc, "begin it where the value is made",
                 "the route of '%s' does not begin where it is made, at %d %d",
                 value->name, c->f->cell[from].row, c->f->cell[from].column);
        return;
    }
    for (int k = 0; k < route->count && cell >= 0; k++)
        cell = take_hop(c, route, k, cell, words, &span);
    if (cell < 0)
        return;
    if (cell != to) {
        complain(c, route->loc, "lead it there",
                 "the route of '%s' does not end where line %d takes it, at %d"
                 " %d",
                 value->name, use->node->loc.line, c->f->cell[to].row,
                 c->f->cell[to].column);
        return;
    }
    check_stages(c, route, to, span, words, copied);
    if (route->stages != operand->registers + hidden)
        complain(c, route->loc, "let both say the same",
                 "the route of '%s' has %d registers, and line %d takes it"
                 " after %d",
                 value->name, route->stages, use->node->loc.line,
                 operand->registers + hidden);
}

static void check_links(struct check *c)
{
    int most = c->arch->factor[RACER_FACTOR_words];

    for (int k = 0; k < c->f->link_count; k++) {
        const struct cell *from = &c->f->cell[c->f->link[k].from];

        if (c->words[k] > most)
            complain(c, (struct loc){c->g->file, 1, 1, 0},
                     "lead some of them elsewhere",
                     "the link %c of the %s at %d %d carries %d words of %d",
                     racer_ways[c->f->link[k].hop.way], place_cell_name(from),
                     from->row, from->column, c->words[k], most);
    }
}

static bool is_flop(const struct racer_node *node)
{
    enum racer_unit unit = racer_unit_of(node);

    return unit == RACER_UNIT_fadd || unit == RACER_UNIT_fmul;
}

static void count(const struct check *c, struct place_report *report)
{
    report->pes = report->computing = report->res = report->links =
        report->ports = 0;
    for (int k = 0; k < c->f->cell_count; k++) {
        if (!c->used[k])
            continue;
        report->pes += c->f->cell[k].kind == CELL_PE;
        report->computing += c->f->cell[k].kind == CELL_PE && c->parts[k];
        report->res += c->f->cell[k].kind == CELL_RE;
        report->ports += c->f->cell[k].kind == CELL_PORT;
    }
    for (int k = 0; k < c->f->link_count; k++)
        report->links += c->words[k] > 0;
    report->flops = 0;
    for (int n = 0; n < c->g->node_count; n++)
        report->flops += is_flop(c->g->node[n]);
}

/* The ports of sources. */
static const bool *list_sources(const struct check *c)
{
    bool *source = arena_alloc(c->arena, (size_t)c->f->cell_count + 1);

    for (int n = 0; n < c->g->node_count; n++) {
        const struct racer_node *node = c->g->node[n];

        for (int k = 0; k < node->place_count; k++) {
            int cell =
                fabric_cell(c->f, node->place[k].row, node->place[k].column);

            if (node->kind == RACER_SOURCE && cell >= 0)
                source[cell] = true;
        }
    }
    return source;
}

/* Places and routes one by one, and what they take of the array. */
static struct check check_parts(struct arena *arena,
                                const struct racer_graph *g,
                                const struct racer_arch *arch,
                                struct faults *faults)
{
    struct check c = {.arena = arena,
                      .g = g,
                      .arch = arch,
                      .f = fabric_new(arena, arch),
                      .faults = faults,
                      .good = true};
    size_t cells = (size_t)c.f->cell_count;
    int *begin;
    const struct racer_use *uses = racer_uses(arena, g, &begin);

    c.units = arena_alloc(arena, cells * sizeof *c.units);
    c.bits = arena_alloc(arena, cells * sizeof *c.bits);
    c.parts = arena_alloc(arena, cells * sizeof *c.parts);
    c.bypass = arena_alloc(arena, cells * sizeof *c.bypass);
    c.used = arena_alloc(arena, cells * sizeof *c.used);
    c.words = arena_alloc(arena, (size_t)c.f->link_count * sizeof *c.words + 1);
    for (int n = 0; n < g->node_count; n++)
        check_node(&c, g->node[n]);
    for (int v = 0; v < g->value_count; v++)
        for (int u = begin[v]; u < begin[v + 1]; u++)
            check_use(&c, g->value[v], &uses[u], begin[v + 1] - begin[v] > 1);
    return c;
}

struct taken *taken_by(struct arena *arena, const struct racer_graph *g,
                       const struct racer_arch *arch)
{
    struct faults ignored = faults_new(arena);
    struct check c = check_parts(arena, g, arch, &ignored);
    struct taken *taken = arena_alloc(arena, sizeof *taken);

    *taken = (struct taken){.units = c.units,
                            .bits = c.bits,
                            .ports = c.parts,
                            .words = c.words,
                            .bypass = c.bypass};
    return taken;
}

bool place_check(struct arena *arena, const struct racer_graph *g,
                 const struct racer_arch *arch, struct place_report *report,
                 struct faults *faults)
{
    struct check c = check_parts(arena, g, arch, faults);

    for (int k = 0; k < c.f->cell_count; k++)
        check_cell(&c, k);
    check_links(&c);
    count(&c, report);
    report->program = program_of(arena, c.f, list_sources(&c), c.used, c.words);
    return c.good;
}
