What a person finds in the files that hedrac writes. What all of them share stands
in <hedra_kernel.h>; the example of README has 260 lines, most of them PTX.

  $ cat > product.c <<'END'
  > void product(int n, double a[n][n], double b[n][n], double c[n][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++) {
  >             c[i][j] = 0;
  >             for (int k = 0; k < n; k++)
  >                 c[i][j] += a[i][k] * b[k][j];
  >         }
  > }
  > END
  $ hedrac product.c
  $ grep -E '^#(include|define)|^HD_' product.hedra.c
  #include <hedra_kernel.h>
  HD_BEGIN
  HD_END
  HD_BEGIN
  HD_KERNEL(hedra_product_1_h0, 512)
  HD_END
  HD_APART static int hedra_product_1(int64_t p_n, void *a_c, void *a_a,

Each kernel says what it is, in C, CUDA, OpenCL and PTX.

  $ grep -A2 '^/\* Loop' product.hedra.c
  /* Loops i (line 4), j (line 5) and k (line 7). i is parallel: a block has 16
   * iterations. Tiles have 16 x 32 x 64 iterations. */
  static inline HD_INLINE void hedra_product_1_h0_body(int hdk_fma,
  $ hedrac --emit=cuda product.c | grep -A3 '^/\* Loop'
  /* Loops i (line 4), j (line 5) and k (line 7). j and i are parallel: a block
   * of 8 x 16 threads has 64 x 64 iterations. Tiles are 16 iterations deep. */
  extern "C" __global__ void __launch_bounds__(128)
  hedra_product_1_k0(double *__restrict__ hd_c, const double *__restrict__ hd_a,
  $ hedrac --emit=ptx product.c | grep '^// Loop'
  // Loops i (line 4), j (line 5) and k (line 7). j and i are parallel: a block of 8 x 16 threads has 64 x 64 iterations. Tiles are 16 iterations deep.

What ends a loop is tested where it is computed.

  $ cat > steps.c <<'END'
  > void steps(int n, int *restrict a, const int *restrict b)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         int x = b[i], k = 0;
  >         while (x > 1) {
  >             x = x % 2 ? 3 * x + 1 : x / 2;
  >             k++;
  >         }
  >         a[i] = k;
  >     }
  > }
  > END
  $ hedrac --emit=c steps.c | grep -A3 'for (;;)'
          for (;;) {
              const int32_t hd4 = hd_x_w2;
              if (!(1 < hd4))
                  break;

Loops that are the source's have its names; constants are as small as they can be.

  $ hedrac --emit=c product.c | grep -oE 'for \(int64_t [a-z]+ = .*'
  for (int64_t i = hd4; i < hdf_min_i64(hd6, hd8) + 1; i++) {
  for (int64_t j = 0; j < hd_n; j++) {
  $ for form in c cuda opencl; do hedrac --emit=$form product.c | grep -cE '18446744073709551615|\+ -[0-9]|\(int\)\(\(|\(int\)(thread|block)Idx'; done
  0
  0
  0
  [1]
  $ cat > mask.c <<'END'
  > void mask(int n, unsigned *restrict a, const unsigned *restrict b)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[i] = b[i] == 0xf0f0f0f0 ? b[i] - 1 : b[i] * 3000000000u;
  > }
  > END
  $ hedrac --emit=c mask.c | grep ' ? ' | head -1
          hd_a[hd1] = hd2 == 0xf0f0f0f0u ? hd2 - 1 : hd2 * 3000000000u;

Where the source has names like the header's, the text of the header stands in the
file, and its names have digits.

  $ sed 's/product/HD_product/' product.c > own.c
  $ hedrac own.c
  $ grep -cE '#include .hedra_kernel|HD_BEGIN' own.hedra.c
  3
  $ grep -E '^#include .hedra|^HD1_|^#define HD1_BEGIN ' own.hedra.c
  #include <hedra.h>
  #define HD1_BEGIN                                                               \
  #define HD1_BEGIN                                                               \
  HD1_BEGIN
  HD1_FLOATS(double, uint64_t, 63, , f64)
  HD1_FLOATS(float, uint32_t, 31, f, f32)
  HD1_INTEGERS(int32_t, uint32_t, 32, i32)
  HD1_INTEGERS(uint32_t, uint32_t, 32, u32)
  HD1_INTEGERS(int64_t, uint64_t, 64, i64)
  HD1_INTEGERS(uint64_t, uint64_t, 64, u64)
  HD1_SIGNED(int32_t, uint32_t, i32)
  HD1_SIGNED(int64_t, uint64_t, i64)
  HD1_END
  HD1_BEGIN
  HD1_END
  HD1_BEGIN
  HD1_KERNEL(hedra1_HD_product_1_h0, 512)
  HD1_END
  HD1_APART static int hedra1_HD_product_1(int64_t p_n, void *a_c, void *a_a,
