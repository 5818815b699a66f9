/* An escape loop in each point. */
#include <stdio.h>

enum { W = 80, H = 48, MOST = 300 };
static int steps[H][W];

int main(void)
{
#pragma hedra
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++) {
            double cx = -2.2 + 3.2 * j / W, cy = -1.2 + 2.4 * i / H;
            double x = 0, y = 0;
            int n = 0;
            while (x * x + y * y <= 4 && n < MOST) {
                double t = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = t;
                n++;
            }
            steps[i][j] = n;
        }
    for (int i = 0; i < H; i++) {
        for (int j = 0; j < W; j++)
            printf(" %d", steps[i][j]);
        printf("\n");
    }
    return 0;
}
