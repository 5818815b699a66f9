Loops around nests that end by a test of data run on the CPU.

  $ cat > settle.c <<'END'
  > #include <math.h>
  > #include <stdio.h>
  > 
  > int main(void)
  > {
  >     static float a[1000] = {[500] = 1}, b[1000];
  >     float change;
  >     int round;
  > 
  > #pragma hedra
  >     for (round = 0; round < 50; round++) {
  >         change = 0;
  >         for (int i = 1; i < 999; i++)
  >             b[i] = 0.5f * (a[i - 1] + a[i + 1]);
  >         for (int i = 1; i < 999; i++)
  >             change = fmaxf(change, fabsf(b[i] - a[i]));
  >         for (int i = 1; i < 999; i++)
  >             a[i] = b[i];
  >         if (change < 0.25f)
  >             break;
  >     }
  >     printf("%d %a %a\n", round, change, a[500]);
  > }
  > END
  $ hedrac settle.c --explain -o settle.hedra.c 2>&1 | grep '\[repeated\]'
  settle.c:11:5: remark: the CPU runs this loop and launches what is in it; 'change' comes back for its tests in each iteration [repeated]
  $ hedrac settle.c --emit=schedule | grep '^# part'
  # part 1 of 1, line 12

Of the 8036 bytes out, 3992 are those of `b`, 4000 those of `a`, and of `change`
4 come home in each of 10 rounds and 4 at the end.

  $ HEDRA_DEVICE=ptxsim HEDRA_STATS=1 hedrac --run settle.c 2>&1 | awk '/^hedra: main/ { print $NF }; !/^hedra/'
  8036
  9 0x1.f8p-3 0x1.f8p-3
