Sums of floats keep the loop's order unless another one is permitted, by the
clause or for the whole file. What is not associative keeps it anyway, and the
statement is named.

  $ cat > sum.c <<'EOF'
  > void sum(int n, const double *restrict a, double *restrict s)
  > {
  > #pragma hedra extent(s[1])
  >     for (int i = 0; i < n; i++)
  >         s[0] += a[i];
  > }
  > EOF
  $ hedrac --explain sum.c -o /dev/null 2>&1 | grep -A4 -E 'associative|reduces' | grep -E 'remark|note'
  sum.c:5:9: remark: loop 'i' stays sequential: sums and products of floats are rounded, and so not associative [not-associative]
  sum.c:5:9: note: the clause reassociate, or --reassociate, permits another order
  $ hedrac --explain --reassociate sum.c -o /dev/null 2>&1 | grep -E 'associative|reduces'
  sum.c:4:5: remark: loop 'i' reduces to 's': its blocks run in parallel, and their partial results are combined in a fixed order [reduction]
  $ hedrac --emit=scop --reassociate sum.c | grep reassociate
    (reassociate)
  $ hedrac --emit=scop sum.c | grep reassociate
  [1]
  $ cat > chain.c <<'EOF'
  > void chain(int n, const double *restrict a, double *restrict x)
  > {
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         x[i] = x[i - 1] / (a[i] + x[i - 1]);
  > }
  > EOF
  $ hedrac --explain --reassociate chain.c -o /dev/null 2>&1 | grep -A4 associative | grep -E 'remark|note'
  chain.c:5:9: remark: loop 'i' stays sequential: what this statement makes of 'x' is not associative in it [not-associative]
  chain.c:5:9: note: sums, products, & | ^ && ||, minima, maxima and x = a * x + b can be taken apart; move what does not need 'x' to a loop of its own

The warning that such a loop stays as it is says so, too, but not where that
would not help: elements to which a loop comes back are not taken apart.

  $ hedrac sum.c -o /dev/null 2>&1 | grep note
  sum.c:4:10: note: 's', written at line 5, is read by a later iteration of loop 'i' at line 5; say reassociate if floats may be combined in any order, or take the pragma away
  $ cat > wheel.c <<'EOF'
  > void wheel(int n, const double *restrict a, double x[restrict 16])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         x[i % 16] += a[i];
  > }
  > EOF
  $ hedrac wheel.c -o /dev/null 2>&1 | grep note
  wheel.c:4:10: note: 'x', written at line 5, is read by a later iteration of loop 'i' at line 5; rewrite it so that iterations do not depend on each other, or take the pragma away
  $ hedrac --explain wheel.c -o /dev/null 2>&1 | grep associative
  [1]

Nor is it a sum that an element is written which an earlier iteration read.

  $ cat > shift.c <<'EOF'
  > void shift(int n, double *restrict a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[i] = a[i + 1];
  > }
  > EOF
  $ hedrac shift.c -o /dev/null 2>&1 | grep note
  shift.c:4:10: note: 'a', read at line 5, is written by a later iteration of loop 'i' at line 5; have it read a copy of 'a' that is made before the loop, or take the pragma away
