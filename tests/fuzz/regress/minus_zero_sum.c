/* (double)(i + (int)x) where GCC comes to know that i is 0: x in (-1, 0) gives
 * +0, not trunc's -0. The program is as it was generated. */
#include "tests/fuzz/regress/generated.h"

/* seed 304745 */
static double scalar5_304745;
static unsigned short helper0_304745(long x0)
{
    return (((0.33300000000000002) - (0.33300000000000002)) * (x0 - x0));
}

void kernel_304745(int n, int m, int w, int h, double *restrict A_end, float B[restrict w + 2], int *C, double *restrict D, float *restrict s4_end)
{
    double A[w + 5][w + 5];
    memcpy(A, A_end, sizeof A);
    float s4 = *s4_end;
#pragma scop
    for (int i = 0; (4 > i); i = i + 1) {
        for (int16_t j = (i + 1); (j >= 1); j--) {
            for (long long k = 2; (k < ((((i + (2 * j)) - 1) / 4) + 1)); k = k + 1) {
                if ((j < (i - 1))) {
                    D[(k + 1) * (w + 3) + (((n + 1) < (i + 1)) ? (n + 1) : (i + 1))]++;
                    if ((k < (j + 1))) {
                        A[(((i + 2) / 5) + 1)][k - 1] = ((((A[(((i + 2) / 5) + 1) - 1][k - 1] + A[(((i + 2) / 5) + 1) - 1][k - 1]) + A[(((i + 2) / 5) + 1) + 1][k - 1]) + A[(((i + 2) / 5) + 1)][k - 2]) * (0.20000000000000001));
                    }
                } else {
                    if ((((j % 3) == 1) && ((k % 2) != 0))) {
                        A[i + 2][n]--;
                        if (((k < (i - 2)) && (j < (i + 2)))) {
                            signed char t6 = (C[j] * ((double)i));
                            C[k + 1] &= i;
                        } else {
                            if (((((j % 3) != 1) && (k <= (i - 1))) && (scalar5_304745 != (((short)s4) ^ i)))) {
                                if (((((int)s4) | ((long)D[((((k + 1) > h) ? (k + 1) : h)) * (w + 3) + i])) < (B[((k - i) + 2) + 2] / i))) {
                                    if ((k < 2)) {
                                        A[i][((k - j) - 1)] = fabs(scalar5_304745);
                                    }
                                } else {
                                    A[((k + (2 * i)) - 2)][k] = (!(helper0_304745((2.0)) + A[k][k - 1]));
                                }
                                s4 = i;
                            }
                        }
                    } else {
                        A[(((3 * k) - k) + 2)][(((j + k) - k) + 2) - 1] = (((A[(((3 * k) - k) + 2) + 1][(((j + k) - k) + 2) - 1] + A[(((3 * k) - k) + 2)][(((j + k) - k) + 2) - 2]) + A[(((3 * k) - k) + 2) + 1][(((j + k) - k) + 2) - 1]) * (0.25));
                    }
                    double t7[2];
                    for (int l = 0; (l < 2); l++)
                        t7[l] = (D[((((l - 1) > (l - 1)) ? (l - 1) : (l - 1)) + 2) * (w + 3) + l] + D[(l) * (w + 3) + l + 1]);
                }
                s4 = ((s4 > s4) ? s4 : s4);
            }
        }
        if (((w & ((int)scalar5_304745)) < ((signed char)i))) {
            B[i] = (((i % ((int)A[i + 2][i])) < B[i]) ? (i % ((int)A[i + 2][i])) : B[i]);
        } else {
            D[(i) * (w + 3) + i] = (i + ((int)(B[((i - (2 * i)) + 2) + 2] / D[((((h - 1) < h) ? (h - 1) : h) - 1) * (w + 3) + ((m - (i + m)) - 1) + 5])));
        }
    }
#pragma endscop
    *s4_end = s4;
    memcpy(A_end, A, sizeof A);
}

static void run_304745(int verbose)
{
    double *A = guarded_new(64 * sizeof *A);
    for (uint64_t q = 0; q < 64; q++)
        A[q] = (double)FILL_REAL(12689257679486195440u, q);
    float *B = guarded_new(5 * sizeof *B);
    for (uint64_t q = 0; q < 5; q++)
        B[q] = (float)FILL_REAL(18122574448092503922u, q);
    int *C = guarded_new(2 * sizeof *C);
    for (uint64_t q = 0; q < 2; q++)
        C[q] = (int)FILL_SMALL(13596883408663025631u, q);
    double *D = guarded_new(24 * sizeof *D);
    for (uint64_t q = 0; q < 24; q++)
        D[q] = (double)FILL_REAL(13906416535165514829u, q);
    float *s4 = guarded_new(1 * sizeof *s4);
    for (uint64_t q = 0; q < 1; q++)
        s4[q] = (float)FILL_REAL(9224623895982550048u, q);
    for (uint64_t q = 0; q < 1; q++)
        (&scalar5_304745)[q] = (double)FILL_REAL(15674026437064189294u, q);
    kernel_304745(1, 2, 3, 2, (void *)(A + 0), (void *)(B + 0), (void *)(C + 0), (void *)(D + 0), (void *)(s4 + 0));
    show("304745 A", A, sizeof(double), 64, sizeof(double), 'r', verbose);
    show("304745 B", B, sizeof(float), 5, sizeof(float), 'r', verbose);
    show("304745 C", C, sizeof(int), 2, sizeof(int), 'i', verbose);
    show("304745 D", D, sizeof(double), 24, sizeof(double), 'r', verbose);
    show("304745 s4", s4, sizeof(float), 1, sizeof(float), 'r', verbose);
    show("304745 scalar5_304745", &scalar5_304745, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("304745 A", A, 64 * sizeof *A);
    guarded_end("304745 B", B, 5 * sizeof *B);
    guarded_end("304745 C", C, 2 * sizeof *C);
    guarded_end("304745 D", D, 24 * sizeof *D);
    guarded_end("304745 s4", s4, 1 * sizeof *s4);
}

GENERATED_MAIN(304745)
