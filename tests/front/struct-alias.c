/* A member that a store might reach is exposed; one that is assigned to by name is
 * no parameter. */
struct grid {
    int n, m;
    int *count;
};

void alias(struct grid *g, struct grid *h, double *a, int *b)
{
#pragma hedra
    for (int i = 0; i < g->n; i++)
        a[i] = g->m;
#pragma hedra
    for (int i = 0; i < g->n; i++)
        b[i] = g->m;
#pragma hedra
    for (int i = 0; i < g->n; i++)
        h[i].m = g->m + i;
}
