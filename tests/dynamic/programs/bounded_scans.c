/* Loops of which the data decides the end, within bounds that their heads tell:
 * what they touch behind pointers needs no clause. */
#include <stdio.h>
#include <stdlib.h>

static void scan(int n, int m, const char *restrict text,
                 const double *restrict knot, const double *restrict at,
                 double *restrict out, int *restrict where)
{
#pragma hedra extent(knot[m])
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < m - 2 && knot[k + 1] <= at[i])
            k++;
        out[i] = knot[k];
    }
#pragma hedra
    for (int i = 0; i < n - m; i++) {
        int k, score = 0;
        for (k = 0; k < m; k++)
            if (text[i + k] != text[k])
                break;
        for (int j = m - 1; j >= 0 && text[i + j] >= 'b'; j--)
            for (int q = j; q < m; q += 2)
                score += text[i + q] * (q - j + 1);
        where[i] = 1000 * score + k;
    }
}

int main(void)
{
    int n = 600, m = 9;
    char *text = malloc(n);
    double *knot = malloc(sizeof *knot * m), *at = malloc(sizeof *at * n);
    double *out = malloc(sizeof *out * n);
    int *where = calloc(n, sizeof *where);

    for (int i = 0; i < n; i++) {
        text[i] = (char)('a' + i * i % 7 % 3);
        at[i] = i * 37 % 100 / 3.0;
    }
    for (int k = 0; k < m; k++)
        knot[k] = 3.5 * k;
    scan(n, m, text, knot, at, out, where);
    for (int i = 0; i < n; i++)
        printf("%g %d\n", out[i], where[i]);
    free(text), free(knot), free(at), free(out), free(where);
    return 0;
}
