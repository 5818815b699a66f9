/* Found in very many pieces, these dependences once kept the scheduler busy for
 * good; relaxed, they are scheduled at once. */
#include "tests/fuzz/regress/generated.h"

/* seed 867 */
static float global0_867[15][7][10];
static int helper0_867(unsigned x0, int x1)
{
    return fminf(fmaxf(((x1 - (0.0010000000474974513f)) * ((-6) - x0)), -1073741824.0f), 1073741824.0f);
}

void kernel_867(int n, double B[20][n + 49], double *C, double D[restrict 49], double *restrict s4, long *x3_end)
{
    int x1 = 0;
    int x3 = 0;
    unsigned x5 = 0;
#pragma hedra
    {
        for (int i = ((n - n) - 2); (i <= (n - 2)); i = i + 4) {
            C[i + 1] = (((0.10000000000000001) < C[i + 1]) ? (0.10000000000000001) : C[i + 1]);
            for (x1 = 2; (x1 < 12); x1++) {
                for (int k = 1; (k < ((((n + 1) - 5) / 4) + 2)); k += 2) {
                    for (x3 = (((n + 2) < (n - 2)) ? (n + 2) : (n - 2)); (x3 <= (n + 1)); x3++)
                        global0_867[x3][k][x3 + 2] = (((global0_867[x3][k][x3 + 2] + global0_867[x3][k][x3 + 2]) + global0_867[x3][k][x3 + 2]) * (0.20000000000000001));
                    for (int l = (((i + x1) + i) - 1); (l > 1); l = l - 1) {
                        if ((B[((i + l) + 2)][((l + x1) - 2) + 1] >= (-D[l + 1]))) {
                            D[1] += ((B[k][((((2 * l) + l) + x1) - 1)] * B[k][(((3 * l) + i) - 1)]) + (D[l + 2] + D[l + 2]));
                            if ((D[l + 2] == (D[(((i + (3 * k)) + (3 * l)) - 1) + 2] * global0_867[l][(((((x1 - i) - 2) - 6) % 4) + 2) + 1][i + 2]))) {
                                double t5 = (fabs(C[5]) / D[l]);
                                D[l + 1] = (((D[l + 2] + D[l + 1]) + D[l + 2]) * (0.25));
                            }
                        }
                    }
                }
                (*s4) -= (B[x1 + 2][x1] + (x1 - C[x1 + 1]));
            }
        }
        for (x5 = 0; (((((n - 1) < (n - 2)) ? (n - 1) : (n - 2)) > x5) && (x5 < (n + 2))); x5 = x5 + 1) {
            if ((x5 <= (n + 2))) {
                (*s4) += (helper0_867(fmin(fmax((*s4), 0.0), 1073741824.0), global0_867[x5][x5][0]) + global0_867[x5][n - 1][x5 + 1]);
            }
        }
    }
#pragma hedra
    for (int i = 2; (i <= (((n - 1) > n) ? (n - 1) : n)); i = i + 1) {
        B[i][i]++;
    }
    *x3_end = x3;
}

static void run_867(int verbose)
{
    for (uint64_t q = 0; q < 1050; q++)
        ((float *)global0_867)[q] = (float)FILL_REAL(9954214842874353557u, q);
    double *B = guarded_new(1060 * sizeof *B);
    for (uint64_t q = 0; q < 1060; q++)
        B[q] = (double)FILL_REAL(14903380724869422378u, q);
    double *C = guarded_new(14 * sizeof *C);
    for (uint64_t q = 0; q < 14; q++)
        C[q] = (double)FILL_REAL(16608259517284127332u, q);
    double *D = guarded_new(49 * sizeof *D);
    for (uint64_t q = 0; q < 49; q++)
        D[q] = (double)FILL_REAL(7279417620974354092u, q);
    double *s4 = guarded_new(1 * sizeof *s4);
    for (uint64_t q = 0; q < 1; q++)
        s4[q] = (double)FILL_REAL(9735620447123921790u, q);
    long x3_end = 0;
    kernel_867(4, (void *)(B + 0), (void *)(C + 1), (void *)(D + 0), (void *)(s4 + 0), &x3_end);
    show("867 global0_867", global0_867, sizeof(float), 1050, sizeof(float), 'r', verbose);
    show("867 B", B, sizeof(double), 1060, sizeof(double), 'r', verbose);
    show("867 C", C, sizeof(double), 14, sizeof(double), 'r', verbose);
    show("867 D", D, sizeof(double), 49, sizeof(double), 'r', verbose);
    show("867 s4", s4, sizeof(double), 1, sizeof(double), 'r', verbose);
    guarded_end("867 B", B, 1060 * sizeof *B);
    guarded_end("867 C", C, 14 * sizeof *C);
    guarded_end("867 D", D, 49 * sizeof *D);
    guarded_end("867 s4", s4, 1 * sizeof *s4);
    printf("867 x3 %ld\n", x3_end);
}

GENERATED_MAIN(867)
