/* What is assumed of an integer that the region does not mention is taken, and
 * changes nothing. */
void nest(int n, unsigned char q, double *a)
{
    long k = n + 1;
#pragma hedra assume(n > 0, k > 3 && q < 5)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
