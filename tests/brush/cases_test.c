/* The eight cases of contraction (BRUSH, sec. 4.3) with all their branches,
 * each forced, against the definition of the integrals. c stands for a
 * contracted function, x for one that is not; "(m0|n0) by 4.29" are the rows
 * whose path begins with an electron transfer. The thesis calls the branches of
 * its case 2 Br1a and Br1b, and gives case 1 none; here a branch has the number
 * of its case. */
#include "tests/brush/quartet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MAX_FORMS = 4 };

struct row {
    int number;
    const char *branch, *equation, *form[MAX_FORMS + 1];
    enum path path;
};

static const struct row table[] = {
    {1, "Br1", "4.35", {"xx|xx"}, PATH_DIRECT_KET},
    {1, "Br1 mirrored", "4.35", {"xx|xx"}, PATH_DIRECT_BRA},
    {2, "Br2a", "4.36", {"cc|cc"}, PATH_SYMBOLIC_BRA},
    {2, "Br2a, (m0|n0) by 4.29", "4.36", {"cc|cc"}, PATH_SYMBOLIC_TRANSFER_BRA},
    {2, "Br2b", "4.37", {"cc|cc"}, PATH_SYMBOLIC_KET},
    {2, "Br2b, (m0|n0) by 4.29", "4.37", {"cc|cc"}, PATH_SYMBOLIC_TRANSFER_KET},
    {3, "Br3a", "4.38", {"cc|xx"}, PATH_MD_CUT_BRA},
    {3, "Br3b", "4.39", {"cc|xx"}, PATH_SYMBOLIC_BRA},
    {3, "Br3b, (m0|n0) by 4.29", "4.39", {"cc|xx"}, PATH_SYMBOLIC_TRANSFER_BRA},
    {4, "Br4a", "4.38 mirrored", {"xx|cc"}, PATH_MD_CUT_KET},
    {4, "Br4b", "4.39 mirrored", {"xx|cc"}, PATH_SYMBOLIC_KET},
    {4,
     "Br4b, (m0|n0) by 4.29",
     "4.39 mirrored",
     {"xx|cc"},
     PATH_SYMBOLIC_TRANSFER_KET},
    {5, "Br5a", "4.40", {"cx|cx", "xc|xc", "xc|cx", "cx|xc"}, PATH_MD_CUT_BRA},
    {5, "Br5b", "4.41", {"cx|cx", "xc|xc", "xc|cx", "cx|xc"}, PATH_MD_CUT_KET},
    {6, "Br6a", "4.42", {"cx|xx", "xc|xx"}, PATH_MD_BRA},
    {6, "Br6b", "4.43", {"cx|xx", "xc|xx"}, PATH_SYMBOLIC_KET},
    {6,
     "Br6b, (m0|n0) by 4.29",
     "4.43",
     {"cx|xx", "xc|xx"},
     PATH_SYMBOLIC_TRANSFER_KET},
    {7, "Br7a", "4.42 mirrored", {"xx|cx", "xx|xc"}, PATH_MD_KET},
    {7, "Br7b", "4.43 mirrored", {"xx|cx", "xx|xc"}, PATH_SYMBOLIC_BRA},
    {7,
     "Br7b, (m0|n0) by 4.29",
     "4.43 mirrored",
     {"xx|cx", "xx|xc"},
     PATH_SYMBOLIC_TRANSFER_BRA},
    {8,
     "Br8a",
     "4.36",
     {"cc|xc", "cc|cx", "xc|cc", "cx|cc"},
     PATH_SYMBOLIC_BRA},
    {8,
     "Br8b",
     "4.37",
     {"cc|xc", "cc|cx", "xc|cc", "cx|cc"},
     PATH_SYMBOLIC_KET},
    {8,
     "Br8a, (m0|n0) by 4.29",
     "4.36",
     {"cc|xc", "cc|cx", "xc|cc", "cx|cc"},
     PATH_SYMBOLIC_TRANSFER_BRA},
    {8,
     "Br8b, (m0|n0) by 4.29",
     "4.37",
     {"cc|xc", "cc|cx", "xc|cc", "cx|cc"},
     PATH_SYMBOLIC_TRANSFER_KET},
};

/* Shells of s, p and d on every place; the last two pairs are each other's
 * mirror images, as are the second and the third. */
static const char *const shells[][4] = {
    {"s", "s", "s", "s"}, {"p", "s", "s", "s"}, {"s", "s", "p", "s"},
    {"p", "p", "p", "p"}, {"d", "s", "s", "d"}, {"d", "p", "p", "s"},
    {"p", "s", "d", "p"}};

/* "cx|xc": the primitives of each shell. */
static void read_form(const char *form, int primitives[4])
{
    static const int place[4] = {0, 1, 3, 4};

    for (int i = 0; i < 4; i++)
        primitives[i] = form[place[i]] == 'c' ? 2 : 1;
}

static void check_case(int number)
{
    for (size_t r = 0; r < sizeof table / sizeof *table; r++) {
        const struct row *row = &table[r];

        for (int f = 0; row->number == number && row->form[f]; f++) {
            int primitives[4];

            print_message("%s (eq. %s), (%s): %s\n", row->branch, row->equation,
                          row->form[f], path_name(row->path));
            read_form(row->form[f], primitives);
            for (size_t s = 0; s < sizeof shells / sizeof *shells; s++) {
                struct arena *arena = arena_new();
                struct quartet *q = quartet_new(arena, shells[s], primitives,
                                                13 * (unsigned)s + 1);

                quartet_check(q, row->path, 1 + (int)(s % 2));
                arena_free(arena);
            }
        }
    }
}

static void test_cases(void **unused)
{
    (void)unused;
    for (int number = 1; number <= 8; number++)
        check_case(number);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
