/* A filter of rows in place, in a body that is one statement: the rows are as
 * far apart as the loop is long if a row of the image has so many samples. */
void rows_apart(int h, int w, const int on[restrict h][w],
                unsigned char a[restrict 16 * h][16 * w])
{
#pragma hedra independent(y, x)
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int once = 0; once < on[y][x]; once++)
                for (int k = 0; k < 16; k++) {
                    int p2 = a[16 * y - 3][16 * x + k];
                    int p1 = a[16 * y - 2][16 * x + k];
                    int p0 = a[16 * y - 1][16 * x + k];
                    int q0 = a[16 * y][16 * x + k];
                    int q1 = a[16 * y + 1][16 * x + k];
                    int q2 = a[16 * y + 2][16 * x + k];
                    a[16 * y - 2][16 * x + k] = (p2 + 2 * p1 + q0) / 4;
                    a[16 * y - 1][16 * x + k] = (p1 + 2 * p0 + q0) / 4;
                    a[16 * y][16 * x + k] = (p0 + 2 * q0 + q1) / 4;
                    a[16 * y + 1][16 * x + k] = (p0 + 2 * q1 + q2) / 4;
                }
}
