/* Thomas' method, a system in each thread: the last reduced system (stage RS)
 * and interleaved batches, where neighbouring threads read neighbouring
 * elements. And how a few interleaved systems are put one after the other. */
#include "backends/library/tridiag_build.h"

/* Lines that are loaded before the first of them is needed. */
enum { AHEAD = 4 };

struct thomas_lanes {
    int system, used;  /* i64; pred */
    int stride, lines; /* i64 */
    int level, flags;
    int d_shift, x_shift; /* lines: right-hand side block.y */
};

/* Systems of `n` lines, or as many as `sizes` says. */
static struct thomas_lanes lanes_new(struct build *k, bool many)
{
    struct kir_func *f = k->f;
    struct thomas_lanes l = {.flags =
                                 kir_global(f, "flags", KIR_I32, false, true)};
    int sizes = kir_global(f, "sizes", KIR_I64, true, true);
    int lines = kir_variable(f, "lines", KIR_I64);
    int n = kir_param(f, "n", KIR_I64);
    l.stride = kir_param(f, "systems", KIR_I64);
    int given = kir_cast(f, KIR_PRED, kir_param(f, "given", KIR_I32));
    l.level = kir_param(f, "level", KIR_I32);
    int block = kir_cast(f, KIR_I64, kir_block_index(f, 0));
    l.system =
        kir_binary(k->f, KIR_ADD,
                   kir_binary(k->f, KIR_MUL, block, kir_i64(k->f, k->threads)),
                   k->thread64);
    l.used = kir_binary(k->f, KIR_LT, l.system, l.stride);
    kir_set(f, lines, kir_ternary(f, KIR_SELECT, l.used, n, kir_i64(k->f, 0)));
    kir_if(f, kir_binary(k->f, KIR_AND, l.used, given));
    kir_set(f, lines, kir_load(f, sizes, l.system));
    kir_end(f);
    l.lines = kir_get(f, lines);
    l.d_shift = l.x_shift = kir_i64(k->f, 0);
    if (many) {
        int number = kir_cast(f, KIR_I64, kir_block_index(f, 1));
        l.d_shift =
            kir_binary(k->f, KIR_MUL, number, kir_param(f, "ld", KIR_I64));
        l.x_shift =
            kir_binary(k->f, KIR_MUL, number, kir_param(f, "ld_x", KIR_I64));
    }
    return l;
}

static int place(const struct build *k, const struct thomas_lanes *l, int line)
{
    return kir_binary(k->f, KIR_ADD, kir_binary(k->f, KIR_MUL, line, l->stride),
                      l->system);
}

static int minus_one(const struct build *k, int value)
{
    return kir_binary(k->f, KIR_SUB, value, kir_i64(k->f, 1));
}

/* Opens a loop over the lines, AHEAD at a time; the caller closes it. */
static int lines_begin(const struct build *k, const struct thomas_lanes *l)
{
    return kir_for(k->f, kir_i64(k->f, 0), l->lines, kir_i64(k->f, AHEAD), 0);
}

/* Line begin + number, but the last one at most; pred in *inside. */
static int line_of(const struct build *k, const struct thomas_lanes *l,
                   int begin, int number, int *inside)
{
    int line = kir_binary(k->f, KIR_ADD, begin, kir_i64(k->f, number));
    *inside = kir_binary(k->f, KIR_LT, line, l->lines);
    return kir_binary(k->f, KIR_MIN, line, minus_one(k, l->lines));
}

/* b of the first line and c of the last count as zero. */
static void mask_ends(const struct build *k, const struct thomas_lanes *l,
                      int line, struct number *b, struct number *c)
{
    const struct number zero = number_constant(k, 0);
    int first = kir_binary(k->f, KIR_EQ, line, kir_i64(k->f, 0));
    int last = kir_binary(k->f, KIR_EQ, line, minus_one(k, l->lines));
    *b = number_select(k, first, zero, *b);
    *c = number_select(k, last, zero, *c);
}

/* x_i = g_i - u_i x_{i+1}; g waits in x. Notes an x that is not finite. */
static void lanes_back(struct build *k, const struct thomas_lanes *l, int us,
                       int xs)
{
    struct kir_func *f = k->f;
    struct changing x = changing_new(k, "solution", number_constant(k, 0));
    int finite = kir_variable(f, "finite", KIR_PRED);
    kir_set(f, finite, kir_int(f, KIR_PRED, 1));
    int begin = lines_begin(k, l);
    struct number u[AHEAD], g[AHEAD];
    int at[AHEAD], inside[AHEAD];
    for (int i = 0; i < AHEAD; i++) {
        int line = kir_binary(k->f, KIR_SUB, minus_one(k, l->lines),
                              line_of(k, l, begin, i, &inside[i]));
        at[i] = place(k, l, line);
        u[i] = number_load(k, us, at[i]);
        at[i] = kir_binary(k->f, KIR_ADD, at[i], l->x_shift);
        g[i] = number_load(k, xs, at[i]);
    }
    for (int i = 0; i < AHEAD; i++) {
        kir_if(f, inside[i]);
        struct number now = number_sub_mul(k, g[i], u[i], changing_get(k, x));
        changing_set(k, x, now);
        number_store(k, xs, at[i], now);
        kir_set(f, finite,
                kir_binary(k->f, KIR_AND, kir_get(f, finite),
                           number_is_finite(k, now)));
        kir_end(f);
    }
    kir_end(f);
    int bad = kir_binary(k->f, KIR_AND, l->used,
                         kir_unary(f, KIR_NOT, kir_get(f, finite)));
    guard_note(k, l->flags, l->level, FLAG_RIGHT, bad, l->system);
}

/* Eliminates from line to line: with the right-hand side, array[3], u and g go
 * to out[0] and out[1], else the factors go to `out`. */
static void lanes_forward(struct build *k, const struct thomas_lanes *l,
                          const int *array, const int *out, bool right)
{
    struct pivot_guard guard = guard_new(k, l->flags, l->level, l->lines);
    struct changing us_now = changing_new(k, "u", number_constant(k, 0));
    struct changing upper = changing_new(k, "upper", number_constant(k, 0));
    struct changing gs_now = {{0, 0}};
    if (right)
        gs_now = changing_new(k, "g", number_constant(k, 0));
    int begin = lines_begin(k, l);
    struct number v[4][AHEAD];
    int at[AHEAD], line[AHEAD], inside[AHEAD];
    for (int i = 0; i < AHEAD; i++) {
        line[i] = line_of(k, l, begin, i, &inside[i]);
        at[i] = place(k, l, line[i]);
        for (int j = 0; j < (right ? 4 : 3); j++)
            v[j][i] = number_load(k, array[j], at[i]);
    }
    for (int i = 0; i < AHEAD; i++) {
        kir_if(k->f, inside[i]);
        struct number *b = &v[0][i], *a = &v[1][i], *c = &v[2][i];
        mask_ends(k, l, line[i], b, c);
        struct number alpha =
            number_sub_mul(k, *a, *b, changing_get(k, us_now));
        struct number inv =
            guard_invert(k, &guard, alpha, *a, changing_get(k, upper));
        struct number u = number_mul(k, *c, inv);
        changing_set(k, upper, *c);
        struct number g = {{0, 0}};
        if (right)
            g = number_mul(
                k, number_sub_mul(k, v[3][i], *b, changing_get(k, gs_now)),
                inv);
        changing_set(k, us_now, u);
        if (right) {
            changing_set(k, gs_now, g);
            number_store(k, out[0], at[i], u);
            number_store(k, out[1], at[i], g);
        } else {
            number_store(k, out[0], at[i], inv);
            number_store(k, out[1], at[i], number_mul(k, *b, inv));
            number_store(k, out[2], at[i], u);
        }
        kir_end(k->f);
    }
    kir_end(k->f);
    guard_note(k, l->flags, l->level, FLAG_PIVOT,
               kir_binary(k->f, KIR_AND, l->used, guard_is_bad(k, &guard)),
               l->system);
}

/* The last u is 0, so that the last g is x whatever is behind it. */
void build_thomas(struct kir_module *m, enum kir_type real, int parts)
{
    struct build k = build_kernel(m, real, parts, "thomas", FEW);
    int array[4];
    matrix_declare(&k, array);
    array[3] = kir_global(k.f, "d", real, true, false);
    int xs = kir_global(k.f, "x", real, false, false);
    int us = kir_global(k.f, "us", real, false, true);
    struct thomas_lanes l = lanes_new(&k, false);
    lanes_forward(&k, &l, array, (const int[]){us, xs}, true);
    lanes_back(&k, &l, us, xs);
}

void build_thomas_factor(struct kir_module *m, enum kir_type real, int parts)
{
    struct build k = build_kernel(m, real, parts, "thomas_factor", FEW);
    int array[3], factor[3];
    matrix_declare(&k, array);
    factors_declare(&k, factor, false);
    struct thomas_lanes l = lanes_new(&k, false);
    lanes_forward(&k, &l, array, factor, false);
}

void build_thomas_kept(struct kir_module *m, enum kir_type real, int parts)
{
    struct build k = build_kernel(m, real, parts, "thomas_kept", FEW);
    int kept[3];
    factors_declare(&k, kept, true);
    int ds = kir_global(k.f, "d", real, true, false);
    int xs = kir_global(k.f, "x", real, false, false);
    struct thomas_lanes l = lanes_new(&k, true);
    struct changing now = changing_new(&k, "g", number_constant(&k, 0));
    int begin = lines_begin(&k, &l);
    struct number inv[AHEAD], b[AHEAD], d[AHEAD];
    int at[AHEAD], inside[AHEAD];
    for (int i = 0; i < AHEAD; i++) {
        at[i] = place(&k, &l, line_of(&k, &l, begin, i, &inside[i]));
        inv[i] = number_load(&k, kept[0], at[i]);
        b[i] = number_load(&k, kept[1], at[i]);
        d[i] = number_load(&k, ds, kir_binary(k.f, KIR_ADD, at[i], l.d_shift));
    }
    for (int i = 0; i < AHEAD; i++) {
        kir_if(k.f, inside[i]);
        struct number g = number_sub_mul(&k, number_mul(&k, inv[i], d[i]), b[i],
                                         changing_get(&k, now));
        changing_set(&k, now, g);
        number_store(&k, xs, kir_binary(k.f, KIR_ADD, at[i], l.x_shift), g);
        kir_end(k.f);
    }
    kir_end(k.f);
    lanes_back(&k, &l, kept[2], xs);
}

/* Interleaved elements to contiguous ones, block.y's system, or back; beyond a
 * system's size, less `less`, `fill` takes the place of what lies there. */
void build_untangle(struct kir_module *m, enum kir_type real, int parts)
{
    struct build k = build_kernel(m, real, parts, "untangle", MANY);
    struct kir_func *f = k.f;
    int to = kir_global(f, "to", real, false, true);
    int from = kir_global(f, "from", real, true, true);
    int sizes = kir_global(f, "sizes", KIR_I64, true, true);
    int n = kir_param(f, "n", KIR_I64);
    int systems = kir_param(f, "systems", KIR_I64);
    int given = kir_cast(f, KIR_PRED, kir_param(f, "given", KIR_I32));
    int back = kir_cast(f, KIR_PRED, kir_param(f, "back", KIR_I32));
    int less = kir_param(f, "less", KIR_I64);
    int to_shift = kir_param(f, "ld_to", KIR_I64);
    int from_shift = kir_param(f, "ld_from", KIR_I64);
    struct number fill = number_constant(&k, 0);
    fill.part[0] = kir_param(f, "fill", real);
    int rhs = kir_cast(f, KIR_I64, kir_block_index(f, 2));
    int system = kir_cast(f, KIR_I64, kir_block_index(f, 1));
    int block = kir_cast(f, KIR_I64, kir_block_index(f, 0));
    int i = kir_binary(k.f, KIR_ADD,
                       kir_binary(k.f, KIR_MUL, block, kir_i64(k.f, MANY)),
                       k.thread64);
    int size = kir_variable(f, "size", KIR_I64);
    kir_set(f, size, n);
    kir_if(f, given);
    kir_set(f, size, kir_load(f, sizes, system));
    kir_end(f);
    int there = kir_binary(k.f, KIR_LT, i,
                           kir_binary(k.f, KIR_SUB, kir_get(f, size), less));
    int tangled =
        kir_binary(k.f, KIR_ADD, kir_binary(k.f, KIR_MUL, i, systems), system);
    int straight =
        kir_binary(k.f, KIR_ADD, kir_binary(k.f, KIR_MUL, system, n), i);
    int target = kir_ternary(f, KIR_SELECT, back, tangled, straight);
    int source = kir_ternary(f, KIR_SELECT, back, straight, tangled);
    target = kir_binary(k.f, KIR_ADD, target,
                        kir_binary(k.f, KIR_MUL, rhs, to_shift));
    source = kir_binary(k.f, KIR_ADD, source,
                        kir_binary(k.f, KIR_MUL, rhs, from_shift));
    kir_if(f, there);
    number_store(&k, to, target, number_load(&k, from, source));
    kir_else(f);
    int padded = kir_binary(k.f, KIR_AND, kir_binary(k.f, KIR_LT, i, n),
                            kir_unary(f, KIR_NOT, back));
    kir_if(f, padded);
    number_store(&k, to, target, fill);
    kir_end(f);
    kir_end(f);
}
