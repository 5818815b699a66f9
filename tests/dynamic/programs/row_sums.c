/* What each iteration of a loop accumulates over a loop of its own, which a team
 * shares: with statements around it, several at once, what else the loop does
 * taken apart from it, under conditions, in triangles, counted down, of long and
 * short and no rows. The doubles are whole numbers, so that every order of sums
 * gives the same.
 * hedrac: --reassociate */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 117, M = 1029 };
static double A[N][M], B[N][M], x[M], y[M], p[N], q[N];
static int a[N][M], s[N], u[M];

static double sum_of(const double *v, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum = fmod(sum * 31 + v[k], 1e9 + 7);
    return sum;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        p[i] = i % 7 - 3;
        q[i] = s[i] = i % 5;
        for (int j = 0; j < M; j++) {
            A[i][j] = (i * 31 + j * 17) % 23 - 11;
            B[i][j] = (i * 13 + j * 29) % 19 - 9;
            a[i][j] = (i * 7919 + j * 104729) % 2003 - 900;
        }
    }
    for (int j = 0; j < M; j++) {
        x[j] = j % 9 - 4;
        y[j] = j % 6;
        u[j] = j % 12 - 5;
    }
}

static void plain_rows(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            q[i] += A[i][j] * x[j];
    printf("%g\n", sum_of(q, N));
}

/* The sum over j and the one over i, in loops that share both. */
static void transposed_too(int n, int m)
{
#pragma hedra
    {
        for (int j = 0; j < m; j++)
            y[j] = 0;
        for (int i = 0; i < n; i++) {
            q[i] = 0;
            for (int j = 0; j < m; j++)
                q[i] = q[i] + A[i][j] * x[j];
            for (int j = 0; j < m; j++)
                y[j] = y[j] + A[i][j] * q[i];
        }
    }
    printf("%g %g\n", sum_of(q, N), sum_of(y, M));
#pragma hedra
    for (int i = 0; i < n; i++) {
        q[i] = 0;
        for (int j = 0; j < m; j++) {
            y[j] -= p[i] * A[i][j];
            q[i] -= A[i][j] * x[j];
        }
    }
    printf("%g %g\n", sum_of(q, N), sum_of(y, M));
}

/* Two sums and what becomes of them, in a temporary of the iteration. */
static void both(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double one = 1, two = p[i];
        for (int j = 0; j < m; j++) {
            one += A[i][j] * x[j];
            two -= B[i][j] * x[j];
        }
        q[i] = 3 * one - two;
        p[i] = two;
    }
    printf("%g %g\n", sum_of(p, N), sum_of(q, N));
}

/* Sums one after the other, the second of which needs the first. */
static void centred(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        long mean = 0, square = 0;
        for (int j = 0; j < m; j++)
            mean += a[i][j];
        mean /= m;
        for (int j = 0; j < m; j++)
            square += (a[i][j] - mean) * (a[i][j] - mean);
        s[i] = (int)(square % 10007 + mean);
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 + s[i];
    printf("%ld\n", sum);
}

static void integers(int n, int m)
{
    static unsigned bits[N];
    static int most[N], count[N];
#pragma hedra
    for (int i = 0; i < n; i++) {
        bits[i] = 1, most[i] = -1, count[i] = 0;
        for (int j = m - 1; j >= 0; j--) {
            bits[i] ^= (unsigned)a[i][j] * 3;
            most[i] = a[i][j] > most[i] ? a[i][j] : most[i];
            if (a[i][j] > u[j])
                count[i]++;
        }
    }
    unsigned long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 + bits[i] + (unsigned)(most[i] + count[i]);
    printf("%lu\n", sum);
}

static void triangle(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (unsigned j = 0; j < (unsigned)i; j++)
            s[i] += a[i][j] * u[j];
        for (int j = i + 1; j < m; j += 3)
            s[i] -= a[i][j];
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 + s[i];
    printf("%ld\n", sum);
}

/* What a lane makes on the way: of its own, and for others. */
static void on_the_way(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double t = A[i][j] - x[j];
            B[i][j] = t * 2;
            q[i] += t * B[i][j];
        }
    printf("%g %g\n", sum_of(q, N), sum_of(B[n - 1], M));
}

/* Each step needs the one before it. */
static void steps(int n, int times)
{
#pragma hedra
    for (int t = 0; t < times; t++) {
        for (int i = 0; i < n; i++) {
            s[i] = t;
            for (int j = 0; j < n; j++)
                s[i] += a[i][j] * u[j] % 5;
        }
        for (int j = 0; j < n; j++)
            u[j] = s[j] % 101;
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 + s[i] + u[i];
    printf("%ld\n", sum);
}

/* What comes before and behind, some of which the rows need, and which needs
 * them. */
static void between(int n, int m)
{
#pragma hedra
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                B[i][j] = A[i][j] + p[i] * x[j];
        for (int j = 0; j < m; j++)
            y[j] = x[j] - 1;
        for (int i = 0; i < n; i++) {
            q[i] += p[i];
            for (int j = 0; j < m; j++)
                q[i] += B[i][j] * x[j];
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                A[i][j] -= q[i] - y[j];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                p[i] += A[i][j];
    }
    printf("%g %g %g\n", sum_of(q, N), sum_of(p, N), sum_of(A[n / 2], m));
}

int main(void)
{
    static const int sizes[][2] = {{N, M}, {1, M}, {N, 1}, {66, 64}, {3, 65}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k][0], m = sizes[k][1];
        fill();
        plain_rows(n, m);
        transposed_too(n, m);
        both(n, m);
        centred(n, m);
        integers(n, m);
        triangle(n, m);
        on_the_way(n, m);
        steps(n < m ? n : m, 3);
        between(n, m);
    }
    plain_rows(0, M);
    plain_rows(N, 0);
    transposed_too(N, 0);
    return 0;
}
