/*
 * What is observed of a Trotter-Suzuki lattice (runtime/include/hedra_tsa.h)
 * that lies on a GPU: what runtime/tsa/gpu_sums.c launches. The sums are in
 * double and in an order that depends on the lattice's size alone: no atomics.
 *
 *     block   block k adds up rows k, k + blocks, ...: each thread its column
 *             pairs (2j, 2j + 1), then all threads' sums as a tree
 *     total   one block adds up the blocks' sums
 *     scale   multiplies all numbers by a factor
 *
 * Rows are those of runtime/tsa/local.h, in quarters; places beyond a row's
 * sites hold zeros. The energy is the sum of
 *     U |p|^2 - 2 V Re(conj(p) q)
 * over sites p, with the neighbours q to the right and below.
 */
#include "backends/library/library.h"
#include "runtime/tsa/tsa.h"

enum { THREADS = TSA_SUMS_THREADS, BLOCKS = TSA_SUMS_BLOCKS };

/* Values, or buffers where it says so. */
struct tsa_sums {
    struct kir_func *f;
    enum kir_type type;
    bool has_link_x, has_link_y, has_potential;
    int rows, partial, link_x, link_y, potential; /* buffers */
    int nx, ny, blocks, even, half, periodic_x, periodic_y, vx, vy;
    int shared;          /* buffer: TSA_SUMS rows of THREADS doubles */
    int total[TSA_SUMS]; /* variables: a thread's own sums */
};

struct amplitude {
    int re, im;
};
struct amplitude_pair {
    struct amplitude even, odd;
};

/* a b + c, rounded once. */
static int fused(const struct tsa_sums *s, int a, int b, int c)
{
    return kir_ternary(s->f, KIR_FMA, a, b, c);
}

/* Re(conj(p) q). */
static int overlap(const struct tsa_sums *s, struct amplitude p,
                   struct amplitude q)
{
    return fused(s, p.re, q.re, kir_mul(s->f, p.im, q.im));
}

static void accumulate(const struct tsa_sums *s, enum tsa_sum which, int a,
                       int b)
{
    int variable = s->total[which];
    kir_set(s->f, variable, fused(s, a, b, kir_get(s->f, variable)));
}

/* Trees ---------------------------------------------------------------------
 */

static void begin_totals(struct tsa_sums *s)
{
    static const char *const name[TSA_SUMS] = {"norm",  "energy", "sum_x",
                                               "sum_y", "sum_xx", "sum_yy"};
    for (int k = 0; k < TSA_SUMS; k++) {
        s->total[k] = kir_variable(s->f, name[k], KIR_F64);
        kir_set(s->f, s->total[k], kir_float(s->f, KIR_F64, 0));
    }
}

/* Of the threads' sums, to elements TSA_SUMS block + k of the buffer `to`. */
static void add_threads(struct tsa_sums *s, int to, int block)
{
    struct kir_func *f = s->f;
    int thread = kir_cast(f, KIR_I64, kir_thread_index(f, 0));
    for (int k = 0; k < TSA_SUMS; k++)
        kir_store(f, s->shared,
                  kir_add(s->f, thread, kir_i64(s->f, k * THREADS)),
                  kir_get(f, s->total[k]));
    kir_barrier(f);
    for (int reach = THREADS / 2; reach > 0; reach /= 2) {
        kir_if(f, kir_binary(f, KIR_LT, thread, kir_i64(s->f, reach)));
        for (int k = 0; k < TSA_SUMS; k++) {
            int at = kir_add(s->f, thread, kir_i64(s->f, k * THREADS));
            int other = kir_add(s->f, at, kir_i64(s->f, reach));
            int sum = kir_add(s->f, kir_load(f, s->shared, at),
                              kir_load(f, s->shared, other));
            kir_store(f, s->shared, at, sum);
        }
        kir_end(f);
        kir_barrier(f);
    }
    kir_if(f, kir_binary(f, KIR_LT, thread, kir_i64(s->f, TSA_SUMS)));
    int first =
        kir_load(f, s->shared, kir_mul(s->f, thread, kir_i64(s->f, THREADS)));
    int place =
        kir_add(s->f, kir_mul(s->f, block, kir_i64(s->f, TSA_SUMS)), thread);
    kir_store(f, to, place, first);
    kir_end(f);
}

/* A block's rows ------------------------------------------------------------
 */

/* The pair at place j of the row that begins at `start`, in double. */
static struct amplitude_pair load_pair(const struct tsa_sums *s, int start,
                                       int j)
{
    int part[4], at = kir_add(s->f, start, j);
    for (int k = 0; k < 4; k++) {
        int index = kir_add(s->f, at, kir_mul(s->f, s->half, kir_i64(s->f, k)));
        part[k] = kir_cast(s->f, KIR_F64, kir_load(s->f, s->rows, index));
    }
    return (struct amplitude_pair){{part[0], part[1]}, {part[2], part[3]}};
}

/* Subtracts 2 V times the overlap if the two are coupled. */
static void add_coupling(const struct tsa_sums *s, int strength, int coupled,
                         int overlap)
{
    int none = kir_float(s->f, KIR_F64, 0);
    int v = kir_ternary(s->f, KIR_SELECT, coupled, strength, none);
    int twice = kir_mul(s->f, v, kir_float(s->f, KIR_F64, -2));
    accumulate(s, TSA_SUM_ENERGY, twice, overlap);
}

/* The coupling of a site to the right and to the one below. */
static int strength_x(const struct tsa_sums *s, int site)
{
    return s->has_link_x ? kir_load(s->f, s->link_x, site) : s->vx;
}

static int strength_y(const struct tsa_sums *s, int site)
{
    return s->has_link_y ? kir_load(s->f, s->link_y, site) : s->vy;
}

/* |p|^2 and its moments of one site. */
static void add_weight(const struct tsa_sums *s, struct amplitude p, int x,
                       int y, int site)
{
    struct kir_func *f = s->f;
    int weight = overlap(s, p, p), one = kir_float(f, KIR_F64, 1);
    int along[2] = {kir_cast(f, KIR_F64, x), kir_cast(f, KIR_F64, y)};
    accumulate(s, TSA_SUM_NORM, weight, one);
    for (int k = 0; k < 2; k++) {
        int moment = kir_mul(s->f, weight, along[k]);
        accumulate(s, TSA_SUM_X + k, moment, one);
        accumulate(s, TSA_SUM_XX + k, moment, along[k]);
    }
    if (s->has_potential)
        accumulate(s, TSA_SUM_ENERGY, kir_load(f, s->potential, site), weight);
}

/* Column pair j of row y, whose next row begins at `below`. */
static void add_pair(const struct tsa_sums *s, int j, int y, int start,
                     int below, int coupled_below)
{
    struct kir_func *f = s->f;
    int x = kir_mul(s->f, j, kir_i64(s->f, 2)),
        next = kir_add(s->f, j, kir_i64(s->f, 1));
    int x1 = kir_add(s->f, x, kir_i64(s->f, 1)), row = kir_mul(s->f, y, s->nx);
    int has_odd = kir_binary(f, KIR_LT, x1, s->nx);
    int has_next = kir_binary(f, KIR_LT, next, s->even);
    int right = kir_ternary(f, KIR_SELECT, has_next, next, kir_i64(s->f, 0));
    int coupled_right = kir_binary(f, KIR_OR, s->periodic_x, has_next);
    int site = kir_add(s->f, row, x);
    int site1 =
        kir_ternary(f, KIR_SELECT, has_odd, kir_add(s->f, row, x1), site);
    struct amplitude_pair p = load_pair(s, start, j),
                          q = load_pair(s, below, j);
    struct amplitude_pair beside = load_pair(s, start, right);
    add_weight(s, p.even, x, y, site);
    add_weight(s, p.odd, x1, y, site1);
    add_coupling(s, strength_x(s, site), has_odd, overlap(s, p.even, p.odd));
    add_coupling(s, strength_x(s, site1), coupled_right,
                 overlap(s, p.odd, beside.even));
    add_coupling(s, strength_y(s, site), coupled_below,
                 overlap(s, p.even, q.even));
    add_coupling(s, strength_y(s, site1), coupled_below,
                 overlap(s, p.odd, q.odd));
}

/* In the order of runtime/tsa/gpu_sums.c's arguments. */
static void declare_block(struct tsa_sums *s)
{
    struct kir_func *f = s->f;
    s->rows = kir_global(f, "rows", s->type, true, true);
    s->partial = kir_global(f, "partial", KIR_F64, false, true);
    if (s->has_link_x)
        s->link_x = kir_global(f, "link_x", KIR_F64, true, true);
    if (s->has_link_y)
        s->link_y = kir_global(f, "link_y", KIR_F64, true, true);
    if (s->has_potential)
        s->potential = kir_global(f, "potential", KIR_F64, true, true);
    s->nx = kir_param(f, "nx", KIR_I64);
    s->ny = kir_param(f, "ny", KIR_I64);
    s->blocks = kir_param(f, "blocks", KIR_I64);
    s->half = kir_param(f, "half", KIR_I64);
    s->periodic_x = kir_flag(f, "periodic_x");
    s->periodic_y = kir_flag(f, "periodic_y");
    s->vx = kir_param(f, "vx", KIR_F64);
    s->vy = kir_param(f, "vy", KIR_F64);
    s->even = kir_floor_div(f, kir_add(s->f, s->nx, kir_i64(s->f, 1)), 2);
}

static void build_block(struct tsa_sums *s)
{
    struct kir_func *f = s->f;
    declare_block(s);
    s->shared = kir_shared(f, "sums", KIR_F64, TSA_SUMS * THREADS);
    begin_totals(s);
    int block = kir_cast(f, KIR_I64, kir_block_index(f, 0));
    int thread = kir_cast(f, KIR_I64, kir_thread_index(f, 0));
    int row_size = kir_mul(s->f, s->half, kir_i64(s->f, 4));
    int y = kir_for(f, block, s->ny, s->blocks, 0);
    int next = kir_add(s->f, y, kir_i64(s->f, 1));
    int has_next = kir_binary(f, KIR_LT, next, s->ny);
    int below = kir_ternary(f, KIR_SELECT, has_next, next, kir_i64(s->f, 0));
    int coupled_below = kir_binary(f, KIR_OR, s->periodic_y, has_next);
    int j = kir_for(f, thread, s->even, kir_i64(s->f, THREADS), 0);
    add_pair(s, j, y, kir_mul(s->f, y, row_size),
             kir_mul(s->f, below, row_size), coupled_below);
    kir_end(f);
    kir_end(f);
    add_threads(s, s->partial, block);
}

/* The rest ------------------------------------------------------------------
 */

static void build_total(struct tsa_sums *s)
{
    struct kir_func *f = s->f;
    int partial = kir_global(f, "partial", KIR_F64, true, true);
    int total = kir_global(f, "total", KIR_F64, false, true);
    s->blocks = kir_param(f, "blocks", KIR_I64);
    s->shared = kir_shared(f, "sums", KIR_F64, TSA_SUMS * THREADS);
    begin_totals(s);
    int thread = kir_cast(f, KIR_I64, kir_thread_index(f, 0));
    int block = kir_for(f, thread, s->blocks, kir_i64(s->f, THREADS), 0);
    int start = kir_mul(s->f, block, kir_i64(s->f, TSA_SUMS));
    for (int k = 0; k < TSA_SUMS; k++) {
        int value =
            kir_load(f, partial, kir_add(s->f, start, kir_i64(s->f, k)));
        kir_set(f, s->total[k], kir_add(s->f, kir_get(f, s->total[k]), value));
    }
    kir_end(f);
    add_threads(s, total, kir_i64(s->f, 0));
}

static void build_scale(struct tsa_sums *s)
{
    struct kir_func *f = s->f;
    int rows = kir_global(f, "rows", s->type, false, true);
    int count = kir_param(f, "count", KIR_I64);
    int factor = kir_param(f, "factor", KIR_F64);
    int block = kir_cast(f, KIR_I64, kir_block_index(f, 0));
    int thread = kir_cast(f, KIR_I64, kir_thread_index(f, 0));
    int first =
        kir_add(s->f, kir_mul(s->f, block, kir_i64(s->f, THREADS)), thread);
    int k = kir_for(f, first, count, kir_i64(s->f, BLOCKS * THREADS), 0);
    int value = kir_cast(f, KIR_F64, kir_load(f, rows, k));
    kir_store(f, rows, k, kir_cast(f, s->type, kir_mul(s->f, value, factor)));
    kir_end(f);
}

static struct kir_module *build(struct arena *arena, int kind)
{
    static const struct {
        const char *name;
        void (*build)(struct tsa_sums *s);
    } kernel[] = {[TSA_SUMS_BLOCK] = {"block", build_block},
                  [TSA_SUMS_TOTAL] = {"total", build_total},
                  [TSA_SUMS_SCALE] = {"scale", build_scale}};
    bool single = !(kind & TSA_SUMS_DOUBLE);
    const char *name =
        arena_printf(arena, "tsa_sums_%s%s%s%s", single ? "f32" : "f64",
                     kind & TSA_SUMS_LINK_X ? "_link_x" : "",
                     kind & TSA_SUMS_LINK_Y ? "_link_y" : "",
                     kind & TSA_SUMS_POTENTIAL ? "_potential" : "");
    struct kir_module *module = kir_module_new(arena, name, "tsa");
    for (size_t k = 0; k < sizeof kernel / sizeof kernel[0]; k++) {
        struct tsa_sums s = {.type = single ? KIR_F32 : KIR_F64,
                             .has_link_x = kind & TSA_SUMS_LINK_X,
                             .has_link_y = kind & TSA_SUMS_LINK_Y,
                             .has_potential = kind & TSA_SUMS_POTENTIAL};
        s.f = kir_func_new(module, KIR_KERNEL,
                           arena_printf(arena, "%s_%s", name, kernel[k].name),
                           THREADS, 1, 1);
        kernel[k].build(&s);
    }
    return module;
}

const struct hosted_family hosted_tsa_sums = {"tsa_sums", TSA_SUMS_MODULES,
                                              build};
