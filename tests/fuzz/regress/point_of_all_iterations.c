/* A point of a Plan of which no statement tells its iteration: the temporary that is
 * its filter has one element for each. */
#include "tests/fuzz/regress/generated.h"

/* seed 1960982 */
static short scalar1_1960982;
void kernel_1960982(unsigned n, int32_t m, int w, unsigned h, long long *restrict A)
{
    int32_t x3 = 0;
    long s2 = (long)FILL_WIDE(18064191349488094770u, 0);
#pragma hedra
    {
        for (int i = 1; (i < (((n + 2) > (m - 2)) ? (n + 2) : (m - 2))); i = i + 1) {
            if ((!(((!((s2 + A[(i + 1) * (n + 16) + i - 1]) >= scalar1_1960982)) ? s2 : A[(i + 2) * (n + 16) + i + 1]) <= (h + i)))) {
                if (((A[(((i + w) - h) - 13) * (n + 16) + 1] / s2) >= s2)) {
                    int t3 = scalar1_1960982;
                    A[(2) * (n + 16) + i] = ((A[(2) * (n + 16) + i - 1] + A[(2) * (n + 16) + i - 1]) / 2);
                }
            }
        }
        for (int i = (((n + 2) < n) ? (n + 2) : n); (i < w); ++i) {
            if (((i < (i - 1)) && (i % 4))) {
                A[(i) * (n + 16) + m] = (A[(((i + i) + 2)) * (n + 16) + i] - (A[(i + 2) * (n + 16) + i - 1] + ((double)A[(i) * (n + 16) + i])));
            }
        }
    }
#pragma hedra
    {
        for (int32_t i = 0; ((((w + 1) / 4) + 2) > i); i = i + 1) {
            for (x3 = (h + 1); (x3 >= 0); --x3) {
                if (((i >= (x3 + 2)) && (x3 == (i + 2))))
                    A[(x3 - 1) * (n + 16) + x3] = ((((A[(x3 - 1) * (n + 16) + x3] + A[(x3 - 1) * (n + 16) + x3]) + A[(x3 - 2) * (n + 16) + x3]) + A[(x3 - 1) * (n + 16) + x3 + 1]) / 4);
            }
            if (!(((A[((((m + 2) < w) ? (m + 2) : w) - 19) * (n + 16) + i] * scalar1_1960982) <= (A[(((i > i) ? i : i)) * (n + 16) + i] + A[(i) * (n + 16) + m - 19]))))
                continue;
            if (((i > (w - 2)) && (i <= (h + 1)))) {
                if (((A[(i) * (n + 16) + i] | s2) != i)) {
                    A[(i) * (n + 16) + i] = ((A[(i + 1) * (n + 16) + i + 1] * ((int)h)) * (i | (A[(i) * (n + 16) + i + 2] >> (A[((((2 * i) - w) - 2)) * (n + 16) + i - 1] & 7))));
                    if ((i % 4)) {
                        if ((!(i >= (w - 1)))) {
                            if (((i % 3) != 1)) {
                                A[(i) * (n + 16) + i + 2] = (((!(((((i + n) + 2) % 4) != 1) && (sqrt(scalar1_1960982) != s2))) ? i : (A[(i) * (n + 16) + (((i + n) + n) + 2) - 1] * A[((((i + w) + (3 * h)) + 1) - 1) * (n + 16) + i])) + ((i >= 7) ? (h * s2) : (A[(i - 1) * (n + 16) + 5] + A[(2) * (n + 16) + (((2 * i) + m) + 1) + 1])));
                            }
                            double t4 = fabs((i + scalar1_1960982));
                            A[(i) * (n + 16) + (((((h - i) + m) - 5) % 2) + 1)] = (((s2 * (0.001)) - (A[(((i + w) - 1)) * (n + 16) + ((i - m) - 1) - 1] * A[(i) * (n + 16) + i])) / t4);
                        } else
                            scalar1_1960982 *= 10;
                        A[(i - 1) * (n + 16) + i + 1] = (!((w - A[(i) * (n + 16) + i]) + (-A[(i - 1) * (n + 16) + i])));
                    }
                    A[(i) * (n + 16) + 3] = ((A[(i - 1) * (n + 16) + 3] + A[(i) * (n + 16) + 3]) + A[(i + 1) * (n + 16) + 3]);
                }
            }
            if (!(((i > m) && (i != (w - 2)))))
                continue;
            scalar1_1960982 = (((3 * A[(i) * (n + 16) + i]) > scalar1_1960982) ? (3 * A[(i) * (n + 16) + i]) : scalar1_1960982);
        }
        for (int i = (((w - n) / 5) + 2); (i >= 0); --i)
            A[(i) * (n + 16) + (((i + i) + w) + 2) - 36] %= (((int)A[(i) * (n + 16) + i]) + 54u);
    }
}

static void run_1960982(int verbose)
{
    long long *A = guarded_new(418 * sizeof *A);
    for (uint64_t q = 0; q < 418; q++)
        A[q] = (long long)FILL_SMALL(10615094477044345715u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar1_1960982)[q] = (short)FILL_SMALL(5573221668689682996u, q);
    kernel_1960982(3, 20, 35, 22, (void *)(A + 0));
    show("1960982 A", A, sizeof(long long), 418, sizeof(long long), 'i', verbose);
    show("1960982 scalar1_1960982", &scalar1_1960982, sizeof(short), 1, sizeof(short), 'i', verbose);
    guarded_end("1960982 A", A, 418 * sizeof *A);
}

GENERATED_MAIN(1960982)
