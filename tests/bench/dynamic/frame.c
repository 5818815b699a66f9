/* A frame of macroblocks for bench-dynamic: frame SHARE SEED ROUNDS encodes one
 * in which SHARE percent of the blocks are intra, and prints the length of the
 * longest chain of intra blocks, the blocks that do something, a checksum, and
 * the seconds of the fastest round. Blocks try MODES predictions. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef MODES
#define MODES 1
#endif
enum { SKIP, INTER, INTRA };
enum { N = 68, M = 120, PIXELS = 64 };

static unsigned char kind[N][M];
static int src[N][M][PIXELS], last[N][M], mean[N][M], chain[N][M];

static void encode(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (kind[i][j] == INTER) {
                int sum = 0;
                for (int mode = 0; mode < MODES; mode++)
                    for (int k = 0; k < PIXELS; k++)
                        sum += (src[i][j][k] - last[i][j] + mode) / 4 * 4;
                mean[i][j] = last[i][j] + sum / (MODES * PIXELS);
            }
            if (kind[i][j] == INTRA) {
                int top =
                    i > 0 && kind[i - 1][j] == INTRA ? mean[i - 1][j] : 128;
                int left =
                    j > 0 && kind[i][j - 1] == INTRA ? mean[i][j - 1] : 128;
                int sum = 0;
                for (int mode = 0; mode < MODES; mode++)
                    for (int k = 0; k < PIXELS; k++)
                        sum += (src[i][j][k] - (top + left + mode) / 2) / 4 * 4;
                mean[i][j] = (top + left) / 2 + sum / (MODES * PIXELS);
            }
        }
}

static unsigned draw(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

static void make_frame(int share, unsigned state)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int percent = (int)(draw(&state) % 100);
            kind[i][j] = (unsigned char)(percent < share         ? INTRA
                                         : draw(&state) % 4 == 0 ? SKIP
                                                                 : INTER);
            last[i][j] = (int)(draw(&state) % 256);
            for (int k = 0; k < PIXELS; k++)
                src[i][j][k] = (i * 3 + j * 5 + k * 7) % 256;
        }
}

/* Block by block: chain[i][j] intra blocks, one the neighbour of the next, end
 * at block (i, j). */
static int longest_chain(int *blocks)
{
    int longest = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int above = i > 0 && kind[i - 1][j] == INTRA ? chain[i - 1][j] : 0;
            int beside = j > 0 && kind[i][j - 1] == INTRA ? chain[i][j - 1] : 0;
            int before = above > beside ? above : beside;
            chain[i][j] = kind[i][j] == INTRA   ? 1 + before
                          : kind[i][j] == INTER ? 1
                                                : 0;
            longest = chain[i][j] > longest ? chain[i][j] : longest;
            *blocks += kind[i][j] != SKIP;
        }
    return longest;
}

/* Another frame, though with as much to do: a skipped block is coded in another
 * way that is none, or again as before, so that no Plan is kept. */
static void change_frame(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            if (kind[i][j] != INTER && kind[i][j] != INTRA) {
                kind[i][j] = kind[i][j] == SKIP ? INTRA + 1 : SKIP;
                return;
            }
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    int blocks = 0, rounds = argc > 3 ? atoi(argv[3]) : 1;
    unsigned long sum = 0;
    double best = 1e9;

    if (argc < 3)
        return 2;
    make_frame(atoi(argv[1]), (unsigned)atoi(argv[2]));
    for (int r = 0; r < rounds; r++) {
        double start = now();
        encode(N, M);
        double seconds = now() - start;
        best = seconds < best ? seconds : best;
        change_frame();
    }
    if (rounds % 2)
        change_frame();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = (sum * 31 + (unsigned)mean[i][j]) & 0xffffffff;
    printf("%d ", longest_chain(&blocks));
    printf("%d %08lx %.9f\n", blocks, sum, best);
    return 0;
}
