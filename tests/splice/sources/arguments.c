/* What is handed to a region: VLAs, pointers to them, const and static arrays,
 * fields of structs, scalars of all types that are read or written. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct point {
    float x, y;
    int tag;
};

static const double weights[3] = {0.25, 0.5, 0.25};

static void vla(int n, int m, double a[n][m], const double b[restrict n][m])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m - 1; j++)
            a[i][j] = weights[0] * b[i][j - 1] + weights[1] * b[i][j] +
                      weights[2] * b[i][j + 1];
}

static double local_vla(int n)
{
    double t[n], sum[1] = {0};
    double (*p)[n] = malloc(sizeof(double[n][n]));
#pragma scop
    for (int i = 0; i < n; i++) {
        t[i] = i;
        for (int j = 0; j < n; j++)
            p[i][j] = t[i] * j;
    }
#pragma endscop
    for (int i = 0; i < n; i++)
        sum[0] += p[i][n - 1];
    free(p);
    return sum[0];
}

static void fields(struct point *restrict p, size_t n, float scale, char shift)
{
#pragma hedra
    for (size_t i = 0; i < n; i++) {
        p[i].x = p[i].y * scale;
        p[i].tag = p[i].tag + shift;
    }
}

static void scalars(uint8_t *u, int64_t n, unsigned short step)
{
    int count = 0;
    double total = 0.5;
#pragma scop
    count = 3;
    for (int64_t i = 0; i < n; i++)
        u[i] = (uint8_t)(u[i] + step);
    for (int64_t i = 0; i < n; i++)
        total += u[i];
#pragma endscop
    printf("%d %g\n", count, total);
}

/* Overlapping pointers: the plain nest runs. */
static void overlap(int *a, int *b, int n)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 1;
}

int main(void)
{
    enum { ROWS = 9, COLUMNS = 17 };
    double a[ROWS][COLUMNS], b[ROWS][COLUMNS];
    struct point p[11];
    uint8_t u[100];
    int line[50] = {7};
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            a[i][j] = b[i][j] = i * j % 5;
    for (int i = 0; i < 11; i++)
        p[i] = (struct point){0, (float)i, i};
    for (int i = 0; i < 100; i++)
        u[i] = (uint8_t)(i * 5);
    vla(ROWS, COLUMNS, a, (const double (*)[COLUMNS])b);
    fields(p, 11, 1.5f, -3);
    scalars(u, 100, 700);
    overlap(line + 1, line, 49);
    printf("%g\n", local_vla(12));
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            printf("%g\n", a[i][j]);
    for (int i = 0; i < 11; i++)
        printf("%g %g %d\n", p[i].x, p[i].y, p[i].tag);
    for (int i = 0; i < 50; i++)
        printf("%d\n", line[i]);
    return 0;
}
