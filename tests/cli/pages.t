With HEDRA_PAGES=large arrays that a nest fills get large pages: what it writes
row by row, and members of structures that lie close to each other; not a
column, a diagonal, parts of long rows, what data choose, or what is only read.

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
  > END
  $ hedrac -w fill.c -o - | grep -c 'hedra_fill('
  3
  $ hedrac -w fill.c -o - | grep -o 'HEDRA_[A-Z]* .*HEDRA_FILL'
  HEDRA_WRITE | HEDRA_DISCARD | HEDRA_FILL
  HEDRA_WRITE | HEDRA_FILL
  HEDRA_WRITE | HEDRA_FILL

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
  > void part(int n, int m, int length, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             y[i * length + j] = i;
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
  $ hedrac -w sparse.c -o - | grep -c 'hedra_fill(\|HEDRA_FILL'
  0
  [1]
