/* Tables of tables of pointers to rows. */
typedef struct {
    int n;
    float ***value;
} volume;

void smooth(int n, int m, int l, double ***a, double ***b)
{
#pragma hedra
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < l - 1; k++)
                b[i][j][k] = a[i - 1][j][k] + a[i][j + 1][k] + a[i][j][k - 1];
}

/* The first subscript is a constant, or the last of several levels is. */
void edges(int n, int m, int l, double ***u, volume *v)
{
#pragma hedra
    for (int j = 0; j < m; j++)
        for (int k = 0; k < l; k++)
            u[n - 1][j][k] = u[1][j][k];
#pragma hedra
    for (int i = 0; i < v->n; i++)
        for (int j = 0; j < m; j++)
            v->value[i][j][0] += v->value[i][0][j];
}

/* Three levels, and a table that a variable of the region holds. */
void levels(int n, int m, float ****u)
{
#pragma hedra
    for (int h = 0; h < n; h++)
        for (int i = 0; i < n; i++) {
            float **plane = u[h][i];
            for (int j = 0; j < m; j++)
                for (int k = 0; k < m; k++)
                    plane[j][k] *= 2;
        }
}
