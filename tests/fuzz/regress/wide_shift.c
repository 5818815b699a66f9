/* A condition on an unsigned shift of a large parameter, which wraps around: it was
 * taken for exact. */
#include "tests/fuzz/regress/generated.h"

/* seed 1419654 */
static float global0_1419654[14][11][16];
void kernel_1419654(int32_t n, int32_t m, long *x2_end)
{
    int x0 = 0;
    int x2 = 0;
    long s1 = (long)FILL_WIDE(14531167142292532591u, 0);
    short s2 = (short)FILL_WIDE(16328678576054631016u, 0);
#pragma scop
    for (x0 = 1; (x0 < ((3 * n) - m)); x0 = x0 + 1) {
        s2 = fminf(fmaxf(((-(~s1)) / (fabsf((global0_1419654[x0][x0 + 1][x0] * (global0_1419654[x0][1][((x0 + n) + 2) + 1] + global0_1419654[m][((x0 - n) - 1) + 5][(((x0 - n) + (2 * n)) - 2)]))) + 1.0f)), -64.0f), 64.0f);
    }
    for (short i = 0; (i < (m - 1)); i = i + 1)
        for (x2 = 0; (x2 != 12); ++x2) {
            global0_1419654[x2][i][x2 + 1] = ((global0_1419654[x2][i][x2] + global0_1419654[x2][i][x2 + 1]) * (0.20000000000000001));
            for (short k = (n + 2); (k > 2); k -= 4) {
                if (((long)((unsigned long)s1 << 6) > s1)) {
                    global0_1419654[k][k][((((((3 * k) + x2) - x2) + 2) / 5) + 1) - 1] = (((s1 / s2) + (s2 != s1)) | ((int)(((global0_1419654[k - 1][(((3 * k) + i) - 1) - 16][i] + s2) >= (s2 << 5)) ? (s2 * k) : ((0.10000000149011612f) * s1))));
                } else {
                    global0_1419654[2][0][x2] = ((((global0_1419654[2][0][x2] + global0_1419654[1][0][x2]) + global0_1419654[2][0][x2]) + global0_1419654[2][1][x2]) * (0.33000000000000002));
                }
            }
        }
#pragma endscop
    *x2_end = x2;
}

static void run_1419654(int verbose)
{
    for (uint64_t q = 0; q < 2464; q++)
        ((float *)global0_1419654)[q] = (float)FILL_REAL(6621666123687406939u, q);
    long x2_end = 0;
    kernel_1419654(4, 3, &x2_end);
    show("1419654 global0_1419654", global0_1419654, sizeof(float), 2464, sizeof(float), 'r', verbose);
    printf("1419654 x2 %ld\n", x2_end);
}

GENERATED_MAIN(1419654)
