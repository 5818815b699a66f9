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

Kernels are expected to gain where a median sorts its neighbours in a local
array, where conditions ask for the ends of a loop, in extremes of floats and in
square roots; not where each iteration searches, or divides integers by a size.

  $ cat > image.c <<'EOF'
  > void middle(int n, const unsigned char *restrict in, unsigned char *restrict out)
  > {
  > #pragma hedra
  >     for (int x = 1; x < n - 1; x++) {
  >         unsigned char v[3];
  >         for (int k = 0; k < 3; k++)
  >             v[k] = in[x + k - 1];
  >         for (int i = 0; i < 2; i++)
  >             for (int j = i + 1; j < 3; j++)
  >                 if (v[j] < v[i]) {
  >                     unsigned char t = v[i];
  >                     v[i] = v[j];
  >                     v[j] = t;
  >                 }
  >         out[x] = v[1];
  >     }
  > }
  > void blur(int n, const int *restrict in, int *restrict out)
  > {
  > #pragma hedra
  >     for (int x = 0; x < n; x++)
  >         out[x] = in[x < 1 ? 0 : x - 1] + in[x + 1 < n ? x + 1 : x];
  > }
  > void padded(int n, const int *restrict in, int *restrict out)
  > {
  > #pragma hedra
  >     for (int x = 0; x < n; x++) {
  >         int sum = 0;
  >         for (int k = -2; k <= 2; k++)
  >             if (x + k >= 0 && x + k < n)
  >                 sum += in[x + k];
  >         out[x] = sum;
  >     }
  > }
  > double most(int n, const double *restrict in)
  > {
  >     double m = 0;
  > #pragma hedra
  >     for (int x = 0; x < n; x++)
  >         if (in[x] > m)
  >             m = in[x];
  >     return m;
  > }
  > void roots(int n, const double *restrict in, double *restrict out)
  > {
  > #pragma hedra
  >     for (int x = 0; x < n; x++)
  >         out[x] = __builtin_sqrt(in[x] + 1);
  > }
  > void channels(int n, int m, const double *restrict in, double *restrict out)
  > {
  > #pragma hedra
  >     for (int x = 0; x < n; x++)
  >         out[x] = __builtin_sqrt(in[x / m]);
  > }
  > void search(int n, int m, const int *restrict in, int *restrict out)
  > {
  > #pragma hedra extent(in[n])
  >     for (int x = 0; x < n; x++) {
  >         int k = x < 1 ? 0 : x - 1;
  >         while (k < n && in[k] < m)
  >             k += x < 1 ? 1 : 2;
  >         out[x] = k;
  >     }
  > }
  > EOF
  $ hedrac --targets=host --explain image.c -o image.out 2>&1 | grep -o 'expected: [^(]*[^( ]'
  expected: host: faster, local arrays stay in registers, and iterations fill vectors in spite of conditions
  expected: host: faster, between the ends that conditions ask for, iterations fill vectors
  expected: host: faster, between the ends that conditions ask for, iterations fill vectors
  expected: host: faster, extremes are taken apart, so that they fill vectors
  expected: host: faster, square roots, which need not set errno, fill vectors
  expected: host: as fast as the plain nest, kernels would gain nothing
  expected: host: as fast as the plain nest, kernels would gain nothing

A sum of products stays in registers if its operands are read again: not of what
each iteration of all loops has in memory, as the distance of a pair of bodies.

  $ cat > bodies.c <<'EOF'
  > struct body {
  >     double x[3], v[3], f[3], m;
  > };
  > void pairs(int n, struct body *b)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = i + 1; j < n; j++) {
  >             double d[3], r2 = 0.01;
  >             for (int k = 0; k < 3; k++) {
  >                 d[k] = b[j].x[k] - b[i].x[k];
  >                 r2 += d[k] * d[k];
  >             }
  >             double s = b[i].m * b[j].m / (r2 * __builtin_sqrt(r2));
  >             for (int k = 0; k < 3; k++) {
  >                 b[i].f[k] += s * d[k];
  >                 b[j].f[k] -= s * d[k];
  >             }
  >         }
  > }
  > void product(int n, double (*a)[n], double (*b)[n], double (*c)[n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int k = 0; k < n; k++) {
  >             double f = a[i][k] * 2;
  >             for (int j = 0; j < n; j++)
  >                 c[i][j] += f * b[k][j];
  >         }
  > }
  > EOF
  $ hedrac --targets=host --explain bodies.c -o bodies.out 2>&1 | grep -o 'expected: [^(]*[^( ]'
  expected: host: as fast as the plain nest, kernels would gain nothing
  expected: host: faster, sums of products stay in registers

Kernels gain by columns side by side also where each iteration has a work array of
its own: those of neighbours lie side by side. They would stride in them as these
stand.

  $ cat > columns.c <<'EOF'
  > void own(int n, double (*restrict a)[1000], double (*restrict d)[1000])
  > {
  > #pragma hedra
  >     for (int j = 0; j < n; j++) {
  >         double w[1000];
  >         w[0] = a[0][j] / 2;
  >         for (int i = 1; i < 1000; i++)
  >             w[i] = a[i][j] / (2 - w[i - 1]);
  >         for (int i = 998; i >= 0; i--)
  >             d[i][j] -= w[i] * d[i + 1][j];
  >     }
  > }
  > void callers(int n, double (*restrict a)[1000], double (*restrict d)[1000],
  >              double *restrict w)
  > {
  > #pragma hedra
  >     for (int j = 0; j < n; j++) {
  >         w[0] = a[0][j] / 2;
  >         for (int i = 1; i < 1000; i++)
  >             w[i] = a[i][j] / (2 - w[i - 1]);
  >         for (int i = 998; i >= 0; i--)
  >             d[i][j] -= w[i] * d[i + 1][j];
  >     }
  > }
  > EOF
  $ hedrac --targets=host --explain columns.c -o columns.out 2>&1 | grep -oE '(runs|expected): host: [^,(]*'
  runs: host: 2 kernels
  expected: host: faster
  runs: host: 2 kernels
  expected: host: faster
  $ hedrac --without=storage_fold --targets=host --explain columns.c -o columns.out 2>&1 | grep -oE '(runs|expected): host: [^,(]*'
  runs: host: plain C
  expected: host: as fast as the plain nest
  runs: host: plain C with few threads
  expected: host: as fast as the plain nest

Where the plain nest runs on one thread its loops become a part of the function,
with pointers that are restrict: the region's call has the addresses of arrays,
and compilers could not tell them apart any more. A local table, which nothing
else points to, keeps its address to itself: the region has a copy.

  $ cat > tables.c <<'EOF'
  > void use(float *);
  > void filter(int n, const float *in, float *out)
  > {
  >     float weight[3] = {1, 2, 1}, known[3] = {1, 2, 1}, large[200] = {1};
  >     use(known);
  > #pragma hedra
  >     for (int x = 1; x < n - 1; x++) {
  >         out[x] = large[x % 3];
  >         for (int k = 0; k < 3; k++)
  >             out[x] += weight[k] * known[k] * in[x + k - 1];
  >     }
  > }
  > EOF
  $ hedrac --targets=host tables.c -o tables.out
  $ sed -n '/^hedra_filter_1_p0(/p' tables.out
  hedra_filter_1_p0((void *)out, (void *)large, (void *)weight, (void *)known, (void *)in, hedra_first, hedra_end);
  $ grep -o 'void \*hedra_variable.*' tables.out
  void *hedra_variable[] = {(void *)out, (void *)large, (void *)hedra_variable_2, (void *)known, (void *)in};
  $ grep -o '? 3 : 1' tables.out
  ? 3 : 1

The function of a shared loop takes in the functions of the file that it calls,
if these are long: compilers would leave them apart as soon as two loops call
them. A loop that calls none, or short ones, becomes a part of the function
around.

  $ cat > helper.c <<'END'
  > static float curve(float x)
  > {
  >     float below = x < 0 ? -x : x, above = x > 1 ? 1 : x;
  >     return below * above / 2;
  > }
  > static float half(float x)
  > {
  >     return x / 2;
  > }
  > void helped(int n, const float *restrict x, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = curve(x[i]);
  > }
  > void halved(int n, const float *restrict x, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = half(x[i]);
  > }
  > void alone(int n, const float *restrict x, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = x[i] / 2;
  > }
  > END
  $ hedrac helper.c -o - | grep -B2 -E '_p0\(__typeof|_p0\(int' | grep -oE 'flatten|inline void hedra_[a-z]*|static void hedra_[a-z]*'
  flatten
  static void hedra_helped
  inline void hedra_halved
  inline void hedra_alone

Its head compares as the author's does, with a bound that the call hands over as it
stands there: compilers then know that subscripts beside the iterator's do not wrap.
Tables of bytes are neither restrict nor known to be the caller's: compilers would
load vectors of them element by element.

  $ cat > heads.c <<'END'
  > void pairs(int n, int m, const char *restrict x, char *restrict y)
  > {
  > #pragma hedra
  >     for (int i = 0; i <= n - m; i++)
  >         y[i] = x[i] + x[i + m];
  > }
  > void back(int n, const float *restrict x, float *restrict y)
  > {
  > #pragma hedra
  >     for (int i = n; i >= 3; i--)
  >         y[i] = x[i] / x[i - 3];
  > }
  > void bytes(int n, unsigned char *restrict p)
  > {
  >     unsigned char table[256];
  >     for (int i = 0; i < 256; i++)
  >         table[i] = i * i / 255;
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         p[i] = table[p[i]];
  > }
  > void words(int n, int *restrict p, const int *restrict table)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         p[i] = table[p[i] & 255];
  > }
  > END
  $ hedrac heads.c -o heads.out
  $ grep -E 'hdk_from;|hdk_to . 1\);|hedra_end . 1,|, hedra_end\)' heads.out | head -8
      for (__typeof__(int) i = (__typeof__(int))hdk_from; i <= hdk_bound; i += 1)
      hedra_pairs_1_p0(hdk_variable[0], hdk_variable[1], *(__typeof__(int) *)hdk_variable[2], hdk_from, hdk_to - 1);
  hedra_share(hedra_pairs_1_s0, hedra_variable, hedra_first, hedra_end + 1, 1, 0);
  hedra_pairs_1_p0((void *)y, (void *)x, m, hedra_first, hedra_end);
      for (__typeof__(int) i = (__typeof__(int))hdk_from; i >= hdk_bound; i += -1)
      hedra_back_2_p0(hdk_variable[0], hdk_variable[1], hdk_from, hdk_to + 1);
  hedra_share(hedra_back_2_s0, hedra_variable, hedra_first, hedra_end - 1, -1, 0);
  hedra_back_2_p0((void *)y, (void *)x, hedra_first, hedra_end);
  $ grep -E '__asm__|\*(restrict )?(p|table),$' heads.out
  static inline void hedra_bytes_3_p0(__typeof__(unsigned char) *p,
      __typeof__(unsigned char) *table,
      __asm__("" : "+r"(table));
  static inline void hedra_words_4_p0(__typeof__(int) *restrict p,
      __typeof__(const int) *restrict table,

Where one inner loop alone runs long, and counts from a number up to a variable, there is a
case in which it is known to run: compilers fill vectors with the loop around it there.

  $ cat > inner.c <<'END'
  > void models(int n, int steps, float *restrict a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         float s = a[i];
  >         for (int t = 2; t < steps; t++)
  >             s = s * s + 0.25f;
  >         a[i] = s;
  >     }
  > }
  > void twice(int n, int steps, int more, float *restrict a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         float s = a[i];
  >         for (int t = 0; t < steps; t++)
  >             s = s * s + 0.25f;
  >         for (int t = 0; t < more; t++)
  >             s = s / 2 + 1;
  >         a[i] = s;
  >     }
  > }
  > void from(int n, int first, int steps, float *restrict a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         float s = a[i];
  >         for (int t = first; t < steps; t++)
  >             s = s * s + 0.25f;
  >         a[i] = s;
  >     }
  > }
  > END
  $ hedrac -ffp-contract=off inner.c -o inner.out
  $ grep -E 'if \(.*hdk_variable|_s[0-9]\(void' inner.out
  static void hedra_models_1_s0(void *const *hdk_variable, int64_t hdk_from,
      if (2 < *(__typeof__(int) *)hdk_variable[1])
  static void hedra_twice_2_s0(void *const *hdk_variable, int64_t hdk_from,
  static void hedra_from_3_s0(void *const *hdk_variable, int64_t hdk_from,

Where it counts up from a number, and its body compares the iterator with numbers, they
are told that it begins no lower: y > 0 costs less then.

  $ cat > first.c <<'END'
  > void below(int n, int m, const float a[n][m], float b[n][m])
  > {
  > #pragma hedra
  >     for (int y = 0; y < n; y++)
  >         for (int x = 0; x < m; x++)
  >             b[y][x] = y > 0 ? a[y - 1][x] : 0;
  > }
  > void scaled(int n, int m, const float a[n][m], float b[n][m])
  > {
  > #pragma hedra
  >     for (int y = 0; y < n; y++)
  >         for (int x = 0; x < m; x++)
  >             b[y][x] = 2 * a[y][x];
  > }
  > END
  $ hedrac first.c -o - | grep -E 'no_less|hdk_from;'
      hedra_no_less((int64_t)(__typeof__(int))hdk_from, 0);
      for (__typeof__(int) y = (__typeof__(int))hdk_from; y < hdk_bound; y += 1)
      for (__typeof__(int) y = (__typeof__(int))hdk_from; y < hdk_bound; y += 1)

Rows of integers go to kernels as sums that are taken apart. Where these gain nothing
threads share the plain loops, if they run more than once; not where each row is a chain
of floating-point sums, of which kernels have several at once.

  $ cat > rows.c <<'END'
  > void sums(int n, int m, int a[n][m], int *s)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         int t = 0;
  >         for (int j = 0; j < m; j++)
  >             t += a[i][j];
  >         s[i] = t;
  >     }
  > }
  > void down(int n, int m, int a[n][m], int *s)
  > {
  > #pragma hedra
  >     for (int i = n; i >= 1; i -= 2) {
  >         int t = 0;
  >         for (int j = 0; j < m; j++)
  >             t += a[i - 1][j];
  >         s[i - 1] = t;
  >     }
  > }
  > double chains(int n, double a[n][n], double *x, double *y)
  > {
  >     double most = 0;
  > #pragma hedra
  >     {
  >         for (int i = 0; i < n; i++) {
  >             double s = 0;
  >             for (int j = 0; j < n; j++)
  >                 if (j != i)
  >                     s -= a[i][j] * x[j];
  >             y[i] = s;
  >         }
  >         for (int i = 0; i < n; i++)
  >             if (y[i] > most)
  >                 most = y[i];
  >     }
  >     return most;
  > }
  > END
  $ hedrac --explain=all rows.c -o rows.out 2>&1 | grep -E '\[choice\]'
  rows.c:3:1: remark: on the host the plain nest runs: kernels are expected to gain nothing over what a C compiler makes of it [choice]
  rows.c:4:10: remark: threads share loop 'i' of the plain nest [choice]
  rows.c:13:1: remark: on the host the plain nest runs: kernels are expected to gain nothing over what a C compiler makes of it [choice]
  rows.c:14:10: remark: threads share loop 'i' of the plain nest [choice]
  rows.c:24:1: remark: on the host the plain nest runs, with one thread: kernels are expected to gain nothing over what a C compiler makes of it [choice]
  rows.c:33:14: remark: threads share loop 'i' of the plain nest, each with the best of its own part [choice]
  $ grep 'hedra_way == 2' rows.out
  if (hedra_way == 2 && hedra_end - hedra_first > 1) {
  if (hedra_way == 2 && hedra_first - hedra_end > 1) {
  if (hedra_way == 2 && hedra_end - hedra_first > 1) {
  $ hedrac --without=source_loops rows.c -o - | grep -c 'hedra_way == 2'
  0
  [1]

GCC knows by itself that rows of an array do not overlap if their subscripts
differ by a constant and its extents are constants (known); where they are not, it
asks for few pairs of rows (few), and not for many (apart).

  $ cat > apart.c <<'END'
  > static double lhs[15][64][64];
  > void known(int n, int m, int i, double f)
  > {
  > #pragma hedra
  >     for (int k = 1; k < n; k++) {
  >         lhs[m + 3][i][k] = f * lhs[m + 3][i][k];
  >         lhs[m + 4][i][k] = f * lhs[m + 4][i][k];
  >         lhs[m + 2][i + 1][k] = lhs[m + 1][i + 1][k] * lhs[m][i][k];
  >         lhs[m + 3][i + 1][k] = lhs[m + 1][i + 1][k] * lhs[m][i - 1][k];
  >         lhs[m + 1][i + 2][k] = lhs[m][i + 2][k] * lhs[m + 1][i][k];
  >     }
  > }
  > void few(int n, int m, double x[m][n])
  > {
  > #pragma hedra
  >     for (int k = 1; k < n; k++) {
  >         x[1][k] = x[0][k] + x[5][k];
  >         x[2][k] = x[0][k] + x[5][k];
  >         x[4][k] = x[0][k] + x[5][k];
  >     }
  > }
  > void apart(int n, int m, double x[m][n])
  > {
  > #pragma hedra
  >     for (int k = 1; k < n; k++) {
  >         x[1][k] = x[0][k] + x[5][k];
  >         x[2][k] = x[0][k] + x[3][k];
  >         x[4][k] = x[0][k] + x[5][k];
  >         x[6][k] = x[0][k] + x[5][k];
  >     }
  > }
  > END
  $ hedrac --targets=host --explain apart.c -o apart.out 2>&1 | grep -o 'expected: host: [^;(]*'
  expected: host: as fast as the plain nest, kernels would gain nothing
  expected: host: as fast as the plain nest, kernels would gain nothing
  expected: host: faster, rows of one array are known not to overlap, so that iterations fill vectors

A loop in a loop is not shared if it uses an array of the function around that
others use, too: the array's address would leave the function, and compilers
would know less of it.

  $ cat > own.c <<'END'
  > void steps(int m, int n, double **u, double **r)
  > {
  >     double w[64];
  > #pragma hedra
  >     for (int t = 1; t < m; t++) {
  >         for (int i = 0; i < n; i++)
  >             w[i] = u[t - 1][i] + u[t + 1][i];
  >         for (int i = 1; i < n - 1; i++)
  >             u[t][i] -= w[i - 1] + w[i + 1];
  >     }
  > }
  > void rows(int n, double (*a)[64])
  > {
  >     double w[64];
  > #pragma hedra
  >     for (int t = 1; t < n; t++) {
  >         for (int i = 0; i < 64; i++)
  >             w[i] = a[t - 1][i] * 0.5;
  >         for (int i = 1; i < 63; i++)
  >             a[t][i] -= w[i - 1] + w[i + 1];
  >     }
  > }
  > END
  $ hedrac -w own.c -o own.out; grep -c 'hedra_share(' own.out
  0
  [1]

Threads run rows of a loop one behind the other where these need no more of the
rows before than some columns ahead; not where all rows write a cache line for
each column, which would go from thread to thread.

  $ cat > rows.c <<'EOF'
  > struct body { double x[3], v[3], f[3], m; };
  > void grid(int n, double (*restrict v)[n])
  > {
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         for (int j = 1; j < n; j++)
  >             v[i][j] -= 0.2 * (v[i - 1][j] + v[i][j - 1]);
  > }
  > void pairs(int n, struct body *restrict b)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = i + 1; j < n; j++) {
  >             double d = b[j].x[0] - b[i].x[0];
  >             b[i].f[0] += d;
  >             b[j].f[0] -= d;
  >         }
  > }
  > EOF
  $ hedrac --targets=host rows.c -o rows.out
  $ grep -o 'hedra_share_rows(.*' rows.out
  hedra_share_rows(hedra_grid_1_s0, hedra_variable, hedra_first, hedra_end, 1, 0);
