/*
 * Two programs of a data-stream array, from plain C: racer [-o FOLDER]
 * [PIXELS [GENERATIONS]]. The Mandelbrot set is a ring in which pixels
 * circulate until they escape; the Game of Life is a tree of additions that
 * three lines of the board flow through, each generation a pass.
 */
#include "../plot.h"
#include "../show.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ROUNDS = 200, ROWS = 40, COLUMNS = 56, SCALE = 8 };

typedef unsigned char board[ROWS + 2][COLUMNS + 2];

/* Pixel centres of [-2.1, 2.1] x [-2.1, 2.1]; escapes are looked for at the end
 * of a round, so that a pixel takes as many as it has rounds. */
static void escape(int n, int rounds[n][n])
{
#pragma hedra
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            double x = (column + 0.5) * (4.2 / n) - 2.1;
            double y = (row + 0.5) * (4.2 / n) - 2.1;
            double a = 0, b = 0, square = 0;
            int k = 0;

            do {
                double ab = a * b;

                a = square + x;
                b = 2 * ab + y;
                square = a * a - b * b;
                k++;
            } while (a * a + b * b < 16 && k < ROUNDS);
            rounds[row][column] = k;
        }
}

static void escape_plain(int n, int rounds[n][n])
{
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            double x = (column + 0.5) * (4.2 / n) - 2.1;
            double y = (row + 0.5) * (4.2 / n) - 2.1;
            double a = 0, b = 0, square = 0;
            int k = 0;

            do {
                double ab = a * b;

                a = square + x;
                b = 2 * ab + y;
                square = a * a - b * b;
                k++;
            } while (a * a + b * b < 16 && k < ROUNDS);
            rounds[row][column] = k;
        }
}

/* The cells beyond the edges stay dead. */
static void live(board now, board next, int generations)
{
#pragma hedra
    for (int t = 0; t < generations; t++) {
        for (int i = 1; i <= ROWS; i++)
            for (int j = 1; j <= COLUMNS; j++) {
                int around = now[i - 1][j - 1] + now[i - 1][j] +
                             now[i - 1][j + 1] + now[i][j - 1] + now[i][j + 1] +
                             now[i + 1][j - 1] + now[i + 1][j] +
                             now[i + 1][j + 1];

                next[i][j] = around == 3 || (now[i][j] && around == 2);
            }
        for (int i = 1; i <= ROWS; i++)
            for (int j = 1; j <= COLUMNS; j++)
                now[i][j] = next[i][j];
    }
}

static void live_plain(board now, board next, int generations)
{
    for (int t = 0; t < generations; t++) {
        for (int i = 1; i <= ROWS; i++)
            for (int j = 1; j <= COLUMNS; j++) {
                int around = now[i - 1][j - 1] + now[i - 1][j] +
                             now[i - 1][j + 1] + now[i][j - 1] + now[i][j + 1] +
                             now[i + 1][j - 1] + now[i + 1][j] +
                             now[i + 1][j + 1];

                next[i][j] = around == 3 || (now[i][j] && around == 2);
            }
        for (int i = 1; i <= ROWS; i++)
            for (int j = 1; j <= COLUMNS; j++)
                now[i][j] = next[i][j];
    }
}

/* Gosper's gun, which sends a glider off every 30 generations. */
static void place_gun(board b)
{
    static const char *const gun[] = {"........................O...........",
                                      "......................O.O...........",
                                      "............OO......OO............OO",
                                      "...........O...O....OO............OO",
                                      "OO........O.....O...OO..............",
                                      "OO........O...O.OO....O.O...........",
                                      "..........O.....O.......O...........",
                                      "...........O...O....................",
                                      "............OO......................"};

    memset(b, 0, sizeof(board));
    for (size_t i = 0; i < sizeof gun / sizeof *gun; i++)
        for (int j = 0; gun[i][j]; j++)
            b[i + 3][j + 3] = gun[i][j] == 'O';
}

static void show_board(board b)
{
    for (int i = 1; i <= ROWS; i++) {
        for (int j = 1; j <= COLUMNS; j++)
            putchar(b[i][j] ? 'O' : '.');
        putchar('\n');
    }
}

/* Pictures ----------------------------------------------------------------- */

static bool write_picture(struct plot *p, const char *folder, const char *name)
{
    char path[4096];
    bool good =
        snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path &&
        plot_write(p, path);

    if (!good)
        fprintf(stderr, "error: %s/%s cannot be written\n", folder, name);
    plot_drop(p);
    return good;
}

static bool draw_set(const char *folder, int n, int rounds[n][n])
{
    struct plot p;

    if (!plot_init(&p, n, n))
        return false;
    for (int k = 0; k < n * n; k++) {
        int r = rounds[k / n][k % n];

        p.rgb[3 * k] = (unsigned char)(r == ROUNDS ? 0 : r * 9 % 256);
        p.rgb[3 * k + 1] = (unsigned char)(r == ROUNDS ? 0 : r * 5 % 256);
        p.rgb[3 * k + 2] = (unsigned char)(r == ROUNDS ? 0 : r * 16 % 256);
    }
    return write_picture(&p, folder, "mandelbrot.png");
}

static bool draw_board(const char *folder, board b)
{
    struct plot p;

    if (!plot_init(&p, COLUMNS * SCALE, ROWS * SCALE))
        return false;
    for (int i = 0; i < p.height; i++)
        for (int j = 0; j < p.width; j++) {
            bool lives =
                b[i / SCALE + 1][j / SCALE + 1] && i % SCALE && j % SCALE;

            memset(p.rgb + 3 * (i * p.width + j), lives ? 32 : 240, 3);
        }
    return write_picture(&p, folder, "life.png");
}

int main(int argc, char **argv)
{
    const char *folder = NULL;

    if (argc > 1 && strcmp(argv[1], "-o") == 0) {
        folder = argc > 2 ? argv[2] : ".";
        argc = argc > 2 ? argc - 2 : 1;
        argv += 2;
    }
    int n = show_argument(argc, argv, 1, 64, 8, 1000);
    int generations = show_argument(argc, argv, 2, 60, 0, 10000);
    int(*rounds)[n] = show_alloc((size_t)n, sizeof *rounds);
    int(*want)[n] = show_alloc((size_t)n, sizeof *want);
    static board now, next, other;
    double start = show_now(), plain, region;
    int64_t all = 0;
    bool wrong, drawn = true;

    escape_plain(n, want);
    place_gun(now);
    live_plain(now, next, generations);
    memcpy(other, now, sizeof other);
    plain = show_now() - start;
    start = show_now();
    escape(n, rounds);
    place_gun(now);
    live(now, next, generations);
    region = show_now() - start;
    for (int k = 0; k < n * n; k++)
        all += rounds[k / n][k % n];
    printf("%d x %d pixels, %lld rounds\n", n, n, (long long)all);
    printf("generation %d:\n", generations);
    show_board(now);
    if (folder) {
        mkdir(folder, 0777);
        drawn = draw_set(folder, n, rounds) && draw_board(folder, now);
    }
    wrong = memcmp(rounds, want, sizeof(int[n][n])) != 0 ||
            memcmp(now, other, sizeof now) != 0;
    free(rounds);
    free(want);
    return show_verdict(wrong, 0, plain, region) || !drawn;
}
