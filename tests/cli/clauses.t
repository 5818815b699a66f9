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

A scalar that each iteration writes anew keeps no order: there are no notes. After
the nest it has its last value.

  $ sed 's/CLAUSE//; s/a\[44\]/t/' where.c > kept.c; hedrac --explain kept.c -o /dev/null 2>&1 | grep -c 'is parallel'
  1
  $ HEDRA_DEVICE=ptxsim hedrac --run kept.c
  3996001 3996002

With private nobody reads it, and what nobody reads is not copied back: the last
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

A device that HEDRA_DEVICE names, and that the file has nothing for, is an error;
auto takes what there is.

  $ sed "s/CLAUSE/private(t)/" where.c > one.c
  $ HEDRA_DEVICE=ptxsim hedrac --run --targets=host one.c
  hedra: one.c:5: region 'main': was compiled without kernels for device 'ptxsim'
  [70]
  $ HEDRA_DEVICE=host hedrac --run --targets=ptx one.c
  hedra: one.c:5: region 'main': asks for a GPU, and HEDRA_DEVICE=host
  [70]
  $ HEDRA_DEVICE=auto HEDRA_STATS=1 hedrac --run --targets=host one.c 2>&1 |
  >     sed -n 's/^hedra: main *one.c:5 *\([a-z]*\), .*/\1/p'
  host

What is wrong with a clause, and how it is written.

  $ for clause in 'tile()' 'device(tpu)' 'extent(t)' 'extent(z[3])' 'assume(z > 0)' \
  >     'private(z)' 'injective(t)' 'reassociate(t)' 'tiled(3)' 'parallel'; do
  >     sed "s/CLAUSE/$clause/" where.c > one.c
  >     hedrac one.c 2>&1 | grep -E 'error:|note:'
  > done
  one.c:5:20: error: expected a tile size of at least 1 before ')' [clause]
  one.c:5:20: note: write tile(32, 8), a constant for each loop
  one.c:5:22: error: expected gpu, host or any before 'tpu' [clause]
  one.c:5:22: note: write device(gpu), device(host) or device(any)
  one.c:5:23: error: expected '[' before ')' [clause]
  one.c:5:23: note: write extent(x[n], ...), arrays of the region and their numbers of elements
  one.c:5:22: error: 'z' is no array that the region uses [clause]
  one.c:5:22: note: write extent(x[n], ...), arrays of the region and their numbers of elements
  one.c:5:22: error: 'z' is no integer that the region only reads [clause]
  one.c:5:22: note: assume something of the region's parameters
  one.c:5:23: error: the region uses no variable 'z' that it could change [clause]
  one.c:5:23: note: name what the region writes, or leave it out
  one.c:5:25: error: 't' is no array of integers that the region reads and never writes [clause]
  one.c:5:25: note: write injective(name, ...), arrays of subscripts that the region only reads
  one.c:5:26: error: expected a name before '(' [clause]
  one.c:5:26: note: the clauses are tile, device, plan, assume, private, live_out, independent, reassociate, whole, extent, layout and injective
  one.c:5:15: error: unknown clause 'tiled' [clause]
  one.c:5:15: note: did you mean 'tile'?
  one.c:5:15: error: unknown clause 'parallel' [clause]
  one.c:5:15: note: the clauses are tile, device, plan, assume, private, live_out, independent, reassociate, whole, extent, layout and injective

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
