/* What exceeds a threshold, moved together: flags, their running sum, and the
 * store to the place that the sum gives, a region of its own, since no clause
 * says of what a region itself writes that it is injective. */
#include <stdio.h>
#include <stdlib.h>

static int compact(int n, const float *restrict x, float limit,
                   int *restrict place, float *restrict out)
{
    int count = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        place[i] = count;
        if (x[i] > limit)
            count++;
    }
#pragma hedra extent(out[n]) injective(place)
    for (int i = 0; i < n; i++)
        if (x[i] > limit)
            out[place[i]] = x[i];
    return count;
}

int main(void)
{
    int sizes[] = {0, 1, 31, 32, 1000, 4567};
    for (int s = 0; s < 6; s++) {
        int n = sizes[s];
        float *x = malloc((size_t)(n + 1) * sizeof *x);
        float *out = calloc((size_t)(n + 1), sizeof *out);
        int *place = malloc((size_t)(n + 1) * sizeof *place);
        for (int i = 0; i < n; i++)
            x[i] = (float)((i * 7919 + 11) % 1009) / 8;
        int count = compact(n, x, 100, place, out);
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum = sum * 0.5 + out[i];
        printf("%d of %d: %.17g\n", count, n, sum);
        free(x), free(out), free(place);
    }
    return 0;
}
