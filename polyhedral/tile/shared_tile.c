/*
 * Shared memory: tiles of read-only arrays that the threads of a block share.
 *
 * A kernel that maps the coincident members of a permutable band is tiled along
 * all of the band's members. For the points of one tile, each array that the
 * kernel only reads has a footprint; if that lies in a box of constant size,
 * and it pays, the block copies the box into shared memory once, between two
 * barriers, or has loaded it before (double_buffer.c), and all accesses in the
 * tile read it there. It pays if elements are used several times, or if the
 * requests of warps touch many more sectors than the copy's, which goes along
 * rows (thesis sec. 2.5.7, fig. 2.7c). The copy is a statement of the schedule
 * tree, so that no condition on the thread can come to stand around its
 * barriers.
 *
 * A team (team.c), whose lanes each read elements that follow each other, has
 * the box of all of them copied as its block begins.
 */
#include "polyhedral/tile/tile.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/dependence/dependence.h"
#include "polyhedral/schedule/schedule.h"

#include <isl/id.h>
#include <isl/ilp.h>
#include <isl/val.h>

#include <stdlib.h>
#include <string.h>

enum {
    SHARED_BYTES = 48 * 1024, /* what every GPU gives without asking */
    MIN_REUSE = 4,            /* uses of an element that pay for its copy */
    MIN_GAIN = 2,             /* fewer sectors by that factor do, too */
    MAX_PIECES = 4            /* of the set that guards the copy */
};

static bool kernel_only_reads(const struct poly *poly,
                              const struct map_kernel *kernel, int array)
{
    bool read = false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *access = &poly->access[k];
        if (access->array != array)
            continue;
        isl_union_set *stmt = isl_union_set_from_set(
            isl_set_copy(poly->stmt[access->stmt].domain));
        bool here =
            isl_union_set_is_disjoint(stmt, kernel->domain) != isl_bool_true;
        isl_union_set_free(stmt);
        if (here && access->write)
            return false;
        read |= here;
    }
    return read;
}

isl_union_map *shared_tile_served(const struct poly *poly, const bool *serves)
{
    isl_union_map *all = isl_union_map_empty(affine_space(poly, 0));
    for (int k = 0; k < poly->access_count; k++)
        if (serves[k])
            all = isl_union_map_union(
                all, isl_union_map_from_map(isl_map_copy(poly->access[k].map)));
    return all;
}

/* Do several threads of a kernel use some element? */
static bool is_shared(const struct poly *poly, const struct map_kernel *kernel,
                      const bool *serves)
{
    isl_union_map *user = isl_union_map_apply_range(
        isl_union_map_reverse(shared_tile_served(poly, serves)),
        isl_union_map_copy(kernel->parallel));
    bool single = isl_union_map_is_single_valued(user) == isl_bool_true;
    isl_union_map_free(user);
    return !single;
}

/* [tile dimensions] -> elements of the array that the tile's points read. */
static isl_map *footprint(const struct poly *poly, const bool *serves,
                          isl_union_map *prefix)
{
    isl_union_map *access = shared_tile_served(poly, serves);
    access = isl_union_map_apply_domain(access, isl_union_map_copy(prefix));
    if (isl_union_map_n_map(access) != 1) {
        isl_union_map_free(access);
        return NULL;
    }
    return isl_map_coalesce(isl_map_from_union_map(access));
}

/* An affine function of the tile dimensions as one of parameters hd_p0…. */
static isl_pw_aff *offset_as_params(const struct poly *poly, isl_aff *aff)
{
    isl_pw_aff *pa = isl_pw_aff_from_aff(aff);
    int count = (int)isl_pw_aff_dim(pa, isl_dim_in);
    int first = (int)isl_pw_aff_dim(pa, isl_dim_param);
    pa = isl_pw_aff_move_dims(pa, isl_dim_param, (unsigned)first, isl_dim_in, 0,
                              (unsigned)count);
    for (int k = 0; k < count; k++) {
        char name[16];
        snprintf(name, sizeof name, "hd_p%d", k);
        pa = isl_pw_aff_set_dim_id(pa, isl_dim_param, (unsigned)(first + k),
                                   isl_id_alloc(poly->ctx, name, NULL));
    }
    return isl_pw_aff_project_domain_on_params(pa);
}

/* The tiles whose box, `size` from `offset` on, has nothing but elements of the
 * array that are used (taken). */
static isl_set *whole_tiles(const struct poly *poly,
                            const struct staging_buffer *buffer,
                            isl_multi_aff *offset, isl_set *elements)
{
    elements = isl_set_reset_tuple_id(elements);
    isl_set *box = isl_set_universe(isl_set_get_space(elements));
    for (int k = 0; k < buffer->rank; k++) {
        box = isl_set_lower_bound_si(box, isl_dim_set, (unsigned)k, 0);
        box = isl_set_upper_bound_si(box, isl_dim_set, (unsigned)k,
                                     (int)buffer->size[k] - 1);
    }
    isl_map *from = isl_map_reset_tuple_id(
        isl_map_from_multi_aff(isl_multi_aff_copy(offset)), isl_dim_out);
    isl_set *tiles = isl_map_domain(isl_map_copy(from));
    isl_map *around = isl_map_from_domain_and_range(isl_set_copy(tiles), box);
    from = isl_map_sum(from, around);
    from = isl_map_subtract_range(from, elements);
    tiles = isl_set_subtract(tiles, isl_map_domain(from));
    tiles = isl_set_coalesce(poly_as_params(tiles, "hd_p"));
    return isl_set_n_basic_set(tiles) == 1 ? tiles : isl_set_free(tiles);
}

/* A kernel whose band is being tiled. */
struct tiling {
    struct map_kernel *kernel;
    const int64_t *tile; /* points along each band member */
    int64_t points;      /* of a tile */
    int64_t left;        /* bytes of shared memory */
};

/* Points of a tile at which the access is made: where it does not move along a
 * member that runs in order, it is made once. */
static int64_t distinct_points(const struct poly *poly, const struct tiling *t,
                               const struct access_pattern *p)
{
    const struct access_patterns *all = t->kernel->patterns;
    int64_t points = 1;
    for (int m = 0; m < all->members; m++) {
        struct access_step step = access_step(poly, p, all->first + m);
        if (m < t->kernel->dims || step.far || step.bytes)
            points *= t->tile[m];
    }
    return points;
}

/* Are a warp's reads of the array so scattered that a copy of `elements` in
 * rows of `width` touches fewer sectors by far? */
static bool is_scattered(const struct poly *poly, const struct tiling *t,
                         const struct staging_buffer *buffer, int64_t elements,
                         int64_t width)
{
    const struct access_patterns *all = t->kernel->patterns;
    struct access_threads threads = access_threads(t->kernel);
    struct access_cost copy = access_copy_cost(poly, buffer->array, width);
    double direct = 0;
    bool scattered = false;
    for (int k = 0; k < all->count; k++) {
        const struct access_pattern *p = &all->pattern[k];
        if (!buffer->serves[p->access])
            continue;
        struct access_cost cost = access_cost(poly, p, &threads);
        if (!cost.known)
            return false;
        scattered |= cost.sectors > MIN_GAIN * cost.ideal;
        direct += cost.sectors * (double)distinct_points(poly, t, p);
    }
    return scattered && direct > MIN_GAIN * copy.sectors * (double)elements;
}

/* The tile's box: its sizes in `staging buffer`, its offset returned (NULL: it
 * has none of constant size); `elements` receives their number, or more than
 * fit. Existentials, which make the box no smaller, are left out: isl is slow
 * with them. */
static isl_multi_aff *find_box(const struct poly *poly, isl_map *tile,
                               struct staging_buffer *buffer, int64_t *elements)
{
    isl_map *simple = isl_map_remove_divs(isl_map_copy(tile));
    isl_fixed_box *box = isl_map_get_range_simple_fixed_box_hull(simple);
    isl_map_free(simple);
    if (isl_fixed_box_is_valid(box) != isl_bool_true) {
        isl_fixed_box_free(box);
        return NULL;
    }
    isl_multi_val *size = isl_fixed_box_get_size(box);
    isl_multi_aff *offset = isl_fixed_box_get_offset(box);
    isl_fixed_box_free(box);
    buffer->size = arena_alloc(poly->arena, sizeof(int64_t) * buffer->rank);
    *elements = 1;
    for (int k = 0; k < buffer->rank; k++) {
        isl_val *v = isl_multi_val_get_val(size, k);
        bool fits = isl_val_cmp_si(v, SHARED_BYTES) <= 0;
        buffer->size[k] = fits ? isl_val_get_num_si(v) : SHARED_BYTES + 1;
        isl_val_free(v);
        if (buffer->size[k] > SHARED_BYTES)
            *elements = SHARED_BYTES;
        else if (*elements < SHARED_BYTES)
            *elements *= buffer->size[k];
    }
    isl_multi_val_free(size);
    for (int k = 0; k < buffer->rank; k++)
        if (buffer->size[k] < 1) /* nothing is read, or isl has failed */
            return isl_multi_aff_free(offset);
    return offset;
}

int64_t shared_tile_buffer_bytes(const struct poly *poly,
                                 const struct staging_buffer *buffer)
{
    int array = poly->array[buffer->array].array;
    int64_t bytes = shared_layout_rows(buffer) * buffer->layout.pitch *
                    scop_type_size(poly->scop->array[array].type);
    return (bytes + KIR_PACK_BYTES - 1) / KIR_PACK_BYTES * KIR_PACK_BYTES;
}

/* Neighbours that accesses of the tile may take at once, if all tiles begin at
 * multiples of so many in a row. Without loops in order that are unrolled, what
 * they would save in the copy costs conflicts of the banks in the reads. */
static int64_t choose_vector(const struct poly *poly,
                             const struct map_kernel *kernel,
                             isl_map *tile /* kept */,
                             const struct staging_buffer *buffer,
                             isl_multi_aff *offset /* kept */)
{
    const struct poly_array *pa = &poly->array[buffer->array];
    const struct scop_array *sa = &poly->scop->array[pa->array];
    int last = buffer->rank - 1, size = scop_type_size(sa->type);
    int64_t vector = size == 4 || size == 8 ? KIR_PACK_BYTES / size : 1;
    if (vector == 1 || !kernel->unroll.neighbours || kernel->dims < 2 ||
        kernel->patterns->members == kernel->dims || sa->unit != 1 ||
        sa->offset != 0 || buffer->size[last] % vector)
        return 1;
    isl_aff *rest = isl_multi_aff_get_aff(offset, last);
    isl_local_space *ls = isl_aff_get_domain_local_space(rest);
    rest = isl_aff_mod_val(rest, isl_val_int_from_si(poly->ctx, (long)vector));
    isl_set *others =
        isl_set_intersect(isl_aff_gt_set(rest, isl_aff_zero_on_domain(ls)),
                          isl_map_domain(isl_map_copy(tile)));
    if (isl_set_is_empty(others) != isl_bool_true)
        vector = 1;
    isl_set_free(others);
    return vector;
}

/* The elements of an array that are there to be copied: of the caller's that
 * data may keep from being read those within extents, and where these are not
 * known those that accesses name whose subscripts are. */
static isl_set *existing_elements(const struct poly *poly, int array)
{
    isl_set *elements = dataflow_elements(poly, array);
    if (!access_is_user(poly, array) || array_is_certain(poly, array))
        return elements;
    if (!poly->scop->array[poly->array[array].array].extent[0]) {
        isl_set *known = isl_set_empty(isl_set_get_space(elements));
        for (int k = 0; k < poly->access_count; k++)
            if (poly->access[k].array == array && poly->access[k].exact)
                known = isl_set_union(
                    known, isl_map_range(isl_map_copy(poly->access[k].map)));
        elements = isl_set_coalesce(isl_set_intersect(elements, known));
    }
    return dataflow_within(poly, array, elements);
}

/* Finds where the staging buffer's box is, from `offset` on, and which of its
 * elements exist: of the caller's elements that data may keep from being read,
 * those within extents. False if that is too complicated. */
static bool place_buffer(const struct poly *poly, struct staging_buffer *buffer,
                         isl_multi_aff *offset)
{
    isl_set *elements = existing_elements(poly, buffer->array);
    if (isl_set_n_basic_set(elements) > MAX_PIECES) {
        isl_set_free(elements);
        return false;
    }
    buffer->elements = poly_as_params(isl_set_copy(elements), "hd_e");
    buffer->offset =
        arena_alloc(poly->arena, sizeof *buffer->offset * buffer->rank);
    for (int k = 0; k < buffer->rank; k++)
        buffer->offset[k] =
            offset_as_params(poly, isl_multi_aff_get_aff(offset, k));
    buffer->whole = whole_tiles(poly, buffer, offset, elements);
    return true;
}

/* Fills `staging buffer` if the footprint has a box of constant size that is
 * small enough and pays. */
static bool make_buffer(const struct poly *poly, isl_map *tile,
                        const struct tiling *t, struct staging_buffer *buffer)
{
    const struct poly_array *pa = &poly->array[buffer->array];
    int64_t elements;
    if (pa->rank == 0 || pa->pitch)
        return false;
    buffer->rank = pa->rank;
    isl_multi_aff *offset = find_box(poly, tile, buffer, &elements);
    if (!offset)
        return false;
    int64_t width = buffer->size[pa->rank - 1];
    bool shared = is_shared(poly, t->kernel, buffer->serves);
    bool good = elements < SHARED_BYTES &&
                ((shared && elements * MIN_REUSE <= t->points) ||
                 is_scattered(poly, t, buffer, elements, width));
    buffer->vector =
        good ? choose_vector(poly, t->kernel, tile, buffer, offset) : 1;
    if (good)
        buffer->layout = shared_layout_choose(poly, t->kernel, buffer, t->tile);
    good = good && shared_tile_buffer_bytes(poly, buffer) <= t->left &&
           place_buffer(poly, buffer, offset);
    isl_multi_aff_free(offset);
    return good;
}

static void remark_buffer(const struct poly *poly,
                          const struct map_kernel *kernel,
                          const struct staging_buffer *buffer, int64_t bytes)
{
    const struct staging_layout *layout = &buffer->layout;
    int64_t width = buffer->size[buffer->rank - 1];
    const char *how =
        layout->swizzle ? ", its columns swizzled to spare the banks conflicts"
        : layout->pitch > width
            ? ", its rows padded to spare the banks conflicts"
            : "";
    const char *by = "";
    if (buffer->vector > 1)
        by = arena_printf(poly->arena, ", copied by %lld neighbours",
                          (long long)buffer->vector);
    fault_add(poly->faults, FAULT_STAGED, kernel->loc,
              "a tile of '%s' of %lld bytes is kept in shared memory%s%s",
              poly->scop->array[poly->array[buffer->array].array].name,
              (long long)bytes, how, by);
}

/* Adds a staging buffer for the accesses to the array that `serves` names, if
 * it is worth one. */
static bool add_stage(const struct poly *poly, struct tiling *t, int array,
                      const bool *serves, isl_union_map *prefix)
{
    struct map_kernel *kernel = t->kernel;
    struct staging_buffer *buffer =
        &kernel->shared.buffer[kernel->shared.count];
    isl_map *read = footprint(poly, serves, prefix);
    *buffer =
        (struct staging_buffer){.array = array, .serves = serves, .vector = 1};
    bool good = read && make_buffer(poly, read, t, buffer);
    if (good) {
        int64_t bytes = shared_tile_buffer_bytes(poly, buffer);
        t->left -= bytes;
        kernel->shared.count++;
        remark_buffer(poly, kernel, buffer, bytes);
    }
    isl_map_free(read);
    return good;
}

/* Is the pattern that of a read of the array in the tiles? `like`: moving as
 * that one does (NULL: in any way). */
static bool reads_like(const struct poly *poly, const struct access_pattern *p,
                       int array, isl_union_map *prefix,
                       const struct access_pattern *like)
{
    const struct poly_access *a = &poly->access[p->access];
    if (a->array != array ||
        (like && (!p->known || p->dims != like->dims ||
                  memcmp(p->delta, like->delta,
                         sizeof *p->delta * (size_t)(p->dims * p->rank)) != 0)))
        return false;
    isl_union_set *there =
        isl_union_set_from_set(isl_set_copy(poly->stmt[a->stmt].domain));
    isl_union_set *tiled = isl_union_map_domain(isl_union_map_copy(prefix));
    bool in = isl_union_set_is_disjoint(there, tiled) != isl_bool_true;
    isl_union_set_free(there);
    isl_union_set_free(tiled);
    return in;
}

/* Does the kernel write nothing of what the access reads? Of panels it is asked
 * for each access, else for whole arrays. */
static bool is_only_read(const struct poly *poly,
                         const struct map_kernel *kernel, int access)
{
    return !panel_is_elements(kernel) ||
           panel_reads_apart(poly, kernel, access);
}

static bool *find_reads(const struct poly *poly,
                        const struct map_kernel *kernel, int array,
                        isl_union_map *prefix,
                        const struct access_pattern *like)
{
    bool *serves = arena_alloc(
        poly->arena, sizeof *serves * (size_t)(poly->access_count + 1));
    for (int k = 0; k < kernel->patterns->count; k++) {
        const struct access_pattern *p = &kernel->patterns->pattern[k];
        serves[p->access] = reads_like(poly, p, array, prefix, like) &&
                            is_only_read(poly, kernel, p->access);
    }
    return serves;
}

/* One tile for all reads of an array or, if that is none, one for each way in
 * which they move, as those of A in A * A'. */
static void add_stages(const struct poly *poly, struct tiling *t, int array,
                       isl_union_map *prefix)
{
    const struct access_patterns *all = t->kernel->patterns;
    bool *done = find_reads(poly, t->kernel, array, prefix, NULL);
    if (add_stage(poly, t, array, done, prefix))
        return;
    for (int k = 0; k < all->count; k++) {
        const struct access_pattern *p = &all->pattern[k];
        if (!done[p->access] || !p->known)
            continue;
        bool *serves = find_reads(poly, t->kernel, array, prefix, p);
        add_stage(poly, t, array, serves, prefix);
        for (int i = 0; i < poly->access_count; i++)
            done[i] &= !serves[i];
    }
}

/* Do all threads of a block of one dimension read the same elements of the
 * array? The cache that serves them is as fast as shared memory. */
static bool is_uniform(const struct poly *poly, const struct map_kernel *kernel,
                       int array)
{
    struct access_threads threads = access_threads(kernel);
    const struct access_patterns *all = kernel->patterns;
    bool uniform = kernel->dims == 1;
    for (int k = 0; k < all->count; k++) {
        const struct access_pattern *p = &all->pattern[k];
        if (poly->access[p->access].array != array)
            continue;
        uniform &= p->known;
        for (int d = 0; d < kernel->dims && uniform; d++) {
            struct access_step step = access_step(poly, p, threads.dim[d]);
            uniform = !step.far && !step.bytes;
        }
    }
    return uniform;
}

/* What is uniform comes to shared memory with other arrays only: barriers wait
 * for those anyway. */
void shared_tile_find(const struct poly *poly, struct map_kernel *kernel,
                      const int64_t *tile, isl_union_map *prefix)
{
    struct tiling t = {kernel, tile, 1, SHARED_BYTES};
    for (int m = 0; m < kernel->patterns->members; m++)
        t.points *= tile[m];
    kernel->shared.buffer =
        arena_alloc(poly->arena, sizeof *kernel->shared.buffer *
                                     (size_t)(poly->access_count + 1));
    if (!pass_runs(poly->passes, PASS_SHARED_TILE))
        return;
    bool panels = panel_is_elements(kernel);
    for (int uniform = 0; uniform < 2; uniform++)
        for (int a = 0; a < poly->array_count; a++)
            if ((!uniform || kernel->shared.count) &&
                (panels || kernel_only_reads(poly, kernel, a)) &&
                is_uniform(poly, kernel, a) == uniform)
                add_stages(poly, &t, a, prefix);
}

isl_schedule_node *shared_tile_thread(const struct poly *poly,
                                      const struct map_kernel *kernel,
                                      isl_schedule_node *node)
{
    isl_union_map *mine = isl_union_map_intersect_range(
        isl_union_map_copy(kernel->parallel),
        isl_union_set_from_set(map_box(poly, kernel, false)));
    return isl_schedule_node_insert_filter(node, isl_union_map_domain(mine));
}

/* Where tiles begin at the least is not asked for each of them. */
static void forget_first(const struct poly *poly, struct map_kernel *kernel,
                         isl_set *tiles /* kept */)
{
    isl_set *known = isl_set_universe(isl_set_get_space(tiles));
    int count = (int)isl_set_dim(tiles, isl_dim_set);
    for (int k = 0; k < count; k++) {
        isl_val *least = isl_set_dim_min_val(isl_set_copy(tiles), k);
        if (isl_val_is_int(least) == isl_bool_true)
            known = isl_set_lower_bound_val(known, isl_dim_set, (unsigned)k,
                                            isl_val_copy(least));
        isl_val_free(least);
    }
    known = poly_as_params(known, "hd_p");
    for (int s = 0; s < kernel->shared.count; s++)
        if (kernel->shared.buffer[s].whole)
            kernel->shared.buffer[s].whole = isl_set_gist(
                kernel->shared.buffer[s].whole, isl_set_copy(known));
    isl_set_free(known);
}

/* Puts the copies of a tile in front of the node (taken). */
static isl_schedule_node *copy_before(const struct poly *poly,
                                      struct map_kernel *kernel,
                                      isl_schedule_node *node,
                                      isl_union_map *prefix)
{
    isl_set *tiles = isl_set_from_union_set(isl_union_map_range(prefix));
    tiles = isl_set_coalesce(tiles);
    forget_first(poly, kernel, tiles);
    isl_map *copy = isl_set_identity(tiles);
    copy = isl_map_set_tuple_name(
        copy, isl_dim_out,
        arena_printf(poly->arena, "hd_stage_%s", kernel->name));
    isl_schedule_node *graft =
        isl_schedule_node_from_extension(isl_union_map_from_map(copy));
    return isl_schedule_node_graft_before(node, graft);
}

isl_schedule_node *shared_tile_copy(const struct poly *poly,
                                    struct map_kernel *kernel,
                                    isl_schedule_node *node,
                                    isl_union_map *prefix)
{
    node = shared_tile_thread(poly, kernel, node);
    return copy_before(poly, kernel, node, prefix);
}

/* Teams -------------------------------------------------------------------- */

/* Bytes of shared memory that the region's teams have for partial results. */
static int64_t team_bytes(const struct poly *poly)
{
    int64_t bytes = 0;
    for (int k = 0; k < poly->scop->array_count; k++) {
        const struct scop_array *a = &poly->scop->array[k];
        if (a->team)
            bytes += team_elements(a) * scop_type_size(a->type);
    }
    return bytes;
}

/* Which reads of the array do a lane's steps make, which follow each other in
 * memory, so that those of the lanes at one time are far apart? NULL: none. */
static bool *find_steps(const struct poly *poly,
                        const struct map_kernel *kernel, int array)
{
    bool *serves = arena_alloc(
        poly->arena, sizeof *serves * (size_t)(poly->access_count + 1));
    bool some = false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        isl_union_set *stmt =
            isl_union_set_from_set(isl_set_copy(poly->stmt[a->stmt].domain));
        serves[k] =
            a->array == array && !a->write && a->exact &&
            team_steps(poly, a->stmt) &&
            isl_union_set_is_subset(stmt, kernel->domain) == isl_bool_true;
        some |= serves[k];
        isl_union_set_free(stmt);
    }
    return some ? serves : NULL;
}

/* Adds a staging buffer for what a block's lanes read of the array, if that is
 * a box in which neighbouring lanes are an odd number of elements apart, in
 * different banks. */
static void add_team_stage(const struct poly *poly, struct map_kernel *kernel,
                           int array, isl_union_map *prefix, int64_t *left)
{
    const struct poly_array *pa = &poly->array[array];
    struct staging_buffer *buffer =
        &kernel->shared.buffer[kernel->shared.count];
    *buffer =
        (struct staging_buffer){.array = array, .rank = pa->rank, .vector = 1};
    buffer->serves = pa->rank ? find_steps(poly, kernel, array) : NULL;
    isl_map *tile =
        buffer->serves ? footprint(poly, buffer->serves, prefix) : NULL;
    int64_t elements = 0;
    isl_multi_aff *offset =
        tile ? find_box(poly, tile, buffer, &elements) : NULL;
    isl_map_free(tile);
    if (!offset)
        return;
    buffer->layout =
        (struct staging_layout){.pitch = buffer->size[pa->rank - 1]};
    bool good = elements / kernel->team.threads % 2 == 1 &&
                elements < SHARED_BYTES &&
                shared_tile_buffer_bytes(poly, buffer) <= *left;
    if (good && place_buffer(poly, buffer, offset)) {
        *left -= shared_tile_buffer_bytes(poly, buffer);
        kernel->shared.count++;
        remark_buffer(poly, kernel, buffer,
                      shared_tile_buffer_bytes(poly, buffer));
    }
    isl_multi_aff_free(offset);
}

isl_schedule_node *shared_tile_team(const struct poly *poly,
                                    struct map_kernel *kernel,
                                    isl_schedule_node *band)
{
    int64_t left = SHARED_BYTES - team_bytes(poly);
    int depth = (int)isl_schedule_node_get_tree_depth(band);
    isl_schedule_node *node = isl_schedule_node_child(band, 0);
    isl_union_map *prefix =
        isl_schedule_node_get_prefix_schedule_union_map(node);
    kernel->shared.buffer =
        arena_alloc(poly->arena, sizeof *kernel->shared.buffer *
                                     (size_t)(poly->array_count + 1));
    for (int a = 0; a < poly->array_count; a++)
        if (!poly->array[a].pitch && kernel_only_reads(poly, kernel, a))
            add_team_stage(poly, kernel, a, prefix, &left);
    if (kernel->shared.count)
        node = copy_before(poly, kernel, node, prefix);
    else
        isl_union_map_free(prefix);
    return node_rise(node, depth);
}

/* May some read be worth a tile? Where every member is mapped, only if it is
 * scattered: there is no reuse but between neighbours. */
bool shared_tile_may_gain(const struct poly *poly,
                          const struct map_kernel *kernel)
{
    const struct access_patterns *all = kernel->patterns;
    struct access_threads threads = access_threads(kernel);
    bool some = all->members > kernel->dims;
    for (int k = 0; k < all->count && !some; k++) {
        struct access_cost cost = access_cost(poly, &all->pattern[k], &threads);
        some = cost.known && cost.sectors > MIN_GAIN * cost.ideal &&
               !poly->access[all->pattern[k].access].write;
    }
    return some;
}
