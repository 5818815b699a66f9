/* Kernels, run by KIR's evaluator, against the definition of the integrals: for
 * shells with random constants and places, by every path (or, of high angular
 * momenta, by the one that would be taken), in both forms (lanes on the host, a
 * thread for each quartet on GPUs). Some of the integrals of each quartet are
 * compared. */
#include "backends/kir_eval.h"
#include "brush/kernel.h"
#include "runtime/eri.h"
#include "tests/brush/direct.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { PRIMITIVES = 2, PAIRS = PRIMITIVES * PRIMITIVES, LANES = 2 };
enum { FIELDS = HEDRA_ERI_FACTOR + PAIRS, COLUMNS = HEDRA_ERI_COEFFICIENT + 4 };
enum { SAMPLES = 7 };

#define PI 3.14159265358979323846

struct shell {
    struct shell_kind kind;
    double exponent[PRIMITIVES], coefficient[2][PRIMITIVES];
    double centre[LANES][3]; /* the first two shells: the same in all lanes */
};

struct quartet {
    struct shell shell[4];
    double pair[2][FIELDS * LANES], constant[2][PAIRS * COLUMNS];
    double table[PAIRS * PAIRS * 2];
    double out[50000];
};

static double next_random(unsigned *state, double low, double high)
{
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (*state >> 8) / 16777215.0;
}

static void make_shell(struct shell *s, const char *name, bool moves,
                       unsigned *state)
{
    memset(s, 0, sizeof *s);
    s->kind.pure = *name == '5' || *name == '7';
    for (const char *c = name + s->kind.pure; *c; c++)
        s->kind.l[s->kind.segments++] = (int)(strchr("spdf", *c) - "spdf");
    for (int k = 0; k < PRIMITIVES; k++) {
        s->exponent[k] = next_random(state, 0.3, 1.8);
        for (int i = 0; i < 2; i++)
            s->coefficient[i][k] = next_random(state, -1, 1);
    }
    for (int lane = 0; lane < LANES; lane++)
        for (int i = 0; i < 3; i++)
            s->centre[lane][i] = lane == 0 || moves
                                     ? next_random(state, -0.9, 0.9)
                                     : s->centre[0][i];
}

/* What runtime/eri.h says that a side's arrays hold. */
static void fill_side(struct quartet *q, int side)
{
    const struct shell *a = &q->shell[2 * side], *b = a + 1;
    int combinations = a->kind.segments * b->kind.segments;
    int columns = HEDRA_ERI_COEFFICIENT + combinations;

    for (int k = 0; k < PAIRS; k++) {
        double alpha = a->exponent[k / PRIMITIVES];
        double beta = b->exponent[k % PRIMITIVES], zeta = alpha + beta;
        double *row = q->constant[side] + k * columns;

        row[HEDRA_ERI_FRACTION] = beta / zeta;
        row[HEDRA_ERI_INVERSE] = 0.5 / zeta;
        row[HEDRA_ERI_TWICE] = 2 * zeta;
        row[HEDRA_ERI_TWICE_SECOND] = 2 * beta;
        for (int c = 0; c < combinations; c++)
            row[HEDRA_ERI_COEFFICIENT + c] =
                a->coefficient[c / b->kind.segments][k / PRIMITIVES] *
                b->coefficient[c % b->kind.segments][k % PRIMITIVES];
        for (int lane = 0; lane < LANES; lane++) {
            double square = 0, *field = q->pair[side] + lane;

            for (int i = 0; i < 3; i++) {
                double along = b->centre[lane][i] - a->centre[lane][i];

                square += along * along;
                field[(HEDRA_ERI_CENTRE + i) * LANES] = a->centre[lane][i];
                field[(HEDRA_ERI_VECTOR + i) * LANES] = along;
            }
            field[(HEDRA_ERI_FACTOR + k) * LANES] =
                exp(-alpha * beta / zeta * square) *
                (combinations == 1 ? row[HEDRA_ERI_COEFFICIENT] : 1);
        }
    }
}

static void fill_table(struct quartet *q)
{
    int at = 0;

    for (int l = 0; l < PAIRS; l++)
        for (int k = 0; k < PAIRS; k++) {
            double zeta = q->shell[0].exponent[k / PRIMITIVES] +
                          q->shell[1].exponent[k % PRIMITIVES];
            double eta = q->shell[2].exponent[l / PRIMITIVES] +
                         q->shell[3].exponent[l % PRIMITIVES];

            q->table[at++] = zeta * eta / (zeta + eta);
            q->table[at++] = 2 * pow(PI, 2.5) / (zeta * eta * sqrt(zeta + eta));
        }
}

/* The Cartesian components of a function, with their weights. */
static int expand(const struct shell_function *f, int8_t power[10][3],
                  double weight[10])
{
    int count = 0;

    for (int n = 0; n < bracket_component_count(f->l); n++) {
        double w = f->pure ? shell_harmonic(f->l, f->component - f->l, n)
                           : n == f->component;

        if (w == 0)
            continue;
        bracket_component(f->l, n, power[count]);
        weight[count++] = w;
    }
    return count;
}

/* The contracted integral of Cartesian components by its definition. */
static double contracted(const struct quartet *q, int lane,
                         const struct shell_function f[4],
                         const struct bracket *b)
{
    struct direct_place at;
    double sum = 0;

    for (int i = 0; i < 4; i++)
        memcpy(at.centre[i], q->shell[i].centre[lane], sizeof at.centre[i]);
    for (int k = 0; k < PAIRS * PAIRS; k++) {
        double factor = 1;

        for (int i = 0, rest = k; i < 4; i++, rest /= PRIMITIVES) {
            int n = rest % PRIMITIVES;

            at.exponent[i] = q->shell[i].exponent[n];
            factor *= q->shell[i].coefficient[f[i].segment][n];
        }
        sum += factor * direct_evaluate(b, &at);
    }
    return sum;
}

static double expected(const struct quartet *q, int lane,
                       const struct shell_function f[4])
{
    static const enum bracket_index place[] = {INDEX_A, INDEX_B, INDEX_C,
                                               INDEX_D};
    int8_t power[4][10][3];
    double weight[4][10], sum = 0;
    int n[4], total = 1;

    for (int i = 0; i < 4; i++)
        total *= n[i] = expand(&f[i], power[i], weight[i]);
    for (int k = 0; k < total; k++) {
        struct bracket b;
        double factor = 1;

        memset(&b, 0, sizeof b);
        for (int i = 0, rest = k; i < 4; rest /= n[i++]) {
            memcpy(b.index[place[i]], power[i][rest % n[i]], 3);
            factor *= weight[i][rest % n[i]];
        }
        sum += factor * contracted(q, lane, f, &b);
    }
    return sum;
}

static void run(const struct kir_func *f, struct quartet *q,
                struct faults *faults)
{
    int64_t item[HEDRA_ERI_ITEM] = {0, 0, LANES, 0}, grid[3] = {1, 1, 1};
    struct kir_memory memory[] = {{item, HEDRA_ERI_ITEM},
                                  {q->pair[0], FIELDS * LANES},
                                  {q->pair[1], FIELDS * LANES},
                                  {q->constant[0], PAIRS * COLUMNS},
                                  {q->constant[1], PAIRS * COLUMNS},
                                  {q->table, PAIRS * PAIRS * 2},
                                  {q->out, 50000}};
    union kir_imm scalar[] = {
        {.i = LANES}, {.i = LANES}, {.i = PAIRS}, {.i = PAIRS}};
    struct kir_eval eval = {.buffer = memory, .scalar = scalar};

    if (!kir_eval_run(f, grid, &eval, faults))
        fail_msg("%s", faults->first->message);
}

/* Compares some integrals, spread over the quartet, at full precision of the
 * greatest. */
static void compare(const struct quartet *q, const char *what, double *known)
{
    int n[4], total = 1;
    double scale = 0;

    for (int i = 0; i < 4; i++)
        total *= n[i] = shell_kind_functions(&q->shell[i].kind);
    for (int k = 0; k < total * LANES; k++)
        scale = fmax(scale, fabs(q->out[k]));
    for (int s = 0; s < SAMPLES; s++) {
        int at = (int)((int64_t)s * (total - 1) / (SAMPLES - 1)), rest = at;
        struct shell_function f[4];
        double value = q->out[at * LANES + s % LANES];

        for (int i = 3; i >= 0; rest /= n[i--])
            f[i] = shell_function(&q->shell[i].kind, rest % n[i]);
        if (isnan(known[s]))
            known[s] = expected(q, s % LANES, f);
        if (!(fabs(value - known[s]) <= 1e-10 * scale))
            fail_msg("%s, integral %d: %.15g is not %.15g", what, at, value,
                     known[s]);
    }
}

static void check_quartet(const char *const name[4], unsigned state,
                          bool all_paths)
{
    struct kernel_candidate candidate[PATH_COUNT];
    struct kernel_shape form = {
        .type = KIR_F64, .lanes = 1, .primitives = {PAIRS, PAIRS}};
    static struct quartet q;
    double known[SAMPLES];
    int best;

    for (int i = 0; i < 4; i++)
        make_shell(&q.shell[i], name[i], i >= 2, &state);
    fill_side(&q, 0);
    fill_side(&q, 1);
    fill_table(&q);
    for (int s = 0; s < SAMPLES; s++)
        known[s] = NAN;
    for (int i = 0; i < 4; i++)
        form.kind[i] = q.shell[i].kind;
    best = kernel_compare(&form, candidate);
    for (int p = 0; p < PATH_COUNT; p++)
        for (int lanes = 1; (all_paths || p == best) && lanes <= LANES;
             lanes++) {
            struct arena *arena = arena_new();
            struct faults faults = faults_new(arena);
            struct kir_module *module = kir_module_new(arena, "test", "test");
            struct kernel_shape shape = form;

            shape.lanes = lanes;
            kernel_build(module, "kernel", &shape, p);
            assert_true(kir_check(module, &faults));
            module = kir_optimise(arena, module);
            memset(q.out, 0, sizeof q.out);
            run(module->func[0], &q, &faults);
            compare(&q,
                    arena_printf(arena, "(%s %s|%s %s) by %s, %d lanes",
                                 name[0], name[1], name[2], name[3],
                                 path_name(p), lanes),
                    known);
            arena_free(arena);
        }
}

static void test_low(void **unused)
{
    static const char *const quartet[][4] = {
        {"s", "s", "s", "s"}, {"p", "s", "s", "s"},    {"s", "s", "p", "p"},
        {"p", "p", "p", "p"}, {"sp", "sp", "sp", "s"}, {"ss", "s", "sp", "ss"}};

    (void)unused;
    for (size_t i = 0; i < sizeof quartet / sizeof *quartet; i++)
        check_quartet(quartet[i], 7 * (unsigned)i + 1, true);
}

static void test_high(void **unused)
{
    static const char *const quartet[][4] = {{"d", "s", "p", "s"},
                                             {"5d", "p", "d", "s"},
                                             {"5d", "5d", "5d", "5d"},
                                             {"f", "s", "s", "s"},
                                             {"7f", "s", "5d", "p"}};

    (void)unused;
    for (size_t i = 0; i < sizeof quartet / sizeof *quartet; i++)
        check_quartet(quartet[i], 11 * (unsigned)i + 3, i < 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_low),
                                       cmocka_unit_test(test_high)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
