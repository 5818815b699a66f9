/* Loops that depend on data, inside of a for, are bodies of statements: their
 * variables are the point's, and what is declared around them is not. */
void bodies(int n, const int *row, const float *a, float *y, int *steps)
{
    int k;
#pragma hedra
    for (int i = 0; i < n; i++) {
        float s = 0;
        int found = -1;
        for (k = row[i]; k < row[i + 1]; k++) {
            float scaled[2];
            if (a[k] < 0)
                continue;
            scaled[k % 2] = a[k] * 2;
            for (int m = 0; m < 2; m++)
                s += scaled[m];
            if (s > 100)
                break;
        }
        while (s > 1 && a[i] != 0)
            s /= 2;
        do
            found++;
        while (found < k);
        for (int m = i;; m += found)
            if (m * m > n) {
                steps[i] = m;
                break;
            }
        for (int d = 2; d * d <= i; d++)
            y[i] -= a[d];
        y[i] += s;
    }
}
