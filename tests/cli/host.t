What --explain says of the host: tiles of a sweep that needs what it made in its
row and column before; rows, again and again; what one thread does.

  $ cat > nests.c <<'EOF'
  > void sweep(int n, double a[restrict n][n])
  > {
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         for (int j = 1; j < n; j++)
  >             a[i][j] += a[i - 1][j] + a[i][j - 1];
  > }
  > void smooth(int steps, int n, double a[restrict n][n], double b[restrict n][n])
  > {
  > #pragma hedra
  >     for (int t = 0; t < steps; t++) {
  >         for (int i = 1; i < n - 1; i++)
  >             for (int j = 1; j < n - 1; j++)
  >                 b[i][j] = a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j];
  >         for (int i = 1; i < n - 1; i++)
  >             for (int j = 1; j < n - 1; j++)
  >                 a[i][j] = 0.25 * b[i][j];
  >     }
  > }
  > void product(int n, double a[restrict n][n], double b[restrict n][n],
  >              double c[restrict n][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = 0; k < n; k++)
  >                 c[i][j] += a[i][k] * b[k][j];
  > }
  > void vibrate(int steps, int n, double u[restrict n], double v[restrict n])
  > {
  > #pragma hedra
  >     for (int t = 0; t < steps; t++) {
  >         for (int i = 1; i < n - 1; i++)
  >             v[i] = u[i - 1] + u[i + 1];
  >         for (int i = 1; i < n - 1; i++)
  >             u[i] = 0.5 * v[i];
  >     }
  > }
  > EOF
  $ hedrac --explain nests.c -o /dev/null 2>&1 | grep -E "remark: .*(host|of tiles of)" | cut -d: -f2,4-
  6: remark: the host's threads share this nest, 1 iteration of its outermost parallel loop at a time at least, again in each iteration of 1 loop around it [parallel]
  6: remark: of tiles of 64 x 512, an iteration asks the second cache for 8.11 bytes and memory for 8.11: the model expects memory to limit it [tiled]
  6: remark: 2 loops are tiled for the host's caches, and tiles on a diagonal run in parallel [tiled]
  14: remark: the host's threads share this nest, 1 iteration of its outermost parallel loop at a time at least, again in each iteration of 1 loop around it [parallel]
  17: remark: the host's threads share this nest, 1 iteration of its outermost parallel loop at a time at least, again in each iteration of 1 loop around it [parallel]
  11: remark: the host's threads do up to 16 steps of this loop at a time, in tiles of 67 elements along the first dimension skewed inwards, then between these, if the arrays are too large for a core's caches: the arrays are read about twice in so many steps, not 2 times in each [trapezoids]
  14: remark: on the host, operations per iteration: 3, bytes from the second cache: 16.11, from memory: 16.11 (0.19 operations a byte): the model expects memory to limit it, or waking threads where an iteration of the loops around it has little to do [expected]
  17: remark: on the host, operations per iteration: 1, bytes from the second cache: 16.11, from memory: 16.11 (0.062 operations a byte): the model expects memory to limit it, or waking threads where an iteration of the loops around it has little to do [expected]
  27: remark: the host's threads share this nest, 16 iterations of its outermost parallel loop at a time at least [parallel]
  27: tiles of 4 rows and 32 columns of 'c' stay in the host's registers [tiled]
  27: remark: of tiles of 16 x 32 x 64, an iteration asks the second cache for 0.98 bytes and memory for 0.84: the model expects arithmetic to limit it [tiled]
  27: remark: 3 loops are tiled for the host's caches [tiled]
  27: remark: on the host, operations per iteration: 2, bytes from the second cache: 0.98, from memory: 0.84 (2.4 operations a byte): the model expects arithmetic to limit it [expected]
  34: remark: one thread of the host runs this part [serial]
  32: remark: the host's threads do up to 128 steps of this loop at a time, in tiles of what a core's first cache holds, one for each thread at least, skewed inwards, then between these, if there are several: the arrays are read about twice in so many steps, not 2 times in each [trapezoids]
  34: remark: on the host, one thread runs this part: the model expects the lack of parallelism to limit it [expected]

Results do not depend on who shares what.

  $ cat > sweep.c <<'EOF'
  > #include <stdio.h>
  > static double a[700][900];
  > int main(void)
  > {
  >     double sum = 0;
  >     for (int i = 0; i < 700; i++)
  >         for (int j = 0; j < 900; j++)
  >             a[i][j] = (7 * i + 3 * j) % 11;
  > #pragma hedra
  >     for (int i = 1; i < 700; i++)
  >         for (int j = 1; j < 900; j++)
  >             a[i][j] = 0.3 * (a[i][j] + a[i - 1][j] + a[i][j - 1]);
  >     for (int i = 0; i < 700; i++)
  >         for (int j = 0; j < 900; j++)
  >             sum = sum * 0.75 + a[i][j];
  >     printf("%a\n", sum);
  >     return 0;
  > }
  > EOF
  $ cc -w -ffp-contract=off sweep.c -o plain && ./plain > expected
  $ for n in 1 2 5; do HEDRA_THREADS=$n HEDRA_DEVICE=host hedrac -ffp-contract=off --run sweep.c > result; cmp result expected; done

In a loop of its own, a thread's iterations count in 64 bits all the way to the
subscripts: compilers give vectors up where a counter is narrowed.

  $ cat > scale.c <<'EOF'
  > void scale(int n, const float *restrict x, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] > 0)
  >             y[i] += 2 * x[i];
  > }
  > EOF
  $ hedrac --emit=c scale.c | grep -c 'int32_t)hdk_block'
  0
  [1]

There may be more of them than 32 bits count: what the program narrows stays so.

  $ cat > cut.c <<'EOF'
  > void cut(long n, long *a)
  > {
  > #pragma hedra
  >     for (long i = 0; i < n; i++)
  >         a[i] = (long)(int)i;
  > }
  > EOF
  $ hedrac --emit=c cut.c | grep -oE '= .*int32_t\)[a-z0-9_]*;'
  = (int64_t)(int32_t)hd1;
