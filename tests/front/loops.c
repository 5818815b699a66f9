/* All forms of counted loops. */
void loops(int n, unsigned m, long k, double *a)
{
    int i;
    short s;
#pragma scop
    for (i = 0; i < n; ++i)
        a[i] = 1;
    for (i = n - 1; i >= 0; i--)
        a[i] = 2;
    for (i = 0; i != n; i += 3)
        a[i] = 3;
    for (i = 0; n > i; i = i + 2)
        a[i] = 4;
    for (i = n; 0 < i; i = i - 2)
        a[i] = 5;
    for (i = 0; i <= n - 1; i = 4 + i)
        a[i] = 6;
    for (i = n; i > 0; i -= 1 + 1)
        a[i] = 7;
    for (unsigned u = 0; u < m; u++)
        a[u] = 8;
    for (long l = k; l < 2 * k; l++)
        a[l] = 9;
    for (s = 0; s < n; s++)
        a[s] = 10;
    for (int j = 0; j < m; j++)
        a[j] = 11;
    for (int j = 0; j < n && j < 10; j++)
        a[j] = 12;
#pragma endscop
}
