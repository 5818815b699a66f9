/* A search for the block most like another one, and the difference from the
 * mean of two rows of 8 bytes, whose sum the body changes once more. */
int abs(int);

void differences(int n, int w, const unsigned char a[restrict 16][16],
                 const unsigned char b[restrict 32][w],
                 const int cost[restrict n], int out[restrict n][2])
{
#pragma hedra whole
    for (int x = 0; x < n; x++) {
        int best = 1 << 30, mean = 0;
        for (int dy = 0; dy < 16; dy++) {
            int s = 0;
            for (int i = 0; i < 16; i++)
                for (int j = 0; j < 16; j++)
                    s += abs(a[i][j] - b[i + dy][j + x]);
            s += cost[x] + dy;
            best = s < best ? s : best;
        }
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 8; j++)
                mean +=
                    abs(a[i][j] - ((b[i][j + x] + b[i + 1][j + x] + 1) >> 1));
        out[x][0] = best;
        out[x][1] = mean;
    }
}
