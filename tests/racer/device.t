The device racer: nests of a program run on a data-stream array, and compute what
the plain program does, to the bit.

  $ cat > check <<'END'
  > # check NAME [OPTION]: the plain program's output, on racer and on the host.
  > cc -w -O1 -ffp-contract=off $1.c -o plain -lm && ./plain > want || exit
  > hedrac $2 --targets=racer,host -ffp-contract=off $1.c -o $1.hedra.c || exit
  > cc -w -O1 -ffp-contract=off -I$RACER_HEADERS $1.hedra.c $RACER_LIBRARY -o $1 -pthread -ldl -lm || exit
  > for device in racer host; do
  >     HEDRA_DEVICE=$device HEDRA_STATS=1 ./$1 2> stats | cmp - want &&
  >         [ $device = host ] || echo equal, launches: $(awk '/:[0-9]/ { print $2, $(NF - 4) }' stats | sort)
  > done
  > END
  $ chmod +x check
  $ cat > vector.c <<'END'
  > #include <stdio.h>
  > int main(void)
  > {
  >     static double a[37][41], x[41], y[37];
  >     for (int i = 0; i < 37; i++)
  >         for (int j = 0; j < 41; j++) {
  >             a[i][j] = i * 0.3 + j / 7.0;
  >             x[j] = 1.0 / (j + 1);
  >         }
  > #pragma hedra
  >     for (int i = 0; i < 37; i++) {
  >         y[i] = 0;
  >         for (int j = 0; j < 41; j++)
  >             y[i] += a[i][j] * x[j];
  >     }
  >     for (int i = 0; i < 37; i++)
  >         printf("%a\n", y[i]);
  > }
  > END
  $ ./check vector
  equal, launches: main 1

A loop that takes many values round, not all of which are needed behind it.

  $ cat > round.c <<'END'
  > #include <stdio.h>
  > enum { N = 50 };
  > static int a[N], out[N];
  > int main(void)
  > {
  >     for (int i = 0; i < N; i++)
  >         a[i] = (i * 37 + 11) % 64;
  > #pragma hedra
  >     for (int i = 0; i < N; i++) {
  >         int b = a[i], c = b + 1, d = b * 2, e = b - 3, f = b ^ 5, g = b + 7;
  >         int h = b * 3, o = b - 2, p = b + 9, q = b ^ 3, r = b * 5, k = 0;
  >         while (k < a[i] % 7) {
  >             int t = b + r;
  >             b = c; c = d - e; d = e; e = f + g; f = g; g = h ^ o; h = o;
  >             o = p - q; p = q; q = r + k; r = t;
  >             k++;
  >         }
  >         out[i] = b + 2 * c + 3 * d + 5 * f + 6 * g + 7 * h + 9 * p + 11 * r;
  >     }
  >     for (int i = 0; i < N; i++)
  >         printf("%d\n", out[i]);
  > }
  > END
  $ ./check round
  equal, launches: main 1

Forces of bodies on each other, products with a sparse matrix, and a loop of the host
that ends by what the kernels compute.

  $ cat > physics.c <<'END'
  > #include <math.h>
  > #include <stdio.h>
  > enum { N = 24, ROWS = 30 };
  > static float px[N], py[N], m[N], fx[N], fy[N];
  > static double value[200], v[ROWS], w[ROWS], u[2][40];
  > static int first[ROWS + 1], column[200];
  > static void forces(void)
  > {
  > #pragma hedra
  >     for (int i = 0; i < N; i++) {
  >         float sx = 0, sy = 0;
  >         for (int j = 0; j < N; j++) {
  >             float dx = px[j] - px[i], dy = py[j] - py[i];
  >             float r = dx * dx + dy * dy + 0.01f, s = m[j] / (r * sqrtf(r));
  >             sx += s * dx;
  >             sy += s * dy;
  >         }
  >         fx[i] = sx;
  >         fy[i] = sy;
  >     }
  > }
  > static void sparse(void)
  > {
  > #pragma hedra extent(value[200], column[200], v[ROWS])
  >     for (int i = 0; i < ROWS; i++) {
  >         double s = 0;
  >         for (int k = first[i]; k < first[i + 1]; k++)
  >             s += value[k] * v[column[k]];
  >         w[i] = s;
  >     }
  > }
  > static int relax(double *a, double *b)
  > {
  >     int steps = 0;
  > #pragma hedra extent(a[40], b[40])
  >     do {
  >         for (int i = 1; i < 39; i++)
  >             b[i] = 0.5 * (a[i - 1] + a[i + 1]);
  >         for (int i = 1; i < 39; i++)
  >             a[i] = b[i];
  >         steps++;
  >     } while (a[38] < 1e-9 && steps < 50);
  >     return steps;
  > }
  > int main(void)
  > {
  >     for (int i = 0; i < N; i++) {
  >         px[i] = i * 37 % 23 / 3.0f;
  >         py[i] = i * 11 % 17 / 5.0f;
  >         m[i] = 1 + i % 4;
  >     }
  >     for (int i = 0; i < ROWS; i++) {
  >         first[i + 1] = first[i] + i * i % 8;
  >         v[i] = 1 / (i + 3.0);
  >     }
  >     for (int k = 0; k < 200; k++) {
  >         value[k] = k % 9 - 3.7;
  >         column[k] = k * k % ROWS;
  >     }
  >     u[0][0] = u[1][0] = 3;
  >     forces();
  >     sparse();
  >     printf("%d\n", relax(u[0], u[1]));
  >     for (int i = 0; i < N; i++)
  >         printf("%a %a\n", fx[i], fy[i]);
  >     for (int i = 0; i < ROWS; i++)
  >         printf("%a\n", w[i]);
  >     for (int i = 0; i < 40; i++)
  >         printf("%a\n", u[0][i]);
  > }
  > END
  $ ./check physics
  equal, launches: forces 1 relax 132 sparse 1

Narrow and unsigned integers, both widths of floats, and parts of arrays, also such as
end before the pointer that they are reached by.

  $ cat > types.c <<'END'
  > #include <stdint.h>
  > #include <stdio.h>
  > enum { N = 50 };
  > static int8_t a8[N];
  > static uint8_t u8[N], o8[2 * N];
  > static int16_t a16[N];
  > static uint16_t u16[N];
  > static uint32_t u32[N], o32[N];
  > static int64_t a64[N];
  > static uint64_t o64[N];
  > static float f[N];
  > static double d[N];
  > static void backwards(float *end, const double *from, int n)
  > {
  > #pragma hedra
  >     for (int i = 1; i <= n; i++)
  >         end[-i] = (float)from[i + 3] * (n > 20 ? 3 : 2);
  > }
  > int main(void)
  > {
  >     for (int i = 0; i < N; i++) {
  >         a8[i] = (int8_t)(i * 7), u8[i] = (uint8_t)(i * 11);
  >         a16[i] = (int16_t)(i * 1999), u16[i] = (uint16_t)(i * 2999);
  >         u32[i] = i * 123456789u, a64[i] = i * -1234567890123;
  >         f[i] = i / 3.0f, d[i] = i / 7.0;
  >     }
  > #pragma hedra
  >     for (int i = 0; i < N; i++) {
  >         o32[i] = u32[i] * 3 + u8[i] + (u32[i] > 3000000000u ? 1 : u32[i] >> 7);
  >         o64[i] = (uint64_t)a64[i] + u32[i] + (a64[i] < -40000000000000);
  >         a16[i] = (int16_t)(a16[i] + a8[i] * u16[i]);
  >         d[i] = d[i] < 3 ? f[i] * d[i] + u32[i] : a8[i];
  >     }
  > #pragma hedra
  >     for (int i = 0; i < N; i++) {
  >         o8[2 * i] = u8[i];
  >         for (int k = 0; k < 5; k++)
  >             o8[2 * i] = o8[2 * i] * 3 + k;
  >         o8[2 * i + 1] = o8[2 * i] > 200;
  >     }
  >     backwards(f + 40, d, 30);
  >     for (int i = 0; i < N; i++)
  >         printf("%u %lu %d %u %u %a %a\n", o32[i], (unsigned long)o64[i], a16[i],
  >                o8[2 * i], o8[2 * i + 1], f[i], d[i]);
  > }
  > END
  $ ./check types
  equal, launches: backwards 1 main 1 main 1

Loops that data ends, at their end or in the middle, also after no round at all, and
fields of structs.

  $ cat > loops.c <<'END'
  > #include <stdio.h>
  > enum { N = 40 };
  > struct point {
  >     unsigned char mark;
  >     float x, y;
  >     double z;
  > };
  > static int a[N], b[N], steps[N], first[N], set[N], left[N];
  > static struct point p[N];
  > int main(void)
  > {
  >     for (int i = 0; i < N; i++) {
  >         a[i] = i * 37 % 11;
  >         b[i] = i * 53 % 29;
  >         p[i] = (struct point){(unsigned char)i, i / 3.0f, i / 7.0f, i / 9.0};
  >     }
  > #pragma hedra
  >     for (int i = 0; i < N; i++) {
  >         int k = 0;
  >         steps[i] = 100;
  >         do {
  >             steps[i] += b[(i + k) % N];
  >             k++;
  >         } while (k < N && b[k] > a[i]);
  >         first[i] = 0;
  >         while (first[i] < N && b[first[i]] != a[i])
  >             first[i]++;
  >         set[i] = i;
  >         if (a[i] < 9)
  >             for (int j = 6; j < a[i]; j++)
  >                 set[i] = 100;
  >         left[i] = 0;
  >         for (int j = i; j < a[i]; j++) {
  >             if (b[j] == 7)
  >                 break;
  >             left[i] += b[j];
  >         }
  >     }
  > #pragma hedra
  >     for (int i = 0; i < N; i++) {
  >         p[i].x += p[i].y * p[i].mark;
  >         p[i].mark = p[i].z > 2;
  >         p[i].z -= p[i].x;
  >     }
  >     for (int i = 0; i < N; i++)
  >         printf("%d %d %d %d %d %a %a %a\n", steps[i], first[i], set[i], left[i],
  >                p[i].mark, p[i].x, p[i].y, p[i].z);
  > }
  > END
  $ ./check loops
  equal, launches: main 1 main 2

Loops in loops, whose bounds or branches depend on data that is read before them.

  $ cat > nests.c <<'END'
  > #include <stdio.h>
  > enum { N = 30 };
  > static int a[N], b[N], c[N], o[3][N];
  > int main(void)
  > {
  >     for (int i = 0; i < N; i++) {
  >         a[i] = i * 37 % 7;
  >         b[i] = i * 53 % 5 - 1;
  >         c[i] = i * 29 % 13;
  >     }
  > #pragma hedra
  >     for (int i = 0; i < N; i++) {
  >         o[0][i] = 0;
  >         for (int j = 0; j < b[i]; j++)
  >             for (int k = 0; k < a[i]; k++)
  >                 o[0][i] += k * j + c[k];
  >         o[1][i] = 0;
  >         if (a[i] > 2)
  >             for (int j = 0; j < 2; j++)
  >                 for (int k = 0; k < 3; k++)
  >                     o[1][i] += c[k + j];
  >         o[2][i] = 5;
  >         for (int j = 0; j < a[i]; j++) {
  >             for (int k = j; k < b[j]; k++)
  >                 o[2][i] = o[2][i] * 3 + k;
  >             for (int k = c[i]; k > 4; k--)
  >                 for (int l = 0; l < b[i]; l++)
  >                     o[2][i] ^= k + l;
  >         }
  >     }
  >     for (int i = 0; i < N; i++)
  >         printf("%d %d %d\n", o[0][i], o[1][i], o[2][i]);
  > }
  > END
  $ ./check nests
  equal, launches: main 1

Elements that go round by themselves take one side of a branch or the other: branches in
each other, loops and accesses in order on the sides, and constants that differ.

  $ cat > sides.c <<'END'
  > #include <math.h>
  > #include <stdio.h>
  > enum { N = 120 };
  > static double a[N], s[8], b[N];
  > static int c[N], r[8];
  > /* Branches in each other, dear on either side, with constants that differ. */
  > static void nested(void)
  > {
  > #pragma hedra
  >     for (int t = 0; t < 1; t++) {
  >         double x = 1, y = 2, z = 0;
  >         int k = 3, state = 0;
  >         for (int i = 0; i < N; i++) {
  >             k = (k * 13 + 7) & 63;
  >             if (k & 1) {
  >                 y = y + 0.5;
  >                 state = 1;
  >             } else {
  >                 x = sqrt(x * x + y) / (1 + a[i]);
  >                 if (k & 2)
  >                     z = x / (y + 3);
  >                 else
  >                     state = 2;
  >                 if (k > 40)
  >                     y = 1;
  >             }
  >             if (state == 2 && k < 30) {
  >                 z = z / (1 + x * x);
  >                 state = 0;
  >             }
  >         }
  >         s[0] = x;
  >         s[1] = y;
  >         s[2] = z;
  >         r[0] = state;
  >         r[1] = k;
  >     }
  > }
  > /* A loop on one side, and accesses in order on both. */
  > static void ordered(void)
  > {
  > #pragma hedra
  >     for (int t = 0; t < 1; t++) {
  >         double last = 0;
  >         int found = 0;
  >         for (int i = 1; i < N; i++) {
  >             if (c[i] > 5) {
  >                 int j = i;
  >                 while (j > 0 && c[j - 1] > c[j] % 7) {
  >                     c[j] = c[j - 1] - 1;
  >                     j--;
  >                 }
  >                 last = b[j] / (i + 1);
  >                 b[i] = last + 1;
  >                 found++;
  >             } else if (c[i] < 0) {
  >                 b[i - 1] = b[i] * 2;
  >             }
  >         }
  >         s[3] = last;
  >         r[2] = found;
  >     }
  > }
  > /* The same in many threads, and branches of which nothing is used. */
  > static void many(void)
  > {
  > #pragma hedra
  >     for (int t = 0; t < N; t++) {
  >         double x = a[t], y = 0;
  >         for (int i = 0; i < 20; i++)
  >             if ((t + i) % 3 == 0)
  >                 x = sqrt(x + 1) / (1 + y);
  >             else
  >                 y += x;
  >         a[t] = x + y;
  >     }
  > }
  > int main(void)
  > {
  >     for (int i = 0; i < N; i++) {
  >         a[i] = i * 37 % 23 / 8.0;
  >         b[i] = i;
  >         c[i] = i * 29 % 17 - 4;
  >     }
  >     nested();
  >     ordered();
  >     many();
  >     for (int k = 0; k < 8; k++)
  >         printf("%a %d\n", s[k], r[k]);
  >     for (int i = 0; i < N; i++)
  >         printf("%a %a %d\n", a[i], b[i], c[i]);
  > }
  > END
  $ ./check sides --compile-serial
  equal, launches: many 1 nested 1 ordered 1

Integers are divided, and floats rounded to integers, by what processing elements have.

  $ cat > divide.c <<'END'
  > #include <math.h>
  > #include <stdint.h>
  > #include <stdio.h>
  > enum { N = 26, M = N * N };
  > static const int64_t end[N] = {
  >     0, 1, -1, 2, -2, 3, -3, 7, -10, 1000003, -65537, INT32_MAX, INT32_MIN, UINT32_MAX,
  >     INT64_C(1) << 52, (INT64_C(1) << 53) + 1, -(INT64_C(1) << 53) - 1, INT64_MAX,
  >     INT64_MAX - 1, INT64_MAX / 2, INT64_MAX / 2 + 1, INT64_MIN, INT64_MIN + 1,
  >     INT64_MIN / 2, 3037000499, -6074000999};
  > static int64_t a[M], b[M], q[M], r[M], c[M];
  > static uint64_t ua[M], ub[M], high[M], low[M], uc[M];
  > static int a32[M], b32[M], q32[M], r32[M], c32[M];
  > static unsigned uq[M], ur[M];
  > static double x[M], t[M], f[M], z[M], w[M];
  > static float y[M], yf[M], yt[M], yu[M];
  > int main(void)
  > {
  >     for (int k = 0; k < M; k++) {
  >         a[k] = end[k / N], b[k] = end[k % N];
  >         if (b[k] == 0 || (b[k] == -1 && a[k] == INT64_MIN))
  >             b[k] = 5;
  >         ua[k] = (uint64_t)a[k] * 3;
  >         ub[k] = k % 3 ? (uint64_t)b[k] : (uint64_t)k + 1;
  >         a32[k] = (int)a[k], b32[k] = (int)b[k] ? (int)b[k] : -7;
  >         if (b32[k] == -1 && a32[k] == INT32_MIN)
  >             b32[k] = 11;
  >         x[k] = (double)a[k] / 7 / (k % N + 1);
  >         y[k] = (float)x[k];
  >     }
  >     x[0] = -0.0, x[1] = -0.25, x[2] = 0.75, x[3] = INFINITY, x[4] = -0x1p51 - 0.5;
  >     y[0] = -0.0f, y[1] = -0.5f, y[2] = -INFINITY, y[3] = 0x1p22f + 0.5f;
  > #pragma hedra
  >     for (int k = 0; k < M; k++) {
  >         q[k] = a[k] / b[k];
  >         r[k] = a[k] % b[k];
  >         c[k] = a[k] / 13 - a[k] % -1000000007;
  >         high[k] = ua[k] >> (k % 64);
  >         low[k] = ua[k] / 8 + ua[k] % 1024 + ua[k] / ub[k] * 3 + ua[k] % ub[k];
  >     }
  > #pragma hedra
  >     for (int k = 0; k < M; k++) {
  >         q32[k] = a32[k] / b32[k];
  >         r32[k] = a32[k] % b32[k];
  >         c32[k] = a32[k] / 10 + a32[k] % 16;
  >         uq[k] = (unsigned)a32[k] / (unsigned)b32[k];
  >         ur[k] = (unsigned)a32[k] % 1000u + (unsigned)a32[k] / 4;
  >     }
  > #pragma hedra
  >     for (int k = 0; k < M; k++) {
  >         t[k] = trunc(x[k]);
  >         f[k] = floor(x[k]) + ceil(x[k]);
  >         z[k] = ceil(x[k]);
  >         w[k] = (double)ua[k];
  >         yu[k] = (float)ua[k];
  >         uc[k] = (uint64_t)fmin(fabs(x[k]) * 8, 0x1p63 + 0x1p60);
  >         yf[k] = floorf(y[k]);
  >         yt[k] = truncf(y[k]);
  >     }
  >     for (int k = 0; k < M; k++)
  >         printf("%ld %ld %ld %lx %lx %d %d %d %u %u %a %a %a %a %a %a %a %lx\n", (long)q[k],
  >                (long)r[k], (long)c[k], (unsigned long)high[k], (unsigned long)low[k],
  >                q32[k], r32[k], c32[k], uq[k], ur[k], t[k], f[k], z[k], w[k], yf[k], yt[k], yu[k], (unsigned long)uc[k]);
  > }
  > END
  $ ./check divide
  equal, launches: main 1 main 2 main 3

What a run costs is counted, for each kernel.

  $ HEDRA_DEVICE=racer HEDRA_COUNT=json:counts ./vector > /dev/null && cat counts
  {"format": "hedra-racer-counts", "version": 1, "architecture": "thesis",
    "regions": [
      {"name": "main", "file": "vector.c", "line": 10, "kernels": [
        {"name": "hedra_main_1_k0", "line": 12, "launches": 1, "elements": 37, "cycles": 3707, "cycles_per_element": 100.189189, "in_flight_most": 18, "in_flight_mean": 14.2589695, "slots_used_most": 0.818452, "slots_used": 0.419207, "blocked": 0.245212, "starved": 0.545455}]}
    ]
  }
  $ HEDRA_DEVICE=racer HEDRA_COUNT=table ./vector 2>&1 > /dev/null
  vector.c:10: region 'main' on a data-stream array (thesis)
    kernel                            launches    elements        cycles  cycles/element  in flight: most, mean  slots used: most, mean
    hedra_main_1_k0                          1          37          3707         100.189               18, 14.3            81.8 %, 41.9 %
  $ HEDRA_DEVICE=racer HEDRA_COUNT=annotate ./vector
  hedra: vector.c:10: region 'main': device 'racer' cannot be used: HEDRA_COUNT: annotate is of the device ptxsim; a data-stream array has table and json
  [70]

The program simulates the array that it was compiled for.

  $ printf 'architecture slow\nfadd 30\nfmul 30\n' > slow.arch
  $ hedrac --targets=racer,host -ffp-contract=off --racer=slow.arch vector.c -o slow.c
  $ cc -w -O0 -I$RACER_HEADERS slow.c $RACER_LIBRARY -o slow -pthread -ldl -lm
  $ HEDRA_DEVICE=racer HEDRA_COUNT=table:table ./slow > slow.out; HEDRA_DEVICE=racer ./vector | cmp - slow.out
  $ head -1 table
  vector.c:10: region 'main' on a data-stream array (slow)
  $ HEDRA_DEVICE=racer HEDRA_COUNT=json:slow.json ./slow > /dev/null && sed -n 3p slow.json
      {"name": "main", "file": "vector.c", "architecture": "slow", "line": 10, "kernels": [
  $ sed 's/fadd 30/fadd 0/' slow.c > none.c && cc -w -O0 -I$RACER_HEADERS none.c $RACER_LIBRARY -o none -pthread -ldl -lm && HEDRA_DEVICE=racer ./none
  hedra: vector.c:10: region 'main': on racer, simulated: architecture:3: a number of registers is 0, not from 1 to 4096
  [70]
  $ hedrac --explain=html:page --counts=counts vector.c -o /dev/null
  hedrac: error: counts does not hold what HEDRA_COUNT=json writes [file]
  1 error generated.
  [1]

Remarks speak of graphs, and of no GPU's memory.

  $ hedrac --targets=racer,host --explain vector.c -o /dev/null 2>&1 | grep -E 'runs:|limited|access'
    runs: host: threads share 'i' (line 11); data-stream array: 1 graph, 1 launch, elements along 'i' (line 11)
    limited by: host: memory, 8.07 bytes and 2 operations an iteration
  vector.c:12: remark: on a data-stream array: at least 3 of 1024 PEs, by integer; 2/1 = 2.0000 cycles a slot, limited by sink [racer]

What a data-stream array has not is refused where it is asked for; with device(host)
a nest needs no graph.

  $ cat > none.c <<'END'
  > #include <math.h>
  > void exponent(int n, double x[n], double y[n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = exp(x[i]);
  > }
  > void histogram(int n, int c[n], int h[256])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         h[c[i]]++;
  > }
  > END
  $ hedrac --targets=racer,host none.c
  none.c:6: error: processing elements have no 'exp' [unsupported-target]
      6 |         y[i] = exp(x[i]);
  none.c:6: note: run this nest on another device, or write it by additions, products, quotients, roots and comparisons
  none.c:12: error: two threads may store to one element of 'h' [unsupported-target]
     12 |         h[c[i]]++;
  none.c:12: note: give each thread an element of its own, or run this nest on another device
  2 errors generated.
  [1]
  $ ls none.hedra.c
  ls: cannot access 'none.hedra.c': No such file or directory
  [2]
  $ sed 's/#pragma hedra/& device(host)/' none.c > there.c && hedrac --targets=racer,host there.c && ! grep "graph " there.hedra.c
  $ hedrac --targets=racer,host --keep-refused none.c 2>&1 | grep warning:
  none.c:6: warning: processing elements have no 'exp' [unsupported-target]
  none.c:12: warning: two threads may store to one element of 'h' [unsupported-target]
  $ hedrac none.c && echo other targets
  other targets
  $ hedrac --targets=racer,ptx vector.c
  hedrac: error: --targets: racer goes with neither ptx nor opencl, since its kernels have a thread for each element; compile the file once more for GPUs [usage]
  1 error generated.
  [2]
  $ hedrac --targets=racer,host --tune vector.c
  hedrac: error: --tune tries nothing for the target racer [usage]
  1 error generated.
  [2]
  $ HEDRA_DEVICE=racer hedrac --run vector.c
  hedra: vector.c:10: region 'main': was compiled without kernels for device 'racer'
  [70]
  $ HEDRA_DEVICE=ptxsim ./vector
  hedra: vector.c:10: region 'main': was compiled without kernels for device 'ptxsim'
  [70]

A run that cannot end, leaves its memories or writes an element twice ends the program,
and says why; so does a graph that is not the kernel's.

  $ cat > broken <<'END'
  > # broken COMMAND: the program whose graph sed has changed.
  > sed "$1" vector.hedra.c > broken.c && ! cmp -s broken.c vector.hedra.c || echo not changed
  > cc -w -O0 -I$RACER_HEADERS broken.c $RACER_LIBRARY -o broken.out -pthread -ldl -lm
  > HEDRA_DEVICE=racer ./broken.out > out; echo [$?] $(wc -l < out) lines
  > END
  $ chmod +x broken
  $ ./broken 's/ = feedback \(.*\) entry \(.*\)\\n/ = entry \2 feedback \1\\n/' 2>&1 | grep -v 'waits for$'
  hedra: vector.c:10: region 'main': on racer, simulated: kernel 'hedra_main_1_k0' (line 12): the array is stuck in cycle 65
  oldest missing tag of y: 0
  30 registers wait for each other:
    k.1, element 29
  rule R1: write 'feedback ... entry ...': the feedback must have priority
  [70] 0 lines
  $ ./broken 's/else x_1_1_2 _ _/else _ _ x_1_1_2/'
  hedra: vector.c:10: region 'main': on racer, simulated: kernel 'hedra_main_1_k0' (line 12): in cycle 1234: tag 41 of memory 'y' lies outside of it
  [70] 0 lines
  $ ./broken 's/request x k/request x p_1/'
  hedra: vector.c:10: region 'main': on racer, simulated: kernel 'hedra_main_1_k0' (line 12): in cycle 5: element 41 lies outside of memory 'x', which has 41 elements from 0 on
  [70] 0 lines
  $ ./broken 's/over ( grid_x )/over ( 5 )/'
  hedra: vector.c:10: region 'main': on racer, simulated: kernel 'hedra_main_1_k0' (line 12): 5 elements passed a source of memory '(indices)', and the kernel has 37 threads
  [70] 0 lines
  $ ./broken 's/"array x:f64/"array x:f32/'
  hedra: vector.c:10: region 'main': on racer, simulated: kernel 'hedra_main_1_k0' (line 12): bytes 0 to 328 of array 'x' are no elements of type f32
  [70] 0 lines
  $ ./broken 's/"graph hedra_main_1_k0/"graph other/'
  hedra: vector.c:10: region 'main': on racer, simulated: there is no graph 'hedra_main_1_k0'
  [70] 0 lines
  $ ./broken 's/"merge k/"mirge k/'
  hedra: vector.c:10: region 'main': on racer, simulated: hedra_main_1_k0:10: there is no operation 'feedback'; write one of the operations of graph.def, or sync, delay, gate, ungate, request, store
  [70] 0 lines

Sums across threads, and least and greatest elements, are taken in partial results, 32
iterations or a row a thread; sums of floats are if they may be.

  $ cat > sums.c <<'END'
  > #include <stdio.h>
  > enum { N = 3000, M = 70 };
  > static int k[N], few[M];
  > static float x[N], y[N];
  > static double a[M][M];
  > int main(void)
  > {
  >     int sum = 0, most = -1, place = -1, bits = 0, little = 5, some[1] = {0};
  >     float dot = 0, high = -1;
  >     double all = 0;
  >     for (int i = 0; i < N; i++) {
  >         k[i] = (i * 7919 + 13) % 2999;
  >         x[i] = (i * 37 + 11) % 64 * 0.25f;
  >         y[i] = (i * 53 + 7) % 16 - 8;
  >     }
  >     for (int i = 0; i < M; i++) {
  >         few[i] = i;
  >         for (int j = 0; j < M; j++)
  >             a[i][j] = (i * 31 + j * 17) % 128 * 0.5;
  >     }
  > #pragma hedra
  >     for (int i = 0; i < N; i++) {
  >         sum += k[i];
  >         bits ^= k[i];
  >     }
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         if (k[i] > most) {
  >             most = k[i];
  >             place = i;
  >         }
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         high = x[i] > high ? x[i] : high;
  > #pragma hedra reassociate
  >     for (int i = 0; i < N; i++)
  >         dot += x[i] * y[i];
  > #pragma hedra reassociate
  >     for (int i = 0; i < M; i++)
  >         for (int j = 0; j < M; j++)
  >             all += a[i][j];
  > #pragma hedra
  >     for (int i = 1; i < M; i++)
  >         little -= few[i];
  > #pragma hedra
  >     for (int i = 0; i < N; i++)
  >         if (k[i] % 7 > 4)
  >             some[0] += i;
  >     printf("%d %d %d %d %g %g %g %d %d\n", sum, bits, most, place, high, dot, all,
  >            little, some[0]);
  > }
  > END
  $ ./check sums
  equal, launches: main 3 main 3 main 3 main 3 main 3 main 3 main 3
  $ HEDRA_DEVICE=racer HEDRA_COUNT=table ./sums 2>&1 | awk '/^sums/ { at = $1 } /_k[0-9] / { cycles[at] += $4 } END { for (at in cycles) print at, cycles[at] }' | sort
  sums.c:21: 6873
  sums.c:26: 7205
  sums.c:32: 6730
  sums.c:35: 6782
  sums.c:38: 11509
  sums.c:42: 804
  sums.c:45: 8083

Where they may not be, a sum of floats has one thread, and only where that is asked for.

  $ sed '/reassociate/s/ reassociate//' sums.c > ordered.c
  $ ./check ordered --compile-serial
  equal, launches: main 1 main 1 main 3 main 3 main 3 main 3 main 3
  $ HEDRA_DEVICE=racer HEDRA_COUNT=table ./ordered 2>&1 | awk '/^ordered/ { at = $1 } /_k[0-9] / { cycles[at] += $4 } END { for (at in cycles) print at, cycles[at] }' | sort
  ordered.c:21: 6873
  ordered.c:26: 7205
  ordered.c:32: 6730
  ordered.c:35: 90022
  ordered.c:38: 127843
  ordered.c:42: 804
  ordered.c:45: 8083

Loops of no iteration, and of one more and one less than fill a thread or 16 of them.

  $ cat > edge.c <<'END'
  > #include <stdio.h>
  > __attribute__((noinline)) float dot(int n, const float x[n], const float y[n])
  > {
  >     float s = 0.5f;
  > #pragma hedra reassociate
  >     for (int i = 0; i < n; i++)
  >         s += x[i] * y[i];
  >     return s;
  > }
  > __attribute__((noinline)) int arg(int n, const int x[n])
  > {
  >     int m = 3, p = -1;
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] > m) {
  >             m = x[i];
  >             p = i;
  >         }
  >     return p;
  > }
  > int main(void)
  > {
  >     static float x[2000], y[2000];
  >     static int k[2000];
  >     static const int sizes[] = {0, -5, 1, 31, 32, 33, 64, 511, 512, 513, 1024, 1025, 1999};
  >     for (int i = 0; i < 2000; i++) {
  >         x[i] = i % 16 * 0.5f;
  >         y[i] = i % 7 - 3;
  >         k[i] = i * 37 % 1000;
  >     }
  >     for (int t = 0; t < 13; t++)
  >         printf("%d: %g %d\n", sizes[t], dot(sizes[t], x, y), arg(sizes[t], k));
  > }
  > END
  $ ./check edge
  equal, launches: arg 33 dot 33
