/* Strides of which only the program knows that one divides the other. */
struct volume {
    int slice, row;
    float *at;
};

void strides(int n, long plane, long line, const double *b, struct volume *v)
{
#pragma hedra
    for (int z = 0; z < n; z++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                v->at[z * v->slice + y * v->row + x] =
                    b[(z + 1) * plane - line * (n - 1 - y) + 2 * x];
}

/* None of these has an order: loops of one depth, other types, products. */
void unordered(int n, int p, int q, long r, int *a, int *b, int *c)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i * p + j] = a[i * p];
            b[i * p * q + j * q] = b[i];
            c[i * r + j * p] = i;
        }
}

/* Products of sizes and a stride that only the program knows to divide them:
 * the channels of heads, side by side in rows of three times so many. */
void heads(int n, int times, int row, int channels, int size, float *out,
           const float *in)
{
#pragma hedra
    for (int b = 0; b < n; b++)
        for (int t = 0; t < times; t++)
            for (int h = 0; h < n; h++)
                for (int i = 0; i < size; i++)
                    out[(b * times + t) * channels + h * size + i] =
                        in[b * times * row + t * row + channels + h * size + i];
}

/* The outermost loop goes by the shorter stride: that is what the loop over
 * neighbours counts up to. */
void tokens(int h, int t, int s, int row, float *restrict a, const float *b)
{
#pragma hedra
    for (int k = 0; k < h; k++)
        for (int i = 0; i < t; i++)
            for (int x = 0; x < s; x++)
                a[i * row + k * s + x] = 2 * b[i * row + k * s + x];
}

/* Products with a size more are the longer strides, whatever the loops are. */
void tiles(int channels, int tiles, int row, int h, float *restrict a,
           const float *b)
{
#pragma hedra
    for (int c = 0; c < channels; c++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < row; x++)
                for (int i = 0; i < 4; i++)
                    a[(i * channels + c) * tiles + y * row + x] =
                        b[c * tiles + y * row + x];
}
