/* Functions that return small structures, and take them by value. */
#include <math.h>
#include <stdio.h>

enum { N = 40 };

struct complex {
    double re, im;
};

struct vec {
    float at[3];
    int hits;
};

static struct complex mul(struct complex a, struct complex b)
{
    struct complex r;
    r.re = a.re * b.re - a.im * b.im;
    r.im = a.re * b.im + a.im * b.re;
    return r;
}

static struct complex add(struct complex a, struct complex b)
{
    return (struct complex){a.re + b.re, a.im + b.im};
}

/* Its own copy changes. */
static struct complex folded(struct complex a, double limit)
{
    if (a.re > limit)
        a.re -= limit;
    else
        a.im = -a.im;
    return a;
}

static double norm(struct complex a)
{
    return sqrt(a.re * a.re + a.im * a.im);
}

static struct vec scaled(const struct vec v, float f)
{
    struct vec r = v;
    for (int k = 0; k < 3; k++)
        r.at[k] = v.at[k] * f + v.at[2 - k];
    r.hits++;
    return r;
}

static void polynomials(int n, struct complex *restrict z, double *restrict d)
{
#pragma hedra extent(z[N], d[N])
    for (int i = 0; i < n; i++) {
        struct complex w = add(mul(z[i], z[i]), z[i]);
        z[i] = mul(add(w, z[i]), add(z[i], w));
        d[i] = norm(w) + norm(z[i]) + mul(w, z[i]).im;
        if (d[i] > 3)
            z[i] = folded(z[i], 0.75);
        z[i] = add(z[i], (struct complex){.im = d[i]});
    }
}

static void vectors(int n, struct vec *restrict v)
{
#pragma hedra extent(v[N])
    for (int i = 0; i < n; i++)
        v[i] = scaled(scaled(v[i], 0.5f), i);
}

static void escapes(int n, struct complex *restrict z, int *restrict rounds)
{
#pragma hedra extent(z[N], rounds[N])
    for (int i = 0; i < n; i++) {
        struct complex w = {0, 0};
        int k = 0;
        while (k < 30 && w.re * w.re + w.im * w.im < 4) {
            w = add(mul(w, w), z[i]);
            k++;
        }
        rounds[i] = k;
    }
}

int main(void)
{
    static struct complex z[N];
    static struct vec v[N];
    static double d[N];
    static int rounds[N];
    double s = 0;
    for (int i = 0; i < N; i++) {
        z[i] = (struct complex){0.03 * i - 0.6, 0.01 * i};
        v[i] = (struct vec){{i, 1, 2 * i}, i % 5};
    }
    escapes(N, z, rounds);
    polynomials(N, z, d);
    vectors(N, v);
    for (int i = 0; i < N; i++) {
        s = s * 0.5 + z[i].re + 2 * z[i].im + d[i] + 3 * rounds[i];
        s += v[i].at[0] + 2 * v[i].at[1] + 3 * v[i].at[2] + v[i].hits;
    }
    printf("%.17g\n", s);
    return 0;
}
