/* A block of kernels at points at which the first of them has nothing to do. */
#include "tests/fuzz/regress/generated.h"

/* seed 1282070 */
static int global2_1282070[5];
struct record_1282070 {
    double f0;
};
void kernel_1282070(int n, struct record_1282070 *restrict r, const double *B, unsigned D[6][5][8], uint32_t *s4_end, int16_t *s5_end)
{
    uint32_t s4 = *s4_end;
    int16_t s5 = *s5_end;
#pragma scop
    for (int i = 0; (8 > i); i += 3) {
        for (int32_t j = (n - 2); (j > 0); j = j - 1) {
            for (int k = 1; (k < (n - 1)); ++k) {
                short t6 = s4;
                t6 = fminf(fmaxf(fmaxf((-(-global2_1282070[k + 1])), ((s4 * s4) + (r[2].f0 + r[((((k + i) + i) + 2) / 3) + 1].f0))), -16384.0f), 16384.0f);
            }
        }
        if (((i % 2) != 1)) {
            for (int j = 1; (j < ((((2 * i) - n) - n) + 2)); j = j + 3) {
                s4 = fmin(fmax((((r[(j + i) - 4].f0 + 3000000001L) * (r[j - 1].f0 + n)) * ((r[j + 2].f0 / 4) * D[(((j - j) - i) - 2) + 9][j][j])), 0.0), 1073741824.0);
                float t7 = ((s4 - s4) * r[j + 2].f0);
                global2_1282070[j] = fmin(fmax((global2_1282070[j] + (r[j - 1].f0 * (s5 + s4))), -1073741824.0), 1073741824.0);
            }
        } else {
            if (((((i != (n + 1)) || ((i * s5) <= D[i][i + 1][((i + n) + 1)])) ? i : r[i + 2].f0) == s5)) {
                D[i][2][(i + n)] &= ((((int)r[i + 2].f0) & n) & (((long)B[i]) >> (((unsigned)B[((i + (3 * i)) + 2) - 13]) & 7)));
                s4 -= r[i].f0;
            }
            if ((((((2 * i) + i) + 2) % 3) == 0))
                r[i].f0 = ((((i % 4) != 0) ? (i * D[(((n - (3 * i)) - i) + 2) + 1][i][i + 2]) : ((0.33300000000000002) - s4)) - (((D[i - 1][i][(i + i) + 2] * n) > (s5 - (0.33300000429153442f))) ? s5 : ((unsigned)r[(i + i)].f0)));
            else
                s4 = fmin(fmax((s4 * (((-0.75) * (0.0010000000474974513f)) * s4)), 0.0), 1073741824.0);
        }
    }
#pragma endscop
    *s4_end = s4;
    *s5_end = s5;
}

static void run_1282070(int verbose)
{
    struct record_1282070 *r = guarded_new(7 * sizeof *r);
    for (uint64_t q = 0; q < 7; q++)
        r[q].f0 = (double)FILL_REAL(12748414144098317470u, q);
    double *B = guarded_new(4 * sizeof *B);
    for (uint64_t q = 0; q < 4; q++)
        B[q] = (double)FILL_REAL(5554761467102433095u, q);
    for (uint64_t q = 0; q < 5; q++)
        ((int *)global2_1282070)[q] = (int)FILL_WIDE(8699150481089531096u, q);
    unsigned *D = guarded_new(240 * sizeof *D);
    for (uint64_t q = 0; q < 240; q++)
        D[q] = (unsigned)FILL_WIDE(10844470231038815644u, q);
    uint32_t *s4 = guarded_new(1 * sizeof *s4);
    for (uint64_t q = 0; q < 1; q++)
        s4[q] = (uint32_t)FILL_WIDE(5374845897901335320u, q);
    int16_t *s5 = guarded_new(1 * sizeof *s5);
    for (uint64_t q = 0; q < 1; q++)
        s5[q] = (int16_t)FILL_WIDE(9962391840449030472u, q);
    kernel_1282070(4, r, (void *)(B + 0), (void *)(D + 0), (void *)(s4 + 0), (void *)(s5 + 0));
    show("1282070 f0", &r->f0, sizeof(double), 7, sizeof *r, 'r', verbose);
    show("1282070 B", B, sizeof(double), 4, sizeof(double), 'r', verbose);
    show("1282070 global2_1282070", global2_1282070, sizeof(int), 5, sizeof(int), 'i', verbose);
    show("1282070 D", D, sizeof(unsigned), 240, sizeof(unsigned), 'i', verbose);
    show("1282070 s4", s4, sizeof(uint32_t), 1, sizeof(uint32_t), 'i', verbose);
    show("1282070 s5", s5, sizeof(int16_t), 1, sizeof(int16_t), 'i', verbose);
    guarded_end("1282070 r", r, 7 * sizeof *r);
    guarded_end("1282070 B", B, 4 * sizeof *B);
    guarded_end("1282070 D", D, 240 * sizeof *D);
    guarded_end("1282070 s4", s4, 1 * sizeof *s4);
    guarded_end("1282070 s5", s5, 1 * sizeof *s5);
}

GENERATED_MAIN(1282070)
