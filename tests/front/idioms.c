/* Loops that count in other forms, and what they move by the same. */
struct pair {
    double a, b;
};

static struct pair swapped(struct pair p)
{
    return (struct pair){p.b, p.a};
}

void idioms(int n, int m, int ld, double *restrict x, const double *restrict y,
            struct pair *restrict z)
{
    int i = 0, k = 3, at = 0, own;
    double t;
#pragma hedra extent(x[n * m]) private(own)
    {
        while (i < n) {
            x[i] = y[i];
            i++;
        }
        for (i = n; i-- > 0;)
            x[i] += i;
        for (unsigned j = m; j--;)
            x[j] *= 2;
        for (int r = 0; r < n; r++) {
            for (int c = 0; c < m; c++)
                x[k++] += y[at + c];
            at += ld;
        }
        for (int r = n; r > 0; r -= 2) {
            const double *p = y + r * m;
            for (int c = 0; c < m; c++)
                x[r] += *p++;
            z[r] = swapped(z[r]);
            if (y[r] > 0) {
                t = y[r] * 2;
                x[r] = t;
            }
            if (y[r] > 1)
                own = r;
            x[r] += own;
        }
    }
    x[k] = i;
}
