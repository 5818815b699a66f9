/*
 * The encoder's macroblocks: macroblocks [N [M [SHARE FILE.svg]]] encodes
 * frames of N by M blocks with 0 to 100 % of them intra, and draws the steps of
 * the frame with SHARE percent.
 *
 * A block is skipped, predicted from the last frame (inter), or from its upper
 * and left neighbours where these are intra as well (intra).
 */
#include "../show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIP, INTER, INTRA, KINDS };
enum { PIXELS = 64 };

static void encode(int n, int m, unsigned char kind[restrict n][m],
                   int src[restrict n][m][PIXELS], int last[restrict n][m],
                   int mean[restrict n][m])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (kind[i][j] == INTER) {
                int sum = 0;
                for (int k = 0; k < PIXELS; k++)
                    sum += (src[i][j][k] - last[i][j]) / 4 * 4;
                mean[i][j] = last[i][j] + sum / PIXELS;
            }
            if (kind[i][j] == INTRA) {
                int top =
                    i > 0 && kind[i - 1][j] == INTRA ? mean[i - 1][j] : 128;
                int left =
                    j > 0 && kind[i][j - 1] == INTRA ? mean[i][j - 1] : 128;
                int sum = 0;
                for (int k = 0; k < PIXELS; k++)
                    sum += (src[i][j][k] - (top + left) / 2) / 4 * 4;
                mean[i][j] = (top + left) / 2 + sum / PIXELS;
            }
        }
}

static void encode_plain(int n, int m, unsigned char kind[restrict n][m],
                         int src[restrict n][m][PIXELS],
                         int last[restrict n][m], int mean[restrict n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (kind[i][j] == INTER) {
                int sum = 0;
                for (int k = 0; k < PIXELS; k++)
                    sum += (src[i][j][k] - last[i][j]) / 4 * 4;
                mean[i][j] = last[i][j] + sum / PIXELS;
            }
            if (kind[i][j] == INTRA) {
                int top =
                    i > 0 && kind[i - 1][j] == INTRA ? mean[i - 1][j] : 128;
                int left =
                    j > 0 && kind[i][j - 1] == INTRA ? mean[i][j - 1] : 128;
                int sum = 0;
                for (int k = 0; k < PIXELS; k++)
                    sum += (src[i][j][k] - (top + left) / 2) / 4 * 4;
                mean[i][j] = (top + left) / 2 + sum / PIXELS;
            }
        }
}

static unsigned draw(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

/* `share` percent intra; of the rest a quarter is skipped. */
static void make_frame(int share, int n, int m, unsigned char kind[n][m],
                       int src[n][m][PIXELS], int last[n][m])
{
    unsigned state = 1;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int percent = (int)(draw(&state) % 100);
            kind[i][j] = (unsigned char)(percent < share         ? INTRA
                                         : draw(&state) % 4 == 0 ? SKIP
                                                                 : INTER);
            last[i][j] = (int)(draw(&state) % 256);
            for (int k = 0; k < PIXELS; k++)
                src[i][j][k] = (i * 3 + j * 5 + k * 7) % 256;
        }
}

/* The step of each block in the best order: 1 + that of the later one of the
 * neighbours that it needs; 0: skipped. Returns the greatest. */
static int find_steps(int n, int m, unsigned char kind[n][m], int step[n][m])
{
    int most = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int before = 0;
            if (kind[i][j] == INTRA && i > 0 && kind[i - 1][j] == INTRA)
                before = step[i - 1][j];
            if (kind[i][j] == INTRA && j > 0 && kind[i][j - 1] == INTRA &&
                step[i][j - 1] > before)
                before = step[i][j - 1];
            step[i][j] = kind[i][j] == SKIP ? 0 : before + 1;
            if (step[i][j] > most)
                most = step[i][j];
        }
    return most;
}

/* Blocks as squares: white skipped, grey inter, intra from yellow to blue the
 * later its step. */
static int write_picture(const char *path, int n, int m,
                         unsigned char kind[n][m], int step[n][m], int most)
{
    enum { SIDE = 8 };
    FILE *f = fopen(path, "w");

    if (!f) {
        perror(path);
        return 1;
    }
    fprintf(f,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' "
            "height='%d'>\n",
            m * SIDE, n * SIDE);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int late = most > 1 ? 100 * (step[i][j] - 1) / (most - 1) : 0;
            if (kind[i][j] == SKIP)
                continue;
            fprintf(f,
                    "<rect x='%d' y='%d' width='%d' height='%d' "
                    "fill='hsl(%d,%d%%,%d%%)'/>\n",
                    j * SIDE, i * SIDE, SIDE - 1, SIDE - 1,
                    50 + 190 * late / 100, kind[i][j] == INTRA ? 90 : 0,
                    kind[i][j] == INTRA ? 50 : 85);
        }
    fprintf(f, "</svg>\n");
    return fclose(f) != 0;
}

/* What is left of a frame in one number. */
static unsigned long checksum(int count, const int *mean)
{
    unsigned long sum = 0;

    for (int k = 0; k < count; k++)
        sum = (sum * 31 + (unsigned)mean[k]) & 0xffffffff;
    return sum;
}

int main(int argc, char **argv)
{
    enum { POINTS = 11 };
    int n = show_argument(argc, argv, 1, 68, 1, 2000);
    int m = show_argument(argc, argv, 2, 120, 1, 2000);
    int drawn = show_argument(argc, argv, 3, 0, 0, 100);
    size_t count = (size_t)n * (size_t)m, bytes = count * sizeof(int);
    unsigned char(*kind)[m] = show_alloc(count, sizeof(unsigned char));
    int(*src)[m][PIXELS] = show_alloc(count * PIXELS, sizeof(int));
    int(*last)[m] = show_alloc(count, sizeof(int));
    int(*mean)[m] = show_alloc(count, sizeof(int));
    int(*check)[m] = show_alloc(count, sizeof(int));
    int(*step)[m] = show_alloc(count, sizeof(int));
    double plain = 0, region = 0, error = 0;
    int failed = 0;

    printf("frames of %d x %d blocks, %d steps without a Plan\n", n, m,
           n + m - 1);
    printf("intra  blocks  steps  blocks/step  checksum\n");
    for (int p = -1; p < POINTS; p++) {
        int share = p < 0 ? 10 : 100 * p / (POINTS - 1), blocks = 0;
        double start;

        make_frame(share, n, m, kind, src, last);
        memset(mean, 0, bytes);
        memset(check, 0, bytes);
        start = show_now();
        encode(n, m, kind, src, last, mean);
        region += p < 0 ? 0 : show_now() - start;
        start = show_now();
        encode_plain(n, m, kind, src, last, check);
        plain += p < 0 ? 0 : show_now() - start;
        error = memcmp(mean, check, bytes) ? 1 : error;
        if (p < 0)
            continue; /* the first run starts the device */

        int most = find_steps(n, m, kind, step);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                blocks += kind[i][j] != SKIP;
        printf("%3d %%  %6d  %5d  %11.1f  %08lx\n", share, blocks, most,
               most ? (double)blocks / most : 0.0,
               checksum(n * m, &mean[0][0]));
    }
    if (argc > 4) {
        make_frame(drawn, n, m, kind, src, last);
        failed |= write_picture(argv[4], n, m, kind, step,
                                find_steps(n, m, kind, step));
    }
    failed |= show_verdict(error, 0, plain, region);
    free(kind);
    free(src);
    free(last);
    free(mean);
    free(check);
    free(step);
    return failed;
}
