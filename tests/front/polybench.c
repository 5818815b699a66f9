/* The shape of PolyBench's sources: its macros, arrays and types. */
#ifdef FIXED
#define DIMENSION(var, fixed, variable) var[fixed + 0]
#define BOUND(fixed, variable) fixed
#else
#define DIMENSION(var, fixed, variable) var[variable + 0]
#define BOUND(fixed, variable) variable
#endif
#define DIMENSIONS(var, f1, f2, v1, v2) DIMENSION(DIMENSION(var, f1, v1), f2, v2)
#define SCALAR(x) x##f
#define DATA float
#define NI 20
#define NJ 22
#define BOUND_NI BOUND(NI, ni)
#define BOUND_NJ BOUND(NJ, nj)

static void kernel(int ni, int nj, DATA alpha,
                   DATA DIMENSIONS(A, NI, NJ, ni, nj), DATA DIMENSION(x, NJ, nj),
                   DATA DIMENSION(y, NI, ni))
{
    int i, j;

#pragma scop
    for (i = 0; i < BOUND_NI; i++) {
        y[i] = SCALAR(0.0);
        for (j = 0; j < BOUND_NJ; j++)
            y[i] += alpha * A[i][j] * x[j];
    }
#pragma endscop
}

void use(int ni, int nj, DATA (*A)[ni][nj], DATA (*x)[nj], DATA (*y)[ni])
{
    kernel(ni, nj, 2, *A, *x, *y);
}
