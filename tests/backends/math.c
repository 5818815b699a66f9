/* The accuracy of kir_expand_math: math [COUNT [OPERATION]]. Every operation is
 * expanded, run by kir_eval on special values and COUNT random arguments, and
 * compared with the C library's long double; prints the largest error in units
 * in the last place and fails where it exceeds what kir_math.c promises. */
#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"
#include "backends/math/math.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 4096, SKIP = 77 };

/* Arguments: low <= x < high, uniform, or uniform in the exponent (and of
 * either sign) where `spread` says so. */
struct range {
    double low, high;
    bool spread;
};

struct subject {
    enum kir_op op;
    long double (*unary)(long double);
    long double (*binary)(long double, long double);
    double limit; /* of the error */
    struct range x[3], y[3];
};

/* clang-format off */
#define ALL {0x1p-1074, 0x1.fffffffffffffp1023, true}
#define NONE {{0, 0, false}}

static const struct subject subject[] = {
    {KIR_EXP, expl, NULL, 1,
     {{-750, 712, false}, {-1, 1, false}, ALL}, NONE},
    {KIR_EXP2, exp2l, NULL, 1,
     {{-1080, 1025, false}, {-1, 1, false}, ALL}, NONE},
    {KIR_EXPM1, expm1l, NULL, 1.5,
     {{-45, 712, false}, {-2, 2, false}, ALL}, NONE},
    {KIR_LOG, logl, NULL, 1,
     {{0.5, 2, false}, {0, 10, false}, ALL}, NONE},
    {KIR_LOG2, log2l, NULL, 0.51,
     {{0.5, 2, false}, {0, 10, false}, ALL}, NONE},
    {KIR_LOG10, log10l, NULL, 0.51,
     {{0.5, 2, false}, {0, 1000, false}, ALL}, NONE},
    {KIR_LOG1P, log1pl, NULL, 1,
     {{-1, 1, false}, {0, 10, false}, ALL}, NONE},
    {KIR_SIN, sinl, NULL, 1,
     {{-8, 8, false}, {-1e9, 1e9, false}, ALL}, NONE},
    {KIR_COS, cosl, NULL, 1,
     {{-8, 8, false}, {-1e9, 1e9, false}, ALL}, NONE},
    {KIR_TAN, tanl, NULL, 1.5,
     {{-8, 8, false}, {-1e9, 1e9, false}, ALL}, NONE},
    {KIR_SINH, sinhl, NULL, 1,
     {{-25, 25, false}, {-712, 712, false}, ALL}, NONE},
    {KIR_COSH, coshl, NULL, 1.5,
     {{-25, 25, false}, {-712, 712, false}, ALL}, NONE},
    {KIR_TANH, tanhl, NULL, 1,
     {{-3, 3, false}, {-25, 25, false}, ALL}, NONE},
    {KIR_ASIN, asinl, NULL, 1,
     {{-1, 1, false}, {0.99, 1, false}, ALL}, NONE},
    {KIR_ACOS, acosl, NULL, 1,
     {{-1, 1, false}, {0.99, 1, false}, ALL}, NONE},
    {KIR_ATAN, atanl, NULL, 1,
     {{-4, 4, false}, {0, 100, false}, ALL}, NONE},
    {KIR_CBRT, cbrtl, NULL, 0.51,
     {{-8, 8, false}, {0, 1000, false}, ALL}, NONE},
    {KIR_ERF, erfl, NULL, 1,
     {{-1, 1, false}, {-7, 7, false}, ALL}, NONE},
    {KIR_POW, NULL, powl, 1,
     {{0, 10, false}, {0.9, 1.1, false}, ALL},
     {{-100, 100, false}, {-4000, 4000, false}, {-20, 20, false}}},
    {KIR_ATAN2, NULL, atan2l, 1.5,
     {{-4, 4, false}, {-100, 100, false}, ALL},
     {{-4, 4, false}, {-1, 1, false}, ALL}},
    {KIR_HYPOT, NULL, hypotl, 0.51,
     {{-4, 4, false}, {0, 1000, false}, ALL},
     {{-4, 4, false}, {0, 10, false}, ALL}},
    {KIR_FMOD, NULL, fmodl, 0,
     {{-100, 100, false}, {0, 1e15, false}, ALL},
     {{-4, 4, false}, {0, 1e-3, false}, ALL}},
};
/* clang-format on */

static const double special[] = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    3.0,
    -3.0,
    4.5,
    -4.5,
    1e300,
    -1e300,
    1e-300,
    INFINITY,
    -INFINITY,
    NAN,
    0x1p-1074,
    -0x1p-1074,
    0x1p-1022,
    0x1.fffffffffffffp-1023,
    0x1.fffffffffffffp1023,
    -0x1.fffffffffffffp1023,
    0x1.fffffffffffffp-1,
    0x1.0000000000001p0,
    0x1.921fb54442d18p0,
    0x1.921fb54442d18p1,
    0x1p30,
    0x1p53,
    0x1p54,
    1000.0,
    0x1.6ac5b262ca1ffp849,
    5.319372648326541e255,
    709.7827128933841,
    -745.1332191019412,
    -745.2,
    1024.0,
    -1074.0,
    -1075.0,
    0.4375,
    0.6875,
};

enum { SPECIALS = sizeof special / sizeof *special };

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static double draw(const struct range *range, uint64_t *state)
{
    uint64_t r = next_random(state);

    if (!range->spread)
        return range->low +
               (range->high - range->low) * ldexp((double)(r >> 11), -53);
    r &= ~(UINT64_C(0x7ff) << 52);
    r |= next_random(state) % 2047 << 52;
    return ((union kir_imm){.i = (int64_t)r}).f;
}

static double error_of(long double want, double got, double *error)
{
    double nearest = (double)want;
    int exponent;

    if (isnan(nearest) || isnan(got))
        *error = isnan(nearest) && isnan(got) ? 0 : INFINITY;
    else if (nearest == 0 || isinf(nearest) || isinf(got))
        *error = nearest == got && signbit(nearest) == signbit(got) ? 0
                 : nearest == 0 && fabs(got) <= 0x1p-1074           ? 1
                                                                    : INFINITY;
    else {
        frexp(nearest, &exponent);
        if (exponent < -1021)
            exponent = -1021;
        *error =
            (double)(fabsl(want - (long double)got) / ldexpl(1, exponent - 53));
    }
    return *error;
}

/* out[i] = operation(x[i], y[i]), expanded. */
static struct kir_module *make(struct arena *arena, const struct subject *s,
                               enum kir_type type)
{
    struct kir_module *module = kir_module_new(arena, "math", "math.c");
    struct kir_func *f = kir_func_new(module, KIR_KERNEL, "k", 1, 1, 1);
    int x = kir_global(f, "x", type, true, true);
    int y = kir_global(f, "y", type, true, true);
    int out = kir_global(f, "out", type, false, true);
    int n = kir_param(f, "n", KIR_I64);
    int i = kir_for(f, kir_int(f, KIR_I64, 0), n, kir_int(f, KIR_I64, 1), 0);
    int a = kir_load(f, x, i);

    kir_store(f, out, i,
              s->unary ? kir_unary(f, s->op, a)
                       : kir_binary(f, s->op, a, kir_load(f, y, i)));
    kir_end(f);
    return kir_optimise(arena, kir_expand_math(arena, module));
}

struct batch {
    double x[BATCH], y[BATCH], out[BATCH];
    float fx[BATCH], fy[BATCH], fout[BATCH];
};

static bool evaluate(const struct kir_func *f, enum kir_type type,
                     struct batch *b, int count, struct faults *faults)
{
    bool single = type == KIR_F32;
    struct kir_memory memory[3] = {{single ? (void *)b->fx : b->x, BATCH},
                                   {single ? (void *)b->fy : b->y, BATCH},
                                   {single ? (void *)b->fout : b->out, BATCH}};
    union kir_imm scalar = {.i = count};
    struct kir_eval eval = {.buffer = memory, .scalar = &scalar};

    for (int i = 0; i < count && single; i++) {
        b->x[i] = b->fx[i] = (float)b->x[i];
        b->y[i] = b->fy[i] = (float)b->y[i];
    }
    return kir_eval_run(f, (int64_t[]){1, 1, 1}, &eval, faults);
}

static long double reference(const struct subject *s, double x, double y)
{
    return s->unary ? s->unary(x) : s->binary(x, y);
}

/* The largest error of a batch. */
static double check(const struct subject *s, enum kir_type type,
                    const struct batch *b, int count, double limit)
{
    double worst = 0, error;

    for (int i = 0; i < count; i++) {
        long double want = reference(s, b->x[i], b->y[i]);

        if (type == KIR_F32) {
            float nearest = (float)want, got = b->fout[i];
            bool same = nearest == got ? signbit(nearest) == signbit(got)
                                       : isnan(nearest) && isnan(got);
            int exponent;

            frexpf(nearest, &exponent);
            if (exponent < -125)
                exponent = -125;
            error =
                same ? 0
                : isinf(nearest) || isinf(got) || isnan(got) || isnan(nearest)
                    ? INFINITY
                    : (double)(fabsl(want - (long double)got) /
                               ldexpl(1, exponent - 24));
        } else {
            error_of(want, b->out[i], &error);
        }
        if (error > limit && worst <= limit)
            printf("  %s(%a, %a) = %a, not %a: %g\n", kir_op_name(s->op),
                   b->x[i], b->y[i], type == KIR_F32 ? b->fout[i] : b->out[i],
                   (double)want, error);
        worst = fmax(worst, error);
    }
    return worst;
}

static bool run(const struct subject *s, enum kir_type type, long count)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    const struct kir_func *f = make(arena, s, type)->func[0];
    struct batch *b = calloc(1, sizeof *b);
    uint64_t state = 88172645463325252u;
    double limit = type == KIR_F32 ? 0.51 : s->limit, worst = 0;
    bool good = true;

    for (long done = -1; done < count && good; done += BATCH) {
        int n = done < 0 ? SPECIALS * SPECIALS : BATCH;

        for (int i = 0; i < n; i++) {
            b->x[i] =
                done < 0 ? special[i % SPECIALS] : draw(&s->x[i % 3], &state);
            b->y[i] =
                done < 0 ? special[i / SPECIALS] : draw(&s->y[i % 3], &state);
        }
        good = evaluate(f, type, b, n, &faults);
        worst = fmax(worst, check(s, type, b, n, limit));
    }
    for (const struct fault *fault = faults.first; fault; fault = fault->next)
        printf("  %s\n", fault->message);
    printf("%-6s %s %.4f%s\n", kir_op_name(s->op), kir_type_name(type), worst,
           good && worst <= limit ? "" : "  TOO MUCH");
    free(b);
    arena_free(arena);
    return good && worst <= limit;
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 3 * BATCH;
    bool good = true;

    if (LDBL_MANT_DIG < 64) {
        puts("long double is no more precise than double");
        return SKIP;
    }
    for (size_t i = 0; i < sizeof subject / sizeof *subject; i++) {
        if (argc > 2 && strcmp(argv[2], kir_op_name(subject[i].op)) != 0)
            continue;
        good &= run(&subject[i], KIR_F64, count);
        good &= run(&subject[i], KIR_F32, count);
    }
    return good ? 0 : 1;
}
