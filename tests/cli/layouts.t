What the clause layout refuses, and says of nests that stay plain.

  $ cat > bad.c <<'END'
  > double f(int n, double a[n][n], double b[n][n], double *p)
  > {
  >     double sum = 0;
  > #pragma hedra data(a, b) layout(c: morton)
  >     { sum += 1; }
  > #pragma hedra data(a) layout(a: mortan)
  >     { sum += 1; }
  > #pragma hedra data(p[0:n]) layout(p: morton)
  >     { sum += 1; }
  > #pragma hedra data(a[1:n]) layout(a: morton)
  >     { sum += 1; }
  > #pragma hedra data(a) layout(a: hybrid(row, hilbert, 6))
  >     { sum += 1; }
  > #pragma hedra data(a, b) layout(a: morton, b: row, a: column)
  >     { sum += 1; }
  >     return sum;
  > }
  > END
  $ hedrac bad.c
  bad.c:4:33: error: 'c' is not in the data clause [clause]
      4 | #pragma hedra data(a, b) layout(c: morton)
        |                                 ^
  bad.c:4:33: note: write data(c) layout(c: ...)
  bad.c:6:33: error: 'mortan' is no layout [clause]
      6 | #pragma hedra data(a) layout(a: mortan)
        |                                 ^~~~~~
  bad.c:6:33: note: did you mean 'morton'?
  bad.c:8:35: error: 'p' has one dimension, and a layout needs 2 or more [clause]
      8 | #pragma hedra data(p[0:n]) layout(p: morton)
        |                                   ^
  bad.c:8:35: note: declare it with the shape that it has, as in double (*p)[n]
  bad.c:10:35: error: the data clause keeps a part of 'a' that does not begin with its first row [clause]
     10 | #pragma hedra data(a[1:n]) layout(a: morton)
        |                                   ^
  bad.c:10:35: note: write data(a[0:n])
  bad.c:12:33: error: a curve within a tile needs equal sides that are powers of two [clause]
     12 | #pragma hedra data(a) layout(a: hybrid(row, hilbert, 6))
        |                                 ^~~~~~~~~~~~~~~~~~~~~~~
  bad.c:12:33: note: write 2, 4, 8, 16 or 32, or row or column for the inner order
  bad.c:14:52: error: 'a' has a layout here already [clause]
     14 | #pragma hedra data(a, b) layout(a: morton, b: row, a: column)
        |                                                    ^
  bad.c:14:33: note: take one of the two away
     14 | #pragma hedra data(a, b) layout(a: morton, b: row, a: column)
        |                                 ^
  6 errors generated.
  [1]

  $ cat > nest.c <<'END'
  > void f(int n, double a[n][n], double (*q)[n])
  > {
  > #pragma hedra layout(q: morton)
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             q[i][j] = 0;
  > #pragma hedra layout(a: permute(i, i))
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             a[i][j] = 0;
  > }
  > END
  $ hedrac nest.c
  nest.c:3:22: error: 'q' does not say how many rows it has [clause]
      3 | #pragma hedra layout(q: morton)
        |                      ^
  nest.c:3:22: note: write q[0:n] for n rows
  nest.c:7:36: error: expected i and j, each once [clause]
      7 | #pragma hedra layout(a: permute(i, i))
        |                                    ^
  nest.c:7:36: note: write permute(j, i), or permute(k, i, j)
  2 errors generated.
  [1]

  $ cat > use.c <<'END'
  > extern void elsewhere(void);
  > double world[8][8];
  > double f(double a[8][8])
  > {
  >     double sum = 0;
  > #pragma hedra data(a, world) layout(a: morton, world: hilbert)
  >     {
  >         sum += a[0][0];
  >         elsewhere();
  >     }
  >     return sum;
  > }
  > END
  $ hedrac use.c
  use.c:8:16: error: 'a' has the layout morton in this block, and plain C uses it here, which has C's order [clause]
      8 |         sum += a[0][0];
        |                ^
  use.c:6:37: note: end the block before, or mark a nest that does this with #pragma hedra
      6 | #pragma hedra data(a, world) layout(a: morton, world: hilbert)
        |                                     ^
  use.c:9:9: error: 'world' has the layout hilbert in this block, and 'elsewhere', which is called here, may use it [clause]
      9 |         elsewhere();
        |         ^~~~~~~~~~~
  use.c:6:48: note: end the block before, or mark a nest that does this with #pragma hedra
      6 | #pragma hedra data(a, world) layout(a: morton, world: hilbert)
        |                                                ^~~~~
  2 errors generated.
  [1]
  $ sed 's/void elsewhere(void)/void (*elsewhere)(void)/' use.c > pointer.c
  $ hedrac pointer.c 2>&1 | grep -c "'elsewhere', which is called here, may use it"
  1

  $ cat > rows.c <<'END'
  > void f(double a[8][8])
  > {
  > #pragma hedra layout(a: morton)
  >     for (int i = 0; i < 64; i++)
  >         a[0][i] = 0;
  > }
  > END
  $ hedrac rows.c
  rows.c:5:9: error: 'a' has a layout, and the subscripts of a[0][i] may leave its extents [clause]
      5 |         a[0][i] = 0;
        |         ^~~~~~~
  rows.c:1:8: note: use a subscript for each dimension, within its extent, or say assume(...) of the integers in them
      1 | void f(double a[8][8])
        |        ^~~~~~~~~~~~~~
  1 error generated.
  [1]

  $ cat > kept.c <<'END'
  > double erfc(double);
  > void f(int n, double a[n][n])
  > {
  > #pragma hedra data(a) layout(a: morton)
  >     {
  > #pragma hedra
  >         for (int i = 0; i < n; i++)
  >             for (int j = 0; j < n; j++)
  >                 a[i][j] = erfc(a[i][j]);
  >     }
  > }
  > END
  $ hedrac kept.c -o kept.hedra.c
  kept.c:6:1: warning: this region stays as it is, so that arrays with a layout are converted back before it, and again behind it [kept]
      6 | #pragma hedra
        | ^~~~~~~~~~~~~
  kept.c:9:27: warning: function 'erfc' can only be called in plain C; the plain nest runs [plain]
      9 |                 a[i][j] = erfc(a[i][j]);
        |                           ^~~~~~~~~~~~~
  kept.c:9:27: note: call it in a loop of its own, before or after the region; for a case that hardly comes, have the region set a flag, and look at that afterwards
  2 warnings generated.

  $ hedrac --layout=spiral kept.c -o kept.hedra.c
  hedrac: error: --layout=spiral: 'spiral' is no layout [usage]
  hedrac: note: the layouts are row, column, morton, morton_i, hilbert, hybrid(outer, inner, side), tile(side, ...) and permute(j, i)
  1 error generated.
  [2]

What is no array of 2 dimensions or more, or no layout.

  $ cat > shapes.c <<'END'
  > double lone, *rows[8], *all[8][8], nine[2][2][2][2][2][2][2][2][2], a[8][8], b[8][8][8];
  > void f(int n, double (*p)[8])
  > {
  > #pragma hedra data(lone) layout(lone: morton)
  >     { n++; }
  > #pragma hedra data(rows) layout(rows: morton)
  >     { n++; }
  > #pragma hedra data(all) layout(all: morton)
  >     { n++; }
  > #pragma hedra data(nine) layout(nine: morton)
  >     { n++; }
  > #pragma hedra data(a) layout(8: morton)
  >     { n++; }
  > #pragma hedra data(p[0:n]) layout(p[1:n]: morton)
  >     { n++; }
  > #pragma hedra data(a) layout(a: hybrid(tile, row, 4))
  >     { n++; }
  > #pragma hedra data(a) layout(a: hybrid(row, row, 0))
  >     { n++; }
  > #pragma hedra data(a) layout(a: hybrid(row, row, 128))
  >     { n++; }
  > #pragma hedra data(b) layout(b: tile(4, 4))
  >     { n++; }
  > #pragma hedra data(a) layout(a: permute(k, i))
  >     { n++; }
  > #pragma hedra data(b) layout(b: hybrid(row, 4))
  >     { n++; }
  > #pragma hedra data(b) layout(b: tile(4, 4, 4)
  >     { n++; }
  > #pragma hedra data(b) layout(b morton)
  >     { n++; }
  > #pragma hedra data(b) layout(b:)
  >     { n++; }
  > }
  > END
  $ hedrac shapes.c
  shapes.c:4:20: error: 'lone' is neither array nor pointer [clause]
      4 | #pragma hedra data(lone) layout(lone: morton)
        |                    ^~~~
  shapes.c:4:20: note: leave it out: scalars are never kept
  shapes.c:6:33: error: 'rows' is a table of pointers to rows [clause]
      6 | #pragma hedra data(rows) layout(rows: morton)
        |                                 ^~~~
  shapes.c:6:33: note: use an array of 2 dimensions or more
  shapes.c:8:32: error: the elements of 'all' are pointers [clause]
      8 | #pragma hedra data(all) layout(all: morton)
        |                                ^~~
  shapes.c:8:32: note: use an array of numbers or of structures
  shapes.c:10:33: error: 'nine' has 9 dimensions, and a layout takes 2 to 8 [clause]
     10 | #pragma hedra data(nine) layout(nine: morton)
        |                                 ^~~~
  shapes.c:10:33: note: leave it out, or take parts of it in a function of their own
  shapes.c:12:30: error: expected the name of an array [clause]
     12 | #pragma hedra data(a) layout(8: morton)
        |                              ^
  shapes.c:12:30: note: write layout(a: morton, p[0:n]: hybrid(hilbert, row, 8)), with arrays of 2 dimensions or more
  shapes.c:14:37: error: a layout is that of all of 'p', from its first row on [clause]
     14 | #pragma hedra data(p[0:n]) layout(p[1:n]: morton)
        |                                     ^~~
  shapes.c:14:37: note: write p[0:n] for n rows
  shapes.c:16:40: error: orders within a hybrid do not nest [clause]
     16 | #pragma hedra data(a) layout(a: hybrid(tile, row, 4))
        |                                        ^~~~
  shapes.c:16:40: note: name row, column, morton, morton_i or hilbert
  shapes.c:18:50: error: expected the side of a tile, 1 to 4096 [clause]
     18 | #pragma hedra data(a) layout(a: hybrid(row, row, 0))
        |                                                  ^
  shapes.c:18:50: note: write hybrid(morton, row, 8), for instance
  shapes.c:20:49: error: a tile has more than 4096 elements [clause]
     20 | #pragma hedra data(a) layout(a: hybrid(row, row, 128))
        |                                                 ^~~~
  shapes.c:20:49: note: name smaller sides
  shapes.c:22:38: error: the array has 3 dimensions, and the tile 2 [clause]
     22 | #pragma hedra data(b) layout(b: tile(4, 4))
        |                                      ^~~~
  shapes.c:22:38: note: name one side for each dimension
  shapes.c:24:41: error: expected i and j, each once [clause]
     24 | #pragma hedra data(a) layout(a: permute(k, i))
        |                                         ^
  shapes.c:24:41: note: write permute(j, i), or permute(k, i, j)
  shapes.c:26:45: error: '4' is no layout [clause]
     26 | #pragma hedra data(b) layout(b: hybrid(row, 4))
        |                                             ^
  shapes.c:26:45: note: name row, column, morton, morton_i or hilbert
  shapes.c:28:46: error: expected ')' in the clause 'layout' [clause]
     28 | #pragma hedra data(b) layout(b: tile(4, 4, 4)
        |                                              ^
  shapes.c:28:46: note: write layout(a: morton, p[0:n]: hybrid(hilbert, row, 8)), with arrays of 2 dimensions or more
  shapes.c:30:32: error: expected ':' in the clause 'layout' [clause]
     30 | #pragma hedra data(b) layout(b morton)
        |                                ^
  shapes.c:30:32: note: write layout(a: morton, p[0:n]: hybrid(hilbert, row, 8)), with arrays of 2 dimensions or more
  shapes.c:32:32: error: expected a layout here [clause]
     32 | #pragma hedra data(b) layout(b:)
        |                                ^
  shapes.c:32:32: note: the layouts are row, column, morton, morton_i, hilbert, hybrid(outer, inner, side), tile(side, ...) and permute(j, i)
  15 errors generated.
  [1]

  $ cat > none.c <<'END'
  > double a[8][8];
  > void f(void)
  > {
  > #pragma hedra layout(c: morton)
  >     for (int i = 0; i < 8; i++)
  >         a[i][0] = 0;
  > }
  > END
  $ hedrac none.c
  none.c:4:22: error: there is no variable 'c' here [clause]
      4 | #pragma hedra layout(c: morton)
        |                      ^
  none.c:4:22: note: write layout(a: morton, p[0:n]: hybrid(hilbert, row, 8)), with arrays of 2 dimensions or more
  1 error generated.
  [1]
  $ sed 's/ layout.*//' none.c > plain.c
  $ hedrac '--layout=tile(2)' plain.c
  hedrac: error: --layout=tile(2): the array has 2 dimensions, and the tile 1 [usage]
  hedrac: note: name one side for each dimension
  1 error generated.
  [2]
  $ hedrac '--layout=morton row' plain.c
  hedrac: error: --layout=morton row: something follows the layout [usage]
  hedrac: note: name one that suits 2 and 3 dimensions
  1 error generated.
  [2]

What a layout costs and gains, by array: of two, one is read along columns.

  $ cat > turn.c <<'END'
  > static double a[64][64], b[64][64];
  > void turn(void)
  > {
  > #pragma hedra layout(a: morton_i, b: hilbert)
  >     for (int i = 0; i < 64; i++)
  >         for (int j = 0; j < 64; j++)
  >             b[i][j] = a[j][i];
  > }
  > END
  $ hedrac --explain turn.c -o turn.hedra.c 2>&1 | grep '\[layout\]'
  turn.c:4:1: remark: on a GPU, sectors a request of 'b' in the layout hilbert are not known: tables tell where its elements lie [layout]
  turn.c:4:1: remark: on a GPU, 'a' takes 8 sectors a request in the layout morton_i, and 8 in C's order [layout]
  turn.c:4:1: remark: on the host, a cache of 512 lines of 64 bytes misses 532 of 8704 accesses to 'b' in the layout hilbert, those of tables included, and 512 of 4096 in C's order: the clause costs there [layout]
  turn.c:4:1: remark: on the host, a cache of 512 lines of 64 bytes misses 512 of 4096 accesses to 'a' in the layout morton_i, those of tables included, and 512 of 4096 in C's order [layout]
  turn.c:4:1: remark: on the host, a cache of 512 lines of 64 bytes misses 1044 of 12800 accesses to all arrays, those of tables included, and 1024 of 8192 in C's order: the clause costs there [layout]

The page draws each order: a line through 16 by 16 elements.

  $ hedrac --explain=html turn.c -o turn.hedra.c
  $ grep -c 'stroke-width="2"' turn.hedra.html
  510
  $ grep -A4 'The order of b' turn.hedra.html | sed 's/ stroke.*//'
  <title>The order of b</title>
  <line x1="12.0" y1="12.0" x2="26.0" y2="12.0"
  <line x1="26.0" y1="12.0" x2="26.0" y2="26.0"
  <line x1="26.0" y1="26.0" x2="12.0" y2="26.0"
  <line x1="12.0" y1="26.0" x2="12.0" y2="40.0"
  $ grep -o 'a in the layout.*dark to light' turn.hedra.html
  a in the layout morton_i: 256 elements as they follow each other in memory, from dark to light

Loops that are not tiled as the arrays are have a remark.

  $ hedrac --explain --without=cache_tile turn.c -o turn.hedra.c 2>&1 | grep 'not tiled'
  turn.c:7:13: remark: on the host, these loops are not tiled as the layouts of their arrays are, since the pass cache_tile is left out: rows go through many tiles, and find the address anew in each [layout]
  $ hedrac --explain turn.c -o turn.hedra.c 2>&1 | grep -c 'not tiled'
  0
  [1]
