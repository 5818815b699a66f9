/* Counters of 8 and 16 bits, at subscripts that variables of the loop hold:
 * these are other elements in each iteration. */
#include <stdio.h>

static unsigned char image[1000];
static unsigned short wide[16];
static signed char narrow[32];
static unsigned char flag[16];
static short best[8];

static void outside(int n)
{
    int v;
#pragma hedra
    for (int i = 0; i < n; i++) {
        v = image[i] & 15;
        wide[v] += i;
    }
}

static void inside(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int v = image[i] >> 3;
        narrow[v]--;
    }
}

static void guarded(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int v = image[i] & 31;
        while (v > 9)
            v -= 5;
        if (v & 1)
            flag[v] |= image[i];
    }
}

static void extremes(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int v = image[i] & 7;
        if (i % 61 > best[v])
            best[v] = i % 61;
    }
}

int main(void)
{
    int n = 1000;
    for (int i = 0; i < n; i++)
        image[i] = i * 7 + i / 3;
    outside(n);
    inside(n);
    guarded(n);
    extremes(n);
    for (int i = 0; i < 16; i++)
        printf("%d %d\n", wide[i], flag[i]);
    for (int i = 0; i < 32; i++)
        printf("%d\n", narrow[i]);
    for (int i = 0; i < 8; i++)
        printf("%d\n", best[i]);
}
