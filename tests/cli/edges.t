Blocks that are not full run all of their points, without a condition at each of
them, in registers: sizes around those of blocks and tiles give what the plain
loops do, and nothing that is not there is read or written.

  $ cat > edges.h <<'END'
  > static void scaled(int m, int n, int l, double C[m][n], double A[m][l], double B[l][n])
  > {
  >     REGION
  >     for (int i = 0; i < m; i++)
  >         for (int j = 0; j < n; j++) {
  >             C[i][j] *= 1.5;
  >             for (int k = 0; k < l; k++)
  >                 C[i][j] += 0.5 * A[i][k] * B[k][j];
  >         }
  > }
  > static void triangle(int m, int n, int l, double C[m][n], double A[m][l], double B[l][n])
  > {
  >     REGION
  >     for (int i = 0; i < m; i++)
  >         for (int j = 0; j <= i; j++)
  >             if (j < n)
  >                 for (int k = 0; k < l; k++)
  >                     C[i][j] += A[i][k] * B[k][j];
  > }
  > static void shifted(int m, int n, int l, double C[m][n], double A[m][l], double B[l][n])
  > {
  >     REGION
  >     for (int i = 1; i < m; i++)
  >         for (int j = 0; j < n - 1; j++) {
  >             double sum = 0;
  >             for (int k = 1; k < l; k++)
  >                 sum += A[i - 1][k] * B[k - 1][j + 1];
  >             C[i][j] = sum;
  >         }
  > }
  > static void divided(int m, int n, int l, double C[m][n], double A[m][l], double B[l][n])
  > {
  >     int (*D)[l] = malloc(sizeof(int[m][l])), (*E)[n] = malloc(sizeof(int[l][n])), (*F)[n] = malloc(sizeof(int[m][n]));
  >     for (int i = 0; i < m; i++)
  >         for (int k = 0; k < l; k++)
  >             D[i][k] = (int)(A[i][k] * 10);
  >     for (int k = 0; k < l; k++)
  >         for (int j = 0; j < n; j++)
  >             E[k][j] = 1 + j % 3;
  >     for (int i = 0; i < m; i++)
  >         for (int j = 0; j < n; j++)
  >             F[i][j] = i - j;
  >     REGION
  >     for (int i = 0; i < m; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = 0; k < l; k++)
  >                 F[i][j] += D[i][k] / E[k][j];
  >     for (int i = 0; i < m; i++)
  >         for (int j = 0; j < n; j++)
  >             C[i][j] = F[i][j] + B[0][j];
  >     free(D), free(E), free(F);
  > }
  > END
  $ sed 's/REGION//; s/static void /static void plain_/' edges.h > edges.c
  $ sed 's/REGION/#pragma hedra/' edges.h >> edges.c
  $ cat >> edges.c <<'END'
  > typedef void kernel(int m, int n, int l, double C[m][n], double A[m][l], double B[l][n]);
  > static kernel *const both[][2] = {{plain_scaled, scaled}, {plain_triangle, triangle},
  >                                   {plain_shifted, shifted}, {plain_divided, divided}};
  > static int differs(int f, int m, int n, int l)
  > {
  >     double A[m * l], B[l * n], C[2][m * n];
  >     for (int i = 0; i < m * l; i++)
  >         A[i] = (i % 17) / 3.0;
  >     for (int i = 0; i < l * n; i++)
  >         B[i] = i % 23 - 7;
  >     for (int i = 0; i < m * n; i++)
  >         C[0][i] = C[1][i] = i % 5;
  >     for (int k = 0; k < 2; k++)
  >         both[f][k](m, n, l, (void *)C[k], (void *)A, (void *)B);
  >     return memcmp(C[0], C[1], sizeof C[0]) != 0;
  > }
  > int main(void)
  > {
  >     static const int size[][3] = {{64, 64, 16}, {63, 64, 16}, {64, 63, 16}, {64, 64, 15}, {65, 65, 17}, {1, 1, 1},
  >                                   {64, 1, 33}, {1, 64, 33}, {70, 77, 40}, {130, 66, 31}, {3, 129, 48}};
  >     for (int f = 0; f < 4; f++)
  >         for (int k = 0; k < 11; k++)
  >             if (differs(f, size[k][0], size[k][1], size[k][2]))
  >                 printf("%d: %d %d %d\n", f, size[k][0], size[k][1], size[k][2]);
  >     return 0;
  > }
  > END
  $ sed -i '1i #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>' edges.c
  $ for device in ptxsim opencl host; do HEDRA_CHECK=all HEDRA_DEVICE=$device hedrac --run -w -ffp-contract=off edges.c; done
