/* A coder of sparse blocks: what it does of an element that is not 0 depends on
 * how many came before, from the last element to the first. Then a loop
 * upwards, which ends where enough were found. */
void nonzero(int n, const int block[restrict n][16], int out[restrict n][17])
{
#pragma hedra independent(i)
    for (int i = 0; i < n; i++)
        do {
            int level[16], at = 1, next = 0;
            for (int k = 0; k < 16; k++)
                level[k] = block[i][k] / 8;
            for (int k = 15; k >= 0 && at < 17; k--)
                if (level[k] != 0) {
                    out[i][at] = level[k] + 16 * k;
                    at++;
                }
            for (int k = 0; k < 16; k++)
                if (level[k] != 0) {
                    out[i][1] += k * next;
                    next = k % 2 ? level[k] : next + 1;
                }
            out[i][0] = at;
        } while (0);
}
