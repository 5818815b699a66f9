The host's threads take several steps of a stencil at a time: its launches, and the same
results whatever the number of steps and the sizes.

  $ cat > waves.c <<'END'
  > #include <stdio.h>
  > #include <stdlib.h>
  > 
  > static void waves(int steps, int n, int m, double e[restrict n][m], double f[restrict n][m],
  >                   double h[restrict n][m], double s[restrict steps])
  > {
  > #pragma hedra
  >     for (int t = 0; t < steps; t++) {
  >         for (int j = 0; j < m; j++)
  >             e[0][j] = s[t];
  >         for (int i = 1; i < n; i++)
  >             for (int j = 0; j < m; j++)
  >                 e[i][j] = e[i][j] - 0.5 * (h[i][j] - h[i - 1][j]);
  >         for (int i = 0; i < n; i++)
  >             for (int j = 1; j < m; j++)
  >                 f[i][j] = f[i][j] - 0.5 * (h[i][j] - h[i][j - 1]);
  >         for (int i = 0; i < n - 1; i++)
  >             for (int j = 0; j < m - 2; j++)
  >                 h[i][j] = h[i][j] - 0.7 * (f[i][j + 2] - f[i][j] + e[i + 1][j] - e[i][j]);
  >     }
  > }
  > 
  > static void run(int steps, int n, int m)
  > {
  >     double *a[3], *s = malloc(sizeof *s * (size_t)(steps + 1)), sum = 0;
  >     for (int k = 0; k < 3; k++) {
  >         a[k] = malloc(sizeof **a * (size_t)(n * m + 1));
  >         for (int i = 0; i < n * m; i++)
  >             a[k][i] = 1.0 / (1 + (i * 37 + k * 11) % 101);
  >     }
  >     for (int t = 0; t < steps; t++)
  >         s[t] = 1.0 / (t + 3);
  >     waves(steps, n, m, (void *)a[0], (void *)a[1], (void *)a[2], s);
  >     for (int k = 0; k < 3; k++)
  >         for (int i = 0; i < n * m; i++)
  >             sum = 0.999 * sum + a[k][i];
  >     printf(" %a", sum);
  > }
  > 
  > int main(void)
  > {
  >     run(0, 9, 9), run(1, 40, 30), run(7, 1, 20), run(8, 200, 3), run(23, 61, 47);
  >     puts("");
  > }
  > END
  $ hedrac --explain waves.c -o /dev/null 2>&1 | grep -o "the host's threads do.*"
  the host's threads do up to 16 steps of this loop at a time, in tiles of 34 elements along the first dimension skewed inwards, then between these, if the arrays are too large for a core's caches: the arrays are read about twice in so many steps, not 4 times in each [trapezoids]
  $ hedrac --choose=host.time=5 --explain waves.c -o /dev/null 2>&1 | grep -o "the host's threads do.*"
  the host's threads do 5 steps of this loop at a time, in tiles of 12 elements along the first dimension skewed inwards, then between these: the arrays are read about twice in so many steps, not 4 times in each [trapezoids]
  $ hedrac --choose=host.time=1 --explain waves.c -o /dev/null 2>&1 | grep -o "the host's threads do.*"
  [1]
  $ hedrac --choose=host.time=5,host.time.stripe=7 --emit=kir waves.c | grep '_t0'
  kernel hedra_waves_1_t0 1 1 1 line 8 {
                  launch hedra_waves_1_t0 ( %17 1:i64 1:i64 ) ( @1 @0 @2 @3 $n $m 0:i64 %17 %20 %22 7:i64 )
                      launch hedra_waves_1_t0 ( %18 1:i64 1:i64 ) ( @1 @0 @2 @3 $n $m 1:i64 %17 %20 %22 7:i64 )
  $ hedrac --choose=host.time=5 --emit=schedule waves.c | grep -A 4 trapezoids
  # trapezoids in time
  O0: 5 steps of S0 S1 S2 S3
    left: 1 each step, sweeps +0, +0, +0, +0
    right: 1 each step, sweeps +0, +0, +0, +1
    stripes: 2 each step, sweeps +0, +0, +0, +2

  $ cc -O1 -ffp-contract=off -w waves.c -o waves && ./waves > plain
  $ for steps in 1 2 5 8; do HEDRA_DEVICE=host HEDRA_THREADS=3 hedrac -w -ffp-contract=off --choose=host.time=$steps,host.time.stripe=7 --run waves.c | cmp - plain; done
  $ cat plain
   0x1.6f78e85d5ead9p+3 0x1.98b3304901708p+5 0x1.c8a26960f2c19p+1 0x1.1622de7454cfbp+5 -0x1.748672afb0156p+14

Stencils of one dimension are one thread's, unless there are several tiles: what the first
cache holds, or one for each thread. The results are the same with any number of these.

  $ cat > lines.c <<'END'
  > #include <stdio.h>
  > #include <stdlib.h>
  > 
  > static void chain(int steps, int n, double a[restrict n], double b[restrict n],
  >                   double c[restrict n], double s[restrict steps])
  > {
  > #pragma hedra
  >     {
  >         for (int t = 0; t < steps; t++) {
  >             a[0] = s[t];
  >             for (int i = 1; i < n - 1; i++)
  >                 b[i] = 0.5 * (a[i - 1] + a[i + 1]) + t;
  >             for (int i = 2; i < n - 3; i++)
  >                 c[i] = 0.25 * (b[i + 2] + b[i - 1]);
  >             for (int i = 3; i < n - 1; i++)
  >                 a[i] = 0.25 * (c[i - 2] + b[i]) + 0.1 * a[i];
  >         }
  >         for (int i = 0; i < n; i++)
  >             c[i] = c[i] - a[i];
  >         for (int t = 0; t < steps; t++) {
  >             for (int i = 2; i < n - 2; i++)
  >                 b[i] = c[i] * (a[i - 2] + a[i - 1] + a[i] + a[i + 1] + a[i + 2]);
  >             for (int i = 2; i < n - 2; i++)
  >                 a[i] = 0.01 * b[i];
  >         }
  >     }
  > }
  > 
  > static void run(int steps, int n)
  > {
  >     double *a[3], *s = malloc(sizeof *s * (size_t)(steps + 1)), sum = 0;
  >     for (int k = 0; k < 3; k++) {
  >         a[k] = malloc(sizeof **a * (size_t)(n + 1));
  >         for (int i = 0; i < n; i++)
  >             a[k][i] = 1.0 / (1 + (i * 37 + k * 11) % 101);
  >     }
  >     for (int t = 0; t < steps; t++)
  >         s[t] = 1.0 / (t + 3);
  >     chain(steps, n, a[0], a[1], a[2], s);
  >     for (int k = 0; k < 3; k++)
  >         for (int i = 0; i < n; i++)
  >             sum = 0.999 * sum + a[k][i];
  >     printf(" %a", sum);
  > }
  > 
  > int main(void)
  > {
  >     run(0, 5000), run(1, 3), run(9, 1), run(5, 1100), run(150, 1025), run(300, 20000);
  >     puts("");
  > }
  > END
  $ hedrac --explain lines.c -o /dev/null 2>&1 | grep -o "the host's threads do.*"
  the host's threads do up to 128 steps of this loop at a time, in tiles of what a core's first cache holds, one for each thread at least, skewed inwards, then between these, if there are several: the arrays are read about twice in so many steps, not 4 times in each [trapezoids]
  the host's threads do up to 128 steps of this loop at a time, in tiles of what a core's first cache holds, one for each thread at least, skewed inwards, then between these, if there are several: the arrays are read about twice in so many steps, not 2 times in each [trapezoids]
  $ hedrac --emit=kir lines.c | grep -E '= threads|launch .*_[ht][0-9]'
              %10:i64 = threads %9
                      launch hedra_chain_1_t0 ( %19 1:i64 1:i64 ) ( @1 @0 @2 @3 $n 0:i64 %19 %34 %36 )
                          launch hedra_chain_1_t0 ( %31 1:i64 1:i64 ) ( @1 @0 @2 @3 $n 1:i64 %19 %34 %36 )
              launch hedra_chain_1_h0 ( 1:i64 1:i64 1:i64 ) ( @1 @0 @2 @3 $steps $n )
          launch hedra_chain_1_h1 ( $n 1:i64 1:i64 ) ( @3 @0 )
                  %47:i64 = threads %46
                          launch hedra_chain_1_t1 ( %53 1:i64 1:i64 ) ( @3 @0 @2 $n 0:i64 %53 %65 %67 )
                              launch hedra_chain_1_t1 ( %62 1:i64 1:i64 ) ( @3 @0 @2 $n 1:i64 %53 %65 %67 )
                  launch hedra_chain_1_h2 ( 1:i64 1:i64 1:i64 ) ( @3 @0 @2 $steps $n )
  $ hedrac --emit=schedule lines.c | grep -A 7 trapezoids
  # trapezoids in time
  O0: 128 steps of S0 S1 S2 S3
    left: 4 each step, sweeps +0, +1, +2, +4
    right: 3 each step, sweeps +0, +1, +3, +2
  O1: 128 steps of S5 S6
    left: 4 each step, sweeps +0, +2
    right: 4 each step, sweeps +0, +2
  
  $ cc -O1 -ffp-contract=off -w lines.c -o lines && ./lines > plain
  $ for threads in 1 2 3 16; do HEDRA_DEVICE=host HEDRA_THREADS=$threads hedrac -w -ffp-contract=off --run lines.c | cmp - plain; done
  $ HEDRA_DEVICE=host HEDRA_THREADS=3 hedrac -w -ffp-contract=off --choose=host.time=7 --run lines.c | cmp - plain

A loop that ends by a test goes sweep by sweep, and so does one over time whose sweep
depends on itself.

  $ cat > not.c <<'END'
  > void converge(int n, double a[restrict n][n], double b[restrict n][n])
  > {
  >     double far = 1;
  > #pragma hedra
  >     while (far > 1e-3) {
  >         far = 0;
  >         for (int i = 1; i < n - 1; i++)
  >             for (int j = 1; j < n - 1; j++) {
  >                 b[i][j] = 0.25 * (a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
  >                 far = b[i][j] - a[i][j] > far ? b[i][j] - a[i][j] : far;
  >             }
  >         for (int i = 1; i < n - 1; i++)
  >             for (int j = 1; j < n - 1; j++)
  >                 a[i][j] = b[i][j];
  >     }
  > }
  > void relax(int steps, int n, double a[restrict n][n])
  > {
  > #pragma hedra
  >     for (int t = 0; t < steps; t++)
  >         for (int i = 1; i < n - 1; i++)
  >             for (int j = 1; j < n - 1; j++)
  >                 a[i][j] = 0.25 * (a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
  > }
  > END
  $ hedrac -w --choose=host.time=5 --emit=kir not.c | grep '_t0'
  [1]
