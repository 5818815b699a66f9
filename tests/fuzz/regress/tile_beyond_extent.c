/* A tile has elements that data keep from being read, beyond the array's end: they
 * are not copied either. */
#include "tests/fuzz/regress/generated.h"

/* seed 1281340 */
static int16_t global0_1281340[15][14];
void kernel_1281340(long n, long long m, int *B_end)
{
    int B[16];
    memcpy(B, B_end, sizeof B);
#pragma scop
    for (int32_t i = 7; (i < (n + 2)); i = i + 1) {
        if (!((!((((((i - m) - 2) % 3) != 2) || (i == ((((i + i) + (3 * m)) + 2) / 2))) || (global0_1281340[i][i] < (global0_1281340[i][i] * global0_1281340[(((i - m) - 3) % 2)][i]))))))
            continue;
        uint32_t t3[2];
        for (int32_t j = 0; (j < 2); j++) {
            t3[j] = (B[((i + j) + 2) - 1] + global0_1281340[3][(j - j)]);
        }
        for (long j = 0; (j < 2); j++)
            global0_1281340[j][j + 2] = fmin(fmax((global0_1281340[j][j + 2] + (t3[j] * ((0.5) / B[i - 4]))), -16384.0), 16384.0);
        double t4[4];
        for (int j = 0; (j < 4); j++) {
            t4[j] = (global0_1281340[((i - j) + 1)][j + 2] * B[j]);
        }
        for (long j = 0; (j < 4); j++) {
            B[i - 4] = fmin(fmax((B[i - 4] + (t4[j] * (t3[1] * global0_1281340[j][j]))), -1073741824.0), 1073741824.0);
        }
    }
#pragma endscop
    memcpy(B_end, B, sizeof B);
}

static void run_1281340(int verbose)
{
    for (uint64_t q = 0; q < 210; q++)
        ((int16_t *)global0_1281340)[q] = (int16_t)FILL_SMALL(902679475399240536u, q);
    int *B = guarded_new(16 * sizeof *B);
    for (uint64_t q = 0; q < 16; q++)
        B[q] = (int)FILL_SMALL(14346187993235453430u, q);
    kernel_1281340(13, 3, (void *)(B + 0));
    show("1281340 global0_1281340", global0_1281340, sizeof(int16_t), 210, sizeof(int16_t), 'i', verbose);
    show("1281340 B", B, sizeof(int), 16, sizeof(int), 'i', verbose);
    guarded_end("1281340 B", B, 16 * sizeof *B);
}

GENERATED_MAIN(1281340)
