/*
 * The kernels of trapezoids in time (tile/trapezoidal.h), and their launches.
 *
 * A block of the kernel is a tile: with a its edge, its elements along the
 * first dimension in a sweep are those from a + left to before the next edge -
 * right, and of an inverted one from a - right to before a + left; the
 * outermost tiles have no outer sides. In a tile, stripe by stripe, step by
 * step, sweep by sweep: the part of the sweep's box.
 */
#include "polyhedral/lower/features.h"

#include "polyhedral/tile/tile.h"

/* What the driver gives the kernel, as dimensions of the host. */
enum { BEGIN, END, INVERTED, TILES, STRIPE };

/* How the model chooses when the sizes are known: tiles along the first
 * dimension that there should be if there are several threads, steps that are
 * worth it, bytes of a row of one dimension that the first cache holds,
 * elements of one that is worth a thread, bytes of a stripe, and bytes of
 * arrays that caches hold anyway. */
enum {
    LEAST_TILES = 4,
    LEAST_STEPS = 2,
    ROW_BYTES = 32 * 1024,
    LEAST_ROW = 512,
    STRIPE_BYTES = 512 * 1024,
    LEAST_BYTES = 4 * 1024 * 1024,      /* in two dimensions */
    LEAST_BYTES_DEEP = 16 * 1024 * 1024 /* in three: rows are shorter */
};

struct trapezoids {
    struct lower *l;
    const struct overlap *o;
    const struct trapezoid *t;
    int *low[MAP_MAX_DIMS], *high[MAP_MAX_DIMS]; /* per sweep */
    int least[MAP_MAX_DIMS], extent[MAP_MAX_DIMS];
    /* in the kernel: where the tile's sides begin, the time and the stripe */
    int inverted, from, to, begin, time, stripe, *element;
};

static int op(struct trapezoids *z, enum kir_op op, int a, int b)
{
    return kir_binary(z->l->f, op, a, b);
}

static int choose(struct trapezoids *z, int pred, int a, int b)
{
    return kir_ternary(z->l->f, KIR_SELECT, pred, a, b);
}

/* The ends of the sweeps' boxes, and the box around them all. */
static void find_ends(struct trapezoids *z)
{
    struct lower *l = z->l;
    size_t size = sizeof(int) * (size_t)z->o->stmt_count;
    for (int d = 0; d < z->o->dims; d++) {
        int most = 0;
        z->low[d] = arena_alloc(l->poly->arena, size);
        z->high[d] = arena_alloc(l->poly->arena, size);
        for (int k = 0; k < z->o->stmt_count; k++) {
            const struct overlap_stmt *s = &z->o->stmt[k];
            int low =
                lower_pw_aff(l, isl_pw_aff_from_aff(isl_aff_copy(s->low[d])));
            int high =
                lower_pw_aff(l, isl_pw_aff_from_aff(isl_aff_copy(s->high[d])));
            z->low[d][k] = low;
            z->high[d][k] = high;
            z->least[d] = k ? op(z, KIR_MIN, z->least[d], low) : low;
            most = k ? op(z, KIR_MAX, most, high) : high;
        }
        z->extent[d] =
            kir_offset(z->l->f, op(z, KIR_SUB, most, z->least[d]), 1);
    }
}

/* The kernel ----------------------------------------------------------------
 */

/* Where tile number `tile` begins. */
static int edge(struct trapezoids *z, int tile)
{
    int tiles = lower_source(z->l, SOURCE_HOST_DIM, TILES, 0);
    int at = op(z, KIR_MUL, tile, z->extent[0]);
    return op(z, KIR_ADD, z->least[0], op(z, KIR_DIV, at, tiles));
}

static void find_edges(struct trapezoids *z)
{
    struct lower *l = z->l;
    int tile = kir_cast(l->f, KIR_I64, kir_block_index(l->f, 0));
    int phase = lower_source(l, SOURCE_HOST_DIM, INVERTED, 0);
    int last =
        kir_offset(z->l->f, lower_source(l, SOURCE_HOST_DIM, TILES, 0), -1);
    int from = edge(z, op(z, KIR_ADD, tile, phase));
    int to = edge(z, kir_offset(z->l->f, tile, 1));
    z->inverted = op(z, KIR_NE, phase, kir_i64(z->l->f, 0));
    int first = op(z, KIR_EQ, op(z, KIR_ADD, tile, phase), kir_i64(z->l->f, 0));
    z->from = choose(z, first, kir_i64(z->l->f, INT64_MIN / 4), from);
    last = choose(z, op(z, KIR_EQ, tile, last), kir_i64(z->l->f, INT64_MAX / 4),
                  to);
    z->to = choose(z, z->inverted, from, last);
    z->begin = lower_source(l, SOURCE_HOST_DIM, BEGIN, 0);
}

/* How far the side has moved in a sweep of the step at hand. */
static int moved(struct trapezoids *z, const struct trapezoid_side *side,
                 int sweep)
{
    int steps = op(z, KIR_SUB, z->time, z->begin);
    return kir_offset(z->l->f,
                      op(z, KIR_MUL, steps, kir_i64(z->l->f, side->step)),
                      side->at[sweep]);
}

/* The tile's part of a sweep along a dimension, the end excluded. */
static void find_part(struct trapezoids *z, int sweep, int d, int *from,
                      int *to)
{
    int low = z->low[d][sweep],
        high = kir_offset(z->l->f, z->high[d][sweep], 1);
    *from = low;
    *to = high;
    if (d > 1)
        return;
    int zero = kir_i64(z->l->f, 0), begin, end;
    if (d == 0) {
        int left = moved(z, &z->t->left, sweep);
        int right = op(z, KIR_SUB, zero, moved(z, &z->t->right, sweep));
        begin = op(z, KIR_ADD, z->from, choose(z, z->inverted, right, left));
        end = op(z, KIR_ADD, z->to, choose(z, z->inverted, left, right));
    } else {
        int size = lower_source(z->l, SOURCE_HOST_DIM, STRIPE, 0);
        begin = op(z, KIR_ADD, z->least[1], z->stripe);
        begin = op(z, KIR_SUB, begin, moved(z, &z->t->lean, sweep));
        end = op(z, KIR_ADD, begin, size);
    }
    *from = op(z, KIR_MAX, low, begin);
    *to = op(z, KIR_MIN, high, end);
}

static void lower_sweep(struct trapezoids *z, int sweep)
{
    struct lower *l = z->l;
    const struct overlap_stmt *s = &z->o->stmt[sweep];
    int depth = l->poly->scop->stmt[s->stmt].depth;
    int from[MAP_MAX_DIMS], to[MAP_MAX_DIMS], element[MAP_MAX_DIMS];
    for (int d = 0; d < z->o->dims; d++)
        find_part(z, sweep, d, &from[d], &to[d]);
    for (int d = 0; d < z->o->dims; d++)
        element[d] = kir_for(l->f, from[d], to[d], kir_i64(z->l->f, 1),
                             d == z->o->dims - 1 ? KIR_FOR_SIMD : 0);
    l->stmt = &l->poly->stmt[s->stmt];
    l->iter = arena_alloc(l->poly->arena, sizeof(int) * (size_t)depth);
    l->iter[0] = z->time;
    for (int k = 1; k < depth; k++)
        l->iter[k] = kir_offset(z->l->f, element[s->at[k]], -s->shift[k]);
    lower_statement(l);
    for (int d = 0; d < z->o->dims; d++)
        kir_end(l->f);
}

static void lower_tile(struct trapezoids *z)
{
    struct lower *l = z->l;
    int end = lower_source(l, SOURCE_HOST_DIM, END, 0);
    bool stripes = z->o->dims > 1;
    if (stripes) {
        z->time = end;
        int most =
            kir_offset(z->l->f, moved(z, &z->t->lean, 0), z->t->lean.most);
        z->stripe = kir_for(l->f, kir_i64(z->l->f, 0),
                            op(z, KIR_ADD, z->extent[1], most),
                            lower_source(l, SOURCE_HOST_DIM, STRIPE, 0), 0);
    }
    z->time = kir_for(l->f, z->begin, end, kir_i64(z->l->f, 1), 0);
    for (int k = 0; k < z->o->stmt_count; k++)
        lower_sweep(z, k);
    kir_end(l->f);
    if (stripes)
        kir_end(l->f);
}

void lower_trapezoid_kernel(struct lower *l, const struct overlap *o,
                            struct kir_module *module, const char *name,
                            struct lowered *out)
{
    struct trapezoids z = {.l = l, .o = o, .t = o->trapezoid};
    isl_set *some = isl_union_set_params(isl_union_set_copy(o->whole.domain));
    some = isl_set_intersect(some, isl_set_copy(l->poly->context));
    l->kernel = &o->whole;
    l->f = kir_func_new(module, KIR_KERNEL, name, 1, 1, 1);
    l->f->line = o->whole.loc.line;
    kir_line(l->f, o->whole.loc.line);
    l->known = isl_set_intersect(some, isl_set_copy(l->poly->assumed));
    find_ends(&z);
    find_edges(&z);
    lower_tile(&z);
    l->known = isl_set_free(l->known);
    lower_finish_kernel(l, out);
}

/* The driver ----------------------------------------------------------------
 */

/* The bytes of all arrays' elements that differ in dimensions from d on. */
static int bytes_from(struct trapezoids *z, int d)
{
    int bytes = kir_i64(z->l->f, z->t->bytes);
    for (; d < z->o->dims; d++)
        bytes = op(z, KIR_MUL, bytes, z->extent[d]);
    return bytes;
}

/* What the driver chooses: the steps of a tile, the tiles along the first
 * dimension, and whether that is worth it at all. */
struct sizes {
    int steps, tiles, worth;
};

/* The tiles that there is room for if they take so many steps; one at least. */
static int most_tiles(struct trapezoids *z, int steps)
{
    int width =
        op(z, KIR_MUL, steps, kir_i64(z->l->f, trapezoidal_slope(z->t)));
    width = kir_offset(z->l->f, op(z, KIR_MAX, width, kir_i64(z->l->f, 1)),
                       trapezoidal_rest(z->t));
    return op(z, KIR_MAX, op(z, KIR_DIV, z->extent[0], width),
              kir_i64(z->l->f, 1));
}

/* How many threads there are, `most` (a value) at most and 1 at least. */
static int find_threads(struct trapezoids *z, int most)
{
    most = op(z, KIR_MAX, most, kir_i64(z->l->f, 1));
    return kir_unary(z->l->f, KIR_THREADS, most);
}

/* The next multiple of the threads: none is idle while the last tiles run. */
static int for_all_threads(struct trapezoids *z, int tiles, int threads)
{
    int more = kir_offset(z->l->f, op(z, KIR_ADD, tiles, threads), -1);
    return op(z, KIR_MUL, op(z, KIR_DIV, more, threads), threads);
}

static int64_t longest_row(const struct trapezoid *t)
{
    int64_t row = ROW_BYTES / t->bytes;
    return row > LEAST_ROW ? row : LEAST_ROW;
}

/* Sizes tiles of one dimension: each tile's row fills the first cache at most,
 * and vectors still when its sides have come half of the way. */
static void find_row_sizes(struct trapezoids *z, struct sizes *sizes)
{
    const struct trapezoid *t = z->t;
    int64_t row = longest_row(t), slope = trapezoidal_slope(t);
    int extent = z->extent[0];
    int threads = find_threads(z, kir_floor_div(z->l->f, extent, LEAST_ROW));
    int tiles =
        kir_floor_div(z->l->f, kir_offset(z->l->f, extent, row - 1), row);
    sizes->tiles = for_all_threads(z, tiles, threads);
    int steps = kir_offset(z->l->f, op(z, KIR_DIV, extent, sizes->tiles),
                           -trapezoidal_rest(t));
    steps = kir_floor_div(z->l->f, op(z, KIR_MAX, steps, kir_i64(z->l->f, 0)),
                          slope ? 2 * slope : 1);
    sizes->steps = op(z, KIR_MIN, steps, kir_i64(z->l->f, t->steps));
    sizes->worth =
        op(z, KIR_AND, op(z, KIR_LE, kir_i64(z->l->f, 2), sizes->tiles),
           op(z, KIR_LE, kir_i64(z->l->f, LEAST_STEPS), sizes->steps));
}

/* How many steps the tiles take: as many as leave enough tiles for the threads.
 * It is not worth it if these are few, or the arrays lie in caches anyway. */
static void find_steps(struct trapezoids *z, struct sizes *sizes)
{
    const struct trapezoid *t = z->t;
    int64_t slope = trapezoidal_slope(t), rest = trapezoidal_rest(t);
    int extent = z->extent[0];
    int threads = find_threads(z, extent), one = kir_i64(z->l->f, 1);
    int tiles = op(z, KIR_MAX, threads, kir_i64(z->l->f, LEAST_TILES));
    tiles = choose(z, op(z, KIR_EQ, threads, one), one, tiles);
    int steps = kir_offset(z->l->f, op(z, KIR_DIV, extent, tiles), -rest);
    steps = kir_floor_div(z->l->f, op(z, KIR_MAX, steps, kir_i64(z->l->f, 0)),
                          slope);
    steps = op(z, KIR_MIN, steps, kir_i64(z->l->f, t->steps));
    int64_t least = z->o->dims == 2 ? LEAST_BYTES : LEAST_BYTES_DEEP;
    sizes->steps = steps;
    sizes->tiles = most_tiles(z, steps);
    tiles = op(z, KIR_SUB, sizes->tiles, op(z, KIR_REM, sizes->tiles, threads));
    sizes->tiles = choose(z, op(z, KIR_LT, tiles, one), sizes->tiles, tiles);
    sizes->worth =
        op(z, KIR_AND, op(z, KIR_LE, kir_i64(z->l->f, LEAST_STEPS), steps),
           op(z, KIR_LE, kir_i64(z->l->f, least), bytes_from(z, 0)));
}

/* Is there anything to do, and in a row enough for two tiles? The other sizes
 * need not be known where it is not. */
static int has_room(struct trapezoids *z)
{
    bool row = z->o->dims == 1 && !z->t->forced;
    int room =
        op(z, KIR_LE, kir_i64(z->l->f, row ? LEAST_ROW + 1 : 1), z->extent[0]);
    for (int d = 1; d < z->o->dims; d++)
        room = op(z, KIR_AND, room,
                  op(z, KIR_LE, kir_i64(z->l->f, 1), z->extent[d]));
    return room;
}

static void find_sizes(struct trapezoids *z, struct sizes *sizes)
{
    const struct trapezoid *t = z->t;
    if (!t->forced && z->o->dims == 1) {
        find_row_sizes(z, sizes);
        return;
    }
    if (!t->forced && trapezoidal_slope(t) > 0) {
        find_steps(z, sizes);
        return;
    }
    sizes->steps = kir_i64(z->l->f, t->steps);
    sizes->tiles = most_tiles(z, sizes->steps);
    sizes->worth = kir_int(z->l->f, KIR_PRED, 1);
}

/* As wide a stripe as the cache holds in a tile of so many rows. */
static int find_stripe(struct trapezoids *z, int width)
{
    if (z->t->stripe)
        return kir_i64(z->l->f, z->t->stripe);
    int bytes = op(z, KIR_MUL, width, bytes_from(z, 2));
    bytes = op(z, KIR_MAX, bytes, kir_i64(z->l->f, 1));
    int size = op(z, KIR_DIV, kir_i64(z->l->f, STRIPE_BYTES), bytes);
    return op(z, KIR_MAX, size, kir_i64(z->l->f, z->t->least_stripe));
}

static void launch_phase(struct trapezoids *z, const struct lowered *low,
                         int inverted, int tiles)
{
    int one = kir_i64(z->l->f, 1), grid[3] = {tiles, one, one};
    lower_source_define(z->l, SOURCE_HOST_DIM, INVERTED, 0,
                        kir_i64(z->l->f, inverted));
    lower_launch_kernel(z->l, low, grid);
}

/* All steps from `first` to before `end`, in blocks. */
static void launch_blocks(struct trapezoids *z, const struct lowered *low,
                          int first, int end, const struct sizes *sizes)
{
    struct lower *l = z->l;
    int tiles = sizes->tiles, between = kir_offset(z->l->f, tiles, -1);
    int width = op(z, KIR_DIV, z->extent[0], tiles);
    lower_source_define(l, SOURCE_HOST_DIM, TILES, 0, tiles);
    if (z->o->dims > 1)
        lower_source_define(l, SOURCE_HOST_DIM, STRIPE, 0,
                            find_stripe(z, width));
    int steps = op(z, KIR_MAX, sizes->steps, kir_i64(z->l->f, 1));
    int begin = kir_for(l->f, first, end, steps, 0);
    int until = op(z, KIR_MIN, op(z, KIR_ADD, begin, steps), end);
    lower_source_define(l, SOURCE_HOST_DIM, BEGIN, 0, begin);
    lower_source_define(l, SOURCE_HOST_DIM, END, 0, until);
    launch_phase(z, low, 0, tiles);
    kir_if(l->f, op(z, KIR_LE, kir_i64(z->l->f, 1), between));
    launch_phase(z, low, 1, between);
    kir_end(l->f);
    kir_end(l->f);
}

void lower_trapezoid_launch(struct lower *l, int number)
{
    const struct overlap *o = &l->mapping->overlap[number];
    const struct lowered *low = &l->lowered[lower_overlap_at(l->mapping)];
    struct trapezoids z = {.l = l, .o = o, .t = o->trapezoid};
    struct kir_func *f = l->f;
    kir_line(f, o->whole.loc.line);
    find_ends(&z);
    int first = lower_pw_aff(l, isl_pw_aff_from_aff(isl_aff_copy(o->first)));
    int last = lower_pw_aff(l, isl_pw_aff_from_aff(isl_aff_copy(o->last)));
    struct sizes sizes;
    kir_set(f, lower_overlap_resume(l, number), first);
    kir_if(f, has_room(&z));
    find_sizes(&z, &sizes);
    kir_if(f, sizes.worth);
    int end = kir_offset(z.l->f, last, 1);
    launch_blocks(&z, low + number, first, end, &sizes);
    kir_set(f, lower_overlap_resume(l, number), op(&z, KIR_MAX, first, end));
    kir_end(f);
    kir_end(f);
}
