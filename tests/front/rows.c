/* Tables of pointers to rows. */
typedef struct {
    float x;
    int k;
} cell;
typedef struct {
    int n, m;
    double **value;
} matrix;

void smooth(int n, int m, double **a, double **b)
{
#pragma hedra
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

void cells(int n, int m, cell **c)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        cell *row = c[i];
        for (int j = 0; j < m; j++)
            row[j].x += row[j].k * 2;
    }
}

void scale(matrix *a, double by)
{
#pragma hedra
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < a->m; j++)
            a->value[i][j] *= by;
}
