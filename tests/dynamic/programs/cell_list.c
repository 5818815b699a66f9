/* Short-range forces with cell lists: particles sorted by cells, each looks at
 * those of the nine cells around its own that are near enough. */
#include <math.h>
#include <stdio.h>

enum { SIDE = 12, CELLS = SIDE * SIDE, PARTICLES = 700 };
struct particle {
    double x, y;
    int cell;
};
static struct particle p[PARTICLES];
static int start[CELLS + 1];
static double fx[PARTICLES], fy[PARTICLES];

static void make_particles(void)
{
    int n = 0;
    for (int c = 0; c < CELLS; c++) {
        start[c] = n;
        for (int q = 0; q < 2 + c * 7 % 6 && n < PARTICLES; q++, n++) {
            p[n].cell = c;
            p[n].x =
                c % SIDE + (q * 0.37 + c * 0.11) - floor(q * 0.37 + c * 0.11);
            p[n].y =
                c / SIDE + (q * 0.73 + c * 0.19) - floor(q * 0.73 + c * 0.19);
        }
    }
    start[CELLS] = n;
}

int main(void)
{
    make_particles();
    int particles = start[CELLS];
#pragma hedra
    for (int i = 0; i < particles; i++) {
        double sx = 0, sy = 0;
        int cx = p[i].cell % SIDE, cy = p[i].cell / SIDE;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if (cx + dx < 0 || cx + dx >= SIDE || cy + dy < 0 ||
                    cy + dy >= SIDE)
                    continue;
                int cell = (cy + dy) * SIDE + cx + dx;
                for (int j = start[cell]; j < start[cell + 1]; j++) {
                    double ex = p[j].x - p[i].x, ey = p[j].y - p[i].y;
                    double r2 = ex * ex + ey * ey;
                    if (j == i || r2 > 1)
                        continue;
                    sx += ex / (r2 + 0.01);
                    sy += ey / (r2 + 0.01);
                }
            }
        fx[i] = sx;
        fy[i] = sy;
    }
    printf("%d particles\n", particles);
    for (int i = 0; i < particles; i += 9)
        printf("%.17g %.17g\n", fx[i], fy[i]);
    return 0;
}
