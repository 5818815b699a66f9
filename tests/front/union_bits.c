/* Unions of numbers of one size: the bits of each other. */
typedef union {
    float f;
    unsigned u;
} word;
typedef struct {
    int tag;
    union {
        double d;
        long i;
    } value;
} slot;

void roots(int n, const float *x, float *y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        union {
            float f;
            unsigned u;
        } v = {.f = x[i] + 1};
        v.u = 0x5f3759df - (v.u >> 1);
        v.f *= 1.5f - 0.5f * v.f * v.f;
        y[i] = v.f;
    }
}

void masks(int n, word *w, slot *s)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        word sign = w[i];
        sign.u &= 0x80000000u;
        w[i].u ^= sign.u;
        s[i].value.d = w[i].f;
        s[i].value.i++;
    }
}
