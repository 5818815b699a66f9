/* Structures as wholes: copied from and to elements, declared in loops with and
 * without lists, given by lists that read what they overwrite, with members
 * that are arrays and structures, under conditions and in loops of a point. */
#include <stdio.h>

enum { N = 37, M = 53 };
struct rgb {
    float r, g, b;
};
struct body {
    struct {
        double at[3];
    } x;
    struct rgb colour;
    int mass;
};
static struct rgb in[N][M], out[N][M];
static struct body from[N * M], to[N * M];
static const float weight[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};

static void blur(int n, int m, const _Bool *mask)
{
#pragma hedra
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            struct rgb s = {0};
            if (mask[i * m + j])
                continue;
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) {
                    struct rgb p = in[i + k - 1][j + l - 1];
                    s.r += weight[k][l] * p.r;
                    s.g += weight[k][l] * p.g;
                    s.b += weight[k][l] * p.b;
                }
            out[i][j] = s;
        }
}

/* The same with the sizes of the masks known: affine. */
static void soften(int n, int m)
{
#pragma hedra
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            struct rgb a = in[i][j - 1], b = in[i][j + 1],
                       s = {(a.r + b.r) / 2, .b = (a.b + b.b) / 2};
            out[i][j] = s;
            out[i][j].g += 1;
        }
}

static void turn(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            in[i][j] = (struct rgb){in[i][j].b, in[i][j].r, in[i][j].g + i};
}

static void gather(int n, const int *place)
{
#pragma hedra extent(place[n])
    for (int i = 0; i < n; i++) {
        struct body b = {{{1, 2}}, .mass = i}, c;
        c = from[place[i]];
        if (c.mass % 3 == 0)
            b = c;
        b.x.at[2] += c.x.at[0] * c.colour.g;
        b.colour = c.colour;
        to[i] = b;
    }
}

/* A member that is a parameter until the structure is copied over. */
static int chain(int n, struct body *p, const struct body *q)
{
    struct body s = *p;
    int sum = 0;

#pragma hedra
    for (int i = 0; i < n; i++) {
        sum += s.mass * i;
        s = q[i];
    }
    *p = s;
    return sum;
}

/* A structure without a name in a structure. */
struct nested {
    int a;
    struct {
        int b, c;
    };
    int d;
};

static long unnamed(int n, struct nested *restrict p,
                    const struct nested *restrict q)
{
    long sum = 0;

#pragma hedra
    for (int i = 0; i < n; i++) {
        struct nested s = {.a = i, .d = 3};
        s.c = q[i].b + 5;
        p[i] = s;
        p[i].c += q[i].d;
    }
    for (int i = 0; i < n; i++)
        sum += p[i].a + 3 * p[i].b + 5 * p[i].c + 7 * p[i].d;
    return sum;
}

int main(void)
{
    static struct nested p[M], q[M];

    static _Bool mask[N * M];
    static int place[N * M];
    double sums[9] = {0};

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int k = i * M + j;
            in[i][j] = (struct rgb){k % 17, k % 13, k % 11};
            from[k].x.at[0] = k % 7;
            from[k].x.at[1] = -k;
            from[k].x.at[2] = 1.0 / (k + 1);
            from[k].colour = in[i][j];
            from[k].mass = k * 5 % 31;
            mask[k] = k % 5 == 2;
            place[k] = k * 101 % (N * M);
        }
    blur(N, M, mask);
    for (int k = 0; k < N * M; k++)
        sums[0] += out[k / M][k % M].r * (k + 1) - out[k / M][k % M].b;
    soften(N, M);
    turn(N, M);
    for (int k = 0; k < N * M; k++) {
        sums[1] += out[k / M][k % M].r * (k + 1) - out[k / M][k % M].g;
        sums[2] += in[k / M][k % M].r * (k + 1) - in[k / M][k % M].g;
    }
    gather(N * M, place);
    for (int k = 0; k < N * M; k++) {
        for (int l = 0; l < 3; l++)
            sums[3 + l] += to[k].x.at[l] * (k + 1);
        sums[6] += to[k].colour.b + to[k].mass * (k + 2);
    }
    sums[7] = chain(N * M, &to[3], from);
    sums[8] = to[3].x.at[1];
    for (int k = 0; k < 9; k++)
        printf("%.17g\n", sums[k]);
    for (int k = 0; k < M; k++) {
        p[k].a = p[k].b = p[k].c = p[k].d = k;
        q[k].a = k, q[k].b = 2 * k, q[k].c = -k, q[k].d = 100 - k;
    }
    printf("%ld\n", unnamed(M, p, q));
    return 0;
}
