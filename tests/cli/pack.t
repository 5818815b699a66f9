Sums of products whose operands stride along the columns: the columns go innermost,
and what strides is copied to contiguous memory once for all rows. Where columns are
neighbours nothing is copied, unless that is asked for.

  $ cat > products.c <<'EOF'
  > #include <stdio.h>
  > enum { N = 150, M = 90 };
  > static double a[N][M], b[N][M], c[N][N], d[M][N], e[N][N];
  > int main(void)
  > {
  >     double sum = 0;
  >     for (int i = 0; i < N; i++)
  >         for (int j = 0; j < M; j++) {
  >             a[i][j] = (7 * i + 3 * j) % 11 / 7.0;
  >             b[i][j] = (5 * i + 2 * j) % 13 / 9.0;
  >             d[j][i] = (3 * i + 5 * j) % 17 / 3.0;
  >         }
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int k = 0; k < M; k++)
  >             for (int j = 0; j <= i; j++)
  >                 c[i][j] += a[j][k] * b[i][k] + b[j][k] * a[i][k];
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int k = 0; k < M; k++)
  >             for (int j = 0; j < N; j++)
  >                 e[i][j] += a[i][k] * d[k][j];
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int k = i + 1; k < M; k++)
  >             for (int j = 0; j < N; j++)
  >                 e[i][j] += a[k][i] * d[k][j];
  >     for (int i = 0; i < N; i++)
  >         for (int j = 0; j < N; j++)
  >             sum = sum * 0.75 + c[i][j] + e[i][j];
  >     printf("%a\n", sum);
  >     return 0;
  > }
  > EOF
  $ hedrac --explain products.c -o /dev/null 2>&1 | grep -E "these tiles|host.s registers" | cut -d: -f2-
  17: remark: tiles of 4 rows and 32 columns of 'c' stay in the host's registers [tiled]
  17: remark: what these tiles read of 'a' is copied to contiguous memory once for all rows, 64 steps at a time: vectors would be gathered for each tile [tiled]
  17: remark: what these tiles read of 'b' is copied to contiguous memory once for all rows, 64 steps at a time: vectors would be gathered for each tile [tiled]
  22: remark: tiles of 4 rows and 32 columns of 'e' stay in the host's registers [tiled]
  27: remark: tiles of 4 rows and 32 columns of 'e' stay in the host's registers [tiled]
  $ hedrac --explain --choose=host.pack=3 products.c -o /dev/null 2>&1 | grep "these tiles" | cut -d: -f2-
  17: remark: what these tiles read of 'a' is copied to contiguous memory once for all rows, 64 steps at a time: vectors would be gathered for each tile [tiled]
  17: remark: what these tiles read of 'b' is copied to contiguous memory once for all rows, 64 steps at a time: vectors would be gathered for each tile [tiled]
  22: remark: what these tiles read of 'd' is copied to contiguous memory once for all rows, 64 steps at a time [tiled]
  $ hedrac --explain --choose=host.pack=1 products.c -o /dev/null 2>&1 | grep -E "these tiles|host.s registers" | cut -d: -f2-
  22: remark: tiles of 4 rows and 32 columns of 'e' stay in the host's registers [tiled]
  27: remark: tiles of 4 rows and 32 columns of 'e' stay in the host's registers [tiled]

Results do not depend on it.

  $ cc -w -ffp-contract=off products.c -o plain && ./plain > expected
  $ for p in 1 2 3; do HEDRA_DEVICE=host hedrac -ffp-contract=off --choose=host.pack=$p --run products.c > result; cmp result expected; done

Nor on how many vectors a tile has in a row.

  $ for r in 2 3 5 8; do HEDRA_DEVICE=host hedrac -ffp-contract=off --choose=host.registers=$r --run products.c > result; cmp result expected; done
