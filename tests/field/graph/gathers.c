/* Subscripts from arrays, of which nothing says how far they reach. */
#include "tests/field/field.h"

typedef struct {
    int start, count;
} Node;

static void gather(int n, const int *pair, const double *x, double *y)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        y[i] = x[pair[2 * i + 1]];
}

static void rows(int n, const Node *node, const unsigned short *edge,
                 const float *x, float *y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = node[i].start; k < node[i].start + node[i].count; k++)
            s += x[edge[k]];
        y[i] = s;
    }
}

static void count(int n, const unsigned char *key, int *bin)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        bin[key[i]]++;
}

/* What runs down, and what no row has. */
static void back(int n, const size_t *last, const long *at, const float *x,
                 float *y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (size_t k = i ? last[i - 1] : 0; k < last[i]; k++)
            s += x[at[k]] - x[at[k] + 1];
        y[i] = s;
    }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 60000);
    int *pair = field_ints(2 * n, n), *bin = field_zeros(256, sizeof *bin);
    Node *node = field_zeros(n, sizeof *node);
    size_t *last = field_zeros(n, sizeof *last);
    unsigned short *edge = field_zeros(5 * n, sizeof *edge);
    long *at = field_zeros(5 * n, sizeof *at);
    double *x = field_doubles(n), *y = field_zeros(n, sizeof *y);
    float *f = field_floats(n), *g = field_zeros(n, sizeof *g);
    float *h = field_zeros(n, sizeof *h);
    for (int i = 0; i < n; i++) {
        pair[2 * i] = -1000000000;
        node[i].start = 5 * i;
        node[i].count = i % 6;
        last[i] = (i ? last[i - 1] : 0) + i % 5;
    }
    for (int i = 0; i < 5 * n; i++) {
        edge[i] = i * 17 % n;
        at[i] = i * 13 % (n - 1);
    }
    unsigned char *key = field_bytes(n);
    field_begin();
    gather(n, pair, x, y);
    rows(n, node, edge, f, g);
    count(n, key, bin);
    back(n, last, at, f, h);
    field_end();
    field_sum("y", y, n * sizeof *y);
    field_sum("g", g, n * sizeof *g);
    field_sum("bin", bin, 256 * sizeof *bin);
    field_sum("h", h, n * sizeof *h);
}
