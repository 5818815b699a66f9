/* A loop that ends by exchanging pointers has a body for each of their states,
 * in which temporaries are of their own. */
void rotate(int n, double *restrict a, double *restrict b, double *restrict c)
{
    int t;
#pragma hedra
    for (t = n; t > 2; t -= 3) {
        for (int i = 1; i < n; i++) {
            double half = a[i] / 2;
            c[i] = half + b[i - 1];
        }
        double *spare = a;
        a = b;
        b = c;
        c = spare;
    }
    a[0] = t;
}

/* After its outermost loop a region has them as they were left: a second region
 * begins with that. */
void twice(int n, int m, float (*a)[m], float (*b)[m])
{
#pragma hedra
    for (int t = 0; t < n; t++) {
        for (int i = 0; i < m; i++)
            b[0][i] = a[1][i];
        void *spare = b;
        b = a;
        a = spare;
    }
#pragma hedra
    for (int i = 0; i < m; i++)
        a[2][i] += b[2][i];
}

/* The rounds of a loop that data ends come in turn, and are counted. */
void until(int n, double *restrict a, double *restrict b, double *most)
{
#pragma hedra
    do {
        *most = 0;
        for (int i = 1; i < n - 1; i++) {
            b[i] = (a[i - 1] + a[i + 1]) / 2;
            *most = b[i] > *most ? b[i] : *most;
        }
        double *spare = a;
        a = b;
        b = spare;
    } while (a[1] < *most);
}
