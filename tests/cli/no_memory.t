What a region needs and cannot have: the plain nest runs, on what arrays and
scalars were before, and one line says so. (`rows` has temporaries of n x n
ints, `far` of more bytes than 64 bits count; the grid of `tall` is more than a
GPU takes, which is known when the driver has changed `steps`.)

  $ cat > lack.c <<'END'
  > #include <stdio.h>
  > #include <sys/resource.h>
  > enum { N = 6000, TALL = 600000 };
  > static int a[N], b[N], p[N + 1], c[N + 1], x[TALL][2];
  > static int rows(int n, int *p, int *c)
  > {
  > #pragma hedra
  >     for (int i = 1; i <= n; i++) {
  >         for (int j = 1; j <= n; j++) {
  >             if (a[i - 1] == b[j - 1])
  >                 c[j] = p[j - 1] + 1;
  >             else
  >                 c[j] = p[j] > c[j - 1] ? p[j] : c[j - 1];
  >         }
  >         int *swap = p;
  >         p = c;
  >         c = swap;
  >     }
  >     return p[n];
  > }
  > #define J (j - 1073741824l * i)
  > static int far(long n, long w, int *p, int *c)
  > {
  > #pragma hedra
  >     for (long i = 1; i <= n; i++) {
  >         for (long j = 1073741824l * i + 1; j <= 1073741824l * i + w; j++) {
  >             if (a[i % 100] == b[J - 1])
  >                 c[J] = p[J - 1] + 1;
  >             else
  >                 c[J] = p[J] > c[J - 1] ? p[J] : c[J - 1];
  >         }
  >         int *swap = p;
  >         p = c;
  >         c = swap;
  >     }
  >     return p[w];
  > }
  > static int tall(int n)
  > {
  >     int steps = 3;
  > #pragma hedra
  >     {
  >         steps = steps + n;
  >         for (int i = 0; i < n; i++)
  >             for (int j = 0; j < 2; j++)
  >                 x[i][j] = x[i][j] + steps + j;
  >     }
  >     return x[n - 1][1] + steps;
  > }
  > int main(void)
  > {
  >     struct rlimit most;
  >     long used = 0;
  >     for (int i = 0; i < N; i++) {
  >         a[i] = i * 7 % 5;
  >         b[i] = i % 3;
  >     }
  >     printf("%d ", rows(100, p, c));
  >     FILE *statm = fopen("/proc/self/statm", "r");
  >     if (!statm || fscanf(statm, "%ld", &used) != 1)
  >         return 1;
  >     fclose(statm);
  >     getrlimit(RLIMIT_AS, &most);
  >     most.rlim_cur = used * 4096 + 120000000;
  >     setrlimit(RLIMIT_AS, &most);
  >     printf("%d %d ", rows(N, p, c), rows(N, c, p));
  >     printf("%d %d ", far(65536, 20, p, c), far(50000, 20, p, c));
  >     printf("%d %d\n", tall(1000), tall(TALL));
  > }
  > END
  $ gcc -w lack.c -o plain && ./plain > want
  $ for device in host ptxsim; do
  >     HEDRA_DEVICE=$device HEDRA_STATS=1 hedrac --run -O0 lack.c 2>err | diff want - && echo same
  >     grep -oE "region '[a-z]*' runs as plain C: on [a-z]*|(temporary array|a grid of).*" err
  >     grep -E 'plain C' err | grep -v runs | tr -s ' ' | cut -d: -f2-
  > done
  same
  region 'rows' runs as plain C: on host
  temporary array 'condition_w2': the host has no 143976000 bytes left
   rows lack.c:7 plain C: no memory 2
   far lack.c:24 plain C: sizes not as assumed 2
  same
  region 'rows' runs as plain C: on ptxsim
  temporary array 'condition_w2': the host has no 143976000 bytes left
  region 'tall' runs as plain C: on ptxsim
  a grid of 1 x 75000 x 1 blocks is more than a GPU takes (2147483647 x 65535 x 65535)
   rows lack.c:7 plain C: no memory 2
   far lack.c:24 plain C: sizes not as assumed 2
   tall lack.c:41 plain C: no memory 1
