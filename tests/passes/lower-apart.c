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
