Long bodies on the host: threads share loops whose iterations update what is
their own (bits), not what they may meet in (counts), and loops inside of
sequential ones, if bodies go round in loops (filter). What loops inside take is
not done in vectors of the loop around them (nearest); rows of one array are no
obstacle to vectors (planes).

  $ cat > body.c <<'EOF'
  > #include <stdint.h>
  > #include <stdlib.h>
  > static inline int put(uint32_t *word, int at, uint32_t v)
  > {
  >     word[at >> 5] |= v << (at & 31);
  >     return at + 3;
  > }
  > void bits(int n, int m, const int *restrict in, uint32_t out[restrict n][16])
  > {
  > #pragma hedra
  >     for (int y = 0; y < n; y++)
  >         do {
  >             int at = 0;
  >             for (int k = 0; k < in[y] && k < m; k++)
  >                 at = put(out[y], at, (uint32_t)k & 7);
  >         } while (0);
  > }
  > void counts(int n, const int *restrict in, uint32_t out[restrict 16])
  > {
  > #pragma hedra
  >     for (int y = 0; y < n; y++)
  >         out[in[y] & 15] |= 1u << (y & 31);
  > }
  > void filter(int n, int m, const uint8_t on[restrict n][m],
  >             uint8_t x[restrict 4 * n][4 * m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             for (int once = 0; once < on[i][j]; once++)
  >                 for (int a = 0; a < 4; a++)
  >                     for (int b = 0; b < 4; b++) {
  >                         if (i > 0 && j + 1 < m)
  >                             x[4 * i + a][4 * j + b] =
  >                                 (uint8_t)(x[4 * i - 1][4 * j + 4 + b] + 1);
  >                         if (j > 0)
  >                             x[4 * i + a][4 * j + b] =
  >                                 (uint8_t)(x[4 * i + a][4 * j - 1] ^ 3);
  >                     }
  > }
  > void nearest(int n, int m, const uint8_t x[restrict n][16 * m + 64],
  >              const int v[restrict n][m], int y[restrict n][m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++) {
  >             int best = 1 << 30;
  >             for (int k = 0; k < 3; k++) {
  >                 int cj = j + 1 < m ? j + 1 : j - 1;
  >                 int nj = k == 1 ? j - 1 : k == 2 ? cj : j;
  >                 int from = nj >= 0 ? v[i][nj] : 0, s = 0;
  >                 for (int a = 0; a < 16; a++)
  >                     s += abs(x[i][16 * j + a] - x[i][16 * j + a + from]);
  >                 if (s < best)
  >                     best = s;
  >             }
  >             y[i][j] = best;
  >         }
  > }
  > void planes(int n, int m, uint8_t x[restrict 4][n][m])
  > {
  > #pragma hedra
  >     for (int i = 2; i < n - 3; i++)
  >         for (int j = 0; j < m; j++) {
  >             int t = x[0][i - 2][j] - 5 * x[0][i - 1][j] + 20 * x[0][i][j] +
  >                     20 * x[0][i + 1][j] - 5 * x[0][i + 2][j] + x[0][i + 3][j];
  >             x[1][i][j] = (uint8_t)(t >> 5);
  >             x[2][i][j] = (uint8_t)(t >> 6);
  >         }
  > }
  > EOF
  $ hedrac --targets=host --explain body.c -o body.out 2>&1 | grep -o 'runs: host: [^;]*\|expected: host: [^;]*\|threads share loop.*nest'
  runs: host: plain C, threads share 'y' (line 11)
  expected: host: as fast as the plain nest, kernels would gain nothing
  threads share loop 'y' of the plain nest
  runs: host: plain C, threads share 'y' (line 21)
  expected: host: as fast as the plain nest, kernels would gain nothing
  threads share loop 'y' of the plain nest
  runs: host: plain C, threads share 'i' (line 28), one iteration behind the other
  expected: host: as fast as the plain nest, kernels would gain nothing
  threads share loop 'i' of the plain nest
  runs: host: plain C, threads share 'i' (line 45)
  expected: host: as fast as the plain nest, kernels would gain nothing
  threads share loop 'i' of the plain nest
  runs: host: threads share 'i' (line 63), innermost loops fill vectors (-march tells how wide)
  expected: host: faster, rows of one array are known not to overlap, so that iterations fill vectors

So are those that a loop in a body goes along, if there are many (smooth), of
which GCC would not ask whether they overlap, and not if they are few (copy).

  $ cat > rows.c <<'EOF'
  > #include <stdint.h>
  > void smooth(int n, int m, const uint8_t on[restrict n][m],
  >             uint8_t x[restrict 8 * n][16 * m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             for (int once = 0; once < on[i][j]; once++)
  >                 for (int k = 0; k < 16; k++) {
  >                     int a = x[8 * i][16 * j + k], b = x[8 * i + 1][16 * j + k],
  >                         c = x[8 * i + 2][16 * j + k], d = x[8 * i + 3][16 * j + k],
  >                         e = x[8 * i + 4][16 * j + k], f = x[8 * i + 5][16 * j + k];
  >                     x[8 * i + 1][16 * j + k] = (uint8_t)((a + 2 * b + c) >> 2);
  >                     x[8 * i + 2][16 * j + k] = (uint8_t)((b + 2 * c + d) >> 2);
  >                     x[8 * i + 3][16 * j + k] = (uint8_t)((c + 2 * d + e) >> 2);
  >                     x[8 * i + 4][16 * j + k] = (uint8_t)((d + 2 * e + f) >> 2);
  >                 }
  > }
  > void copy(int n, int m, const uint8_t on[restrict n][m],
  >           uint8_t x[restrict 8 * n][16 * m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             for (int once = 0; once < on[i][j]; once++)
  >                 for (int k = 0; k < 16; k++) {
  >                     int a = x[8 * i][16 * j + k], b = x[8 * i + 1][16 * j + k];
  >                     x[8 * i + 1][16 * j + k] = (uint8_t)((a + b) >> 1);
  >                     x[8 * i + 2][16 * j + k] = (uint8_t)((a + 3 * b) >> 2);
  >                 }
  > }
  > EOF
  $ hedrac --targets=host --explain rows.c -o rows.out 2>&1 | grep -o 'runs: host: [^;]*\|expected: host: [^;(]*\|threads share loop.*nest'
  runs: host: threads share 'i' (line 6), innermost loops fill vectors (-march tells how wide)
  expected: host: faster, rows of one array are known not to overlap, so that iterations fill vectors 
  runs: host: plain C, threads share 'i' (line 23)
  expected: host: as fast as the plain nest, kernels would gain nothing
  threads share loop 'i' of the plain nest
  $ grep -c "^ *HD_SIMD$" rows.out
  1

Sums of differences of bytes are made of vectors, wherever they begin; what is
looked up in tables of bytes is not.

  $ cat > sad.c <<'EOF'
  > #include <stdint.h>
  > #include <stdlib.h>
  > void differ(int n, int m, const int from[restrict n],
  >             const uint8_t a[restrict n][m], const uint8_t b[restrict n][m],
  >             int sum[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         int s = 0;
  >         for (int k = 0; k < 16; k++)
  >             s += abs(a[i][k] - b[i][k + from[i]]);
  >         sum[i] = s;
  >     }
  > }
  > void look_up(int n, int m, const uint8_t table[restrict 256],
  >              const uint8_t a[restrict n][m], uint8_t b[restrict n][m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             b[i][j] = table[a[i][j]];
  > }
  > EOF
  $ hedrac --targets=host sad.c -o sad.out
  $ awk '/_h0_body\(/ { f = $5 } /HD_SERIAL$/ { print f }' sad.out
  hedra_look_up_2_h0_body(int

The loops of a body under the clause whole count, so that a sum of differences
which is made anew for each place cannot wrap, as compilers want to see. Loops
over arrays of the body are written out, which become variables.

  $ cat > search.c <<'EOF'
  > #include <stdint.h>
  > #include <stdlib.h>
  > void search(int n, int m, const uint8_t a[restrict 8 * n][m],
  >             const uint8_t b[restrict 8 * n][m + 16],
  >             const int cost[restrict 8], int least[restrict n])
  > {
  > #pragma hedra whole
  >     for (int i = 0; i < n; i++) {
  >         int best = 1 << 30;
  >         for (int d = 0; d < 8; d++) {
  >             int s = 0;
  >             for (int r = 0; r < 8; r++)
  >                 for (int k = 0; k < 16; k++)
  >                     s += abs(a[8 * i + r][k] - b[8 * i + r][k + d]);
  >             s += cost[d];
  >             best = s < best ? s : best;
  >         }
  >         least[i] = best;
  >     }
  > }
  > void sort(int n, const uint8_t a[restrict n][3], uint8_t middle[restrict n])
  > {
  > #pragma hedra whole
  >     for (int i = 0; i < n; i++) {
  >         uint8_t v[3];
  >         for (int k = 0; k < 3; k++)
  >             v[k] = a[i][k];
  >         for (int k = 0; k < 2; k++)
  >             for (int j = k + 1; j < 3; j++)
  >                 if (v[j] < v[k]) {
  >                     uint8_t t = v[k];
  >                     v[k] = v[j];
  >                     v[j] = t;
  >                 }
  >         middle[i] = v[1];
  >     }
  > }
  > EOF
  $ hedrac --targets=host search.c -o search.out
  $ sed -n '/search_1_h0_body(/,/^}/p' search.out | grep -o 'for (.*\|hd_s = hd_s + [a-z]*_[a-z]*'
  for (int64_t hdk_block = hdk_begin; hdk_block < hdk_end; hdk_block++) {
  for (int32_t hd11 = 0; hd11 < 8; hd11++) {
  for (int32_t hd13 = 0; hd13 < 8; hd13++) {
  for (int32_t hd20 = 0; hd20 < 16; hd20++) {
  hd_s = hd_s + hdf_magnitude
  $ sed -n '/sort_2_h0_body(/,/^}/p' search.out | grep -o 'for (.*\|hd_v\[.*'
  for (int64_t hdk_block = hdk_begin; hdk_block < hdk_end; hdk_block++) {
