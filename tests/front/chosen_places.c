/* Neighbours that conditions choose, in linearised subscripts. */
void neighbours(int w, int h, const double *a, double *b)
{
#pragma hedra
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int c = y * w + x;
            int left = x == 0 ? c : c - 1, up = y > 0 ? c - w : c;
            b[c] = a[left] + a[up] + a[y * w + (x > 0 ? x - 1 : 0)];
        }
}
