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
  lists.c:6:46: note: threads share the loop, as its author says they may
  lists.c:12:5: warning: this loop follows a chain in memory: each iteration needs the 'p' that the one before it reads [chain]
  lists.c:12:5: note: threads share the loop, as its author says they may
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

A promise that holds for some numbers of threads alone, or for runs of
iterations that one thread does, is none. Neither is one where a thread may have
its own of what the loop uses, by whatever way: a number that it has set for
itself, arrays of the file, names in macros and in long lines, threads' own
storage. What a compiler with OpenMP may read otherwise is left alone, and
atomic and volatile objects, pointers to what threads would copy, and heads
that count otherwise than 64 bits with a sign.

  $ cat > threads.h <<'END'
  > #ifndef THREADS_H
  > #define THREADS_H
  > #define LOOK(l) look(l)
  > #endif
  > END
  $ cat > hard.c <<'END'
  > #ifdef _OPENMP
  > #define LOCK() lock()
  > #define TID omp_get_thread_num()
  > #else
  > #define LOCK()
  > #define TID 0
  > #include "threads.h"
  > #endif
  > struct item { struct item *next; double value; };
  > struct row { double v[8]; };
  > extern struct item *head[1024];
  > extern double sum[1024], all[64][16], q[16];
  > extern int own_a[4], own_b[4], count[4];
  > extern _Atomic int atomic[4];
  > extern volatile int shown[4];
  > #pragma omp threadprivate(own_a, \
  >                           own_b)
  > #define OWN private(w)
  > #define CHAIN(more) for (struct item *p = head[i]; p; p = p->next) { more; }
  > static __thread double kept[4];
  > static int look(int k) { return k; }
  > static double keep(double x) { kept[0] = x; return kept[0] + kept[1]; }
  > static void fill(double *v, int i) { v[i] = i; }
  > static void done(int *x) { q[0] += *x; }
  > int me(void);
  > void chunks(int n)
  > {
  > #pragma omp parallel for schedule(static, 4)
  >     for (int i = 0; i < n; i++) CHAIN(sum[i / 4] += p->value)
  > #pragma omp parallel for schedule(dynamic, 16)
  >     for (int i = 0; i < n; i++) CHAIN(sum[i / 16] += p->value)
  > #pragma omp parallel for schedule(runtime)
  >     for (int i = 0; i < n; i++) CHAIN(sum[0] += p->value)
  > #pragma omp parallel for if (n < 0)
  >     for (int i = 0; i < n; i++) CHAIN(sum[0] += p->value)
  > #pragma omp parallel for num_threads(1)
  >     for (int i = 0; i < n; i++) CHAIN(sum[0] += p->value)
  > #pragma omp parallel if (n < 0)
  >     {
  > #pragma omp for
  >         for (int i = 0; i < n; i++) CHAIN(sum[0] += p->value)
  >     }
  > }
  > void owned(int n)
  > {
  >     int tid = 0;
  >     double w[4], *z = sum;
  > #pragma omp parallel private(tid)
  >     {
  >         tid = me();
  > #pragma omp for
  >         for (int i = 0; i < n; i++)
  >             CHAIN(all[tid][0] = p->value; sum[i] += all[tid][0])
  >     }
  > #pragma omp parallel for OWN
  >     for (int i = 0; i < n; i++) { CHAIN(w[0] = p->value) sum[i] = w[0]; }
  > #pragma omp parallel for private(q)
  >     for (int i = 0; i < n; i++) { CHAIN(q[0] = p->value) sum[i] = q[0]; }
  > #pragma omp parallel reduction(+ : q[ : 4])
  >     {
  > #pragma omp for
  >         for (int i = 0; i < n; i++) CHAIN(q[i & 3] += p->value)
  >     }
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++) CHAIN(own_b[i & 3] += p->value)
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++) CHAIN(sum[i] += keep(p->value))
  > #pragma omp parallel default(firstprivate)
  >     {
  >         z = me() ? q : sum;
  > #pragma omp for
  >         for (int i = 0; i < n; i++) CHAIN(z[0] = p->value)
  >     }
  > }
  > void read_otherwise(int n, int *c)
  > {
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++) { LOCK(); CHAIN(q[0] += p->value) }
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++) CHAIN(all[TID][0] += p->value)
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++) CHAIN(sum[LOOK(i)] += p->value)
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++)
  >         CHAIN(sum[i] += __atomic_fetch_add(&count[0], 1, __ATOMIC_RELAXED))
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++) CHAIN(sum[i] += atomic[0]++)
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++) CHAIN(sum[i] += shown[0])
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++) CHAIN(sum[i] += __sync_fetch_and_add(c, 1))
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++) {
  >         __attribute__((cleanup(done))) int x = 1;
  >         CHAIN(sum[i] += p->value)
  >     }
  > }
  > void copied(int n, unsigned u, double x)
  > {
  >     int m = 3, *to = &m;
  >     struct row r, s;
  > #pragma omp parallel for
  >     for (int i = 0; i < n; i++) {
  >         CHAIN(sum[i] += p->value)
  >         if (i == 3) { *to = 7; sum[i] = m; }
  >     }
  > #pragma omp parallel for
  >     for (int i = 0; i < 8; i++) { CHAIN(sum[i] += p->value) fill(r.v, i); }
  > #pragma omp parallel for
  >     for (int i = 0; i < 8; i++) {
  >         double *v = s.v;
  >         CHAIN(v[i] += p->value)
  >     }
  >     sum[0] = r.v[1] + s.v[1] + m;
  > #pragma omp parallel for
  >     for (int i = -5; i < u; i++) CHAIN(sum[i + 5] += p->value)
  > #pragma omp parallel for
  >     for (int i = 0; i < x; i++) CHAIN(sum[i] += p->value)
  > #pragma omp parallel for
  >     for (unsigned char i = n; i < 200; i++) CHAIN(sum[i] += p->value)
  > }
  > END
  $ hedrac -w --accept=omp hard.c -o hard.out
  $ grep -c hedra_promised hard.out
  0
  [1]

Numbers of the function, and clauses that change nothing, do not hinder.

  $ cat > plain.c <<'END'
  > #ifdef _OPENMP
  > #include <omp.h>
  > #endif
  > #include <stdio.h>
  > #include <string.h>
  > #define MAX(a, b) ((a) > (b) ? (a) : (b))
  > struct item { struct item *next; double value; };
  > static struct item pool[4096], *head[1024];
  > static double sum[1024], part[1024][4];
  > static void add(int n, double scale, int *from)
  > {
  >     enum { ROWS = 4 };
  >     double half = 0.5 * scale;
  > #pragma omp parallel default(shared) shared(sum, from)
  >     {
  > #pragma omp for schedule(dynamic, 1) nowait
  >         for (int i = 0; i < n; i++)
  >             for (struct item *p = head[i]; p; p = p->next)
  >                 sum[i] += MAX(half, p->value) + from[i] + scale;
  >     }
  > #pragma omp parallel for collapse(2) shared(part) schedule(static)
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < ROWS; j++)
  >             for (struct item *p = head[i]; p; p = p->next)
  >                 part[i][j] += p->value * scale + ROWS;
  > }
  > int main(void)
  > {
  >     int from[1024];
  >     double all = 0;
  >     for (int i = 0; i < 4096; i++) {
  >         pool[i].value = 1.0 / (1 + i);
  >         pool[i].next = head[i % 1021];
  >         head[i % 1021] = &pool[i];
  >         from[i % 1024] = i;
  >     }
  >     for (int k = 0; k < 20; k++)
  >         add(1024, 1.0 / 3, from);
  >     for (int i = 0; i < 1024; i++)
  >         all += sum[i] + part[i][i % 4] * i;
  >     printf("%a\n", all);
  > }
  > END
  $ hedrac -w --accept=omp plain.c -o plain.out; grep -c '= hedra_promised(' plain.out
  2
  $ gcc -O2 -w -o plain plain.c && ./plain > expected
  $ for c in plain shared hedra model; do HEDRA_THREADS=3 HEDRA_CHOOSE=$c hedrac --run -w --accept=omp plain.c | diff expected -; done

So it is where the pragma is only heard without --accept.

  $ hedrac -w lists.c -o lists.out; grep -c hedra_promised lists.out
  0
  [1]
