/* Fields of arrays of structures, of structures, and behind pointers. */
struct vec {
    double x, y;
};
struct body {
    struct vec at;
    double mass;
    double v[2];
    struct vec trail[3], unused;
    double padding;
};
struct grid {
    int n, m;
    double h;
    double *u;
    double cell[4];
};
static struct body fixed[10];

void structs(int n, struct body *p, struct body q[n], struct grid *g,
             struct grid s, struct body (*r)[5])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        p[i].at.x += p[i].mass * q[i].v[1];
        p[i].trail[2].y = p->mass;
        (*p).v[0] = p[i].v[i];
        fixed[3].mass = fixed[i].at.y;
        s.h = s.cell[i] + s.n;
        g->cell[1] = g->h;
        r[i][2].trail[1].x = s.u[i];
        for (int j = 0; j < g->m; j++)
            g->u[j] = g->n;
    }
#pragma endscop
}
