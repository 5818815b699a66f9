/* Which kernel of a set a class of quartets gets: kernels that write a number
 * of their own, in a set of three shells of type s. */
#include <hedra.h>
#include <hedra_eri.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { LANES = 2, ATOMS = 3 };

/* What each kernel says. */
enum { GENERAL = 1, SINGLE, OWN };

/* The only integral of a quartet is `value`, in all lanes of an item. */
static void answer(const union hedra_arg *arg, int64_t begin, int64_t end,
                   double value)
{
    const int64_t *item = arg[0].p;
    double *out = arg[7].p;

    for (int64_t i = begin; i < end; i++)
        for (int64_t k = 0; k < item[HEDRA_ERI_ITEM * i + HEDRA_ERI_ITEM_WIDTH];
             k++)
            out[item[HEDRA_ERI_ITEM * i + HEDRA_ERI_ITEM_OUT] + k] = value;
}

static void run_general(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    answer(arg, begin, end, GENERAL);
}

static void run_single(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    answer(arg, begin, end, SINGLE);
}

static void run_own(const union hedra_arg *arg, int64_t begin, int64_t end)
{
    answer(arg, begin, end, OWN);
}

/* Hydrogen and helium have one primitive, lithium has two. */
static const double exponent[] = {1.5, 0.5}, coefficient[] = {0.7, 0.3};
static const struct hedra_eri_kind kind = {.functions = 1, .segments = 1};
static const struct hedra_eri_shell shell[] = {{0, 1, exponent, coefficient},
                                               {0, 1, exponent, coefficient},
                                               {0, 2, exponent, coefficient}};
static const int number[] = {0, 1, 2};
static const struct hedra_eri_element element[] = {
    {1, 1, &number[0]}, {2, 1, &number[1]}, {3, 1, &number[2]}};
static const struct hedra_eri_kernel general = {.run = run_general};
static const struct hedra_eri_kernel single = {.run = run_single, .whole = 1};
static const struct hedra_eri_class_kernel own[] = {
    {{1, 0, 0, 0}, {.run = run_own, .whole = 1}},
    {{2, 2, 1, 0}, {.run = run_own, .whole = 1}}};

static struct hedra_eri_set make_set(void)
{
    return (struct hedra_eri_set){.abi = HEDRA_ERI_ABI,
                                  .name = "classes",
                                  .element_size = 8,
                                  .lanes = LANES,
                                  .kinds = 1,
                                  .shells = ATOMS,
                                  .elements = ATOMS,
                                  .kind = &kind,
                                  .shell = shell,
                                  .element = element,
                                  .kernel = &general};
}

/* All integrals of a molecule with one atom of each element. */
static void fill(const struct hedra_eri_set *set, double *value)
{
    static const int z[ATOMS] = {1, 2, 3};
    static const double centre[ATOMS][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    struct hedra_error why;
    struct hedra_eri *eri = hedra_eri_new(set, ATOMS, z, centre, &why);

    if (!eri)
        fail_msg("%s", why.text);
    assert_int_equal(hedra_eri_fill(eri, 1e-30, value, NULL, NULL), 0);
    hedra_eri_free(eri);
}

static double at(const double *value, int i, int j, int k, int l)
{
    return value[((i * ATOMS + j) * ATOMS + k) * ATOMS + l];
}

static void test_classes(void **unused)
{
    double value[ATOMS * ATOMS * ATOMS * ATOMS];
    struct hedra_eri_set set = make_set();

    (void)unused;
    setenv("HEDRA_DEVICE", "host", 1);
    fill(&set, value);
    for (size_t n = 0; n < sizeof value / sizeof *value; n++)
        assert_true(value[n] == GENERAL);
    set.single = &single;
    fill(&set, value);
    assert_true(at(value, 0, 0, 0, 0) == SINGLE);
    assert_true(at(value, 1, 0, 0, 0) == SINGLE);
    assert_true(at(value, 2, 0, 0, 0) == GENERAL);
    set.class_kernels = sizeof own / sizeof *own;
    set.class_kernel = own;
    fill(&set, value);
    assert_true(at(value, 0, 0, 0, 0) == SINGLE);
    assert_true(at(value, 1, 0, 0, 0) == OWN);
    assert_true(at(value, 0, 0, 0, 1) == OWN); /* the same quartet */
    assert_true(at(value, 1, 0, 1, 0) == SINGLE);
    assert_true(at(value, 2, 2, 1, 0) == OWN);
    assert_true(at(value, 2, 1, 2, 0) == GENERAL);
}

/* A form without a kernel for single classes. */
static void test_missing(void **unused)
{
    static const struct hedra_eri_kernel none = {.run = NULL};
    double value[ATOMS * ATOMS * ATOMS * ATOMS];
    struct hedra_eri_set set = make_set();

    (void)unused;
    setenv("HEDRA_DEVICE", "host", 1);
    set.single = &none;
    fill(&set, value);
    assert_true(at(value, 0, 0, 0, 0) == GENERAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_classes),
                                       cmocka_unit_test(test_missing)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
