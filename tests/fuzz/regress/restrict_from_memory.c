/* gcc 12 dropped calls of functions that held loops which threads share: they
 * store through restrict pointers that the caller has loaded from memory. */
#include <math.h>
#include <stdio.h>
#include <string.h>

static void update(long w, int h, size_t a[restrict h], float *end)
{
    float b[h][w];
    memcpy(b, end, sizeof b);
#pragma hedra
    for (unsigned long i = 0; i < 2; i = i + 1) {
        a[i + 1] = fminf(
            fmaxf(a[i + 1] * fminf(fmaxf(b[i][i] - 23u + a[2 * i], -64), 64),
                  0),
            1125899906842624.0f);
        b[i][i]++;
    }
    memcpy(end, b, sizeof b);
}

int main(void)
{
    size_t a[3] = {5, 10, 3};
    float b[3][6];
    for (int i = 0; i < 18; i++)
        b[i / 6][i % 6] = 90 + i;
    update(6, 3, a, b[0]);
    for (int i = 0; i < 3; i++)
        printf("%zu %g\n", a[i], b[i][i]);
    return 0;
}
