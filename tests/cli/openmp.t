The whole file as plain C with pragmas of OpenMP, for those who want no library.

  $ cat > smooth.c <<'EOF'
  > #include <stdio.h>
  > int main(void)
  > {
  >     static float a[1000] = {[500] = 1}, b[1000];
  > #pragma hedra
  >     for (int i = 1; i < 999; i++)
  >         b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
  >     printf("%g\n", b[500]);
  > }
  > EOF
  $ hedrac --emit=openmp smooth.c
  #include <stdio.h>
  #include <stdint.h>
  
  /* The marked region in line 5. */
  
  #ifndef HDF_APART
  #if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 8
  /* GCC drops calls that store through restrict pointers from a table. */
  #define HDF_APART __attribute__((noipa))
  #else
  #define HDF_APART
  #endif
  #endif
  
  /* Loop i (line 6). i is parallel: a block has 1 iteration. */
  HDF_APART
  static void hedra_main_1_h0(int64_t hdk_blocks, const float *restrict hd_a,
      float *restrict hd_b)
  {
  #pragma omp parallel for
      for (int64_t hdk_block = 0; hdk_block < hdk_blocks; hdk_block++) {
          const int64_t hd1 = hdk_block;
          const int64_t hd3 = hd1 + 1;
          hd_b[hd3] = 0.25f * hd_a[hd1 + 2] + (0.25f * hd_a[hd1] + hd_a[hd3] * 0.5f);
      }
  }
  
  static void hedra_main_1_host(void *const *hdk_row)
  {
      hedra_main_1_h0(998, hdk_row[1], hdk_row[0]);
  }
  
  static int hedra_main_1(void *a_b, void *a_a)
  {
      void *const hedra_row[] = {a_b, a_a};
      hedra_main_1_host(hedra_row);
      return 0;
  }
  
  int main(void)
  {
      static float a[1000] = {[500] = 1}, b[1000];
  { hedra_main_1((void *)(b), (void *)(a));
  }
  
      printf("%g\n", b[500]);
  }
  $ hedrac --emit=openmp smooth.c -o smooth.omp.c
  $ strict="-std=c11 -pedantic -Wall -Wextra -Werror"
  $ cc $strict -fopenmp smooth.omp.c -o with && OMP_NUM_THREADS=2 ./with
  0.5
  $ cc $strict -Wno-unknown-pragmas smooth.omp.c -o without && ./without
  0.5

Where arrays may overlap, or memory may be short, the nest is still there. Here it
runs in the second call, and the iterator has its value after both.

  $ cat > shift.c <<'EOF'
  > #include <stdio.h>
  > static int shift(float *a, float *b, int n)
  > {
  >     int i;
  > #pragma hedra
  >     for (i = 0; i < n; i++)
  >         a[i] = 2 * b[i];
  >     return i;
  > }
  > int main(void)
  > {
  >     float a[10] = {1, 2, 3}, b[9] = {1, 2, 3};
  >     printf("%d", shift(a, b, 9));
  >     printf(" %g %g", a[1], a[2]);
  >     printf(" %d", shift(a + 1, a, 9));
  >     printf(" %g %g\n", a[2], a[9]);
  > }
  > EOF
  $ cc shift.c -Wno-unknown-pragmas -o plain && ./plain
  9 4 6 9 8 1024
  $ hedrac --emit=openmp shift.c -o shift.omp.c
  $ cc $strict -fopenmp shift.omp.c -o with && OMP_NUM_THREADS=2 ./with
  9 4 6 9 8 1024
  $ sed -n '/^{ if/,$p' shift.omp.c | head -8
  { if (hedra_shift_1((int64_t)(n), (void *)(a), (void *)(b))) {
  
      for (i = 0; i < n; i++)
          a[i] = 2 * b[i];
  } else {
      for (i = 0; i < ((int)(n)); i += 1) {
      }
  } }
  $ grep -c 'hedra[.]h' shift.omp.c
  0
  [1]

What libhedra would have to look for in data stays as it is; a data block is left
out.

  $ cat > data.c <<'EOF'
  > void scatter(int n, int *restrict at, float *restrict a, float *restrict b)
  > {
  > #pragma hedra data(a[0:n])
  >     {
  > #pragma hedra independent(i)
  >         for (int i = 0; i < n; i++)
  >             a[at[i]] = b[i];
  >     }
  > }
  > void rows(int n, int m, float **a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             a[i][j] = 0;
  > }
  > EOF
  $ hedrac --emit=openmp data.c -o data.omp.c
  data.c:5:1: warning: the region stays as it is: data decide what it touches, whose bounds libhedra looks for [kept]
      5 | #pragma hedra independent(i)
        | ^~~~~~~~~~~~~
  data.c:12:1: warning: the region stays as it is: it has a table of pointers to rows, of which libhedra finds out how they lie [kept]
     12 | #pragma hedra
        | ^~~~~~~~~~~~~
  2 warnings generated.
  $ grep -c pragma data.omp.c
  0
  [1]
  $ cc $strict -c data.omp.c

It is for C files.

  $ echo 'module "m" "m.c"' > m.kir; hedrac --emit=openmp m.kir
  hedrac: error: --emit=openmp is for C files [usage]
  1 error generated.
  [2]
