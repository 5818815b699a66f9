/* Counts, sums and extremes in memory that a pointer may not lead to: what
 * combines the parts of a sum touches it only where an iteration did. And sums
 * that end in one element together, which can live there but one by one. */
#include <stdio.h>

enum { N = 99, SIDE = 24 };

static int data[N], counts[4];
static float values[N];
static double a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];

static void count(int n, int *number, int *most, const int *x, float *y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        y[i] += 1;
        if (number)
            number[0] += 1;
        if (most)
            most[0] = x[i] > most[0] ? x[i] : most[0];
    }
}

static void count_some(int n, int from, int *number, const int *x)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (i >= from && x[i] > 3)
            *number += x[i];
}

static void two_sums(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0, t = 0;
            for (int k = 0; k < n; k++) {
                s += a[i][k] * b[k][j];
                t += a[k][i] * b[j][k];
            }
            c[i][j] = s * t;
        }
}

static void one_of_another(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double t = c[i][j], s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            for (int k = 0; k < n; k++)
                t -= a[k][i] * b[j][k];
            c[i][j] = s - t;
        }
}

static void say(void)
{
    double sum = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        sum = sum * .75 + c[i / SIDE][i % SIDE];
    printf("%d %d %d %d %g %a\n", counts[0], counts[1], counts[2], counts[3],
           values[N / 2], sum);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        data[i] = i * 7 % 11;
    for (int i = 0; i < SIDE * SIDE; i++) {
        a[i / SIDE][i % SIDE] = i % 13 / 4.;
        b[i / SIDE][i % SIDE] = i % 17 / 8.;
    }
    count(N, &counts[0], &counts[1], data, values);
    count(N, NULL, &counts[2], data, values);
    count(N, &counts[0], NULL, data, values);
    count(N, NULL, NULL, data, values);
    count_some(N, 50, &counts[3], data);
    count_some(N / 4, 50, NULL, data);
    say();
    two_sums(SIDE);
    say();
    one_of_another(SIDE - 1);
    say();
}
