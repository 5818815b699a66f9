What --explain says of each region first: five lines, for scripts.

  $ cat > smooth.c <<'END'
  > #include <stdio.h>
  > int main(void)
  > {
  >     static float a[1000] = {[500] = 1}, b[1000];
  > #pragma hedra
  >     for (int i = 1; i < 999; i++)
  >         b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
  >     printf("%g\n", b[500]);
  > }
  > END
  $ hedrac --explain smooth.c -o /dev/null 2>&1 | head -5
  smooth.c:5:1: remark: region hedra_main_1, 1 nest [summary]
    runs: host: plain C, threads share 'i' (line 6); GPU: 1 launch, 8 blocks x 128 threads along 'i' (line 6)
    limited by: host: memory, 8.12 bytes and 5 operations an iteration; GPU: memory, at least 8.94 bytes and 5 operations an iteration
    expected: host: as fast as the plain nest, kernels would gain nothing; GPU: no model compares it with the host
    would help: nothing that hedrac knows of

Its remarks follow by kind, in the order of the manual page, each once; those on the
host's kernels, in whose place the plain nest runs, are left to --explain=all.

  $ hedrac --explain smooth.c -o /dev/null 2>&1 | grep -o '\[[a-z-]*\]$' | uniq -c
        1 [summary]
        2 [choice]
        2 [parallel]
        9 [access]
        2 [expected]
  $ hedrac --explain=all smooth.c -o /dev/null 2>&1 | grep -o 'remark: not taken: .*'
  remark: not taken: the host's threads share this nest, 1 iteration of its outermost parallel loop at a time at least [parallel]
  remark: not taken: on the host, operations per iteration: 5, bytes from the second cache: 8.12, from memory: 8.12 (0.62 operations a byte): the model expects memory to limit it [expected]

Launches and blocks are known for sizes that are given, also where loops launch a
kernel again and again, and the grid changes from launch to launch.

  $ cat > cone.c <<'END'
  > void add(int n, int m, double a[restrict n][m], double b[restrict n][m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             a[i][j] += b[i][j];
  > }
  > void triangle(int n, double a[restrict n][n])
  > {
  > #pragma hedra
  >     for (int k = 0; k < n - 1; k++)
  >         for (int i = k + 1; i < n; i++)
  >             a[k + 1][i] = a[k][i] / (1 + a[k][k]);
  > }
  > END
  $ hedrac -w --explain cone.c -o /dev/null 2>&1 | grep '  runs'
    runs: host: plain C, threads share 'i' (line 4); GPU: launches unknown without sizes (give --assume-size=n=N,m=N), blocks of (32 x 8) threads along 'i' (line 4) and 'j' (line 5)
    runs: host: plain C, threads share 'i' (line 12); GPU: 2 kernels, launches unknown without sizes (give --assume-size=n=N), the deepest nest in blocks of 128 threads along 'i' (line 12)
  $ hedrac -w --explain --assume-size=n=10000,m=100 cone.c -o /dev/null 2>&1 | grep '  runs'
    runs: host: plain C, threads share 'i' (line 4); GPU: 1 launch, (4 x 1250) blocks x (32 x 8) threads along 'i' (line 4) and 'j' (line 5)
    runs: host: plain C, threads share 'i' (line 12); GPU: 2 kernels, 9999 launches, the deepest nest in up to 79 blocks x 128 threads along 'i' (line 12)
  $ hedrac -w --explain --assume-size=m=100 cone.c -o /dev/null 2>&1 | grep -o 'launches unknown [^)]*)'
  launches unknown without sizes (give --assume-size=n=N)
  launches unknown without sizes (give --assume-size=n=N)

A kernel that is not launched for these sizes, as one block does all of its work,
asks memory for nothing, and nothing is said of that.

  $ hedrac -w --explain --assume-size=n=1000 cone.c -o /dev/null 2>&1 | grep -c 'read of a.k..k. with n = 1000'
  1

What would help: the layout of an array, unless another access needs it as it is; a
clause; a word of C.

  $ cat > layout.c <<'END'
  > struct cell { double mass, x, y; };
  > void fields(int n, struct cell c[restrict n], double m[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         m[i] = c[i].mass;
  > }
  > void columns(int n, int m, double a[restrict n][m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[i][0] = a[i][3];
  > }
  > void both(int n, double a[restrict n][n], double d[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         d[i] = a[i][0] + a[0][i];
  > }
  > void overlap(int n, double *a, double *b)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[i] = b[i];
  > }
  > void bound(int n, const int col[restrict n], const double *restrict x, double y[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = x[col[i]];
  > }
  > void sum(int n, const double x[restrict n], double *restrict s)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         *s += x[i];
  > }
  > END
  $ hedrac -w --explain layout.c -o /dev/null 2>&1 | grep '  would help'
    would help: line 6: on a GPU, an array for 'c_mass' alone, in place of one of structs: reads of c_mass[i] by a warp have eta 0.33, and would have 0.91
    would help: line 12: on a GPU, a layout of 'a' in which the first subscript comes last: reads of a[i][3] by a warp have eta 0.25, and would have 0.91
    would help: nothing that hedrac knows of
    would help: line 22: restrict, for 'a' or 'b': whether they overlap is asked each time the region starts
    would help: line 28: the clause extent, for what elements of 'col' are subscripts of: the host looks for the least and the largest of these each time the region starts
    would help: line 35: 's', written at line 36, is read by a later iteration of loop 'i' at line 36; say reassociate if floats may be combined in any order, or take the pragma away

A region that stays as it is has a summary, too, and one that the front end leaves; of
kernels that are not made nothing is said.

  $ hedrac --explain layout.c -o /dev/null 2>&1 | grep -A4 'sum_6.*summary'
  layout.c:34:1: remark: region hedra_sum_6, 1 nest [summary]
    runs: as it stands, in the thread that comes to it
    limited by: no part of this region can run in parallel: it stays as it is
    expected: as fast as the plain nest, which it is
    would help: line 35: 's', written at line 36, is read by a later iteration of loop 'i' at line 36; say reassociate if floats may be combined in any order, or take the pragma away
  $ hedrac --explain layout.c -o /dev/null 2>&1 | sed -n '/sum_6/,$p' | grep -o '\[[a-z-]*\]$'
  [summary]
  [kept]
  [not-parallel]
  [not-associative]
  $ hedrac --explain=all layout.c -o /dev/null 2>&1 | sed -n '/sum_6/,$p' | grep -o 'not taken: .*'
  not taken: on a GPU, one thread runs this part: its iterations depend on each other [serial]
  $ printf 'struct l { struct l *next; int v; };\nvoid f(struct l *p)\n{\n#pragma hedra\n    for (; p; p = p->next)\n        p->v = 1;\n}\n' > list.c
  $ hedrac --explain list.c -o /dev/null 2>&1 | head -5
  list.c:4:1: remark: region hedra_f_1, 1 nest [summary]
    runs: as it stands, in the thread that comes to it
    limited by: this loop follows a chain in memory: each iteration needs the 'p' that the one before it reads
    expected: as fast as the plain nest, which it is
    would help: line 5: put the chain's elements into an array before the region, and count through it

A schedule in whose place another one comes leaves no remark: here that of all
iterations of the loop, which is then taken apart in pieces.

  $ cat > order.c <<'END'
  > void paths(int n, int d[restrict n][n])
  > {
  > #pragma hedra
  >     for (int k = 0; k < n; k++)
  >         for (int i = n - 1; i >= 0; i--)
  >             for (int j = 0; j < n; j++)
  >                 if (d[i][k] + d[k][j] < d[i][j])
  >                     d[i][j] = d[i][k] + d[k][j];
  > }
  > END
  $ hedrac --explain order.c -o /dev/null 2>&1 | grep -o 'remark: .*\[\(tiled\|split\|parallel\)\]'
  remark: on a GPU, 2 dimensions of this nest run in parallel [parallel]
  remark: on a GPU, 1 dimension of this nest runs in parallel [parallel]
  remark: the host's threads share this nest, 1 iteration of its outermost parallel loop at a time at least, again in each iteration of 1 loop around it [parallel]
  remark: loop 'i' depends on one of its iterations alone: those before it run in parallel, and so do those behind it [split]
  $ hedrac --explain=all order.c -o /dev/null 2>&1 | grep -o 'not taken: .*'
  not taken: of tiles of 64 x 512, an iteration asks the second cache for 4.31 bytes and memory for 4.19: the model expects memory to limit it [tiled]
  not taken: 2 loops are tiled for the host's caches, and tiles on a diagonal run in parallel [tiled]

The report has the same as numbers, without --explain as well, whose remarks it then
lacks.

  $ hedrac --report=json:- -w --assume-size=n=10000,m=100 cone.c -o /dev/null | sed 's/"runs.*/.../' | head -20
  {"version": 1, "file": "cone.c", "skipped": 0, "compiled": 2, "kept": 0, "refused": 0,
   "regions": [
     {"number": 1, "line": 3, "function": "add", "state": "compiled",
      "summary": {"name": "hedra_add_1", "nests": 1, ...
       "kernels": [
         {"target": "gpu", "name": "hedra_add_1_k0", "line": 6, "parallel": 2, "loops": "'i' (line 4) and 'j' (line 5)", "threads": [32, 8, 1], "launches": 1, "blocks": 5000, "largest": [4, 1250, 1], "operations": 1, "bytes": 19.5, "limit": "memory"},
         {"target": "host", "name": "hedra_add_1_h0", "line": 6, "parallel": 1, "loops": "'i' (line 4)", "operations": 1, "bytes": 16.1094, "limit": "memory"}],
       "helps": []},
      "messages": []},
     {"number": 2, "line": 10, "function": "triangle", "state": "compiled",
      "summary": {"name": "hedra_triangle_2", "nests": 1, ...
       "kernels": [
         {"target": "gpu", "name": "hedra_triangle_2_k0", "line": 13, "parallel": 1, "loops": "'i' (line 12)", "again": "'k' (line 11)", "threads": [128, 1, 1], "launches": 9999, "blocks": 404289, "largest": [79, 1, 1], "operations": 2, "bytes": 8.9375, "limit": "memory"},
         {"target": "gpu", "name": "hedra_triangle_2_b0", "line": 13, "parallel": 0, "threads": [512, 1, 1], "launches": 0, "blocks": 0, "largest": [0, 0, 0]},
         {"target": "host", "name": "hedra_triangle_2_h0", "line": 13, "parallel": 0, "limit": "the lack of parallelism"}],
       "helps": []},
      "messages": []}]}
  $ hedrac --report=json:- -w layout.c -o /dev/null | grep -A3 '"helps": \[$' | head -2
       "helps": [
         {"line": 6, "text": "on a GPU, an array for 'c_mass' alone, in place of one of structs: reads of c_mass[i] by a warp have eta 0.33, and would have 0.91"}]},
  $ hedrac --report=json:- -w cone.c -o /dev/null | grep -c '"severity"'
  0
  [1]

A kind is left out as any other; what is compiled does not depend on what is said.

  $ hedrac --explain -Wno-summary smooth.c -o /dev/null 2>&1 | grep -c '\[summary\]'
  0
  [1]
  $ hedrac -w cone.c -o - >plain.c; hedrac -w --explain=all cone.c -o - 2>/dev/null | cmp plain.c -
