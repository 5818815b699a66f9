Several steps of a stencil in a launch: how many, and whether at all.

  $ cat > smooth.c <<'EOF'
  > void smooth(int steps, int n, double a[restrict n][n], double b[restrict n][n])
  > {
  > #pragma hedra
  >     for (int t = 0; t < steps; t++) {
  >         for (int i = 1; i < n - 1; i++)
  >             for (int j = 1; j < n - 1; j++)
  >                 b[i][j] = 0.25 * (a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
  >         for (int i = 1; i < n - 1; i++)
  >             for (int j = 1; j < n - 1; j++)
  >                 a[i][j] = b[i][j];
  >     }
  > }
  > EOF
  $ hedrac --explain smooth.c -o /dev/null 2>&1 | grep 'overlapped]' | cut -d: -f4-
   remark: a launch does 6 steps of this loop in tiles of 36 x 52, with halos in windows of 48 x 64 in 49152 bytes of shared memory: 0.121 sectors for each element and step, 1.000 sweep by sweep; sweeps compute each element 1.25 times [overlapped]
  $ hedrac --sweeps=4 --explain smooth.c -o /dev/null 2>&1 | grep -o 'a launch does . steps'
  a launch does 2 steps
  $ hedrac --sweeps=1 --emit=kir smooth.c | grep -c '^kernel .*_o0'
  0
  [1]
  $ hedrac --sweeps=auto --emit=kir smooth.c | grep -c '^kernel .*_o0'
  1

What no number of sweeps is, is refused.

  $ hedrac --sweeps=0 smooth.c
  hedrac: error: '--sweeps=0': expected auto|NUMBER [usage]
  1 error generated.
  [2]
  $ hedrac --sweeps=few smooth.c
  hedrac: error: '--sweeps=few': expected auto|NUMBER [usage]
  1 error generated.
  [2]
  $ hedrac --sweeps=1000 smooth.c
  hedrac: error: '--sweeps=1000': expected auto|NUMBER [usage]
  1 error generated.
  [2]
