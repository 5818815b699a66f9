Temporaries get no more memory than the order of the loops needs.

  $ cat > rows.c <<'END'
  > void rows(int n, double y[restrict n])
  > {
  >     double z[1000];
  > #pragma hedra assume(n <= 1000)
  >     for (int k = 1; k < n; k++) {
  >         for (int i = 0; i < k; i++)
  >             z[i] = y[i] + y[k] * y[k - i - 1];
  >         for (int i = 0; i < k; i++)
  >             y[i] = z[i];
  >     }
  > }
  > void grid(int n, double y[restrict n][n])
  > {
  >     double z[1000];
  > #pragma hedra assume(n <= 1000)
  >     for (int k = 0; k < n; k++) {
  >         for (int i = 0; i < n; i++)
  >             z[i] = y[k][i] * y[k][n - i - 1];
  >         for (int i = 0; i < n; i++)
  >             y[k][i] = z[i];
  >     }
  > }
  > END
  $ hedrac rows.c --emit=opencl | grep -o 'hd_z_w1\[.*\] = '
  hd_z_w1[hd7 - hdlo_z_w1] = 
  hd_z_w1[i - hdlo_z_w1] = 
  hd_z_w1[hd12 * hd_z_w1_size1 + hd18 - hdlo_z_w1] = 
