/* Sizes that are elements with constant subscripts of what the region does not
 * write: parameters, as integers are. Behind a pointer only what is read first,
 * and what stands beside it, since the caller reads it before the region. */
struct grid {
    int nx, points[3];
    struct {
        short low[2][2];
    } edge;
};
int size[3];
static double u[64][64][64], f[64][64][64];

void in_array(void)
{
#pragma hedra
    for (int i = 0; i < size[0]; i++)
        for (int j = 0; j <= size[1] - 1; j++)
            for (int k = 0; k < size[2]; k++)
                f[i][j][k] = 2 * u[i][j][k];
}

void in_members(const struct grid *g, struct grid own, int n, double x[n])
{
#pragma hedra
    for (int i = g->points[1]; i < own.points[0]; i++)
        x[i] += own.edge.low[1][0] - g->edge.low[0][1];
}

void behind_pointer(const int *dims, int n, double x[n][n])
{
#pragma hedra
    for (int i = 0; i < dims[0]; i++)
        for (int j = 0; j < dims[1]; j++)
            x[i][j] = i + j;
}

/* Stored integers may be the sizes, which is looked at when the region starts;
 * behind a pointer they are no parameters then. */
void stored(int n, int *x)
{
#pragma hedra extent(x[n])
    for (int i = 0; i < size[0]; i++)
        x[i] = i;
}

/* Not read by the region's own doing where n is 0: no parameter. */
void read_late(const int *first, int n, double x[n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        x[i] = first[0];
}

/* Written in the region: no parameter. */
void written(int n, int x[n])
{
    int count[2] = {0, 1};
#pragma hedra
    {
        count[0] = n;
        for (int i = 0; i < n; i++)
            x[i] = count[0] + count[1];
    }
}
