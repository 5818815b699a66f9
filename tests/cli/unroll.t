Sums of bytes over small blocks, in loops that threads share: GCC is asked to write
the row out, which fills longer vectors then.

  $ cat >sums.c <<'END'
  > #include <stdint.h>
  > #include <stdlib.h>
  > void sums(int n, const uint8_t x[restrict n][16], const uint8_t y[restrict n][16],
  >           const uint8_t z[restrict n][16], int out[restrict n][2])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n - 16; i++)
  >         do {
  >             int s = 0, t = 0;
  >             for (int a = 0; a < 16; a++)
  >                 for (int b = 0; b < 16; b++)
  >                     s += abs(x[i + a][b] - ((y[i + a][b] + z[i + a][b] + 1) >> 1));
  >             for (int a = 0; a < 16; a++)
  >                 for (int b = 0; b < 16; b++)
  >                     t += abs(x[i + a][b] - y[i + a][b]);
  >             out[i][0] = s;
  >             out[i][1] = t;
  >         } while (0);
  > }
  > END
  $ hedrac sums.c -o sums.hedra.c
  $ grep -A3 'GCC unroll' sums.hedra.c | grep -v '#line'
  #pragma GCC unroll 16
  #endif
  for (int b = 0; b < 16; b++)
  $ grep -c 'GCC unroll' sums.hedra.c
  1
