/* Power iteration: the eigenvalue's change ends the loop, whose test stands in
 * its middle and uses sqrt and a bound on the rounds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 90, most = 200;
    double *a = malloc(sizeof *a * (size_t)n * (size_t)n);
    double *v = malloc(sizeof *v * (size_t)n);
    double *w = malloc(sizeof *w * (size_t)n);
    double old, lambda = 0;
    int steps = 0;
    for (int i = 0; i < n; i++) {
        v[i] = 1;
        for (int j = 0; j < n; j++)
            a[i * n + j] = 1.0 / (1 + abs(i - j)) + (i == j ? i % 5 : 0);
    }
#pragma hedra
    while (1) {
        double norm = 0;
        old = lambda;
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++)
                sum += a[i * n + j] * v[j];
            w[i] = sum;
        }
        for (int i = 0; i < n; i++)
            norm += w[i] * w[i];
        lambda = sqrt(norm);
        steps++;
        if (fabs(lambda - old) <= 1e-9 * lambda || steps == most)
            break;
        for (int i = 0; i < n; i++)
            v[i] = w[i] / lambda;
    }
    printf("%d steps, %a, %a\n", steps, lambda, v[n / 2]);
    free(a);
    free(v);
    free(w);
}
