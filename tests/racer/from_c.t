Graphs from C: each is proved, and computes what the program does.

  $ cat > mandel.c <<'END'
  > void mandel(int w, int h, int count[h][w])
  > {
  > #pragma hedra
  >     for (int j = 0; j < h; j++)
  >         for (int i = 0; i < w; i++) {
  >             double x = -2.1 + 4.2 * (i + 0.5) / w;
  >             double y = -2.1 + 4.2 * (j + 0.5) / h, a = 0, b = 0;
  >             int n = 0;
  >             while (a * a + b * b < 16 && n < 200) {
  >                 double t = a * a - b * b + x;
  >                 b = 2 * a * b + y;
  >                 a = t;
  >                 n++;
  >             }
  >             count[j][i] = n;
  >         }
  > }
  > END
  $ hedrac --emit=racer mandel.c -o mandel.graph
  $ echo 'memory count 4096 of i32' > memory
  $ racersim --set=w=64 --set=h=64 --set=grid_x=64 --set=grid_y=64 mandel.graph memory -o counts | grep cycles.an
  42.4875 cycles an element
  $ racersim --verilog=rtl --set=w=64 --set=h=2 --set=grid_x=64 --set=grid_y=2 mandel.graph memory > run
  $ ls rtl/graph* rtl/test*
  rtl/graph_hedra_mandel_1_k0.v
  rtl/test_hedra_mandel_1_k0.v
  $ cat > main.c <<'END'
  > #include <stdio.h>
  > void mandel(int w, int h, int count[h][w]);
  > int main(void)
  > {
  >     static int count[64][64];
  >     mandel(64, 64, count);
  >     puts("memory count 4096 of i32");
  >     for (int k = 0; k < 4096; k++)
  >         printf("%d\n", count[k / 64][k % 64]);
  > }
  > END
  $ cc -w -O1 -ffp-contract=off main.c mandel.c -o main && ./main | cmp - counts
  $ cat > spmv.c <<'END'
  > void spmv(int n, const int first[n + 1], const int col[], const double a[],
  >           const double x[n], double y[n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         double s = 0;
  >         for (int k = first[i]; k < first[i + 1]; k++)
  >             s += a[k] * x[col[k]];
  >         y[i] = s;
  >     }
  > }
  > END
  $ hedrac --emit=racer spmv.c -o spmv.graph
  $ cat > rows <<'END'
  > memory first 4 of i32
  > 0
  > 2
  > 2
  > 3
  > memory col 3 of i32
  > 0
  > 2
  > 1
  > memory a 3 of f64
  > 1
  > 2
  > 3
  > memory x 3 of f64
  > 10
  > 20
  > 30
  > memory y 3 of f64
  > END
  $ racersim --set=grid_x=3 spmv.graph rows -o product > /dev/null && cat product
  memory y 3 of f64
  7e+01
  0
  6e+01
Rows of one element take one round of the ring, and so two cycles each.

  $ printf 'memory first 401 of i32\nramp 0 0 0 1\nmemory col 400 of i32\nmemory a 400 of f64\nramp 0 0 1 1\nmemory x 1 of f64\n2\nmemory y 400 of f64\n' > ones
  $ racersim --set=grid_x=400 spmv.graph ones -o product | grep cycles.an && tail -1 product
  2.1375 cycles an element
  8e+02

Steps and bases are products of as many factors as extents lie inside, and of a
number.

  $ cat > records.c <<'END'
  > void records(int rows, int n, int m, int p, const double a[rows][n][m][p][2],
  >              double b[rows])
  > {
  > #pragma hedra
  >     for (int i = 0; i < rows; i++)
  >         b[i] = 3 * a[i][1][2][0][1] + a[i][0][1][3][0];
  > }
  > END
  $ hedrac --emit=racer records.c -o records.graph
  $ grep -E '^param n_[123]:|^source|request' records.graph
  param n_1:i64 = imul n 2
  param n_2:i64 = imul m n_1
  param n_3:i64 = imul p n_2
  source a_1:f64 a_2:f64 from a over ( grid_x ) step ( n_3 ) base ( n_8 n_10 )
  $ cat > main.c <<'END'
  > #include <stdio.h>
  > void records(int rows, int n, int m, int p, const double a[rows][n][m][p][2],
  >              double b[rows]);
  > int main(void)
  > {
  >     static double a[7][2][5][4][2], b[7];
  >     for (int k = 0; k < 560; k++)
  >         (&a[0][0][0][0][0])[k] = k * k % 97;
  >     records(7, 2, 5, 4, a, b);
  >     printf("memory b 7 of f64\n");
  >     for (int k = 0; k < 7; k++)
  >         printf("%.0f\n", b[k]);
  > }
  > END
  $ cc -w -O1 -ffp-contract=off main.c records.c -o main && ./main > want
  $ { echo 'memory a 560 of f64'; awk 'BEGIN { for (k = 0; k < 560; k++) print k * k % 97 }'; echo 'memory b 7 of f64'; } > data
  $ racersim --set=n=2 --set=m=5 --set=p=4 --set=grid_x=7 records.graph data -o sums > /dev/null
  $ cmp sums want

Laid out on the array, the same graph computes the same; Graphviz draws it.

  $ hedrac --emit=racer-placed spmv.c -o placed.graph
  $ grep -c '^route' placed.graph | sed 's/^[1-9][0-9]*$/routes/'
  routes
  $ racersim --set=grid_x=3 placed.graph rows -o product | grep -E '^(fabric|got)' && cat product
  fabric thesis, 32 x 32 PEs
  got    2/1 = 2.0000 cycles a slot, limited by sink
  memory y 3 of f64
  7e+01
  0
  6e+01
  $ hedrac --emit=racer-placed spmv.c | cmp - placed.graph
  $ hedrac --emit=dot spmv.c -o spmv.dot && sed -n '/digraph/p;/-> .*dashed/p' spmv.dot
  digraph hedra_spmv_1_k0 {
    n15 -> n5 [label="t_6_1", style=dashed, constraint=false];
    n15 -> n5 [label="t_5_1", style=dashed, constraint=false];
    n15 -> n5 [label="x_1_2_1_1", style=dashed, constraint=false];
    n15 -> n5 [label="first_2_1_1_1", style=dashed, constraint=false];
  $ { command -v dot > /dev/null || { echo 1; false; }; } && dot -Tsvg spmv.dot | grep -c '<svg'
  1
  $ hedrac --emit=verilog spmv.c
  hedrac: error: --emit=verilog writes several files, into the folder that -o names, and goes with no -MD: hedrac --emit=verilog -o FOLDER FILE.c -- --set=NAME=VALUE... ARRAYS [usage]
  1 error generated.
  [2]
  $ hedrac --emit=verilog -o spmv.v spmv.c -- --set=grid_x=3 --place -o product rows | grep -E '^(got|graph)' | sed 's/after.*/after/'
  got    2/1 = 2.0000 cycles a slot, limited by sink
  graph hedra_spmv_1_k0: done after
  $ cat product
  memory y 3 of f64
  7e+01
  0
  6e+01
  $ ls spmv.v | grep spmv
  graph_hedra_spmv_1_k0.v
  hedra_spmv_1_k0.graph
  hedra_spmv_1_k0.in0.hex
  hedra_spmv_1_k0.in1.hex
  hedra_spmv_1_k0.out0.hex
  hedra_spmv_1_k0.request10.hex
  hedra_spmv_1_k0.request7.hex
  hedra_spmv_1_k0.request8.hex
  hedra_spmv_1_k0.values.hex
  test_hedra_spmv_1_k0.v
  $ cmp spmv.graph spmv.v/hedra_spmv_1_k0.graph
  $ hedrac --emit=verilog -o spmv.v spmv.c > unsaid 2>&1
  [1]
  $ grep error: unsaid
  spmv.v/hedra_spmv_1_k0.graph:11:1: error: there is no memory 'first' [racer-data]

The page of --explain=html has the grid, with a place for each node that computes and a line for
each route that leaves its PE, beside what --explain says of the graph; it is XML.

  $ hedrac --emit=racer-placed --explain=html:page.html spmv.c | cmp - placed.graph
  $ { command -v xmllint > /dev/null || { echo 1; false; }; } && xmllint --noout page.html && grep -c '<svg class="array"' page.html
  1
  $ grep -c '<polyline class="route' page.html > lines; grep '^route' placed.graph | grep -c ') [NESW]' | cmp - lines
  $ grep -o ' at [0-9]* [0-9]* [a-z]*' placed.graph | grep -v port | awk '{ print $2, $3 }' | sort -u | grep -c . > places; grep -c 'class="pe[^"]* u[23]"' page.html | cmp - places
  $ sed -n 's/^  \(bound PEs.*\|R1 ring.*\)/\1/p; s/<pre>\(laid out in\).*/\1/p' page.html
  bound PEs: 2, by compare
  R1 ring of merge first_1_1_1 (line 15), closed by the switch of line 25: feedback first, 4 values
  laid out in
  $ hedrac -w --targets=racer,host --explain=html:page.html spmv.c -o spmv.hedra.c; grep -c -E '<h3>Data-stream array|R1 ring' page.html; grep -c '<svg class="array"' page.html
  2
  0
  [1]

Another array, of which --explain says what it makes of the graph.

  $ printf 'fabric mesh\nrows 8\ncolumns 8\nfadd 3\n' > small.arch
  $ hedrac --emit=racer-placed --racer=small.arch --explain spmv.c -o small.graph 2>&1 | grep -E 'racer\]|^  (bound (fadd|PEs)|R1|uses)'
  spmv.c:6: remark: on a data-stream array: at least 2 of 64 PEs, by compare; 2/1 = 2.0000 cycles a slot, limited by sink [racer]
    bound fadd: 1 of 64, 1 PEs
    bound PEs: 2, by compare
    R1 ring of merge first_1_1_1 (line 15), closed by the switch of line 25: feedback first, 4 values
  spmv.c:6: remark: laid out in 4 x 4 PEs with seed 2, after 2 attempts [racer]
    uses 15 PEs (7 of them compute), 0 REs, 45 links, 6 ports
  $ racersim --arch=small.arch --set=grid_x=3 small.graph rows -o product | grep -E '^(fabric|got)' && cat product
  fabric mesh, 8 x 8 PEs
  got    2/1 = 2.0000 cycles a slot, limited by sink
  memory y 3 of f64
  7e+01
  0
  6e+01
  $ hedrac --racer=small.arch spmv.c
  hedrac: error: --racer is the array of --emit=racer, racer-placed, verilog and dot, and of --targets=racer,host [usage]
  1 error generated.
  [2]
  $ echo 'fadd 0' > none.arch; hedrac --emit=racer --racer=none.arch spmv.c
  none.arch:1:6: error: a number of registers is 0, not from 1 to 4096 [racer-syntax]
      1 | fadd 0
        |      ^
  1 error generated.
  [1]
  $ hedrac --emit=racer --racer=missing.arch spmv.c
  missing.arch: error: cannot be read: No such file or directory [file]
  1 error generated.
  [1]
  $ hedrac --emit=racer --racer=small.arch spmv.c -o small.arch
  hedrac: error: the output would overwrite the architecture [usage]
  1 error generated.
  [2]

The least or greatest of what threads give to an element is found by its memory unit.

  $ cat > most.c <<'END'
  > void most(int n, int m, const int key[n], const int a[n], int top[m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         top[key[i]] = top[key[i]] > a[i] ? top[key[i]] : a[i];
  > }
  > END
  $ hedrac -w --emit=racer most.c | grep ^sink
  sink a_1 to top address t_1 greatest
  $ sed 's/ > a\[i\] ? top\[key\[i\]\] : a\[i\]/ + a[i]/' most.c > sum.c; hedrac -w --emit=racer sum.c 2>&1 | grep error:
  sum.c:5: error: two threads may store to one element of 'top' [unsupported-target]

Copies of a loop that data ends share its elements; of a graph that has no room in a block,
each takes a square of them. What they compute is the same.

  $ cat > collatz.c <<'END'
  > void collatz(int n, int steps[n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         int k = 0, v = i + 1;
  >         while (v != 1 && k < 200) {
  >             v = v % 2 ? 3 * v + 1 : v / 2;
  >             k++;
  >         }
  >         steps[i] = k;
  >     }
  > }
  > END
  $ hedrac --emit=racer collatz.c -o one.graph && hedrac --emit=racer-placed --racer-copies=3 collatz.c -o three.graph
  $ echo 'memory steps 100 of i32' > steps
  $ racersim --set=grid_x=100 one.graph steps -o one.out | grep cycles.an
  69.1100 cycles an element
  $ racersim --set=grid_x=100 three.graph steps -o three.out | grep cycles.an; cmp one.out three.out
  35.5100 cycles an element
  $ hedrac --emit=racer --racer-copies=3 collatz.c
  hedrac: error: --racer-copies goes with --emit=racer-placed [usage]
  1 error generated.
  [2]
  $ hedrac --emit=racer-placed --racer-copies=0 collatz.c
  hedrac: error: '--racer-copies=0': expected N|max [usage]
  1 error generated.
  [2]
  $ hedrac --emit=racer-placed --racer-copies=max spmv.c 2>&1 | grep error:
  spmv.c:6: error: the graph of this nest has no places on the array: copies are of graphs with one source, one sink and no requests [unsupported-target]

Several graphs as Verilog: each gets the values of its own parameters.

  $ cat > two.c <<'END'
  > void two(int n, int m, const float a[n], float b[n], float c[m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         b[i] = a[i] * m;
  > #pragma hedra
  >     for (int i = 0; i < m; i++)
  >         c[i] = i;
  > }
  > END
  $ printf 'memory a 5 of f32\nramp 0 0 1 1\nmemory b 5 of f32\nmemory c 3 of f32\n' > abc
  $ hedrac --emit=verilog -o two.v two.c -- --set=m=3 --set=hedra_two_1_k0.grid_x=5 --set=hedra_two_2_k0.grid_x=3 abc | grep -E '^(graph|sink)'
  graph hedra_two_1_k0: done after 16 cycles, 7 registers
  sink b: 5 of 5 elements, first in cycle 7, last in 15
  graph hedra_two_2_k0: done after 11 cycles, 6 registers
  sink c: 3 of 3 elements, first in cycle 6, last in 10
  $ hedrac --emit=verilog -o two.v two.c -- --set=k=3 abc
  hedrac: error: no graph has the parameter of '--set=k=3' [usage]
  hedrac: note: write --set=NAME=VALUE of a line 'param', or --set=GRAPH.NAME=VALUE for one graph
  1 error generated.
  [2]

A sum across threads keeps C's order: one element goes round, and --explain says how long that
takes it.

  $ cat > dot.c <<'END'
  > void dot(int n, const double a[n], const double b[n], double s[1])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         s[0] += a[i] * b[i];
  > }
  > END
  $ hedrac -w --compile-serial --emit=racer --explain dot.c -o dot.graph 2>&1 | grep racer.$
  dot.c:5: remark: on a data-stream array: at least 2 of 1024 PEs, by branch; one element goes round by itself, each time in 30 cycles [racer]
  $ printf 'memory a 500 of f64\nmemory b 500 of f64\nmemory s 1 of f64\n' > abs
  $ racersim --set=n=500 dot.graph abs | head -1
  graph hedra_dot_1_k0: done after 15025 cycles, 203 registers

Where any order gives the same or may be taken, threads have partial results, and the array is full.
A loop of few iterations stays on the host.

  $ hedrac -w --reassociate --emit=racer --explain dot.c 2>&1 | grep racer.$
  dot.c:5: remark: on a data-stream array: at least 6 of 1024 PEs, by integer; 2/1 = 2.0000 cycles a slot, limited by sink [racer]
  dot.c:5: remark: on a data-stream array: at least 2 of 1024 PEs, by branch; one element goes round by itself, each time in 24 cycles [racer]
  $ sed 's/i < n/i < 60/;s/double/int/g' dot.c > sixty.c; hedrac --emit=racer sixty.c
  sixty.c:3:1: warning: no part of this region can run in parallel on a data-stream array: it is compiled for the host alone, whose threads share its loops [kept]
      3 | #pragma hedra
        | ^~~~~~~~~~~~~
  1 warning generated.

One element that goes round by itself takes the side of a branch that is its own, where the
sides differ much: 3,663 cycles, which were 7,245 if it took both.

  $ cat > walk.c <<'END'
  > void walk(int n, const double a[n], double s[2])
  > {
  > #pragma hedra
  >     for (int t = 0; t < 1; t++) {
  >         double x = 1.5, y = 0.25;
  >         int rare = 0, k = 7;
  >         for (int i = 0; i < n; i++) {
  >             k = (k * 5 + 3) & 15;
  >             if (k == 0) {
  >                 x = x / (1 + y * y) + a[i];
  >                 rare++;
  >                 k = i & 15;
  >             } else {
  >                 y += 0.125;
  >             }
  >         }
  >         s[0] = x + y;
  >         s[1] = rare;
  >     }
  > }
  > END
  $ cat > main.c <<'END'
  > #include <stdio.h>
  > void walk(int n, const double a[n], double s[2]);
  > int main(void)
  > {
  >     double a[200], s[2];
  >     for (int k = 0; k < 200; k++)
  >         a[k] = 1 + 0.5 * k;
  >     walk(200, a, s);
  >     printf("memory s 2 of f64\n%.17g\n%.17g\n", s[0], s[1]);
  > }
  > END
  $ hedrac -w --compile-serial --emit=racer --explain walk.c -o walk.graph 2>&1 | grep -E 'racer.$|R5'
  walk.c:5: remark: on a data-stream array: at least 5 of 1024 PEs, by merge; one element goes round by itself, each time in 16 to 48 cycles [racer]
    R5 ring of k, with 1 in it: 15 elements at most on 16 registers
  $ grep -c '^join' walk.graph
  2
  $ printf 'memory a 200 of f64\nramp 0 0 1 0.5\nmemory s 2 of f64\n' > as
  $ racersim --set=n=200 walk.graph as -o out | head -1
  graph hedra_walk_1_k0: done after 3663 cycles, 497 registers
  $ cc -w -O1 -ffp-contract=off main.c walk.c -o main && ./main | cmp - out
  $ sed 's/for (int t = 0; t < 1/for (int t = 0; t < n/; s/ s\[\(.\)\] =/ s[2 * t + \1] =/' walk.c > walks.c
  $ hedrac -w --emit=racer walks.c | grep -c '^join'
  1

A thread reads what it wrote, loops are nested, and may run 0 times.

  $ cat > order.c <<'END'
  > void order(int n, int m, const double a[n][m], double b[n][m])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         b[i][0] = a[i][0];
  >         for (int k = 1; k < m; k++)
  >             if (a[i][k] > 0.5)
  >                 b[i][k] = b[i][k - 1] + a[i][k];
  >     }
  > }
  > END
  $ hedrac --emit=racer order.c -o order.graph
  $ printf 'memory a 6 of f64\n1\n2\n0.25\n4\n0.5\n8\nmemory b 6 of f64\n9\n9\n9\n9\n9\n9\n' > ab
  $ racersim --set=m=3 --set=grid_x=2 order.graph ab -o - | grep -A6 memory.b | tr '\n' ' '
  memory b 6 of f64 1 3 9 4 9 17 
  $ cat > nested.c <<'END'
  > void nested(int n, int m, int q, const double a[n][m], double c[n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         double s = 0;
  >         for (int j = 0; j < m; j++)
  >             for (int k = 0; k < q; k++)
  >                 s += a[i][j] * k;
  >         c[i] = s;
  >     }
  > }
  > END
  $ hedrac --emit=racer nested.c -o nested.graph
  $ racersim --check nested.graph | grep -c ^R5
  1
  $ printf 'memory a 6 of f64\n1\n2\n3\n4\n5\n6\nmemory c 3 of f64\n' > ac
  $ for q in 0 3; do racersim --set=m=2 --set=q=$q --set=grid_x=3 nested.graph ac -o - | grep -A3 memory.c | tr '\n' ' '; done
  memory c 3 of f64 0 0 0 memory c 3 of f64 9 21 33 

What is stored in order to an array of narrow integers is cut off as it is there.

  $ cat > narrow.kir <<'END'
  > module "m" "narrow.c"
  > kernel narrow 1 1 1 line 1 {
  >     global a:i32 readonly noalias
  >     global o:i8 noalias
  >     %0:i64 = cast i64 block.x
  >     %1:i32 = load a %0 "a[i]"
  >     store o %0 %1 "o[i]"
  >     %2:i32 = load o %0 "o[i]"
  >     %3:i32 = mul %2 2:i32
  >     store o %0 %3 "o[i]"
  > }
  > END
  $ hedrac --emit=racer narrow.kir -o narrow.graph
  $ printf 'memory a 3 of i32\n100\n-5\n300\nmemory o 3 of i32\n' > ao
  $ racersim --set=grid_x=3 narrow.graph ao -o - | grep -A3 memory.o | tr '\n' ' '
  memory o 3 of i32 -56 -10 88 

Elements that lie side by side come from one source, where it is known how far
apart they are.

  $ cat > smooth.c <<'END'
  > void smooth(int n, const float *restrict a, float *restrict b)
  > {
  > #pragma hedra extent(a[n], b[n])
  >     for (int i = 1; i < n - 1; i++)
  >         b[i] = a[i - 1] + a[i] + a[i + 1];
  > }
  > END
  $ hedrac -w --emit=racer smooth.c | grep '^source a'
  source a_1:f32 a_2:f32 a_3:f32 from a over ( grid_x ) step ( 1 ) base ( 0 1 2 )

What a data-stream array has not is refused.

  $ cat > none.c <<'END'
  > #include <math.h>
  > void exponent(int n, double x[n], double y[n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         y[i] = exp(x[i]);
  > }
  > void histogram(int n, int c[n], int h[256])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         h[c[i]]++;
  > }
  > END
  $ hedrac --emit=racer none.c 2>&1 | grep -v '|'
  none.c:6: error: processing elements have no 'exp' [unsupported-target]
  none.c:6: note: run this nest on another device, or write it by additions, products, quotients, roots and comparisons
  none.c:12: error: two threads may store to one element of 'h' [unsupported-target]
  none.c:12: note: give each thread an element of its own, or run this nest on another device
  2 errors generated.

So is a loop that takes more values round than a bundle has, and a nest of too many
operations; each is named, by the line where it begins.

  $ cat > many <<'END'
  > # many VALUES OPERATIONS: a kernel with a loop of so many values.
  > awk -v n=$1 -v m=$2 'BEGIN {
  >     print "module \"m\" \"many.c\"\nkernel many 1 1 1 line 3 {"
  >     print "global o:f64 noalias\nglobal a:f64 readonly noalias\nparam n:i32"
  >     for (k = 0; k < n; k++) print "var s" k ":f64"
  >     print "%b:i64 = cast i64 block.x\n%x0:f64 = load a %b"
  >     for (k = 0; k < m; k++) print "%x" k + 1 ":f64 = mul %x" k " " k ":f64"
  >     for (k = 0; k < n; k++) print "set s" k " %x" m
  >     print "line 7\nfor %j:i32 = 0:i32 to $n step 1:i32 {\nline 8"
  >     for (k = 0; k < n; k++) {
  >         print "%g" k ":f64 = get s" k "\n%h" k ":f64 = get s" (k + 1) % n
  >         print "%p" k ":f64 = mul %g" k " %h" k "\nset s" k " %p" k
  >     }
  >     print "}\nline 9\n%t:f64 = get s0\nstore o %b %t\n}"
  > }'
  > END
  $ sh many 70 0 > many.kir && hedrac --emit=racer many.kir
  many.c:7: error: 72 values go through this loop or past it, those that are used behind it among them, and a bundle of a data-stream array has 64 at most [unsupported-target]
  many.c:7: note: let several loops compute them, or run this nest on another device: device(host)
  1 error generated.
  [1]
  $ sh many 3 4000 > many.kir && hedrac --emit=racer many.kir
  many.c:3: error: no graph of this nest is proved free of deadlock: the graph has 4018 nodes and copies, and no more than 4000 can be balanced [unsupported-target]
  many.c:3: note: split it into nests of their own, or run it on another device: device(host)
  1 error generated.
  [1]
  $ sh many 60 0 > many.kir && hedrac --emit=racer many.kir | grep -c ^merge
  1

A bundle of seven values, most of them of two words, has places where it lies in more PEs
than it must: the links of two have not enough room for it.

  $ cat > conv.c <<'END'
  > float im[10][11], ke[3][3], o[8][9];
  > void conv(void)
  > {
  > #pragma hedra
  >     for (int i = 0; i < 8; i++)
  >         for (int j = 0; j < 9; j++) {
  >             float t = 0;
  >             for (int y = 0; y < 3; y++)
  >                 for (int x = 0; x < 3; x++)
  >                     t += im[i + y][j + x] * ke[y][x];
  >             o[i][j] = t;
  >         }
  > }
  > END
  $ cat > main.c <<'END'
  > #include <stdio.h>
  > extern float im[10][11], ke[3][3], o[8][9];
  > void conv(void);
  > int main(void)
  > {
  >     for (int k = 0; k < 110; k++)
  >         im[k / 11][k % 11] = k + 1;
  >     for (int k = 0; k < 9; k++)
  >         ke[k / 3][k % 3] = k + 1;
  >     conv();
  >     puts("memory o 72 of f32");
  >     for (int k = 0; k < 72; k++)
  >         printf("%g\n", o[k / 9][k % 9]);
  > }
  > END
  $ printf 'memory im 110 of f32\nramp 0 0 1 1\nmemory ke 9 of f32\nramp 0 0 1 1\nmemory o 72 of f32\n' > memory
  $ hedrac --emit=racer-placed conv.c -o conv.graph
  $ racersim --set=grid_x=9 --set=grid_y=8 conv.graph memory -o out | grep got
  got    2/1 = 2.0000 cycles a slot, limited by sink
  $ cc -w -O1 main.c conv.c -o main && ./main | cmp - out
