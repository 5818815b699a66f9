/* The first pass: each block's joint lines get what they need (stages RD, JD,
 * RU and JU of Table 1), and the reduced system is written. */
#include "backends/library/tridiag_build.h"

/* Buffers and parameters that the kernels of this file have in common. */
struct reduced_system {
    int b, a, c, d, flags, level;
};

/* The state between lines, as struct sweep of runtime/tridiag/kernel.inc. */
struct sweep {
    struct changing inv, c, d, b, next, sum_d, sum_b;
    struct pivot_guard guard;
    bool right; /* with d */
};

static struct sweep sweep_new(struct build *k, const struct reduced_system *r,
                              const struct block_cut *c, bool right)
{
    int lines = kir_binary(k->f, KIR_MUL, c->segments, kir_i32(k->f, k->lines));
    const struct number zero = number_constant(k, 0);
    const struct number one = number_constant(k, 1);
    struct sweep s = {.inv = changing_new(k, "inv", one),
                      .c = changing_new(k, "upper", zero),
                      .b = changing_new(k, "fill", number_constant(k, -1)),
                      .next = changing_new(k, "next", one),
                      .sum_b = changing_new(k, "sum_fill", zero),
                      .guard = guard_new(k, r->flags, r->level, lines),
                      .right = right};
    if (right) {
        s.d = changing_new(k, "rhs", zero);
        s.sum_d = changing_new(k, "sum_rhs", zero);
    }
    return s;
}

/* One line of RD and, by the sums, of RU; returns the pivot's inverse. */
static struct number sweep_line(const struct build *k, const struct sweep *s,
                                struct number b, struct number a,
                                struct number c, struct number d)
{
    struct number r =
        number_negative(k, number_mul(k, b, changing_get(k, s->inv)));
    struct number alpha = number_add_mul(k, a, r, changing_get(k, s->c));
    struct number inv =
        guard_invert(k, &s->guard, alpha, a, changing_get(k, s->c));
    struct number fill = number_mul(k, r, changing_get(k, s->b));
    struct number h = number_mul(k, inv, fill);
    struct number next = changing_get(k, s->next);
    struct number z = number_mul(k, next, inv);
    if (s->right) {
        struct number rhs = number_add_mul(k, d, r, changing_get(k, s->d));
        changing_set(k, s->sum_d,
                     number_add_mul(k, changing_get(k, s->sum_d), z, rhs));
        changing_set(k, s->d, rhs);
    }
    changing_set(k, s->sum_b,
                 number_add_mul(k, changing_get(k, s->sum_b), next, h));
    next = number_negative(k, number_mul(k, z, c));
    guard_growth(k, &s->guard, h);
    guard_growth(k, &s->guard, next);
    changing_set(k, s->next, next);
    changing_set(k, s->inv, inv);
    changing_set(k, s->b, fill);
    changing_set(k, s->c, c);
    return inv;
}

/* What a thread hands to the next one: what the last line of its block is. The
 * tile is free for it. */
enum { HAND_H, HAND_U, HAND_G, HANDS };

static void hand_over(const struct build *k, int tile,
                      const struct number *last, int count)
{
    kir_barrier(k->f);
    for (int i = 0; i < count; i++)
        tile_set(k, tile, i, 0, last[i]);
    kir_barrier(k->f);
}

static struct number hand_take(const struct build *k, int tile, int which)
{
    struct build before = *k;
    before.thread = kir_binary(
        k->f, KIR_MAX, kir_binary(k->f, KIR_SUB, k->thread, kir_i32(k->f, 1)),
        kir_i32(k->f, 0));
    return tile_get(&before, tile, which, 0);
}

/* Joint line w of the reduced system. */
static void join(const struct build *k, const struct block_cut *c,
                 const struct sweep *s, const struct reduced_system *r,
                 int tile, const struct changing joint[TILE_ARRAYS])
{
    struct number inv = changing_get(k, s->inv);
    struct number last[HANDS] = {
        [HAND_H] = number_mul(k, inv, changing_get(k, s->b)),
        [HAND_U] = number_mul(k, inv, changing_get(k, s->c))};
    if (s->right)
        last[HAND_G] = number_mul(k, inv, changing_get(k, s->d));
    guard_growth(k, &s->guard, last[HAND_U]);
    guard_growth(k, &s->guard, changing_get(k, s->sum_b));
    hand_over(k, tile, last, s->right ? HANDS : HAND_G);
    struct number own_b = changing_get(k, joint[0]);
    struct number own_c = changing_get(k, joint[2]);
    struct number lower =
        number_negative(k, number_mul(k, own_b, hand_take(k, tile, HAND_H)));
    struct number left = number_mul(k, own_b, hand_take(k, tile, HAND_U));
    struct number right_of = number_mul(k, own_c, changing_get(k, s->sum_b));
    struct number own_a = changing_get(k, joint[1]);
    struct number diagonal =
        number_sub(k, number_sub(k, own_a, left), right_of);
    int terms = kir_binary(k->f, KIR_ADD, number_size(k, own_a),
                           kir_binary(k->f, KIR_ADD, number_size(k, left),
                                      number_size(k, right_of)));
    struct number upper = number_mul(k, own_c, changing_get(k, s->next));
    int finite =
        kir_binary(k->f, KIR_AND, number_is_finite(k, lower),
                   kir_binary(k->f, KIR_AND, number_is_finite(k, diagonal),
                              number_is_finite(k, upper)));
    kir_if(k->f, c->own);
    number_store(k, r->b, c->w, lower);
    number_store(k, r->a, c->w, diagonal);
    number_store(k, r->c, c->w, upper);
    guard_note(k, r->flags, r->level, FLAG_PIVOT, guard_is_bad(k, &s->guard),
               c->w);
    guard_note_loss(k, r->flags, r->level, terms, diagonal);
    guard_note(k, r->flags, r->level, FLAG_JOINT,
               kir_unary(k->f, KIR_NOT, finite), c->w);
    if (s->right) {
        struct number right = number_sub_mul(k, changing_get(k, joint[3]),
                                             own_b, hand_take(k, tile, HAND_G));
        right = number_sub_mul(k, right, own_c, changing_get(k, s->sum_d));
        number_store(k, r->d, c->w, right);
        guard_note(k, r->flags, r->level, FLAG_RIGHT,
                   kir_unary(k->f, KIR_NOT, number_is_finite(k, right)), c->w);
    }
    kir_end(k->f);
}

static struct reduced_system reduced_new(struct build *k, bool matrix,
                                         bool right)
{
    struct reduced_system r = {.b = -1, .a = -1, .c = -1, .d = -1};
    if (matrix) {
        r.b = kir_global(k->f, "rb", k->real, false, true);
        r.a = kir_global(k->f, "ra", k->real, false, true);
        r.c = kir_global(k->f, "rc", k->real, false, true);
    }
    if (right)
        r.d = kir_global(k->f, "rd", k->real, false, true);
    r.flags = kir_global(k->f, "flags", KIR_I32, false, true);
    r.level = kir_param(k->f, "level", KIR_I32);
    return r;
}

static void joint_new(struct build *k, struct changing joint[TILE_ARRAYS],
                      int count)
{
    static const char *const name[] = {"joint_b", "joint_a", "joint_c",
                                       "joint_d"};
    for (int i = 0; i < count; i++)
        joint[i] = changing_new(k, name[i], number_constant(k, 0));
}

/* Opens what is done for line `line` of a segment if the block has it; the
 * caller closes it. The line's number in the block is returned. */
static int line_begin(const struct build *k, const struct block_cut *c,
                      int segment, int line)
{
    int number =
        kir_binary(k->f, KIR_ADD,
                   kir_binary(k->f, KIR_MUL, segment, kir_i32(k->f, k->lines)),
                   kir_i32(k->f, line));
    kir_if(k->f, kir_binary(k->f, KIR_LT, number, c->lines));
    return number;
}

static int global_line(const struct build *k, const struct block_cut *c,
                       int number)
{
    return kir_binary(k->f, KIR_ADD, c->start, kir_cast(k->f, KIR_I64, number));
}

/* Opens the branch of a block's joint line, which only the first line of a
 * segment can be. */
static bool joint_begin(const struct build *k, int line, int number)
{
    if (line == 0)
        kir_if(k->f, kir_binary(k->f, KIR_EQ, number, kir_i32(k->f, 0)));
    return line == 0;
}

/* The lines of a segment; with `kept` >= 0, factors go where b, a and c were in
 * the tile: inv, inv b, inv c. Of the joint line b and c stay. */
static void sweep_segment(const struct build *k, const struct block_cut *c,
                          const struct sweep *s, const struct ends *e, int tile,
                          int segment, const struct changing *joint, bool keep)
{
    const int count = s->right ? 4 : 3;
    for (int line = 0; line < k->lines; line++) {
        int number = line_begin(k, c, segment, line);
        struct number v[TILE_ARRAYS];
        for (int i = 0; i < count; i++)
            v[i] = tile_get(k, tile, i, line);
        ends_mask(k, e, global_line(k, c, number), &v[0], &v[2]);
        if (joint_begin(k, line, number)) {
            for (int i = 0; i < count; i++)
                changing_set(k, joint[i], v[i]);
            if (keep) {
                tile_set(k, tile, 1, line, v[0]);
                tile_set(k, tile, 2, line, v[2]);
            }
            kir_else(k->f);
        }
        struct number inv =
            sweep_line(k, s, v[0], v[1], v[2], v[s->right ? 3 : 0]);
        if (keep) {
            tile_set(k, tile, 0, line, inv);
            tile_set(k, tile, 1, line, number_mul(k, inv, v[0]));
            tile_set(k, tile, 2, line, number_mul(k, inv, v[2]));
        }
        if (line == 0)
            kir_end(k->f);
        kir_end(k->f);
    }
}

static int segments_begin(const struct build *k, const struct block_cut *c)
{
    kir_barrier(k->f);
    return kir_for(k->f, kir_i32(k->f, 0), c->segments, kir_i32(k->f, 1), 0);
}

void build_reduce(struct kir_module *m, enum kir_type real, int parts)
{
    struct build k = build_kernel(m, real, parts, "reduce", MANY);
    int array[TILE_ARRAYS];
    struct changing joint[TILE_ARRAYS];
    matrix_declare(&k, array);
    array[3] = kir_global(k.f, "d", real, true, true);
    struct reduced_system r = reduced_new(&k, true, true);
    struct block_cut c = cut_new(&k, true);
    cut_share(&k, &c);
    struct ends e = ends_new(&k, &c);
    struct sweep s = sweep_new(&k, &r, &c, true);
    int tile = tile_new(&k, 4);
    joint_new(&k, joint, 4);
    int segment = segments_begin(&k, &c);
    tile_load(&k, &c, tile, array, NULL, 4, segment);
    sweep_segment(&k, &c, &s, &e, tile, segment, joint, false);
    kir_end(k.f);
    join(&k, &c, &s, &r, tile, joint);
}

void build_factor(struct kir_module *m, enum kir_type real, int parts)
{
    struct build k = build_kernel(m, real, parts, "factor", MANY);
    int array[3], kept[3];
    struct changing joint[TILE_ARRAYS];
    matrix_declare(&k, array);
    factors_declare(&k, kept, false);
    struct reduced_system r = reduced_new(&k, true, false);
    struct block_cut c = cut_new(&k, true);
    cut_share(&k, &c);
    struct ends e = ends_new(&k, &c);
    struct sweep s = sweep_new(&k, &r, &c, false);
    int tile = tile_new(&k, 3);
    const int none = kir_i64(k.f, 0);
    const struct tile_move move[] = {{tile_base(&k, 0), kept[0], none},
                                     {tile_base(&k, 1), kept[1], none},
                                     {tile_base(&k, 2), kept[2], none}};
    joint_new(&k, joint, 3);
    int segment = segments_begin(&k, &c);
    tile_load(&k, &c, tile, array, NULL, 3, segment);
    sweep_segment(&k, &c, &s, &e, tile, segment, joint, true);
    kir_barrier(k.f);
    tile_store(&k, &c, tile, move, 3, segment, 1);
    kir_end(k.f);
    join(&k, &c, &s, &r, tile, joint);
}

/* With kept factors -------------------------------------------------------- */

struct kept_sweep {
    struct changing g, sum, y, joint_b, joint_c, joint_d;
};

static void kept_segment(const struct build *k, const struct block_cut *c,
                         const struct kept_sweep *s, int tile, int segment)
{
    for (int line = 0; line < k->lines; line++) {
        int number = line_begin(k, c, segment, line);
        struct number inv = tile_get(k, tile, 0, line);
        struct number b = tile_get(k, tile, 1, line);
        struct number u = tile_get(k, tile, 2, line);
        struct number d = tile_get(k, tile, 3, line);
        if (joint_begin(k, line, number)) {
            changing_set(k, s->joint_b, b);
            changing_set(k, s->joint_c, u);
            changing_set(k, s->joint_d, d);
            kir_else(k->f);
        }
        struct number g =
            number_sub_mul(k, number_mul(k, inv, d), b, changing_get(k, s->g));
        struct number y = changing_get(k, s->y);
        changing_set(k, s->g, g);
        changing_set(k, s->sum,
                     number_add_mul(k, changing_get(k, s->sum), y, g));
        changing_set(k, s->y, number_negative(k, number_mul(k, y, u)));
        if (line == 0)
            kir_end(k->f);
        kir_end(k->f);
    }
}

/* Right-hand side number block.y. */
static int shifted(const struct build *k, int distance)
{
    int number = kir_cast(k->f, KIR_I64, kir_block_index(k->f, 1));
    return kir_binary(k->f, KIR_MUL,
                      kir_binary(k->f, KIR_MUL, number, distance),
                      kir_i64(k->f, k->parts));
}

void build_reduce_kept(struct kir_module *m, enum kir_type real, int parts)
{
    struct build k = build_kernel(m, real, parts, "reduce_kept", MANY);
    const struct number zero = number_constant(&k, 0);
    int array[TILE_ARRAYS];
    factors_declare(&k, array, true);
    array[3] = kir_global(k.f, "d", real, true, true);
    struct reduced_system r = reduced_new(&k, false, true);
    struct block_cut c = cut_new(&k, true);
    cut_share(&k, &c);
    int ld = kir_param(k.f, "ld", KIR_I64);
    int reduced_ld = kir_param(k.f, "reduced_ld", KIR_I64);
    struct kept_sweep s = {changing_new(&k, "g", zero),
                           changing_new(&k, "sum", zero),
                           changing_new(&k, "y", number_constant(&k, 1)),
                           changing_new(&k, "joint_b", zero),
                           changing_new(&k, "joint_c", zero),
                           changing_new(&k, "joint_d", zero)};
    int tile = tile_new(&k, 4);
    const int none = kir_i64(k.f, 0);
    const int offset[TILE_ARRAYS] = {none, none, none, shifted(&k, ld)};
    int segment = segments_begin(&k, &c);
    tile_load(&k, &c, tile, array, offset, 4, segment);
    kept_segment(&k, &c, &s, tile, segment);
    kir_end(k.f);
    const struct number last[] = {changing_get(&k, s.g)};
    hand_over(&k, tile, last, 1);
    struct number right =
        number_sub_mul(&k, changing_get(&k, s.joint_d),
                       changing_get(&k, s.joint_b), hand_take(&k, tile, 0));
    right = number_sub_mul(&k, right, changing_get(&k, s.joint_c),
                           changing_get(&k, s.sum));
    kir_if(k.f, c.own);
    int number = kir_cast(k.f, KIR_I64, kir_block_index(k.f, 1));
    number_store(&k, r.d,
                 kir_binary(k.f, KIR_ADD, c.w,
                            kir_binary(k.f, KIR_MUL, number, reduced_ld)),
                 right);
    guard_note(&k, r.flags, r.level, FLAG_RIGHT,
               kir_unary(k.f, KIR_NOT, number_is_finite(&k, right)), c.w);
    kir_end(k.f);
}
