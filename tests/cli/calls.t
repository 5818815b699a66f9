A region that runs plain is not asked about again while what says how often its
loops run stays of one magnitude. What only subscripts mention, as j and k, counts
for nothing.

  $ cat > calls.c <<'END'
  > void line(int n, int m, int j, int k, int f, int a[n][9][9], int b[n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (i != m)
  >             a[i][j][k] += f * b[i];
  > }
  > END
  $ hedrac calls.c -o - | grep -o 'hedra_size(.*'
  hedra_size(hedra_sizes, p_n);
  hedra_size(hedra_sizes, p_m);

