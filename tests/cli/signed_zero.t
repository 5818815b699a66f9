0.0 less a magnitude, or less a choice of one and of a converted integer, is
0.0 where that is zero. GCC 12 makes it -0.0 in the plain program.

  $ cat > zero.c <<'END'
  > #include <math.h>
  > #include <stdio.h>
  > int main(void)
  > {
  >     static double x[64], y[64], z[64];
  >     static int c[64];
  >     int negative = 0;
  >     for (int i = 0; i < 64; i++) {
  >         x[i] = i % 2 ? 0.0 : -0.0;
  >         c[i] = i % 3;
  >     }
  > #pragma hedra
  >     for (int i = 0; i < 64; i++) {
  >         y[i] = 0.0 - fabs(x[i]);
  >         z[i] = 0.0 - (c[i] > 1 ? fabs(x[i]) : (double)(c[i] - c[i]));
  >     }
  >     for (int i = 0; i < 64; i++)
  >         negative += !!signbit(y[i]) + !!signbit(z[i]);
  >     printf("%d negative\n", negative);
  >     return 0;
  > }
  > END
  $ HEDRA_DEVICE=host hedrac --run zero.c
  0 negative
  $ HEDRA_DEVICE=ptxsim hedrac --run zero.c
  0 negative
