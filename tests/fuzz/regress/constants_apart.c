#include "tests/fuzz/idiom/shared.h"

/* Statements of one nest, apart by constants along a loop that others have. */
#define N_5604 32
static float grid3_5604[18][32];
static unsigned int grid5_5604[32];
static double result_5604[24];

static void kernel_5604(int n, int m,
    double *a0,
    float *grid1,
    signed char *grid2,
    short *grid4,
    float *grid6,
    const int *index7,
    point *points8)
{
#pragma hedra extent(a0[4 * 4], grid1[4], grid4[(4 * m)], grid6[4], index7[m], points8[N_5604])
    {
        for (int8_t i9 = 0; i9 < 18; i9++) {
            for (short j11 = 0; j11 <= 32 - 1; j11++) {
            }
            for (int x12 = 0; x12 < 32; x12++) {
            }
        }
        for (short int x13 = 0; x13 < 18; x13++) {
            float buffer14[32];
            for (int k_15 = 32 - 1; k_15 >= 0; k_15--) {
                buffer14[k_15] = (((grid1[MIN2(x13 + 2, 4 - 1)] + (*(index7 + (x13)))) + points8[k_15].y) * 0x1p-2f);
            }
            for (int32_t x16 = 0; x16 != 32; ++x16) {
                grid3_5604[x13][x16] = ((buffer14[16] - (grid4[x16] * x13)) * 0x1p-10f);
            }
        }
        for (uint32_t j17 = 0; j17 != N_5604; ++j17) {
            unsigned int tmp18 = ((uint32_t)(points8[j17].tag + j17));
            int64_t v19 = ((long)((int)blend(j17, points8[j17].x)));
            if ((!(((((v19 + tmp18) != grid3_5604[6][j17]) || (grid6[(j17 * 1 + 3) % 4] < v19)) ? j17 : grid6[3]) > j17))) {
                points8[j17].tag %= 9;
            }
            const float v20 = (((j17 + grid6[2]) > a0[(4 - 1) * 4 + 2]) ? 6 : points8[j17].x);
            const int32_t tmp21 = ((int)(points8[j17].tag & grid4[j17]));
            switch (((int)(((int32_t)((int)(1ul + grid6[0]))) % 4))) {
            case 0:
                (points8 + (j17))->tag = ((grid5_5604[(j17 * 3 + 0) % 32] + tmp21) % 32749u);
            }
            (points8 + (j17))->tag = ((int32_t)((int)((((float)((real)v20)) + ((tmp21 - v20) + grid3_5604[9][j17])) * 0x1p-7f)));
        }
    }
}

static void run_5604(int verbose)
{
    double *a0 = calloc(16, sizeof *a0);
    for (uint64_t k = 0; k < 16; k++)
        a0[k] = (double)FILL_REAL(358656u, k);
    float *grid1 = calloc(4, sizeof *grid1);
    for (uint64_t k = 0; k < 4; k++)
        grid1[k] = (float)FILL_REAL(358657u, k);
    signed char *grid2 = calloc(18, sizeof *grid2);
    for (uint64_t k = 0; k < 18; k++)
        grid2[k] = (signed char)FILL_SMALL(358658u, k);
    for (uint64_t k = 0; k < 576; k++)
        ((float *)grid3_5604)[k] = (float)FILL_REAL(358659u, k);
    short *grid4 = calloc(72, sizeof *grid4);
    for (uint64_t k = 0; k < 72; k++)
        grid4[k] = (short)FILL_SMALL(358660u, k);
    for (uint64_t k = 0; k < 32; k++)
        grid5_5604[k] = (unsigned)FILL_INT(358661u, k);
    float *grid6 = calloc(4, sizeof *grid6);
    for (uint64_t k = 0; k < 4; k++)
        grid6[k] = (float)FILL_REAL(358662u, k);
    int *index7 = calloc(18, sizeof *index7);
    for (uint64_t k = 0; k < 18; k++)
        index7[k] = (int)FILL_BELOW(358663u, k, 4);
    point *points8 = calloc(32, sizeof *points8);
    for (uint64_t k = 0; k < 32; k++)
        points8[k].x = (float)FILL_REAL(358664u, k);
    for (uint64_t k = 0; k < 32; k++)
        points8[k].y = (float)FILL_REAL(358665u, k);
    for (uint64_t k = 0; k < 32; k++)
        points8[k].tag = (int)FILL_SMALL(358666u, k);
    kernel_5604(28, 18, a0, grid1, grid2, grid4, grid6, index7, points8);
    print_array("5604 a0", &a0[0], 8, 16, 8, 1, verbose);
    print_array("5604 grid1", &grid1[0], 4, 4, 4, 1, verbose);
    print_array("5604 grid2", &grid2[0], 1, 18, 1, 0, verbose);
    print_array("5604 grid3_5604", &((float *)grid3_5604)[0], 4, 576, 4, 1, verbose);
    print_array("5604 grid4", &grid4[0], 2, 72, 2, 0, verbose);
    print_array("5604 grid5_5604", &grid5_5604[0], 4, 32, 4, 0, verbose);
    print_array("5604 grid6", &grid6[0], 4, 4, 4, 1, verbose);
    print_array("5604 points8.x", &points8[0].x, 4, 32, sizeof(point), 1, verbose);
    print_array("5604 points8.y", &points8[0].y, 4, 32, sizeof(point), 1, verbose);
    print_array("5604 points8.tag", &points8[0].tag, 4, 32, sizeof(point), 0, verbose);
}

int main(int argc, char **argv)
{
    int verbose = argc > 1 && !strcmp(argv[1], "--verbose");
    unsigned long long every = 1, only = 0;
    if (argc > verbose + 1)
        every = strtoull(argv[verbose + 1], NULL, 10);
    if (argc > verbose + 2)
        only = strtoull(argv[verbose + 2], NULL, 10);
    if (only ? only == 5604u : 5604u % every == 0)
        run_5604(verbose);
    return 0;
}
