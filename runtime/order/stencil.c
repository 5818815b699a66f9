/* Stencils: which cells around a centre are read, and in which order. */
#include "runtime/order/metric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_REACH = 1024 };

/* The least distance to the centre cell along an axis, in cells. */
static int64_t gap(int64_t x)
{
    x = x < 0 ? -x : x;
    return x > 0 ? x - 1 : 0;
}

/* Is a distance, of so many cells squared, below the radius? Both numbers are
 * scaled by the same power of two, so that their squares neither overflow nor
 * vanish, and round as they would without. */
static bool is_nearer(int64_t square, double side, double radius)
{
    int exponent;
    radius = frexp(radius, &exponent);
    side = ldexp(side, -exponent);
    return (double)square * side * side < radius * radius;
}

static bool is_in_shape(const struct hedra_stencil_options *o,
                        const int64_t x[3])
{
    int64_t square = 0;
    int off_axes = 0;
    for (int a = 0; a < 3; a++) {
        square += gap(x[a]) * gap(x[a]);
        off_axes += x[a] != 0;
    }
    switch (o->shape) {
    case HEDRA_STENCIL_STAR:
        return off_axes <= 1;
    case HEDRA_STENCIL_SPHERE:
        return square < o->g * o->g;
    case HEDRA_STENCIL_RADIUS:
        return square == 0 || is_nearer(square, o->side, o->radius);
    default:
        return true;
    }
}

static bool is_in_half(const int64_t x[3])
{
    if (x[2] != 0)
        return x[2] > 0;
    if (x[1] != 0)
        return x[1] > 0;
    return x[0] >= 0;
}

static void append(struct hedra_stencil *s, const int64_t x[3])
{
    for (int a = 0; a < 3; a++)
        s->cell[s->count][a] = (int32_t)x[a];
    s->count++;
}

/* Appends what the options take of a row of a cube, along the axis `fast`
 * through x, or counts it if `s` has no memory yet. */
static int64_t take_row(const struct hedra_stencil_options *o, int fast,
                        int64_t reach, int64_t x[3], struct hedra_stencil *s)
{
    int64_t count = 0;
    for (x[fast] = -reach; x[fast] <= reach; x[fast]++) {
        if (!is_in_shape(o, x) || (o->half && !is_in_half(x)))
            continue;
        if (s->cell)
            append(s, x);
        count++;
    }
    return count;
}

/* The same of a whole cube; a star's rows beside the axes hold one cell, or
 * none. */
static int64_t enumerate(const struct hedra_stencil_options *o, int dims,
                         struct hedra_stencil *s)
{
    const int slow = o->i_fastest ? 2 : 0, fast = 2 - slow;
    const int64_t g = s->reach, reach[3] = {g, g, dims == 3 ? g : 0};
    int64_t count = 0, x[3];
    for (int64_t a = -reach[slow]; a <= reach[slow]; a++)
        for (int64_t b = -g; b <= g; b++) {
            const bool is_beside = a != 0 || b != 0;
            x[slow] = a;
            x[1] = b;
            count += take_row(
                o, fast,
                o->shape == HEDRA_STENCIL_STAR && is_beside ? 0 : reach[fast],
                x, s);
        }
    return count;
}

static enum hedra_status take_own(const struct hedra_stencil_options *o,
                                  struct hedra_stencil *s,
                                  struct hedra_error *why)
{
    s->reach = 0;
    for (int64_t n = 0; n < o->count; n++) {
        const int64_t x[3] = {o->cell[n][0], o->cell[n][1], o->cell[n][2]};
        for (int a = 0; a < 3; a++) {
            const int64_t far = x[a] < 0 ? -x[a] : x[a];
            if (far > (a < s->dims ? MAX_REACH : 0))
                return error_set(why, HEDRA_ERROR_TOO_LARGE,
                                 "cell[%lld][%d] is %lld; a stencil reaches up "
                                 "to %d cells along its axes",
                                 (long long)n, a, (long long)x[a], MAX_REACH);
            s->reach = far > s->reach ? far : s->reach;
        }
        if (!o->half || is_in_half(x))
            append(s, x);
    }
    return error_none(why);
}

static enum hedra_status check(const struct hedra_stencil_options *o,
                               struct hedra_error *why)
{
    if ((unsigned)o->shape > HEDRA_STENCIL_OWN)
        return error_argument(why, "shape is no enum hedra_stencil_shape");
    if (o->dims != 0 && o->dims != 2 && o->dims != 3)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "dims is %d; stencils have 2 or 3", o->dims);
    if (o->shape == HEDRA_STENCIL_OWN)
        return o->count >= 1 && o->cell
                   ? error_none(why)
                   : error_argument(why, "OWN needs count and cell");
    if (o->shape == HEDRA_STENCIL_RADIUS) {
        if (!(o->radius > 0 && o->side > 0 && isfinite(o->radius) &&
              isfinite(o->side)))
            return error_set(why, HEDRA_ERROR_VALUE,
                             "radius and side must be above 0 and finite");
        if (o->radius / o->side > MAX_REACH)
            return error_set(why, HEDRA_ERROR_TOO_LARGE,
                             "radius / side is above %d", MAX_REACH);
        return error_none(why);
    }
    if (o->g < 1)
        return error_set(why, HEDRA_ERROR_VALUE,
                         "g is %lld, but a stencil reaches 1 or more",
                         (long long)o->g);
    if (o->g > MAX_REACH)
        return error_set(why, HEDRA_ERROR_TOO_LARGE, "g is %lld, above %d",
                         (long long)o->g, MAX_REACH);
    return error_none(why);
}

static enum hedra_status fill(const struct hedra_stencil_options *o,
                              struct hedra_stencil *s, struct hedra_error *why)
{
    const bool is_own = o->shape == HEDRA_STENCIL_OWN;
    s->reach = o->g;
    if (o->shape == HEDRA_STENCIL_RADIUS) {
        const int64_t cells = (int64_t)ceil(o->radius / o->side);
        s->reach = cells > 1 ? cells : 1; /* those that touch the centre */
    }
    const int64_t room = is_own ? o->count : enumerate(o, s->dims, s);
    if (room > PTRDIFF_MAX / (int64_t)sizeof *s->cell ||
        !(s->cell = malloc((size_t)room * sizeof *s->cell)))
        return error_no_memory(why);
    if (is_own)
        return take_own(o, s, why);
    enumerate(o, s->dims, s);
    return error_none(why);
}

enum hedra_status
hedra_stencil_create(const struct hedra_stencil_options *options,
                     struct hedra_stencil **out, struct hedra_error *why)
{
    if (!out)
        return error_argument(why, "out is NULL");
    *out = NULL;
    if (!options)
        return error_argument(why, "options is NULL");
    enum hedra_status status = check(options, why);
    if (status)
        return status;
    struct hedra_stencil *s = calloc(1, sizeof *s);
    if (!s)
        return error_no_memory(why);
    s->dims = options->dims ? options->dims : 3;
    if ((status = fill(options, s, why))) {
        hedra_stencil_destroy(s);
        return status;
    }
    *out = s;
    return error_none(why);
}

void hedra_stencil_destroy(struct hedra_stencil *stencil)
{
    if (!stencil)
        return;
    free(stencil->cell);
    free(stencil);
}

int64_t hedra_stencil_cells(const struct hedra_stencil *stencil,
                            const int32_t (**cell)[3])
{
    if (cell)
        *cell = (const int32_t(*)[3])stencil->cell;
    return stencil->count;
}

int64_t hedra_stencil_reach(const struct hedra_stencil *stencil)
{
    return stencil->reach;
}
