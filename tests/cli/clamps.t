Subscripts that tests bound: a copy of a loop's counter, and what a choice cuts off. Elements
of which choices say where they are vectors load one by one, so that the plain nest is as
fast.

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
  >     grep -o 'runs: [^;]*\|expected: host: .*'
  runs: host: plain C, threads share 'i' (line 12)
  expected: host: as fast as the plain nest, kernels would gain nothing
  runs: kernels are expected to gain nothing over what a C compiler makes of it [choice]
  runs: host: plain C, threads share 'i' (line 19)
  expected: host: as fast as the plain nest, kernels would gain nothing
  runs: kernels are expected to gain nothing over what a C compiler makes of it [choice]
