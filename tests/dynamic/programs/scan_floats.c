/* Scans of floats in another order than the source's: near the plain results
 * (compared with a bound in the program), and the same on every device. The
 * values are small integers where the results must agree to the last bit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void exact(int n, const double *a, double *x, double *y)
{
    double sum = 0, bits = 0;

#pragma hedra reassociate
    for (int i = 0; i < n; i++) {
        y[i] = sum;
        sum += a[i];
        x[i] = sum * 0.5;
    }
    for (int i = 0; i < n; i++)
        bits += x[i] + y[i];
    printf("%d: %a %a\n", n, sum, bits);
#pragma hedra reassociate
    for (int i = 1; i < n; i++)
        y[i] = fmax(y[i - 1], a[i]);
    bits = 0;
    for (int i = 0; i < n; i++)
        bits += y[i];
    printf("%a\n", bits);
}

/* A filter: y[i] = 0.9 y[i-1] + 0.1 x[i]. */
static void filter(int n, const float *in, float *out)
{
    double worst = 0;
    float state = 0;

    out[0] = in[0];
#pragma hedra reassociate
    for (int i = 1; i < n; i++)
        out[i] = 0.9f * out[i - 1] + 0.1f * in[i];
    state = in[0];
    for (int i = 1; i < n; i++) {
        state = 0.9f * state + 0.1f * in[i];
        worst = fmax(worst, fabs((double)(state - out[i])));
    }
    printf("filter %d\n", worst < 1e-5);
}

static void linear(int n, const double *a, double *x)
{
    double worst = 0, state = 1, s = 1;

#pragma hedra reassociate
    for (int i = 0; i < n; i++) {
        s = a[i] * 1e-3 * s * 0.5 + a[i] - 1;
        x[i] = s;
    }
    for (int i = 0; i < n; i++) {
        state = a[i] * 1e-3 * state * 0.5 + a[i] - 1;
        worst = fmax(worst, fabs(state - x[i]));
    }
    printf("linear %d\n", worst < 1e-9 && fabs(s - state) < 1e-9);
}

int main(void)
{
    static const int size[] = {1, 31, 32, 33, 127, 100007};
    enum { N = 100007 };
    double *a = malloc(N * sizeof *a), *x = malloc(N * sizeof *x);
    double *y = malloc(N * sizeof *y);
    float *in = malloc(N * sizeof *in), *out = malloc(N * sizeof *out);

    for (int i = 0; i < N; i++) {
        a[i] = (int)(i * 2654435761u >> 22) - 512;
        in[i] = (float)a[i] / 512;
    }
    for (unsigned k = 0; k < sizeof size / sizeof *size; k++) {
        exact(size[k], a, x, y);
        filter(size[k], in, out);
        linear(size[k], a, x);
    }
    free(a);
    free(x);
    free(y);
    free(in);
    free(out);
    return 0;
}
