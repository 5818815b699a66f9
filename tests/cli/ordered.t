Rows that are updated in place from other rows: in tiles of registers, too, if no
step that rows of a tile have in common reads one of them. Two of the last three
are none: a row is its own operand, and neighbouring columns are read. In the last
rows do more; there it is those tiles that only read others.

  $ cat > rows.c <<'EOF'
  > #include <stdio.h>
  > enum { M = 71 };
  > static double a[N][N], b[N][M], d[2 * N][M];
  > static float f[N][M], g[N][N];
  > int main(void)
  > {
  >     double sum = 0;
  >     for (int i = 0; i < N; i++) {
  >         for (int j = 0; j < M; j++) {
  >             b[i][j] = (7 * i + 3 * j) % 11 / 7.0;
  >             f[i][j] = (float)((3 * i + 5 * j) % 13 / 9.0);
  >             d[i][j] = b[i][j] + 1;
  >             d[N + i][j] = b[i][j] - 1;
  >         }
  >         for (int j = 0; j < N; j++)
  >             g[i][j] = (float)(a[i][j] = (5 * i + 2 * j) % 13 / 90.0);
  >     }
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int k = i + 1; k < N; k++)
  >             for (int j = 0; j < M; j++)
  >                 b[i][j] += a[k][i] * b[k][j];
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int k = 0; k < i; k++)
  >             for (int j = 0; j < M; j++)
  >                 f[i][j] -= g[i][k] * f[k][j];
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int k = i + 3; k < N; k++)
  >             for (int j = 0; j < M; j++)
  >                 b[i][j] += a[k][i] * b[k - 2][j];
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int k = 0; k < i; k++)
  >             for (int j = 0; j < M; j++)
  >                 d[N + i][j] -= a[i][k] * d[N + k][j] + d[k][j] * b[k][j];
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int k = i; k < N; k++)
  >             for (int j = 0; j < M; j++)
  >                 b[i][j] += a[k][i] * b[k][j];
  > #pragma hedra
  >     for (int i = 2; i < N; i++)
  >         for (int k = 0; k < i - 1; k++)
  >             for (int j = 1; j < M; j++)
  >                 b[i][j] -= a[i][k] * b[k][j - 1];
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         for (int j = 0; j < M; j++) {
  >             for (int k = 0; k < i; k++)
  >                 d[i][j] -= a[i][k] * d[k][j];
  >             d[i][j] *= 0.25 + a[i][i];
  >         }
  >     for (int i = 0; i < N; i++)
  >         for (int j = 0; j < M; j++)
  >             sum = sum * 0.75 + b[i][j] + f[i][j] + d[i][j] + d[N + i][j];
  >     printf("%a\n", sum);
  >     return 0;
  > }
  > EOF
  $ hedrac -DN=61 --explain rows.c -o /dev/null 2>&1 | grep "host.s registers" | cut -d: -f2-
  22: remark: tiles of 4 rows and 32 columns of 'b' stay in the host's registers [tiled]
  27: remark: tiles of 4 rows and 64 columns of 'f' stay in the host's registers [tiled]
  32: remark: tiles of 4 rows and 32 columns of 'b' stay in the host's registers [tiled]
  37: remark: tiles of 4 rows and 32 columns of 'd' stay in the host's registers [tiled]
  52: remark: tiles of 4 rows and 32 columns of 'd' stay in the host's registers [tiled]

Results are those of the plain loops, whatever the tiles.

  $ for n in 61 9; do
  >     cc -w -DN=$n -ffp-contract=off rows.c -o plain && ./plain > expected
  >     for c in host.middle=32 host.middle=13 host.first=5 host.registers=2 host.registers=3; do
  >         HEDRA_DEVICE=host hedrac -DN=$n -ffp-contract=off --choose=$c --run rows.c 2>&1 > result
  >         cmp result expected
  >     done
  > done
