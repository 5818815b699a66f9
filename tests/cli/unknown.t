Subscripts that data tells: what keeps a loop in order is named with both lines
and what the user may assert; the region stays as it is.

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
  scatter.c:4:1: warning: no part of this region can run in parallel: its iterations may meet in elements that only data tells; the plain nest runs [unknown-dependence]
  scatter.c:6:9: note: 'y[perm[i]]' is written here
  scatter.c:6:9: note: 'y[perm[i]]' is written here, by a later iteration of loop 'i'
  scatter.c:5:10: note: its subscript is read from 'perm': if these elements are distinct, say injective(perm), or have it run in order by --compile-serial
  1 warning generated.
  $ hedrac -w --report=json:- scatter.c -o scatter.out | grep -o '"state.*'
  "state": "kept",
  $ grep -c 'hedra_plain(0, HEDRA_KEPT)' scatter.out
  1
  $ hedrac -Wno-unknown-dependence scatter.c -o scatter.out
  $ hedrac -Werror scatter.c -o /dev/null 2>&1 | grep -o 'error.*\[.*'
  error: no part of this region can run in parallel: its iterations may meet in elements that only data tells; the plain nest runs [-Werror, unknown-dependence]
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
  sums.c:4:1: warning: no part of this region can run in parallel: its iterations may meet in elements that only data tells; the plain nest runs [unknown-dependence]
  sums.c:6:9: note: 'sum[bin[i]]' is read here
  sums.c:6:9: note: 'sum[bin[i]]' is written here, by a later iteration of loop 'i'
  sums.c:5:10: note: say reassociate if the sums may be taken in any order, or have it run in order by --compile-serial
  1 warning generated.
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
  choice.c:4:1: warning: no part of this region can run in parallel: its iterations may meet in elements that only data tells; the plain nest runs [unknown-dependence]
  choice.c:6:28: note: 'm[bin[i]]' is read here
  choice.c:6:9: note: 'm[bin[i]]' is written here, by a later iteration of loop 'i'
  choice.c:5:10: note: NaNs and zeros of different signs make the choice depend on the order: fmin or fmax may be taken in any, or have it run in order by --compile-serial
  1 warning generated.
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
  chase.c:4:1: warning: no part of this region can run in parallel: each iteration needs what the one before it read: it follows a chain in memory; the plain nest runs [unknown-dependence]
  chase.c:7:9: note: 'p' is written here
  chase.c:6:16: note: 'p' is read here, by a later iteration of loop 'i'
  chase.c:5:10: note: put the chain's places into an array before the nest, or have it run in order by --compile-serial
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
  rows.c:4:1: warning: no part of this region can run in parallel: its iterations may meet in elements that only data tells; the plain nest runs [unknown-dependence]
  rows.c:7:13: note: 'sum[at[k]]' is read here
  rows.c:7:13: note: 'sum[at[k]]' is written here, by a later iteration of loop 'i'
  rows.c:5:10: note: say reassociate if the sums may be taken in any order, or have it run in order by --compile-serial
  1 warning generated.
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
  places.c:4:1: warning: no part of this region can run in parallel: its iterations may meet in elements that only data tells; the plain nest runs [unknown-dependence]
  places.c:7:20: note: 'count[bin[i]]' is read here
  places.c:6:9: note: 'count[bin[i]]' is written here, by a later iteration of loop 'i'
  places.c:5:10: note: its subscript is read from 'bin': if these elements are distinct, say injective(bin), or have it run in order by --compile-serial
  1 warning generated.

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
  list.c:3:1: warning: no part of this region can run in parallel: its iterations may meet in elements that only data tells; the plain nest runs [unknown-dependence]
  list.c:6:16: note: 'next[c]' is read here
  list.c:10:9: note: 'next[i]' is written here, by a later iteration of loop 'i'
  list.c:4:10: note: have it read what is complete before the nest, or have it run in order by --compile-serial
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
  $ hedrac gather.c -o - | grep -c hedra_extremes
  1
  $ sed 's/hedra$/hedra extent(x[100])/' gather.c > said.c
  $ hedrac said.c -o - | grep -c hedra_extremes
  0
  [1]

How far memory is touched is found when the nest starts, or the plain nest runs.

  $ cat > own.c <<'EOF'
  > void own(int n, const int *restrict at, int *restrict m,
  >          double *restrict y, const double *restrict x)
  > {
  > #pragma hedra
  >     {
  >         for (int i = 0; i < n; i++)
  >             m[i] = at[i] / 2;
  >         for (int i = 0; i < n; i++)
  >             y[i] = x[m[i]];
  >     }
  > }
  > EOF
  $ hedrac own.c -o own.out 2>&1 | grep -E 'error|warning|note'
  own.c:9:20: warning: how much of 'x' the region touches is not known: nothing bounds the subscript in 'x[m[i]]'; the plain nest runs [extent]
  own.c:9:20: note: say extent(x[...]) with the number of its elements
  1 warning generated.
  $ grep -c 'hedra_plain(0, HEDRA_KEPT)' own.out
  1

A filter on what the nest itself writes, and a nest of a region that runs in
order for the sake of data.

  $ cat > fed.c <<'EOF'
  > void fed(int n, double *restrict x)
  > {
  > #pragma hedra extent(x[n])
  >     for (int i = 1; i < n; i++)
  >         if (x[i - 1] > 0)
  >             x[i] = 2 * x[i] + 1;
  > }
  > EOF
  $ hedrac fed.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  fed.c:3:1: warning: no part of this region can run in parallel: the nest itself writes what its filter reads; the plain nest runs [unknown-dependence]
  fed.c:6:13: note: 'x[i]' is written here
  fed.c:5:13: note: 'x[i - 1]' is read here, by a later iteration of loop 'i'
  fed.c:4:10: note: let the filter read what is complete before the nest, such as a copy, or have it run in order by --compile-serial
  1 warning generated.
  $ hedrac --compile-serial fed.c -o /dev/null
  $ cat > chain.c <<'EOF'
  > void chain(int n, const int *restrict next, double *restrict x)
  > {
  >     int p = 0;
  > #pragma hedra extent(x[n], next[n])
  >     for (int i = 0; i < n; i++) {
  >         x[p] = 2 * x[p] + 1;
  >         p = next[p];
  >     }
  > }
  > EOF
  $ hedrac chain.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  chain.c:4:1: warning: no part of this region can run in parallel: each iteration needs what the one before it read: it follows a chain in memory; the plain nest runs [unknown-dependence]
  chain.c:7:9: note: 'p' is written here
  chain.c:6:22: note: 'p' is read here, by a later iteration of loop 'i'
  chain.c:5:10: note: put the chain's places into an array before the nest, or have it run in order by --compile-serial
  1 warning generated.
  $ cat > mixed.c <<'EOF'
  > void mixed(int n, const int *restrict perm, double *restrict x,
  >            double *restrict y)
  > {
  > #pragma hedra extent(x[n])
  >     {
  >         for (int i = 0; i < n; i++)
  >             y[i] = i;
  >         for (int i = 0; i < n; i++)
  >             if (y[i] > 3)
  >                 x[perm[i]] = 2 * y[i];
  >     }
  > }
  > EOF
  $ hedrac mixed.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  mixed.c:10:17: warning: no part of this nest can run in parallel: its iterations may meet in elements that only data tells; the plain nest runs [unknown-dependence]
  mixed.c:10:17: note: 'x[perm[i]]' is written here
  mixed.c:10:17: note: 'x[perm[i]]' is written here, by a later iteration of loop 'i'
  mixed.c:8:14: note: its subscript is read from 'perm': if these elements are distinct, say injective(perm), or have it run in order by --compile-serial
  1 warning generated.
  $ cat > wavefront.c <<'EOF'
  > void wavefront(int n, int m, double x[n][m])
  > {
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         for (int j = 1; j < m; j++)
  >             if (x[i - 1][j] > 0)
  >                 x[i][j] = 2 * x[i][j - 1] + 1;
  > }
  > EOF
  $ hedrac wavefront.c -o /dev/null
  $ cat > cursor.c <<'EOF'
  > int cursor(int n, const int *restrict x, int *restrict out)
  > {
  >     int k = 0;
  > #pragma hedra extent(out[n])
  >     for (int i = 0; i < n; i++)
  >         if (x[i] > 3 && k < 100)
  >             out[k++] = x[i];
  >     return k;
  > }
  > EOF
  $ hedrac cursor.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  cursor.c:4:1: warning: no part of this region can run in parallel: it stays as it is [kept]
  cursor.c:5:10: note: 'k', written at line 7, is read by a later iteration of loop 'i' at line 7; whether line 7 moves 'k' depends on where that is: test this before the write alone, as in if (test) { if (k < n) x[k] = value; k++; }, or take the pragma away
  1 warning generated.
  $ cat > nodes.c <<'EOF'
  > struct node { double value; struct node *next; };
  > void nodes(struct node *first)
  > {
  > #pragma hedra
  >     for (struct node *p = first; p; p = p->next)
  >         p->value *= 2;
  > }
  > EOF
  $ hedrac nodes.c -o /dev/null 2>&1 | grep -E 'error|warning|note'
  nodes.c:5:5: warning: this loop follows a chain in memory: each iteration needs the 'p' that the one before it reads [chain]
  nodes.c:5:37: note: 'p' is read here
  nodes.c:5:34: note: 'p' is needed here, by the next iteration
  nodes.c:5:5: note: the region stays as it is, and runs as plain C
  nodes.c:5:5: note: put the chain's elements into an array before the region, and count through it
  1 warning generated.
  $ hedrac -w --report=json:- nodes.c -o nodes.out | grep -o '"state.*'
  "state": "kept",
  $ grep -c 'hedra_plain(0, HEDRA_KEPT)' nodes.out
  1
  $ hedrac --emit=scop nodes.c 2>&1 | grep -c 'error: this loop'
  1

What the model does not take leaves its region as it is, and the others compile.

  $ cat > strides.c <<'EOF'
  > void scale(int m, int n, double *a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < m; i++)
  >         for (int j = 0; j < n; j++)
  >             a[i * j] *= 2;
  > }
  > void chosen(int n, double *x, double *y, double *z)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         double *p;
  >         p = i % 2 ? x : y;
  >         p[i] = 1;
  >     }
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         z[i] = i;
  > }
  > EOF
  $ hedrac strides.c -o strides.out 2>&1 | grep -o 'warning.*\[.*'
  warning: the subscript of 'a' is not an affine function of the iterators and of values that stay the same [non-affine-subscript]
  warning: this pointer is not taken in a region [pointer]
  $ hedrac -w --report=json:- strides.c -o strides.out | grep -o '"state[^,]*'
  "state": "kept"
  "state": "kept"
  "state": "compiled"

Chains that a filter cuts have a Plan where points do enough.

  $ cat > cut.c <<'EOF'
  > void cut(int n, const int *restrict f, double *restrict x)
  > {
  > #pragma hedra extent(x[n])
  >     for (int i = 1; i < n; i++)
  >         if (f[i])
  >             x[i] = x[i - 1] * x[i - 1] + 1;
  > }
  > EOF
  $ hedrac --explain cut.c -o /dev/null 2>&1 | grep -E 'plan\]|warning'
  cut.c:3:1: warning: no part of this region can run in parallel: it stays as it is [kept]
  cut.c:6:13: remark: no Plan by levels, though 'x[i - 1]' depends on 'x[i]' in line 6 only where data says so: a point does too little to pay for finding its level [no-plan]
  1 warning generated.
  $ hedrac --plan=compact --explain cut.c -o /dev/null 2>&1 | grep -E 'plan\]|warning'
  cut.c:6:13: remark: dependences of this nest hold only where data says so: a Plan by levels is made when it starts [plan]

So does what is right C, but nothing that a region takes.

  $ cat > kinds.c <<'END'
  > void kinds(int n, int *a, const int *b, int *at, long double *w)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[b[i] > 0 ? at[0]++ : 0] = b[i];
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         w[i] *= 2;
  > #pragma hedra
  >     while (*b)
  >         *a++ = *b++;
  > }
  > END
  $ hedrac kinds.c -o kinds.out 2>&1 | grep -o 'kinds.*warning.*\|.*stays as it is.*\|.*generated'
  kinds.c:5:22: warning: a side effect inside of an expression [expression]
  kinds.c:5:22: note: the region stays as it is, and runs as plain C
  kinds.c:8:9: warning: type 'long double' cannot be taken in a region [type]
  kinds.c:8:9: note: the region stays as it is, and runs as plain C
  kinds.c:9:1: warning: no part of this region can run in parallel: it stays as it is [kept]
  3 warnings generated
  $ hedrac -w --report=json:- kinds.c -o kinds.out | head -1
  {"version": 1, "file": "kinds.c", "skipped": 0, "compiled": 0, "kept": 3, "refused": 0,
  $ hedrac --emit=kir kinds.c 2>&1 | tail -1
  2 errors generated.

A subscript that always leads into another row.

  $ cat > rows.c <<'END'
  > static int a[8][30];
  > void rows(void)
  > {
  > #pragma hedra
  >     for (int i = 1; i < 8; i++)
  >         for (int j = 0; j < 30; j++)
  >             a[i][j] += a[0][2 * j];
  > }
  > END
  $ hedrac rows.c -o rows.out 2>&1 | grep -o 'rows.*warning.*\|.*stays as it is.*'
  rows.c:7:24: warning: the subscripts of a[0][2 * j] may lead into another row of 'a' [non-affine-subscript]
  rows.c:7:24: note: the region stays as it is, and runs as plain C

JSON is UTF-8, whatever names of files are in.

  $ printf 'void f(int *a)\n{\n#pragma hedra\n    for (int i = 0; i < 9; i++)\n        a[i] = 3;\n}\n' > "$(printf 'gr\303\266\337.c')"
  $ hedrac gr*.c -o out.c --report=json:- | grep -o '"file": "gr[^"]*"' | head -1
  "file": "grö\u00df.c"
