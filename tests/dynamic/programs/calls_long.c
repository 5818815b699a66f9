/* Functions whose value is too large for one expression, as of a polynomial in
 * steps; those that return from the cases of a switch; that return what they
 * assign to; and clauses that name what an inlined function's variables are
 * called, too. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#define N 500

struct option {
    float spot, strike, rate, sigma, time;
    char type;
};

static struct option option[N];
static float price[N];
static double mean[N], x[N];
static int code[N], pairs[N], order[N];

static float normal(float x)
{
    int sign;
    float y, k, k2, k3, k4, k5, p, q;
    if (x < 0.0f) {
        x = -x;
        sign = 1;
    } else {
        sign = 0;
    }
    y = 1.0f / (1.0f + 0.5f * x * x);
    k = 0.2316419f * x;
    k = 1.0f + k;
    k = 1.0f / k;
    k2 = k * k;
    k3 = k2 * k;
    k4 = k3 * k;
    k5 = k4 * k;
    p = k * 0.319381530f;
    q = k2 * (-0.356563782f);
    q = q + k3 * 1.781477937f;
    q = q + k4 * (-1.821255978f);
    q = q + k5 * 1.330274429f;
    p = q + p;
    y = 1.0f - p * y;
    if (sign)
        y = 1.0f - y;
    return y;
}

static float value(float spot, float strike, float rate, float sigma,
                   float time, int put)
{
    float root = sqrtf(time), d1, d2, den, n1, n2, future, result;
    d1 = rate + sigma * sigma * 0.5f;
    d1 = d1 * time;
    d1 = d1 + (spot - strike) / strike;
    den = sigma * root;
    d1 = d1 / den;
    d2 = d1 - den;
    n1 = normal(d1);
    n2 = normal(d2);
    future = strike * (1.0f - rate * time);
    if (put == 0)
        result = spot * n1 - future * n2;
    else
        result = future * (1.0f - n2) - spot * (1.0f - n1);
    return result;
}

static uint32_t next(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

static double uniform(uint32_t *state)
{
    return next(state) * (1.0 / 4294967296.0);
}

static int pairs_with(char a, char b)
{
    switch (a) {
    case 'A':
        return b == 'U';
    case 'C': {
        int other = b;
        return other == 'G';
    }
    case 'G':
        if (b == 'U')
            return 2;
        return b == 'C';
        break;
    case 'U':
        return b == 'A' || b == 'G';
    default:
        return 0;
    }
}

static double at(const double *x, const int *order, int n)
{
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += x[order[n + k]];
    return sum;
}

int main(void)
{
    uint32_t seed = 2463534242u;
    for (int i = 0; i < N; i++) {
        option[i].spot = 50 + (float)(50 * uniform(&seed));
        option[i].strike = 50 + (float)(50 * uniform(&seed));
        option[i].rate = 0.02f + (float)(0.05 * uniform(&seed));
        option[i].sigma = 0.1f + (float)(0.4 * uniform(&seed));
        option[i].time = 0.1f + (float)uniform(&seed);
        option[i].type = next(&seed) & 1 ? 'P' : 'C';
        code[i] = "ACGUX"[next(&seed) % 5];
        order[i] = (int)(next(&seed) % N);
    }
#pragma hedra
    for (int i = 0; i < N; i++)
        price[i] =
            value(option[i].spot, option[i].strike, option[i].rate,
                  option[i].sigma, option[i].time, option[i].type == 'P');
#pragma hedra
    for (int i = 0; i < N; i++) {
        uint32_t state = 2654435761u * (uint32_t)(i + 1);
        double sum = 0;
        for (int k = 0; k < 12; k++)
            sum += uniform(&state);
        mean[i] = x[i] = sum;
        pairs[i] = pairs_with((char)code[i], (char)code[N - 1 - i]);
    }
    int n = N;
    double far[N];
#pragma hedra extent(x[n], order[n])
    for (int i = 0; i < N - 2; i++)
        far[i] = at(x, order, i);

    double sum = 0;
    long count = 0;
    for (int i = 0; i < N; i++) {
        sum = sum * 0.99 + price[i] + mean[i] + (i < N - 2 ? far[i] : 0);
        count = (count * 31 + pairs[i]) % 1000000007;
    }
    printf("%.17g %ld\n", sum, count);
    return 0;
}
