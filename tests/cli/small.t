A call that has little to do runs as plain C, by an estimate of its work from the
sizes that it has; where kernels compute other bits, since products are added
without rounding them first, it does not depend on what other calls took.

  $ cat > small.c <<'END'
  > #include <stdio.h>
  > #include <stdlib.h>
  > static double a[300][300], b[300][300], c[300][300];
  > void product(int n)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = 0; k < n; k++)
  >                 c[i][j] += a[i][k] * b[k][j];
  > }
  > void lower(int n)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j <= i; j++)
  >             for (int k = j; k < 2 * n - j; k += 2)
  >                 c[i][j] += a[i][k] / b[k][j];
  > }
  > void halves(int n)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n / 2; i++)
  >         for (int j = 0; j < n; j++)
  >             a[i][j] += b[i][j];
  > }
  > void until(int n)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < c[i][0]; j++)
  >             a[i][j] = a[i][j] * 2 + 1;
  > }
  > int main(int argc, char **argv)
  > {
  >     for (int k = 1; k < argc; k++)
  >         product(atoi(argv[k]));
  >     printf("%g\n", c[0][0]);
  > }
  > END
  $ hedrac -w --targets=host small.c -o small.out
  $ grep -A5 'double hedra_work' small.out
      const double hedra_work = 0
          + 6
              * hedra_trips(0 + (double)p_n)
              * hedra_trips(0 + (double)p_n)
              * hedra_trips(0 + (double)p_n);
      if (hedra_small(&hedra_product_1_module, hedra_work < 9216, 0))
  --
      const double hedra_work = 0
          + 21
              * hedra_trips(0 + (double)p_n)
              * hedra_trips(1 + 0.5 * (double)p_n)
              * hedra_trips(0 + 0.75 * (double)p_n);
      if (hedra_small(&hedra_lower_2_module, hedra_work < 9216, 0))
  --
      const double hedra_work = 0
          + 4
              * hedra_trips(0 + 0.5 * (double)p_n)
              * hedra_trips(0 + (double)p_n);
      if (hedra_small(&hedra_halves_3_module, hedra_work < 9216, 0))
          return 1;
  $ run() { HEDRA_CHOOSE=$1 HEDRA_DEVICE=host HEDRA_THREADS=2 HEDRA_STATS=1 hedrac --run small.c -- ${@:2} 2>&1 | grep product | grep -oE '(host|plain).*' | tr -s ' ' | cut -d ' ' -f 1-4; }; run auto 5 250 5 5 8; run hedra 5
  host, 2 threads 1
  plain C: chosen 4
  host, 2 threads 1
