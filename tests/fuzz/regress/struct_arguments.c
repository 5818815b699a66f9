/* Structures that are given to functions by value, whose arrays and addresses
 * these hand on: they were taken for pointers that change. What a function does
 * to its own copy is not done to the caller's. */
#include <stdio.h>

enum { N = 50 };
struct block {
    int v[16];
};
struct outer {
    int n;
    struct block b;
};
static struct block src[N], out[N], changed[N];
static struct outer nested[N];
static int sums[N], totals[N];

static void negate(const int x[16], int w[16])
{
    for (int k = 0; k < 16; k++)
        w[k] = -x[k];
}

static void twice(int x[16])
{
    for (int k = 0; k < 16; k++)
        x[k] *= 2;
}

static int sum(const int *p, int n)
{
    int s = 0;

    for (int k = 0; k < n; k++)
        s += p[k];
    return s;
}

static int sum_block(const struct block *b)
{
    return sum(b->v, 16);
}

static struct block read_array(struct block x)
{
    struct block w;

    negate(x.v, w.v);
    return w;
}

static struct block write_copy(struct block x)
{
    struct block w;

    twice(x.v);
    negate(x.v, w.v);
    return w;
}

static int write_inner(struct outer t)
{
    twice(t.b.v);
    return sum(t.b.v, 16) + t.n;
}

static int give_address(struct block x)
{
    return sum_block(&x);
}

static void run(int n)
{
#pragma hedra
    for (int b = 0; b < n; b++)
        out[b] = read_array(src[b]);
#pragma hedra
    for (int b = 0; b < n; b++)
        changed[b] = write_copy(src[b]);
#pragma hedra
    for (int b = 0; b < n; b++)
        sums[b] = write_inner(nested[b]);
#pragma hedra
    for (int b = 0; b < n; b++)
        totals[b] = give_address(src[b]);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 16; k++) {
            src[i].v[k] = i * 17 + k * k;
            nested[i].b.v[k] = i - k;
        }
        nested[i].n = 3 * i;
    }
    run(N);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 16; k++)
            printf("%d %d %d %d\n", out[i].v[k], changed[i].v[k], src[i].v[k],
                   nested[i].b.v[k]);
        printf("%d %d\n", sums[i], totals[i]);
    }
    return 0;
}
