/*
 * A sparse triangular system with the same matrix in each round: ROWS ENTRIES
 * ROUNDS. Row i has up to ENTRIES entries, at random places before it. ROUNDS 0
 * is a race, of as many as it takes. Prints the levels of the matrix, a number
 * for the solution, and the least seconds of a round: of the plain loop, and of
 * the region, each in turn; then whether their solutions are the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/dynamic/race.h"

static int *row, *column;
static double *value, *b, *x, *want;

static void *memory(size_t count, size_t size)
{
    void *p = calloc(count, size);

    if (!p)
        exit(2);
    return p;
}

static int make(int rows, int entries)
{
    unsigned state = 1;
    int *level = memory((size_t)rows, sizeof *level), levels = 0, nz = 0;

    for (int i = 0; i < rows; i++) {
        row[i] = nz;
        b[i] = i % 17 - 8;
        level[i] = 1;
        for (int k = 0; k < entries && i > 0; k++) {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            column[nz] = (int)(state % (unsigned)i);
            if (level[column[nz]] >= level[i])
                level[i] = level[column[nz]] + 1;
            value[nz++] = 0.25 / entries;
        }
        levels = level[i] > levels ? level[i] : levels;
    }
    row[rows] = nz;
    free(level);
    return levels;
}

static void solve(int rows, int entries, const int row[restrict rows + 1],
                  const int column[restrict entries],
                  const double value[restrict entries],
                  const double b[restrict rows], double x[restrict rows])
{
#pragma hedra extent(column[entries], value[entries], x[rows])
    for (int i = 0; i < rows; i++) {
        double s = b[i];

        for (int k = row[i]; k < row[i + 1]; k++)
            s -= value[k] * x[column[k]];
        x[i] = s;
    }
}

static void solve_plain(int rows, const int row[restrict rows + 1],
                        const int *restrict column,
                        const double *restrict value,
                        const double b[restrict rows], double x[restrict rows])
{
    for (int i = 0; i < rows; i++) {
        double s = b[i];

        for (int k = row[i]; k < row[i + 1]; k++)
            s -= value[k] * x[column[k]];
        x[i] = s;
    }
}

int main(int argc, char **argv)
{
    struct race_times times[2] = {0};
    double sum = 0;

    if (argc < 4)
        return 2;
    int rows = atoi(argv[1]), entries = atoi(argv[2]), rounds = atoi(argv[3]);
    int most = rows * entries;
    row = memory((size_t)rows + 1, sizeof *row);
    column = memory((size_t)most + 1, sizeof *column);
    value = memory((size_t)most + 1, sizeof *value);
    b = memory((size_t)rows, sizeof *b);
    x = memory((size_t)rows, sizeof *x);
    want = memory((size_t)rows, sizeof *want);
    int levels = make(rows, entries);
    double begin = race_now();
    do {
        RACE_TIME(&times[0], solve_plain(rows, row, column, value, b, want));
        RACE_TIME(&times[1], solve(rows, row[rows], row, column, value, b, x));
        double *other = x; /* where an array lies is to be no advantage */
        x = want;
        want = other;
    } while (rounds ? times->rounds < rounds : race_goes_on(times, 2, begin));
    for (int i = 0; i < rows; i++)
        sum += x[i];
    printf("%d %.17g %.9f %.9f %s\n", levels, sum, times[0].best[0],
           times[1].best[0],
           memcmp(x, want, (size_t)rows * sizeof *x) ? "wrong" : "right");
    return 0;
}
