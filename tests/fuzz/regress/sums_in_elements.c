/* Sums in a local scalar that may or may not live in the element that they end
 * in: factorisations whose loops read the array itself, stores under conditions
 * that leave none out or some, sums that are used behind their store, and
 * operands that are the result. */
#include <math.h>
#include <stdio.h>

enum { MOST = 67 };

typedef double matrix[MOST][MOST];
static matrix a, b, c, d;
static double diagonal[MOST];

static void by_columns(int n, matrix x, double *p)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            double sum = x[i][j];
            for (int k = i - 1; k >= 0; k--)
                sum -= x[i][k] * x[j][k];
            if (i == j)
                p[i] = sqrt(sum);
            else
                x[j][i] = sum / p[i];
        }
}

static void by_rows(int n, matrix x)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double s = x[i][j];
            for (int k = 0; k < j; k++)
                s -= x[i][k] * x[j][k];
            if (i == j)
                x[i][i] = sqrt(s);
            else
                x[i][j] = s / x[j][j];
        }
}

static void lower_and_upper(int n, matrix x)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double s = x[i][j];
            for (int k = 0; k < j; k++)
                s -= x[i][k] * x[k][j];
            x[i][j] = s / x[j][j];
        }
        for (int j = i; j < n; j++) {
            double s = x[i][j];
            for (int k = 0; k < i; k++)
                s -= x[i][k] * x[k][j];
            x[i][j] = s;
        }
    }
}

static void solve(int n, int m, double *l, double *right, double *x)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = right[i * MOST + j];
            for (int k = 0; k < i; k++)
                s -= l[i * MOST + k] * x[k * MOST + j];
            x[i * MOST + j] = s / l[i * MOST + i];
        }
}

static void reads_element(int n, matrix x)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = x[i][j];
            for (int k = 0; k <= j; k++)
                s += x[i][k] * x[j][k];
            x[i][j] = s / n;
        }
}

static void stores_some(int n, matrix x, matrix y)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = y[i][j];
            for (int k = 0; k < n; k++)
                s += x[i][k] * x[k][j];
            if (i > j)
                y[i][j] = s;
        }
}

static void stores_by_data(int n, matrix x, matrix y)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = y[i][j];
            for (int k = 0; k < n; k++)
                s += x[i][k] * x[k][j];
            if (s > 40)
                y[i][j] = s / 2;
            else
                y[i][j] = s * 3;
        }
}

static void uses_behind(int n, matrix x, matrix y, matrix z)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += x[i][k] * x[k][j];
            y[i][j] = s * 2;
            z[i][j] = s + 1;
        }
}

static void stores_twice(int n, matrix x, matrix y)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += x[i][k] * x[k][j];
            y[i][j] = s * 2;
            y[i][j] = y[i][j] + s;
        }
}

static void fill(matrix x, int symmetric)
{
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            x[i][j] = (i == j) * (MOST + 1.0) + 1.0 / (1 + i + 2 * j) +
                      (symmetric ? 1.0 / (1 + j + 2 * i) : 0);
}

static void say(const char *what, matrix x)
{
    double sum = 0;
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            sum = sum * 0.875 + x[i][j];
    printf("%s %a\n", what, sum);
}

static void factorise(int n)
{
    fill(a, 1);
    by_columns(n, a, diagonal);
    say("by columns", a);
    for (int i = 0; i < n; i++)
        printf("%a%c", diagonal[i], i + 1 < n ? ' ' : '\n');
    fill(a, 1);
    by_rows(n, a);
    say("by rows", a);
    fill(a, 0);
    lower_and_upper(n, a);
    say("lower and upper", a);
    fill(a, 0);
    fill(b, 1);
    solve(n, n, a[0], b[0], c[0]);
    say("solve", c);
    solve(n, n, a[0], b[0], b[0]);
    say("solve in place", b);
}

static void others(int n)
{
    fill(a, 0);
    reads_element(n, a);
    say("reads element", a);
    fill(c, 1);
    stores_some(n, a, c);
    say("stores some", c);
    stores_by_data(n, a, c);
    say("stores by data", c);
    uses_behind(n, a, c, d);
    say("uses behind", c);
    say("uses behind", d);
    uses_behind(n, a, c, c);
    say("in one", c);
    stores_twice(n, a, c);
    say("stores twice", c);
}

int main(void)
{
    static const int size[] = {1, 2, 17, MOST};
    for (int k = 0; k < 4; k++) {
        factorise(size[k]);
        others(size[k]);
    }
}
