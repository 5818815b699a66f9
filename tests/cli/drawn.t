Sizes that a picture is drawn for: as large as there is room, and such that the
nest runs. Where rows are too long for that, eight of them will do, or as few as
there can be more than those that are not there.

  $ cat > nests.c <<'EOF'
  > void late(int n, double A[n][n])
  > {
  > #pragma hedra
  >     for (int i = 20; i < n; i++)
  >         for (int j = 20; j < n; j++)
  >             A[i][j] = A[i - 1][j] + 1.0;
  > }
  > void long_rows(int n, double A[n][1000])
  > {
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         for (int j = 0; j < 1000; j++)
  >             A[i][j] = A[i - 1][j] + 1.0;
  > }
  > void both(int n, double A[n][1000])
  > {
  > #pragma hedra
  >     for (int i = 20; i < n; i++)
  >         for (int j = 0; j < 1000; j++)
  >             A[i][j] = A[i - 1][j] + 1.0;
  > }
  > void planes(int n, int m, double A[n][m][1000])
  > {
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         for (int j = 2; j < m; j++)
  >             for (int k = 0; k < 1000; k++)
  >                 A[i][j][k] = A[i - 1][j][k] + 1.0;
  > }
  > EOF
  $ hedrac -w --explain=html:page nests.c -o /dev/null
  $ sed -n 's/.*Drawn for <span class="sizes">\(.*\)<\/span>.*/\1/p' page
  n = 24
  n = 8
  n = 24
  n = 8, m = 8
  $ sed 's/<[^>]*>//g' page | sed -n 's/.*Iterations and dependences: \([0-9]* points\).*/\1/p'
  16 points
  70 points
  40 points
  216 points
