A scan, or a reduction, is many loops. Where these take more than isl may do, the
region is compiled as it was written; a reduction stays parallel where a scan
beside it does not.

  $ cat > scan.c <<'EOF'
  > int pack(int n, const int *restrict a, int *restrict x)
  > {
  >     int k = 0;
  > #pragma hedra extent(x[n])
  >     for (int i = 0; i < n; i++)
  >         if (a[i] > 0)
  >             x[k++] = a[i];
  >     return k;
  > }
  > EOF
  $ cat > beside.c <<'EOF'
  > int pack(int n, const int *restrict a, int *restrict x, int *restrict sum)
  > {
  >     int k = 0;
  > #pragma hedra extent(x[n], a[n])
  >     {
  >         for (int i = 0; i < n; i++)
  >             *sum += a[i];
  >         for (int i = 0; i < n; i++)
  >             if (a[i] > 0)
  >                 x[k++] = a[i];
  >     }
  >     return k;
  > }
  > EOF
  $ hedrac --explain --max-operations=40000 scan.c -o /dev/null 2>&1 | grep -E '.kept.|not made|is a scan|error'
  scan.c:4:1: warning: no part of this region can run in parallel: it stays as it is [kept]
  scan.c:4:1: remark: scans are not made in parallel: that takes more than the limits on the integer set library allow [reduction]
  $ hedrac --explain --max-operations=150000 beside.c -o /dev/null 2>&1 | grep -E '.kept.|not made|is a scan|reduces|error'
  beside.c:4:1: remark: scans are not made in parallel: that takes more than the limits on the integer set library allow [reduction]
  beside.c:6:9: remark: loop 'i' reduces to 'sum': its blocks run in parallel, and their partial results are combined in a fixed order [reduction]
  $ hedrac --max-operations=1000 scan.c -o /dev/null
  scan.c:4:1: error: this region is too complex: isl's operation limit was reached while building the model [too-complex]
      4 | #pragma hedra extent(x[n])
        | ^~~~~~~~~~~~~
  scan.c:4:1: note: split the region, state sizes with assume(...), or raise --max-operations
  1 error generated.
  [1]

Bodies of loops are kept whole only where there are loops in bodies.

  $ cat > sweep.c <<'EOF'
  > void sweep(int n, double a[n][n])
  > {
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         for (int j = 1; j < n; j++)
  >             a[i][j] = a[i - 1][j] + a[i][j - 1];
  > }
  > EOF
  $ hedrac --explain --max-operations=200 sweep.c -o /dev/null 2>&1 | grep -E 'whole|error:'
  sweep.c:3:1: error: this region is too complex: isl's operation limit was reached while building the model [too-complex]

Data flow and rows of arrays take isl few operations where statements are many.

  $ cat > many.c <<'EOF'
  > enum { N = 40 };
  > double r[5][N][N][N], s[N][N][N];
  > void many(int n)
  > {
  >     double a, b, c, d;
  >     int i, j, k;
  > #pragma hedra private(a, b, c, d)
  >     for (i = 1; i < n; i++)
  >         for (j = 1; j < n; j++)
  >             for (k = 1; k < n; k++) {
  >                 a = r[0][i][j][k];
  >                 b = r[1][i][j][k] * s[i][j][k];
  >                 c = r[2][i][j][k] - a;
  >                 d = r[3][i][j][k] * b + r[4][i][j][k];
  >                 r[0][i][j][k] = a + c;
  >                 r[1][i][j][k] = b - d * s[i][j][k];
  >                 r[2][i][j][k] = c * d;
  >                 r[3][i][j][k] = a * b - d;
  >                 r[4][i][j][k] = a + b + c + d;
  >             }
  > }
  > EOF
  $ hedrac --targets=host --explain --max-operations=600000 many.c -o /dev/null 2>&1 |
  > grep -c 'too-complex\|approximated\|limits'
  0
  [1]
