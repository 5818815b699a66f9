/*
 * The Mandelbrot set as plain C: the rounds of each point. bench-racer runs the
 * graph that hedrac makes of it, and compares with the function itself.
 */
void racer_pixels(int w, int h, int count[h][w]);

void racer_pixels(int w, int h, int count[h][w])
{
#pragma hedra
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++) {
            double x = -2.1 + 4.2 * (i + 0.5) / w;
            double y = -2.1 + 4.2 * (j + 0.5) / h, a = 0, b = 0;
            int n = 0;

            while (a * a + b * b < 16 && n < 200) {
                double t = a * a - b * b + x;

                b = 2 * a * b + y;
                a = t;
                n++;
            }
            count[j][i] = n;
        }
}
