/* isl finds no corner of the set of what is touched here: the range is the
 * extent. */
#include "tests/fuzz/regress/generated.h"
#define FILL_INDEX(s, i, n) ((int64_t)(bits_of(s, i) % n))

/* seed 1700941 */
void kernel_1700941(int n, long m, double *restrict A, unsigned long flag1[12], unsigned *idx3_end)
{
    unsigned idx3[4];
    memcpy(idx3, idx3_end, sizeof idx3);
#pragma hedra extent(flag1[12], A[44])
    for (int i = 0; ((i < (m - 1)) && (i < (m - 1))); i += 2) {
        if (((i <= (n - 2)) && (((long)(-3)) < 134u))) {
            A[0] = (0.0010000000474974513f);
        } else {
            if ((((A[i - 1] > 7) && (A[i + 1] < 4)) && (flag1[i + 1] != 1))) {
                {
                    int j = 0;
                    do {
                        if ((81u <= (3000000000L & j))) {
                            A[i + 1] = idx3[(((j - 2) > n) ? (j - 2) : n)];
                            break;
                        }
                        A[(((3 * i) + (2 * j)) - 1) + 1] = ((((A[(((3 * i) + (2 * j)) - 1)] + A[(((3 * i) + (2 * j)) - 1) + 2]) + A[(((3 * i) + (2 * j)) - 1) + 1]) + A[(((3 * i) + (2 * j)) - 1) + 1]) * (0.20000000000000001));
                        j++;
                    } while ((j < 6));
                }
            }
            A[i] += 79u;
            A[i] = A[i];
            A[i] = (((A[i] + A[i + 1]) + A[i - 1]) * (0.25));
        }
    }
    memcpy(idx3_end, idx3, sizeof idx3);
}

static void run_1700941(int verbose)
{
    double *A = guarded_new(44 * sizeof *A);
    for (uint64_t q = 0; q < 44; q++)
        A[q] = (double)FILL_REAL(2164848843500242727u, q);
    unsigned long *flag1 = guarded_new(12 * sizeof *flag1);
    for (uint64_t q = 0; q < 12; q++)
        flag1[q] = (unsigned long)FILL_INDEX(12106421507500780541u, q, 4u);
    unsigned *idx3 = guarded_new(4 * sizeof *idx3);
    for (uint64_t q = 0; q < 4; q++)
        idx3[q] = (unsigned)FILL_INDEX(9803298944744918138u, q, 11u);
    kernel_1700941(2, 13, (void *)(A + 1), (void *)(flag1 + 0), (void *)(idx3 + 0));
    show("1700941 A", A, sizeof(double), 44, sizeof(double), 'r', verbose);
    show("1700941 flag1", flag1, sizeof(unsigned long), 12, sizeof(unsigned long), 'i', verbose);
    show("1700941 idx3", idx3, sizeof(unsigned), 4, sizeof(unsigned), 'i', verbose);
    guarded_end("1700941 A", A, 44 * sizeof *A);
    guarded_end("1700941 flag1", flag1, 12 * sizeof *flag1);
    guarded_end("1700941 idx3", idx3, 4 * sizeof *idx3);
}

GENERATED_MAIN(1700941)
