A batch of a few images is too few for threads: the host's grid has the tiles of the
two outermost parallel loops, so that each has something to do.

  $ cat > batch.c <<'EOF'
  > #include <stdio.h>
  > enum { N = 70, M = 45 };
  > static float x[N + 2][M + 2], y[9][N][M];
  > int main(void)
  > {
  >     volatile int images = 3;
  >     int batch = images;
  >     for (int i = 0; i < N + 2; i++)
  >         for (int j = 0; j < M + 2; j++)
  >             x[i][j] = (float)((7 * i + 3 * j) % 31) / 8;
  > #pragma hedra
  >     for (int b = 0; b < batch; b++)
  >         for (int i = 0; i < N; i++)
  >             for (int j = 0; j < M; j++) {
  >                 float s = 0;
  >                 for (int u = 0; u < 3; u++)
  >                     for (int v = 0; v < 3; v++)
  >                         s += x[i + u][j + v] * (float)(b + u - v);
  >                 y[b][i][j] = s;
  >             }
  >     double sum = 0;
  >     for (int b = 0; b < 9; b++)
  >         for (int i = 0; i < N; i++)
  >             for (int j = 0; j < M; j++)
  >                 sum = sum * .75 + y[b][i][j];
  >     printf("%a\n", sum);
  >     return 0;
  > }
  > EOF
  $ hedrac --explain batch.c -o batch.hedra.c 2>&1 | grep 'threads share this nest' | cut -d: -f4-
   remark: the host's threads share this nest, 16 x 32 iterations of its two outermost parallel loops at a time at least [parallel]
  $ cc -w -ffp-contract=off batch.c -o plain && ./plain > expected
  $ export HEDRA_DEVICE=host HEDRA_CHOOSE=hedra; for t in 1 2 7; do HEDRA_THREADS=$t hedrac -ffp-contract=off --run batch.c | cmp - expected; done
