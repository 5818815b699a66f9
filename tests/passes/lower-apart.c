/* Bits that each iteration adds to a row of its own, by the user's word: nobody
 * knows where in the row, but no other thread comes there, so that the updates
 * need not be indivisible. */
void apart(int n, const unsigned *restrict v, const int *restrict at,
           unsigned row[restrict n][4])
{
#pragma hedra independent(i) extent(v[n], at[n])
    for (int i = 0; i < n; i++)
        do {
            row[i][at[i]] |= v[i];
            row[i][at[i] + 1] |= v[i] >> 1;
        } while (0);
}

/* The loops are fused, and a thread's iterations of one update what another
 * thread's of the other one do: these stay indivisible. */
void meet(int n, const int *restrict to, const int *restrict at, unsigned *sum,
          unsigned *restrict v)
{
#pragma hedra independent(i, j) extent(to[n], at[n], sum[n], v[n])
    {
        for (int i = 0; i < n; i++) {
            v[i] = 3 * to[i];
            sum[to[i]] += 1;
        }
        for (int j = 0; j < n; j++)
            sum[at[j]] += v[j];
    }
}
