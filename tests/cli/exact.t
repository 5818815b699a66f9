Regions that give the bits that the plain nest gives, whether the C compiler adds
products without rounding them first or not: a program may run either. NEST is the
body of a loop.

  $ cat > nests.c <<'END'
  > void nests(int n, double a[n], double b[n], double c[n], float f[n], int k[n],
  >            double x)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         NEST
  >     }
  > }
  > END
  $ cat > exact <<'END'
  > hedrac "$@" nests.c -o - | grep -c 'HEDRA_PLAIN_TIMED.*HEDRA_PLAIN_EXACT' || :
  > END

Sums, products, roots and integers are; a product that is divided, too.

  $ sh exact -D NEST='a[i] = b[i] + c[i];'
  1
  $ sh exact -D NEST='a[i] = b[i] * c[i] * x;'
  1
  $ sh exact -D NEST='a[i] = sqrt(b[i]) + fmin(c[i], 2);' -include math.h
  1
  $ sh exact -D NEST='k[i] = k[i] * 3 + 1;'
  1
  $ sh exact -D NEST='a[i] = x * (b[i] + c[i]);'
  1
  $ sh exact -D NEST='a[i] = b[i] * c[i] / 3 + 1;'
  1
  $ sh exact -D NEST='f[i] = (k[i] * 3) + 1.0f;'
  1

A product that is added is not, wherever it was stored and by whatever name, unless no
compiler may do it; nor are other orders. Functions of <math.h> are: the kernels of
the host call them, too, but for those of what the C compiler may know.

  $ sh exact -D NEST='a[i] = b[i] * c[i] + 1;'
  0
  $ sh exact -D NEST='a[i] = b[i] * c[i] + 1;' -ffp-contract=off
  1
  $ sh exact -D NEST='a[i] = 1 - -(b[i] * c[i]);'
  0
  $ sh exact -D NEST='double t = b[i] * c[i]; a[i] = x - t;'
  0
  $ sh exact -D NEST='double t = b[i] * c[i]; double s = t; a[i] = s + x;'
  0
  $ sh exact -D NEST='a[i] = b[i] * 3; c[i] = a[i] + 1;'
  0
  $ sh exact -D NEST='a[i] = (b[i] > 0 ? b[i] * x : 0) + 1;'
  0
  $ sh exact -D NEST='a[i] = f[i] * f[i] + 1.0;'
  0
  $ sh exact -D NEST='a[i] = exp(b[i]);' -include math.h
  1
  $ sh exact -D NEST='f[i] = powf(f[i], x) * f[i];' -include math.h
  1
  $ cat > table.c <<'END'
  > #include <math.h>
  > static const double rate[4] = {1, 2, 3, 4};
  > void table(int n, double a[n][4])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int k = 0; k < 4; k++)
  >             a[i][k] = exp(rate[k]);
  > }
  > END
  $ hedrac table.c -o - | grep -c 'HEDRA_PLAIN_TIMED.*HEDRA_PLAIN_EXACT'
  0
  [1]
  $ sh exact -D NEST='a[i] = b[i] + c[i];' --reassociate
  0

Nor does a loop look ahead with products, unless no compiler may contract them, or the
processor cannot: each text of the test could be rounded in its own way.

  $ cat > nearest.c <<'EOF'
  > int nearest(int n, const float *x, float to)
  > {
  >     float least = 1e30f;
  >     int at = -1;
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         float d = (x[i] - to) * (x[i] - to) + 1;
  >         if (d < least) {
  >             least = d;
  >             at = i;
  >         }
  >     }
  >     return at;
  > }
  > EOF
  $ hedrac nearest.c -o nearest.hedra.c 2>messages; grep '^#ifdef HEDRA_AHEAD' nearest.hedra.c | sort -u
  #ifdef HEDRA_AHEAD_EXACT
  $ hedrac -ffp-contract=off nearest.c -o nearest.hedra.c 2>messages; grep '^#ifdef HEDRA_AHEAD' nearest.hedra.c | sort -u
  #ifdef HEDRA_AHEAD
