Steps of a closure in blocks, and without them where the limits are too low.

  $ cat > paths.c <<'END'
  > void paths(int n, int a[restrict n][n])
  > {
  > #pragma hedra
  >     for (int k = 0; k < n; k++)
  >         for (int i = 0; i < n; i++)
  >             for (int j = 0; j < n; j++)
  >                 a[i][j] = a[i][k] + a[k][j] < a[i][j] ? a[i][k] + a[k][j] : a[i][j];
  > }
  > END
  $ hedrac --explain paths.c -o /dev/null 2>&1 | grep -c 'blocks of 32 steps are done together'
  1
  $ hedrac --max-operations=300000 --explain paths.c -o /dev/null 2>&1 | grep -c 'steps are not done in blocks'
  1
  $ hedrac --max-operations=300000 --explain paths.c -o /dev/null 2>&1 | grep -c 'blocks of 32 steps'
  0
  [1]
