/* Conditions on data: a guard before one statement, kept in a variable before
 * several. */
void guards(int n, int m, double *a, double *b, int *count)
{
    double best = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        if (a[i] > best)
            best = a[i];
        if (a[i] > 0 && i > 2 && b[i] < 1)
            a[i] = 0;
        if (a[i] > b[i]) {
            a[i] = 0;
            b[i] = 1;
        }
        if (a[i])
            b[i] = 2;
        else
            a[i] = 3;
        if (i < m && a[i] == 1)
            for (int j = 0; j < i; j++)
                if (b[j] > 0)
                    a[j]++;
        if (i < m)
            if (a[i] < 2)
                if (b[i] < 3)
                    a[i] = 4;
        if (a[i] < 5 || i > 3) {
            if (b[i] > 6)
                *count += 1;
            else if (i > 7)
                b[i] = 8;
        }
    }
#pragma endscop
    b[0] = best;
}
