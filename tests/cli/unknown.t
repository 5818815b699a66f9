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
  scatter.c:6:9: note: 'y[perm[i]]' is written here
  scatter.c:6:9: note: 'y[perm[i]]' is written here, by a later iteration of loop 'i'
  scatter.c:5:10: note: its subscript is read from 'perm': if these elements are distinct, say injective(perm), or have it run in order by --compile-serial
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
  sums.c:6:9: note: 'sum[bin[i]]' is read here
  sums.c:6:9: note: 'sum[bin[i]]' is written here, by a later iteration of loop 'i'
  sums.c:5:10: note: say reassociate if the sums may be taken in any order, or have it run in order by --compile-serial
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
  choice.c:6:28: note: 'm[bin[i]]' is read here
  choice.c:6:9: note: 'm[bin[i]]' is written here, by a later iteration of loop 'i'
  choice.c:5:10: note: NaNs and zeros of different signs make the choice depend on the order: fmin or fmax may be taken in any, or have it run in order by --compile-serial
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
  chase.c:4:1: error: no part of this region can run in parallel: each iteration needs what the one before it read: it follows a chain in memory [unknown-dependence]
  chase.c:7:9: note: 'p' is written here
  chase.c:6:16: note: 'p' is read here, by a later iteration of loop 'i'
  chase.c:5:10: note: put the chain's places into an array before the nest, or have it run in order by --compile-serial
  1 error generated.

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
  rows.c:7:13: note: 'sum[at[k]]' is read here
  rows.c:7:13: note: 'sum[at[k]]' is written here, by a later iteration of loop 'i'
  rows.c:5:10: note: say reassociate if the sums may be taken in any order, or have it run in order by --compile-serial
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
  places.c:7:20: note: 'count[bin[i]]' is read here
  places.c:6:9: note: 'count[bin[i]]' is written here, by a later iteration of loop 'i'
  places.c:5:10: note: its subscript is read from 'bin': if these elements are distinct, say injective(bin), or have it run in order by --compile-serial
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
  list.c:3:1: error: no part of this region can run in parallel: its iterations may meet in elements that only data tells [unknown-dependence]
  list.c:6:16: note: 'next[c]' is read here
  list.c:10:9: note: 'next[i]' is written here, by a later iteration of loop 'i'
  list.c:4:10: note: have it read what is complete before the nest, or have it run in order by --compile-serial
  1 error generated.

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
