/* Mean and variance of each block of a picture: sums of bytes, and of their
 * squares. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int my = field_size(argc, argv, 4, 240), mx = my + 1, w = 16 * mx;
    unsigned char *in = field_bytes(256 * mx * my);
    unsigned char(*a)[w] = (void *)in;
    int(*mean)[mx] = field_zeros(my * mx, sizeof **mean);
    int(*variance)[mx] = field_zeros(my * mx, sizeof **variance);
    field_begin();
#pragma hedra whole
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++) {
            int sum = 0, squares = 0;
            for (int i = 0; i < 16; i++)
                for (int j = 0; j < 16; j++) {
                    int v = a[16 * y + i][16 * x + j];
                    sum += v;
                    squares += v * v;
                }
            mean[y][x] = (sum + 128) >> 8;
            variance[y][x] = (squares - (sum * (sum >> 8))) >> 8;
        }
    field_end();
    field_sum("mean", mean, (size_t)(my * mx) * sizeof **mean);
    field_sum("variance", variance, (size_t)(my * mx) * sizeof **variance);
}
