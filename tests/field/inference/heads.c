/* Attention to what came before, several heads in a row of channels, with
 * queries, keys and values side by side in one array. */
#include "tests/field/field.h"

static void attend(float *out, float *weight, const float *in, int batch,
                   int times, int channels, int heads)
{
    int row = channels * 3, size = channels / heads;
    float scale = 1 / sqrtf((float)size);
#pragma hedra
    for (int b = 0; b < batch; b++)
        for (int t = 0; t < times; t++)
            for (int h = 0; h < heads; h++) {
                const float *query = in + b * times * row + t * row + h * size;
                float *w = weight + ((b * heads + h) * times + t) * times;
                float *o = out + (b * times + t) * channels + h * size;
                float total = 0;
                for (int s = 0; s <= t; s++) {
                    const float *key =
                        in + b * times * row + s * row + channels + h * size;
                    float sum = 0;
                    for (int i = 0; i < size; i++)
                        sum += query[i] * key[i];
                    sum *= scale;
                    w[s] = sum * sum + .25f;
                    total += w[s];
                }
                for (int i = 0; i < size; i++)
                    o[i] = 0;
                for (int s = 0; s <= t; s++) {
                    const float *value = in + b * times * row + s * row +
                                         2 * channels + h * size;
                    for (int i = 0; i < size; i++)
                        o[i] += w[s] / total * value[i];
                }
            }
}

int main(int argc, char **argv)
{
    int times = field_size(argc, argv, 10, 320), heads = 3, batch = 2;
    int channels = 16 * heads;
    float *in = field_floats((size_t)batch * times * channels * 3);
    float *out = field_zeros((size_t)batch * times * channels, sizeof *out);
    float *w = field_zeros((size_t)batch * heads * times * times, sizeof *w);
    field_begin();
    attend(out, w, in, batch, times, channels, heads);
    field_end();
    field_sum("heads", out, sizeof *out * batch * times * channels);
}
