/*
 * Coulomb and exchange matrices from a batch of integrals that lies on the
 * device: what runtime/eri/device.c launches behind the kernels of `brush gen`.
 *
 * A block works on an item (runtime/include/hedra_eri.h), a thread on a quartet
 * (ij|kl), and block index y says on which of the six blocks of the matrices
 * that a quartet adds to (x and y; u and v are summed over):
 *
 *     J_ij += (ij|kl) D_kl    J_kl += (ij|kl) D_ij
 *     K_ik += (ij|kl) D_jl    K_il += (ij|kl) D_jk
 *     K_jk += (ij|kl) D_il    K_jl += (ij|kl) D_ik
 *
 * A thread sums over u and v by itself, so that each element of a block is
 * added to once, as an integer: sums of integers are the same bits in any
 * order. Scales are powers of two, which the caller chooses so that no sum
 * leaves 64 bits.
 *
 * Two modules, for integrals in f32 and in f64; density and sums have their
 * type.
 */
#include "backends/library/library.h"
#include "runtime/include/hedra_eri.h"

enum { FUNCTIONS = 4, ROLES = 6 };

struct eri_builder {
    struct kir_func *f;
    int item, value, first[2], density, matrix[2]; /* buffers */
    int n, count[FUNCTIONS], scale[2], role;       /* parameters */
    int width, at;         /* of the thread: the item's width, its own place */
    int from[FUNCTIONS];   /* the shells' first functions */
    int weight;            /* F64 */
    int stride[FUNCTIONS]; /* of an integral's indices */
};

static int up_to(struct eri_builder *b, int count)
{
    return kir_for(b->f, kir_i64(b->f, 0), count, kir_i64(b->f, 1), 0);
}

static void declare(struct eri_builder *b, enum kir_type type)
{
    static const char *const name[FUNCTIONS] = {"ni", "nj", "nk", "nl"};

    b->item = kir_global(b->f, "item", KIR_I64, true, false);
    b->value = kir_global(b->f, "value", type, true, false);
    b->first[0] = kir_global(b->f, "bra_first", KIR_I32, true, false);
    b->first[1] = kir_global(b->f, "ket_first", KIR_I32, true, false);
    b->density = kir_global(b->f, "density", type, true, false);
    b->matrix[0] = kir_global(b->f, "coulomb", KIR_I64, false, false);
    b->matrix[1] = kir_global(b->f, "exchange", KIR_I64, false, false);
    b->n = kir_param(b->f, "n", KIR_I64);
    for (int i = 0; i < FUNCTIONS; i++)
        b->count[i] = kir_param(b->f, name[i], KIR_I64);
    b->scale[0] = kir_param(b->f, "coulomb_scale", KIR_F64);
    b->scale[1] = kir_param(b->f, "exchange_scale", KIR_F64);
    b->role = kir_param(b->f, "first_role", KIR_I64);
}

static int item_field(struct eri_builder *b, int field)
{
    int row = kir_mul(b->f, kir_cast(b->f, KIR_I64, kir_block_index(b->f, 0)),
                      kir_i64(b->f, HEDRA_ERI_ITEM));

    return kir_load(b->f, b->item, kir_add(b->f, row, kir_i64(b->f, field)));
}

static void load_firsts(struct eri_builder *b, int side, int pair)
{
    for (int i = 0; i < 2; i++) {
        int at = kir_add(b->f, kir_mul(b->f, pair, kir_i64(b->f, 2)),
                         kir_i64(b->f, i));

        b->from[2 * side + i] =
            kir_cast(b->f, KIR_I64, kir_load(b->f, b->first[side], at));
    }
}

/* One where the condition does not hold, one half where it does. */
static int halved(struct eri_builder *b, int condition)
{
    return kir_ternary(b->f, KIR_SELECT, condition,
                       kir_float(b->f, KIR_F64, 0.5),
                       kir_float(b->f, KIR_F64, 1));
}

/* The integrals of a quartet stand for eight, some of which are the same where
 * shells or pairs coincide. */
static int weight(struct eri_builder *b)
{
    const int *from = b->from;
    int bra = kir_binary(b->f, KIR_EQ, from[0], from[1]);
    int ket = kir_binary(b->f, KIR_EQ, from[2], from[3]);
    int both =
        kir_binary(b->f, KIR_AND, kir_binary(b->f, KIR_EQ, from[0], from[2]),
                   kir_binary(b->f, KIR_EQ, from[1], from[3]));

    return kir_mul(b->f, halved(b, bra),
                   kir_mul(b->f, halved(b, ket), halved(b, both)));
}

/* Element (p, q) of a matrix, counted within the shells i and j of both. */
static int element(struct eri_builder *b, int i, int p, int j, int q)
{
    return kir_add(b->f, kir_mul(b->f, kir_add(b->f, b->from[i], p), b->n),
                   kir_add(b->f, b->from[j], q));
}

static int step(struct eri_builder *b, int base, int i, int index)
{
    return kir_add(b->f, base, kir_mul(b->f, index, b->stride[i]));
}

/* The sum over u and v for one element of the block. */
static int sum_over(struct eri_builder *b, enum kir_type type,
                    const int index[4], int base)
{
    int sum = kir_variable(b->f, "sum", type), u, v, term, row;

    kir_set(b->f, sum, kir_float(b->f, type, 0));
    u = up_to(b, b->count[index[2]]);
    row = step(b, base, index[2], u);
    v = up_to(b, b->count[index[3]]);
    term = kir_load(b->f, b->value, step(b, row, index[3], v));
    kir_set(b->f, sum,
            kir_ternary(b->f, KIR_MULADD, term,
                        kir_load(b->f, b->density,
                                 element(b, index[2], u, index[3], v)),
                        kir_get(b->f, sum)));
    kir_end(b->f);
    kir_end(b->f);
    return kir_get(b->f, sum);
}

/* index: which of i, j, k and l are x, y, u and v. */
static void add_block(struct eri_builder *b, enum kir_type type, bool exchange,
                      const int index[4])
{
    int scale = kir_mul(b->f, b->weight, b->scale[exchange]);
    int x, y, base, sum;

    scale = kir_mul(b->f, scale, kir_float(b->f, KIR_F64, exchange ? 2 : 4));
    x = up_to(b, b->count[index[0]]);
    base = step(b, b->at, index[0], x);
    y = up_to(b, b->count[index[1]]);
    sum = sum_over(b, type, index, step(b, base, index[1], y));
    if (type != KIR_F64)
        sum = kir_cast(b->f, KIR_F64, sum);
    kir_atomic(b->f, KIR_ADD, b->matrix[exchange],
               element(b, index[0], x, index[1], y),
               kir_cast(b->f, KIR_I64,
                        kir_unary(b->f, KIR_RINT, kir_mul(b->f, sum, scale))));
    kir_end(b->f);
    kir_end(b->f);
}

static void quartet(struct eri_builder *b, enum kir_type type, int thread)
{
    static const int index[ROLES][4] = {{0, 1, 2, 3}, {2, 3, 0, 1},
                                        {0, 2, 1, 3}, {0, 3, 1, 2},
                                        {1, 2, 0, 3}, {1, 3, 0, 2}};
    int role = kir_add(b->f, kir_cast(b->f, KIR_I64, kir_block_index(b->f, 1)),
                       b->role);

    load_firsts(b, 0, item_field(b, HEDRA_ERI_ITEM_BRA));
    load_firsts(b, 1,
                kir_add(b->f, item_field(b, HEDRA_ERI_ITEM_FIRST), thread));
    b->at = kir_add(b->f, item_field(b, HEDRA_ERI_ITEM_OUT), thread);
    b->weight = weight(b);
    b->stride[3] = b->width;
    for (int i = FUNCTIONS - 2; i >= 0; i--)
        b->stride[i] = kir_mul(b->f, b->stride[i + 1], b->count[i + 1]);
    for (int r = 0; r < ROLES; r++) {
        kir_if(b->f, kir_binary(b->f, KIR_EQ, role, kir_i64(b->f, r)));
        add_block(b, type, r >= 2, index[r]);
        kir_end(b->f);
    }
}

static struct kir_module *build(struct arena *arena, int number)
{
    enum kir_type type = number ? KIR_F64 : KIR_F32;
    struct kir_module *module = kir_module_new(
        arena, number ? "eri_digest_f64" : "eri_digest_f32", "libhedra");
    struct eri_builder b = {.f = kir_func_new(module, KIR_KERNEL, module->name,
                                              HEDRA_ERI_ITEM_MOST, 1, 1)};
    int thread;

    declare(&b, type);
    thread = kir_cast(b.f, KIR_I64, kir_thread_index(b.f, 0));
    b.width = item_field(&b, HEDRA_ERI_ITEM_WIDTH);
    kir_if(b.f, kir_binary(b.f, KIR_LT, thread, b.width));
    quartet(&b, type, thread);
    kir_end(b.f);
    return module;
}

const struct hosted_family hosted_eri = {"eri", 2, build};
