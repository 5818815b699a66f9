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

Strides that are variables: the shorter one must divide the longer one, or the plain
nest runs.

  $ cat > strides.c <<'EOF'
  > #include <stdio.h>
  > static void shift(int *a, int n, int slice, int row)
  > {
  > #pragma hedra extent(a[1000])
  >     for (int z = 1; z < n; z++)
  >         for (int y = 0; y < n; y++)
  >             for (int x = 0; x < n; x++)
  >                 a[z * slice + y * row + x] += a[(z - 1) * slice + y * row + x];
  > }
  > int main(void)
  > {
  >     static int a[1000];
  >     const int shape[][2] = {{48, 8}, {51, 8}, {8, 48}, {4, 8}, {0, 8}, {7, 0}};
  >     for (int s = 0; s < 6; s++) {
  >         int sum = 0;
  >         for (int k = 0; k < 1000; k++) a[k] = k % 13;
  >         shift(a, 5, shape[s][0], shape[s][1]);
  >         for (int k = 0; k < 1000; k++) sum += k % 7 * a[k];
  >         printf("%d ", sum);
  >     }
  >     puts("");
  > }
  > EOF
  $ cc -w strides.c -o strides && ./strides
  22128 22635 22475 151365 25506 58596 
  $ HEDRA_DEVICE=ptxsim hedrac --run strides.c
  22128 22635 22475 151365 25506 58596 
  $ HEDRA_STATS=1 HEDRA_DEVICE=host hedrac --run strides.c 2>&1 | grep -o 'plain C: sizes not as assumed *5'
  plain C: sizes not as assumed           5
