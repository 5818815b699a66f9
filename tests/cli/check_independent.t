The clause independent is taken at its word, unless --check-independent tests it as the
program runs: on each device, and across the members of structures.

  $ cat > rows.c <<'EOF'
  > #include <stdio.h>
  > #include <stdlib.h>
  > static int row[101], at[40];
  > static double x[400], y[100];
  > static struct cell { float weight; unsigned char count[4]; } cell[20];
  > static void scale(int n)
  > {
  > #pragma hedra independent(i)
  >     for (int i = 0; i < n; i++)
  >         for (int k = row[i]; k < row[i + 1]; k++)
  >             x[k] = 2 * x[k] +
  >                    y[i];
  > }
  > static void tally(int n)
  > {
  > #pragma hedra independent(p)
  >     for (int t = 0; t < 3; t++)
  >         for (int p = n - 1; p >= 0; p -= 2)
  >             cell[at[p]].count[1] += 3;
  > }
  > int main(int argc, char **argv)
  > {
  >     int wrong = argc > 1 ? atoi(argv[1]) : 0;
  >     double sum = 0;
  >     for (int i = 0; i <= 100; i++)
  >         row[i] = 3 * i;
  >     for (int i = 0; i < 40; i++)
  >         at[i] = i / 2;
  >     for (int i = 0; i < 100; i++)
  >         y[i] = i;
  >     if (wrong == 1)
  >         row[50] = 155;
  >     if (wrong == 2)
  >         at[7] = at[21];
  >     scale(100);
  >     tally(40);
  >     for (int i = 0; i < 400; i++)
  >         sum += x[i];
  >     printf("%g %d\n", sum, cell[10].count[1]);
  > }
  > EOF
  $ hedrac --check-independent rows.c -o rows.hedra.c
  $ HEDRA_DEVICE=host hedrac --check-independent --run rows.c
  14850 9
  $ HEDRA_DEVICE=host hedrac --check-independent --run rows.c -- 1
  rows.c:11: error: iterations 49 and 51 of loop 'i' meet in array 'x', element 153, though the clause independent(i) says that none do, and 1 time more [independent]
  rows.c:11: note: iteration 49 writes 'x[k]'
  rows.c:11: note: iteration 51 reads 'x[k]'
  rows.c:11: error: iterations 49 and 51 of loop 'i' meet in array 'x', element 153, though the clause independent(i) says that none do, and 1 time more [independent]
  rows.c:11: note: iteration 49 writes 'x[k]'
  rows.c:11: note: iteration 51 writes 'x[k]'
  [70]
  $ HEDRA_DEVICE=ptxsim hedrac --check-independent --run rows.c -- 2 2>&1 | head -3
  rows.c:19: error: iterations 21 and 7 of loop 'p' meet in array 'cell_count', element 85, though the clause independent(p) says that none do, and 2 times more [independent]
  rows.c:19: note: iteration 21 writes 'cell_count[at[p]][1]'
  rows.c:19: note: iteration 7 reads 'cell_count[at[p]][1]'

Without it nothing is looked at, nor is what has no such clause.

  $ HEDRA_DEVICE=host hedrac --run rows.c >/dev/null
  $ sed 's/ independent([ip])//' rows.c > none.c
  $ hedrac -w --check-independent none.c -o - | grep -c hedra_check_begin
  0
  [1]

It is a test of a whole program.

  $ hedrac --check-independent --targets=ptx rows.c
  hedrac: error: --check-independent makes programs that run on the host: --targets has host with it, and --emit and --tune do not go with it [usage]
  1 error generated.
  [2]
