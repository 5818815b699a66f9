/* A nest of two loops beside a loop that is another part of the region. */
#include "tests/fuzz/regress/generated.h"

/* seed 236 */
void kernel_236(int n, unsigned m, long w, int32_t h, double *A)
{
    int x0 = 0;
#pragma scop
    for (x0 = 0; (x0 < (w - 1)); x0++) {
        for (int j = (((x0 + 1) < (x0 + 1)) ? (x0 + 1) : (x0 + 1));
             (j < (m - 1)); ++j) {
            A[((((((3 * j) + j) + x0) + 1) - 6) % (-3))] =
                (-(((A[5] + x0) != 3000000005L) ? (j - 3000000003L)
                                                : (3000000005L * A[j])));
            A[0] = A[(((3 * j) + x0) - 2) + 1];
            if ((!((((j + x0) - 2) % 4) == 1))) {
                if (((j != (x0 - 2)) && (j > (w - 1)))) {
                    if ((!(j < x0))) {
                        A[j] +=
                            (((int)A[j - 1]) |
                             ((unsigned char)(((A[j + 1] +
                                                A[((j + h) - 2) + 1]) <=
                                               (A[x0] * A[4]))
                                                  ? x0
                                                  : A[(((x0 - (j + x0)) / 2) +
                                                       2)])));
                    }
                    A[(((x0 - j) - 1) % 2) + 1] = A[j];
                } else {
                    A[j + 2] = A[x0];
                    if (((A[j + 2] + A[3]) != 3000000005L)) {
                        A[j] += (((short)(((A[j] * A[((j / 5) + 1) - 1]) <
                                           A[((x0 + j) - 2) - 1])
                                              ? A[j]
                                              : A[j + 1])) ^
                                 ((unsigned)A[3]));
                        A[(((3 * x0) + j) - 1)] =
                            (A[x0 + 2] /
                             (((0.0010000000474974513f) * A[x0]) - A[1]));
                    }
                    A[j] = (((A[j] + A[w]) > A[j]) ? (A[j] + A[w]) : A[j]);
                }
            } else {
                A[x0] = A[x0 + 2];
            }
        }
    }
    for (int i = 1; (i <= 2); i = i + 1) {
        A[i] = (((A[i + 1] + A[i]) + A[i]) * (0.25));
    }
#pragma endscop
}

static void run_236(int verbose)
{
    double *A = guarded_new(10 * sizeof *A);
    for (uint64_t q = 0; q < 10; q++)
        A[q] = (double)FILL_REAL(8148241165961784271u, q);
    kernel_236(9, 4, 7, 10, (void *)(A + 2));
    show("236 A", A, sizeof(double), 10, sizeof(double), 'r', verbose);
    guarded_end("236 A", A, 10 * sizeof *A);
}

GENERATED_MAIN(236)
