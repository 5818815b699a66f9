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

Loops that test their iterator moved by a constant, and what it holds behind them.

  $ cat > moved.c <<'EOF'
  > #include <stddef.h>
  > #include <stdio.h>
  > static size_t up(unsigned char *d, size_t from, size_t n)
  > {
  >     size_t i, j;
  > #pragma hedra
  >     for (i = from, j = 0; i + 2 < n; i += 3) {
  >         d[j++] = i;
  >         d[j++] = i + 1;
  >     }
  >     return i * 1000 + j;
  > }
  > static int down(int *d, int from, int n)
  > {
  >     int i;
  > #pragma hedra
  >     for (i = from; i - 2 >= n; i--)
  >         d[i] = i;
  >     return i;
  > }
  > static unsigned wraps(int *d, unsigned from, unsigned n)
  > {
  >     unsigned i;
  > #pragma hedra
  >     for (i = from; i - 2 < n; i++)
  >         d[i] = i;
  >     return i;
  > }
  > int main(void)
  > {
  >     unsigned char c[100] = {0}, sum = 0;
  >     int d[100] = {0};
  >     for (int a = 0; a < 6; a++)
  >         for (int n = 0; n < 12; n++)
  >             printf("%zu %d %u\n", up(c, a, n), down(d, a + 4, n), wraps(d, a, n));
  >     for (int k = 0; k < 100; k++)
  >         sum = sum * 3 + c[k] + d[k];
  >     printf("%d\n", sum);
  > }
  > EOF
  $ cc -w moved.c -o moved && ./moved > expected
  $ HEDRA_CHOOSE=hedra HEDRA_DEVICE=host hedrac --run moved.c | cmp - expected
  $ HEDRA_DEVICE=ptxsim hedrac --run moved.c | cmp - expected
