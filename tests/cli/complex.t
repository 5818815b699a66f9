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
