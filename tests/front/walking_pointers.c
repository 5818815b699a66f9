/* Loops that compare pointers, which their iterations move, and pointers that
 * are set in the region. */
struct point {
    float x, y, z;
};

void inner(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (double *p = a; p < b; p++)
            *p = 0;
    }
}

void set_late(int n, double *a, const double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double *p;
        p = a;
        p[i] = b[i];
    }
}

void set_again(int n, double *a, double *b)
{
    double *p;
#pragma hedra
    for (int i = 0; i < n; i++) {
        p = a + i;
        b[i] = *p;
        p = a + 2 * i;
        b[i] += *p;
    }
}

/* The bytes in between need not be a whole number of elements: p < end goes on
 * to the one that end lies in, p + 1 <= end does not. */
void ends_in_one(struct point *p, const struct point *end)
{
#pragma hedra
    for (; p < end; p++)
        p->x = 0;
}

void ends_before(struct point *p, const struct point *end)
{
#pragma hedra
    while (p + 1 <= end) {
        p->y = 0;
        p++;
    }
}

float *by_three(float *p, const float *end)
{
#pragma hedra
    while (p < end) {
        p[1] = p[0];
        p += 3;
    }
    return p;
}

void both_ends(char *lo, char *hi)
{
#pragma hedra
    while (lo < --hi) {
        char t = *lo;
        *lo++ = *hi;
        *hi = t;
    }
}

void at_least_one(short *d, const short *s, int n)
{
#pragma hedra
    do
        *d++ = *s++;
    while (--n > 0);
}

void rows(unsigned char *row, int w, int h, int pitch)
{
#pragma hedra
    for (int y = 0; y < h; y++, row += pitch)
        for (unsigned char *p = row, *end = row + w; p != end; p++)
            *p ^= 255;
}

int steps_in_body(int n, const float *a, float *b)
{
    int i = 0;
#pragma hedra
    while (i < n) {
        b[i] = a[i + 1];
        b[i + 1] = a[i];
        i += 2;
    }
    return i;
}
