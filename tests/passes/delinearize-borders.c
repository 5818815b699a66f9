/* The last column by its place before the next row: a row has so many elements
 * then, which no loop over columns says. */
void borders(int w, int h, double *restrict a)
{
#pragma hedra
    for (int y = 0; y < h; y++) {
        a[y * w] = a[y * w + w - 2];
        a[y * w + w - 1] = a[y * w + 1];
    }
}
