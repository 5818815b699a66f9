Arrays that a nest fills get their pages before it runs, large ones with
HEDRA_PAGES=large: what it writes row by row, in all branches of an if, and
members of structures that lie close to each other; not a column, a diagonal,
what data choose, or what is only read.

  $ cat > fill.c <<'END'
  > struct cell { float speed[9]; };
  > void all(int n, const float *restrict x, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = 2 * x[i];
  > }
  > void inside(int n, float (*restrict y)[n])
  > {
  > #pragma hedra
  >     for (int i = 1; i < n - 1; i++)
  >         for (int j = 1; j < n - 1; j++)
  >             y[i][j] = i + j;
  > }
  > void members(int n, struct cell *restrict c)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         c[i].speed[2] = i;
  > }
  > void branches(int n, const float *restrict x, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] > 1)
  >             y[i] = 1;
  >         else if (x[i] > 0)
  >             y[i] = x[i];
  >         else
  >             y[i] = 0;
  > }
  > void below(int n, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         for (int j = 1; j < n; j++)
  >             y[i * n + j] += y[i * n + j - 1] > 0 ? y[i * n + j - n] : 1;
  > }
  > END
  $ hedrac -w fill.c -o - | grep '^    hedra_fill('
      hedra_fill(a_y, hedra_range[0], hedra_range[1]);
      hedra_fill(a_y, hedra_range[3], hedra_range[4]);
      hedra_fill(a_c_speed, hedra_range[3], hedra_range[4]);
      hedra_fill(a_y, hedra_range[5], hedra_range[6]);
      hedra_fill(a_y, hedra_range[3], hedra_range[4]);

Of two parts that lie far apart the first one is filled.

  $ cat > apart.c <<'END'
  > void apart(int n, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         y[i] = i;
  >         y[i + 100000000] = i;
  >     }
  > }
  > END
  $ hedrac -w apart.c -o - | grep 'hd_high_1 = hd'
          hd_high_1 = hd_n;

Whether parts of rows are most of them is asked when the region runs, if lengths
are parameters.

  $ cat > part.c <<'END'
  > void part(int n, int m, int length, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             y[i * length + j] = i;
  > }
  > END
  $ hedrac -w part.c -o - | grep -A1 'hd_m \* 2'
      const int64_t hd22 = (int64_t)((uint64_t)hd_m * 2);
      if (!(hd8 & ((int64_t)((uint64_t)hd22 + 31) <= hd_length))) {

  $ cat > sparse.c <<'END'
  > void column(int n, float (*restrict y)[n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i][3] = i;
  > }
  > void diagonal(int n, float (*restrict y)[n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i][i] = i;
  > }
  > void chosen(int n, const float *restrict x, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] > 0)
  >             y[i] = x[i];
  > }
  > void some_branches(int n, const float *restrict x, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] > 1)
  >             y[i] = 1;
  >         else if (x[i] > 0)
  >             y[i] = x[i];
  > }
  > void part(int n, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < 100; j++)
  >             y[i * 10000 + j] = i;
  > }
  > void every_thousandth(int n, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i * 1000] = i;
  > }
  > void scattered(int n, const int *restrict to, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[to[i]] = i;
  > }
  > END
  $ hedrac -w sparse.c -o - | grep -c 'hedra_fill('
  0
  [1]
