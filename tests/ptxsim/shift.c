/* Each element becomes the next one's. */
#include <stdio.h>

int main(void)
{
    static float a[1000] = {[5] = 1}, b[1000];
#pragma hedra
    for (int i = 0; i < 999; i++)
        b[i] = a[i + 1];
    printf("%g\n", b[4]);
}
