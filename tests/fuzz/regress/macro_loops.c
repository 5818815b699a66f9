/* Macros spell loops, or parts of them, or more than a loop: what is taken from
 * the text must be all of the loop and nothing else. */
#include <stdio.h>

#define IVDEP _Pragma("GCC ivdep")
#define forall(i, n) for (int i = 0; i < (n); i++)
#define forz(i, z, n) for (int i = z; i < n; i++)
#define for_each(i) forall(i, 70)
#define formake(body)                                                          \
    for (int q = 3; q < 60; q++)                                               \
    body
#define FROM 1 +
#define TO -1
#define IN (int i = 0; i < 60; i++)
#define TWO(x, y)                                                              \
    x += 1;                                                                    \
    y += 2
#define BOTH(x, y) x += 1, y += 2
#define INIT int k = 0
#define LESS < 70
#define HEAD                                                                   \
    int k = 0;                                                                 \
    k < 70;                                                                    \
    k++
#define BODY                                                                   \
    a[i][k] += k;                                                              \
    s++;
#define NEST(x, y)                                                             \
    for (int i = 0; i < 60; i++) {                                             \
        x += 4;                                                                \
    }                                                                          \
    y += 3

static int a[60][71];
static long s;

static void whole_loops(void)
{
#pragma hedra
    forall(i, 60) forall(k, 70) a[i][k] += k;
#pragma hedra
    for_each(i) for (int k = 0; k < 60; k++) a[k][i] += k;
#pragma hedra
    formake({
        forz(k, FROM 1, 70 TO) a[q][k] += a[q - 1][k]; })
#pragma hedra
    formake(for (int k = FROM 1; k < 70 TO; k++) a[q][k] -= a[q - 1][k];)
#pragma hedra
    for IN a[i][2] += 4;
#pragma hedra
    for (int i = 59; i >= FROM 1; --i)
        formake(a[i][q] += 7;)
#pragma hedra
            forall(i, 60) forall(j, 3) IVDEP for (int k = 0; k < 2; k++)
                a[k][i] += j + k;
#pragma hedra
    for (int j = 0; j < 2; j++)
        NEST(a[i][j], s);
}

static void parts_of_loops(void)
{
#pragma hedra
    for (int i = 1; i < 60; i++) {
        for (int k = 0; k < 70; k++)
            TWO(a[i][k], a[i - 1][70]);
    }
#pragma hedra
    for (int i = 1; i < 60; i++)
        for (int k = 0; k < 70; k++)
            BOTH(a[i][k], a[i - 1][k]);
#pragma hedra
    {
        for (int k = 0; k < 70; k++)
            TWO(a[3][k], a[4][5]);
    }
#pragma hedra
    for (int i = 1; i < 60; i++)
        for (INIT; k < 70; k++)
            a[i][k] += a[i - 1][k];
#pragma hedra
    for (int i = 1; i < 60; i++)
        for (int k = 0; k LESS; k++)
            a[i][k] += a[i - 1][k];
#pragma hedra
    for (int i = 1; i < 60; i++)
        for (HEAD)
            a[i][k] += a[i - 1][k];
#pragma hedra
    for (int i = 1; i < 60; i++) {
        for (int k = 0; k < 70; k++)
            BODY
    }
}

int main(void)
{
    for (int k = 0; k < 60 * 71; k++)
        a[k / 71][k % 71] = k;
    whole_loops();
    parts_of_loops();
    for (int k = 0; k < 60 * 71; k++)
        s = s * 31 % 1000003 + a[k / 71][k % 71];
    printf("%ld\n", s);
    return 0;
}
