Accesses of neighbours at once, in a product: what --explain says of them, which
instructions they are in each language, and that arrays and rows that lie badly
give the same results without them.

  $ cat > product.in <<'END'
  > void NAME(int n, TYPE C[n][n], TYPE A[n][n], TYPE B[n][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = 0; k < n; k++)
  >                 C[i][j] += A[i][k] * B[k][j];
  > }
  > END
  $ sed 's/NAME/reals/; s/TYPE/double/g' product.in > product.c
  $ sed 's/NAME/floats/; s/TYPE/float/g' product.in > floats.c
  $ hedrac --explain product.c -o /dev/null 2>&1 | grep -o 'neighbours.*\|a tile.*'
  a tile of 'A' of 9216 bytes is kept in shared memory, its rows padded to spare the banks conflicts, copied by 2 neighbours [staged]
  a tile of 'B' of 8192 bytes is kept in shared memory, copied by 2 neighbours [staged]
  neighbours of a row: one access takes them where arrays begin at multiples of 16 bytes and rows have a multiple of 2 elements, else 2 do [access]
  $ hedrac --explain floats.c -o /dev/null 2>&1 | grep -o 'neighbours.*\|a tile.*'
  a tile of 'A' of 4096 bytes is kept in shared memory, its columns swizzled to spare the banks conflicts, copied by 4 neighbours [staged]
  a tile of 'B' of 4096 bytes is kept in shared memory, copied by 4 neighbours [staged]
  neighbours of a row: one access takes them where arrays begin at multiples of 16 bytes and rows have a multiple of 4 elements, else 4 do [access]
  $ for form in ptx cuda opencl; do hedrac --emit=$form product.c > product.$form; done
  $ grep -c 'ld.global[a-z.]*.v2.f64' product.ptx
  32
  $ grep -c 'st.global.v2.f64' product.ptx
  16
  $ grep -c '= \*(const double2 \*)&hd_C' product.cuda
  16
  $ grep -c '\*(double2 \*)&hd_C.* = make_double2(' product.cuda
  16
  $ grep -c '= \*(__global const double2 \*)&hd_C' product.opencl
  16
  $ grep -c '\*(__global double2 \*)&hd_C.* = (double2)(' product.opencl
  16
  $ hedrac --emit=ptx floats.c | grep -c 'ld.global[a-z.]*.v4.f32'
  16

  $ cat > rest.c <<'END'
  > #include <stdio.h>
  > #include <stdlib.h>
  > #include <string.h>
  > #define TRY(NAME, TYPE)                                                      \
  >     static void NAME##_plain(int n, TYPE C[n][n], TYPE A[n][n], TYPE B[n][n])  \
  >     {                                                                        \
  >         for (int i = 0; i < n; i++)                                          \
  >             for (int j = 0; j < n; j++)                                      \
  >                 for (int k = 0; k < n; k++)                                  \
  >                     C[i][j] += A[i][k] * B[k][j];                            \
  >     }                                                                        \
  >     static int NAME##_differs(int n, int a, int b, int c)                    \
  >     {                                                                        \
  >         size_t size = sizeof(TYPE) * (size_t)(n * n), all = size + 64;       \
  >         TYPE *A = aligned_alloc(64, (all + 63) / 64 * 64);                   \
  >         TYPE *B = aligned_alloc(64, (all + 63) / 64 * 64);                   \
  >         TYPE *C = aligned_alloc(64, (all + 63) / 64 * 64), *D = malloc(size); \
  >         for (int i = 0; i < n * n; i++) {                                    \
  >             A[a + i] = (TYPE)(i % 17) / 3;                                   \
  >             B[b + i] = (TYPE)(i % 23) - 7;                                   \
  >             C[c + i] = D[i] = (TYPE)(i % 5);                                 \
  >         }                                                                    \
  >         NAME##_plain(n, (void *)D, (void *)(A + a), (void *)(B + b));        \
  >         NAME(n, (void *)(C + c), (void *)(A + a), (void *)(B + b));          \
  >         int differs = memcmp(C + c, D, size) != 0;                           \
  >         free(A), free(B), free(C), free(D);                                  \
  >         return differs;                                                      \
  >     }
  > TRY(reals, double)
  > TRY(floats, float)
  > int main(void)
  > {
  >     for (int n = 128; n < 132; n++)
  >         printf("%d: %d %d\n", n, reals_differs(n, 0, 0, 0), floats_differs(n, 0, 0, 0));
  >     printf("%d %d %d\n", reals_differs(128, 1, 0, 0), reals_differs(128, 0, 1, 0), reals_differs(128, 0, 0, 1));
  >     printf("%d %d %d\n", floats_differs(128, 1, 0, 0), floats_differs(128, 0, 2, 0), floats_differs(128, 0, 0, 3));
  >     return 0;
  > }
  > END
  $ cat product.c floats.c rest.c > main.c
  $ HEDRA_DEVICE=ptxsim HEDRA_CHECK=all hedrac -w -ffp-contract=off --run main.c
  128: 0 0
  129: 0 0
  130: 0 0
  131: 0 0
  0 0 0
  0 0 0
