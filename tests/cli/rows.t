Tables of pointers to rows: rows that lie equally far apart are one array, with
others the plain nest runs.

  $ cat > rows.c <<'EOF'
  > #include <stdio.h>
  > #include <stdlib.h>
  > static void smooth(int n, int m, double **a, double **b)
  > {
  > #pragma hedra
  >     for (int i = 1; i < n - 1; i++)
  >         for (int j = 1; j < m - 1; j++)
  >             b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
  > }
  > int main(int argc, char **argv)
  > {
  >     int n = 30, m = 40, kind = argc > 1 ? atoi(argv[1]) : 0;
  >     static double block[3 * 30 * 50], *a[30], *b[30];
  >     for (int i = 0; i < n; i++) {
  >         a[i] = block + i * 50;
  >         b[i] = block + (30 + i) * 50;
  >         if (kind == 1) /* upside down */
  >             b[i] = block + (59 - i) * 50;
  >         if (kind == 2 && i == 17)
  >             b[i] += 4;
  >         if (kind == 3) /* the rows of b lie upon each other */
  >             b[i] = block + 30 * 50 + i;
  >     }
  >     for (int i = 0; i < 30 * 50; i++)
  >         block[i] = i;
  >     smooth(n, m, a, b);
  >     smooth(0, m, NULL, NULL);
  >     double s = 0;
  >     for (int i = 0; i < 3 * 30 * 50; i++)
  >         s += block[i] * i;
  >     printf("%.17g\n", s);
  >     return 0;
  > }
  > EOF
  $ hedrac rows.c -o - | grep -c 'hedra_rows_fit(t_'
  2

Tables are looked at behind the question whether the plain nest runs anyway:

  $ hedrac rows.c -o - | grep -oE 'hedra_(again|first_row|row_pitch|overlap)\('
  hedra_again(
  hedra_first_row(
  hedra_row_pitch(
  hedra_first_row(
  hedra_row_pitch(
  hedra_overlap(

  $ sed 's/pragma hedra/ /' rows.c > plain.c
  $ cc plain.c -o plain
  $ for kind in 0 1 2 3; do
  >     for device in host ptxsim; do
  >         ./plain $kind > expected
  >         HEDRA_CHECK=all HEDRA_CHOOSE=hedra HEDRA_STATS=1 HEDRA_DEVICE=$device hedrac --run rows.c -- $kind > got 2> said
  >         cmp expected got
  >         echo $kind $(grep -o 'smooth *rows.c:5 *[a-z]*\( C: [a-z ]*\)\{0,1\}' said | tr -s ' ')
  >     done
  > done
  0 smooth rows.c:5 host
  0 smooth rows.c:5 ptxsim
  1 smooth rows.c:5 host smooth rows.c:5 plain C: sizes not as assumed
  1 smooth rows.c:5 ptxsim smooth rows.c:5 plain C: sizes not as assumed
  2 smooth rows.c:5 host smooth rows.c:5 plain C: sizes not as assumed
  2 smooth rows.c:5 ptxsim smooth rows.c:5 plain C: sizes not as assumed
  3 smooth rows.c:5 host smooth rows.c:5 plain C: sizes not as assumed
  3 smooth rows.c:5 ptxsim smooth rows.c:5 plain C: sizes not as assumed
