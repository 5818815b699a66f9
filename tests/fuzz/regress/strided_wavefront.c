/* A skewed schedule 5i + 2j leaves time steps in which a statement has no
 * point; the host's kernel ran one there. The iterator is read afterwards. */
#include <stdio.h>

static void nest(int n, unsigned char *b, long *restrict c, long *last)
{
    int j = 0;
#pragma hedra tile(5, 7)
    for (int i = 0; 9 > i; ++i) {
        for (j = 2; j <= n; j = j + 1) {
            c[j] = (double)b[j];
            b[((2 * j) / 5) + 1]++;
        }
    }
    *last = j;
}

int main(void)
{
    static unsigned char b[30];
    static long c[30], last;

    for (int i = 0; i < 30; i++)
        b[i] = (unsigned char)(i * 17);
    nest(29, b, c, &last);
    for (int i = 0; i < 30; i++)
        printf("%d %ld\n", b[i], c[i]);
    printf("%ld\n", last);
    return 0;
}
