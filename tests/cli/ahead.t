Tiles for a GPU's shared memory, of which the next one is loaded while this one is in
use: what --explain says, and the loop over tiles.

  $ cat > product.c <<'END'
  > void product(int n, int m, int l, double C[n][m], double A[n][l], double B[l][m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             for (int k = 0; k < l; k++)
  >                 C[i][j] += A[i][k] * B[k][j];
  > }
  > END
  $ hedrac --explain product.c -o /dev/null 2>&1 | grep -o 'the next tile.*\|tiles are loaded.*'
  the next tile is loaded while this one is in use: one barrier for each tile instead of two, 32 registers of a thread that hold it, 34816 bytes instead of 17408, and room for about 8 warps on a multiprocessor instead of 12, where 8 are enough [staged]
  $ hedrac --choose=gpu.stage.ahead=1 --explain product.c -o /dev/null 2>&1 | grep -o 'the next tile.*\|tiles are loaded.*'
  tiles are loaded when they are needed: two at a time would take 34816 bytes instead of 17408, and room for about 8 warps on a multiprocessor instead of 12, where 8 are enough [staged]

In a product of small tiles: values come from registers if a tile is all there; what
comes after the only barrier loads the next one.

  $ sed 's/hedra$/hedra tile(16, 16, 4)/; s/double/float/g' product.c > small.c
  $ hedrac --emit=kir small.c | grep 'shared'
      shared A_tile:f32 128
      shared B_tile:f32 128
  $ hedrac --emit=kir small.c | sed -n '/ step 4:i64 {$/,/load A_tile/p;/load A_tile/q'
      for %100:i64 = 0:i64 to $l step 4:i64 {
          %101:i32 = get half
          %102:i32 = xor %101 1:i32
          set half %102
          %103:i64 = add %100 4:i64
          %104:pred = le %103 $l
          %105:pred = and %7 %104
          if %105 {
              %106:f32 = get A_tile_next0
              %107:i64 = cast i64 %102
              %108:i64 = mul %107 64:i64
              %109:i64 = add %83 %108
              store A_tile %109 %106 "0 copy of A"
          } else {
              %110:i64 = add %78 %100
              %111:i64 = add %100 %81
              %112:i64 = add %110 1:i64
              %113:pred = le %112 $l
              %114:pred = and %87 %113
              %115:pred = le 0:i64 %110
              %116:pred = and %114 %115
              set hd_there 0x0p+0:f32
              if %116 {
                  %117:f32 = load A %111 "0 copy of A"
                  set hd_there %117
              }
              %118:i64 = cast i64 %102
              %119:i64 = mul %118 64:i64
              %120:i64 = add %83 %119
              %121:f32 = get hd_there
              store A_tile %120 %121 "0 copy of A"
          }
          %122:pred = and %9 %104
          if %122 {
              %123:f32 = get B_tile_next0
              %124:i64 = cast i64 %102
              %125:i64 = mul %124 64:i64
              %126:i64 = add %92 %125
              store B_tile %126 %123 "0 copy of B"
          } else {
              %127:i64 = add %88 %100
              %128:i64 = mul %127 $m
              %129:i64 = add %128 %90
              %130:i64 = add %127 1:i64
              %131:pred = le %130 $l
              %132:pred = le 0:i64 %127
              %133:pred = and %131 %132
              %134:pred = and %133 %94
              %135:pred = and %134 %95
              set hd_there_1 0x0p+0:f32
              if %135 {
                  %136:f32 = load B %129 "0 copy of B"
                  set hd_there_1 %136
              }
              %137:i64 = cast i64 %102
              %138:i64 = mul %137 64:i64
              %139:i64 = add %92 %138
              %140:f32 = get hd_there_1
              store B_tile %139 %140 "0 copy of B"
          }
          barrier
          %141:pred = lt %103 $l
          if %141 {
              %142:i64 = add %100 8:i64
              %143:pred = le %142 $l
              %144:pred = and %7 %143
              if %144 {
                  %145:i64 = add %100 %81
                  %146:i64 = add %145 4:i64
                  %147:f32 = load A %146 "0 copy of A"
                  set A_tile_next0 %147
              }
              %148:pred = and %9 %143
              if %148 {
                  %149:i64 = add %100 %88
                  %150:i64 = add %149 4:i64
                  %151:i64 = mul %150 $m
                  %152:i64 = add %151 %90
                  %153:f32 = load B %152 "0 copy of B"
                  set B_tile_next0 %153
              }
          }
          %154:i64 = sub $l %100
          %155:i64 = add %154 -1:i64
          %156:i64 = min %155 3:i64
          %157:i64 = add %156 1:i64
          %158:pred = eq %157 4:i64
          if %158 {
              %159:i64 = cast i64 %102
              %160:i64 = mul %159 64:i64
              %161:i64 = add %75 %160
              %162:i64 = add %161 1:i64
              %163:i64 = add %161 2:i64
              %164:i64 = add %161 3:i64
              pack 4 %165:f32 = load A_tile %161 "2 A[i][k]"
  $ hedrac --choose=gpu.stage.ahead=1 --emit=kir small.c | grep 'shared\|barrier'
      shared A_tile:f32 64
      shared B_tile:f32 64
          barrier
          barrier

Shapes that no block divides have the plain loops' results, and barriers are one for
each tile.

  $ cat > main.c <<'END'
  > #include <stdio.h>
  > #include <stdlib.h>
  > #include <string.h>
  > static int differs(int n, int m, int l)
  > {
  >     size_t size = sizeof(double) * (size_t)(n * m);
  >     double *A = malloc(sizeof(double) * (size_t)(n * l + 1));
  >     double *B = malloc(sizeof(double) * (size_t)(l * m + 1));
  >     double *C = malloc(size), *D = malloc(size);
  >     for (int i = 0; i < n * l; i++)
  >         A[i] = (double)(i % 17) / 3;
  >     for (int i = 0; i < l * m; i++)
  >         B[i] = (double)(i % 23) - 7;
  >     for (int i = 0; i < n * m; i++)
  >         C[i] = D[i] = i % 5;
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < m; j++)
  >             for (int k = 0; k < l; k++)
  >                 D[i * m + j] += A[i * l + k] * B[k * m + j];
  >     product(n, m, l, (void *)C, (void *)A, (void *)B);
  >     int differs = memcmp(C, D, size) != 0;
  >     free(A), free(B), free(C), free(D);
  >     return differs;
  > }
  > int main(int argc, char **argv)
  > {
  >     if (argc > 1)
  >         return differs(64, 64, atoi(argv[1]));
  >     static const int shape[][3] = {
  >         {64, 64, 16}, {64, 64, 17}, {128, 64, 48}, {65, 63, 33}, {1, 1, 1}, {3, 130, 5}, {64, 128, 0}, {127, 66, 95}};
  >     for (int k = 0; k < (int)(sizeof shape / sizeof *shape); k++)
  >         printf("%d", differs(shape[k][0], shape[k][1], shape[k][2]));
  >     printf("\n");
  >     return 0;
  > }
  > END
  $ cat product.c main.c > all.c
  $ for ahead in 2 1; do HEDRA_DEVICE=ptxsim HEDRA_CHECK=all hedrac -w --choose=gpu.stage.ahead=$ahead -ffp-contract=off --run all.c; done
  00000000
  00000000
  $ HEDRA_DEVICE=host hedrac -w --choose=gpu.stage.ahead=2 -ffp-contract=off --run all.c
  00000000
  $ for ahead in 2 1; do HEDRA_DEVICE=ptxsim HEDRA_COUNT=table hedrac -w --choose=gpu.stage.ahead=$ahead -ffp-contract=off --run all.c -- 128 2>&1 | grep -o ' [0-9]* barriers'; done
   8 barriers
   16 barriers

What a kernel writes it has no tiles of, and so loads nothing of it ahead.

  $ cat > written.c <<'END'
  > void product(int n, double B[2 * n][n], double A[n][n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             for (int k = 0; k < n; k++)
  >                 B[i][j] += A[i][k] * B[n + k][j];
  > }
  > END
  $ hedrac --choose=gpu.stage.ahead=2 --explain written.c -o /dev/null 2>&1 | grep -o 'a tile.*\|the next tile.*\|tiles are loaded.*'
  a tile of 'A' of 9216 bytes is kept in shared memory, its rows padded to spare the banks conflicts, copied by 2 neighbours [staged]
  the next tile is loaded while this one is in use: one barrier for each tile instead of two, 16 registers of a thread that hold it, 18432 bytes instead of 9216, and room for about 16 warps on a multiprocessor instead of 16, where 8 are enough [staged]
  $ hedrac --choose=gpu.stage.ahead=2 --emit=kir written.c | grep '_next0:'
      var A_tile_next0:f64
