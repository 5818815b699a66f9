/* Pointers that data move, and that are used behind the region. */
int *filtered(const int *a, int n, int *o)
{
#pragma hedra extent(o[n])
    for (int i = 0; i < n; i++)
        if (a[i] & 1)
            *o++ = a[i];
    return o;
}

unsigned char *counted(unsigned char *p, int n)
{
#pragma hedra
    while (n--)
        *p++ ^= 5;
    return p;
}

float *tested(float *p, const float *end)
{
#pragma hedra
    while (p++ < end)
        p[-1] *= 2;
    return p;
}

void rows(const unsigned char *s, int w, int h, unsigned char *o)
{
#pragma hedra
    for (int y = 0; y < h; y++) {
        unsigned char *p = o + y * w, *first = p;
        for (int x = 0; x < w; x++)
            if (s[y * w + x])
                *p++ = s[y * w + x];
        while (p < o + (y + 1) * w) {
            *p = (unsigned char)(p - first);
            p++;
        }
        if (p > first + 2)
            p = first + 1;
        *p = 7;
    }
}

int ends(const char *s, int *o)
{
    int *p = o;
#pragma hedra
    for (; *s; s++)
        if (*s == ' ')
            *p++ = 1;
    return (int)(p - o);
}
