/* Functions that compute a value by loops, arrays, switches and stores through
 * pointers: returned at the end, from within loops, from both sides of an if. */
#include <stdio.h>

#define N 300

static double horner(const double *c, int n, double x)
{
    double r = c[n - 1];
    for (int i = n - 2; i >= 0; i--)
        r = r * x + c[i];
    return r;
}

static int escape(float cx, float cy, int most)
{
    float x = 0, y = 0;
    for (int k = 0; k < most; k++) {
        float x2 = x * x, y2 = y * y;
        if (x2 + y2 > 4)
            return k;
        y = 2 * x * y + cy;
        x = x2 - y2 + cx;
    }
    return most;
}

static int is_prime(int n)
{
    if (n < 2)
        return 0;
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}

/* A return from a loop in a loop; the loops around it end as well. */
static unsigned char first_pair(const int *a, int n, int sum)
{
    unsigned char tried = 0;
    for (int i = 0; i < n; i++) {
        int j = i + 1;
        while (j < n) {
            tried++;
            int both = a[i] + a[j++];
            if (both == sum)
                return tried;
        }
    }
    return 255;
}

static short kind(int v)
{
    switch (v & 3) {
    case 0:
        v += 10;
        break;
    case 1:
        v *= 3;
        break;
    default:
        v = -v;
    }
    return v;
}

static int median(int a, int b, int c)
{
    int v[3] = {a, b, c};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (v[j] > v[j + 1]) {
                int t = v[j];
                v[j] = v[j + 1];
                v[j + 1] = t;
            }
    return v[1];
}

static float split(float x, float *rest)
{
    float whole = 0;
    while (whole + 1 <= x)
        whole++;
    *rest = x - whole;
    return whole;
}

/* Calls another one, among expressions. */
static int primes_up_to(int n)
{
    int count = 0;
    for (int k = 0; k <= n; k++)
        count += is_prime(k);
    return count;
}

static int twice(int n)
{
    return 2 * primes_up_to(n) + 1;
}

int main(void)
{
    static double x[N], y[N], coefficient[5] = {1, -2, .5, 3, -.25};
    static int a[N], b[N], c[N], d[N], few[8] = {3, 9, 4, 1, 12, 7, 5, 2};
    static float whole[N], rest[N];
    int primes = 0;

    for (int i = 0; i < N; i++)
        x[i] = (i - N / 2) / 64.;
#pragma hedra
    for (int i = 0; i < N; i++) {
        double v = horner(coefficient, 5, x[i]);
        y[i] = v + horner(coefficient, 2, x[i]) * 2;
        a[i] = escape(x[i], .3f, 40);
    }
#pragma hedra
    for (int i = 0; i < N; i++) {
        if (!is_prime(i))
            continue;
        primes += 1;
        b[i] = i;
    }
#pragma hedra
    for (int i = 0; i < N; i++) {
        c[i] = first_pair(few, 8, i % 24) - kind(kind(i));
        c[i] += median(a[i], i % 50, 20);
        if (is_prime(i) && c[i] > 0)
            c[i] *= 2;
        else if (is_prime(i + 1))
            c[i] += 1000;
    }
#pragma hedra
    for (int i = 0; i < N; i++) {
        int left = i % 40;
        whole[i] = split(i * .125f, &rest[i]);
        d[i] = twice(i / 4);
        while (left > 0) {
            left -= 1 + is_prime(left);
            d[i] += escape(left * .1f, 0, left);
        }
    }

    double sum = primes;
    long long mixed = 0;
    for (int i = 0; i < N; i++) {
        sum += y[i] * (i % 7) + whole[i] * 3 + rest[i];
        mixed = mixed * 31 + a[i] + b[i] * 3LL + c[i] * 5LL + d[i] * 7LL;
        mixed %= 1000000007;
    }
    printf("%.17g %lld %d\n", sum, mixed, primes);
    return 0;
}
