What only plain C can do leaves a region as it is, with a warning.

  $ cat > cold.c <<'EOF'
  > #include <assert.h>
  > #include <stdio.h>
  > #include <stdlib.h>
  > int find(int n, const int *x, int key)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] == key)
  >             return i;
  >     return -1;
  > }
  > void volume(int n, double *v)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         assert(v[i] == v[i]);
  >         if (v[i] < 0) {
  >             fprintf(stderr, "volume %d\n", i);
  >             exit(1);
  >         }
  >         v[i] = v[i] * 2;
  >     }
  > }
  > void twice(int n, double *v)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         v[i] = v[i] * 2;
  > }
  > EOF
  $ hedrac cold.c -o cold.out 2>&1 | grep -E 'error|warning'
  cold.c:9:13: warning: a return ends the region early; the plain nest runs [plain]
  cold.c:16:9: warning: assert can only be tested in plain C; the plain nest runs [plain]
  cold.c:18:13: warning: function 'fprintf' can only be called in plain C; the plain nest runs [plain]
  cold.c:19:13: warning: function 'exit' can only be called in plain C; the plain nest runs [plain]
  4 warnings generated.
  $ hedrac -w --report=json:- cold.c -o cold.out | grep -o '"state[^,]*'
  "state": "kept"
  "state": "kept"
  "state": "compiled"
  $ hedrac cold.c --emit=opencl 2>&1 | grep -c 'error:'
  4
  $ hedrac -DNDEBUG cold.c -o cold.out 2>&1 | grep -c assert
  0
  [1]
