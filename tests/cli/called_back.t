A number at file scope whose every use stands behind an assignment is not read
behind a region, if nothing between them calls what has the region. A function
that the unit does not have may call back.

  $ cat > back.c <<'END'
  > #include <signal.h>
  > #include <stdio.h>
  > static double t;
  > double b[1000];
  > static void squares(int signal)
  > {
  >     (void)signal;
  > #pragma hedra
  >     for (int i = 0; i < 1000; i++) {
  >         t = i;
  >         b[i] = t * t;
  >     }
  > }
  > static double last(void)
  > {
  >     t = 1;
  >     raise(SIGUSR1);
  >     return t;
  > }
  > int main(void)
  > {
  >     signal(SIGUSR1, squares);
  >     double value = last();
  >     printf("%g %g\n", value, b[3]);
  > }
  > END
  $ HEDRA_CHOOSE=hedra hedrac --run -w back.c
  999 9
