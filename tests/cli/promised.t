Loops that hedrac cannot take, and of which a pragma of OpenMP says that threads
may share them.

  $ cat > lists.c <<'END'
  > #include <stdio.h>
  > struct item { struct item *next; double value; };
  > static struct item pool[4096], *head[1024];
  > static double sum[1024], t;
  > static int steps[1024];
  > static int depth(int k) { return k < 2 ? k : depth(k - 1) + depth(k - 2); }
  > static void chains(int n)
  > {
  >     int i;
  >     struct item *p;
  > #pragma omp parallel for private(p) schedule(static)
  >     for (i = 0; i < n; i++) {
  >         t = 0.5 * i;
  >         for (p = head[i]; p; p = p->next)
  >             sum[i] += t * p->value;
  >     }
  > }
  > static void calls(int n)
  > {
  >     int i, k;
  > #pragma omp parallel
  >     {
  > #pragma omp for nowait
  >         for (i = n - 1; i >= 0; i -= 2) {
  >             k = i % 12;
  >             steps[i] = depth(k);
  >         }
  >     }
  > }
  > int main(void)
  > {
  >     for (int i = 0; i < 4096; i++) {
  >         pool[i].value = 1.0 / (1 + i);
  >         pool[i].next = head[i % 1021];
  >         head[i % 1021] = &pool[i];
  >     }
  >     for (int k = 0; k < 40; k++) {
  >         chains(1024);
  >         calls(1024);
  >     }
  >     double all = 0;
  >     int count = 0;
  >     for (int i = 0; i < 1024; i++) {
  >         all += sum[i];
  >         count += steps[i] * (i + 1);
  >     }
  >     printf("%a %d\n", all, count);
  > }
  > END
  $ hedrac --accept=omp lists.c -o lists.out 2>&1 | grep -E 'warning|threads'
  lists.c:6:46: warning: function 'depth' calls itself [call]
  lists.c:6:46: note: threads share the region's loop, as its author says they may
  lists.c:12:5: warning: this loop follows a chain in memory: each iteration needs the 'p' that the one before it reads [chain]
  lists.c:12:5: note: threads share the region's loop, as its author says they may
  2 warnings generated.
  $ grep -c '= hedra_promised(' lists.out
  2
  $ gcc -O2 -Wall -Wno-unknown-pragmas -o plain lists.c && ./plain > expected
  $ for n in 1 2 7; do HEDRA_THREADS=$n hedrac --run -w --accept=omp lists.c | diff expected -; done
  $ for c in plain shared hedra model; do HEDRA_THREADS=3 HEDRA_CHOOSE=$c hedrac --run -w --accept=omp lists.c | diff expected -; done
  $ HEDRA_THREADS=3 HEDRA_STATS=1 hedrac --run -w --accept=omp lists.c 2>&1 | grep -c 'plain C: chosen *40'
  2

A compiler with -fopenmp has its own threads: for that the pragmas are there.

  $ grep -c '^#if defined __GNUC__ && !defined _OPENMP' lists.out
  6
  $ grep '#pragma omp' lists.out
  #pragma omp parallel for private(p) schedule(static)
  #pragma omp parallel
  #pragma omp for nowait

What threads could do differently is not shared: values that go from one
iteration to the next, or behind the loop; variables that each of OpenMP's
threads has for itself; directives, functions that nobody knows, and static
variables.

  $ cat > not.c <<'END'
  > #include <stdio.h>
  > #include <stdlib.h>
  > struct item { struct item *next; double value; };
  > extern struct item *head[1024];
  > extern double sum[1024], g;
  > double own[16];
  > static double kept;
  > #pragma omp threadprivate(own)
  > double last(int n) { return kept + n; }
  > static double counted(double x) { static int calls; return x + calls++; }
  > static double noted(double x) { g = x; return x; }
  > static double locked(double x)
  > {
  > #pragma omp critical
  >     g += x;
  >     return x;
  > }
  > #define CHAIN(more) for (struct item *p = head[i]; p; p = p->next) { more; }
  > void f(int n, double *mine, int *found)
  > {
  >     int i, t = 0;
  >     double x, q[4];
  > #pragma omp parallel for reduction(+ : x)
  >     for (i = 0; i < n; i++)
  >         CHAIN(x += p->value)
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++) {
  >         CHAIN(sum[i] += t)
  >         t = i;
  >     }
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++) {
  >         x = i;
  >         CHAIN(sum[i] += x)
  >     }
  >     sum[0] = x;
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++) {
  >         kept = i;
  >         CHAIN(sum[i] += kept)
  >     }
  > #pragma omp parallel for private(q)
  >     for (i = 0; i < n; i++) {
  >         CHAIN(q[0] = p->value)
  >         sum[i] = q[0];
  >     }
  > #pragma omp for
  >     for (i = 0; i < n; i++)
  >         CHAIN(mine[i] += p->value)
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++)
  >         CHAIN(own[i & 15] += p->value)
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++)
  >         CHAIN(sum[i] += counted(p->value))
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++)
  >         CHAIN(sum[i] += noted(p->value))
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++)
  >         CHAIN(sum[i] += locked(p->value))
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++)
  >         CHAIN(sum[i] += rand())
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++) {
  >         CHAIN(*(&t) = i; sum[i] += t)
  >     }
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++) {
  > #ifdef _OPENMP
  >         if (i) while (!found[i - 1]) ;
  > #endif
  >         CHAIN(sum[i] += sum[i - 1])
  >     }
  > #pragma omp parallel for
  >     for (i = 0; i < *found; i += *found) {
  >         CHAIN(sum[i] += p->value)
  >     }
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++) {
  >         CHAIN(sum[i] += p->value)
  >     }
  >     *found = i;
  > }
  > END
  $ hedrac -w --accept=omp --report=json:- not.c -o not.out | grep -c '"state": "kept"'
  15
  $ grep -c hedra_promised not.out
  0
  [1]

So it is where the pragma is only heard without --accept.

  $ hedrac -w lists.c -o lists.out; grep -c hedra_promised lists.out
  0
  [1]
