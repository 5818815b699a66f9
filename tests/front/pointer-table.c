/* Pointers at fixed places: each is an array of its own. */
struct level {
    int n;
    double *u;
};

void levels(int n, double **v, struct level *l, struct level g[3])
{
    double *w[2] = {v[0], v[1]};
#pragma hedra
    for (int i = 0; i < n; i++) {
        v[1][i] = v[0][i] + w[1][i];
        l[2].u[i] = l->u[i];
        g[1].u[i] = g[0].u[i];
    }
}
