/* Loops whose text may be moved into a function of its own, or not: what they
 * name is declared in all the ways that C has. */
#include "tests/field/field.h"

#define ROWS(n) ((n)-1)
#define EACH(i, n) for (int i = 0; i < (n); i++)

typedef struct {
    double scale, shift;
    int width;
} View;
enum { EDGE = 2 };
static double table[64];
static _Thread_local double scratch[64];

/* VLAs, a structure, iterators and a temporary from outside, down and <=. */
static void views(int height, int width, double a[height][width],
                  double (*b)[width], const View *view, View own)
{
    int x, y;
    double t;
#pragma hedra
    for (y = ROWS(height); y >= EDGE; y--)
        for (x = 0; x <= width - 1; x++) {
            t = a[y][x] * own.scale + view->shift;
            b[y][x] = t * t + table[x & 63];
        }
}

/* Without braces, in a branch of an if, with pointers as locals and unsigned
 * counters that step by more than one. */
static void branches(int n, int both, float *p, float *q)
{
    float *from = p, *to = q;
    const unsigned step = 3, end = (unsigned)n;
    if (both)
#pragma hedra
        for (unsigned i = 1; i < end; i += 3)
            to[i] = from[i] * (float)step;
    else
        to[0] = 1;
}

/* Two loops in a loop over time, which their text names; a local array. */
static void sweeps(int n, int steps, double *a)
{
    double weight[4] = {1, 2, 3, 4}, b[n];
#pragma hedra
    for (int s = 0; s < steps; s++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i + 1]) * .25 + weight[s & 3];
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}

/* Names that only the function has, threads' own arrays, and macros that hide
 * the head. */
static void own_names(int n, int *y, double *z)
{
    enum { LOCAL = 5 };
    typedef int number;
    register int add = n & 7;
#pragma hedra
    for (int i = 0; i < n; i++)
        y[i] = (number)(y[i] + LOCAL + add);
    for (int i = 0; i < 64; i++)
        scratch[i] = i;
#pragma hedra
    for (int i = 0; i < n; i++)
        z[i] = z[i] * 2 + scratch[i & 63];
#pragma hedra
    EACH(i, n)
    {
        y[i] += 3 * i;
    }
}

/* What is asked of an array that would be a pointer in the function. */
static void sizes(int n, int *y)
{
    static const int weight[] = {3, 1, 4, 1, 5};
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int k = 0; k < (int)(sizeof weight / sizeof *weight); k++)
            y[i] += weight[k] * (i + k);
}

/* A label, which may not stand in a function twice. */
static void labelled(int n, double *a, float *q)
{
#pragma hedra
    {
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 2 + 1;
    next:
        for (int i = 0; i < n; i++)
            q[i] = q[i] * 3 + 1;
    }
}

/* Scalars that iterations hand on must stop it. */
static int handed_on(int n, const int *x, int *y)
{
    int last = 0, *at = y;
#pragma hedra
    for (int i = 0; i < n; i++) {
        y[i] = x[i] + last;
        last = x[i] & 3;
    }
#pragma hedra
    for (int i = 0; i < n; i++)
        *at++ += i;
    return last + (int)(at - y);
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 37, 1200);
    size_t all = (size_t)n * n;
    double *a = field_doubles(all), *b = field_zeros(all, sizeof *b);
    float *p = field_floats(n), *q = field_zeros(n, sizeof *q);
    int *x = field_ints(n, 100), *y = field_zeros(n, sizeof *y);
    View view = {2, .5, n};
    for (int i = 0; i < 64; i++)
        table[i] = i * .125;
    field_begin();
    views(n, n, (double(*)[n])a, (double(*)[n])b, &view, view);
    branches(n, argc > 0, p, q);
    sweeps(n, 9, a);
    own_names(n, y, b);
    int last = handed_on(n, x, y);
    sizes(n, y);
    labelled(n, a, q);
    field_end();
    field_sum("a", a, all * sizeof *a);
    field_sum("b", b, all * sizeof *b);
    field_sum("q", q, n * sizeof *q);
    field_sum("y", y, n * sizeof *y);
    printf("%d\n", last);
}
