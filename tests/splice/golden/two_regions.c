/* Two regions in one function, one of them in an if without braces, and one
 * that is kept. */
#define SIZE 10
#include <math.h>
static int last;
int f(int n, double a[n][n], double *b)
{
    double s = 2.0;
    if (n > 3)
        #pragma hedra tile(4, \
                           4)
        for (int i = 0; i < n; i++) a[i][i] = s;
    else
        b[0] = 1;
    int i, j;
#pragma scop
    for (i = 0; i < n; i++) {
        for (j = n; j > i; j -= 2) b[i] += 1;
    }
#pragma endscop
    # pragma scop
    s = 1;
#pragma endscop
#pragma scope
    return i + j + (s > 1);
}
#line 700 "other \"file\".y"
void g(double *x) {
    /* # line 5 "no" */ #pragma scop
    x[0] = 1; /* rest */ last = __LINE__;
}
