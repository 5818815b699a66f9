/*
 * A kernel in one sentence or two, for a comment in front of its text: which
 * loops of the source it has, which of them are parallel, how many of their
 * iterations a block has, and what is tiled.
 */
#include "polyhedral/report/report.h"

#include <isl/constraint.h>
#include <isl/val.h>

#include <inttypes.h>
#include <string.h>

struct wording {
    const struct poly *poly;
    const struct map_kernel *kernel;
    bool *used;                 /* per loop of the scop */
    int parallel[MAP_MAX_DIMS]; /* loops that the mapped dimensions are; NONE:
                                   none that is known yet, MIXED: none */
};

enum { NONE = -1, MIXED = -2 };

static isl_stat note_loops(isl_set *set, void *user)
{
    struct wording *w = user;
    int stmt = poly_stmt_index(w->poly, isl_set_get_space(set));
    isl_set_free(set);
    if (stmt < 0)
        return isl_stat_ok;
    const struct scop_stmt *s = w->poly->stmt[stmt].stmt;
    for (int d = 0; d < s->depth; d++)
        w->used[s->loop[d]] = true;
    return isl_stat_ok;
}

static bool is_coefficient(isl_constraint *c, enum isl_dim_type type, int pos,
                           long value)
{
    isl_val *v = isl_constraint_get_coefficient_val(c, type, pos);
    bool same = isl_val_cmp_si(v, value) == 0;
    isl_val_free(v);
    return same;
}

/* Does the constraint, which defines output `out`, say out = input `in`? */
static bool is_equal(isl_constraint *c, int out, int in)
{
    static const enum isl_dim_type type[] = {isl_dim_param, isl_dim_in,
                                             isl_dim_out, isl_dim_div};
    isl_val *constant = isl_constraint_get_constant_val(c);
    bool equal = isl_val_is_zero(constant) == isl_bool_true;
    long sign = is_coefficient(c, isl_dim_out, out, 1) ? 1 : -1;
    isl_val_free(constant);
    for (int t = 0; t < 4; t++)
        for (int k = 0; k < (int)isl_constraint_dim(c, type[t]); k++) {
            bool here = (type[t] == isl_dim_out && k == out) ||
                        (type[t] == isl_dim_in && k == in);
            equal = equal && is_coefficient(c, type[t], k,
                                            !here                    ? 0
                                            : type[t] == isl_dim_out ? sign
                                                                     : -sign);
        }
    return equal;
}

/* The loop around the statement that output `out` of the map is; MIXED: none.
 */
static int loop_of(const struct scop_stmt *s, isl_basic_map *map, int out)
{
    isl_constraint *c = NULL;
    int loop = MIXED;
    if (isl_basic_map_has_defining_equality(map, isl_dim_out, out, &c) !=
        isl_bool_true)
        return MIXED;
    for (int d = 0; d < s->depth; d++)
        if (is_equal(c, out, d))
            loop = s->loop[d];
    isl_constraint_free(c);
    return loop;
}

static isl_stat note_piece(isl_basic_map *map, void *user)
{
    struct wording *w = user;
    isl_space *space = isl_basic_map_get_space(map);
    int stmt = poly_stmt_index(w->poly, isl_space_domain(space));
    for (int k = 0; stmt >= 0 && k < w->kernel->dims; k++) {
        int loop = loop_of(w->poly->stmt[stmt].stmt, map, k);
        const struct scop_loop *all = w->poly->scop->loop;
        int *known = &w->parallel[k];
        if (*known == NONE)
            *known = loop;
        else if (loop < 0 || *known < 0 ||
                 strcmp(all[loop].name, all[*known].name) != 0)
            *known = MIXED;
    }
    isl_basic_map_free(map);
    return isl_stat_ok;
}

static isl_stat note_parallel(isl_map *map, void *user)
{
    isl_stat done = isl_map_foreach_basic_map(map, note_piece, user);
    isl_map_free(map);
    return done;
}

/* ", " or " and " before item k of n. */
static const char *between(int k, int n)
{
    return k == 0 ? "" : k + 1 < n ? ", " : " and ";
}

/* Parts of a loop that was taken apart are there several times. */
static bool is_said(const struct wording *w, int loop)
{
    const struct scop_loop *all = w->poly->scop->loop;
    for (int l = 0; l < loop; l++)
        if (w->used[l] && all[l].loc.line == all[loop].loc.line &&
            strcmp(all[l].name, all[loop].name) == 0)
            return true;
    return false;
}

/* "Loops i (line 3) and j (line 4)." */
static void put_loops(struct buf *out, const struct wording *w)
{
    const struct scop *s = w->poly->scop;
    int count = 0, k = 0;
    for (int l = 0; l < s->loop_count; l++)
        count += w->used[l] && !is_said(w, l);
    if (count == 0) {
        buf_printf(out, "Line %d.", w->kernel->loc.line);
        return;
    }
    buf_puts(out, count == 1 ? "Loop " : "Loops ");
    for (int l = 0; l < s->loop_count; l++)
        if (w->used[l] && !is_said(w, l)) {
            buf_printf(out, "%s%s (line %d)", between(k, count),
                       s->loop[l].name, s->loop[l].loc.line);
            k++;
        }
    buf_putc(out, '.');
}

static void put_sizes(struct buf *out, const int64_t *size, int count)
{
    for (int k = 0; k < count; k++)
        buf_printf(out, "%s%" PRId64, k ? " x " : "", size[k]);
}

/* "j and i", in the order of the blocks' dimensions, or "2 dimensions". */
static void put_parallel(struct buf *out, const struct wording *w)
{
    int dims = w->kernel->dims;
    bool named = true;
    for (int k = 0; k < dims; k++)
        named &= w->parallel[k] >= 0;
    if (!named)
        buf_printf(out, " %d dimension%s of the schedule", dims,
                   dims > 1 ? "s" : "");
    for (int k = 0; named && k < dims; k++)
        buf_printf(out, "%s%s", k ? between(k, dims) : " ",
                   w->poly->scop->loop[w->parallel[k]].name);
    buf_puts(out, dims > 1 ? " are parallel" : " is parallel");
}

static void put_blocks(struct buf *out, const struct wording *w, bool gpu)
{
    const struct map_kernel *kernel = w->kernel;
    int64_t extent[MAP_MAX_DIMS];
    for (int k = 0; k < kernel->dims; k++)
        extent[k] = map_extent(kernel, k);
    put_parallel(out, w);
    if (gpu && kernel->team.threads) {
        buf_printf(out, ": a block of %d threads has an iteration",
                   kernel->team.threads);
    } else if (gpu) {
        buf_puts(out, ": a block of ");
        put_sizes(out, kernel->block, kernel->dims);
        buf_puts(out, " threads has ");
        put_sizes(out, extent, kernel->dims);
        buf_puts(out, " iterations");
    } else {
        buf_puts(out, ": a block has ");
        put_sizes(out, extent, kernel->dims);
        buf_printf(out, " iteration%s", extent[0] > 1 ? "s" : "");
    }
    buf_putc(out, '.');
}

const char *explain_kernel(const struct poly *poly,
                           const struct map_kernel *kernel, bool gpu)
{
    struct wording w = {.poly = poly, .kernel = kernel};
    struct buf out = {0};
    w.used = arena_alloc(poly->arena, (size_t)poly->scop->loop_count + 1);
    for (int k = 0; k < MAP_MAX_DIMS; k++)
        w.parallel[k] = NONE;
    isl_union_set_foreach_set(kernel->domain, note_loops, &w);
    put_loops(&out, &w);
    if (kernel->dims) {
        isl_union_map_foreach_map(kernel->parallel, note_parallel, &w);
        put_blocks(&out, &w, gpu);
    } else if (gpu && kernel->block[0] > 1) {
        buf_printf(&out, " One block of %" PRId64 " threads runs this.",
                   kernel->block[0]);
    } else {
        buf_puts(&out, " One thread runs this.");
    }
    if (gpu && kernel->unroll.depth)
        buf_printf(&out, " Tiles are %" PRId64 " iterations deep.",
                   kernel->unroll.depth);
    if (kernel->host.tiles)
        buf_printf(&out, " Tiles have %s iterations.", kernel->host.tiles);
    const char *text = arena_strndup(poly->arena, out.text, out.length);
    buf_free(&out);
    return text;
}
