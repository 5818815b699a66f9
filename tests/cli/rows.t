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

Tables of tables of pointers are arrays of three dimensions where first rows of
the tables lie equally far apart, too:

  $ cat > tables.c <<'EOF'
  > #include <stdio.h>
  > #include <stdlib.h>
  > static void smooth(int n, int m, double ***a, double ***b)
  > {
  > #pragma hedra
  >     for (int i = 1; i < n - 1; i++)
  >         for (int j = 1; j < m - 1; j++)
  >             for (int k = 1; k < m - 1; k++)
  >                 b[i][j][k] = a[i - 1][j][k] + a[i][j + 1][k] + a[i][j][k - 1];
  > }
  > int main(int argc, char **argv)
  > {
  >     int n = 8, m = 10, kind = argc > 1 ? atoi(argv[1]) : 0;
  >     static double block[2][9 * 12 * 16], *row[2][8][10], **grid[2][8];
  >     for (int g = 0; g < 2; g++)
  >         for (int i = 0; i < n; i++) {
  >             grid[g][i] = row[g][i];
  >             for (int j = 0; j < m; j++)
  >                 row[g][i][j] = block[g] + (i * 12 + j) * 16;
  >             if (kind == 1) /* planes upside down */
  >                 grid[g][i] = row[g][n - 1 - i];
  >         }
  >     if (kind == 2)
  >         row[1][4][7] += 4;
  >     if (kind == 3) /* two planes are one */
  >         grid[1][4] = grid[1][5];
  >     if (kind == 4) /* rows that no iteration comes to */
  >         grid[1][7] = NULL, row[0][3][0] = NULL, row[1][4][0] = block[0];
  >     for (int i = 0; i < 9 * 12 * 16; i++)
  >         block[0][i] = block[1][i] = i;
  >     smooth(n, m, grid[0], grid[1]);
  >     if (kind == 5) /* it overlaps itself */
  >         smooth(n, m, grid[1], grid[1]);
  >     smooth(0, m, NULL, NULL);
  >     double s = 0;
  >     for (int i = 0; i < 9 * 12 * 16; i++)
  >         s += block[1][i] * i;
  >     printf("%.17g\n", s);
  >     return 0;
  > }
  > EOF
  $ hedrac tables.c -o - | grep -oE 'hedra_(first_of_tables|table_pitch|tables_fit)\(t_.'
  hedra_first_of_tables(t_b
  hedra_table_pitch(t_b
  hedra_table_pitch(t_b
  hedra_first_of_tables(t_a
  hedra_table_pitch(t_a
  hedra_table_pitch(t_a
  hedra_tables_fit(t_b
  hedra_tables_fit(t_a
  $ sed 's/pragma hedra/ /' tables.c > plain.c
  $ cc plain.c -o plain
  $ for kind in 0 1 2 3 4 5; do
  >     for device in host opencl ptxsim; do
  >         ./plain $kind > expected
  >         HEDRA_CHECK=all HEDRA_CHOOSE=hedra HEDRA_STATS=1 HEDRA_DEVICE=$device hedrac --run tables.c -- $kind > got 2> said
  >         cmp expected got
  >         echo $kind $(grep -o 'smooth *tables.c:5 *[a-z]*\( C: [a-z ]*\)\{0,1\}' said | tr -s ' ')
  >     done
  > done
  0 smooth tables.c:5 host
  0 smooth tables.c:5 opencl
  0 smooth tables.c:5 ptxsim
  1 smooth tables.c:5 host smooth tables.c:5 plain C: sizes not as assumed
  1 smooth tables.c:5 opencl smooth tables.c:5 plain C: sizes not as assumed
  1 smooth tables.c:5 ptxsim smooth tables.c:5 plain C: sizes not as assumed
  2 smooth tables.c:5 host smooth tables.c:5 plain C: sizes not as assumed
  2 smooth tables.c:5 opencl smooth tables.c:5 plain C: sizes not as assumed
  2 smooth tables.c:5 ptxsim smooth tables.c:5 plain C: sizes not as assumed
  3 smooth tables.c:5 host smooth tables.c:5 plain C: sizes not as assumed
  3 smooth tables.c:5 opencl smooth tables.c:5 plain C: sizes not as assumed
  3 smooth tables.c:5 ptxsim smooth tables.c:5 plain C: sizes not as assumed
  4 smooth tables.c:5 host
  4 smooth tables.c:5 opencl
  4 smooth tables.c:5 ptxsim
  5 smooth tables.c:5 host smooth tables.c:5 plain C: arrays overlap
  5 smooth tables.c:5 opencl smooth tables.c:5 plain C: arrays overlap
  5 smooth tables.c:5 ptxsim smooth tables.c:5 plain C: arrays overlap

Tables of four levels are none:

  $ cat > deep.c <<'EOF'
  > void f(int n, double *****a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[i][i][i][i][0] = 1;
  > }
  > EOF
  $ hedrac deep.c -o /dev/null
  deep.c:5:9: warning: this pointer is read from an array in the region [pointer]
      5 |         a[i][i][i][i][0] = 1;
        |         ^~~~
  deep.c:5:9: note: the region stays as it is, and runs as plain C
      5 |         a[i][i][i][i][0] = 1;
        |         ^~~~
  deep.c:5:9: note: use an array of two dimensions, or offsets into one array
  1 warning generated.
