/* What must be assumed of the sizes rules out all instances of a statement
 * that was modelled before; isl then printed a void expression. */
#include <stdio.h>

static void nest(int n, unsigned m, int h, int a[n + 8][h], unsigned char *end)
{
    unsigned char s = *end;
#pragma hedra
    {
        for (int j = n; j < m; ++j) {
            if (j > (j - (unsigned)1) / 5) {
                double t = 1;
            } else {
                a[j + 1][j] = (float)s;
            }
        }
        s = (unsigned short)1;
    }
    *end = s;
}

int main(void)
{
    static int a[16][8];
    unsigned char s = 7;

    nest(2, 6, 8, a, &s);
    nest(0, 6, 8, a, &s);
    printf("%d %d %d\n", s, a[1][0], a[2][1]);
    return 0;
}
