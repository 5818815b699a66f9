PTX leads back to the source: each access has its line, in statements of
several lines too, and a loop has that of the first statement in it.

  $ cat > rows.c <<'END'
  > void rows(int n, int m, float a[n][m], float b[n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         b[i] = 0;
  >         for (int j = 0; j < m; j++)
  >             b[i] += a[i][j] *
  >                     a[i]
  >                      [0];
  >     }
  > }
  > END
  $ cat > lines <<'END'
  > $1 == ".file" { print }
  > $1 == ".loc" { line = $3 }
  > $1 ~ /^(ld|st).global/ { print line, $1 }
  > / bra / { print line, "bra" }
  > END
  $ hedrac rows.c --emit=ptx | awk -f lines | LC_ALL=C sort -u
  .file 1 "rows.c"
  5 bra
  7 bra
  7 ld.global.nc.f32
  7 st.global.f32
  8 ld.global.nc.f32
  $ hedrac -g0 rows.c --emit=ptx | awk -f lines | head -1
   bra
  $ hedrac rows.c --emit=cuda | grep -c '#line'
  0
  [1]
  $ hedrac -g rows.c --emit=cuda | grep -c '#line'
  20
