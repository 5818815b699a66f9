#include "tests/kir/kir_gen.h"

#include "backends/kir/kir.h"

#include <math.h>
#include <string.h>

enum {
    READ_COUNT = 16, /* elements of the read-only buffers */
    POOL = 400,
    ALL = GEN_OWN * GEN_THREADS * GEN_BLOCKS
};

struct gen {
    struct kir_func *f;
    uint64_t state;
    /* the values in scope that may be used next */
    int pool[POOL], pool_count;
    /* numbers of the buffers */
    int write_f64, alias_a, alias_b, write_i8, read_f64, read_i32, count_i32,
        write_f32, shared_f64, own_f32, local_f64, table_i32;
    int variable[4];
    int own;        /* first element that belongs to this thread, i64 */
    int own_shared; /* and in a block's memory, i32 */
    int budget, depth;
};

static uint64_t draw(struct gen *g)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return g->state * 0x2545f4914f6cdd1du >> 16;
}

static int below(struct gen *g, int n)
{
    return (int)(draw(g) % (uint64_t)n);
}

static void remember(struct gen *g, int value)
{
    if (g->pool_count < POOL)
        g->pool[g->pool_count++] = value;
    else
        g->pool[below(g, POOL)] = value;
}

/* Values ------------------------------------------------------------------- */

static enum kir_type any_type(struct gen *g)
{
    static const enum kir_type type[] = {KIR_I32, KIR_I32, KIR_U32, KIR_I64,
                                         KIR_I64, KIR_U64, KIR_F32, KIR_F64,
                                         KIR_F64, KIR_PRED};

    return type[below(g, sizeof type / sizeof *type)];
}

static int any_const(struct gen *g, enum kir_type type)
{
    static const double f[] = {0.0, -0.0, 1, -1, 0.5, 3.25, 1e300, -1e-310};
    static const int64_t i[] = {0,  1,  -1,   2,         3,        7,
                                31, 64, 1000, INT32_MIN, INT64_MAX};

    if (kir_is_float(type))
        return below(g, 16) ? kir_float(g->f, type, f[below(g, 8)])
                            : kir_float(g->f, type,
                                        below(g, 2) ? INFINITY : (double)NAN);
    return kir_int(g->f, type, i[below(g, 11)]);
}

/* A value of the type that is in scope, if a few draws find one. */
static int any_value(struct gen *g, enum kir_type type)
{
    for (int i = 0; i < 12 && g->pool_count > 0; i++) {
        int value = g->pool[below(g, g->pool_count)];

        if (kir_type_of(g->f, value) == type)
            return value;
    }
    return any_const(g, type);
}

/* x & (n - 1), n a power of two: an index below n. */
static int index_below(struct gen *g, int64_t n)
{
    enum kir_type type = below(g, 2) ? KIR_I32 : KIR_I64;

    return kir_binary(g->f, KIR_AND, any_value(g, type),
                      kir_int(g->f, type, n - 1));
}

/* An index of an element that belongs to this thread. */
static int own_index(struct gen *g)
{
    int i = below(g, 3) ? kir_int(g->f, KIR_I64, below(g, GEN_OWN))
                        : kir_cast(g->f, KIR_I64, index_below(g, GEN_OWN));

    return kir_binary(g->f, KIR_ADD, g->own, i);
}

static enum kir_op any_op(struct gen *g, unsigned operands)
{
    enum kir_op op;

    do
        op = (enum kir_op)(KIR_ADD + below(g, KIR_FMOD - KIR_ADD + 1));
    while (kir_op_operands(op) != (int)operands || op == KIR_DIV ||
           op == KIR_REM || op == KIR_CAST || op == KIR_BITCAST ||
           op == KIR_SELECT);
    return op;
}

static bool takes(enum kir_op op, enum kir_type type)
{
    bool is_float = kir_is_float(type);

    if (op == KIR_AND || op == KIR_OR || op == KIR_XOR || op == KIR_NOT)
        return !is_float;
    if (op == KIR_POPCOUNT || op == KIR_CLZ)
        return !is_float && type != KIR_PRED;
    if (type == KIR_PRED || op == KIR_SHL || op == KIR_SHR)
        return false;
    if (op == KIR_FMA || op == KIR_MULADD || op >= KIR_SQRT)
        return is_float;
    return true;
}

static int gen_operation(struct gen *g)
{
    enum kir_type type = any_type(g);
    enum kir_op op;
    int a[3];

    do
        op = any_op(g, 1 + (unsigned)below(g, 8) % 3);
    while (!takes(op, type));
    for (int i = 0; i < 3; i++)
        a[i] = any_value(g, type);
    if (kir_op_operands(op) == 1)
        return kir_unary(g->f, op, a[0]);
    if (kir_op_operands(op) == 2)
        return kir_binary(g->f, op, a[0], a[1]);
    return kir_ternary(g->f, op, a[0], a[1], a[2]);
}

/* The index arithmetic that the algebra rewrites. */
static int gen_sum(struct gen *g)
{
    static const enum kir_op op[] = {KIR_ADD, KIR_ADD, KIR_SUB, KIR_MUL};
    enum kir_type type = below(g, 3) ? KIR_I64 : KIR_U32;
    int sum = any_value(g, type);

    for (int n = 2 + below(g, 4); n > 0; n--) {
        int other = below(g, 2) ? any_const(g, type) : any_value(g, type);
        bool left = below(g, 2);

        sum = kir_binary(g->f, op[below(g, 4)], left ? other : sum,
                         left ? sum : other);
        remember(g, sum);
    }
    return sum;
}

static int gen_shift(struct gen *g)
{
    enum kir_type type = below(g, 2) ? KIR_I64 : KIR_U32;
    int amount = below(g, 3) ? kir_int(g->f, KIR_I32, below(g, 70))
                             : any_value(g, KIR_I32);

    return kir_binary(g->f, below(g, 2) ? KIR_SHL : KIR_SHR, any_value(g, type),
                      amount);
}

/* Never by zero, never the most negative number by -1. */
static int gen_division(struct gen *g)
{
    static const int64_t by[] = {1, 2, 3, 8, 10, -3};
    enum kir_type type = below(g, 2) ? KIR_I32 : KIR_I64;
    enum kir_op op = below(g, 2) ? KIR_DIV : KIR_REM;
    int a = any_value(g, type), d;

    switch (below(g, 4)) {
    case 0:
        return kir_binary(g->f, KIR_DIV, any_value(g, KIR_F64),
                          any_value(g, KIR_F64));
    case 1:
        return below(g, 2) ? kir_floor_div(g->f, a, 1 + below(g, 9))
                           : kir_floor_mod(g->f, a, 1 + below(g, 9));
    case 2:
        d = kir_binary(g->f, KIR_AND, any_value(g, type),
                       kir_int(g->f, type, 7));
        return kir_binary(g->f, op, a,
                          kir_binary(g->f, KIR_ADD, d, kir_int(g->f, type, 1)));
    default:
        return kir_binary(g->f, op, a, kir_int(g->f, type, by[below(g, 6)]));
    }
}

static int gen_conversion(struct gen *g)
{
    static const enum kir_type narrow[] = {KIR_I8, KIR_U8, KIR_I16, KIR_U16};

    switch (below(g, 4)) {
    case 0:
        return kir_cast(g->f, narrow[below(g, 4)], any_value(g, KIR_I32));
    case 1:
        return kir_bitcast(g->f, KIR_F64, any_value(g, KIR_I64));
    case 2:
        return kir_bitcast(g->f, KIR_U32, any_value(g, KIR_F32));
    default:
        return kir_cast(g->f, any_type(g), any_value(g, any_type(g)));
    }
}

static int gen_load(struct gen *g)
{
    switch (below(g, 8)) {
    case 0:
        return kir_load(g->f, g->write_f64, own_index(g));
    case 1:
        return kir_load(g->f, g->alias_a, own_index(g));
    case 2:
        return kir_load(g->f, g->alias_b, own_index(g));
    case 3:
        return kir_load(g->f, g->write_i8, own_index(g));
    case 4:
        return kir_load(g->f, g->read_i32, index_below(g, READ_COUNT));
    case 5:
        return kir_load(g->f, g->local_f64, index_below(g, 8));
    case 6:
        return kir_load(g->f, g->table_i32, index_below(g, 4));
    default:
        return kir_load(g->f, g->read_f64, index_below(g, READ_COUNT));
    }
}

static void gen_value(struct gen *g)
{
    enum kir_type type = any_type(g);
    int value;

    switch (below(g, 9)) {
    case 0:
        value = gen_sum(g);
        break;
    case 1:
        value = gen_shift(g);
        break;
    case 2:
        value = gen_division(g);
        break;
    case 3:
        value = gen_conversion(g);
        break;
    case 4:
    case 5:
        value = gen_load(g);
        break;
    case 6:
        value = kir_get(g->f, g->variable[below(g, 4)]);
        break;
    case 7:
        value = kir_ternary(g->f, KIR_SELECT, any_value(g, KIR_PRED),
                            any_value(g, type), any_value(g, type));
        break;
    default:
        value = gen_operation(g);
    }
    remember(g, value);
}

/* Statements --------------------------------------------------------------- */

static void gen_block(struct gen *g, int statements);

static void gen_store(struct gen *g)
{
    struct kir_func *f = g->f;

    switch (below(g, 7)) {
    case 0:
        kir_store(f, g->alias_a, own_index(g), any_value(g, KIR_I64));
        break;
    case 1:
        kir_store(f, g->alias_b, own_index(g), any_value(g, KIR_I64));
        break;
    case 2:
        kir_store(f, g->write_i8, own_index(g), any_value(g, KIR_I32));
        break;
    case 3:
        kir_store(f, g->local_f64, index_below(g, 8), any_value(g, KIR_F64));
        break;
    case 4:
        kir_store(f, g->write_f32, own_index(g), any_value(g, KIR_F32));
        break;
    case 5:
        kir_atomic(f, below(g, 2) ? KIR_ADD : KIR_MAX, g->count_i32,
                   index_below(g, GEN_OWN), any_value(g, KIR_I32));
        break;
    default:
        kir_store(f, g->write_f64, own_index(g), any_value(g, KIR_F64));
    }
}

static void gen_set(struct gen *g)
{
    int variable = g->variable[below(g, 4)];

    kir_set(g->f, variable, any_value(g, g->f->variable[variable].type));
}

/* What was in scope before a block is so after it. */
static void gen_inside(struct gen *g, int statements)
{
    int mark = g->pool_count;

    g->depth++;
    gen_block(g, statements);
    g->depth--;
    if (g->pool_count > mark)
        g->pool_count = mark;
}

static int any_test(struct gen *g)
{
    static const enum kir_op op[] = {KIR_LT, KIR_LE, KIR_GT,
                                     KIR_GE, KIR_EQ, KIR_NE};
    static const enum kir_type type[] = {KIR_I64, KIR_I32, KIR_F64, KIR_U32};
    enum kir_type t = type[below(g, 4)];

    return below(g, 4) ? kir_binary(g->f, op[below(g, 6)], any_value(g, t),
                                    any_value(g, t))
                       : any_value(g, KIR_PRED);
}

static void gen_if(struct gen *g)
{
    int test = any_test(g);

    kir_if(g->f, test);
    gen_inside(g, 1 + below(g, 4));
    if (below(g, 2)) {
        kir_else(g->f);
        gen_inside(g, 1 + below(g, 4));
    }
    kir_end(g->f);
}

/* A bound that is small and that the optimiser may or may not know. */
static int small_bound(struct gen *g, enum kir_type type)
{
    int x;

    if (below(g, 3) == 0)
        return kir_int(g->f, type, below(g, 6) - 1);
    x = kir_binary(g->f, KIR_AND, any_value(g, type), kir_int(g->f, type, 3));
    return below(g, 2) ? x : kir_binary(g->f, KIR_MIN, x, any_value(g, type));
}

static void gen_for(struct gen *g)
{
    enum kir_type type = below(g, 3) ? KIR_I64 : KIR_I32;
    int lo = kir_int(g->f, type, below(g, 3) - 1), mark = g->pool_count;
    int hi = small_bound(g, type);
    int step = kir_int(g->f, type, 1 + below(g, 3));

    remember(g, kir_for(g->f, lo, hi, step, below(g, 4) ? 0 : KIR_FOR_UNROLL));
    gen_inside(g, 1 + below(g, 5));
    kir_end(g->f);
    g->pool_count = mark;
}

/* Tiles: for kt in 0 … n by 2: for k in kt … min(kt + 2, n), accumulating. */
static void gen_tiles(struct gen *g)
{
    struct kir_func *f = g->f;
    int n = small_bound(g, KIR_I64), two = kir_int(f, KIR_I64, 2);
    int mark = g->pool_count, at = own_index(g), kt, end, sum;

    kt = kir_for(f, kir_int(f, KIR_I64, 0), n, two, 0);
    end = kir_binary(f, KIR_MIN, kir_binary(f, KIR_ADD, kt, two), n);
    remember(g, kir_for(f, kt, end, kir_int(f, KIR_I64, 1), 0));
    if (below(g, 2))
        gen_inside(g, 1 + below(g, 3));
    sum = kir_binary(f, KIR_ADD, kir_load(f, g->write_f64, at),
                     any_value(g, KIR_F64));
    kir_store(f, g->write_f64, at, sum);
    kir_end(f);
    kir_end(f);
    g->pool_count = mark;
}

/* An access that is in bounds, and a division that is not by zero, only if the
 * loop is entered. */
static void gen_guarded(struct gen *g)
{
    struct kir_func *f = g->f;
    int i = kir_cast(f, KIR_I64, any_value(g, KIR_I32)), ok, hi, sum, at,
        divisor;
    int zero = kir_int(f, KIR_I64, 0), mark = g->pool_count;

    ok = kir_binary(f, KIR_AND, kir_binary(f, KIR_GE, i, zero),
                    kir_binary(f, KIR_LT, i, kir_int(f, KIR_I64, GEN_OWN)));
    hi = kir_ternary(f, KIR_SELECT, ok, kir_int(f, KIR_I64, 1 + below(g, 3)),
                     zero);
    at = kir_binary(
        f, KIR_ADD, g->own,
        kir_ternary(f, KIR_SELECT, ok, i, kir_int(f, KIR_I64, 1 << 20)));
    divisor = kir_ternary(f, KIR_SELECT, ok, kir_int(f, KIR_I64, 3), zero);
    remember(g, kir_for(f, zero, hi, kir_int(f, KIR_I64, 1), 0));
    if (below(g, 2))
        remember(g, kir_binary(f, KIR_DIV, any_value(g, KIR_I64), divisor));
    if (below(g, 2))
        kir_if(f, any_test(g));
    else
        kir_if(f, kir_int(f, KIR_PRED, 1));
    sum = kir_binary(f, KIR_ADD, kir_load(f, g->write_f64, at),
                     kir_load(f, g->read_f64, kir_int(f, KIR_I32, 3)));
    remember(g, sum);
    if (below(g, 2))
        kir_store(f, g->write_f64, at, sum);
    kir_end(f);
    if (below(g, 2))
        kir_store(f, g->alias_a, own_index(g), any_value(g, KIR_I64));
    kir_end(f);
    g->pool_count = mark;
}

static void gen_while(struct gen *g)
{
    struct kir_func *f = g->f;
    int counter = kir_variable(f, "counter", KIR_I32), mark = g->pool_count;
    int limit = kir_int(f, KIR_I32, below(g, 4)), now;

    kir_set(f, counter, kir_int(f, KIR_I32, 0));
    kir_while(f);
    now = kir_get(f, counter);
    remember(g, now);
    g->depth++;
    gen_block(g, below(g, 2));
    g->depth--;
    kir_while_body(f, kir_binary(f, KIR_LT, now, limit));
    gen_inside(g, 1 + below(g, 3));
    kir_set(f, counter, kir_binary(f, KIR_ADD, now, kir_int(f, KIR_I32, 1)));
    kir_end(f);
    g->pool_count = mark;
}

/* Division behind the test that makes it safe. */
static void gen_safe_division(struct gen *g)
{
    struct kir_func *f = g->f;
    int d =
        kir_binary(f, KIR_AND, any_value(g, KIR_I64), kir_int(f, KIR_I64, 3));
    int zero = kir_int(f, KIR_I64, 0), mark = g->pool_count, q;

    remember(g, kir_for(f, zero, small_bound(g, KIR_I64),
                        kir_int(f, KIR_I64, 1), 0));
    kir_if(f, kir_binary(f, KIR_NE, d, zero));
    q = kir_binary(f, below(g, 2) ? KIR_DIV : KIR_REM, any_value(g, KIR_I64),
                   d);
    kir_store(f, g->alias_a, own_index(g), q);
    kir_end(f);
    kir_end(f);
    g->pool_count = mark;
}

/* Own element written, barrier, a neighbour's read, barrier. */
static void gen_exchange(struct gen *g)
{
    struct kir_func *f = g->f;
    int self = kir_thread_index(f, 0), read;

    kir_store(f, g->shared_f64, self, any_value(g, KIR_F64));
    kir_barrier(f);
    read = kir_load(f, g->shared_f64,
                    kir_binary(f, KIR_XOR, self,
                               kir_int(f, KIR_I32, below(g, GEN_THREADS))));
    remember(g, read);
    kir_barrier(f);
}

/* Even threads hand their element to the odd one beside them, which alone
 * writes it between the barriers, whatever loops the even ones run. */
static void gen_handover(struct gen *g)
{
    struct kir_func *f = g->f;
    int self = kir_thread_index(f, 0), one = kir_int(f, KIR_I32, 1), odd, sum;
    int mark = g->pool_count;

    odd = kir_cast(f, KIR_PRED, kir_binary(f, KIR_AND, self, one));
    kir_store(f, g->shared_f64, self, any_value(g, KIR_F64));
    kir_barrier(f);
    kir_if(f, odd);
    kir_store(f, g->shared_f64, kir_binary(f, KIR_XOR, self, one),
              any_value(g, KIR_F64));
    kir_end(f);
    kir_for(f, kir_int(f, KIR_I32, 0), small_bound(g, KIR_I32), one, 0);
    kir_if(f, odd);
    sum = kir_binary(f, KIR_ADD, kir_load(f, g->shared_f64, self),
                     any_value(g, KIR_F64));
    kir_store(f, g->shared_f64, self, sum);
    kir_end(f);
    kir_end(f);
    kir_barrier(f);
    g->pool_count = mark;
    remember(g, kir_load(f, g->shared_f64, self));
    kir_barrier(f);
}

/* The thread's elements `from` on, fewer than it has by what that may be. */
static int gen_base(struct gen *g, int own, int *count)
{
    enum kir_type type = kir_type_of(g->f, own);
    int step = 1 << below(g, 3);

    if (below(g, 2))
        return own;
    *count -= step;
    return kir_binary(g->f, KIR_ADD, own,
                      kir_binary(g->f, KIR_AND, any_value(g, type),
                                 kir_int(g->f, type, step)));
}

static void gen_access_near(struct gen *g, int buffer, int base, int count)
{
    enum kir_type type = kir_type_of(g->f, base);
    int at =
        kir_binary(g->f, KIR_ADD, base, kir_int(g->f, type, below(g, count)));

    if (below(g, 2))
        remember(g, kir_load(g->f, buffer, at));
    else
        kir_store(g->f, buffer, at,
                  any_value(g, kir_loaded_type(g->f->buffer[buffer].type)));
}

/* Accesses of neighbours in some order, now and then something between them. */
static void gen_neighbours(struct gen *g)
{
    const int buffers[] = {g->own_f32, g->write_f64, g->write_f32, g->alias_a,
                           g->alias_b};
    int kind = below(g, 5), other = below(g, 5), mark = g->pool_count;
    int own = kind ? g->own : g->own_shared, count = GEN_OWN;
    int base = gen_base(g, own, &count);
    bool asks = kind && below(g, 4);

    if (asks)
        kir_if(g->f, kir_aligned(g->f, buffers[kind]));
    for (int n = 4 + below(g, 12); n > 0; n--) {
        if (below(g, 8) == 0)
            gen_value(g);
        else if (below(g, 8) == 0)
            gen_store(g);
        else if (other && kind && below(g, 8) == 0)
            gen_access_near(g, buffers[other], base, count);
        else
            gen_access_near(g, buffers[kind], base, count);
    }
    if (asks) {
        kir_end(g->f);
        g->pool_count = mark;
    }
}

static void gen_statement(struct gen *g)
{
    int kind = below(g, g->depth < 4 ? 25 : 14);

    if (kind < 9)
        gen_value(g);
    else if (kind < 12)
        gen_store(g);
    else if (kind < 14)
        gen_set(g);
    else if (kind < 16)
        gen_if(g);
    else if (kind < 18)
        gen_for(g);
    else if (kind == 18)
        gen_while(g);
    else if (kind == 19)
        gen_tiles(g);
    else if (kind == 20)
        gen_guarded(g);
    else if (kind > 21)
        gen_neighbours(g);
    else
        gen_safe_division(g);
}

static void gen_block(struct gen *g, int statements)
{
    for (int i = 0; i < statements && g->budget > 0; i++) {
        g->budget--;
        gen_statement(g);
    }
}

/* The kernel --------------------------------------------------------------- */

static void declare(struct gen *g)
{
    static const int32_t table[4] = {3, -7, 0, 2};
    struct kir_func *f = g->f;

    g->write_f64 = kir_global(f, "write_f64", KIR_F64, false, true);
    g->alias_a = kir_global(f, "alias_a", KIR_I64, false, false);
    g->alias_b = kir_global(f, "alias_b", KIR_I64, false, false);
    g->write_i8 = kir_global(f, "write_i8", KIR_I8, false, true);
    g->read_f64 = kir_global(f, "read_f64", KIR_F64, true, true);
    g->read_i32 = kir_global(f, "read_i32", KIR_I32, true, true);
    g->count_i32 = kir_global(f, "count_i32", KIR_I32, false, true);
    g->write_f32 = kir_global(f, "write_f32", KIR_F32, false, true);
    g->shared_f64 = kir_shared(f, "shared_f64", KIR_F64, GEN_THREADS);
    g->own_f32 =
        kir_shared(f, "own_f32", KIR_F32, (int64_t)GEN_OWN * GEN_THREADS);
    g->local_f64 = kir_local(f, "local_f64", KIR_F64, 8);
    g->table_i32 = kir_constant(f, "table_i32", KIR_I32, 4, table);
    remember(g, kir_param(f, "n", KIR_I64));
    remember(g, kir_param(f, "m", KIR_I32));
    remember(g, kir_param(f, "x", KIR_F64));
    remember(g, kir_param(f, "y", KIR_F32));
    g->variable[0] = kir_variable(f, "v", KIR_F64);
    g->variable[1] = kir_variable(f, "v", KIR_I64);
    g->variable[2] = kir_variable(f, "v", KIR_I32);
    g->variable[3] = kir_variable(f, "v", KIR_PRED);
}

struct kir_module *gen_module(struct arena *arena, uint64_t seed)
{
    struct kir_module *module = kir_module_new(arena, "random", "random.c");
    struct gen g = {.state = seed * 0x9e3779b97f4a7c15u + 1, .budget = 120};
    int thread, trips;

    g.f = kir_func_new(module, KIR_KERNEL, "random", GEN_THREADS, 1, 1);
    for (int i = 0; i < 8; i++)
        draw(&g);
    declare(&g);
    thread = kir_binary(g.f, KIR_ADD,
                        kir_binary(g.f, KIR_MUL, kir_block_index(g.f, 0),
                                   kir_int(g.f, KIR_I32, GEN_THREADS)),
                        kir_thread_index(g.f, 0));
    remember(&g, thread);
    g.own = kir_binary(g.f, KIR_MUL, kir_cast(g.f, KIR_I64, thread),
                       kir_int(g.f, KIR_I64, GEN_OWN));
    g.own_shared = kir_binary(g.f, KIR_MUL, kir_thread_index(g.f, 0),
                              kir_int(g.f, KIR_I32, GEN_OWN));
    for (int i = 0; i < GEN_OWN; i++)
        kir_store(
            g.f, g.own_f32,
            kir_binary(g.f, KIR_ADD, g.own_shared, kir_int(g.f, KIR_I32, i)),
            any_value(&g, KIR_F32));
    for (int i = 0; i < 4; i++)
        kir_set(g.f, g.variable[i],
                any_value(&g, g.f->variable[g.variable[i]].type));
    while (g.budget > 0) {
        gen_block(&g, 1 + below(&g, 12));
        trips = 1 + below(&g, 3);
        kir_for(g.f, kir_int(g.f, KIR_I32, 0), kir_int(g.f, KIR_I32, trips),
                kir_int(g.f, KIR_I32, 1), 0);
        gen_inside(&g, below(&g, 4));
        if (below(&g, 2)) {
            int mark = g.pool_count;

            if (below(&g, 3))
                gen_exchange(&g);
            else
                gen_handover(&g);
            gen_store(&g);
            g.pool_count = mark;
        }
        kir_end(g.f);
    }
    gen_store(&g);
    return module;
}

struct gen_input gen_input(struct arena *arena, uint64_t seed)
{
    static const size_t bytes[GEN_BUFFERS] = {
        ALL * 8,        ALL * 8,        0,           ALL,
        READ_COUNT * 8, READ_COUNT * 4, GEN_OWN * 4, ALL * 4};
    static const size_t size[GEN_BUFFERS] = {8, 8, 8, 1, 8, 4, 4, 4};
    struct gen g = {.state = seed + 77};
    struct gen_input input = {.bytes = 0};
    char *at;

    for (int i = 0; i < GEN_BUFFERS; i++)
        input.bytes += bytes[i];
    at = arena_alloc(arena, input.bytes + KIR_PACK_BYTES);
    at += seed % 3 ? 0 : KIR_PACK_BYTES / 2;
    input.memory = at;
    for (int i = 0; i < GEN_BUFFERS; i++) {
        input.buffer[i].data = at;
        input.buffer[i].count = (int64_t)(bytes[i] / size[i]);
        at += bytes[i];
    }
    input.buffer[2] = input.buffer[1];
    for (int i = 0; i < ALL; i++) {
        ((double *)input.buffer[0].data)[i] = below(&g, 100) / 8.0 - 5;
        ((int64_t *)input.buffer[1].data)[i] = below(&g, 100) - 50;
        ((int8_t *)input.buffer[3].data)[i] = (int8_t)below(&g, 256);
        ((float *)input.buffer[7].data)[i] = (float)below(&g, 100) / 4 - 9;
    }
    for (int i = 0; i < READ_COUNT; i++) {
        ((double *)input.buffer[4].data)[i] = below(&g, 9) - 4.5;
        ((int32_t *)input.buffer[5].data)[i] = below(&g, 20) - 10;
    }
    input.scalar[0].i = below(&g, 6);
    input.scalar[1].i = below(&g, 9) - 4;
    input.scalar[2].f = below(&g, 9) / 2.0;
    input.scalar[3].f = -below(&g, 9) / 2.0;
    return input;
}
