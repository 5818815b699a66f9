Rows that are chains of divisions: vectors go across the rows of a chunk. A chain of
products is left as it is.

  $ cat > chains.c <<'EOF'
  > #include <stdio.h>
  > enum { N = 61, M = 45 };
  > static double a[N][M], p[N][M], q[N][M], s[N][M];
  > int main(void)
  > {
  >     double sum = 0;
  >     for (int i = 0; i < N; i++)
  >         for (int j = 0; j < M; j++)
  >             a[i][j] = 1 + (7 * i + 3 * j) % 11 / 7.0;
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int j = 1; j < M; j++) {
  >             p[i][j] = 0.5 / (a[i][j] - 0.25 * p[i][j - 1]);
  >             q[i][j] = (a[i][j] + 0.25 * q[i][j - 1]) / (a[i][j] - 0.25 * p[i][j - 1]);
  >         }
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int j = 1; j < M; j++)
  >             s[i][j] = 0.5 * s[i][j - 1] + a[i][j];
  >     for (int i = 0; i < N; i++)
  >         for (int j = 0; j < M; j++)
  >             sum = sum * 0.75 + p[i][j] + q[i][j] + s[i][j];
  >     printf("%a\n", sum);
  >     return 0;
  > }
  > EOF
  $ hedrac --targets=host chains.c -o chains.hedra.c
  $ for k in 1 2; do sed -n "/^static inline.*hedra_main_${k}_h0_body/,/^}/p" chains.hedra.c | grep -c HD_SIMD; done
  1
  0
  [1]
  $ cc -w -ffp-contract=off chains.c -o plain && ./plain > expected
  $ for n in 1 3 16 64; do HEDRA_DEVICE=host hedrac -ffp-contract=off --choose=host.first=$n --run chains.c > result; cmp result expected; done
