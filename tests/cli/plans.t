Remarks on Plans: what gets one, and which dependence keeps a nest from it.

  $ cat > taken.c <<'END'
  > int flag[99][99], value[99][99];
  > void f(void)
  > {
  > #pragma hedra
  >     for (int i = 1; i < 99; i++)
  >         for (int j = 1; j < 99; j++)
  >             if (flag[i][j])
  >                 value[i][j] += (flag[i - 1][j] ? value[i - 1][j] : 1) +
  >                                (flag[i][j - 1] ? value[i][j - 1] : 2);
  > }
  > END
  $ hedrac --explain taken.c -o /dev/null 2>&1 | grep -A2 plan]
  taken.c:8:17: remark: dependences of this nest hold only where data says so: a Plan by levels is made when it starts [plan]
      8 |                 value[i][j] += (flag[i - 1][j] ? value[i - 1][j] : 1) +
        |                 ^

It saves steps of a wavefront, whose points lie apart in memory. Few threads
begin with the plain nest.

  $ hedrac --explain taken.c -o /dev/null 2>&1 | grep 'plain nest.*choice]'
  taken.c:4:1: remark: on the host the plain nest runs: kernels are expected to gain nothing over what a C compiler makes of it [choice]
  taken.c:5:10: remark: threads share loop 'i' of the plain nest, one iteration behind the other [choice]

Branches that follow from where a point lies, one behind the other.

  $ cat > branches.c <<'END'
  > void f(int my, int mx, const unsigned char kind[restrict my][mx],
  >        unsigned char rec[restrict my][mx][16])
  > {
  > #pragma hedra
  >     for (int y = 0; y < my; y++)
  >         for (int x = 0; x < mx; x++)
  >             if (kind[y][x]) {
  >                 int s = 0, p = 128;
  >                 if (y > 0)
  >                     for (int k = 0; k < 16; k++)
  >                         s += rec[y - 1][x][k];
  >                 if (x > 0)
  >                     for (int k = 0; k < 16; k++)
  >                         s += rec[y][x - 1][k];
  >                 if (x > 0 && y > 0)
  >                     p = (s + 16) >> 5;
  >                 else if (x > 0)
  >                     p = (s + 8) >> 4;
  >                 else if (y > 0)
  >                     p = (s + 8) >> 4;
  >                 for (int k = 0; k < 16; k++)
  >                     rec[y][x][k] = p + k;
  >             }
  > }
  > END
  $ hedrac --explain branches.c -o /dev/null 2>&1 | grep plan]
  branches.c:7:13: remark: dependences of this nest hold only where data says so: a Plan by levels is made when it starts [plan]

The nest writes what the filter reads.

  $ sed 's/flag/value/g' taken.c > written.c
  $ hedrac --explain written.c -o /dev/null 2>&1 | grep -A5 plan]
  written.c:7:17: remark: no Plan by levels: whether 'value[i - 1][j]' in line 8 depends on 'value[i][j]' in line 8 is not known when the nest starts [no-plan]
      7 |             if (value[i][j])
        |                 ^~~~~~~~~~~
  written.c:8:17: note: the nest itself writes what the filter reads, here; let filters read arrays that are complete before the nest
      8 |                 value[i][j] += (value[i - 1][j] ? value[i - 1][j] : 1) +
        |                 ^

A dependence that holds in any case; a point that depends on many.

  $ sed 's/flag\[i\]\[j - 1\] ?/1 ?/; s/if (flag.*/{/; s/: 2);/: 2);}/' taken.c > always.c
  $ hedrac --explain always.c -o /dev/null 2>&1 | grep -A2 plan]
  always.c:8:17: remark: no Plan by levels: 'value[i][j - 1]' depends on 'value[i][j]' in line 8 whatever the data is [no-plan]
      8 |                 value[i][j] += (flag[i - 1][j] ? value[i - 1][j] : 1) +
        |                 ^

Dependences through subscripts that memory holds.

  $ cat > solve.c <<'END'
  > int row[100], col[900];
  > double val[900], b[99], x[99];
  > void f(void)
  > {
  > #pragma hedra
  >     for (int i = 0; i < 99; i++) {
  >         double s = b[i];
  >         for (int k = row[i]; k < row[i + 1]; k++)
  >             s -= val[k] * x[col[k]];
  >         x[i] = s;
  >     }
  > }
  > END
  $ hedrac --explain solve.c -o /dev/null 2>&1 | grep plan]
  solve.c:7:9: remark: dependences of this nest hold only where data says so: a Plan by levels is made when it starts [plan]
  $ hedrac --explain solve.c -o /dev/null 2>&1 | grep -E 'plain nest.*choice]|expected: '
    expected: host: as fast as the plain nest with one thread, faster with more, a Plan by levels tells what runs in parallel; GPU: no model compares it with the host
  solve.c:5:1: remark: on the host the plain nest runs, with one thread: kernels are expected to gain nothing over what a C compiler makes of it [choice]

Such an element that the nest writes is not known; what it computes may not
decide.

  $ sed 's/x\[i\] = s/x[col[i]] = s/' solve.c > scattered.c
  $ hedrac --explain scattered.c -o /dev/null 2>&1 | grep plan]
  scattered.c:10:9: remark: no Plan by levels: 'x[col[i]]' depends on points that are not known beforehand, since several may write one element by 'x[col[i]]' in line 10 [no-plan]
  $ sed 's/s -= .*/if (s > 1) &/' solve.c > decides.c
  $ hedrac --explain decides.c -o /dev/null 2>&1 | grep -A4 plan]
  decides.c:9:24: remark: no Plan by levels: whether 'x[col[k]]' in line 8 depends on 's' in line 8 is not known when the nest starts [no-plan]
      9 |             if (s > 1) s -= val[k] * x[col[k]];
        |                        ^
  decides.c:8:9: note: the nest itself writes what the filter reads, here; let filters read arrays that are complete before the nest
      8 |         for (int k = row[i]; k < row[i + 1]; k++)

Asked for guards, hedrac makes none.

  $ hedrac --plan=guard --emit=kir taken.c | grep -c _p0_
  0
  [1]
  $ hedrac --plan-window=0 --emit=kir taken.c | grep -c _p0_
  0
  [1]
  $ hedrac --emit=kir taken.c | grep -c '^kernel .*_p0_'
  7
  $ hedrac --plan-window=-1 taken.c
  hedrac: error: '--plan-window=-1': expected SLICES|all [usage]
  1 error generated.
  [2]

Lists of active points: what they were made of, and when the nest ran instead.

  $ cat > active.c <<'END'
  > #include <stdlib.h>
  > static int flag[3000];
  > static double x[3000];
  > int main(int argc, char **argv)
  > {
  >     for (int i = 0; i < 3000; i++)
  >         flag[i] = i % 100 < atoi(argv[1]);
  > #pragma hedra
  >     for (int i = 0; i < 3000; i++)
  >         if (flag[i])
  >             for (int k = 0; k < 20; k++)
  >                 x[i] = x[i] * 0.5 + k;
  >     return 0;
  > }
  > END
  $ hedrac --explain active.c -o /dev/null 2>&1 | grep plan]
  active.c:10:9: remark: GPU: a Plan lists the points that are active, where these are few [plan]
  $ hedrac --explain --plan=guard active.c -o /dev/null 2>&1 | grep -c plan]
  0
  [1]
  $ for share in 0 10 90; do
  >     HEDRA_DEVICE=ptxsim HEDRA_STATS=1 hedrac --run active.c -- $share 2>&1 |
  >         grep -o 'Plans: .*;'
  > done
  Plans: 1 made, 0 kept, 1 walked; 0 of 3000 points active (0.0 %), 0 points a step;
  Plans: 1 made, 0 kept, 1 walked; 300 of 3000 points active (10.0 %), 300 points a step, eta 0.781;
  Plans: 1 made, 0 kept, 0 walked; 2700 of 3000 points active (90.0 %), 2700 points a step, eta 0.879;
  $ HEDRA_PLAN=never HEDRA_DEVICE=host hedrac --run active.c -- 1 2>&1 |
  >     grep -o 'HEDRA_PLAN.*'
  HEDRA_PLAN=never is not valid; valid are auto, guard, plan

Little to do behind the filter.

  $ sed 's/k < 20/k < 2/' active.c > little.c
  $ hedrac --explain little.c -o /dev/null 2>&1 | grep plan]
  little.c:10:9: remark: GPU: no Plan of active points: behind its filter is too little to do [no-plan]
  little.c:10:9: remark: host: no Plan of active points: behind its filter is too little to do [no-plan]
