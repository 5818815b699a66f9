/* Layouts of a nest and of a data block; an array of structures is several views
 * of one, which share its tables, and a cube of a power of two needs none. */
struct cell {
    double x;
    int n, m;
};

void layouts(int n, double a[n][n], double b[n][n], struct cell (*c)[n],
             double d[16][16])
{
#pragma hedra data(c[0:n], b) layout(c: hilbert, b: hybrid(morton, row, 4))
    {
#pragma hedra layout(a: tile(8, 4) permute(j, i), d: morton)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                a[i][j] = b[i][j] + c[i][j].x * c[j][i].n;
                c[i][j].m = d[i % 16][j % 16] > 0;
            }
    }
}
