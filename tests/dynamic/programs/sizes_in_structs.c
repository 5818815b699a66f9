/* Sizes that lie in structures, behind pointers, in variables whose address is
 * taken, in nests that store integers through pointers: whether they store into
 * the sizes is known when they start, and if they do the plain nest runs. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 60

struct graph {
    int nodes, edges;
    int *row, *column, *weight;
};

struct image {
    int width, height;
    unsigned shift : 3;
    uint8_t *data;
};

/* Shortest distances: all that are known are passed on, until none improves. */
static int distances(const struct graph *g, int *now, int *then)
{
    int changed = 1, rounds = 0;
#pragma hedra extent(g->column[g->edges], g->weight[g->edges], then[g->nodes])
    while (changed) {
        changed = 0;
        for (int i = 0; i < g->nodes; i++)
            then[i] = now[i];
        for (int u = 0; u < g->nodes; u++) {
            if (now[u] >= 1000000)
                continue;
            for (int k = g->row[u]; k < g->row[u + 1]; k++) {
                int v = g->column[k], other = now[u] + g->weight[k];
                then[v] = other < then[v] ? other : then[v];
            }
        }
        for (int i = 0; i < g->nodes; i++)
            if (then[i] < now[i]) {
                now[i] = then[i];
                changed = 1;
            }
        rounds++;
    }
    return rounds;
}

static void invert(struct image *a, const struct image *b)
{
#pragma hedra
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++)
            a->data[y * a->width + x] =
                (uint8_t)(255 - b->data[y * b->width + x]);
}

struct head {
    int first, count, rest[N];
};

static void halve(struct head *head, int *at)
{
#pragma hedra
    for (int i = 0; i < head->count; i++)
        at[i] = at[i] / 2 + i;
}

int main(void)
{
    int n;
    if (sscanf("60", "%d", &n) != 1)
        return 1;
    int *now = malloc(sizeof *now * (size_t)n);
    int *then = malloc(sizeof *then * (size_t)n);
    struct graph g = {n, 4 * n, malloc(sizeof(int) * (size_t)(n + 1)),
                      malloc(sizeof(int) * (size_t)(4 * n)),
                      malloc(sizeof(int) * (size_t)(4 * n))};
    uint8_t pixel[2][N * N];
    struct image a = {N, N - 7, 0, pixel[0]}, b = {N, N - 7, 0, pixel[1]};
    struct head head = {3, 40, {0}};
    for (int k = 0; k < 4 * n; k++) {
        g.column[k] = k * 37 % n;
        g.weight[k] = k * 53 % 91 + 1;
    }
#pragma hedra
    for (int i = 0; i < n; i++) {
        now[i] = i == 3 ? 0 : 1000000;
        g.row[i] = 4 * i;
    }
    g.row[n] = 4 * n;
    for (int k = 0; k < N * N; k++)
        pixel[1][k] = (uint8_t)(k * 7);
    printf("%d\n", distances(&g, now, then));
    invert(&a, &b);
    for (int i = 0; i < N; i++)
        head.rest[i] = i * i;
    halve(&head, head.rest);
    halve(&head, &head.first); /* and so head.count */
    printf("%d %d %d\n", head.first, head.count, head.rest[0]);
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum = (sum * 31 + now[i] + then[i] + head.rest[i]) % 1000000007;
    for (int k = 0; k < N * (N - 7); k++)
        sum = (sum * 31 + pixel[0][k]) % 1000000007;
    printf("%ld\n", sum);
    return 0;
}
