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
