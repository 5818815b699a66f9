/* Blocks of a system, joined by hand as the header shows, against LAPACK. */
#include "tests/tridiag/rig.h"

#include "runtime/include/hedra_tridiag_block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A joint line in the middle of a system, and a block on each side. */
struct pair {
    struct rig_system s;
    int64_t joint;
    struct hedra_tridiag_block *upper, *lower;
};

static struct hedra_tridiag_block *block_new(int type, int64_t n)
{
    const struct hedra_tridiag_problem problem = {
        .type = (enum hedra_tridiag_type)type, .n = n};
    struct hedra_error why;
    struct hedra_tridiag_block *block;
    assert_int_equal(hedra_tridiag_block_create(&problem, &block, &why), 0);
    assert_non_null(block);
    return block;
}

static struct pair pair_new(int type, int64_t n, int64_t joint)
{
    return (struct pair){rig_system_new(type, RIG_IMPLICIT, n), joint,
                         block_new(type, joint),
                         block_new(type, n - joint - 1)};
}

static void pair_free(struct pair *p)
{
    rig_system_free(&p->s);
    hedra_tridiag_block_destroy(p->upper);
    hedra_tridiag_block_destroy(p->lower);
}

static struct hedra_tridiag_lines lines_of(const struct pair *p, bool lower,
                                           bool kept)
{
    const size_t at = lower ? (size_t)(p->joint + 1) * rig_size(p->s.type) : 0;
    struct hedra_tridiag_lines lines = {(const char *)p->s.b + at,
                                        (const char *)p->s.a + at,
                                        (const char *)p->s.c + at,
                                        (const char *)p->s.d + at,
                                        (char *)p->s.x + at,
                                        false,
                                        !lower,
                                        lower};
    if (kept)
        lines.b = lines.a = lines.c = NULL;
    return lines;
}

/* Stages RD and RU of both blocks; returns x of the joint line. */
static double complex reduce(const struct pair *p, int slot, bool kept)
{
    const struct rig_system *s = &p->s;
    const struct hedra_tridiag_lines upper = lines_of(p, false, kept);
    const struct hedra_tridiag_lines lower = lines_of(p, true, kept);
    double complex last[3], first[3], none[3];
    assert_int_equal(
        hedra_tridiag_block_down(p->upper, slot, &upper, last, NULL), 0);
    assert_int_equal(
        hedra_tridiag_block_down(p->lower, slot, &lower, none, NULL), 0);
    hedra_tridiag_block_up(p->upper, slot, none);
    hedra_tridiag_block_up(p->lower, slot, first);
    double complex b = rig_get(s->type, s->b, p->joint);
    double complex c = rig_get(s->type, s->c, p->joint);
    double complex a = rig_get(s->type, s->a, p->joint) -
                       b * rig_get(s->type, last, 2) -
                       c * rig_get(s->type, first, 1);
    double complex d = rig_get(s->type, s->d, p->joint) -
                       b * rig_get(s->type, last, 0) -
                       c * rig_get(s->type, first, 0);
    return d / a;
}

static void substitute(struct pair *p, int slot, double complex x)
{
    char joint[sizeof x];
    rig_set(p->s.type, joint, 0, x);
    rig_set(p->s.type, p->s.x, p->joint, x);
    hedra_tridiag_block_solve(p->upper, slot, NULL, joint);
    hedra_tridiag_block_solve(p->lower, slot, joint, NULL);
}

static void test_joined(void **state)
{
    static const int64_t sizes[][2] = {
        {3, 1}, {100, 7}, {900, 450}, {30000, 29000}};
    (void)state;
    for (int type = 0; type < RIG_TYPES; type++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            struct pair p = pair_new(type, sizes[k][0], sizes[k][1]);
            void *lapack = rig_lapack(&p.s);
            substitute(&p, 1, reduce(&p, 1, false));
            rig_check(&p.s, lapack, "two blocks");
            free(lapack);
            pair_free(&p);
        }
}

/* Of two right-hand sides, both under way, with kept factors; the second takes
 * the place of d, reflected. */
static void test_slots(void **state)
{
    const int type = HEDRA_TRIDIAG_COMPLEX_DOUBLE;
    const int64_t n = 5000;
    (void)state;
    struct pair p = pair_new(type, n, 1234);
    void *lapack = rig_lapack(&p.s), *own = p.s.d, *x = p.s.x;
    struct hedra_tridiag_lines upper = lines_of(&p, false, false);
    struct hedra_tridiag_lines lower = lines_of(&p, true, false);
    double complex last[3], first[3], *d = rig_alloc(type, n);
    memcpy(d, own, (size_t)n * sizeof *d);
    assert_int_equal(
        hedra_tridiag_block_factor(p.upper, &upper, last, first, NULL), 0);
    assert_int_equal(
        hedra_tridiag_block_factor(p.lower, &lower, last, first, NULL), 0);
    double complex joint = reduce(&p, 0, true);
    p.s.d = p.s.x = d;
    upper = lines_of(&p, false, true);
    lower = lines_of(&p, true, true);
    upper.reflect = lower.reflect = true;
    assert_int_equal(hedra_tridiag_block_down(p.upper, 1, &upper, last, NULL),
                     0);
    assert_int_equal(hedra_tridiag_block_down(p.lower, 1, &lower, last, NULL),
                     0);
    hedra_tridiag_block_up(p.upper, 1, first);
    hedra_tridiag_block_up(p.lower, 1, first);
    p.s.x = x;
    substitute(&p, 0, joint);
    rig_check(&p.s, lapack, "the first of two");
    hedra_tridiag_block_solve(p.upper, 1, NULL, &joint);
    hedra_tridiag_block_solve(p.lower, 1, &joint, NULL);
    d[p.joint] = 2 * joint - d[p.joint];
    for (int64_t i = 0; i < n; i++)
        ((double complex *)x)[i] = 0.5 * (d[i] + rig_get(type, own, i));
    rig_check(&p.s, lapack, "the second, reflected");
    p.s.d = own;
    free(lapack);
    free(d);
    pair_free(&p);
}

static void test_errors(void **state)
{
    const enum hedra_status bad = HEDRA_ERROR_ARGUMENT;
    struct hedra_tridiag_problem problem = {.type = HEDRA_TRIDIAG_DOUBLE,
                                            .n = 1000};
    struct hedra_error why;
    struct hedra_tridiag_block *block;
    double ends[3], first[3];
    (void)state;
    assert_int_equal(hedra_tridiag_block_create(NULL, &block, &why), bad);
    assert_null(block);
    assert_int_equal(hedra_tridiag_block_create(&problem, NULL, &why), bad);
    problem.rhs = 2;
    assert_int_equal(hedra_tridiag_block_create(&problem, &block, &why), bad);
    problem.rhs = 0;
    problem.device = "host";
    assert_int_equal(hedra_tridiag_block_create(&problem, &block, &why), bad);
    problem.device = NULL;
    problem.n = 0;
    assert_int_equal(hedra_tridiag_block_create(&problem, &block, &why), bad);
    problem.n = INT64_MAX;
    assert_int_equal(hedra_tridiag_block_create(&problem, &block, &why),
                     HEDRA_ERROR_TOO_LARGE);
    assert_null(block);
    struct pair p = pair_new(HEDRA_TRIDIAG_DOUBLE, 2001, 1000);
    struct hedra_tridiag_lines lines = lines_of(&p, true, false);
    lines.no_right = true;
    double *const b = (double *)(void *)lines.b, kept = b[0];
    assert_int_equal(hedra_tridiag_block_down(p.lower, -1, &lines, ends, &why),
                     bad);
    assert_int_equal(hedra_tridiag_block_down(p.lower,
                                              HEDRA_TRIDIAG_BLOCK_SLOTS, &lines,
                                              ends, &why),
                     bad);
    assert_int_equal(hedra_tridiag_block_down(p.lower, 0, NULL, ends, &why),
                     bad);
    b[0] = NAN;
    assert_int_equal(hedra_tridiag_block_down(p.lower, 0, &lines, ends, &why),
                     HEDRA_ERROR_NOT_FINITE);
    assert_int_equal(why.row, 0);
    assert_int_equal(
        hedra_tridiag_block_factor(p.lower, &lines, ends, first, &why),
        HEDRA_ERROR_NOT_FINITE);
    lines.a = NULL;
    assert_int_equal(hedra_tridiag_block_down(p.lower, 0, &lines, ends, &why),
                     bad);
    lines = lines_of(&p, true, false);
    b[0] = kept;
    assert_int_equal(hedra_tridiag_block_down(p.lower, 0, &lines, ends, &why),
                     HEDRA_OK);
    pair_free(&p);
}

/* Each of the pointers that are needed. */
static void test_null(void **state)
{
    const enum hedra_status bad = HEDRA_ERROR_ARGUMENT;
    struct pair p = pair_new(HEDRA_TRIDIAG_DOUBLE, 2001, 1000);
    const struct hedra_tridiag_lines good = lines_of(&p, true, false);
    struct hedra_tridiag_lines lines[5];
    double ends[3], first[3];
    (void)state;
    for (int k = 0; k < 5; k++)
        lines[k] = good;
    lines[0].b = lines[1].c = lines[2].a = lines[3].d = NULL;
    lines[4].x = NULL;
    for (int k = 0; k < 5; k++)
        assert_int_equal(
            hedra_tridiag_block_down(p.lower, 0, &lines[k], ends, NULL), bad);
    for (int k = 0; k < 3; k++)
        assert_int_equal(
            hedra_tridiag_block_factor(p.lower, &lines[k], ends, first, NULL),
            bad);
    assert_int_equal(hedra_tridiag_block_down(NULL, 0, &good, ends, NULL), bad);
    assert_int_equal(hedra_tridiag_block_down(p.lower, 0, &good, NULL, NULL),
                     bad);
    assert_int_equal(hedra_tridiag_block_factor(NULL, &good, ends, first, NULL),
                     bad);
    assert_int_equal(
        hedra_tridiag_block_factor(p.lower, NULL, ends, first, NULL), bad);
    assert_int_equal(
        hedra_tridiag_block_factor(p.lower, &good, NULL, first, NULL), bad);
    assert_int_equal(
        hedra_tridiag_block_factor(p.lower, &good, ends, NULL, NULL), bad);
    hedra_tridiag_block_destroy(NULL);
    pair_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joined), cmocka_unit_test(test_slots),
        cmocka_unit_test(test_errors), cmocka_unit_test(test_null)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
