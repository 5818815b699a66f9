/*
 * Spaces with the parameters that the mapping adds (hd_b, hd_t), and the points
 * of a block or of a thread as sets over them.
 */
#include "polyhedral/model/model.h"

#include <isl/val.h>

isl_aff *space_param(isl_local_space *space, const char *name)
{
    int at = isl_local_space_find_dim_by_name(space, isl_dim_param, name);
    return isl_aff_var_on_domain(space, isl_dim_param, (unsigned)at);
}

isl_space *space_tagged(isl_space *space, const char *prefix, int count)
{
    int first = (int)isl_space_dim(space, isl_dim_param);
    space = isl_space_add_dims(space, isl_dim_param, (unsigned)count);
    for (int k = 0; k < count; k++) {
        char name[16];
        snprintf(name, sizeof name, "%s%d", prefix, k);
        space = isl_space_set_dim_name(space, isl_dim_param,
                                       (unsigned)(first + k), name);
    }
    return space;
}

/* The dimension f of the box, and block * hd_b, its first point. */
static isl_aff *offset_in_block(isl_set *box, int dim, int64_t block)
{
    isl_ctx *ctx = isl_set_get_ctx(box);
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(box));
    char name[16];
    snprintf(name, sizeof name, "hd_b%d", dim);
    isl_aff *f = isl_aff_var_on_domain(isl_local_space_copy(ls), isl_dim_set,
                                       (unsigned)dim);
    isl_aff *b = space_param(ls, name);
    b = isl_aff_scale_val(b, isl_val_int_from_si(ctx, (long)block));
    return isl_aff_sub(f, b);
}

int64_t map_extent(const struct map_kernel *kernel, int d)
{
    return kernel->block[d] * kernel->unroll.each[d];
}

int64_t map_point(const struct map_kernel *kernel, int d, int64_t k)
{
    int64_t v = kernel->unroll.vector;
    return d ? k : k / v * v * kernel->block[0] + k % v;
}

int64_t map_apart(const struct map_kernel *kernel, int d)
{
    return d ? kernel->unroll.each[d] : kernel->unroll.vector;
}

/* { (offset - vector hd_t) mod (vector block) < vector } along x, { each hd_t
 * <= offset < each (hd_t + 1) } along the others; within the block's extent in
 * any case. */
static isl_set *of_thread(const struct map_kernel *kernel, isl_set *box, int d,
                          isl_aff *offset)
{
    isl_ctx *ctx = isl_set_get_ctx(box);
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(box));
    char name[16];
    snprintf(name, sizeof name, "hd_t%d", d);
    isl_aff *thread = space_param(isl_local_space_copy(ls), name);
    isl_aff *zero = isl_aff_zero_on_domain(ls);
    if (kernel->unroll.each[d] == 1) {
        isl_aff_free(zero);
        return isl_set_intersect(box, isl_aff_eq_set(offset, thread));
    }
    thread = isl_aff_scale_val(
        thread, isl_val_int_from_si(ctx, (long)map_apart(kernel, d)));
    isl_aff *rest = isl_aff_sub(offset, thread);
    int most = (int)(d ? kernel->unroll.each[d] : map_extent(kernel, d)) - 1;
    isl_aff *last = isl_aff_add_constant_si(isl_aff_copy(zero), most);
    box = isl_set_intersect(box, isl_aff_le_set(isl_aff_copy(rest), last));
    box = isl_set_intersect(
        box, isl_aff_ge_set(isl_aff_copy(rest), isl_aff_copy(zero)));
    if (d) {
        isl_aff_free(rest);
        isl_aff_free(zero);
        return box;
    }
    int64_t width = kernel->unroll.vector * kernel->block[d];
    rest = isl_aff_mod_val(rest, isl_val_int_from_si(ctx, (long)width));
    zero = isl_aff_add_constant_si(zero, (int)kernel->unroll.vector - 1);
    return isl_set_intersect(box, isl_aff_le_set(rest, zero));
}

isl_set *map_box(const struct poly *poly, const struct map_kernel *kernel,
                 bool whole)
{
    isl_space *space = affine_space(poly, kernel->dims);
    space = space_tagged(space, "hd_b", kernel->dims);
    if (!whole)
        space = space_tagged(space, "hd_t", kernel->dims);
    isl_set *box = isl_set_universe(space);
    for (int k = 0; k < kernel->dims; k++) {
        isl_local_space *ls =
            isl_local_space_from_space(isl_set_get_space(box));
        isl_aff *offset = offset_in_block(box, k, map_extent(kernel, k));
        if (whole) {
            isl_aff *last = isl_aff_add_constant_si(
                isl_aff_zero_on_domain(isl_local_space_copy(ls)),
                (int)map_extent(kernel, k) - 1);
            box = isl_set_intersect(box,
                                    isl_aff_le_set(isl_aff_copy(offset), last));
            box = isl_set_intersect(
                box, isl_aff_ge_set(offset, isl_aff_zero_on_domain(ls)));
        } else {
            isl_local_space_free(ls);
            box = of_thread(kernel, box, k, offset);
        }
    }
    return box;
}

int staging_buffer_of(const struct map_kernel *kernel, int access)
{
    for (int s = 0; access >= 0 && s < kernel->shared.count; s++)
        if (kernel->shared.buffer[s].serves[access])
            return s;
    return -1;
}
