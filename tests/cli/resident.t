How many warps a GPU's multiprocessor has room for: what --explain expects of a kernel,
and the points of a thread, of which there are fewer where two matrices of sums would
take more registers than there are.

  $ cat > product.c <<'END'
  > void product(int n, double C[restrict n][n], const double A[restrict n][n], const double B[restrict n][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = 0; k < n; k++)
  >                 C[i][j] += A[i][k] * B[k][j];
  > }
  > END
  $ hedrac --explain product.c -o /dev/null 2>&1 | grep -o '_k0 has.*\|each of a.*'
  _k0 has blocks of 128 threads, with 34816 bytes of shared memory and about 229 registers for each thread: 12 % of the warps that sm_80 holds, limited by registers; 12 % of the warps that sm_90 holds, limited by registers [expected]
  $ hedrac --choose=gpu.points=3 --explain product.c -o /dev/null 2>&1 | grep -o '_k0 has.*\|each of a.*'
  _k0 has blocks of 256 threads, with 34816 bytes of shared memory and about 154 registers for each thread: 12 % of the warps that sm_80 holds, limited by registers; 12 % of the warps that sm_90 holds, limited by registers [expected]
  each of a block's 256 threads has 8 x 2 points, which hold and read about 132 registers: room for 8 warps on a multiprocessor [expected]
  $ cat > both.c <<'END'
  > void both(int n, double C[restrict n][n], double D[restrict n][n], const double A[restrict n][n], const double B[restrict n][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = 0; k < n; k++) {
  >                 C[i][j] += A[i][k] * B[k][j];
  >                 D[i][j] += C[i][j] * B[k][j];
  >             }
  > }
  > END
  $ hedrac --explain both.c -o /dev/null 2>&1 | grep -o '_k0 has.*\|each of a.*'
  _k0 has blocks of 256 threads, with 34816 bytes of shared memory and about 236 registers for each thread: 12 % of the warps that sm_80 holds, limited by registers; 12 % of the warps that sm_90 holds, limited by registers [expected]
  each of a block's 256 threads has 8 x 2 points, which hold and read about 164 registers: room for 8 warps on a multiprocessor [expected]

The kernels of an LU decomposition in blocks of steps and those of single steps, which
the program takes on devices that lose barriers; a program without OpenCL has the
former alone.

  $ cat > lu.c <<'END'
  > void lu(int n, double a[restrict n][n])
  > {
  > #pragma hedra
  >     for (int k = 0; k < n; k++) {
  >         for (int i = k + 1; i < n; i++)
  >             a[i][k] /= a[k][k];
  >         for (int i = k + 1; i < n; i++)
  >             for (int j = k + 1; j < n; j++)
  >                 a[i][j] -= a[i][k] * a[k][j];
  >     }
  > }
  > END
  $ hedrac --emit=kir lu.c | grep -A1 'barred 1' | sed 's/^ *//'
  %0:pred = barred 1:pred
  if %0 {
  $ hedrac --emit=kir lu.c | grep -c '^kernel hedra_lu_1'
  11
  $ hedrac lu.c -o both.hedra.c && grep -c 'hedra_barriers' both.hedra.c
  2
  $ hedrac --targets=ptx,host lu.c -o ptx.hedra.c && grep -c 'hedra_barriers' ptx.hedra.c
  1
