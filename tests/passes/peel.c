/* Borders are clamped to the image: between its first and its last column no
 * iteration asks, and neighbours follow each other. */
void peel(int w, int h, const unsigned char in[restrict h][w],
          unsigned char out[restrict h][w])
{
#pragma hedra
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int left = x < 1 ? 0 : x - 1;
            int right = x + 1 < w ? x + 1 : w - 1;
            out[y][x] = in[y][left] / 2 + in[y][right] / 2;
        }
}
