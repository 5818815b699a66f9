Subscripts that data tells: what keeps a loop in order is named with both lines
and what the user may assert, and memory of unknown extent is refused.

  $ cat > scatter.c <<'EOF'
  > void scatter(int n, const int *restrict perm, double *restrict y,
  >              const double *restrict x)
  > {
  > #pragma hedra extent(y[n])
  >     for (int i = 0; i < n; i++)
  >         y[perm[i]] = x[i];
  > }
  > EOF
  $ hedrac scatter.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  scatter.c:4:1: error: no part of this region can run in parallel: its iterations may meet in elements that only data tells [unknown-dependence]
  scatter.c:5:10: note: 'y', written at line 6, is written by a later iteration of loop 'i' at line 6; its subscript is read from 'perm': if these elements are distinct, say injective(perm), or have it run in order by --compile-serial
  1 error generated.
  $ cat > sums.c <<'EOF'
  > void sums(int n, const int *restrict bin, double *restrict sum,
  >           const double *restrict x)
  > {
  > #pragma hedra extent(sum[n])
  >     for (int i = 0; i < n; i++)
  >         sum[bin[i]] += x[i];
  > }
  > EOF
  $ hedrac sums.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  sums.c:4:1: error: no part of this region can run in parallel: its iterations may meet in elements that only data tells [unknown-dependence]
  sums.c:5:10: note: 'sum', read at line 6, is written by a later iteration of loop 'i' at line 6; say reassociate if the sums may be taken in any order, or have it run in order by --compile-serial
  1 error generated.
  $ cat > choice.c <<'EOF'
  > void choice(int n, const int *restrict bin, float *restrict m,
  >             const float *restrict x)
  > {
  > #pragma hedra reassociate extent(m[n])
  >     for (int i = 0; i < n; i++)
  >         m[bin[i]] = x[i] < m[bin[i]] ? x[i] : m[bin[i]];
  > }
  > EOF
  $ hedrac choice.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  choice.c:4:1: error: no part of this region can run in parallel: its iterations may meet in elements that only data tells [unknown-dependence]
  choice.c:5:10: note: 'm', read at line 6, is written by a later iteration of loop 'i' at line 6; NaNs and zeros of different signs make the choice depend on the order: fmin or fmax may be taken in any, or have it run in order by --compile-serial
  1 error generated.
  $ cat > chase.c <<'EOF'
  > void chase(int n, const int *restrict next, double *restrict y)
  > {
  >     int p = 0;
  > #pragma hedra extent(next[n])
  >     for (int i = 0; i < n; i++) {
  >         y[i] = p;
  >         p = next[p];
  >     }
  > }
  > EOF
  $ hedrac chase.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  chase.c:4:1: warning: no part of this region can run in parallel: it stays as it is [kept]
  chase.c:5:10: note: 'p', written at line 7, is read by a later iteration of loop 'i' at line 6; rewrite it so that iterations do not depend on each other, or take the pragma away
  1 warning generated.

  $ cat > rows.c <<'EOF'
  > void rows(int n, const int *restrict row, const int *restrict at,
  >           double *restrict sum, const double *restrict x)
  > {
  > #pragma hedra extent(sum[n], at[row[n]], x[row[n]])
  >     for (int i = 0; i < n; i++)
  >         for (int k = row[i]; k < row[i + 1]; k++)
  >             sum[at[k]] += x[k];
  > }
  > EOF
  $ hedrac rows.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  rows.c:4:1: error: no part of this region can run in parallel: its iterations may meet in elements that only data tells [unknown-dependence]
  rows.c:5:10: note: 'sum', read at line 7, is written by a later iteration of loop 'i' at line 7; say reassociate if the sums may be taken in any order, or have it run in order by --compile-serial
  1 error generated.
  $ cat > places.c <<'EOF'
  > void places(int n, const int *restrict bin, int *restrict count,
  >             int *restrict place)
  > {
  > #pragma hedra extent(count[n])
  >     for (int i = 0; i < n; i++) {
  >         count[bin[i]]++;
  >         place[i] = count[bin[i]];
  >     }
  > }
  > EOF
  $ hedrac places.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  places.c:4:1: error: no part of this region can run in parallel: its iterations may meet in elements that only data tells [unknown-dependence]
  places.c:5:10: note: 'count', read at line 7, is written by a later iteration of loop 'i' at line 6; its subscript is read from 'bin': if these elements are distinct, say injective(bin), or have it run in order by --compile-serial
  1 error generated.

Loops that only give temporaries their first values are no gain.

  $ cat > list.c <<'EOF'
  > void list(int n, int *restrict next)
  > {
  > #pragma hedra extent(next[n])
  >     for (int i = 0; i < n; i++) {
  >         int c = i, s = 0;
  >         while (next[c] > 0 && s < 100) {
  >             c = next[c];
  >             s++;
  >         }
  >         next[i] = s;
  >     }
  > }
  > EOF
  $ hedrac list.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  list.c:3:1: warning: no part of this region can run in parallel: it stays as it is [kept]
  list.c:4:10: note: 'next', read at line 6, is written by a later iteration of loop 'i' at line 10; rewrite it so that iterations do not depend on each other, or take the pragma away
  1 warning generated.

In order they run all the same, if that is asked for.

  $ hedrac --compile-serial scatter.c -o scatter.out
  $ grep -c 'if (hedra_scatter_1(' scatter.out
  1
  $ cat > gather.c <<'EOF'
  > void gather(int n, const int *restrict at, double *restrict y,
  >             const double *restrict x)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = x[at[i]];
  > }
  > EOF
  $ hedrac gather.c -o /dev/null 2>&1 | grep -E 'error|note'
  gather.c:6:16: error: how much of 'x' the region touches is not known: nothing bounds the subscript in 'x[at[i]]' [extent]
  gather.c:6:16: note: say extent(x[...]) with the number of its elements
  1 error generated.
  $ sed 's/hedra$/hedra extent(x[100])/' gather.c > said.c
  $ hedrac said.c -o /dev/null
