/* stops: 'p' overlaps 'x', which has the layout hilbert of */
static double a[40][24], b[40];

static void sums(int n, int m, double x[n][m], const double *p,
                 double *restrict y)
{
#pragma hedra data(x) layout(x : hilbert)
    {
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                x[i][j] = x[i][j] * 0.5 + 1;
#pragma hedra
        for (int i = 0; i < n; i++)
            y[i] = p[i] * 2;
    }
}

int main(void)
{
    sums(40, 24, a, a[20], b);
    return 0;
}
