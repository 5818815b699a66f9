PTX names the source's access behind each instruction that is one, so that what
is counted there can be told by access; the host's kernels need no such names.

  $ cat > mean.c <<'END'
  > void mean(int n, int m, float a[n][m], float *b)
  > {
  > #pragma hedra
  >     for (int i = 1; i < n; i++) {
  >         b[i] += 0.5f * (a[i][m - 1] + a[i - 1][2 * (i % 3)]);
  >         b[i] *= a[0][i];
  >     }
  > }
  > END
  $ hedrac mean.c --emit=ptx | sed -n 's/^\t\([a-z.0-9]*\).*\(\/\/@.*\)/\1 \2/p'
  ld.global.nc.f32 //@ 2 a[i][m - 1]
  ld.global.nc.f32 //@ 3 a[i - 1][2 * (i % 3)]
  ld.global.f32 //@ 1 b[i]
  ld.global.nc.f32 //@ 6 a[0][i]
  st.global.f32 //@ 7 b[i]
