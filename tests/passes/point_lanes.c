/* The Mandelbrot set: how often a point iterates, only it tells. */
void point_lanes(int n, int most, int out[restrict n][n])
{
#pragma hedra
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float cr = 3.0f * x / n - 2.1f, ci = 3.0f * y / n - 1.5f;
            float zr = 0, zi = 0;
            int k = 0;
            while (k < most && zr * zr + zi * zi < 4) {
                float t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
                k++;
            }
            out[y][x] = k;
        }
}
