/* A running sum in two directions through a temporary: isl's scheduler tears
 * the statements apart, the order of the source is a wavefront that keeps the
 * temporary in a variable. */
void prefix(int h, int w, unsigned image[h][w])
{
#pragma hedra
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            unsigned sum = image[i][j];
            if (i > 0)
                sum += image[i - 1][j];
            if (j > 0)
                sum += image[i][j - 1];
            image[i][j] = sum;
        }
}
