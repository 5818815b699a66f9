/* Data decides that accesses stay within the extents in the declarations of the
 * parameters; the model has elements beyond. */
#include "tests/fuzz/regress/generated.h"

/* seed 960139 */
void kernel_960139(int n, long m, int w, long A[n + 13][m][n + 13],
                   double B[restrict n + 25][n + 23], double *s2_end,
                   long long *s3_end)
{
    double s2 = *s2_end;
    long long s3 = *s3_end;
#pragma hedra
    for (int i = 1; (i <= (((m + 2) > w) ? (m + 2) : w)); i = i + 1) {
        if ((((i > (m + 1)) || (i == n)) &&
             ((w >> (A[i - 21][((i - i) - 1) + 2][i - 22] & 7)) <
              (((int)B[i - 21][i - 21]) & s3)))) {
            if ((((i != (m + 1))
                      ? s3
                      : A[(((w - 1) < (i + 1)) ? (w - 1) : (i + 1)) - 1][i]
                         [i]) == (B[i - 20][i - 21] * B[i - 20][i - 21]))) {
                if ((i >= (n + 2)))
                    s3 = ((B[i - 20][i - 21] > s3) ? B[i - 20][i - 21] : s3);
                A[i - 20][4][((i + i) - 2) - 39] =
                    (((A[i - 20][5][((i + i) - 2) - 39] +
                       A[i - 20][4][((i + i) - 2) - 40]) +
                      A[i - 20][4][((i + i) - 2) - 40]) +
                     A[i - 19][4][((i + i) - 2) - 39]);
            } else {
                A[i - 22][(((2 * i) + (2 * i)) + 1) - 88][i - 20] =
                    ((A[i - 22][(((2 * i) + (2 * i)) + 1) - 88][i - 19] +
                      A[i - 22][(((2 * i) + (2 * i)) + 1) - 88][i - 20]) /
                     2);
                if ((!((((((3 * i) + (3 * m)) + (3 * w)) + 2) % 2) == 1))) {
                    if ((i != (n - 2))) {
                        s2 -= (!((-4) * s3));
                    }
                    s2 -= ((i == (n + 2)) ? ((2.0f) * i)
                                          : (s2 * A[i][i][((i - w) - 1) + 2]));
                }
            }
            if (((i <= m) && (i < (m + 2)))) {
                s2 = (((B[i + 2][(((i + (3 * m)) - m) + 2) - 1] - i) +
                       B[(((i + 2) > m) ? (i + 2) : m) - 1][i + 2]) +
                      (-((1.25) * s2)));
                A[i][((i + m) % 2) + 2][i] =
                    (((long)(s2 * ((i >= i) ? s2 : s2))) % ((int)(s3 + i)));
            }
        } else
            B[i + 2][i] =
                ((11 *
                  fminf(fmaxf(((0.5f) *
                               A[(((((w - i) - w) + 1) / 2) + 1) + 10][1][1]),
                              -64.0f),
                        64.0f)) +
                 ((((unsigned char)fmin(fmax(B[i + 2][i], 0.0), 64.0)) |
                   ((unsigned)fmin(fmax(s2, 0.0), 1073741824.0))) /
                  (s2 * s2)));
    }
#pragma hedra
    for (uint32_t i = 0; (i < (w - 1)); i++) {
        s2 = fminf(fmaxf(((A[(((i + w) + w) - 2) - 24][i][i + 1] -
                           (((short)(2.0)) % s3)) *
                          fminf(fmin(fmax((A[i + 1][i + 2][i] -
                                           B[(((2 * i) + w) - 2) - 10][i + 2]),
                                          -64.0),
                                     64.0),
                                (s2 + 87u))),
                         -64.0f),
                   64.0f);
    }
    *s2_end = s2;
    *s3_end = s3;
}

static void run_960139(int verbose)
{
    long *A = guarded_new(3380 * sizeof *A);
    for (uint64_t q = 0; q < 3380; q++)
        A[q] = (long)FILL_WIDE(13585290857148320839u, q);
    double *B = guarded_new(575 * sizeof *B);
    for (uint64_t q = 0; q < 575; q++)
        B[q] = (double)FILL_REAL(16101061763422994097u, q);
    double *s2 = guarded_new(1 * sizeof *s2);
    for (uint64_t q = 0; q < 1; q++)
        s2[q] = (double)FILL_REAL(3729451067319420843u, q);
    long long *s3 = guarded_new(1 * sizeof *s3);
    for (uint64_t q = 0; q < 1; q++)
        s3[q] = (long long)FILL_SMALL(17074461520374478259u, q);
    kernel_960139(0, 20, 13, (void *)(A + 0), (void *)(B + 0), (void *)(s2 + 0),
                  (void *)(s3 + 0));
    show("960139 A", A, sizeof(long), 3380, sizeof(long), 'i', verbose);
    show("960139 B", B, sizeof(double), 575, sizeof(double), 'r', verbose);
    show("960139 s2", s2, sizeof(double), 1, sizeof(double), 'r', verbose);
    show("960139 s3", s3, sizeof(long long), 1, sizeof(long long), 'i',
         verbose);
    guarded_end("960139 A", A, 3380 * sizeof *A);
    guarded_end("960139 B", B, 575 * sizeof *B);
    guarded_end("960139 s2", s2, 1 * sizeof *s2);
    guarded_end("960139 s3", s3, 1 * sizeof *s3);
}

GENERATED_MAIN(960139)
