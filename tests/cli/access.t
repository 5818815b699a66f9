What --explain says of accesses to memory: a transposition, of which one side
cannot be contiguous, goes through shared memory.

  $ cat > turn.c <<'END'
  > void turn(int n, int m, float A[n][m], float B[m][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             B[j][i] = A[i][j];
  > }
  > END
  $ hedrac --explain turn.c 2>&1 | grep -Eo 'remark: .*\[(access|staged)\]'
  remark: a tile of 'A' of 4224 bytes is kept in shared memory, its rows padded to spare the banks conflicts [staged]
  remark: write of B[j][i]: stride 4 bytes across lanes, 4.875 sectors per request (ideal 4), eta 0.82; at best 0.82 with other lanes, theta 6.56 [access]
  remark: read of A[i][j]: from shared memory, the copy touches 4.875 sectors per request (ideal 4), eta 0.82; directly, stride 4 * m bytes across lanes, 32 sectors [access]

For sizes that are given the counts are exact.

  $ hedrac --explain --assume-size=n=64,m=40 turn.c 2>&1 | grep -Eo 'remark: .*with n = .*'
  remark: global memory with n = 64, m = 40: 640 sectors of 32 bytes in all (ideal 640), eta 1.00 [access]
  remark: copy of A with n = 64, m = 40: 128 requests, 320 sectors (ideal 320), eta 1.00 [access]
  remark: copy of A with n = 64, m = 40: 128 requests to shared memory, 128 wavefronts (ideal 128), eta 1.00 [access]
  remark: write of B[j][i] with n = 64, m = 40: 80 requests, 320 sectors (ideal 320), eta 1.00 [access]
  remark: read of A[i][j] with n = 64, m = 40: 80 requests to shared memory, 80 wavefronts (ideal 80), eta 1.00 [access]

So are those that an assumption states, and those without parameters.

  $ sed 's/pragma hedra/& assume(n == 64 \&\& m == 40)/' turn.c > stated.c
  $ hedrac --explain stated.c 2>&1 | grep -o 'global memory.*'
  global memory with n = 64, m = 40: 640 sectors of 32 bytes in all (ideal 640), eta 1.00 [access]
  $ cat > fixed.c <<'END'
  > double a[100], b[100];
  > void stencil(void)
  > {
  > #pragma hedra
  >     for (int i = 1; i < 99; i++)
  >         b[i] = a[i - 1] + a[i + 1];
  > }
  > END
  $ hedrac --explain fixed.c 2>&1 | grep -o 'global memory.*'
  global memory: 81 sectors of 32 bytes in all (ideal 75), eta 0.93 [access]

A size that nothing asks for is a mistake.

  $ hedrac --assume-size=k=3 turn.c
  hedrac: warning: no region has a parameter 'k', for which --assume-size gives a value [size]
  1 warning generated.
  $ hedrac --assume-size=n turn.c
  hedrac: error: '--assume-size=n': expected NAME=N[,NAME=N...] [usage]
  1 error generated.
  [2]
