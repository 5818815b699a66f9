A factorisation with a local sum is done in blocks of steps as one without, and not
as a wavefront. Which element a sum lives in is said.

  $ cat > factor.c <<'EOF'
  > #include <math.h>
  > void factor(int n, double a[n][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j <= i; j++) {
  >             double s = a[i][j];
  >             for (int k = 0; k < j; k++)
  >                 s -= a[i][k] * a[j][k];
  >             if (i == j)
  >                 a[i][i] = sqrt(s);
  >             else
  >                 a[i][j] = s / a[j][j];
  >         }
  > }
  > EOF
  $ hedrac --explain factor.c -o /dev/null 2>&1 | grep -o 'expected: host: [^;]*'
  expected: host: faster, several steps are done together, in blocks
  $ hedrac --explain=all factor.c -o /dev/null 2>&1 | grep 'privatised]' | cut -d: -f4-
   remark: 's' is summed in the element of 'a' that it is stored to [privatised]

An array is not its sum's place if the loop reads the element itself.

  $ sed 's/k < j/k <= j/' factor.c > itself.c
  $ hedrac --explain=all itself.c -o /dev/null 2>&1 | grep -c 'is summed in'
  0
  [1]

What strides along one loop and is contiguous along the other one is tiled; rows alone
are not.

  $ cat > turn.c <<'EOF'
  > void turn(int n, double *restrict b, const double *restrict a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             b[j * n + i] = a[i * n + j];
  > }
  > EOF
  $ hedrac --explain turn.c -o /dev/null 2>&1 | grep -o 'expected: host: [^;]*'
  expected: host: faster, tiles keep in the caches what strides along one loop and is contiguous along another one
  $ hedrac --explain turn.c -o /dev/null 2>&1 | grep -o 'of tiles of 32 x 32'
  of tiles of 32 x 32
  $ sed 's/b.j \* n + i./b[i * n + j]/' turn.c > copy.c
  $ hedrac --explain copy.c -o /dev/null 2>&1 | grep -o 'expected: host: [^;]*'
  expected: host: as fast as the plain nest, kernels would gain nothing
