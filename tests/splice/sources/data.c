/* Blocks whose arrays stay on the device between their regions. */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 100 };

static float table[LENGTH];

static void step(int n, float *restrict a, const float *restrict b)
{
#pragma hedra
    for (int i = 1; i < n - 1; i++)
        a[i] = 0.5f * (b[i - 1] + b[i + 1]);
}

/* Serial: stays as it is, though its array may be on a device. */
static void accumulate(int n, float *a)
{
#pragma hedra
    for (int i = 1; i < n; i++)
        a[i] = a[i] + 0.25f * a[i - 1];
}

static void relax(int n, float grid[n], int rounds)
{
    float *copy = malloc((size_t)n * sizeof *copy);
    for (int i = 0; i < n; i++)
        copy[i] = grid[i];
    if (rounds > 0)
#pragma hedra data(grid, copy[0:n], table)
    {
        for (int r = 0; r < rounds; r++) {
            if (r == 3)
                continue;
            step(n, copy, grid);
            step(n, grid, copy);
            accumulate(n, grid);
#pragma hedra data(table)
            {
#pragma hedra
                for (int i = 0; i < n; i++)
                    table[i] = table[i] + grid[i];
            }
        }
        n = 0;
    }
    else
        grid[0] = -1;
    free(copy);
}

int main(void)
{
    static float grid[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        grid[i] = (float)(i * i % 17);
    relax(LENGTH, grid, 6);
    for (int i = 0; i < LENGTH; i++)
        printf("%g %g\n", grid[i], table[i]);
    relax(LENGTH, grid, 0);
    printf("%g\n", grid[0]);
    return 0;
}
