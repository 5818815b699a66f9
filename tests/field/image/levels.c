/* The darkest and the brightest of narrow pixels in wider variables, and sums
 * beside them: what a camera's exposure is set by. */
#include "tests/field/field.h"

struct levels {
    long sum;
    int least, most, first, spread;
    unsigned parity;
    double peak;
};

static struct levels look(const unsigned short *raw, const signed char *shift,
                          const unsigned char *mask, const float *gain, int n)
{
    struct levels v = {0, 1 << 20, -1, 255, -200, 0, -1};
    long sum = 0, widest = -1;
    int least = v.least, most = v.most, spread = v.spread;
    unsigned parity = 0;
    unsigned char first = 255;
    double peak = v.peak;
#pragma hedra
    for (int i = 0; i < n; i++) {
        sum += raw[i] * (long)(i & 7);
        if (raw[i] > most)
            most = raw[i];
        parity ^= raw[i] * 77u;
    }
#pragma hedra
    for (int i = 0; i < n; i++) {
        least = raw[i] <= least ? raw[i] : least;
        if (shift[i] >= spread)
            spread = shift[i];
        if (mask[i] < first)
            first = mask[i];
        widest = raw[i] > widest ? raw[i] : widest;
    }
#pragma hedra
    for (int i = 0; i < n; i++)
        if (gain[i] > peak)
            peak = gain[i];
    v.peak = peak;
    v.sum = sum + widest;
    v.least = least;
    v.most = most;
    v.first = first;
    v.spread = spread;
    v.parity = parity;
    return v;
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 3000, 4000000);
    unsigned short *raw = field_zeros((size_t)n, sizeof *raw);
    unsigned char *mask = field_bytes((size_t)n), *more;
    float *gain = field_floats((size_t)n);
    signed char *shift = field_zeros((size_t)n, 1);
    more = field_bytes((size_t)n);
    for (int i = 0; i < n; i++) {
        raw[i] = (unsigned short)(mask[i] * 251 + more[i]);
        shift[i] = (signed char)(more[i] / 2 - 120);
        mask[i] |= 3;
    }
    field_begin();
    struct levels v = look(raw, shift, mask, gain, n);
    field_end();
    printf("%ld %d %d %d %d %u %a\n", v.sum, v.least, v.most, v.first, v.spread,
           v.parity, v.peak);
}
