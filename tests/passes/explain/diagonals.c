/* Two loops in order whose diagonals run in parallel: the sums in their points
 * are taken apart only where the diagonals are short for them. */
enum { LARGE = 100, FEW = 3, LONG = 2000 };
static int a[LARGE][LARGE], b[LARGE][LARGE][LONG];

void sums(void)
{
#pragma hedra
    for (int i = 1; i < LARGE; i++)
        for (int j = 1; j < LARGE; j++) {
            int stays = a[i - 1][j] + a[i][j - 1];
            for (int k = 0; k < LONG; k++)
                stays += b[i][j][k] ^ i;
            a[i][j] = stays;
        }
#pragma hedra
    for (int i = 1; i < FEW; i++)
        for (int j = 1; j < FEW; j++) {
            int taken = a[i - 1][j] + a[i][j - 1];
            for (int k = 0; k < LONG; k++)
                taken += b[i][j][k] ^ i;
            a[i][j] = taken;
        }
}
