/* The integral image: dependences along both axes, parallel along diagonals
 * only (thesis, figures 2.1 and 2.2). */
void integral(int h, int w, unsigned image[h][w])
{
#pragma hedra
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++)
            image[y][x] +=
                image[y - 1][x] + image[y][x - 1] - image[y - 1][x - 1];
}
