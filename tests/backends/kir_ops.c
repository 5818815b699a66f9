/* Prints a KIR module that uses every operation of kir.def on every type that
 * it takes, for the tests of the printers: kir_ops
 * [grid] [expand] [optimise]. A kernel computes, for element g of
 * its arrays, out[row * COUNT + g] = operation(a[g], b[g], c[g]), a row for
 * each operation; once as a grid of blocks and once as a loop in one block,
 * which compilers vectorise. Operands are brought to where KIR defines the
 * result.
 */
#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"
#include "backends/math/math.h"

#include <stdio.h>
#include <string.h>

enum { COUNT = 128 };

static const enum kir_type value_type[] = {KIR_I32, KIR_U32, KIR_I64,
                                           KIR_U64, KIR_F32, KIR_F64};

struct maker {
    struct kir_func *f;
    enum kir_type type;
    int in[3], out, out_test; /* buffers */
    int g;                    /* the element */
    int rows;
};

static void put(struct maker *m, int buffer, int value)
{
    int row = kir_int(m->f, KIR_I64, (int64_t)m->rows++ * COUNT);

    kir_store(m->f, buffer, kir_binary(m->f, KIR_ADD, row, m->g), value);
}

static bool is_approximate(enum kir_op op)
{
    return op >= KIR_EXP;
}

/* An odd number but -1. */
static int divisor(struct maker *m, int b)
{
    int mask = kir_int(m->f, m->type, kir_wrap(m->type, ~UINT64_C(2)));

    b = kir_binary(m->f, KIR_AND, b, mask);
    return kir_binary(m->f, KIR_OR, b, kir_int(m->f, m->type, 1));
}

static int shift_count(struct maker *m, int b)
{
    int bits = kir_type_bits(m->type);
    int count = kir_cast(m->f, KIR_I32, b);

    return kir_binary(m->f, KIR_AND, count, kir_int(m->f, KIR_I32, bits - 1));
}

/* A small whole number: products and sums of such are exact. */
static int small(struct maker *m, int b)
{
    int wide = kir_bitcast(m->f, m->type == KIR_F32 ? KIR_I32 : KIR_I64, b);
    int word = kir_cast(m->f, KIR_I32, wide);

    return kir_cast(m->f, m->type, kir_cast(m->f, KIR_I8, word));
}

static void operation(struct maker *m, enum kir_op op, const int *in)
{
    struct kir_func *f = m->f;
    enum kir_type arg[3] = {m->type, m->type, m->type}, result;
    int value, out = m->out;

    if (op == KIR_SHL || op == KIR_SHR)
        arg[1] = KIR_I32;
    if (op < KIR_ADD || op == KIR_SELECT || !kir_result_type(op, arg, &result))
        return;
    if ((op == KIR_DIV || op == KIR_REM) && !kir_is_float(m->type))
        value = kir_binary(f, op, in[0], divisor(m, in[1]));
    else if (arg[1] == KIR_I32 && kir_op_operands(op) == 2 &&
             (op == KIR_SHL || op == KIR_SHR))
        value = kir_binary(f, op, in[0], shift_count(m, in[1]));
    else if (op == KIR_MULADD)
        value = kir_ternary(f, op, small(m, in[0]), small(m, in[1]),
                            small(m, in[2]));
    else if (kir_op_operands(op) == 1)
        value = kir_unary(f, op, in[0]);
    else if (kir_op_operands(op) == 2)
        value = kir_binary(f, op, in[0], in[1]);
    else
        value = kir_ternary(f, op, in[0], in[1], in[2]);
    if (result == KIR_PRED) {
        int flip = kir_ternary(f, KIR_SELECT, value, in[1], in[2]);

        put(m, m->out_test, kir_cast(f, KIR_I32, value));
        value = flip;
    }
    put(m, out, value);
}

/* Operations with one operand constant, and chains whose intermediate results
 * wrap or round. */
static void constants(struct maker *m, const int *in)
{
    static const int64_t number[] = {0, 1, -1, 7, -5, INT32_MIN, INT32_MAX};
    struct kir_func *f = m->f;

    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        int64_t wrapped = kir_wrap(m->type, (uint64_t)number[i]);
        int k = kir_is_float(m->type)
                    ? kir_float(f, m->type, (float)number[i] / 4)
                    : kir_int(f, m->type, wrapped);
        int sum =
            kir_binary(f, KIR_ADD, kir_binary(f, KIR_MUL, in[0], k), in[1]);

        put(m, m->out, sum);
        put(m, m->out, kir_binary(f, KIR_SUB, k, kir_unary(f, KIR_NEG, sum)));
        if (!kir_is_float(m->type) && wrapped != 0 && number[i] != -1)
            put(m, m->out, kir_binary(f, KIR_DIV, in[0], k));
        if (!kir_is_float(m->type) && number[i] > 0 && number[i] < 8)
            put(m, m->out,
                kir_binary(f, KIR_SHL, in[0], kir_int(f, KIR_I32, number[i])));
    }
}

static void specials(struct maker *m, const int *in)
{
    static const double number[] = {-0.0,      0x1p-1074,  0x1p-149, 0.1,
                                    1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0};
    struct kir_func *f = m->f;

    if (!kir_is_float(m->type))
        return;
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        double x = m->type == KIR_F32 ? (float)number[i] : number[i];

        put(m, m->out, kir_binary(f, KIR_MIN, in[0], kir_float(f, m->type, x)));
        put(m, m->out, kir_binary(f, KIR_MAX, kir_float(f, m->type, x), in[1]));
    }
}

static void predicates(struct maker *m, const int *in)
{
    static const enum kir_op op[] = {KIR_AND, KIR_OR, KIR_XOR};
    struct kir_func *f = m->f;
    int p = kir_binary(f, KIR_LT, in[0], in[1]);
    int q = kir_binary(f, KIR_LE, in[1], in[2]);

    for (int i = 0; i < 3; i++)
        put(m, m->out_test, kir_cast(f, KIR_I32, kir_binary(f, op[i], p, q)));
    put(m, m->out_test, kir_cast(f, KIR_I32, kir_unary(f, KIR_NOT, p)));
    put(m, m->out_test,
        kir_cast(f, KIR_I32, kir_ternary(f, KIR_SELECT, p, q, p)));
    put(m, m->out_test, kir_cast(f, KIR_I32, kir_cast(f, KIR_PRED, in[0])));
    put(m, m->out, kir_cast(f, m->type, q));
}

/* A float where C defines its conversion to `to`. */
static int in_range(struct maker *m, int x, enum kir_type to)
{
    double limit = kir_type_bits(to) == 64 ? 0x1p62 : 0x1p30;
    double least = kir_is_signed(to) ? -limit : 0;

    x = kir_binary(m->f, KIR_MAX, x, kir_float(m->f, m->type, least));
    return kir_binary(m->f, KIR_MIN, x, kir_float(m->f, m->type, limit));
}

/* Conversions of in[0] to every type; an output buffer for each. */
static void conversions(struct maker *m, const int *in, const int *out)
{
    struct kir_func *f = m->f;

    for (int i = 0; i < 6; i++) {
        enum kir_type to = value_type[i];
        int x = in[0];

        if (kir_is_float(m->type) && !kir_is_float(to))
            x = in_range(m, x, to);
        put(m, out[i], kir_cast(f, to, x));
        if (kir_can_convert(KIR_BITCAST, m->type, to) &&
            kir_is_float(m->type) == kir_is_float(to))
            put(m, out[i], kir_bitcast(f, to, in[1]));
    }
    if (m->type == KIR_F32 || m->type == KIR_F64) {
        int bits = kir_bitcast(f, m->type == KIR_F32 ? KIR_U32 : KIR_U64,
                               kir_unary(f, KIR_FLOOR, small(m, in[0])));

        put(m, out[m->type == KIR_F32 ? 1 : 3], bits);
        put(m, out[m->type == KIR_F32 ? 4 : 5], kir_bitcast(f, m->type, bits));
    }
    if (m->type == KIR_I32)
        for (int narrow = KIR_I8; narrow <= KIR_U16; narrow++)
            put(m, out[0], kir_cast(f, (enum kir_type)narrow, in[0]));
}

enum subject { EXACT, APPROXIMATE, CONVERT, SUBJECTS };

static void body(struct maker *m, enum subject subject, const int *out)
{
    int in[3];

    m->rows = 0;
    for (int i = 0; i < 3; i++)
        in[i] = kir_load(m->f, m->in[i], m->g);
    if (subject == CONVERT) {
        conversions(m, in, out);
        return;
    }
    for (int op = 0; op < KIR_OP_COUNT; op++)
        if (is_approximate((enum kir_op)op) == (subject == APPROXIMATE))
            operation(m, (enum kir_op)op, in);
    if (subject == EXACT) {
        constants(m, in);
        specials(m, in);
        predicates(m, in);
    }
}

static int kernel(struct kir_module *module, enum kir_type type,
                  enum subject subject, bool loop)
{
    static const char *const prefix[] = {"exact", "approximate", "convert"};
    struct maker m = {.type = type};
    char name[64];
    int out[6];

    snprintf(name, sizeof name, "%s_%s_%s", prefix[subject],
             kir_type_name(type), loop ? "loop" : "grid");
    m.f = kir_func_new(module, KIR_KERNEL, name, 1, 1, 1);
    for (int i = 0; i < 3; i++)
        m.in[i] = kir_global(m.f,
                             i == 0   ? "a"
                             : i == 1 ? "b"
                                      : "c",
                             type, true, true);
    m.out = out[0] = kir_global(m.f, "out_i32", KIR_I32, false, true);
    m.out_test = out[0];
    for (int i = 1; i < 6; i++) {
        snprintf(name, sizeof name, "out_%s", kir_type_name(value_type[i]));
        out[i] = kir_global(m.f, name, value_type[i], false, true);
        if (value_type[i] == type)
            m.out = out[i];
    }
    if (loop)
        m.g =
            kir_for(m.f, kir_int(m.f, KIR_I64, 0), kir_int(m.f, KIR_I64, COUNT),
                    kir_int(m.f, KIR_I64, 1), KIR_FOR_SIMD);
    else
        m.g = kir_cast(m.f, KIR_I64, kir_block_index(m.f, 0));
    body(&m, subject, out);
    if (loop)
        kir_end(m.f);
    return module->func_count - 1;
}

/* The runner takes grids and arguments from launches: arrays 0, 1, 2 are a, b,
 * c, arrays 3 … 8 the outputs. */
static void drive(struct kir_module *module, int number, bool loop)
{
    const struct kir_func *k = module->func[number];
    struct kir_arg arg[9];
    char name[80];
    struct kir_func *f;
    int grid[3];

    snprintf(name, sizeof name, "run_%s", k->name);
    f = kir_func_new(module, KIR_HOST, name, 1, 1, 1);
    for (int i = 0; i < 9; i++)
        arg[i] = (struct kir_arg){true, i};
    grid[0] = kir_int(f, KIR_I64, loop ? 1 : COUNT);
    grid[1] = grid[2] = kir_int(f, KIR_I64, 1);
    kir_launch(f, number, grid, 9, arg);
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct kir_module *module = kir_module_new(arena, "ops", "ops.c");
    struct buf out = {0};
    int forms = argc > 1 && strcmp(argv[1], "grid") == 0 ? 1 : 2;

    for (int subject = 0; subject < SUBJECTS; subject++)
        for (int i = 0; i < 6; i++)
            for (int loop = 0; loop < forms; loop++)
                if (subject != APPROXIMATE || kir_is_float(value_type[i]))
                    drive(module,
                          kernel(module, value_type[i], (enum subject)subject,
                                 loop),
                          loop);
    for (int i = 3 - forms; i < argc; i++)
        module = strcmp(argv[i], "expand") == 0 ? kir_expand_math(arena, module)
                                                : kir_optimise(arena, module);
    kir_print(module, &out);
    fwrite(out.text, 1, out.length, stdout);
    buf_free(&out);
    arena_free(arena);
    return 0;
}
