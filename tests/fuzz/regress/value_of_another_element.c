/* C[x] = fmin(e, C[j][j + 1]), written in each iteration of j and read elsewhere
 * in C: no running minimum. */
#include "tests/fuzz/regress/generated.h"

/* seed 316352 */
struct record_316352 {
    int f3;
};
void kernel_316352(int n, double A[restrict n + 2][n + 6], const double *restrict B, double *restrict C, struct record_316352 *r)
{
#pragma hedra
    {
        for (int32_t i = (n + 1); (i > 2); i--) {
            A[i][i] = ((r[i].f3 + (-B[n - 11])) + ((r[i].f3 + C[(i) * (n + 2) + 0]) < C[(((i - n) + 1) + 9) * (n + 2) + i]));
            for (int j = (((i - 2) > n) ? (i - 2) : n); (j <= (((i + 1) < n) ? (i + 1) : n)); ++j) {
                if ((B[i - 10] != (A[(i + j) - 22][j - 11] + r[((j - i) - 2) + 5].f3))) {
                    A[j - 11][j - 11] += B[i - 10];
                }
            }
            r[i + 1].f3 = (((unsigned)fmin(fmax(A[i][i + 1], 0.0), 1073741824.0)) >> 7);
        }
        for (int i = 2; (i < 7); ++i) {
            A[i][1] += (A[i][i] * i);
            if ((((((n - i) + n) - 2) % 2) == 0)) {
                C[(i + 2) * (n + 2) + i] += B[((3 * i) + i)];
            } else {
                uint8_t t4 = ((n + r[i + 2].f3) + (n / i));
                C[(i) * (n + 2) + i + 1] += ((3000000001L - B[3]) * (i << 3));
            }
            for (int j = (i - 1); (j >= 2); --j) {
                C[((((i - 1) / 5) + 1)) * (n + 2) + i] = fmin((A[2][n - 11] + (n - A[j][((j + (2 * i)) - 1)])), C[(j) * (n + 2) + j + 1]);
            }
        }
    }
}

static void run_316352(int verbose)
{
    double *A = guarded_new(252 * sizeof *A);
    for (uint64_t q = 0; q < 252; q++)
        A[q] = (double)FILL_REAL(1010178564792338768u, q);
    double *B = guarded_new(25 * sizeof *B);
    for (uint64_t q = 0; q < 25; q++)
        B[q] = (double)FILL_REAL(5177151116277277455u, q);
    double *C = guarded_new(196 * sizeof *C);
    for (uint64_t q = 0; q < 196; q++)
        C[q] = (double)FILL_REAL(18305371592945697992u, q);
    struct record_316352 *r = guarded_new(15 * sizeof *r);
    for (uint64_t q = 0; q < 15; q++)
        r[q].f3 = (int)FILL_SMALL(12392237817168673359u, q);
    kernel_316352(12, (void *)(A + 0), (void *)(B + 0), (void *)(C + 0), r);
    show("316352 A", A, sizeof(double), 252, sizeof(double), 'r', verbose);
    show("316352 B", B, sizeof(double), 25, sizeof(double), 'r', verbose);
    show("316352 C", C, sizeof(double), 196, sizeof(double), 'r', verbose);
    show("316352 f3", &r->f3, sizeof(int), 15, sizeof *r, 'i', verbose);
    guarded_end("316352 A", A, 252 * sizeof *A);
    guarded_end("316352 B", B, 25 * sizeof *B);
    guarded_end("316352 C", C, 196 * sizeof *C);
    guarded_end("316352 r", r, 15 * sizeof *r);
}

GENERATED_MAIN(316352)
