/* The kernels of every instruction set, and the joining of blocks, against the
 * stages of Table 1 of the paper as they stand there (with its errata). */
#include "tests/tridiag/rig.h"

#include "runtime/tridiag/local.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double complex number;

struct lines {
    int64_t n;
    number *b, *a, *c, *d, *x;
};

static number *to_numbers(int type, const void *array, int64_t n)
{
    number *made = tridiag_alloc(n, sizeof *made);
    for (int64_t i = 0; i < n; i++)
        made[i] = rig_get(type, array, i);
    return made;
}

/* In double precision, whatever the type. */
static struct lines lines_new(const struct rig_system *s)
{
    struct lines l = {s->n,
                      to_numbers(s->type, s->b, s->n),
                      to_numbers(s->type, s->a, s->n),
                      to_numbers(s->type, s->c, s->n),
                      to_numbers(s->type, s->d, s->n),
                      tridiag_alloc(s->n, sizeof(number))};
    l.b[0] = l.c[s->n - 1] = 0;
    return l;
}

static void lines_free(struct lines *l)
{
    free(l->b);
    free(l->a);
    free(l->c);
    free(l->d);
    free(l->x);
}

/* Stages RD, JD, RU, JU of the block between the joint lines `low` and `high`.
 * What both sides add to a and d of a joint line goes to `plus`. */
static void run_stages(struct lines *l, int64_t low, int64_t high,
                       struct lines *plus)
{
    for (int64_t i = low + 2; i < high; i++) {
        number r = -l->b[i] / l->a[i - 1];
        l->b[i] = r * l->b[i - 1];
        l->a[i] += r * l->c[i - 1];
        l->d[i] += r * l->d[i - 1];
    }
    if (high - low > 1) {
        number r = -l->b[high] / l->a[high - 1];
        l->b[high] = r * l->b[high - 1];
        plus->a[high] += r * l->c[high - 1];
        plus->d[high] += r * l->d[high - 1];
    }
    for (int64_t i = high - 2; i > low; i--) {
        number r = -l->c[i] / l->a[i + 1];
        l->b[i] += r * l->b[i + 1];
        l->c[i] = r * l->c[i + 1];
        l->d[i] += r * l->d[i + 1];
    }
    if (high - low > 1) {
        number r = -l->c[low] / l->a[low + 1];
        l->c[low] = r * l->c[low + 1];
        plus->a[low] += r * l->b[low + 1];
        plus->d[low] += r * l->d[low + 1];
    }
}

/* Stages RS, and SS once x of the joint lines is known. */
static void run_reduced(struct lines *l, const struct tridiag_cut *cut)
{
    int64_t last = cut->blocks;
    number *a = tridiag_alloc(last + 1, sizeof *a);
    number *d = tridiag_alloc(last + 1, sizeof *d);
    for (int64_t w = 0; w <= last; w++) {
        int64_t i = tridiag_joint(cut, w);
        a[w] = l->a[i];
        d[w] = l->d[i];
        if (w == 0)
            continue;
        number r = -l->b[i] / a[w - 1];
        a[w] += r * l->c[tridiag_joint(cut, w - 1)];
        d[w] += r * d[w - 1];
    }
    for (int64_t w = last; w >= 0; w--) {
        int64_t i = tridiag_joint(cut, w);
        number next = w < last ? l->x[tridiag_joint(cut, w + 1)] : 0;
        l->x[i] = (d[w] - (w < last ? l->c[i] * next : 0)) / a[w];
    }
    free(a);
    free(d);
}

static void run_substitution(struct lines *l, const struct tridiag_cut *cut)
{
    for (int64_t w = 0; w < cut->blocks; w++) {
        int64_t low = tridiag_joint(cut, w), high = tridiag_joint(cut, w + 1);
        for (int64_t i = low + 1; i < high; i++)
            l->x[i] = (l->d[i] - l->b[i] * l->x[low] - l->c[i] * l->x[high]) /
                      l->a[i];
    }
}

static struct lines reference(const struct rig_system *s,
                              const struct tridiag_cut *cut)
{
    struct lines l = lines_new(s), plus = lines_new(s);
    for (int64_t i = 0; i < s->n; i++)
        plus.a[i] = plus.d[i] = 0;
    for (int64_t w = 0; w < cut->blocks; w++)
        run_stages(&l, tridiag_joint(cut, w), tridiag_joint(cut, w + 1), &plus);
    for (int64_t i = 0; i < s->n; i++) {
        l.a[i] += plus.a[i];
        l.d[i] += plus.d[i];
    }
    lines_free(&plus);
    run_reduced(&l, cut);
    run_substitution(&l, cut);
    return l;
}

/* The kernels ---------------------------------------------------------------*/

struct set {
    const char *name;
    const struct tridiag_kernels *kernels;
    bool there;
};

static int list_sets(struct set *set)
{
    int count = 0;
    set[count++] = (struct set){"single", tridiag_single, true};
    set[count++] = (struct set){"base", tridiag_base, true};
#if defined(__x86_64__)
    set[count++] = (struct set){"avx2", tridiag_avx2,
                                __builtin_cpu_supports("avx2") &&
                                    __builtin_cpu_supports("fma")};
    set[count++] = (struct set){"avx512", tridiag_avx512,
                                __builtin_cpu_supports("avx512f") &&
                                    __builtin_cpu_supports("avx512dq")};
#endif
    return count;
}

struct run {
    const struct rig_system *system;
    const struct tridiag_cut *cut;
    const struct tridiag_kernels *kernels;
    const struct tridiag_scalar *scalar;
    char *edges;
    void *joint_b, *joint_c, *b, *a, *c, *d, *kept, *scratch;
};

/* Stores past the caches go to aligned places. */
static bool may_stream(const struct run *r, const struct tridiag_strip *strip)
{
    bool aligned = r->kernels->streams;
    for (int k = 0; k < strip->lanes; k++)
        aligned &= (size_t)strip->first[k] * r->scalar->size % 64 == 0;
    return aligned;
}

static struct tridiag_strip get_strip(const struct run *r, int64_t begin)
{
    const struct rig_system *s = r->system;
    const size_t size = r->scalar->size;
    struct tridiag_strip strip = {.b = s->b,
                                  .a = s->a,
                                  .c = s->c,
                                  .d = s->d,
                                  .x = s->x,
                                  .stride = 1,
                                  .shortest = INT64_MAX,
                                  .left = (char *)r->d + (size_t)begin * size,
                                  .right =
                                      (char *)r->d + (size_t)(begin + 1) * size,
                                  .limit = 1e-12,
                                  .scale = 1};
    for (int k = 0; k < r->kernels->lanes && begin + k < r->cut->blocks; k++) {
        int64_t low = tridiag_joint(r->cut, begin + k);
        int64_t length = tridiag_joint(r->cut, begin + k + 1) - low - 1;
        strip.first[k] = low + 1;
        strip.length[k] = length;
        strip.shortest = length < strip.shortest ? length : strip.shortest;
        strip.longest = length > strip.longest ? length : strip.longest;
        strip.lanes++;
    }
    if (strip.lanes < r->kernels->lanes)
        strip.shortest = 0;
    strip.stream = may_stream(r, &strip);
    return strip;
}

static char *strip_kept(const struct run *r, int64_t begin)
{
    return (char *)r->kept + (size_t)(begin / r->kernels->lanes) *
                                 tridiag_rows_size(r->kernels, r->scalar,
                                                   r->cut->n, TRIDIAG_KEPT);
}

static char *strip_edges(const struct run *r, int64_t begin)
{
    return r->edges + (size_t)begin * TRIDIAG_EDGES * r->scalar->size;
}

static void compare_reduced(const struct run *r, const struct lines *l)
{
    const struct rig_system *s = r->system;
    double tolerance = 10 * rig_tolerance[s->type];
    for (int64_t w = 0; w <= r->cut->blocks; w++) {
        int64_t i = tridiag_joint(r->cut, w);
        double size = cabs(l->a[i]);
        assert_true(cabs(rig_get(s->type, r->b, w) - l->b[i]) <=
                    tolerance * size);
        assert_true(cabs(rig_get(s->type, r->a, w) - l->a[i]) <=
                    tolerance * size);
        assert_true(cabs(rig_get(s->type, r->c, w) - l->c[i]) <=
                    tolerance * size);
        assert_true(cabs(rig_get(s->type, r->d, w) - l->d[i]) <=
                    tolerance * (size + cabs(l->d[i])));
    }
}

static void compare_x(const struct run *r, const struct lines *l)
{
    const struct rig_system *s = r->system;
    for (int64_t i = 0; i < s->n; i++) {
        double error = cabs(rig_get(s->type, s->x, i) - l->x[i]);
        assert_true(error <= 10 * rig_tolerance[s->type] * (1 + cabs(l->x[i])));
    }
}

/* Both passes, with and without kept factors. */
static void run_passes(const struct run *r, const struct lines *l, bool keep)
{
    const struct rig_system *s = r->system;
    const struct tridiag_view v = {s->b, s->a, s->c, s->d,
                                   s->x, s->n, 1,    false};
    const struct tridiag_kernels *k = r->kernels;
    const struct tridiag_scalar *scalar = r->scalar;
    double loss;
    for (int64_t w = 0; w < r->cut->blocks; w += k->lanes) {
        const struct tridiag_strip strip = get_strip(r, w);
        if (keep) {
            assert_int_equal(
                k->factor(&strip, strip_kept(r, w), strip_edges(r, w)), 0);
            k->reduce_kept(&strip, strip_kept(r, w), strip_edges(r, w));
        } else {
            assert_int_equal(k->reduce(&strip, strip_edges(r, w)), 0);
        }
    }
    assert_int_equal(scalar->join(&v, r->cut, r->edges, r->joint_b, r->joint_c,
                                  r->b, r->a, r->c, &loss),
                     -1);
    assert_true(loss >= 1 && loss < 100);
    assert_int_equal(
        scalar->join_d(&v, r->cut, r->edges, r->joint_b, r->joint_c, r->d), -1);
    compare_reduced(r, l);
    for (int64_t w = 0; w <= r->cut->blocks; w++)
        rig_set(s->type, r->d, w, l->x[tridiag_joint(r->cut, w)]);
    memset(s->x, 0xff, (size_t)s->n * rig_size(s->type));
    for (int64_t w = 0; w < r->cut->blocks; w += k->lanes) {
        const struct tridiag_strip strip = get_strip(r, w);
        if (keep)
            k->solve_kept(&strip, strip_kept(r, w), r->scratch);
        else
            assert_int_equal(k->solve(&strip, r->scratch), 0);
    }
    scalar->put(&v, r->cut, r->d, 0, r->cut->blocks + 1);
    compare_x(r, l);
}

static void run_set(const struct rig_system *s, const struct tridiag_cut *cut,
                    const struct lines *l, const struct tridiag_kernels *set)
{
    const struct tridiag_scalar *scalar = &tridiag_scalar[s->type];
    const struct tridiag_kernels *k = &set[s->type];
    const int64_t lines = cut->blocks + 1, strips = cut->blocks / k->lanes + 1;
    struct run r = {s,
                    cut,
                    k,
                    scalar,
                    .edges = tridiag_alloc(lines, TRIDIAG_EDGES * scalar->size),
                    .joint_b = tridiag_alloc(lines, scalar->size),
                    .joint_c = tridiag_alloc(lines, scalar->size),
                    .b = tridiag_alloc(lines, scalar->size),
                    .a = tridiag_alloc(lines, scalar->size),
                    .c = tridiag_alloc(lines, scalar->size),
                    .d = tridiag_alloc(lines, scalar->size)};
    r.kept =
        tridiag_alloc(strips, tridiag_rows_size(k, scalar, s->n, TRIDIAG_KEPT));
    r.scratch = tridiag_alloc(1, tridiag_rows_size(k, scalar, s->n, 2));
    run_passes(&r, l, false);
    run_passes(&r, l, true);
    void *const arrays[] = {r.edges, r.joint_b, r.joint_c, r.b,      r.a,
                            r.c,     r.d,       r.kept,    r.scratch};
    for (int i = 0; i < COUNT(arrays); i++)
        free(arrays[i]);
}

static void check_cut(int type, const struct tridiag_cut *cut)
{
    struct set set[8];
    int sets = list_sets(set);
    for (int matrix = 0; matrix < RIG_MATRICES; matrix++) {
        struct rig_system s = rig_system_new(type, matrix, cut->n);
        struct lines l = reference(&s, cut);
        void *lapack = rig_lapack(&s);
        for (int64_t i = 0; i < s.n; i++)
            rig_set(type, s.x, i, l.x[i]);
        rig_check(&s, lapack, "Table 1");
        for (int k = 0; k < sets; k++)
            if (set[k].there)
                run_set(&s, cut, &l, set[k].kernels);
        free(lapack);
        lines_free(&l);
        rig_system_free(&s);
    }
}

static void test_equal_blocks(void **state)
{
    static const int64_t sizes[][2] = {
        {2, 1},  {3, 1},   {4, 2},    {5, 2},     {33, 16},
        {64, 3}, {64, 32}, {200, 17}, {1000, 40}, {2000, 20}};
    for (int type = 0; type < RIG_TYPES; type++)
        for (int k = 0; k < COUNT(sizes); k++) {
            const struct tridiag_cut cut = {sizes[k][0], sizes[k][1], NULL};
            check_cut(type, &cut);
        }
}

/* Lengths from 0 to 40, in any order. */
static void test_unequal_blocks(void **state)
{
    for (int type = 0; type < RIG_TYPES; type++)
        for (int blocks = 1; blocks < 40; blocks += 6) {
            int64_t joint[41] = {0};
            for (int w = 0; w < blocks; w++)
                joint[w + 1] = joint[w] + 1 + (int64_t)(41 * rig_random());
            const struct tridiag_cut cut = {joint[blocks] + 1, blocks, joint};
            check_cut(type, &cut);
        }
}

/* The lanes with a bad pivot are told, others are not. */
static void test_pivots(void **state)
{
    struct set set[8];
    int sets = list_sets(set);
    for (int type = 0; type < RIG_TYPES; type++)
        for (int k = 0; k < sets; k++) {
            const struct tridiag_kernels *kernels = &set[k].kernels[type];
            int64_t length = 20, bad = kernels->lanes / 2;
            struct rig_system s =
                rig_system_new(type, RIG_DOMINANT, length * kernels->lanes);
            struct tridiag_strip strip = {s.b,
                                          s.a,
                                          s.c,
                                          s.d,
                                          s.x,
                                          .stride = 1,
                                          .shortest = length - 1,
                                          .longest = length - 1,
                                          .lanes = kernels->lanes,
                                          .limit = 1e-6,
                                          .scale = 1};
            for (int j = 0; j < kernels->lanes; j++) {
                strip.first[j] = j * length + (j == 0);
                strip.length[j] = length - 1;
            }
            double edges[2 * TRIDIAG_MAX_LANES * TRIDIAG_EDGES];
            if (set[k].there) {
                static const double values[] = {0, NAN, INFINITY};
                for (int i = 0; i < COUNT(values); i++) {
                    rig_set(type, s.a, strip.first[bad], values[i]);
                    assert_int_equal(kernels->reduce(&strip, edges), 1 << bad);
                }
            }
            rig_system_free(&s);
        }
}

/* Past the caches a system is solved to the same bits: all of x is written, and
 * nothing beside it. */
static void check_streamed(int type, int64_t n, bool keep)
{
    enum { BESIDE = 64 };
    const struct hedra_tridiag_problem problem = {
        .type = type, .n = n, .systems = 1, .rhs = 1};
    struct tridiag_means means = {.type = type,
                                  .scalar = &tridiag_scalar[type],
                                  .threads = 2,
                                  .limit = 1e-6};
    struct tridiag_nested *nested = tridiag_nested_new(&problem, n, keep);
    struct rig_system s = rig_system_new(type, RIG_DOMINANT, n);
    const size_t size = rig_size(type), bytes = (size_t)(n + BESIDE) * size;
    char *x[2];
    assert_true(tridiag_pieces_init(&means.scratch, means.threads));
    for (int k = 0; k < means.threads; k++)
        tridiag_pieces_give(
            &means.scratch,
            tridiag_alloc(2, tridiag_nested_scratch(&problem, n)));
    for (int k = 0; k < 2; k++) {
        x[k] = memset(rig_alloc(type, n + BESIDE), 0x55, bytes);
        const struct tridiag_view v = {s.b, s.a, s.c, s.d, x[k], n, 1, false};
        means.cache = k == 0 ? SIZE_MAX : 0;
        if (keep)
            assert_int_equal(tridiag_nested_factor(nested, &means, &v).status,
                             0);
        assert_int_equal(keep ? tridiag_nested_apply(nested, &means, &v).status
                              : tridiag_nested_solve(nested, &means, &v).status,
                         0);
    }
    assert_memory_equal(x[0], x[1], bytes);
    memcpy(s.x, x[1], (size_t)n * size);
    void *lapack = rig_lapack(&s);
    rig_check(&s, lapack, "past the caches");
    free(lapack);
    free(x[0]);
    free(x[1]);
    tridiag_pieces_drop(&means.scratch, free);
    tridiag_nested_free(nested);
    rig_system_free(&s);
}

static void test_streamed(void **state)
{
    static const int64_t sizes[] = {4096, 20000, 20011, 70001};
    for (int type = 0; type < RIG_TYPES; type++)
        for (int k = 0; k < COUNT(sizes); k++) {
            check_streamed(type, sizes[k], false);
            check_streamed(type, sizes[k], true);
        }
}

/* Threads beyond those that share a cache reach others. */
static void test_cache_size(void **state)
{
    const size_t one = tridiag_cache_size(1);
    assert_true(one >= 1 << 16 && one <= (size_t)4 << 30);
    for (int threads = 2; threads < 1000; threads++) {
        size_t more = tridiag_cache_size(threads);
        assert_true(more >= tridiag_cache_size(threads - 1));
        assert_true(more % one == 0 && more / one <= (size_t)threads);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streamed),
        cmocka_unit_test(test_cache_size),
        cmocka_unit_test(test_equal_blocks),
        cmocka_unit_test(test_unequal_blocks),
        cmocka_unit_test(test_pivots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
