/*
 * The path that is best for a shape. What a path costs is found by building its
 * graph, and, where the code is short enough, the kernel, whose work is counted
 * (cost.c); nothing is measured.
 */
#include "brush/kernel/local.h"

#include "backends/optimise/optimise.h"

#include <math.h>

bool kernel_applies(const struct kernel_shape *shape, enum path path)
{
    int quartets = shape->primitives[BRA] * shape->primitives[KET];

    if (!shape->constants)
        return path_is_general(path);
    switch (path_form(path)) {
    case FORM_SINGLE:
    case FORM_SINGLE_LOOPS:
        return quartets == 1;
    case FORM_UNROLLED:
        return quartets <= KERNEL_UNROLLED;
    default:
        return true;
    }
}

/* What a path executes for a quartet: sums of primitives, but of those that
 * have nothing to be summed over. */
static double total_of(const struct builder *b,
                       const struct kernel_candidate *c)
{
    const struct side *bra = &b->side[BRA], *ket = &b->side[KET];
    int inner =
        b->cut ? b->primitive.outputs : bra->slot_count * ket->component_count;
    double outer = b->shape->primitives[!b->inner];

    if (b->unrolled)
        return c->operations + c->late;
    if (b->single)
        return c->operations + c->outer + c->late;
    return outer * b->shape->primitives[b->inner] * (c->operations + inner) +
           outer * c->outer + c->late;
}

/* What a path costs: see struct kernel_candidate. */
static struct kernel_candidate candidate_of(const struct kernel_shape *shape,
                                            enum path path)
{
    struct kernel_candidate c = {.path = path, .total = INFINITY};
    struct arena *arena;
    struct builder *b;
    struct dag_cost cost;

    if (!kernel_applies(shape, path))
        return c;
    arena = arena_new();
    b = side_builder(arena, shape, path);
    primitive_lower(b, path);
    cost = stage_cost(&b->primitive);
    c.operations = c.size = cost.operations;
    c.fused = cost.fused;
    if (!b->unrolled)
        c.outer = b->side[BRA].slot_count * b->side[KET].slot_count;
    if (b->rolled)
        rolled_cost(b, &c);
    if (b->cut)
        cut_cost(b, &c);
    horizontal_lower(b);
    c.late += horizontal_cost(b);
    c.total = total_of(b, &c);
    arena_free(arena);
    return c;
}

/* Builds the kernel and counts what it does, unless its code is longer than
 * `most`. */
static void count_work(const struct kernel_shape *shape, int most,
                       struct kernel_candidate *c)
{
    struct kir_module *module;
    struct arena *arena;

    c->cost = INFINITY;
    if (c->size > most || !kernel_applies(shape, c->path))
        return;
    arena = arena_new();
    module = kir_module_new(arena, "count", NULL);
    kernel_build(module, "count", shape, c->path, 0);
    module = kir_optimise(arena, module);
    kernel_count(module->func[0], shape, kernel_inner(c->path), &c->work);
    c->cost = kernel_cost(&c->work);
    arena_free(arena);
}

static bool is_short(const struct kernel_candidate *c)
{
    return c->size <= KERNEL_BUDGET;
}

/* Those that are chosen from: where a general path is given, it and the
 * automatic ones for single classes. Where one kernel serves all classes of one
 * primitive quartet, constants in the code do not pay for a kernel for each. */
struct choice {
    const struct kernel_shape *shape;
    int general; /* -1: any automatic one */
};

static bool competes(const struct choice *c, enum path path)
{
    if (!kernel_applies(c->shape, path))
        return false;
    if (c->general >= 0 && path_is_general(path))
        return path == (enum path)c->general;
    if (path_form(path) == FORM_UNROLLED &&
        (c->shape->constants->classes > KERNEL_CLASSES ||
         kernel_applies(c->shape, PATH_SINGLE_OS_BRA)))
        return false;
    return path_is_automatic(path);
}

/* The cost from which on one is worse than the cheapest with short code: where
 * costs are closer than they can be trusted, fewer operations decide. */
static double limit_of(const struct choice *choice,
                       const struct kernel_candidate candidate[PATH_COUNT])
{
    double least = INFINITY;

    for (int p = 0; p < PATH_COUNT; p++)
        if (competes(choice, p) && is_short(&candidate[p]))
            least = fmin(least, candidate[p].cost);
    return least * (1 + 1.0 / KERNEL_TRUST);
}

/* How many classes a path's kernels serve, from one to all. */
static int classes_of(enum path path)
{
    return path_is_general(path) ? 2 : path_is_single(path);
}

/* A path whose code is short is better than any whose code is not. Where the
 * cost is the same as far as it can be trusted, a kernel of its own is not
 * worth its code. */
static bool is_better(const struct kernel_candidate *c,
                      const struct kernel_candidate *best, double limit)
{
    int more = best ? classes_of(c->path) - classes_of(best->path) : 0;

    if (!best || is_short(c) != is_short(best))
        return !best || is_short(c);
    if (!is_short(c))
        return more > 0 || (!more && c->size < best->size);
    if ((c->cost < limit) != (best->cost < limit))
        return c->cost < limit;
    return more ? more > 0 : c->total < best->total;
}

static int best_of(const struct choice *choice,
                   const struct kernel_candidate candidate[PATH_COUNT])
{
    double limit = limit_of(choice, candidate);
    int best = -1;

    for (int p = 0; p < PATH_COUNT; p++)
        if (competes(choice, p) &&
            is_better(&candidate[p], best < 0 ? NULL : &candidate[best], limit))
            best = p;
    return best;
}

int kernel_compare(const struct kernel_shape *shape, int general,
                   struct kernel_candidate candidate[PATH_COUNT])
{
    const struct choice choice = {shape, general};

    for (int p = 0; p < PATH_COUNT; p++) {
        candidate[p] = candidate_of(shape, p);
        count_work(shape, KERNEL_COUNTED, &candidate[p]);
    }
    return best_of(&choice, candidate);
}

/* Long code is not chosen by its work. */
enum path kernel_choose(const struct kernel_shape *shape, int general)
{
    const struct choice choice = {shape, general};
    struct kernel_candidate candidate[PATH_COUNT];

    for (int p = 0; p < PATH_COUNT; p++) {
        candidate[p] = (struct kernel_candidate){.path = p, .cost = INFINITY};
        if (!competes(&choice, p))
            continue;
        candidate[p] = candidate_of(shape, p);
        count_work(shape, KERNEL_BUDGET, &candidate[p]);
    }
    return best_of(&choice, candidate);
}
