/* A stride that is taken for a multiple of another one, and then is none: the
 * plain nest runs. */
#include <stdio.h>

static void add(int times, int channels, int heads, double *out,
                const double *in)
{
    int row = channels * 3, size = channels / heads;
#pragma hedra
    for (int t = 0; t < times; t++)
        for (int h = 0; h < heads; h++)
            for (int i = 0; i < size; i++)
                out[t * channels + h * size + i] =
                    0.5 * in[t * row + h * size + i] +
                    in[t * row + channels + h * size + i];
}

int main(void)
{
    static double in[20 * 49 * 3], out[20 * 49];
    for (int i = 0; i < 20 * 49 * 3; i++)
        in[i] = i * 7 % 101;
    for (int channels = 48; channels <= 49; channels++) {
        add(20, channels, 3, out, in);
        double sum = 0;
        for (int i = 0; i < 20 * channels; i++)
            sum = sum * 0.75 + out[i];
        printf("%d %.17g\n", channels, sum);
    }
}
