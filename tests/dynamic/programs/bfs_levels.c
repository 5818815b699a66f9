/* Breadth-first search by levels: every sweep visits the vertices of the
 * current level and pulls, until none is found. */
#include <stdio.h>
#include <stdlib.h>

enum { VERTICES = 400, DEGREE = 3 };
static int offset[VERTICES + 1], neighbour[VERTICES * DEGREE * 2];
static int level[VERTICES], next[VERTICES];

static void make_graph(void)
{
    int n = 0;
    for (int v = 0; v < VERTICES; v++) {
        offset[v] = n;
        for (int e = 0; e < v % (DEGREE + 1); e++)
            neighbour[n++] = (v * 17 + e * 59 + 1) % VERTICES;
        if (v > 0)
            neighbour[n++] = v - 1;
    }
    offset[VERTICES] = n;
}

int main(void)
{
    int found = 1, depth = 0;
    make_graph();
    for (int v = 0; v < VERTICES; v++)
        level[v] = v == 7 ? 0 : -1;
#pragma hedra
    while (found > 0) {
        found = 0;
        for (int v = 0; v < VERTICES; v++) {
            next[v] = level[v];
            if (level[v] < 0)
                for (int e = offset[v]; e < offset[v + 1]; e++)
                    if (level[neighbour[e]] == depth) {
                        next[v] = depth + 1;
                        break;
                    }
        }
        for (int v = 0; v < VERTICES; v++) {
            found += next[v] != level[v];
            level[v] = next[v];
        }
        depth++;
    }
    printf("%d levels\n", depth);
    for (int v = 0; v < VERTICES; v++)
        printf("%d%c", level[v], v % 20 == 19 ? '\n' : ' ');
    return 0;
}
