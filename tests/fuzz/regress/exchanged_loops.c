/* Loops inside of a loop that exchanges pointers: threads share their text,
 * which stands for one body for each state of the pointers. Functions and
 * macros that come twice, and sums, stay as they are. */
#include <stdio.h>
#include <stdlib.h>
#define LOOP(d, s)                                                             \
    for (int q = 0; q < n; q++)                                                \
    d[q] = s[q] ^ (q * 3)
static void step(int n, const int *s, int *d)
{
    for (int i = 1; i < n - 1; i++)
        d[i] = (s[i - 1] + s[i] * 2 + s[i + 1]) & 0xffff;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3000,
        steps = argc > 2 ? atoi(argv[2]) : 7;
    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b),
        *c = malloc(n * sizeof *c);
    long sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = i * 7 % 13, b[i] = i * 11 % 17, c[i] = i * 5 % 3;
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            int m = a[i];
            if (a[i - 1] < m)
                m = a[i - 1];
            b[i] = m + a[i + 1] + t;
        }
        for (int i = 0; i < n; i++)
            b[i] = b[i] ^ c[i];
        int *x = a;
        a = b;
        b = x;
    }
    for (int i = 0; i < n; i++)
        sum = sum * 31 + a[i] - b[i];
    printf("%ld\n", sum);
#pragma hedra
    for (int t = 0; t < steps; t++) {
        step(n, a, b);
        step(n, b, c);
        int *x = a;
        a = b;
        b = c;
        c = x;
    }
    for (int i = 0; i < n; i++)
        sum = sum * 31 + a[i] - b[i] + c[i];
    printf("%ld\n", sum);
#pragma hedra
    for (int t = 0; t < steps; t++) {
        step(n, a, b);
        int *x = a;
        a = b;
        b = x;
    }
    for (int i = 0; i < n; i++)
        sum = sum * 31 + a[i] - b[i] + c[i];
    printf("%ld\n", sum);
#pragma hedra
    for (int t = 0; t < steps; t++) {
        LOOP(b, a);
        LOOP(c, b);
        int *x = a;
        a = b;
        b = c;
        c = x;
    }
    for (int i = 0; i < n; i++)
        sum = sum * 31 + a[i] - b[i] + c[i];
    printf("%ld\n", sum);
    long total = 0;
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] + t;
            total += a[i];
        }
        int *x = a;
        a = b;
        b = x;
    }
    for (int i = 0; i < n; i++)
        sum = sum * 31 + a[i] - b[i] + c[i];
    printf("%ld %ld\n", sum, total);
    return 0;
}
