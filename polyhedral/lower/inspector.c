/*
 * The inspector of a nest (plan/inspector.h): one block, which goes through the
 * points in the static order, THREADS of them at a time. It finds each point's
 * level from those before it,
 *
 *   level(p) = max(own level, 1 + level(q)) over the edges to q before p,
 *
 * and raises the points q after p that p has edges to, to level(p) + 1 at
 * least. Levels only grow. What is committed before these points stays, so that
 * rounds are repeated only while a level changed and some of these points have
 * edges to others of them. A number in shared memory tells, to which all rounds
 * are counted: a thread that needs another round after round r raises it to
 * 2 r, or 2 r + 1 where levels may have been raised by other threads.
 *
 * The edges are followed in the first round. What later ones can change are the
 * levels of those of these points that a point depends on, of which it keeps up
 * to KEPT in shared memory: only where there are more it follows all edges
 * again.
 *
 * One block, since the points' chains may be as long as they are many, and a
 * barrier is what a link of a chain costs then, not a launch.
 */
#include "polyhedral/lower/inspector.h"

#include "polyhedral/plan/plan.h"

/* The sources of the bound point, if flags tell on which it depends. */
static void pull_sources(struct lower *l, const struct levels *v)
{
    const struct inspecting *at = l->inspecting;
    struct kir_func *f = l->f;
    int flags = kir_load(f, at->list, at->number), point[LEVELS_MAX_DIMS];
    for (int k = 0; k < v->source_count; k++) {
        int bit = kir_binary(f, KIR_AND, flags, kir_i32(l->f, 2 << k));
        kir_if(f, kir_binary(f, KIR_NE, bit, kir_i32(l->f, 0)));
        lower_levels_source(l, v, k, point);
        lower_level_pull(l, lower_levels_number(l, v, point));
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

/* Raises the own level to what the window demands. */
static void raise_to_window(struct lower *l, const struct inspecting *at)
{
    struct kir_func *f = l->f;
    if (at->levels->window == LEVELS_ALL_SLICES)
        return;
    int slice = lower_source(l, SOURCE_LEVELS, LEVELS_SLICE, 0);
    int window = lower_source(l, SOURCE_LEVELS, LEVELS_WINDOW, 0);
    int t = kir_binary(f, KIR_DIV, at->number, kir_cast(f, KIR_I32, slice));
    int earliest = kir_binary(f, KIR_SUB, t, kir_cast(f, KIR_I32, window));
    lower_level_raise(l, at->own,
                      kir_binary(f, KIR_ADD, earliest, kir_i32(l->f, 1)));
}

/* The level that the point has by now; 0: it does not run. */
static void begin_point(struct lower *l, const struct inspecting *at)
{
    kir_set(l->f, at->own, kir_load(l->f, at->level, at->number));
}

static int runs(struct lower *l, const struct inspecting *at)
{
    return kir_binary(l->f, KIR_GT, kir_get(l->f, at->own), kir_i32(l->f, 0));
}

/* Adds the point, whose level is known now, to what comes home. */
static void tally(struct lower *l, const struct inspecting *at, int most,
                  int active)
{
    struct kir_func *f = l->f;
    lower_level_raise(l, most, kir_get(f, at->own));
    int one = kir_cast(f, KIR_I32, runs(l, at));
    kir_set(f, active, kir_binary(f, KIR_ADD, kir_get(f, active), one));
}

static void pull_all(struct lower *l, struct inspecting *at)
{
    raise_to_window(l, at);
    lower_levels_bind(l, at->levels, at->number);
    inspect_point(l, at, false);
}

static void push_all(struct lower *l, struct inspecting *at)
{
    struct kir_func *f = l->f;
    int later = kir_get(f, at->bits);
    kir_atomic(f, KIR_MAX, at->level, at->number, kir_get(f, at->own));
    kir_if(f, kir_binary(f, KIR_GE, later, kir_i32(l->f, INSPECT_LATER)));
    lower_levels_bind(l, at->levels, at->number);
    inspect_point(l, at, true);
    kir_end(f);
}

/* On the host: the points in order. */
static void inspect_serially(struct lower *l, struct inspecting *at, int points,
                             int most, int active)
{
    struct kir_func *f = l->f;
    at->number = kir_for(f, kir_i32(l->f, 0), points, kir_i32(l->f, 1), 0);
    begin_point(l, at);
    kir_if(f, runs(l, at));
    kir_set(f, at->bits, kir_i32(l->f, 0));
    pull_all(l, at);
    push_all(l, at);
    tally(l, at, most, active);
    kir_end(f);
    kir_end(f);
}

/* A thread's rounds. */
struct rounds {
    int told;  /* shared: what threads found */
    int count; /* variable, I32: twice the number of the round */
    int last;  /* variable, I32: the level that others know of */
};

/* The own level, from all edges or from those that are left to be looked at. */
static void pull_near(struct lower *l, struct inspecting *at)
{
    struct kir_func *f = l->f;
    int near = kir_get(f, at->near), zero = kir_i32(l->f, 0);
    kir_if(f, kir_binary(f, KIR_NE, near, zero));
    kir_if(f, kir_binary(f, KIR_GT, near, kir_i32(l->f, INSPECT_KEPT)));
    kir_set(f, at->near, zero);
    pull_all(l, at);
    kir_else(f);
    int k = kir_for(f, zero, near, kir_i32(l->f, 1), 0);
    int other = kir_load(f, at->kept, lower_kept_index(l, k));
    int level = kir_load(f, at->level, other);
    lower_level_raise(l, at->own,
                      kir_binary(f, KIR_ADD, level, kir_i32(l->f, 1)));
    kir_end(f);
    kir_end(f);
    kir_end(f);
}

/* Makes the own level known, and whether others may have to look again: since
 * the round was the first, only those that depend on others; else all. */
static void push_changed(struct lower *l, struct inspecting *at,
                         const struct rounds *r, int pushed)
{
    struct kir_func *f = l->f;
    int zero = kir_i32(l->f, 0), own = kir_get(f, at->own);
    kir_if(f, kir_binary(f, KIR_GT, own, kir_get(f, r->last)));
    push_all(l, at);
    kir_set(f, r->last, own);
    int raised = kir_binary(f, KIR_AND, kir_get(f, at->bits),
                            kir_i32(l->f, INSPECT_PUSHED));
    raised = kir_binary(f, KIR_OR, raised, pushed);
    int near = kir_binary(f, KIR_NE, kir_get(f, at->near), zero);
    kir_if(f, kir_binary(f, KIR_OR, near, kir_binary(f, KIR_NE, raised, zero)));
    kir_atomic(f, KIR_MAX, r->told, zero,
               kir_binary(f, KIR_ADD, kir_get(f, r->count), raised));
    kir_end(f);
    kir_end(f);
}

/* A thread's part of the rounds, until none finds that another is needed. */
static void make_rounds(struct lower *l, struct inspecting *at,
                        const struct rounds *r)
{
    struct kir_func *f = l->f;
    int before = kir_load(f, r->told, kir_i32(l->f, 0));
    kir_set(f, r->count, kir_binary(f, KIR_AND, before, kir_i32(l->f, -2)));
    kir_while(f);
    int told = kir_load(f, r->told, kir_i32(l->f, 0));
    int count = kir_get(f, r->count);
    kir_while_body(f, kir_binary(f, KIR_GE, told, count));
    int pushed = kir_binary(f, KIR_AND, told, kir_i32(l->f, 1));
    kir_if(f, kir_binary(f, KIR_NE, pushed, kir_i32(l->f, 0)));
    kir_if(f, runs(l, at));
    lower_level_raise(l, at->own, kir_load(f, at->level, at->number));
    kir_end(f);
    kir_end(f);
    count = kir_binary(f, KIR_ADD, count, kir_i32(l->f, 2));
    kir_set(f, r->count, count);
    pull_near(l, at);
    kir_barrier(f);
    push_changed(l, at, r, pushed);
    kir_barrier(f);
    kir_end(f);
}

/* On a GPU: chunk by chunk, each in rounds. */
static void inspect_together(struct lower *l, struct inspecting *at, int points,
                             int most, int active)
{
    struct kir_func *f = l->f;
    struct rounds r = {.told = kir_shared(f, "told", KIR_I32, 1),
                       .count = kir_variable(f, "count", KIR_I32),
                       .last = kir_variable(f, "last", KIR_I32)};
    int zero = kir_i32(l->f, 0);
    kir_if(f, kir_binary(f, KIR_EQ, kir_thread_index(f, 0), zero));
    kir_store(f, r.told, zero, zero);
    kir_end(f);
    kir_barrier(f);
    at->first = kir_for(f, zero, points, kir_i32(l->f, LEVELS_THREADS), 0);
    at->number = kir_binary(f, KIR_ADD, at->first, kir_thread_index(f, 0));
    kir_set(f, at->own, zero);
    kir_set(f, at->near, zero);
    kir_set(f, at->bits, zero);
    kir_set(f, r.last, zero);
    kir_if(f, kir_binary(f, KIR_LT, at->number, points));
    begin_point(l, at);
    kir_if(f, runs(l, at));
    kir_set(f, at->near, kir_i32(l->f, INSPECT_KEPT + 1));
    kir_end(f);
    kir_end(f);
    make_rounds(l, at, &r);
    tally(l, at, most, active);
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
    at.bits = kir_variable(f, "bits", KIR_I32);
    if (l->mapping->gpu) {
        at.near = kir_variable(f, "near", KIR_I32);
        at.kept = kir_shared(f, "kept", KIR_I32, INSPECT_KEPT * LEVELS_THREADS);
    }
    kir_set(f, most, kir_i32(l->f, 0));
    kir_set(f, active, kir_i32(l->f, 0));
    if (l->mapping->gpu)
        inspect_together(l, &at, points, most, active);
    else
        inspect_serially(l, &at, points, most, active);
    lower_levels_count(l, v, most, active);
}
