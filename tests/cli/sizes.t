A size in an array that the nest may write after all: its address is compared with what
is written when the nest starts, and the plain nest runs where they meet.

  $ cat > fill.c <<'EOF'
  > #include <stdio.h>
  > int size[200];
  > static void fill(int *x, int n)
  > {
  > #pragma hedra extent(x[n])
  >     for (int i = 0; i < size[0]; i++)
  >         x[i] = 50 + i;
  > }
  > int main(void)
  > {
  >     size[0] = 100;
  >     int y[200] = {0};
  >     fill(y, 200);
  >     int s = 0;
  >     for (int i = 0; i < 200; i++) s += y[i];
  >     fill(size, 200);
  >     for (int i = 0; i < 200; i++) s += size[i];
  >     printf("%d\n", s);
  > }
  > EOF
  $ hedrac --run fill.c
  13675
  $ HEDRA_STATS=1 HEDRA_DEVICE=host hedrac --run fill.c 2>&1 | grep -o 'plain C: arrays overlap *1'
  plain C: arrays overlap                 1
  $ HEDRA_DEVICE=ptxsim hedrac --run fill.c
  13675
