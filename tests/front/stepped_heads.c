/* What a loop's head steps beside its iterator ends the body. */
void channels(int w, int h, int pitch, const unsigned char *in,
              unsigned char *out)
{
#pragma hedra
    for (int y = 0; y < h; y++) {
        const unsigned char *s = in + y * pitch;
        unsigned char *d = out + y * pitch;
        for (int x = 0; x < w; x++, s += 3, d += 3) {
            d[0] = s[2];
            d[1] = s[1];
            d[2] = s[0];
        }
    }
}

int both(int n, const double *a, double *b)
{
    int k = 3;
#pragma hedra
    for (int i = 0; i < n; k += 2, i++) {
        if (a[i] < 0)
            continue;
        b[i] = a[k];
    }
    return k;
}

void counted(int n, double *a)
{
#pragma hedra
    for (int j = 0; j < n; j++, a[0]++)
        a[j] += 1;
}

/* The test of an iterator that is moved by a constant. */
unsigned long ahead(unsigned long n, const char *a, char *b)
{
    unsigned long i, j;
#pragma hedra
    for (i = 0, j = 0; i + 2 < n; i += 3)
        b[j++] = a[i];
    return i + j;
}
