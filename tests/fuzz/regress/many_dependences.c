/* The scheduler took more than ten seconds over the dependences of this nest. */
#include "tests/fuzz/regress/generated.h"

/* seed 37 */
void kernel_37(unsigned n, unsigned m, short w, int h, double A[restrict h][h + 2], float *restrict s2_end, long *x0_end)
{
    int x0 = 0;
    unsigned short s1 = (unsigned short)FILL_SMALL(4594221855177408603u, 0);
    float s2 = *s2_end;
#pragma scop
    for (x0 = 1; ((h - 2) > x0); x0++) {
        A[x0 - 1][((((2 * x0) + m) + n) + 2) - 9] = s1;
        for (int j = 1; (j <= 5); j += 3) {
            if ((x0 != (3 - s2))) {
                if ((x0 <= j)) {
                    A[((j - x0) - 2) + 3][((((x0 - (j + (2 * x0))) + 2) - 8) / 2) + 10] = (s2 < ((s1 / s1) == (s1 + s1)));
                } else {
                    if (((s1 + w) != (w + s2)))
                        A[x0][j + 2] = s2;
                    else {
                        if ((j != h)) {
                            s1 = (((s1 ^ ((int)s2)) * s2) * (A[n][x0] * 99u));
                            if ((j >= (x0 + 1))) {
                                if ((((j % 3) == 2) && (x0 > (n - 2))))
                                    A[x0 - 1][(((2 * x0) - j) - 1)] -= ((j == (x0 - 2)) ? (A[j + 1][j] + s2) : ((0.10000000149011612f) * j));
                                A[j][j - 1] = ((((A[j][j] + A[j][j]) + A[j - 1][j - 1]) + A[j - 1][j - 1]) * (0.33000000000000002));
                            }
                            if ((!((j % 2) == 1))) {
                                s2 = ((((long)A[x0 - 1][j + 2]) & ((short)(A[j + 1][3] / s2))) * (((unsigned char)(A[(((j + x0) + j) + 2)][((j + j) + 1)] + s1)) % n));
                            } else {
                                A[2][j - 1] = ((s1 - ((0.10000000149011612f) + s2)) - ((s2 * s1) * ((0.33300000429153442f) + 188u)));
                            }
                        } else
                            A[0][j + 2] = ((A[0][j + 2] + A[1][j + 2]) * (0.33000000000000002));
                        s2 += (!s2);
                        A[h - 1][x0] = ((s2 / (A[x0 + 1][j - 1] + s1)) >= ((A[x0][j] + s1) * (h + s2)));
                    }
                    double t3 = s2;
                    A[j][j] = ((((A[j][j] + A[j - 1][j]) + A[j][j]) + A[j][j]) * (0.20000000000000001));
                }
            }
        }
    }
    for (int i = 0; (i < h); i++) {
        A[i][i] = s1;
    }
#pragma endscop
    *s2_end = s2;
    *x0_end = x0;
}

static void run_37(int verbose)
{
    double *A = guarded_new(63 * sizeof *A);
    for (uint64_t q = 0; q < 63; q++)
        A[q] = (double)FILL_REAL(4283142516064297251u, q);
    float *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (float)FILL_REAL(12389343683541995107u, q);
    long x0_end = 0;
    kernel_37(3, 3, 4, 7, (void *)(A + 0), (void *)(s2 + 0), &x0_end);
    show("37 A", A, sizeof(double), 63, sizeof(double), 'r', verbose);
    show("37 s2", s2, sizeof(float), 1, sizeof(float), 'r', verbose);
    guarded_end("37 A", A, 63 * sizeof *A);
    guarded_end("37 s2", s2, 1 * sizeof *s2);
    printf("37 x0 %ld\n", x0_end);
}

GENERATED_MAIN(37)
