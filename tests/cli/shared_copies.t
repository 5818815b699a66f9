What threads have of their own in a loop of the plain nest that they share.

An array that the loop alone uses, to work in; not one that is read elsewhere,
or that holds something before.

  $ cat > work.c <<'END'
  > void smooth(int n, double in[n][32], double out[n][32], double twice[64])
  > {
  >     double near[32], first[32] = {1};
  > #pragma hedra
  >     for (int i = 1; i < n - 1; i++) {
  >         for (int j = 0; j < 32; j++)
  >             near[j] = in[i - 1][j] + in[i + 1][j] + first[j];
  >         for (int j = 1; j < 31; j++)
  >             out[i][j] = near[j - 1] + near[j + 1];
  >     }
  > }
  > END
  $ hedrac --targets=host work.c -o work.out
  $ grep -E '__typeof__\(double\[' work.out
      __typeof__(double[32]) *restrict in,
      __typeof__(double[32]) *restrict out,
      __typeof__(double[32]) near;
  $ sed 's/^}/    twice[0] = near[3];\n}/' work.c > read.c
  $ hedrac --targets=host read.c -o read.out
  $ grep -c '__typeof__(double\[' read.out
  0
  [1]

The numbers that all calls of the file hand over are asked for, since compilers
know them in the author's function; where calls differ, nothing is.

  $ cat > calls.c <<'END'
  > static void weigh(int n, int width, const int *weight, int *out)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         int s = 0;
  >         for (int j = 0; j < width; j++)
  >             s += weight[j] * (i + j);
  >         out[i] = s;
  >     }
  > }
  > void all(int n, const int *weight, int *out)
  > {
  >     weigh(n, 16, weight, out);
  >     weigh(2 * n, 16, weight, out);
  > }
  > END
  $ hedrac --targets=host calls.c -o calls.out
  $ grep 'int))16' calls.out
      if (*(__typeof__(int) *)hdk_variable[0] == (__typeof__(int))16LL)
          hedra_weigh_1_p0((__typeof__(int))16LL, hdk_variable[1], hdk_variable[2], hdk_from, hdk_to);
  $ sed 's/2 \* n, 16/2 * n, 17/' calls.c > differ.c
  $ hedrac --targets=host differ.c -o differ.out
  $ grep -c 'int))1[67]' differ.out
  0
  [1]

The best so far, and where it was; not if what is kept loses something of what
is compared, or if the loop counts how often it was better.

  $ cat > best.c <<'END'
  > int pivot(int n, const double *x)
  > {
  >     int at = -1;
  >     double best = 0;
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] >= best) {
  >             at = i;
  >             best = x[i];
  >         }
  >     return at;
  > }
  > END
  $ hedrac --targets=host best.c -o best.out
  $ grep -A 1 -E 'hedra_pick\[|share_picks' best.out
  const struct hedra_pick hedra_pick[] = {{1, 8}, {2, 4}};
  hedra_share_picks(hedra_pivot_1_s0, hedra_variable, hedra_first, hedra_end, 1,
      3, hedra_pick, 2, hedra_pivot_1_b0, 1);
  $ sed 's/double best/float best/' best.c > loses.c
  $ hedrac --targets=host -w loses.c -o loses.out
  $ sed 's/at = i/at++/' best.c > counts.c
  $ hedrac --targets=host -w counts.c -o counts.out
  $ cat loses.out counts.out | grep -c share_picks
  0
  [1]

Not more of them than the stack of any thread has room for.

  $ cat > large.c <<'END'
  > void both(int n, double in[n][20000], double out[n][20000])
  > {
  >     double a[20000], b[20000];
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         for (int j = 0; j < 20000; j++)
  >             a[j] = in[i][j] * 2;
  >         for (int j = 1; j < 20000; j++)
  >             b[j] = a[j] + a[j - 1];
  >         for (int j = 2; j < 20000; j++)
  >             out[i][j] = b[j] + b[j - 1];
  >     }
  > }
  > END
  $ hedrac --targets=host large.c -o large.out
  $ grep -c '__typeof__(double\[20000\]) [ab];' large.out
  0
  [1]
  $ sed 's/20000/16000/g' large.c > less.c
  $ hedrac --targets=host less.c -o less.out
  $ grep -c '__typeof__(double\[16000\]) [ab];' less.out
  2
