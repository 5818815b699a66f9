/* nussinov: the most base pairs that a folded strand of RNA can have. */
#define PB_INT
#include "tests/polybench/polybench.h"

typedef char base;

#define MATCH(b1, b2) (((b1) + (b2)) == 3 ? 1 : 0)
#define MAX_SCORE(s1, s2) ((s1 >= s2) ? s1 : s2)

void kernel_nussinov(int n, base seq[n], DATA table[n][n])
{
    int i, j, k;

#pragma scop
    for (i = n - 1; i >= 0; i--) {
        for (j = i + 1; j < n; j++) {
            if (j - 1 >= 0)
                table[i][j] = MAX_SCORE(table[i][j], table[i][j - 1]);
            if (i + 1 < n)
                table[i][j] = MAX_SCORE(table[i][j], table[i + 1][j]);
            if (j - 1 >= 0 && i + 1 < n) {
                if (i < j - 1)
                    table[i][j] =
                        MAX_SCORE(table[i][j],
                                  table[i + 1][j - 1] + MATCH(seq[i], seq[j]));
                else
                    table[i][j] = MAX_SCORE(table[i][j], table[i + 1][j - 1]);
            }
            for (k = i + 1; k < j; k++)
                table[i][j] =
                    MAX_SCORE(table[i][j], table[i][k] + table[k + 1][j]);
        }
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_nussinov(n[0], a[0], a[1]);
}

static struct pb_cost cost(const double *n)
{
    double pairs = n[0] * (n[0] - 1) / 2;
    return (struct pb_cost){
        .operations = 2 * pairs * (n[0] - 2) / 3 + 5 * pairs,
        .bytes = sizeof(DATA) * 2 * pairs + n[0],
    };
}

const struct pb_kernel pb_kernel = {
    .name = "nussinov",
    .params = "n",
    .size = {{60}, {180}, {500}, {2500}, {5500}},
    .array = {{"seq", "n", PB_I8, PB_BASE}, {"table", "nn", PB_DATA, PB_ZERO}},
    .call = call,
    .cost = cost,
};
