/*
 * Places, balances and routes in turn, with seed after seed, in larger and
 * larger regions, until everything fits. Balance decides how many registers
 * each way is to have, once places say how many there must be; exactly so many
 * its route gets, so that what was balanced has the rate that was wanted.
 */
#include "backends/racer/place/local.h"

#include <time.h>

enum {
    USUAL_ATTEMPTS = 12,
    TIGHT_WEIGHT = 4,
    REPAIRS = 8,
    DETOUR = 4,
    MOST_WORDS = 64,
    WIDER_ATTEMPTS = 6
};

struct work {
    struct arena *arena;
    struct racer_graph *g;
    const struct racer_arch *arch;
    const struct racer_rings *rings;
    struct place_report *report;
    struct faults *faults;
    struct layout *l;
    struct overuse over;
};

static struct racer_operand *operand_of(const struct wire *net)
{
    return &net->taker->operand[net->operand];
}

static bool balance(struct work *w, const int *least)
{
    struct layout *l = w->l;

    for (int k = 0; k < l->net_count; k++)
        operand_of(&l->net[k])->least =
            least ? least[k] - net_hidden(l, &l->net[k]) : 0;
    if (!racer_balance(w->arena, w->g, w->arch, w->rings, &w->report->slack,
                       w->faults))
        return false;
    for (int k = 0; k < l->net_count; k++)
        l->net[k].wanted =
            operand_of(&l->net[k])->registers + net_hidden(l, &l->net[k]);
    return true;
}

/* Ways that have no registers to spare make rings longer. */
static bool weigh(struct work *w)
{
    struct layout *l = w->l;

    if (!balance(w, NULL))
        return false;
    for (int k = 0; k < l->net_count; k++) {
        int registers = operand_of(&l->net[k])->registers;

        l->net[k].weight = registers == 0 ? TIGHT_WEIGHT : 1;
        l->net[k].short_way =
            registers <= w->arch->factor[RACER_FACTOR_bypass_most];
    }
    return true;
}

/* Regions ------------------------------------------------------------------ */

static int blocks_of(const struct work *w, enum racer_factor which)
{
    int block = w->arch->factor[RACER_FACTOR_block];

    return (w->arch->factor[which] + block - 1) / block;
}

/* The smallest region of whole blocks that has so many PEs and is larger than
 * the one before; false: the array has none. */
static bool next_region(const struct work *w, int least, struct region *region)
{
    int block = w->arch->factor[RACER_FACTOR_block];
    int rows = blocks_of(w, RACER_FACTOR_rows);
    int columns = blocks_of(w, RACER_FACTOR_columns);
    int before = region->rows * region->columns, best = 0;

    if (region->tile)
        return true;

    for (int r = 1; r <= rows; r++)
        for (int c = r; c <= r + 1; c++) {
            int across = c < columns ? c : columns;
            struct region next = {0, 0, r * block, across * block, false};

            if (next.rows > w->arch->factor[RACER_FACTOR_rows])
                next.rows = w->arch->factor[RACER_FACTOR_rows];
            if (next.columns > w->arch->factor[RACER_FACTOR_columns])
                next.columns = w->arch->factor[RACER_FACTOR_columns];
            if (next.rows * next.columns < least ||
                next.rows * next.columns <= before ||
                (best && next.rows * next.columns >= best))
                continue;
            best = next.rows * next.columns;
            *region = next;
        }
    return best > 0;
}

/* Attempts ----------------------------------------------------------------- */

/* One on the link that carries too much, that makes no ring longer if there is
 * one. */
int layout_culprit(const struct layout *l, const struct overuse *over)
{
    int chosen = over->net;

    for (int k = 0; k < l->net_count && over->link >= 0; k++)
        for (int j = 0; j < l->net[k].count && !l->net[k].fixed; j++)
            if (l->net[k].link[j] == over->link &&
                (chosen < 0 || l->net[k].weight < l->net[chosen].weight ||
                 (l->net[k].weight == l->net[chosen].weight &&
                  l->net[k].wanted < l->net[chosen].wanted)))
                chosen = k;
    return chosen;
}

static bool repair(struct work *w, int *least)
{
    int chosen = layout_culprit(w->l, &w->over);

    if (chosen >= 0)
        least[chosen] = w->l->net[chosen].wanted + DETOUR;
    return chosen >= 0;
}

static double processor_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool layout_is_late(const struct layout *l)
{
    return l->end > 0 && processor_time() > l->end;
}

static bool attempt(struct work *w)
{
    struct layout *l = w->l;
    int *least =
        arena_alloc(w->arena, ((size_t)l->net_count + 1) * sizeof *least);

    if (!layout_anneal(l) || !layout_least(l, least) || !balance(w, least))
        return false;
    for (int k = 0; k < REPAIRS; k++) {
        if (layout_route(l, &w->over))
            return true;
        if (!repair(w, least) || !balance(w, least))
            return false;
    }
    return false;
}

/* The most contended link, and the nets on it. */
void layout_refuse(const struct layout *l, const struct overuse *over,
                   const char *before, struct faults *faults)
{
    struct buf text = {0};
    const struct fabric *f = l->fabric;

    buf_puts(&text, before);
    if (over->net >= 0)
        buf_printf(&text, "no route: '%s' finds no way of %d registers",
                   l->net[over->net].value->name, l->net[over->net].wanted);
    else if (over->link >= 0) {
        const struct link *link = &f->link[over->link];

        buf_printf(&text,
                   "no route: the link %c of cell %d,%d would carry %d words"
                   " of %d, of",
                   racer_ways[link->hop.way], f->cell[link->from].row,
                   f->cell[link->from].column, over->words,
                   l->arch->factor[RACER_FACTOR_words]);
        for (int k = 0; k < l->net_count; k++)
            for (int j = 0; j < l->net[k].count; j++)
                if (l->net[k].link[j] == over->link)
                    buf_printf(&text, " '%s'", l->net[k].value->name);
    } else if (over->cell >= 0) {
        buf_printf(&text,
                   "no route: the bypass of PE %d,%d would carry %d words of"
                   " %d",
                   f->cell[over->cell].row, f->cell[over->cell].column,
                   over->words, l->arch->factor[RACER_FACTOR_bypass_words]);
    } else {
        buf_puts(&text, layout_is_late(l)
                            ? "no route was tried to its end"
                            : "the operations find no places, or bundles none"
                              " beside each other");
    }
    fault_hint(faults,
               fault_add(faults, FAULT_RACER_ARCH, l->g->node[0]->loc, "%s",
                         text.text),
               (struct loc){0},
               layout_is_late(l)
                   ? "allow more by --seconds, take a larger array (rows,"
                     " columns), wider links (words) or another --seed"
                   : "take a larger array (rows, columns), wider links (words)"
                     " or another --seed");
    buf_free(&text);
}

static void emit_places(struct layout *l)
{
    const struct fabric *f = l->fabric;

    for (int p = 0; p < l->part_count; p++) {
        const struct part *part = &l->part[p];
        struct racer_place place = {
            f->cell[part->cell].row, f->cell[part->cell].column, part->unit,
            part->lanes == racer_lanes(part->node) ? 0 : part->lanes};

        ARENA_PUSH(l->g->arena, part->node->place, part->node->place_count,
                   part->node->place_cap, place);
    }
}

/* Operands that share a way have its registers. */
static void emit_registers(const struct layout *l, const struct wire *net)
{
    for (int k = net->operand; k < net->taker->operand_count; k++)
        if (racer_way_of(net->taker, k) == net->operand)
            net->taker->operand[k].registers = net->wanted - net_hidden(l, net);
}

void layout_emit(struct layout *l)
{
    const struct fabric *f = l->fabric;

    emit_places(l);
    for (int k = 0; k < l->net_count; k++) {
        const struct wire *net = &l->net[k];
        const struct cell *cell = &f->cell[l->part[net->from].cell];
        struct racer_route *route = arena_alloc(l->g->arena, sizeof *route);

        *route = (struct racer_route){
            .row = cell->row, .column = cell->column, .stages = net->wanted};
        for (int j = 0; j < net->count; j++)
            ARENA_PUSH(l->g->arena, route->hop, route->count, route->cap,
                       f->link[net->link[j]].hop);
        operand_of(net)->route = route;
        emit_registers(l, net);
    }
}

/* All attempts of one layout in its region. */
static bool try_region(struct work *w, const struct place_options *options)
{
    int attempts = options->attempts ? options->attempts : USUAL_ATTEMPTS;
    struct layout *l = w->l;

    for (int k = 0; k < attempts && !layout_is_late(l); k++) {
        w->report->attempts++;
        w->report->seed = options->seed + (uint64_t)k;
        l->random = w->report->seed;
        if (attempt(w)) {
            w->report->rows = l->region.rows;
            w->report->columns = l->region.columns;
            return true;
        }
        if (w->faults->errors)
            return false;
    }
    return false;
}

/* Says what the last layout has failed by. */
static void refuse_last(const struct work *w,
                        const struct place_options *options)
{
    const struct layout *l = w->l;
    const char *late = "";

    if (layout_is_late(l))
        late = arena_printf(l->arena,
                            "no places within %d seconds, in %d attempts up to"
                            " %d x %d PEs; what failed last: ",
                            options->seconds, w->report->attempts,
                            l->region.rows, l->region.columns);
    layout_refuse(l, &w->over, late, w->faults);
}

struct layout *layout_search(struct layout *const layout[2],
                             const struct racer_rings *rings,
                             const struct place_options *options,
                             struct place_report *report, struct faults *faults)
{
    struct work w = {.arena = layout[0]->arena,
                     .g = layout[0]->g,
                     .arch = layout[0]->arch,
                     .rings = rings,
                     .report = report,
                     .faults = faults,
                     .over = {-1, -1, 0, -1}};
    double end = options->seconds ? processor_time() + options->seconds : 0;
    struct region region = layout[0]->region;

    for (int k = 0; k < 2 && layout[k]; k++) {
        w.l = layout[k];
        w.l->end = end;
        if (!weigh(&w))
            return NULL;
    }
    while (!layout_is_late(w.l) &&
           next_region(&w, report->least_pes, &region)) {
        for (int k = 0; k < 2 && layout[k]; k++) {
            w.l = layout[k];
            w.l->region = region;
            if (try_region(&w, options))
                return w.l;
            if (faults->errors)
                return NULL;
        }
        if (region.tile)
            break;
    }
    refuse_last(&w, options);
    return NULL;
}

static struct layout *search(struct arena *arena, struct racer_graph *g,
                             const struct racer_arch *arch,
                             const struct racer_rings *rings,
                             const struct place_options *options,
                             struct place_report *report, struct faults *faults)
{
    struct layout *layout[2] = {layout_new(arena, g, arch, false),
                                layout_new(arena, g, arch, true)};

    if (options->beside)
        layout[0]->taken = layout[1]->taken =
            taken_by(arena, options->beside, arch);
    if (layout[1]->part_count == layout[0]->part_count)
        layout[1] = NULL;
    return layout_search(layout, rings, options, report, faults);
}

/* Links twice as wide with which the graph has places; 0: none are known.
 * Wide bundles are what mostly finds no routes. */
static int wider_links(struct arena *arena, struct racer_graph *g,
                       const struct racer_arch *old,
                       const struct racer_rings *rings,
                       const struct place_options *options)
{
    struct racer_arch *arch = arena_alloc(arena, sizeof *arch);
    struct faults ignored = faults_new(arena);
    struct place_options half = *options;
    struct place_report report = {0};
    int words = 2 * old->factor[RACER_FACTOR_words];

    if (words > MOST_WORDS)
        return 0;
    *arch = *old;
    arch->factor[RACER_FACTOR_words] = words;
    half.attempts = WIDER_ATTEMPTS;
    half.seconds = (options->seconds + 1) / 2;
    return search(arena, g, arch, rings, &half, &report, &ignored) ? words : 0;
}

/* What to say of a bundle that is wider than the four links out of a PE, if
 * there is one. */
static const char *wide_bundle(struct arena *arena, const struct racer_graph *g,
                               int room)
{
    for (int n = 0; n < g->node_count; n++) {
        const struct racer_node *node = g->node[n];
        int words = 0;

        for (int k = 0; node->kind == RACER_MERGE && k < node->output_count;
             k++)
            words +=
                node->output[k] ? racer_type_words(node->output[k]->type) : 0;
        if (words > room)
            return arena_printf(arena,
                                "; the bundle of the merge of line %d has %d"
                                " words, four links carry %d",
                                node->loc.line, words, room);
    }
    return "";
}

/* What was found to be wrong, and what would do instead. */
static void refuse_search(const struct racer_graph *g,
                          const struct fault *found, int words, int wider,
                          struct faults *faults)
{
    const char *wide = wide_bundle(faults->arena, g, 4 * words);
    const char *message =
        arena_printf(faults->arena, "%s%s", found->message, wide);
    const char *hint = found->hint;

    if (wider) {
        message = arena_printf(faults->arena,
                               "%s; with links of %d words in place of %d it"
                               " has places",
                               message, wider, words);
        hint = arena_printf(faults->arena,
                            "take an architecture with the line 'words %d'",
                            wider);
    }
    fault_hint(faults,
               fault_add(faults, found->kind, found->loc, "%s", message),
               (struct loc){0}, "%s", hint);
}

bool place_graph(struct arena *arena, struct racer_graph *g,
                 const struct racer_arch *arch, const struct racer_rings *rings,
                 const struct place_options *options,
                 struct place_report *report, struct faults *faults)
{
    struct faults found = faults_new(arena);
    struct buf bounds = {0};
    struct layout *l;
    bool possible;

    *report = (struct place_report){0};
    part_spread(g, arch);
    possible = place_bounds(arena, g, arch, &bounds, &report->least_pes,
                            &report->resource, faults);
    buf_free(&bounds);
    if (!possible)
        return false;
    l = search(arena, g, arch, rings, options, report, &found);
    if (!l) {
        refuse_search(g, found.first, arch->factor[RACER_FACTOR_words],
                      wider_links(arena, g, arch, rings, options), faults);
        return false;
    }
    layout_emit(l);
    return true;
}
