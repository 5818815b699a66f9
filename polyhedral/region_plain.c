/*
 * Chooses between the plain nest and the kernels, as far as that is known when
 * the region is compiled: cost/plain_nest.c says whether kernels gain on one
 * thread, dependence/source_loops.c whether threads may share the plain nest.
 */
#include "polyhedral/region_plain.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/dependence/dependence.h"
#include "polyhedral/map/map.h"
#include "polyhedral/plan/plan.h"

#include <string.h>

static void dump_loops(const struct poly *poly, const bool *shared)
{
    struct buf *out = pass_dump(poly->passes, PASS_SOURCE_LOOPS);
    if (!out)
        return;
    pass_title(poly->passes, PASS_SOURCE_LOOPS, NULL);
    for (int k = 0; k < poly->scop->loop_count; k++)
        if (shared[k])
            buf_printf(out, "line %d: loop '%s'\n",
                       poly->scop->loop[k].loc.line, poly->scop->loop[k].name);
    buf_putc(out, '\n');
}

/* By the region's loops what is known by those of a part that has the same
 * texts, but fewer loops. Of loops with one text the first stands for all. */
static bool *of_region(const struct parts *parts, const struct scop *part,
                       const bool *shared)
{
    const struct scop *region = parts->scop;
    bool *all = arena_alloc(parts->arena,
                            sizeof *all * (size_t)(region->loop_count + 1));
    for (int k = 0; k < region->loop_count; k++) {
        const struct loop_text *text = region->loop[k].text_of;
        bool first = text != NULL;
        for (int i = 0; i < k; i++)
            first = first && region->loop[i].text_of != text;
        all[k] = false;
        for (int i = 0; first && i < part->loop_count; i++)
            all[k] |=
                shared[i] && part->loop[i].text_of == text &&
                scop_text_loops(part, text) == scop_text_loops(region, text);
    }
    return all;
}

/* A model in which what the loop adds to is not there tells whether threads may
 * share it. */
static bool shares_with_sums(const struct stages *s, int loop)
{
    struct faults apart = {.arena = s->faults->arena};
    struct poly *model = poly_model(s->budget, s->source, &apart);
    bool shares = false;
    if (!model)
        return false;
    poly_drop_sums(model, loop);
    if (poly_expand(model) && poly_depend(model)) {
        poly_budget(model, 4);
        shares = poly_shares_with_sums(model, loop) &&
                 !poly_out_of_budget(model) && !poly_isl_lost(model);
    }
    poly_free(model);
    return shares;
}

/* Is a loop shared already that is the loop, stands in it, or around it? */
static bool meets_shared(const struct stages *s, const struct loop_text *text)
{
    const struct scop *region = s->part->parts->scop;
    for (int k = 0; s->shared && text && k < region->loop_count; k++) {
        const struct loop_text *other = region->loop[k].text_of;
        if (s->shared[k] && other->begin < text->end &&
            text->begin < other->end)
            return true;
    }
    return false;
}

/* What is picked is so once for all of a region's run. */
static bool may_have_copies(const struct scop *scop, int loop)
{
    const struct loop_text *text = scop->loop[loop].text_of;
    return !text->pick || scop->loop[loop].parent < 0;
}

/* Outermost loops first, as long as there are not many to ask for; `summed`: by
 * loops of the source. Returns how many there are. */
static int find_summed(const struct stages *s, const struct scop_node *node,
                       bool *summed, int *asked)
{
    enum { MOST = 3 };
    const struct scop *scop = s->source->scop;
    if (node->kind == SCOP_FOR && poly_has_sums(scop, node->loop) &&
        may_have_copies(scop, node->loop) &&
        scop_text_loops(scop, scop->loop[node->loop].text_of) == 1 &&
        !meets_shared(s, scop->loop[node->loop].text_of) && (*asked)++ < MOST &&
        shares_with_sums(s, node->loop)) {
        summed[node->loop] = true;
        return 1;
    }
    int count = 0;
    for (int k = 0; k < node->count; k++)
        count += find_summed(s, node->child[k], summed, asked);
    return count;
}

/* Of the region as the source has it, however it has been rewritten. */
static void find_loops_with_sums(struct stages *s)
{
    const struct parts *parts = s->part->parts;
    const struct scop *scop = s->source ? s->source->scop : NULL;
    int asked = 0;
    if (!scop)
        return;
    size_t size = sizeof(bool) * (size_t)(scop->loop_count + 1);
    bool *summed = memset(arena_alloc(parts->arena, size), 0, size);
    if (find_summed(s, scop->root, summed, &asked)) {
        s->summed = of_region(parts, scop, summed);
        if (!s->shared)
            s->shared = of_region(parts, scop, summed);
        for (int k = 0; k < parts->scop->loop_count; k++)
            s->shared[k] |= s->summed[k];
    }
    budget_clear(s->budget);
}

static bool find_loops(struct stages *s, const struct region_options *options)
{
    const struct poly *poly = s->poly;
    size_t size = sizeof *s->shared * (size_t)(poly->scop->loop_count + 1);
    poly_budget(poly, 2);
    bool *shared = arena_alloc(s->part->parts->arena, size);
    int count = poly_source_loops(poly, shared);
    if (poly_out_of_budget(poly)) {
        if (options->explain)
            fault_add(poly->faults, FAULT_CHOICE, poly->scop->loc,
                      "whether threads may share loops of the plain nest takes "
                      "more than the limits on the integer set library allow");
    } else if (count) {
        dump_loops(poly, shared);
        s->shared = of_region(s->part->parts, poly->scop, shared);
    }
    return !poly_isl_failed(poly, "finding loops that threads may share");
}

/* Of the statements that stand in the most loops: which are in loops that are
 * shared? */
enum cover { COVERS_NONE, COVERS_SOME, COVERS_ALL };

/* The loops of the statement from the outermost one that is shared on; 0: none
 * is. */
static int shared_depth(const struct scop_stmt *stmt, const bool *shared)
{
    int d = 0;
    while (d < stmt->depth && !shared[stmt->loop[d]])
        d++;
    return stmt->depth - d;
}

/* Is it a sum of floating point, in the loop's order, along the one loop in the
 * shared one? The next row's sum has to wait for this one in the plain nest;
 * kernels have several rows at once. */
static bool is_chain(const struct scop *scop, const struct scop_stmt *stmt,
                     const bool *shared)
{
    return shared_depth(stmt, shared) == 2 && stmt->lhs && !scop->reassociate &&
           scop_type_is_float(stmt->lhs->type) &&
           scop_expr_reads(stmt->rhs, stmt->lhs->ref);
}

static enum cover cover_of(const struct scop *scop, const bool *shared)
{
    int most = 0, deepest = 0, covered = 0;
    bool chains = false;
    for (int k = 0; k < scop->stmt_count; k++)
        most = scop->stmt[k].depth > most ? scop->stmt[k].depth : most;
    for (int k = 0; k < scop->stmt_count; k++) {
        const struct scop_stmt *stmt = &scop->stmt[k];
        if (stmt->depth < most)
            continue;
        deepest++;
        covered += shared_depth(stmt, shared) > 0;
        chains |= is_chain(scop, stmt, shared);
    }
    if (covered == 0 || chains)
        return COVERS_NONE;
    return covered == deepest ? COVERS_ALL : COVERS_SOME;
}

/* Of a region that has been rewritten, by a model of its source: in the place
 * of sums that have been found, which may stand inside. */
static void find_loops_of_source(struct stages *s)
{
    struct faults apart = {.arena = s->faults->arena};
    struct poly *model = poly_model(s->budget, s->source, &apart);
    if (!model)
        return;
    const struct scop *scop = s->source->scop;
    bool *shared = arena_alloc(s->part->parts->arena,
                               sizeof *shared * (size_t)(scop->loop_count + 1));
    int count = 0;
    if (poly_expand(model) && poly_depend(model)) {
        poly_budget(model, 4);
        count = poly_source_loops(model, shared);
        if (poly_out_of_budget(model) || poly_isl_lost(model))
            count = 0;
        if (count)
            dump_loops(model, shared);
    }
    poly_free(model);
    budget_clear(s->budget);
    enum cover cover = count ? cover_of(scop, shared) : COVERS_NONE;
    if (cover == COVERS_NONE)
        return;
    s->covered = cover == COVERS_ALL;
    s->shared = of_region(s->part->parts, scop, shared);
    s->summed = NULL;
    find_loops_with_sums(s);
}

/* Adds loops of the region, whose rows run one behind the other, to those that
 * threads share; `ahead`: by the loops of the part. */
static void share_rows(struct stages *s, const bool *rows, const int64_t *ahead)
{
    const struct parts *parts = s->part->parts;
    const struct scop *region = parts->scop, *part = s->poly->scop;
    size_t loops = (size_t)region->loop_count + 1;
    bool *shared = arena_alloc(parts->arena, sizeof *shared * loops);
    s->ahead = arena_alloc(parts->arena, sizeof *s->ahead * loops);
    for (int k = 0; k < region->loop_count; k++) {
        s->ahead[k] = -1;
        for (int i = 0; rows[k] && i < part->loop_count; i++)
            if (part->loop[i].text_of == region->loop[k].text_of)
                s->ahead[k] = ahead[i];
        shared[k] = rows[k] || (s->shared && s->shared[k]);
    }
    s->shared = shared;
}

/* Loops whose rows run one behind the other, where no thread shares a loop by
 * itself; of a region as the source has it. */
static void find_rows(struct stages *s)
{
    const struct poly *poly = s->poly;
    const struct parts *parts = s->part->parts;
    const struct scop *scop = poly->scop;
    size_t loops = (size_t)scop->loop_count + 1;
    int64_t *ahead = arena_alloc(parts->arena, sizeof *ahead * loops);
    bool *rows = arena_alloc(parts->arena, sizeof *rows * loops);
    poly_budget(poly, 4);
    int count = poly_source_rows(poly, ahead);
    if (poly_out_of_budget(poly) || poly_isl_lost(poly) || !count)
        return;
    bool any = false;
    for (int k = 0; k < scop->loop_count; k++) {
        rows[k] = ahead[k] >= 0 && !meets_shared(s, scop->loop[k].text_of);
        any |= rows[k];
    }
    if (any)
        share_rows(s, of_region(parts, scop, rows), ahead);
}

bool region_find_loops(struct stages *s, const struct region_options *options)
{
    if (!options->host || (s->of_source && !find_loops(s, options)))
        return !options->host;
    find_loops_with_sums(s);
    if (s->of_source)
        find_rows(s);
    return true;
}

/* Do Plans by levels save steps of wavefronts alone, which kernels run as well
 * without one? The points of a step lie apart in memory, and those of a row of
 * the plain nest do not: that takes more than a few threads to make up for. */
static bool plans_shorten(const struct stages *s)
{
    for (int k = 0; k < s->levels->count; k++) {
        const struct levels *v = &s->levels->levels[k];
        if (v->kind == LEVELS_OF_SOURCE || v->serial || v->inspection)
            return false;
    }
    return s->levels->count > 0;
}

/* Is what the part gains that several threads may work, in an order that an
 * inspector finds, and that all points are in? One thread is as fast in order.
 */
static bool is_inspected(const struct stages *s)
{
    bool inspected = s->host && s->levels->count > 0;
    for (int k = 0; k < s->levels->count; k++)
        inspected &= s->levels->levels[k].inspection != NULL;
    return inspected;
}

/* Has a temporary an element for each iteration of all loops? */
static bool expands(const struct stages *s, int depth)
{
    return storage_expanded_rank(s->poly, s->storage) >= depth;
}

/* By what the part's kernels gain over the plain nest; NULL: they do not.
 * `depth`: of the region's deepest statement. */
static const char *gain_of(const struct stages *s, int depth)
{
    if (!s->host)
        return "there is nothing for the host";
    for (int k = 0; k < s->poly->scop->array_count; k++)
        if (s->poly->scop->array[k].layout)
            return "the plain nest needs its arrays in C's order";
    if (s->levels->count && !plans_shorten(s))
        return "a Plan by levels tells what runs in parallel";
    return plain_nest_gain(s->poly, s->host, s->of_source, expands(s, depth),
                           depth);
}

static int depth_of(const struct parts *parts, const struct stages *s)
{
    int depth = 0;
    for (int p = 0; p < parts->part_count; p++) {
        int own = plain_nest_depth(s[p].poly);
        depth = own > depth ? own : depth;
    }
    return depth;
}

/* A part that is launched often, or that writes to memory what the plain nest
 * has in registers, may take many times as long. */
static bool is_costly(const struct parts *parts, const struct stages *s)
{
    bool costly = false;
    int depth = depth_of(parts, s);
    for (int p = 0; p < parts->part_count; p++)
        costly |= s[p].host && (plain_nest_launches_often(s[p].host) ||
                                expands(&s[p], depth));
    return costly;
}

static enum region_plain choose(const struct parts *parts, struct stages *s,
                                const struct region_options *options,
                                const char **gain)
{
    bool often = false, source = true, pays = true;
    int depth = depth_of(parts, s);
    for (int p = 0; p < parts->part_count; p++) {
        const char *own = gain_of(&s[p], depth);
        *gain = own ? own : *gain;
        if (own && !is_inspected(&s[p]))
            return REGION_PLAIN_NEVER;
        often |= plain_nest_launches_often(s[p].host) || plans_shorten(&s[p]) ||
                 expands(&s[p], depth);
        pays = pays && !plans_shorten(&s[p]) &&
               plain_nest_has_long_kernels(s[p].poly, s[p].host);
    }
    if (*gain)
        return REGION_PLAIN_ALONE;
    if (!s[0].of_source && s[0].source &&
        pass_runs(options->passes, PASS_SOURCE_LOOPS))
        find_loops_of_source(&s[0]);
    for (int p = 0; p < parts->part_count; p++)
        source &= s[p].of_source || s[p].covered;
    /* Two threads of kernels, against one of the plain nest, which is several
     * times as fast where it looks ahead. */
    if (parts->scop->look_count > 0)
        return REGION_PLAIN_FEW;
    if (pays && !s[0].shared)
        return REGION_PLAIN_ALONE;
    return source || often ? REGION_PLAIN_FEW : REGION_PLAIN_ALONE;
}

/* Would threads have copies of an array that the text uses? */
static bool copies_arrays(const struct loop_text *text)
{
    bool found = false;
    for (int k = 0; k < text->capture_count; k++)
        found |= text->capture[k].work != NULL;
    return found;
}

/* With the region's only loop, in the place of what stands in it, if its author
 * says that threads may share it. */
static const bool *with_promise(const struct region *region)
{
    const struct scop *scop = region->scop;
    const struct scop_node *root = scop->root;
    const struct scop_node *node = root->count == 1 ? root->child[0] : NULL;
    const struct loop_text *text =
        node && node->kind == SCOP_FOR ? scop->loop[node->loop].text_of : NULL;
    if (!text || !scop->promised || text->begin != scop->promised->begin ||
        scop_text_loops(scop, text) != 1 || copies_arrays(text) ||
        (region->shared && region->shared[node->loop]))
        return region->shared;
    bool *shared =
        arena_alloc(region->arena, sizeof *shared * (size_t)scop->loop_count);
    memset(shared, 0, sizeof *shared * (size_t)scop->loop_count);
    shared[node->loop] = true;
    return shared;
}

/* Does the text use an array of the function around? Its address would leave
 * the function, and compilers then know less of it in all of the nest. */
static bool uses_local_array(const struct loop_text *text)
{
    bool found = false;
    for (int k = 0; k < text->capture_count; k++)
        found |= text->capture[k].automatic && !text->capture[k].work;
    return found;
}

/* Without loops in others for which that is too much. */
static const bool *without_costly(const struct region *region)
{
    const struct scop *scop = region->scop;
    size_t size = sizeof *region->shared * (size_t)(scop->loop_count + 1);
    bool any = false;
    if (!region->shared)
        return NULL;
    bool *shared = arena_alloc(region->arena, size);
    for (int k = 0; k < scop->loop_count; k++) {
        const struct scop_loop *loop = &scop->loop[k];
        shared[k] = region->shared[k] &&
                    (loop->parent < 0 || !uses_local_array(loop->text_of));
        any |= shared[k];
    }
    return any ? shared : NULL;
}

void region_choose_plain(struct region *region, const struct parts *parts,
                         struct stages *s, const struct region_options *options)
{
    const struct scop *scop = region->scop;
    region->gain = NULL;
    region->plain = region->only_host
                        ? REGION_PLAIN_FEW
                        : choose(parts, s, options, &region->gain);
    region->shared = s[0].shared;
    region->summed = s[0].summed;
    region->ahead = s[0].ahead;
    if (pass_runs(options->passes, PASS_SOURCE_LOOPS)) {
        region->shared = with_promise(region);
        if (region->shared != s[0].shared)
            region->summed = NULL;
        region->shared = without_costly(region);
        if (!region->shared)
            region->summed = NULL;
    }
    region->costly = region->plain != REGION_PLAIN_NEVER &&
                     (region->gain || is_costly(parts, s));
    if (!options->explain || region->plain == REGION_PLAIN_NEVER)
        return;
    const char *when = region->plain == REGION_PLAIN_ALONE ? ", with one thread"
                       : region->shared                    ? ""
                                        : ", with few threads";
    fault_add(s[0].faults, FAULT_CHOICE, scop->loc,
              "on the host the plain nest runs%s: kernels are expected to gain "
              "nothing over what a C compiler makes of it",
              when);
    for (int k = 0; region->shared && k < scop->loop_count; k++)
        if (region->shared[k])
            fault_add(s[0].faults, FAULT_CHOICE, scop->loop[k].loc,
                      "threads share loop '%s' of the plain nest%s",
                      scop->loop[k].name,
                      region->summed && region->summed[k]
                          ? scop->loop[k].text_of->pick
                                ? ", each with the best of its own part"
                                : ", each with sums of its own"
                      : region->ahead && region->ahead[k] >= 0
                          ? ", one iteration behind the other"
                          : "");
}

void region_prefer_kernels(struct region *region, const char *gain,
                           const struct faults *faults,
                           const struct faults *before)
{
    if (region->plain == REGION_PLAIN_NEVER)
        return;
    region->plain = REGION_PLAIN_NEVER;
    region->costly = false;
    region->gain = gain;
    for (struct fault *f = fault_since(faults, before); f; f = f->next)
        f->rejected |= f->kind == FAULT_CHOICE;
}
