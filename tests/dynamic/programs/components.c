/* Connected components: labels spread along edges until none changes. */
#include <stdio.h>

enum { VERTICES = 350, EDGES = 400 };
static int a[EDGES], b[EDGES], offset[VERTICES + 1], end[2 * EDGES];
static int label[VERTICES], spread[VERTICES];

static void make_lists(void)
{
    static int at[VERTICES];
    for (int e = 0; e < EDGES; e++) {
        a[e] = e * 37 % VERTICES;
        b[e] = (a[e] + 50 * (e % 7)) % VERTICES;
        offset[a[e] + 1]++;
        offset[b[e] + 1]++;
    }
    for (int v = 0; v < VERTICES; v++)
        offset[v + 1] += offset[v];
    for (int v = 0; v < VERTICES; v++)
        at[v] = offset[v];
    for (int e = 0; e < EDGES; e++) {
        end[at[a[e]]++] = b[e];
        end[at[b[e]]++] = a[e];
    }
}

int main(void)
{
    int changed;
    make_lists();
    for (int v = 0; v < VERTICES; v++)
        label[v] = v;
#pragma hedra
    do {
        changed = 0;
        for (int v = 0; v < VERTICES; v++) {
            int least = label[v];
            for (int k = offset[v]; k < offset[v + 1]; k++)
                least = label[end[k]] < least ? label[end[k]] : least;
            spread[v] = least;
        }
        for (int v = 0; v < VERTICES; v++) {
            if (spread[v] != label[v])
                changed = 1;
            label[v] = spread[v];
        }
    } while (changed);
    int count = 0;
    for (int v = 0; v < VERTICES; v++)
        count += label[v] == v;
    printf("%d components\n", count);
    for (int v = 0; v < VERTICES; v += 3)
        printf("%d ", label[v]);
    printf("\n");
    return 0;
}
