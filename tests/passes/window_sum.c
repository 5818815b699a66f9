/* Where a block of 8 x 16 bytes of one picture is found in another one: sums of
 * differences at neighbouring places are made together, wherever the search
 * begins and however wide it is. */
void window_sum(int n, int h, int w, int far, int wide,
                const unsigned char block[restrict n][8][16],
                const unsigned char picture[restrict h][w],
                const int from[restrict n], int at[restrict n][2])
{
#pragma hedra whole
    for (int i = 0; i < n; i++) {
        int best = 1 << 30, x = 0;
        for (int d = far; d < far + wide; d++) {
            int s = 0;
            for (int a = 0; a < 8; a++)
                for (int b = 0; b < 16; b++) {
                    int e = block[i][a][b] - picture[a][from[i] + d + b];
                    s += e < 0 ? -e : e;
                }
            if (s < best) {
                best = s;
                x = d;
            }
        }
        at[i][0] = x;
        at[i][1] = best;
    }
}
