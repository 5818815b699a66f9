What clauses change when the program runs.

  $ cat > where.c <<'END'
  > #include <stdio.h>
  > static int a[2000], b[2000], t;
  > int main(void)
  > {
  > #pragma hedra CLAUSE
  >     for (int i = 0; i < 2000; i++) {
  >         t = i * i;
  >         a[i] = t;
  >         b[i] = t + 1;
  >     }
  >     printf("%d %d\n", a[44], b[1999]);
  > }
  > END

A scalar that has its last value after the nest keeps the order.

  $ sed 's/CLAUSE//' where.c > kept.c; hedrac kept.c 2>&1 | grep note:
  kept.c:6:10: note: 't', written at line 7, is written by a later iteration of loop 'i' at line 7; say private(t) if nobody reads it after the nest, or take the pragma away

With private it does not, and what nobody reads is not copied back: the last
column has the bytes that come home.

  $ for clause in 'private(t)' 'private(t, b)' 'live_out(a, b)'; do
  >     sed "s/CLAUSE/$clause/" where.c > one.c
  >     HEDRA_DEVICE=ptxsim HEDRA_STATS=1 hedrac --run one.c 2>&1 |
  >         awk '/^hedra: main/ { print $NF; next } !/^hedra/'
  > done
  16000
  1936 3996002
  8000
  1936 0
  16000
  1936 3996002

Where a nest may run.

  $ for clause in 'device(any)' 'device(host)' 'device(gpu)'; do
  >     sed "s/CLAUSE/private(t) $clause/" where.c > one.c
  >     HEDRA_DEVICE=ptxsim HEDRA_STATS=1 hedrac --run one.c 2>&1 |
  >         sed -n 's/^hedra: main *one.c:5 *\([a-z]*\), .*/\1/p'
  > done
  ptxsim
  host
  ptxsim
  $ HEDRA_DEVICE=host hedrac --run one.c
  hedra: one.c:5: region 'main': asks for a GPU, and HEDRA_DEVICE=host
  [70]

May a product and a sum be rounded once: never, or within an expression.

  $ cat > contract.c <<'END'
  > void f(int n, const double a[restrict n], double b[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         b[i] = a[i] * b[i] + 1;
  > }
  > END
  $ for how in off on; do
  >     hedrac -ffp-contract=$how --emit=ptx contract.c | grep -c fma.rn
  > done
  0
  1
  $ hedrac --emit=ptx contract.c | grep -c fma.rn
  1
