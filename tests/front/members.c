/* args: -w */
/* Bounds that are members, beside members that are written through. */
struct image {
    int w, h;
    float *data;
    int *bins;
};

void kept(struct image *to, const struct image *from)
{
#pragma hedra assume(from->w >= to->w, to -> h > 0)
    for (int y = 0; y < to->h; y++)
        for (int x = 0; x < to->w; x++)
            to->data[y * to->w + x] = from->data[y * from->w + x];
}

void by_value(struct image to, float *from)
{
#pragma hedra assume(to . h < 1000)
    for (int y = 0; y < to.h; y++)
        to.data[y] = from[y];
}

/* The number of rows changes: a loop that the CPU runs. */
void shrinks(struct image *image)
{
#pragma hedra extent(image->data[100])
    for (int y = 0; y < image->h; y++) {
        image->h--;
        for (int x = 0; x < 10; x++)
            image->data[y * 10 + x] = 0;
    }
}

/* Whether integers that are stored through a pointer change it is known when
 * the region starts. */
void integers(struct image *image, struct image other)
{
#pragma hedra extent(image->bins[100])
    for (int y = 0; y < image->h; y++)
        for (int x = 0; x < 10; x++)
            image->bins[y * 10 + x] = 0;
#pragma hedra
    for (int y = 0; y < other.h; y++)
        for (int x = 0; x < 10; x++)
            other.bins[y * 10 + x] = 0;
}

void named(struct image *image, int n, const unsigned char *pixel,
           float *restrict u, float *restrict v)
{
#pragma hedra extent(image->bins[256])
    for (int i = 0; i < n; i++)
        image->bins[pixel[i]]++;
#pragma hedra extent(image_bins[256])
    for (int i = 0; i < n; i++)
        image->bins[pixel[i]]--;
#pragma hedra private(v) live_out(u)
    for (int t = 0; t < n; t++) {
        for (int i = 1; i < 99; i++)
            v[i] = u[i - 1] + u[i + 1];
        float *other = u;
        u = v;
        v = other;
    }
}
