Decisions that the user takes in the model's place.

  $ cat > sums.c <<'EOF'
  > void sums(int n, float a[restrict n][n], float b[restrict n][n], float c[restrict n][n])
  > {
  > #pragma hedra
  >     {
  >         for (int i = 0; i < n; i++)
  >             for (int j = 0; j < n; j++)
  >                 c[i][j] = a[i][j] + b[i][j];
  >         for (int i = 0; i < n; i++)
  >             for (int j = 0; j < n; j++)
  >                 b[i][j] = c[i][j] - b[i][j];
  >     }
  > }
  > EOF
  $ hedrac --emit=kir sums.c | grep -o '^kernel .*_k. [0-9 ]*'
  kernel hedra_sums_1_k0 32 8 1 
  $ hedrac --choose=gpu.2.x=16,gpu.2.y=4 --emit=kir sums.c | grep -o '^kernel .*_k. [0-9 ]*'
  kernel hedra_sums_1_k0 16 4 1 
  $ hedrac --choose=gpu.2.x=16 --choose=gpu.2.y=4,fuse=1 --emit=kir sums.c | grep -o '^kernel .*_k. [0-9 ]*'
  kernel hedra_sums_1_k0 16 4 1 
  kernel hedra_sums_1_k1 16 4 1 
  $ cat > product.c <<'EOF'
  > void product(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = 0; k < n; k++)
  >                 c[i][j] += a[i][k] * b[k][j];
  > }
  > EOF
  $ hedrac --choose=host.first=3,host.middle=5,host.last=7 --emit=c product.c | grep -oE 'hdk_block \* 3|\+= [57]\)'
  hdk_block * 3
  += 5)
  += 7)

Nests of their own in one kernel, or a condition in the innermost loop; tiles that
fit the caches with what is given.

  $ sed 's/^    for (int i/&/; s/^        for (int j.*/&  {/; s/^            for (int k/                c[i][j] = 0;\n&/; s/^}$/        }\n}/' product.c > zero.c
  $ hedrac --targets=host --emit=schedule zero.c | sed -n '/to the host/,$p' | grep -c schedule:
  3
  $ hedrac --targets=host --choose=host.fission=1 --emit=schedule zero.c | sed -n '/to the host/,$p' | grep -c schedule:
  2
  $ hedrac --targets=host --choose=host.middle=8 --explain zero.c -o /dev/null 2>&1 | grep -o 'of tiles of [0-9x ]*'
  of tiles of 16 x 8 x 256

The clause tile goes before them; --tune tries them by itself.

  $ hedrac --choose=gpu.2.x=8 --emit=kir sums.c | grep -o '^kernel .*_k. [0-9 ]*'
  kernel hedra_sums_1_k0 8 8 1 
  $ sed 's/#pragma hedra/& tile(4, 64)/' sums.c > tiled.c
  $ hedrac --choose=gpu.2.x=8 --emit=kir tiled.c | grep -o '^kernel .*_k. [0-9 ]*'
  kernel hedra_sums_1_k0 8 2 1 
  $ hedrac --tune --choose=fuse=1 sums.c
  hedrac: error: --tune goes with neither --choose nor --sweeps, since it tries these choices [usage]
  1 error generated.
  [2]
  $ hedrac --tune --sweeps=4 sums.c
  hedrac: error: --tune goes with neither --choose nor --sweeps, since it tries these choices [usage]
  1 error generated.
  [2]

What is no decision is refused.

  $ hedrac --choose=speed=11 sums.c
  hedrac: error: '--choose=': 'speed' is no choice [usage]
  1 error generated.
  [2]
  $ hedrac --choose=gpu.2.x=4096 sums.c
  hedrac: error: '--choose=': 'gpu.2.x=4096': expected 1 to 1024 [usage]
  1 error generated.
  [2]
  $ hedrac --choose=fuse sums.c
  hedrac: error: '--choose=': 'fuse': expected 1 to 4 [usage]
  1 error generated.
  [2]
  $ hedrac --choose=fuse=1,fuse=2 sums.c
  hedrac: error: '--choose=': 'fuse' comes twice [usage]
  1 error generated.
  [2]
  $ hedrac --choose=, sums.c
  hedrac: error: '--choose=,': expected NAME=N[,NAME=N...] [usage]
  1 error generated.
  [2]

What kernels gain with short loops is no reason to take longer for the long ones
beside them. Loops are not fused where threads would get pieces of rows by that, if
it is not much that it saves.

  $ cat > gains.c <<'EOF'
  > #include <math.h>
  > #include <string.h>
  > void jacobi(int n, double *restrict a, double *restrict b, double *restrict x, double *restrict y, double *restrict most)
  > {
  > #pragma hedra
  >     {
  >         for (int i = 0; i < n; i++) {
  >             double s = b[i];
  >             for (int j = 0; j < n; j++)
  >                 if (j != i)
  >                     s -= a[i * n + j] * x[j];
  >             y[i] = s / a[i * n + i];
  >         }
  >         for (int i = 0; i < n; i++)
  >             if (fabs(y[i] - x[i]) > *most)
  >                 *most = fabs(y[i] - x[i]);
  >     }
  > }
  > void farthest(int n, double *restrict x, double *restrict y, double *restrict most)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (fabs(y[i] - x[i]) > *most)
  >             *most = fabs(y[i] - x[i]);
  > }
  > int nearest(int n, const unsigned char *restrict on)
  > {
  >     int first = n;
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (on[i] && i < first)
  >             first = i;
  >     return first;
  > }
  > void least(int n, const int *restrict x, int *restrict first)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] < *first)
  >             *first = x[i];
  > }
  > void rows(int n, int m, double a[restrict n][m], double b[restrict n][m], double c[restrict n][m])
  > {
  > #pragma hedra
  >     {
  >         memset(a, 0, sizeof(double) * n * m);
  >         for (int i = 0; i < n; i++)
  >             for (int j = 0; j < m; j++)
  >                 a[i][j] += i + j;
  >         memcpy(b, a, n * m * sizeof a[0][0]);
  >         memcpy(c, b, n * m * sizeof a[0][0]);
  >         memcpy(a[1], a[0], sizeof a[0]);
  >     }
  > }
  > EOF
  $ hedrac --explain gains.c -o /dev/null 2>&1 | grep -oE 'expected: host: [^;(]*[a-z]|on the host loops are fused [^:]*'
  expected: host: as fast as the plain nest, kernels would gain nothing
  expected: host: faster, extremes are taken apart, so that they fill vectors
  expected: host: faster, extremes of what a condition admits are taken apart, so that they fill vectors
  expected: host: as fast as the plain nest, kernels would gain nothing
  expected: host: faster, loops are fused
  on the host loops are fused only where no parallel loop is lost

Kernels run where they go from one element that is not 0 to the next, which the
pass nonzero finds last; without it the plain nest does.

  $ cat > sparse.c <<'EOF'
  > void sparse(int n, const int block[restrict n][16], int out[restrict n][17])
  > {
  > #pragma hedra independent(i)
  >     for (int i = 0; i < n; i++) {
  >         int level[16], at = 0;
  >         for (int k = 0; k < 16; k++)
  >             level[k] = block[i][k] / 8;
  >         for (int k = 15; k >= 0 && at < 16; k--)
  >             if (level[k] != 0) {
  >                 out[i][at] = level[k] + 16 * k;
  >                 at++;
  >             }
  >         out[i][16] = at;
  >     }
  > }
  > EOF
  $ hedrac --explain sparse.c -o /dev/null 2>&1 | grep -oE 'expected: host: [^;(]*[a-z]|[^ ]* [^ ]* the plain nest runs'
  expected: host: faster, loops go from one element that is not 0 to the next
  $ hedrac --without=nonzero --explain sparse.c -o /dev/null 2>&1 | grep -oE 'expected: host: [^;(]*[a-z]|[^ ]* [^ ]* the plain nest runs'
  expected: host: as fast as the plain nest, kernels would gain nothing
  the host the plain nest runs

So they do where rows of a table, each cell of which waits for the one to its left,
are the lanes of vectors.

  $ cat > table.c <<'EOF'
  > void table(int n, const int a[restrict n], const int b[restrict n], int d[restrict n + 1][n + 1])
  > {
  > #pragma hedra
  >     for (int i = 1; i <= n; i++)
  >         for (int j = 1; j <= n; j++) {
  >             int gap = (d[i - 1][j] < d[i][j - 1] ? d[i - 1][j] : d[i][j - 1]) + 1;
  >             int both = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
  >             d[i][j] = gap < both ? gap : both;
  >         }
  > }
  > EOF
  $ hedrac --explain table.c -o /dev/null 2>&1 | grep -oE 'expected: host: [^;(]*[a-z]|[^ ]* [^ ]* the plain nest runs'
  expected: host: faster, neighbouring rows fill vectors
  $ hedrac --without=wavefront --explain table.c -o /dev/null 2>&1 | grep -oE 'expected: host: [^;(]*[a-z]|[^ ]* [^ ]* the plain nest runs'
  expected: host: as fast as the plain nest, kernels would gain nothing
  the host the plain nest runs
