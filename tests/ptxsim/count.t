HEDRA_COUNT, from C to the counts. The naive transposition reads 4 sectors per
request and writes 32; accesses carry the source's names.

  $ cat > transpose.c <<'END'
  > #include <stdio.h>
  > static float a[64][64], b[64][64];
  > int main(void)
  > {
  > #pragma hedra
  >     for (int i = 0; i < 64; i++)
  >         for (int j = 0; j < 64; j++)
  >             b[j][i] = a[i][j];
  >     printf("%g\n", b[0][0]);
  > }
  > END
  $ export HEDRA_DEVICE=ptxsim
  $ HEDRA_COUNT=table hedrac --run transpose.c 2>&1 | head -3
  0
  hedra: HEDRA_COUNT: nothing was counted, for no region ran with HEDRA_DEVICE=ptxsim
