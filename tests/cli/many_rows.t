Where many statements use one subscript in rows of constant length, the test that
it stays there is made once, whatever constants stand behind it:

  $ cat > blocks.c <<'EOF'
  > #include <stdio.h>
  > static int size[3] = {7, 7, 7};
  > static double flux[8][9][8][5][5], drag[8][8][9][5][5];
  > static double left[8][9][9][3][5][5];
  > #define ELEMENT(b, r, c) left[i][j][k][b][r][c] = \
  >     2 * flux[i + b - 1][j][k][r][c] - drag[i + b - 1][j][k][r][c];
  > #define ROW(b, r) ELEMENT(b, r, 0) ELEMENT(b, r, 1) ELEMENT(b, r, 2) \
  >     ELEMENT(b, r, 3) ELEMENT(b, r, 4)
  > #define BLOCK(b) ROW(b, 0) ROW(b, 1) ROW(b, 2) ROW(b, 3) ROW(b, 4)
  > int main(int argc, char **argv)
  > {
  >     double sum = 0;
  >     for (int i = 0; i < 8 * 9 * 8 * 25; i++)
  >         (****flux)[i] = (****drag)[i] = i % 101;
  > #pragma hedra
  >     for (int i = 1; i < size[0] - 1; i++)
  >         for (int j = 1; j < size[1] - 1; j++)
  >             for (int k = 1; k < size[2] - 1; k++) {
  >                 BLOCK(0) BLOCK(1) BLOCK(2)
  >             }
  >     for (int i = 0; i < 8 * 9 * 9 * 75; i++)
  >         sum += (*****left)[i] * (i % 7);
  >     printf("%.17g\n", sum);
  >     return 0;
  > }
  > EOF
  $ cc -w blocks.c -o plain && ./plain > expected
  $ HEDRA_CHECK=all HEDRA_DEVICE=host hedrac --run --targets=host --max-operations=1000000 -w blocks.c > got && cmp expected got

Where isl gives up there, that is said, and no row is blamed:

  $ for limit in 100000 300000 600000; do hedrac --max-operations=$limit --targets=host -w blocks.c -o - 2>&1 | grep -c 'another row' || true; done
  0
  0
  0
