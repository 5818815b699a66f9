Subscripts that memory holds, of rows: whether they stay in them is tested when
the region starts, and its loops are shared where they do; a byte that no row is
too short for, a cursor of each row, and what the author says need no look at
memory. Of what the region computes itself nothing is known.

  $ cat > rows.c <<'END'
  > void histograms(int h, int w, int (*restrict p)[64], int key[restrict h][w])
  > {
  > #pragma hedra
  >     for (int i = 0; i < h; i++)
  >         for (int j = 0; j < w; j++)
  >             p[i][key[i][j]]++;
  > }
  > void bytes(int h, int w, int (*restrict p)[256],
  >            const unsigned char key[restrict h][w])
  > {
  > #pragma hedra
  >     for (int i = 0; i < h; i++)
  >         for (int j = 0; j < w; j++)
  >             p[i][key[i][j]]++;
  > }
  > void compact(int h, int w, int most, int (*restrict p)[64], int q[restrict h][w])
  > {
  > #pragma hedra
  >     for (int i = 0; i < h; i++) {
  >         int k = 0;
  >         for (int j = 0; j < w; j++)
  >             if (q[i][j] < most)
  >                 p[i][k++] = q[i][j];
  >     }
  > }
  > void said(int h, int w, int p[restrict h][64], int key[restrict h][w])
  > {
  > #pragma hedra independent(i)
  >     for (int i = 0; i < h; i++) {
  >         int at = 0;
  >         for (int j = 0; j < w && at < 64; j++) {
  >             p[i][at] = key[i][j];
  >             at += key[i][j] & 3;
  >         }
  >     }
  > }
  > void computed(int h, int w, int p[restrict h][64], int *restrict k)
  > {
  > #pragma hedra extent(k[w])
  >     {
  >         for (int j = 0; j < w; j++)
  >             k[j] = j * j / 2;
  >         for (int i = 0; i < h; i++)
  >             for (int j = 0; j < w; j++)
  >                 p[i][k[j]] = p[i][j] + i;
  >     }
  > }
  > END
  $ hedrac --explain --targets=host rows.c -o rows.out.c 2>&1 | grep -o -E 'region hedra_[a-z_0-9]*|runs: .*(line|stands).*'
  region hedra_histograms_1
  runs: host: plain C, threads share 'i' (line 4); GPU: nothing is compiled for it
  region hedra_bytes_2
  runs: host: plain C, threads share 'i' (line 12); GPU: nothing is compiled for it
  region hedra_compact_3
  runs: host: plain C, threads share 'i' (line 19); GPU: nothing is compiled for it
  region hedra_said_4
  runs: host: plain C, threads share 'i' (line 29); GPU: nothing is compiled for it
  region hedra_computed_5
  runs: as it stands, in the thread that comes to it
  $ grep -c 'bound + 0' rows.out.c
  1
