How hedrac judges what fits: tiles in registers and in caches.

Rows of which earlier ones read later ones, as these are before their own steps
begin, are tiles that are taken in order.

  $ cat > triangle.c <<'EOF'
  > void triangle(int m, int n, double A[m][m], double B[m][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < m; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = i + 1; k < m; k++)
  >                 B[i][j] += A[k][i] * B[k][j];
  > }
  > EOF
  $ hedrac --explain triangle.c -o /dev/null 2>&1 | grep "tiles of .* rows"
  triangle.c:7: remark: tiles of 4 rows and 32 columns of 'B' stay in the host's registers [tiled]

The arrays of a tile of 3 x 17 x 143 are 384 lines, as many as the first cache
holds: those of a do not come again for the next tile along j. One more row is too
much.

  $ cat > product.c <<'EOF'
  > void product(int n, const double a[restrict n][n],
  >              const double b[restrict n][n], double c[restrict n][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = 0; k < n; k++)
  >                 c[i][j] += a[i][k] * b[k][j];
  > }
  > EOF
  $ cat > tiles.sh <<'EOF'
  > hedrac --explain --choose=host.first=$1,host.middle=$2,host.last=$3 $4 \
  >     -o /dev/null 2>&1 | grep "of tiles of"
  > EOF
  $ sh tiles.sh 3 17 143 product.c
  product.c:8:17: remark: of tiles of 3 x 17 x 143, an iteration asks the second cache for 3.30 bytes and memory for 3.30: the model expects arithmetic to limit it [tiled]
  $ sh tiles.sh 4 17 143 product.c
  product.c:8:17: remark: of tiles of 4 x 17 x 143, an iteration asks the second cache for 2.67 bytes and memory for 2.60: the model expects arithmetic to limit it [tiled]

Here not even what one iteration of the tiled loops reads fits.

  $ cat > deep.c <<'EOF'
  > void deep(int n, int m, double c[restrict n][n],
  >           const double a[restrict n][n][16 * m][m],
  >           const double b[restrict n][m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = 0; k < n; k++)
  >                 for (int l = 0; l < m; l++)
  >                     for (int o = 0; o < m; o++)
  >                         c[i][j] += a[i][k][16 * l][o] * b[j][o];
  > }
  > EOF
  $ sh tiles.sh 3 17 143 deep.c
  deep.c:11:25: remark: of tiles of 3 x 17 x 143, an iteration asks the second cache for 502.49 bytes and memory for 321.42: the model expects memory to limit it [tiled]
