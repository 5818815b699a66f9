/*
 * Plans in drivers: how large they are, and the choice between Plan and nest.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/planning.h"

#include "polyhedral/plan/plan.h"

#include <string.h>

/* hd_plan, as hedra_plan_mode gives it. */
enum { MODE_AUTO, MODE_GUARD, MODE_PLAN };

/* As enum hedra_plan_state has it. */
enum { KEPT = 2 };

/* Entries of the list that a host's block executes. */
enum { HOST_CHUNK = 256 };

/*
 * The share of active points, in percent, up to which the list is taken. With a
 * share s a GPU's nest costs (1 - (1 - s)^32) B for each 32 points, B being the
 * body's instructions, and the list s B and a part of the scheduler that is
 * small where there is a Plan at all: the list wins until nearly all points are
 * active. The host has no lanes that wait, and skipping a point costs it a
 * branch: it makes a Plan only if asked to.
 */
enum { SHARE = 80 };

static int tile_size(const struct map_kernel *kernel, int dim)
{
    if (dim == 0)
        return kernel->points.dims == 1 ? PLAN_LANES * PLAN_ROWS : PLAN_LANES;
    return dim == 1 ? PLAN_ROWS : 1;
}

/* Tiles along a dimension of `extent` points, none if that is not positive. */
static int tiles_along(struct lower *l, const struct map_kernel *kernel,
                       int dim, int extent)
{
    int size = tile_size(kernel, dim);
    int tiles = kir_binary(l->f, KIR_ADD, extent, kir_i64(l->f, size - 1));
    return kir_floor_div(l->f, tiles, size);
}

static int extent_of(struct lower *l, isl_pw_aff *low, isl_pw_aff *high)
{
    int first = lower_pw_aff(l, low);
    int last = lower_pw_aff(l, high);
    int extent = kir_binary(l->f, KIR_SUB, last, first);
    extent = kir_binary(l->f, KIR_ADD, extent, kir_i64(l->f, 1));
    return kir_binary(l->f, KIR_MAX, extent, kir_i64(l->f, 0));
}

/* The bits that numbers below `extent` take, 63 at most. */
static int bits_of(struct lower *l, int extent)
{
    struct kir_func *f = l->f;
    int bits = kir_variable(
        f, arena_printf(l->poly->arena, "hd_bits%d", f->variable_count),
        KIR_I64);
    kir_set(f, bits, kir_i64(l->f, 0));
    kir_while(f);
    int shift = kir_cast(f, KIR_I32, kir_get(f, bits));
    int top = kir_binary(f, KIR_SUB, extent, kir_i64(l->f, 1));
    int rest = kir_binary(f, KIR_SHR, top, shift);
    kir_while_body(f, kir_binary(f, KIR_GT, rest, kir_i64(l->f, 0)));
    kir_set(f, bits,
            kir_binary(f, KIR_ADD, kir_get(f, bits), kir_i64(l->f, 1)));
    kir_end(f);
    return kir_get(f, bits);
}

/* The number of points may not be beyond what 32 bits count, nor their tiles
 * far more than the points: long in one dimension and short in the others. */
static int fits(struct lower *l, int bits, int points, int tiles)
{
    enum { FEW_TILES = 4096, PADDING = 16 };
    struct kir_func *f = l->f;
    int most = kir_floor_div(f, points, PLAN_LANES * PLAN_ROWS / PADDING);
    most = kir_binary(f, KIR_ADD, most, kir_i64(l->f, FEW_TILES));
    return kir_binary(f, KIR_AND,
                      kir_binary(f, KIR_LE, bits, kir_i64(l->f, PLAN_BITS)),
                      kir_binary(f, KIR_LE, tiles, most));
}

/* The shape of a kernel's Plan. */
static struct plan_shape find_shape(struct lower *l,
                                    const struct map_kernel *kernel)
{
    struct kir_func *f = l->f;
    struct plan_shape shape;
    isl_pw_aff *low[MAP_MAX_DIMS], *high[MAP_MAX_DIMS];
    isl_set *points = lower_mapped_points(kernel->points.map, kernel->domain);
    int bits = kir_i64(l->f, 0);
    lower_find_box(points, kernel->points.dims, low, high);
    isl_set_free(points);
    shape.points = shape.tiles = kir_i64(l->f, 1);
    for (int d = 0; d < kernel->points.dims; d++) {
        /* more points than this never fit, and products must not overflow */
        int extent = kir_binary(f, KIR_MIN, extent_of(l, low[d], high[d]),
                                kir_i64(l->f, INT64_C(1) << (PLAN_BITS + 1)));
        shape.shift[d] = bits_of(l, extent);
        bits = kir_binary(f, KIR_ADD, bits, shape.shift[d]);
        extent =
            kir_ternary(f, KIR_SELECT,
                        kir_binary(f, KIR_LE, bits, kir_i64(l->f, PLAN_BITS)),
                        extent, kir_i64(l->f, 0));
        shape.points = kir_binary(f, KIR_MUL, shape.points, extent);
        shape.tiles = kir_binary(f, KIR_MUL, shape.tiles,
                                 tiles_along(l, kernel, d, extent));
    }
    shape.fits = fits(l, bits, shape.points, shape.tiles);
    return shape;
}

/* The bytes of each of its rows, I64. */
static void find_row_sizes(struct lower *l, const struct map_kernel *kernel,
                           int size[PLAN_ROW_COUNT])
{
    enum { BYTES = 4 };
    struct kir_func *f = l->f;
    struct plan_shape shape = find_shape(l, kernel);
    size[PLAN_ROW_BITS] =
        kir_binary(f, KIR_MUL, shape.tiles, kir_i64(l->f, BYTES * PLAN_LANES));
    size[PLAN_ROW_COUNTS] =
        kir_binary(f, KIR_MUL, shape.tiles, kir_i64(l->f, BYTES));
    size[PLAN_ROW_TOTAL] = kir_i64(l->f, BYTES);
    size[PLAN_ROW_LIST] =
        kir_binary(f, KIR_MUL, shape.points, kir_i64(l->f, BYTES));
    size[PLAN_ROW_STATE] = kir_i64(l->f, 1);
    for (int r = 0; r < PLAN_ROW_COUNT; r++)
        size[r] =
            kir_ternary(f, KIR_SELECT, shape.fits, size[r], kir_i64(l->f, 0));
}

/* The Plans' rows, beginning at byte 0: as long as either mapping needs. */
static void lower_mapping_rows(struct lower *l, const struct mapping *mapping,
                               int out, int *size)
{
    struct kir_func *f = l->f;
    for (int k = 0; mapping && k < mapping->kernel_count; k++) {
        const struct map_kernel *kernel = &mapping->kernel[k];
        if (!kernel->plan)
            continue;
        int length[PLAN_ROW_COUNT];
        find_row_sizes(l, kernel, length);
        for (int r = 0; r < PLAN_ROW_COUNT; r++) {
            int *most = &size[PLAN_ROW_COUNT * kernel->plan->number + r];
            *most = *most < 0 ? length[r]
                              : kir_binary(f, KIR_MAX, *most, length[r]);
            int row = kernel->plan->row + r;
            kir_store(f, out, kir_int(f, KIR_I64, 2 * row),
                      kir_int(f, KIR_I64, 0));
            kir_store(f, out, kir_int(f, KIR_I64, 2 * row + 1), *most);
        }
    }
}

int plan_lower_rows(struct lower *l, const struct mapping *gpu,
                    const struct mapping *host, int out)
{
    int count = PLAN_ROW_COUNT * l->storage->plan_count;
    size_t size = sizeof(int) * (size_t)(count + 1);
    int *length = arena_alloc(l->poly->arena, size);
    memset(length, -1, size);
    lower_mapping_rows(l, gpu, out, length);
    lower_mapping_rows(l, host, out, length);
    return count;
}

struct lower_planning *lower_planning_new(struct arena *arena)
{
    return arena_alloc(arena, sizeof(struct lower_planning));
}

void plan_take_mode(struct lower *l, int mode)
{
    l->planning->mode = mode;
}

void plan_share_mode(struct lower *l, const struct lower *driver)
{
    l->planning->mode = driver->planning->mode;
}

void plan_start(struct lower *l)
{
    struct lower_planning *planning = l->planning;
    int count = plan_count(l->mapping);
    if (count == 0)
        return;
    if (l->options->plan == SCOP_PLAN_COMPACT)
        planning->mode = plan_asked(l, planning->mode);
    planning->shape =
        arena_alloc(l->poly->arena, sizeof *planning->shape * (size_t)count);
    for (int k = 0; k < l->mapping->kernel_count; k++) {
        const struct map_kernel *kernel = &l->mapping->kernel[k];
        if (kernel->plan)
            planning->shape[kernel->plan->number] = find_shape(l, kernel);
    }
}

static void define(struct lower *l, enum plan_source which, int dim, int value)
{
    lower_source_define(l, SOURCE_PLAN, (int)which, dim, value);
}

/* Defines what the launches of the scheduler need; returns the box' points. */
static int define_box(struct lower *l, const struct map_kernel *kernel,
                      const struct lowered *box)
{
    struct kir_func *f = l->f;
    const struct plan_shape *shape = &l->planning->shape[kernel->plan->number];
    int all = kir_i64(l->f, 1), points = all;
    for (int d = 0; d < kernel->points.dims; d++) {
        int low = lower_pw_aff(l, isl_pw_aff_copy(box->low[d]));
        int high = lower_pw_aff(l, isl_pw_aff_copy(box->high[d]));
        int extent = kir_binary(f, KIR_SUB, high, low);
        extent = kir_binary(f, KIR_ADD, extent, kir_i64(l->f, 1));
        extent = kir_binary(f, KIR_MAX, extent, kir_i64(l->f, 0));
        int tiles = tiles_along(l, kernel, d, extent);
        define(l, PLAN_LOW, d, low);
        define(l, PLAN_HIGH, d, high);
        define(l, PLAN_TILES, d, tiles);
        define(l, PLAN_SHIFT, d, shape->shift[d]);
        all = kir_binary(f, KIR_MUL, all, tiles);
        points = kir_binary(f, KIR_MUL, points, extent);
    }
    define(l, PLAN_ALL, 0, all);
    define(l, PLAN_FIRST, 0, kir_i64(l->f, 0));
    return points;
}

static void launch_blocks(struct lower *l, const struct lowered *low,
                          int blocks)
{
    int one = kir_i64(l->f, 1);
    const int grid[3] = {blocks, one, one};
    lower_launch_kernel(l, low, grid);
}

/* Asked for, or few enough points are active? */
static int is_worth_it(struct lower *l, int active, int points)
{
    struct kir_func *f = l->f;
    int mine = kir_binary(f, KIR_MUL, active, kir_i64(l->f, 100));
    int64_t share = choice_take(l->mapping->gpu ? l->poly->choice : NULL,
                                CHOICE_PLAN_SHARE, SHARE);
    int most = kir_binary(f, KIR_MUL, points, kir_i64(l->f, share));
    int asked = kir_binary(f, KIR_EQ, l->planning->mode,
                           kir_int(f, KIR_I32, MODE_PLAN));
    return kir_binary(f, KIR_OR, asked, kir_binary(f, KIR_LT, mine, most));
}

int plan_asked(struct lower *l, int mode)
{
    int none =
        kir_binary(l->f, KIR_EQ, mode, kir_int(l->f, KIR_I32, MODE_AUTO));
    return kir_ternary(l->f, KIR_SELECT, none,
                       kir_int(l->f, KIR_I32, MODE_PLAN), mode);
}

/* PRED: is the Plan to be made? What an earlier run has left holds for the same
 * key, for which that run has decided as this one will. */
static int is_to_be_made(struct lower *l, const struct map_plan *plan)
{
    struct kir_func *f = l->f;
    if (!plan->keep)
        return kir_int(f, KIR_PRED, 1);
    int state = kir_fetch(f, plan->row + PLAN_ROW_STATE, KIR_U32,
                          lower_plan_key(l, plan->input));
    return kir_binary(f, KIR_NE, state, kir_int(f, KIR_U32, KEPT));
}

/* Launches the Plan's nest if it is worth it, which `listed` receives. */
static void launch_list(struct lower *l, const struct map_kernel *kernel,
                        const struct lowered *part, int listed)
{
    struct kir_func *f = l->f;
    int points = define_box(l, kernel, part);
    int tiles = lower_source(l, SOURCE_PLAN, PLAN_ALL, 0);
    int make = is_to_be_made(l, kernel->plan);
    kir_if(f, make);
    launch_blocks(l, &part[PLAN_MARK], tiles);
    launch_blocks(l, &part[PLAN_SCAN], kir_i64(l->f, 1));
    kir_end(f);
    int active = kir_cast(f, KIR_I64,
                          kir_fetch(f, kernel->plan->row + PLAN_ROW_TOTAL,
                                    KIR_U32, kir_i64(l->f, 0)));
    kir_if(f, is_worth_it(l, active, points));
    define(l, PLAN_COUNT, 0, active);
    kir_if(f, make);
    launch_blocks(l, &part[PLAN_FILL], tiles);
    kir_end(f);
    int blocks = kir_binary(f, KIR_ADD, active,
                            kir_i64(l->f, plan_block(l->mapping) - 1));
    launch_blocks(l, &part[PLAN_NEST],
                  kir_floor_div(f, blocks, plan_block(l->mapping)));
    kir_set(f, listed, kir_int(f, KIR_I32, 1));
    kir_end(f);
}

void plan_launch(struct lower *l, int number)
{
    struct kir_func *f = l->f;
    const struct map_kernel *kernel = &l->mapping->kernel[number];
    const struct lowered *part = l->lowered[number].plan;
    int listed = kir_variable(
        f, arena_printf(l->poly->arena, "hd_listed%d", number), KIR_I32);
    int may = kir_binary(
        f, l->mapping->gpu ? KIR_NE : KIR_EQ, l->planning->mode,
        kir_int(f, KIR_I32, l->mapping->gpu ? MODE_GUARD : MODE_PLAN));
    kir_set(f, listed, kir_int(f, KIR_I32, 0));
    kir_if(f, kir_binary(f, KIR_AND, may,
                         l->planning->shape[kernel->plan->number].fits));
    launch_list(l, kernel, part, listed);
    kir_end(f);
    kir_if(f,
           kir_binary(f, KIR_EQ, kir_get(f, listed), kir_int(f, KIR_I32, 0)));
    lower_launch_nest(l, number);
    kir_end(f);
}

int64_t plan_block(const struct mapping *mapping)
{
    return mapping->gpu ? PLAN_LANES : HOST_CHUNK;
}
