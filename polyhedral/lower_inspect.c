/*
 * The inspector of a nest (inspect.h): one block, which goes through the points
 * in the static order, THREADS of them at a time. A round finds each point's
 * level from those before it,
 *
 *   level(p) = max(own level, 1 + level(q)) over the edges to q before p,
 *
 * and raises the points q after p that p has edges to, to level(p) + 1 at
 * least. Levels only grow. What is settled before these points stays, so that
 * rounds are repeated only while a level changed and some of these points have
 * edges to others of them. Two flags in shared memory, which take turns, tell.
 *
 * One block, since the points' chains may be as long as they are many, and a
 * barrier is what a link of a chain costs then, not a launch.
 */
#include "polyhedral/lower_inspect.h"

enum { THREADS = LEVELS_THREADS, CHANGED = 1, NEAR = 2 };

static int number(struct lower *l, int value)
{
    return kir_int(l->f, KIR_I32, value);
}

static const struct inspection *inspection_of(const struct lower *l)
{
    return l->inspecting->levels->inspection;
}

static int stmt_of(const struct lower *l)
{
    return (int)(l->stmt - l->poly->stmt);
}

bool lower_inspects_statement(const struct lower *l)
{
    return inspect_needs_stmt(inspection_of(l), stmt_of(l));
}

bool lower_inspects_node(const struct lower *l, const struct scop_node *node)
{
    return inspect_needs_node(inspection_of(l), stmt_of(l), node);
}

/* Edges -------------------------------------------------------------------- */

static void bind_element(struct lower *l, const struct scop_expr *access,
                         int array)
{
    const struct poly_array *pa = &l->poly->array[array];
    for (int k = 0; k < pa->rank; k++) {
        int at = k < pa->expand ? l->iter[k]
                                : lower_index(l, access->arg[k - pa->expand]);
        lower_bind(l, arena_printf(l->poly->arena, "hd_e%d", k), at);
    }
}

/* variable := max(variable, value) */
static void raise(struct lower *l, int variable, int value)
{
    kir_set(l->f, variable,
            kir_binary(l->f, KIR_MAX, kir_get(l->f, variable), value));
}

/* The point's level from that of the point `other`, if that comes before. */
static void pull(struct lower *l, int other)
{
    const struct inspecting *at = l->inspecting;
    struct kir_func *f = l->f;
    kir_if(f, kir_binary(f, KIR_LT, other, at->number));
    int level = kir_load(f, at->level, other);
    raise(l, at->own, kir_binary(f, KIR_ADD, level, number(l, 1)));
    kir_end(f);
    kir_if(f, kir_binary(f, KIR_GT, other, at->number));
    kir_set(f, at->later, number(l, 1));
    kir_end(f);
    if (!l->mapping->gpu)
        return;
    int distance = kir_binary(f, KIR_SUB, other, at->first);
    int here =
        kir_binary(f, KIR_AND, kir_binary(f, KIR_GE, distance, number(l, 0)),
                   kir_binary(f, KIR_LT, distance, number(l, THREADS)));
    kir_if(f, kir_binary(f, KIR_AND, here,
                         kir_binary(f, KIR_NE, other, at->number)));
    kir_set(f, at->near, number(l, NEAR));
    kir_end(f);
}

/* Raises the point `other`, if it comes after this one and runs at all. */
static void push(struct lower *l, int other)
{
    const struct inspecting *at = l->inspecting;
    struct kir_func *f = l->f;
    kir_if(f, kir_binary(f, KIR_GT, other, at->number));
    int runs =
        kir_binary(f, KIR_AND, kir_load(f, at->list, other), number(l, 1));
    kir_if(f, kir_binary(f, KIR_NE, runs, number(l, 0)));
    int level = kir_binary(f, KIR_ADD, kir_get(f, at->own), number(l, 1));
    kir_atomic(f, KIR_MAX, at->level, other, level);
    kir_end(f);
    kir_end(f);
}

/* The access may meet the point that writes its element. */
static void follow_edge(struct lower *l, const struct scop_expr *access,
                        int array)
{
    const struct levels *v = l->inspecting->levels;
    const struct inspect_writer *writer = &v->inspection->writer[array];
    int point[LEVELS_MAX_DIMS], bindings = l->binding_count;
    bind_element(l, access, array);
    kir_if(l->f, lower_params_test(l, isl_set_copy(writer->where)));
    for (int d = 0; d < v->dims; d++)
        point[d] = lower_pw_aff(l, isl_pw_aff_copy(writer->point[d]));
    int other = lower_levels_number(l, v, point);
    if (l->inspecting->push)
        push(l, other);
    else
        pull(l, other);
    kir_end(l->f);
    l->binding_count = bindings;
}

static void follow_edges(struct lower *l, const struct scop_expr *e);

/* The operands that C evaluates only sometimes. */
static void follow_lazy(struct lower *l, const struct scop_expr *e)
{
    const struct inspection *g = inspection_of(l);
    bool later = false;
    follow_edges(l, e->arg[0]);
    for (int k = 1; k < e->count; k++)
        later |= inspect_has_edge(g, stmt_of(l), e->arg[k]);
    if (!later)
        return;
    int test = lower_condition(l, e->arg[0]);
    if (e->op == SCOP_LOR)
        test = kir_unary(l->f, KIR_NOT, test);
    kir_if(l->f, test);
    follow_edges(l, e->arg[1]);
    if (e->op == SCOP_COND) {
        kir_else(l->f);
        follow_edges(l, e->arg[2]);
    }
    kir_end(l->f);
}

static void follow_edges(struct lower *l, const struct scop_expr *e)
{
    if (e->op == SCOP_COND || e->op == SCOP_LAND || e->op == SCOP_LOR) {
        follow_lazy(l, e);
        return;
    }
    for (int k = 0; k < e->count; k++)
        follow_edges(l, e->arg[k]);
    int access =
        e->op == SCOP_ACCESS ? inspect_access(l->poly, stmt_of(l), e) : -1;
    if (access >= 0 && inspection_of(l)->edge[access])
        follow_edge(l, e, l->poly->access[access].array);
}

void lower_inspect_assign(struct lower *l, const struct scop_expr *lhs,
                          const struct scop_expr *rhs)
{
    if (!inspect_needs_set(inspection_of(l), stmt_of(l), lhs, rhs))
        return;
    for (int k = 0; k < lhs->count; k++)
        follow_edges(l, lhs->arg[k]);
    follow_edges(l, rhs);
    if (inspection_of(l)->needed[lower_array_of(l, lhs)])
        lower_store(l, lhs, lower_value(l, rhs));
}

/* Points ------------------------------------------------------------------- */

/* The sources of the bound point, if flags tell on which it depends. */
static void pull_sources(struct lower *l, const struct levels *v)
{
    const struct inspecting *at = l->inspecting;
    struct kir_func *f = l->f;
    int flags = kir_load(f, at->list, at->number), point[LEVELS_MAX_DIMS];
    for (int k = 0; k < v->source_count; k++) {
        int bit = kir_binary(f, KIR_AND, flags, number(l, 2 << k));
        kir_if(f, kir_binary(f, KIR_NE, bit, number(l, 0)));
        lower_levels_source(l, v, k, point);
        pull(l, lower_levels_number(l, v, point));
        kir_end(f);
    }
}

/* What the bound point does, as far as edges depend on it. Sources come before
 * it, so that there is nothing to push. */
static void inspect_point(struct lower *l, struct inspecting *at, bool push)
{
    at->push = push;
    l->inspecting = at;
    if (at->levels->inspection)
        lower_levels_instances(l, at->levels);
    else if (!push)
        pull_sources(l, at->levels);
    l->inspecting = NULL;
}

/* The level that the point has by now, and by the window at least. */
static int level_so_far(struct lower *l, const struct inspecting *at)
{
    struct kir_func *f = l->f;
    int slice = lower_source(l, SOURCE_LEVELS, LEVELS_SLICE, 0);
    int window = lower_source(l, SOURCE_LEVELS, LEVELS_WINDOW, 0);
    int t = kir_binary(f, KIR_DIV, at->number, kir_cast(f, KIR_I32, slice));
    int earliest = kir_binary(f, KIR_SUB, t, kir_cast(f, KIR_I32, window));
    earliest = kir_binary(f, KIR_ADD, earliest, number(l, 1));
    return kir_binary(f, KIR_MAX, kir_load(f, at->level, at->number), earliest);
}

static int runs(struct lower *l, const struct inspecting *at)
{
    int flags = kir_load(l->f, at->list, at->number);
    flags = kir_binary(l->f, KIR_AND, flags, number(l, 1));
    return kir_binary(l->f, KIR_NE, flags, number(l, 0));
}

/* Adds the point, whose level is known now, to what comes home. */
static void tally(struct lower *l, const struct inspecting *at, int most,
                  int active)
{
    struct kir_func *f = l->f;
    raise(l, most, kir_get(f, at->own));
    kir_set(f, active,
            kir_binary(f, KIR_ADD, kir_get(f, active), number(l, 1)));
}

static void pull_all(struct lower *l, struct inspecting *at)
{
    kir_set(l->f, at->own, level_so_far(l, at));
    lower_levels_bind(l, at->levels, at->number);
    inspect_point(l, at, false);
}

static void push_all(struct lower *l, struct inspecting *at)
{
    struct kir_func *f = l->f;
    kir_atomic(f, KIR_MAX, at->level, at->number, kir_get(f, at->own));
    kir_if(f, kir_binary(f, KIR_NE, kir_get(f, at->later), number(l, 0)));
    lower_levels_bind(l, at->levels, at->number);
    inspect_point(l, at, true);
    kir_end(f);
}

/* On the host: the points in order. */
static void inspect_serially(struct lower *l, struct inspecting *at, int points,
                             int most, int active)
{
    struct kir_func *f = l->f;
    at->number = kir_for(f, number(l, 0), points, number(l, 1), 0);
    kir_if(f, runs(l, at));
    kir_set(f, at->later, number(l, 0));
    pull_all(l, at);
    push_all(l, at);
    tally(l, at, most, active);
    kir_end(f);
    kir_end(f);
}

/* A thread's part of the round: what it found goes to `flag` of `flags`. */
static void round_of(struct lower *l, struct inspecting *at, int mine, int last,
                     int flags, int flag)
{
    struct kir_func *f = l->f;
    int zero = number(l, 0), found = kir_variable(f, "found", KIR_I32);
    kir_if(f, kir_get(f, mine));
    pull_all(l, at);
    kir_end(f);
    kir_if(f, kir_binary(f, KIR_EQ, kir_thread_index(f, 0), zero));
    kir_store(f, flags, kir_get(f, flag), zero);
    kir_end(f);
    kir_barrier(f);
    kir_set(f, found, kir_get(f, at->near));
    kir_if(f, kir_binary(f, KIR_GT, kir_get(f, at->own), kir_get(f, last)));
    push_all(l, at);
    kir_set(f, last, kir_get(f, at->own));
    kir_set(f, found,
            kir_binary(f, KIR_OR, kir_get(f, found), number(l, CHANGED)));
    kir_end(f);
    kir_if(f, kir_binary(f, KIR_NE, kir_get(f, found), zero));
    kir_atomic(f, KIR_OR, flags, kir_get(f, flag), kir_get(f, found));
    kir_end(f);
    kir_barrier(f);
}

/* On a GPU: chunk by chunk, each in rounds. */
static void inspect_together(struct lower *l, struct inspecting *at, int points,
                             int most, int active)
{
    struct kir_func *f = l->f;
    int flags = kir_shared(f, "flags", KIR_I32, 2);
    int flag = kir_variable(f, "flag", KIR_I32);
    int mine = kir_variable(f, "mine", KIR_PRED);
    int last = kir_variable(f, "last", KIR_I32);
    int again = kir_variable(f, "again", KIR_I32);
    int zero = number(l, 0), both = number(l, CHANGED | NEAR);
    kir_set(f, flag, zero);
    at->first = kir_for(f, zero, points, number(l, THREADS), 0);
    at->number = kir_binary(f, KIR_ADD, at->first, kir_thread_index(f, 0));
    kir_set(f, mine, kir_int(f, KIR_PRED, 0));
    kir_if(f, kir_binary(f, KIR_LT, at->number, points));
    kir_set(f, mine, runs(l, at));
    kir_end(f);
    kir_set(f, at->own, zero);
    kir_set(f, at->later, zero);
    kir_set(f, at->near, zero);
    kir_set(f, last, zero);
    kir_set(f, again, both);
    kir_while(f);
    kir_while_body(f, kir_binary(f, KIR_EQ, kir_get(f, again), both));
    round_of(l, at, mine, last, flags, flag);
    kir_set(f, again, kir_load(f, flags, kir_get(f, flag)));
    kir_set(f, flag, kir_binary(f, KIR_SUB, number(l, 1), kir_get(f, flag)));
    kir_end(f);
    kir_if(f, kir_get(f, mine));
    tally(l, at, most, active);
    kir_end(f);
    kir_end(f);
}

void lower_inspector(struct lower *l, const struct levels *v)
{
    struct kir_func *f = l->f;
    struct inspecting at = {.levels = v};
    int points = lower_source(l, SOURCE_LEVELS, LEVELS_POINTS, 0);
    int most = kir_variable(f, "most", KIR_I32);
    int active = kir_variable(f, "active", KIR_I32);
    points = kir_cast(f, KIR_I32, points);
    at.list = lower_levels_row(l, v, LEVELS_LIST, true);
    at.level = lower_levels_row(l, v, LEVELS_LEVEL, false);
    at.own = kir_variable(f, "level", KIR_I32);
    at.later = kir_variable(f, "later", KIR_I32);
    at.near = kir_variable(f, "near", KIR_I32);
    kir_set(f, most, number(l, 0));
    kir_set(f, active, number(l, 0));
    if (l->mapping->gpu)
        inspect_together(l, &at, points, most, active);
    else
        inspect_serially(l, &at, points, most, active);
    lower_levels_count(l, v, most, active);
}
