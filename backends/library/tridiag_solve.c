/* The last pass (stage SS): each block between its two support values, by
 * x_i = g_i - u_i x_{i+1} with g and u of runtime/tridiag/kernel.h. */
#include "backends/library/tridiag_build.h"

struct solve {
    bool kept;
    int array[TILE_ARRAYS]; /* b, a, c, d, or factors and d */
    int offset[TILE_ARRAYS];
    int support, support_shift;
    int x, x_shift;
    int flags;
    struct changing u, g;
    struct number right;
    struct ends ends; /* unless kept */
};

static void declare(struct build *k, struct solve *s)
{
    if (s->kept)
        factors_declare(k, s->array, true);
    else
        matrix_declare(k, s->array);
    s->array[3] = kir_global(k->f, "d", k->real, true, false);
    s->support = kir_global(k->f, "support", k->real, true, true);
    s->x = kir_global(k->f, "x", k->real, false, false);
    s->flags = kir_global(k->f, "flags", KIR_I32, true, true);
}

/* Right-hand side block.y, if there may be several. */
static int shifted(const struct build *k, const struct solve *s,
                   const char *name, int parts)
{
    if (!s->kept)
        return kir_i64(k->f, 0);
    int distance = kir_param(k->f, name, KIR_I64);
    int number = kir_cast(k->f, KIR_I64, kir_block_index(k->f, 1));
    return kir_binary(k->f, KIR_MUL,
                      kir_binary(k->f, KIR_MUL, number, distance),
                      kir_i64(k->f, parts));
}

static void begin(struct build *k, struct solve *s, const struct block_cut *c)
{
    const int none = kir_i64(k->f, 0);
    if (!s->kept)
        s->ends = ends_new(k, c);
    int d_shift = shifted(k, s, "ld", k->parts);
    s->x_shift = shifted(k, s, "ld_x", k->parts);
    s->support_shift = shifted(k, s, "reduced_ld", 1);
    for (int i = 0; i < TILE_ARRAYS; i++)
        s->offset[i] = i == 3 ? d_shift : none;
    int w = kir_binary(k->f, KIR_ADD, kir_binary(k->f, KIR_MIN, c->w, c->last),
                       s->support_shift);
    int inner =
        kir_binary(k->f, KIR_MIN, kir_binary(k->f, KIR_MIN, c->w, c->last),
                   kir_binary(k->f, KIR_SUB, c->blocks, kir_i64(k->f, 1)));
    int next = kir_binary(k->f, KIR_ADD,
                          kir_binary(k->f, KIR_ADD, inner, kir_i64(k->f, 1)),
                          s->support_shift);
    s->u = changing_new(k, "u", number_constant(k, 0));
    s->g = changing_new(k, "g", number_load(k, s->support, w));
    s->right = number_load(k, s->support, next);
}

static void forward_line(const struct build *k, const struct solve *s, int tile,
                         int line, int at)
{
    struct number v[TILE_ARRAYS], inv, u, g;
    for (int i = 0; i < TILE_ARRAYS; i++)
        v[i] = tile_get(k, tile, i, line);
    if (s->kept) {
        u = v[2];
        g = number_sub_mul(k, number_mul(k, v[0], v[3]), v[1],
                           changing_get(k, s->g));
    } else {
        ends_mask(k, &s->ends, at, &v[0], &v[2]);
        struct number alpha =
            number_sub_mul(k, v[1], v[0], changing_get(k, s->u));
        inv = number_inverse(k, alpha);
        u = number_mul(k, v[2], inv);
        g = number_mul(k, number_sub_mul(k, v[3], v[0], changing_get(k, s->g)),
                       inv);
    }
    changing_set(k, s->u, u);
    changing_set(k, s->g, g);
}

/* The joint line leaves u = 0 and g = x, its support value. */
static void skip_joint(const struct build *k, const struct solve *s, int at)
{
    struct number b = number_constant(k, 0), c = b;
    if (!s->kept)
        ends_mask(k, &s->ends, at, &b, &c);
}

/* Where u and g of a line go: to arrays of the tile, or to buffers that hold
 * whole blocks, if >= 0. */
struct put {
    int u_array, g_array, held_u, held_g;
};

static int held_at(const struct build *k, int number, int part)
{
    int position =
        kir_binary(k->f, KIR_ADD,
                   kir_binary(k->f, KIR_MUL, number, kir_i32(k->f, k->parts)),
                   kir_i32(k->f, part));
    return kir_binary(
        k->f, KIR_ADD,
        kir_binary(k->f, KIR_MUL, position, kir_i32(k->f, k->step)), k->thread);
}

static struct number held_get(const struct build *k, int buffer, int number)
{
    struct number a = {{0}};
    for (int p = 0; p < 2; p++)
        a.part[p] = p < k->parts ? kir_load(k->f, buffer, held_at(k, number, p))
                                 : a.part[0];
    return a;
}

static void held_set(const struct build *k, int buffer, int number,
                     struct number a)
{
    for (int p = 0; p < k->parts; p++)
        kir_store(k->f, buffer, held_at(k, number, p), a.part[p]);
}

static void forward(const struct build *k, const struct solve *s,
                    const struct block_cut *c, int tile, int segment,
                    const struct put *put)
{
    for (int line = 0; line < k->lines; line++) {
        int number = kir_binary(
            k->f, KIR_ADD,
            kir_binary(k->f, KIR_MUL, segment, kir_i32(k->f, k->lines)),
            kir_i32(k->f, line));
        kir_if(k->f, kir_binary(k->f, KIR_LT, number, c->lines));
        int at = kir_binary(k->f, KIR_ADD, c->start,
                            kir_cast(k->f, KIR_I64, number));
        if (line == 0) {
            kir_if(k->f, kir_binary(k->f, KIR_EQ, number, kir_i32(k->f, 0)));
            skip_joint(k, s, at);
            kir_else(k->f);
        }
        forward_line(k, s, tile, line, at);
        if (line == 0)
            kir_end(k->f);
        struct number u = changing_get(k, s->u), g = changing_get(k, s->g);
        if (put->held_u >= 0) {
            held_set(k, put->held_u, number, u);
            held_set(k, put->held_g, number, g);
        } else {
            tile_set(k, tile, put->u_array, line, u);
            tile_set(k, tile, put->g_array, line, g);
        }
        kir_end(k->f);
    }
}

/* Blocks of up to HELD_SEGMENTS segments: u and g stay in shared memory. */
void build_solve(struct kir_module *m, enum kir_type real, int parts, bool kept)
{
    struct build k =
        build_kernel(m, real, parts, kept ? "solve_kept" : "solve", FEW);
    struct solve s = {.kept = kept};
    declare(&k, &s);
    struct block_cut c = cut_new(&k, false);
    cut_stop(&k, &c, s.flags);
    cut_share(&k, &c);
    begin(&k, &s, &c);
    int tile = tile_new(&k, TILE_ARRAYS);
    const int64_t held = (int64_t)HELD_SEGMENTS * k.positions * k.step;
    const struct put put = {.held_u = kir_shared(k.f, "us", real, held),
                            .held_g = kir_shared(k.f, "gs", real, held)};
    kir_barrier(k.f);
    int segment = kir_for(k.f, kir_i32(k.f, 0), c.segments, kir_i32(k.f, 1), 0);
    tile_load(&k, &c, tile, s.array, s.offset, TILE_ARRAYS, segment);
    forward(&k, &s, &c, tile, segment, &put);
    kir_end(k.f);
    changing_set(&k, s.g, s.right);
    int back = kir_for(k.f, kir_i32(k.f, 1), c.lines, kir_i32(k.f, 1), 0);
    int number = kir_binary(k.f, KIR_SUB, c.lines, back);
    struct number x =
        number_sub_mul(&k, held_get(&k, put.held_g, number),
                       held_get(&k, put.held_u, number), changing_get(&k, s.g));
    changing_set(&k, s.g, x);
    held_set(&k, put.held_g, number, x);
    kir_end(k.f);
    kir_barrier(k.f);
    segment = kir_for(k.f, kir_i32(k.f, 0), c.segments, kir_i32(k.f, 1), 0);
    const struct tile_move move = {
        kir_binary(k.f, KIR_MUL, segment, tile_base(&k, 1)), s.x, s.x_shift};
    tile_store(&k, &c, put.held_g, &move, 1, segment, 0);
    kir_end(k.f);
}

/* Long blocks --------------------------------------------------------------*/

/* From x_{i+1} of the segment that follows; u and g are arrays 0 and 1 of the
 * tile, and x takes the place of g. */
static void backward(const struct build *k, const struct solve *s,
                     const struct block_cut *c, int tile, int segment)
{
    for (int line = k->lines - 1; line >= 0; line--) {
        int number = kir_binary(
            k->f, KIR_ADD,
            kir_binary(k->f, KIR_MUL, segment, kir_i32(k->f, k->lines)),
            kir_i32(k->f, line));
        int inside = kir_binary(k->f, KIR_LT, number, c->lines);
        if (line == 0)
            inside =
                kir_binary(k->f, KIR_AND, inside,
                           kir_binary(k->f, KIR_GT, number, kir_i32(k->f, 0)));
        kir_if(k->f, inside);
        struct number x =
            number_sub_mul(k, tile_get(k, tile, 1, line),
                           tile_get(k, tile, 0, line), changing_get(k, s->g));
        changing_set(k, s->g, x);
        tile_set(k, tile, 1, line, x);
        kir_end(k->f);
    }
}

/* Blocks of any length: g waits in x, and u in an array, or is a factor. */
void build_solve_long(struct kir_module *m, enum kir_type real, int parts,
                      bool kept)
{
    enum { U_ARRAY = 0, G_ARRAY = 3 };
    struct build k = build_kernel(
        m, real, parts, kept ? "solve_long_kept" : "solve_long", MANY);
    struct solve s = {.kept = kept};
    declare(&k, &s);
    int us = kept ? s.array[2] : kir_global(k.f, "us", real, false, true);
    struct block_cut c = cut_new(&k, false);
    cut_stop(&k, &c, s.flags);
    cut_share(&k, &c);
    begin(&k, &s, &c);
    int tile = tile_new(&k, TILE_ARRAYS);
    const int none = kir_i64(k.f, 0), one = kir_i32(k.f, 1);
    const struct put put = {U_ARRAY, G_ARRAY, -1, -1};
    kir_barrier(k.f);
    int segment = kir_for(k.f, kir_i32(k.f, 0), c.segments, one, 0);
    tile_load(&k, &c, tile, s.array, s.offset, TILE_ARRAYS, segment);
    forward(&k, &s, &c, tile, segment, &put);
    kir_barrier(k.f);
    const struct tile_move move[] = {{tile_base(&k, G_ARRAY), s.x, s.x_shift},
                                     {tile_base(&k, U_ARRAY), us, none}};
    tile_store(&k, &c, tile, move, kept ? 1 : 2, segment, 0);
    kir_barrier(k.f); /* if x is d */
    kir_end(k.f);
    changing_set(&k, s.g, s.right);
    int turn = kir_for(k.f, kir_i32(k.f, 0), c.segments, one, 0);
    segment = kir_binary(k.f, KIR_SUB,
                         kir_binary(k.f, KIR_SUB, c.segments, one), turn);
    const int array[] = {us, s.x}, offset[] = {none, s.x_shift};
    tile_load(&k, &c, tile, array, offset, 2, segment);
    backward(&k, &s, &c, tile, segment);
    kir_barrier(k.f);
    const struct tile_move last = {tile_base(&k, 1), s.x, s.x_shift};
    tile_store(&k, &c, tile, &last, 1, segment, 0);
    kir_end(k.f);
}
