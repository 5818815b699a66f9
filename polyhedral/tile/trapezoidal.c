/*
 * Decides how the sides of trapezoids in time lean (trapezoidal.h), and how
 * many steps they take, from the distances of the reads and the size of the
 * caches.
 */
#include "polyhedral/tile/tile.h"

#include <string.h>

enum { MOST_SLOPE = 16, STRIPE_ROW = 128, STRIPE_ROWS = 16 };

/* Sweep `to` waits for `from`, of the same step or of the one before, whose
 * element is `far` before its own. */
struct wait {
    int from, to;
    bool before;
    int64_t far;
};

struct waits {
    struct arena *arena;
    int dim, count, cap;
    struct wait *list;
};

static void add_wait(struct waits *w, int from, int to, int64_t far)
{
    struct wait wait = {from, to, from >= to, far};
    ARENA_PUSH(w->arena, w->list, w->count, w->cap, wait);
}

/* All dependences along the dimension, as if the boxes had no ends; those of
 * elements over several steps are implied. */
static void find_waits(struct waits *w, const struct overlap *o)
{
    for (int s = 0; s < o->stmt_count; s++)
        for (int x = 0; x < o->stmt_count; x++) {
            const struct overlap_stmt *reader = &o->stmt[s];
            if (reader->array == o->stmt[x].array)
                add_wait(w, s, x, 0);
            for (int r = 0; r < reader->read_count; r++) {
                const struct overlap_read *read = &reader->read[r];
                if (read->array != o->stmt[x].array)
                    continue;
                add_wait(w, x, s, -read->delta[w->dim]);
                add_wait(w, s, x, read->delta[w->dim]);
            }
        }
}

/* Where a side is in each sweep if it moves so much in a step; `sign` is 1 for
 * left sides and -1 for right ones. False: it must move more. */
static bool place_side(const struct waits *w, int sweeps, int sign,
                       struct trapezoid_side *side)
{
    bool moved = true;
    memset(side->at, 0, sizeof *side->at * (size_t)sweeps);
    for (int round = 0; round <= sweeps && moved; round++) {
        moved = false;
        for (int k = 0; k < w->count; k++) {
            const struct wait *wait = &w->list[k];
            int64_t least = side->at[wait->from] + sign * wait->far -
                            (wait->before ? side->step : 0);
            if (side->at[wait->to] >= least)
                continue;
            side->at[wait->to] = least;
            moved = true;
        }
    }
    return !moved;
}

static bool find_side(const struct waits *w, const struct overlap *o, int sign,
                      struct trapezoid_side *side)
{
    bool good = false;
    size_t size = sizeof *side->at * (size_t)o->stmt_count;
    side->at = arena_alloc(w->arena, size);
    for (int step = 0; step <= MOST_SLOPE && !good; step++) {
        side->step = step;
        good = place_side(w, o->stmt_count, sign, side);
    }
    for (int k = 0; k < o->stmt_count; k++)
        if (side->at[k] > side->most)
            side->most = side->at[k];
    return good;
}

static bool find_sides(const struct poly *poly, const struct overlap *o,
                       struct trapezoid *t)
{
    struct waits first = {.arena = poly->arena, .dim = 0};
    struct waits second = {.arena = poly->arena, .dim = 1};
    find_waits(&first, o);
    for (int k = 0; k < first.count; k++)
        if (first.list[k].far > t->reach)
            t->reach = first.list[k].far;
    if (!find_side(&first, o, 1, &t->left) ||
        !find_side(&first, o, -1, &t->right))
        return false;
    if (o->dims == 1)
        return true;
    find_waits(&second, o);
    return find_side(&second, o, -1, &t->lean);
}

int64_t trapezoidal_slope(const struct trapezoid *t)
{
    return t->left.step + t->right.step;
}

int64_t trapezoidal_rest(const struct trapezoid *t)
{
    return t->left.most + t->right.most + t->reach;
}

/* More steps spare more of memory's traffic, and need wider tiles, of which a
 * cache holds less along the other dimensions. */
static int64_t model_steps(const struct overlap *o)
{
    static const int64_t steps[MAP_MAX_DIMS + 1] = {0, 128, 16, 8};
    return steps[o->dims];
}

/* The driver knows what a cache holds; elements of rows fill vectors. */
static void find_stripe(const struct poly *poly, const struct overlap *o,
                        struct trapezoid *t)
{
    if (o->dims == 1)
        return;
    t->least_stripe = o->dims == 2 ? STRIPE_ROW : STRIPE_ROWS;
    choice_take(poly->choice, CHOICE_STRIPE, t->least_stripe);
    t->stripe = poly->choice ? poly->choice->want[CHOICE_STRIPE] : 0;
}

/* Is there a sweep along the first dimension, which tiles cut? */
static bool has_tiles(const struct poly *poly, const struct overlap *o)
{
    bool some = false;
    for (int s = 0; s < o->stmt_count; s++)
        for (int k = 1; k < poly->scop->stmt[o->stmt[s].stmt].depth; k++)
            some |= o->stmt[s].at[k] == 0;
    return some;
}

bool trapezoidal_shape(const struct poly *poly, struct overlap *o)
{
    struct trapezoid *t = arena_alloc(poly->arena, sizeof *t);
    *t = (struct trapezoid){0};
    if (!has_tiles(poly, o) || !find_sides(poly, o, t))
        return false;
    t->steps = choice_take(poly->choice, CHOICE_TIME, model_steps(o));
    t->forced = poly->choice && poly->choice->want[CHOICE_TIME];
    find_stripe(poly, o, t);
    for (int k = 0; k < o->array_count; k++) {
        int array = poly->array[o->array[k].array].array;
        t->bytes += scop_type_size(poly->scop->array[array].type);
        o->array[k].crosses = false;
    }
    o->trapezoid = t;
    o->whole.unroll.vector = 1;
    for (int d = 0; d < MAP_MAX_DIMS; d++)
        o->whole.block[d] = o->whole.unroll.each[d] = 1;
    return t->steps > 1;
}

void trapezoidal_report(const struct poly *poly, const struct overlap *o)
{
    const struct trapezoid *t = o->trapezoid;
    bool row = o->dims == 1 && !t->forced;
    const char *width = arena_printf(
        poly->arena, "%lld elements along the first dimension",
        (long long)(t->steps * trapezoidal_slope(t) + trapezoidal_rest(t)));
    const char *when = t->forced ? ""
                       : row     ? ", if there are several"
                                 : ", if the arrays are too large for a core's "
                                   "caches";
    fault_add(poly->faults, FAULT_TRAPEZOIDS, o->whole.loc,
              "the host's threads do %s%lld steps of this loop at a time, in "
              "tiles of %s skewed inwards, then between these%s: the arrays "
              "are read about twice in so many steps, not %d time%s in each",
              t->forced ? "" : "up to ", (long long)t->steps,
              row ? "what a core's first cache holds, one for each thread at "
                    "least,"
                  : width,
              when, o->stmt_count, o->stmt_count > 1 ? "s" : "");
}

static void print_side(const struct overlap *o, const char *name,
                       const struct trapezoid_side *side, struct buf *out)
{
    buf_printf(out, "  %s: %lld each step", name, (long long)side->step);
    for (int k = 0; k < o->stmt_count; k++)
        buf_printf(out, "%s +%lld", k ? "," : ", sweeps",
                   (long long)side->at[k]);
    buf_putc(out, '\n');
}

void trapezoidal_print(const struct poly *poly, const struct mapping *mapping)
{
    enum pass pass = PASS_TRAPEZOIDAL;
    struct buf *out = pass_dump(poly->passes, pass);
    if (!out || !mapping || !mapping->overlap_count)
        return;
    pass_title(poly->passes, pass, "trapezoids in time");
    for (int k = 0; k < mapping->overlap_count; k++) {
        const struct overlap *o = &mapping->overlap[k];
        const struct trapezoid *t = o->trapezoid;
        buf_printf(out, "%s: %lld steps of", o->whole.name,
                   (long long)t->steps);
        for (int s = 0; s < o->stmt_count; s++)
            buf_printf(out, " %s", poly->scop->stmt[o->stmt[s].stmt].name);
        buf_putc(out, '\n');
        print_side(o, "left", &t->left, out);
        print_side(o, "right", &t->right, out);
        if (o->dims > 1)
            print_side(o, "stripes", &t->lean, out);
    }
    buf_putc(out, '\n');
}
