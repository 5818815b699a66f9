/* Breadth-first search by levels over a matrix of edges, until the frontier is
 * empty: every vertex looks for a neighbour of the last level. */
#include <stdio.h>

enum { N = 150 };

static unsigned char edge[N][N];
static int level[N];

int main(void)
{
    int found = 1, depth = 0;
    unsigned seed = 7;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 2; j++) {
            int k = (int)((seed = seed * 1103515245u + 12345u) >> 16) % N;
            edge[i][k] = edge[k][i] = 1;
        }
    for (int i = 0; i < N; i++)
        level[i] = i == 0 ? 0 : -1;
#pragma hedra
    while (found > 0) {
        int next[N];
        for (int v = 0; v < N; v++) {
            next[v] = 0;
            for (int u = 0; u < N; u++)
                if (edge[v][u] && level[u] == depth)
                    next[v] = 1;
        }
        depth++;
        found = 0;
        for (int v = 0; v < N; v++) {
            if (next[v] && level[v] < 0) {
                level[v] = depth;
                found++;
            }
        }
    }
    int sum = 0, most = 0;
    for (int i = 0; i < N; i++) {
        sum += (i + 1) * level[i];
        most = level[i] > most ? level[i] : most;
    }
    printf("depth %d, deepest %d, sum %d\n", depth, most, sum);
}
