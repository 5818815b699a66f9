/* Iterators and subscripts of narrow and unsigned types. */
void promotion(unsigned char n, unsigned m, long k, double *a)
{
#pragma scop
    for (unsigned char c = 0; c < n; c++)
        a[c] = c + 1;
    for (unsigned u = m; u > 0; u--)
        a[u - 1] = u * 2;
    for (int i = 0; i < (int)m; i++)
        a[i + k] = a[(unsigned)i - m];
    for (long l = -k; l <= k; l += 2)
        a[l + 3u] = l;
#pragma endscop
}
