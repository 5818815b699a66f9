Where vectors gain nothing, the plain nest runs. Subscripts that tests bound, a copy of a
loop's counter and what a choice cuts off, are known; but elements of which choices say where
they are vectors load one by one.

  $ cat > clamps.c <<'END'
  > int crossings(const float *restrict x, int n, float at)
  > {
  >     int in = 0;
  >     for (int i = 0, j = n - 1; i < n; j = i++)
  >         if ((x[i] > at) != (x[j] > at))
  >             in = !in;
  >     return in;
  > }
  > void classify(const float *x, int n, const float *at, int m, char *out)
  > {
  > #pragma hedra
  >     for (int i = 0; i < m; i++)
  >         out[i] = crossings(x, n, at[i]);
  > }
  > static int clamp(int v, int n) { return v < 0 ? 0 : v >= n ? n - 1 : v; }
  > void scale(const float *in, int n, float *out, int m, float by)
  > {
  > #pragma hedra
  >     for (int i = 0; i < m; i++) {
  >         float at = i * by, s = in[clamp((int)at, n)];
  >         out[i] = s > 0 ? s * 0.5f + at : s * s;
  >     }
  > }
  > END
  $ hedrac --targets=host --explain clamps.c -o clamps.out 2>&1 |
  >     grep -o 'runs: host[^;]*\|expected: host: [^;(]*'
  runs: host: plain C, threads share 'i' (line 12)
  expected: host: as fast as the plain nest, kernels would gain nothing
  runs: host: plain C, threads share 'i' (line 19)
  expected: host: as fast as the plain nest, kernels would gain nothing

Nor is more gained where elements of which a body has the place from memory are chosen into
a local array, and not where several tests, one in the other, mostly end an iteration: vectors
would compute all that stands behind them.

  $ cat > tests.c <<'END'
  > #include <math.h>
  > static const int ex[5] = {0, 1, 0, -1, 0}, ey[5] = {0, 0, 1, 0, -1};
  > void stream(int nx, int ny, const double *restrict f, double *restrict g,
  >             const char *restrict solid)
  > {
  > #pragma hedra
  >     for (int y = 1; y < ny - 1; y++)
  >         for (int x = 1; x < nx - 1; x++) {
  >             double in[5], rho = 0;
  >             for (int q = 0; q < 5; q++) {
  >                 int xs = x - ex[q], ys = y - ey[q];
  >                 if (solid[ys * nx + xs])
  >                     in[q] = f[(4 - q) * ny * nx + y * nx + x];
  >                 else
  >                     in[q] = f[q * ny * nx + ys * nx + xs];
  >                 rho += in[q];
  >             }
  >             for (int q = 0; q < 5; q++)
  >                 g[q * ny * nx + y * nx + x] = in[q] - 0.1 * rho;
  >         }
  > }
  > struct ball { float x, y, z, r; };
  > struct ray { float x, y, z, t; };
  > void nearest(struct ray *restrict ray, int n, const struct ball *restrict b, int m)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int k = 0; k < m; k++) {
  >             float dx = b[k].x - ray[i].x, dy = b[k].y - ray[i].y;
  >             float far = dx * dx + dy * dy;
  >             if (far > b[k].r) continue;
  >             float in = sqrtf(b[k].r - far), t = b[k].z - ray[i].z - in;
  >             if (t < 0.01f) continue;
  >             if (t < ray[i].t) ray[i].t = t;
  >         }
  > }
  > END
  $ hedrac --targets=host --explain tests.c -o tests.out 2>&1 |
  >     grep -o 'runs: host[^;]*\|expected: host: [^;(]*'
  runs: host: plain C, threads share 'y' (line 7)
  expected: host: as fast as the plain nest, kernels would gain nothing
  runs: host: plain C, threads share 'i' (line 27)
  expected: host: as fast as the plain nest, kernels would gain nothing

Kernels add the terms of a sum in order, too, where it is a variable: only functions whose
values fill vectors make that faster.

  $ cat > sums.c <<'END'
  > #include <math.h>
  > void rows(int n, int m, const float *restrict x, float *restrict out)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         float sum = 0;
  >         for (int k = 0; k < m; k++)
  >             sum += x[i * m + k] * x[i * m + k];
  >         out[i] = 1 / sqrtf(sum / m);
  >     }
  > }
  > void waves(int n, int m, const float *restrict x, float *restrict out)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         float sum = 0;
  >         for (int k = 0; k < m; k++)
  >             sum += sinf(x[k] - x[i]);
  >         out[i] = sum;
  >     }
  > }
  > END
  $ hedrac --targets=host --explain sums.c -o sums.out 2>&1 |
  >     grep -o 'expected: host: [^;(]*'
  expected: host: as fast as the plain nest, kernels would gain nothing
  expected: host: faster, the sums of several rows fill vectors
