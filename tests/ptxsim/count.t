HEDRA_COUNT, from C to the counts. The naive transposition comes out coalesced
and without conflicts; accesses carry the source's names.

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
  $ cat > accesses <<'END'
  > /accesses/ { on = 1; next }
  > on && !/^    / { exit }
  > on { print }
  > END
  $ HEDRA_DEVICE=ptxsim HEDRA_COUNT=table hedrac --run transpose.c 2>&1 | awk -f accesses
      global load: copy of a, line 8             128  32.00         512         512    4.00  1.00 sectors
      shared store: copy of a, line 8            128  32.00         128         128    1.00  1.00 wavefronts
      shared load: a[i][j], line 8               128  32.00         128         128    1.00  1.00 wavefronts
      global store: b[j][i], line 8              128  32.00         512         512    4.00  1.00 sectors

Several forms at once, to files; the same bytes whatever the threads.

  $ for n in 1 3; do
  >     HEDRA_THREADS=$n HEDRA_DEVICE=ptxsim \
  >     HEDRA_COUNT=table:table$n,json:json$n,annotate:lines$n,arch:sm_90 \
  >     hedrac --run transpose.c
  > done
  0
  0
  $ cmp table1 table3 && cmp json1 json3 && cmp lines1 lines3
  $ head -1 table1
  hedra: region 'main' (transpose.c:5) as sm_90 would run it (H100 SXM5)
  $ sed -n 4p lines1
    91.3 %       6656  31.38   4.00   4.00   1.00   1.00 transpose.c:8: b[j][i] = a[i][j];

What is not valid, and what does not count.

  $ HEDRA_DEVICE=ptxsim HEDRA_COUNT=csv hedrac --run transpose.c
  hedra: transpose.c:5: region 'main': HEDRA_COUNT=csv is not valid; valid are lists, separated by commas, of table[:FILE], json[:FILE], annotate[:FILE], arch:sm_80, arch:sm_90, ptxas:FILE, with one of the first three
  [70]
  $ HEDRA_DEVICE=host HEDRA_COUNT=csv hedrac --run transpose.c
  hedra: transpose.c:5: region 'main': HEDRA_COUNT=csv is not valid; valid are lists, separated by commas, of table[:FILE], json[:FILE], annotate[:FILE], arch:sm_80, arch:sm_90, ptxas:FILE, with one of the first three
  [70]
  $ HEDRA_DEVICE=host HEDRA_COUNT=table hedrac --run transpose.c
  hedra: HEDRA_COUNT: nothing was counted, for no region ran with HEDRA_DEVICE=ptxsim or racer
  0
  $ HEDRA_DEVICE=ptxsim HEDRA_COUNT=table:/nowhere/table hedrac --run transpose.c
  hedra: HEDRA_COUNT: '/nowhere/table' cannot be written: No such file or directory
  0
  $ HEDRA_DEVICE=ptxsim HEDRA_COUNT=table,ptxas:none hedrac --run transpose.c 2>&1
  hedra: transpose.c:5: region 'main': device 'ptxsim' cannot be used: what ptxas printed, 'none': No such file or directory
  [70]
