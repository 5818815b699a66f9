/* Prices of European options by the formula of Black and Scholes. */
#include "tests/field/field.h"

static float normal(float d)
{
    float k = 1 / (1 + .2316419f * fabsf(d));
    float tail =
        .39894228f * expf(-.5f * d * d) * k *
        (.31938153f +
         k * (-.356563782f +
              k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1 - tail : tail;
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 300000);
    float *price = field_floats(n), *strike = field_floats(n);
    float *years = field_floats(n), *call = field_zeros(n, sizeof *call);
    float *put = field_zeros(n, sizeof *put), rate = .02f, swing = .3f;
    for (int i = 0; i < n; i++) {
        price[i] = 5 + 25 * price[i];
        strike[i] = 1 + 99 * strike[i];
        years[i] = .25f + 9.75f * years[i];
    }
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float root = swing * sqrtf(years[i]);
        float d1 = (logf(price[i] / strike[i]) +
                    (rate + swing * swing / 2) * years[i]) /
                   root;
        float in = normal(d1), now = strike[i] * expf(-rate * years[i]);
        float out = normal(d1 - root);
        call[i] = price[i] * in - now * out;
        put[i] = now * (1 - out) - price[i] * (1 - in);
    }
    field_end();
    field_near("call", call, n);
    field_near("put", put, n);
}
