/* Systems that need row exchanges: chains within their bands, zeros on the
 * diagonal, joint lines that cancel and the like. Errors are measured against
 * a solution of higher precision and held against LAPACK's, which they may
 * exceed by a factor of MOST, or a few of the type's epsilon if it has less.
 * With HEDRA_TRIDIAG_NEVER the answer has a digit less at most, or there is
 * none. Systems of which LAPACK finds less than three digits may be refused.
 *
 *     test-tridiag-exchanges [SYSTEMS [DEVICE [SEED]]] */
#include "tests/tridiag/rig.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef long double complex wide;

enum { MOST = 100, FLOOR = 4, LONGEST = 20000, LONGEST_ON_DEVICE = 1000 };

static const char *device;
static int64_t count = 400;
static uint64_t seed;

/* Random numbers ------------------------------------------------------------*/

static double uniform(double low, double high)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

static int pick(int choices)
{
    return (int)uniform(0, choices);
}

static double power(double low, double high)
{
    return pow(10, uniform(low, high));
}

/* Of the type, with parts from -1 to 1. */
static double complex any(int type)
{
    double re = uniform(-1, 1);
    return type < HEDRA_TRIDIAG_COMPLEX_FLOAT ? re : re + I * uniform(-1, 1);
}

/* Kinds of systems ----------------------------------------------------------*/

static void set_line(struct rig_system *s, int64_t i, double complex b,
                     double complex a, double complex c)
{
    rig_set(s->type, s->b, i, b);
    rig_set(s->type, s->a, i, a);
    rig_set(s->type, s->c, i, c);
}

/* Hopping of size 1, with a phase, and an energy next to the band's middle. */
static void set_chain(struct rig_system *s)
{
    const double energy = pick(4) ? power(-40, -10) : 0;
    const double complex hop = pick(2) ? 1 : cexp(I * uniform(0, 6));
    const bool is_real = s->type < HEDRA_TRIDIAG_COMPLEX_FLOAT;
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, is_real ? 1 : hop, energy, is_real ? 1 : conj(hop));
}

static void set_disorder(struct rig_system *s)
{
    const double size = power(-6, 0.3);
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, 1, size * any(s->type), 1);
}

static void set_random(struct rig_system *s)
{
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, any(s->type), any(s->type), any(s->type));
}

static void set_tiny_diagonal(struct rig_system *s)
{
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, any(s->type), any(s->type) * power(-20, -1),
                 any(s->type));
}

/* Rows, columns or both scaled, slowly or from line to line. */
static void set_graded(struct rig_system *s)
{
    const int way = 1 + pick(3);
    const double range = uniform(0, 8), jump = pick(2) ? 0 : uniform(0, 4);
    const double diagonal = pick(2) ? 2.5 : 0.5;
    double scale[3] = {1, 1, 1};
    for (int64_t i = 0; i < s->n; i++) {
        scale[0] = scale[1];
        scale[1] = scale[2];
        scale[2] =
            pow(10, range * (double)(i + 1) / (double)s->n) * power(-jump, 0);
        const double row = way & 1 ? scale[1] : 1;
        const double left = way & 2 ? scale[0] : 1;
        const double own = way & 2 ? scale[1] : 1;
        const double right = way & 2 ? scale[2] : 1;
        set_line(s, i, row * left * any(s->type),
                 row * own * (diagonal + any(s->type)),
                 row * right * any(s->type));
    }
}

/* -x'' - k^2 x */
static void set_shifted(struct rig_system *s)
{
    const double shift = uniform(0.01, 3.9);
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, -1, 2 - shift, -1);
}

/* The same where k^2 is next to an eigenvalue. */
static void set_near(struct rig_system *s)
{
    const double angle = acos(-1) * (1 + pick((int)s->n)) / (double)(s->n + 1);
    const double near = power(-12, -4);
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, -1, 2 * cos(angle) + near, -1);
}

static void set_toeplitz(struct rig_system *s)
{
    const double complex b = any(s->type), c = any(s->type);
    const double complex a = any(s->type) * uniform(0, 2);
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, b, a, c * (cabs(b) / cabs(c)));
}

/* Dominant blocks, and joint lines that all but vanish when these are
 * eliminated; blocks of the library's length, or of any. */
static void set_cancelling(struct rig_system *s)
{
    const int64_t blocks = 16 * (int64_t)ceil(1.3 * sqrt((double)s->n) / 16);
    const int64_t units = s->n / 16;
    const int64_t each =
        pick(2) && units >= 4 * blocks ? 16 * (units / blocks) : 8 + pick(40);
    const double diagonal = uniform(2.05, 4), left = power(-16, -2);
    double alpha = diagonal;
    for (int64_t i = 0; i < s->n; i++) {
        bool is_joint = i % each == each - 1;
        set_line(s, i, -1,
                 is_joint ? 2 / alpha + left * any(s->type) : diagonal, -1);
        alpha = is_joint ? diagonal : diagonal - 1 / alpha;
    }
}

static void set_zeros(struct rig_system *s)
{
    const double share = uniform(0, 1);
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, any(s->type),
                 uniform(0, 1) < share ? 0 : 3 * any(s->type), any(s->type));
}

/* The lower elements are the large ones up to a line, then the upper ones; or
 * the other way round. */
static void set_sides(struct rig_system *s)
{
    const double large = power(0.2, 3), small = power(-3, 0);
    const bool first = pick(2);
    const int64_t stretch = 1 + pick((int)(s->n < 300 ? s->n : 300));
    for (int64_t i = 0; i < s->n; i++) {
        bool lower = (i / stretch % 2 == 0) == first;
        set_line(s, i, (lower ? large : small) * any(s->type), any(s->type),
                 (lower ? small : large) * any(s->type));
    }
}

static void set_sizes(struct rig_system *s)
{
    const double range = uniform(0, 4);
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, power(-range, range) * any(s->type),
                 power(-range, range) * any(s->type),
                 power(-range, range) * any(s->type));
}

/* Bonds that are strong and weak by turns, and next to nothing on site. */
static void set_dimers(struct rig_system *s)
{
    const double weak = uniform(0.1, 0.95), site = power(-30, -3);
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, i % 2 ? 1 : weak, site * any(s->type), i % 2 ? weak : 1);
}

static void set_dominant(struct rig_system *s)
{
    for (int64_t i = 0; i < s->n; i++)
        set_line(s, i, any(s->type) / 2, 2 + any(s->type) / 2,
                 any(s->type) / 2);
}

static const struct kind {
    const char *name;
    void (*set)(struct rig_system *s);
} kinds[] = {
    {"chain", set_chain},           {"disorder", set_disorder},
    {"random", set_random},         {"tiny diagonal", set_tiny_diagonal},
    {"graded", set_graded},         {"shifted", set_shifted},
    {"nearly singular", set_near},  {"toeplitz", set_toeplitz},
    {"cancelling", set_cancelling}, {"zeros", set_zeros},
    {"sides", set_sides},           {"sizes", set_sizes},
    {"dimers", set_dimers},         {"dominant", set_dominant}};
enum { KINDS = COUNT(kinds) };

static struct rig_system make(int type, int kind, int64_t n)
{
    struct rig_system s = {type, n, .b = rig_alloc(type, n)};
    s.a = rig_alloc(type, n);
    s.c = rig_alloc(type, n);
    s.d = rig_alloc(type, n);
    s.x = rig_alloc(type, n);
    kinds[kind].set(&s);
    for (int64_t i = 0; i < n; i++)
        rig_set(type, s.d, i, any(type));
    rig_set(type, s.b, 0, NAN);
    rig_set(type, s.c, n - 1, NAN);
    return s;
}

/* Solutions -----------------------------------------------------------------*/

/* By elimination with row exchanges; p, q, r and s are the upper triangle and
 * the right-hand side. False if it is singular. */
static bool solve_wide(const struct rig_system *m, wide *s)
{
    const int64_t n = m->n;
    wide *p = calloc((size_t)n + 2, 3 * sizeof *p), *q = p + n + 2;
    wide *r = q + n + 2;
    bool regular = true;
    for (int64_t i = 0; i < n; i++) {
        p[i] = rig_get(m->type, m->a, i);
        q[i] = i + 1 < n ? rig_get(m->type, m->c, i) : 0;
        s[i] = rig_get(m->type, m->d, i);
    }
    for (int64_t i = 0; i < n && regular; i++) {
        wide b = i + 1 < n ? rig_get(m->type, m->b, i + 1) : 0;
        if (cabsl(b) > cabsl(p[i])) {
            const wide old[] = {p[i], q[i], s[i]};
            p[i] = b;
            q[i] = p[i + 1];
            r[i] = q[i + 1];
            s[i] = s[i + 1];
            b = old[0];
            p[i + 1] = old[1];
            q[i + 1] = 0;
            s[i + 1] = old[2];
        }
        regular = p[i] != 0;
        if (regular && i + 1 < n) {
            const wide f = b / p[i];
            p[i + 1] -= f * q[i];
            q[i + 1] -= f * r[i];
            s[i + 1] -= f * s[i];
        }
    }
    for (int64_t i = n - 1; i >= 0; i--) {
        if (i + 1 < n)
            s[i] -= q[i] * s[i + 1];
        if (i + 2 < n)
            s[i] -= r[i] * s[i + 2];
        s[i] /= p[i];
    }
    free(p);
    return regular;
}

/* max |x - y| / max |y| */
static double error_of(const struct rig_system *s, const void *x, int64_t step,
                       const wide *y)
{
    long double worst = 0, largest = 0;
    for (int64_t i = 0; i < s->n; i++) {
        long double error = cabsl(rig_get(s->type, x, i * step) - y[i]);
        if (!(error <= worst))
            worst = error;
        if (worst != worst)
            return HUGE_VAL;
        largest = fmaxl(largest, cabsl(y[i]));
    }
    return (double)(worst / largest);
}

/* Ways to solve -------------------------------------------------------------*/

enum way { SOLVED, BY_LEVELS, FACTORED, IN_BATCH, INTERLEAVED, NEVER, WAYS };
static const char *const way_name[WAYS] = {
    "solved", "by levels", "factored", "in a batch", "interleaved", "never"};

/* The system in the middle of a batch of three, whose others are dominant; its
 * x is brought back. */
static enum hedra_status solve_batch(struct hedra_tridiag_problem problem,
                                     struct rig_system *s,
                                     struct hedra_error *why)
{
    const int64_t n = s->n, all = 3 * n;
    const bool tangled = problem.layout == HEDRA_TRIDIAG_INTERLEAVED;
    struct rig_system batch = make(s->type, KINDS - 1, all);
    const struct rig_system own = *s;
    const void *from[] = {own.b, own.a, own.c, own.d};
    void *to[] = {batch.b, batch.a, batch.c, batch.d};
    struct hedra_tridiag *t;
    problem.systems = 3;
    for (int64_t i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            rig_set(s->type, to[k], tangled ? 3 * i + 1 : n + i,
                    rig_get(s->type, from[k], i));
    enum hedra_status status = hedra_tridiag_create(&problem, &t, why);
    if (!status && pick(2))
        status = hedra_tridiag_solve(t, batch.b, batch.a, batch.c, batch.d,
                                     batch.x, why);
    else if (!status) {
        status = hedra_tridiag_factor(t, batch.b, batch.a, batch.c, why);
        memcpy(batch.x, batch.d, (size_t)all * rig_size(s->type));
        if (!status)
            status = hedra_tridiag_apply(t, batch.x, batch.x, why);
    }
    for (int64_t i = 0; i < n; i++)
        rig_set(s->type, s->x, i,
                rig_get(s->type, batch.x, tangled ? 3 * i + 1 : n + i));
    hedra_tridiag_destroy(t);
    rig_system_free(&batch);
    return status;
}

static enum hedra_status solve(struct rig_system *s, enum way way,
                               struct hedra_error *why)
{
    struct hedra_tridiag_problem problem = {
        .type = s->type, .n = s->n, .device = device};
    int64_t blocks[3], lines = s->n;
    struct hedra_tridiag *t;
    if (way == IN_BATCH || way == INTERLEAVED) {
        problem.layout = way == INTERLEAVED;
        return solve_batch(problem, s, why);
    }
    if (way == NEVER)
        problem.pivoting = HEDRA_TRIDIAG_NEVER;
    if (way == BY_LEVELS) {
        problem.blocks = blocks;
        for (; problem.levels < 3 && lines > 8; problem.levels++) {
            blocks[problem.levels] = 1 + pick((int)(lines / 2 - 1));
            lines = blocks[problem.levels] + 1;
        }
    }
    enum hedra_status status = hedra_tridiag_create(&problem, &t, why);
    if (!status && way == FACTORED) {
        status = hedra_tridiag_factor(t, s->b, s->a, s->c, why);
        if (!status)
            status = hedra_tridiag_apply(t, s->d, s->x, why);
    } else if (!status)
        status = hedra_tridiag_solve(t, s->b, s->a, s->c, s->d, s->x, why);
    hedra_tridiag_destroy(t);
    return status;
}

/* Checks --------------------------------------------------------------------*/

struct tally {
    double worst;
    int64_t solved, lost, singular, refused;
};

static struct tally tally[KINDS];
static int failures;

/* LAPACK's error is what refusals are held against, too. */
static void check(struct rig_system *s, int kind, enum way way, double lapack,
                  const wide *y)
{
    const bool is_double = rig_tolerance[s->type] < 1e-6;
    const double least = FLOOR * (is_double ? DBL_EPSILON : FLT_EPSILON);
    const double some = 1e-3;
    struct hedra_error why;
    enum hedra_status status = solve(s, way, &why);
    struct tally *sum = &tally[kind];
    double ratio = 0;
    bool good;
    if (status == HEDRA_OK && lapack < some) {
        ratio = error_of(s, s->x, 1, y) / fmax(lapack, least);
        sum->worst = fmax(sum->worst, ratio);
        sum->solved++;
        good = ratio <= (way == NEVER ? 10 * MOST : MOST);
    } else if (way == NEVER) {
        sum->refused++;
        good = status == HEDRA_ERROR_PIVOT || !(lapack < some);
    } else {
        sum->lost += status == HEDRA_OK;
        sum->singular += status != HEDRA_OK;
        good = !(lapack < some);
    }
    if (good)
        return;
    print_error("%s, %s, n = %lld, %s: %s, %g times LAPACK's error of %g\n",
                kinds[kind].name, rig_type_name[s->type], (long long)s->n,
                way_name[way], status ? why.text : "ok", ratio, lapack);
    failures++;
}

static void test_accuracy(void **state)
{
    const int64_t longest = device ? LONGEST_ON_DEVICE : LONGEST;
    for (int64_t k = 0; k < count; k++) {
        const int kind = (int)(k % KINDS), type = (int)(k / KINDS % RIG_TYPES);
        const int64_t n =
            2 * (int64_t)(25 * pow((double)longest / 50, uniform(0, 1)));
        struct rig_system s = make(type, kind, n);
        wide *y = malloc((size_t)n * sizeof *y);
        double lapack = HUGE_VAL;
        if (solve_wide(&s, y)) {
            void *x = rig_lapack_try(&s);
            lapack = x ? error_of(&s, x, 1, y) : HUGE_VAL;
            free(x);
        }
        check(&s, kind, (enum way)(k / KINDS / RIG_TYPES % NEVER), lapack, y);
        check(&s, kind, NEVER, lapack, y);
        free(y);
        rig_system_free(&s);
    }
    printf("%-15s %10s %8s %8s %8s %8s\n", "errors", "/ LAPACK's", "solved",
           "lost", "singular", "refused");
    for (int k = 0; k < KINDS; k++)
        printf("%-15s %10.1f %8lld %8lld %8lld %8lld\n", kinds[k].name,
               tally[k].worst, (long long)tally[k].solved,
               (long long)tally[k].lost, (long long)tally[k].singular,
               (long long)tally[k].refused);
    assert_int_equal(failures, 0);
}

/* Pivots may be twice their line's diagonal element and the upper one before
 * it; without exchanges, a larger one is refused. */
static void test_growth(void **state)
{
    for (int type = 0; type < RIG_TYPES; type++)
        for (int64_t n = 50; n <= LONGEST_ON_DEVICE; n += 475)
            for (int large = 0; large < 2; large++) {
                struct rig_system s = make(type, KINDS - 1, n);
                struct hedra_error why;
                for (int64_t i = 0; i < n; i++)
                    set_line(&s, i, 0, 1, 0);
                /* The pivot of line 5 is 1.8 or 3. */
                set_line(&s, 4, 0, 1, 0.1);
                set_line(&s, 5, large ? -20 : -8, 1, 0);
                assert_int_equal(solve(&s, NEVER, &why),
                                 large ? HEDRA_ERROR_PIVOT : HEDRA_OK);
                assert_int_equal(solve(&s, SOLVED, &why), HEDRA_OK);
                rig_system_free(&s);
            }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_growth),
                                       cmocka_unit_test(test_accuracy)};
    const time_t now = time(NULL);
    seed = (uint64_t)(now / (24 * 60 * 60));
    if (argc > 1)
        count = atoll(argv[1]);
    if (argc > 2 && strcmp(argv[2], "host") != 0)
        device = argv[2];
    if (argc > 3)
        seed = strtoull(argv[3], NULL, 10);
    const struct hedra_tridiag_problem problem = {.n = 1, .device = device};
    struct hedra_error why;
    struct hedra_tridiag *t;
    if (hedra_tridiag_create(&problem, &t, &why) == HEDRA_ERROR_NO_DEVICE) {
        printf("%s\n", why.text);
        return 77;
    }
    hedra_tridiag_destroy(t);
    printf("seed %llu\n", (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
