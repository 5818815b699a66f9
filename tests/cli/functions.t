Kernels of the host fill vectors with exponentials, logarithms, powers and circular
functions.
What the C compiler computes itself, since it is of constants, or may be where
short loops are written out, stays the compiler's: it rounds some as the C library
does not.

  $ cat > functions.c <<'EOF'
  > #include <math.h>
  > void ramps(int n, const float x[restrict n], float y[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = expf(-x[i]) * logf(x[i]) + sinf(x[i]) * sinf(-19.2f);
  > }
  > void powers(int n, const double x[restrict n], double y[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = exp(x[i]) * atan(x[i]);
  > }
  > void fades(int n, double y[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = exp(-.01 * i);
  > }
  > void window(int n, const double x[restrict n][n], double y[restrict n][n])
  > {
  > #pragma hedra
  >     for (int i = 2; i < n - 2; i++)
  >         for (int j = 2; j < n - 2; j++) {
  >             double s = 0, t = 0;
  >             for (int v = -2; v <= 2; v++)
  >                 for (int u = -2; u <= 2; u++) {
  >                     s += x[i + v][j + u];
  >                     t += exp(x[i + v][j + u] - x[i][j]);
  >                 }
  >             y[i][j] = s / t;
  >         }
  > }
  > void blur(int n, const double x[restrict n][n], double y[restrict n][n])
  > {
  > #pragma hedra
  >     for (int i = 2; i < n - 2; i++)
  >         for (int j = 2; j < n - 2; j++) {
  >             double s = 0, t = 0;
  >             for (int v = -2; v <= 2; v++)
  >                 for (int u = -2; u <= 2; u++) {
  >                     s += exp(-(u * u + v * v) / 5.9) * x[i + v][j + u];
  >                     t += exp(x[i + v][j + u]);
  >                 }
  >             y[i][j] = s / t;
  >         }
  > }
  > void gates(int n, const float x[restrict n][n], float y[restrict n][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++) {
  >             float s = 0;
  >             for (int k = 0; k < 3; k++)
  >                 if (x[i][j] > k)
  >                     s += expf(x[i][j] - k);
  >             y[i][j] = s;
  >         }
  > }
  > void curves(int n, const double x[restrict n], double y[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = log(x[i]) + pow(x[i], 2.2) + pow(x[i], 2) + pow(2, x[i]) +
  >                sin(x[i]) * cos(x[i]);
  > }
  > void bends(int n, const float x[restrict n], float y[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = exp2f(x[i]) + log2f(x[i]) + powf(x[i], -3) + tanhf(x[i]);
  > }
  > void angles(int n, const float x[restrict n], float y[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = erff(x[i]) + atanf(x[i]) + atan2f(x[i], 2) + hypotf(x[i], 3);
  > }
  > EOF
  $ hedrac --targets=host --explain functions.c -o functions.out.c 2>&1 | grep -oE 'expected: host: [^;(]*[a-z]'
  expected: host: faster, functions such as exp fill vectors
  expected: host: as fast as the plain nest, kernels would gain nothing
  expected: host: faster, functions such as exp fill vectors
  expected: host: faster, functions such as exp fill vectors
  expected: host: faster, functions such as exp fill vectors
  expected: host: as fast as the plain nest, kernels would gain nothing
  expected: host: faster, functions such as exp fill vectors
  expected: host: faster, functions such as exp fill vectors
  expected: host: faster, functions such as exp fill vectors
  $ sed -n '/_h0_body(/,/^}/p' functions.out.c | grep -oE 'HD_(MATH|VECTOR)\([a-z0-9]*\)|HD_WRITTEN_OUT|restrict hd_y' | uniq
  restrict hd_y
  HD_VECTOR(expf)
  HD_VECTOR(logf)
  HD_VECTOR(sinf)
  HD_MATH(sinf)
  restrict hd_y
  HD_VECTOR(exp)
  HD_MATH(atan)
  restrict hd_y
  HD_VECTOR(exp)
  restrict hd_y
  HD_WRITTEN_OUT
  HD_VECTOR(exp)
  restrict hd_y
  HD_MATH(exp)
  HD_VECTOR(exp)
  restrict hd_y
  HD_WRITTEN_OUT
  HD_VECTOR(expf)
  restrict hd_y
  HD_VECTOR(log)
  HD_VECTOR(pow)
  HD_VECTOR(sin)
  HD_VECTOR(cos)
  HD_MATH(pow)
  HD_VECTOR(pow)
  restrict hd_y
  HD_VECTOR(exp2f)
  HD_VECTOR(log2f)
  HD_VECTOR(powf)
  HD_VECTOR(tanhf)
  restrict hd_y
  HD_VECTOR(erff)
  HD_VECTOR(atanf)
  HD_VECTOR(atan2f)
  HD_VECTOR(hypotf)

A sum that changes between where it is read and where a function is added to what
was read is no running sum.

  $ cat > changed.c <<'EOF'
  > #include <math.h>
  > #include <stdio.h>
  > enum { ROWS = 64, COLUMNS = 50 };
  > static double x[ROWS][COLUMNS], s[ROWS];
  > int main(void)
  > {
  >     for (int i = 0; i < ROWS; i++)
  >         for (int j = 0; j < COLUMNS; j++)
  >             x[i][j] = (i * 7 + j * 3) % 11 - 5;
  > #pragma hedra
  >     for (int i = 0; i < ROWS; i++) {
  >         double a = 1;
  >         for (int j = 0; j < COLUMNS; j++) {
  >             double v = x[i][j], before = a;
  >             a = a * 0.5;
  >             if (v > 0)
  >                 a = before + exp(v);
  >         }
  >         s[i] = a;
  >     }
  >     for (int i = 0; i < ROWS; i++)
  >         printf("%a\n", s[i]);
  > }
  > EOF
  $ cc -w -ffp-contract=off changed.c -o plain -lm && ./plain > expected
  $ HEDRA_DEVICE=host HEDRA_CHOOSE=hedra hedrac -ffp-contract=off --run changed.c | cmp - expected
