Pragmas of OpenMP and OpenACC mark regions, where --accept says so.

  $ cat > omp.c <<'EOF'
  > #include <stdlib.h>
  > void f(int n, float *restrict a, const float *restrict b, float *sum)
  > {
  >     int i, j;
  >     float s = 0;
  > #pragma omp parallel for private(j) schedule(static)
  >     for (i = 0; i < n; i++)
  >         for (j = 0; j < n; j++)
  >             a[i * n + j] = b[i] * b[j];
  > #pragma omp parallel
  >     {
  > #pragma omp for nowait
  >         for (i = 0; i < n; i++)
  >             a[i] += b[i];
  > #pragma omp simd
  >         for (j = 0; j < n; j++)
  >             a[j] += 1;
  >     }
  > #pragma acc parallel loop reduction(+ : s)
  >     for (i = 0; i < n; i++)
  >         s += b[i];
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++)
  >         a[i] = strtold("1", NULL);
  > #pragma omp parallel for
  >     for (i = 0; i < n; i++) {
  > #pragma omp simd
  >         for (j = 0; j < n; j++)
  >             a[i * n + j] += b[j];
  >     }
  >     *sum = s;
  > }
  > EOF
  $ hedrac omp.c -o omp.out
  omp.c: warning: no loop nest is marked with #pragma hedra or #pragma scop [no-region]
  1 warning generated.
  $ hedrac --accept=omp,acc omp.c -o omp.out 2>&1 | grep -E 'error|warning'
  omp.c:15:1: warning: the loop behind this pragma stays as it is: each thread of the block around it has its own [not-accepted]
  omp.c:24:16: warning: function 'strtold' has no body here; the plain nest runs [plain]
  2 warnings generated.
  $ hedrac -w --accept=omp,acc --report=json:- omp.c -o omp.out | grep -oE '"line": [0-9]+, "function.*"state[^,]*'
  "line": 6, "function": "f", "state": "compiled"
  "line": 12, "function": "f", "state": "compiled"
  "line": 19, "function": "f", "state": "compiled"
  "line": 22, "function": "f", "state": "kept"
  "line": 25, "function": "f", "state": "compiled"
  $ grep -E '^ *#pragma (omp|acc)' omp.out
  #pragma omp simd
  #pragma omp parallel for private(j) schedule(static)
  #pragma omp parallel
  #pragma omp single
  #pragma omp simd
  #pragma acc parallel loop reduction(+ : s)
  #pragma omp parallel for
  #pragma omp parallel for
  #pragma omp simd

On the host threads share the loops that are parallel as they stand, without
their pragmas: one that stands directly behind a pragma of its own is not moved.

  $ sed -n '/^static inline void.*_p0/,/^}/p' omp.out | grep -A2 '^    for' | grep -v '#line'
      for (__typeof__(int) i = (__typeof__(int))hdk_from; i < hdk_bound; i += 1)
  for (j = 0; j < n; j++)
  --
      for (__typeof__(int) i = (__typeof__(int))hdk_from; i < hdk_bound; i += 1)
  a[i] += b[i];
  --
      for (__typeof__(int) i = (__typeof__(int))hdk_from; i < hdk_bound; i += 1)
  {
  $ cat > simd.c <<'EOF'
  > void g(int n, float *restrict a, const float *restrict b)
  > {
  > #pragma hedra
  >     for (int t = 0; t < 9; t++) {
  > #pragma omp simd
  >         for (int i = 0; i < n; i++)
  >             a[i] += b[i];
  >     }
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  > #pragma omp simd
  >         for (int j = 0; j < 9; j++)
  >             a[9 * i + j] += b[i] * j;
  > }
  > EOF
  $ hedrac -w --targets=host simd.c -o simd.out && grep -c 'hedra_share(' simd.out
  1
  $ hedrac -w --accept=acc --report=json:- omp.c -o omp.out | grep -c '"state'
  1
  $ hedrac --accept=omp,mpi omp.c -o omp.out
  hedrac: error: '--accept=': 'mpi' is none of omp, acc [usage]
  1 error generated.
  [2]
