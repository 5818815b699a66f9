A file with five nests, of which one cannot be compiled, and one gains nothing.

  $ cat > nests.c <<'EOF'
  > #include <stdio.h>
  > #include <string.h>
  > #define N 100
  > static double a[N][N], b[N][N], c[N];
  > static void nests(int n)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             a[i][j] = i + 2 * j;
  > #pragma hedra injective(b)
  >     for (int i = 0; i < n; i++)
  >         b[i][0] = i * 0.1;
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         c[i] = c[i - 1] * .5 + a[0][i];
  > }
  > int main(void)
  > {
  >     nests(N);
  >     double s = 0;
  >     for (int i = 0; i < N; i++)
  >         for (int j = 0; j < N; j++)
  >             s += a[i][j] * (1 + j % 3) + c[j] + ((char *)b[i])[1];
  >     printf("%.17g\n", s);
  >     return 0;
  > }
  > EOF

It refuses the file, unless it is to be left as it is.

  $ hedrac nests.c -o nests.hedra.c 2>&1 | grep -o '^nests.*error.*\|.*generated'
  nests.c:11:25: error: 'b' is no array of integers that the region reads and never writes [clause]
  1 error generated
  $ test -e nests.hedra.c
  [1]
  $ hedrac --keep-refused nests.c -o nests.hedra.c 2>&1 | grep -o '^nests.*warning.*\|.*generated'
  nests.c:11:25: warning: 'b' is no array of integers that the region reads and never writes [clause]
  nests.c:14:1: warning: no part of this region can run in parallel: it stays as it is [kept]
  2 warnings generated
  $ grep -c 'hedra_plain(0, HEDRA_KEPT)' nests.hedra.c
  2
  $ hedrac -w --keep-refused nests.c -o nests.hedra.c
  $ hedrac -Werror --keep-refused nests.c -o nests.hedra.c 2>&1 | tail -1
  2 errors generated.

What becomes of each, with what is said of it.

  $ hedrac -w --keep-refused --report=json:report nests.c -o nests.hedra.c
  $ sed 's/, "column".*//' report
  {"version": 1, "file": "nests.c", "skipped": 0, "compiled": 1, "kept": 1, "refused": 1,
   "regions": [
     {"number": 1, "line": 7, "function": "nests", "state": "compiled",
      "summary": {"name": "hedra_nests_1", "nests": 1, "runs": "host: plain C, threads share 'i' (line 8); GPU: launches unknown without sizes (give --assume-size=n=N), blocks of (32 x 8) threads along 'i' (line 8) and 'j' (line 9)", "limited": "host: memory, 8.05 bytes and 2 operations an iteration; GPU: memory, at least 9.75 bytes and 2 operations an iteration", "expected": "host: as fast as the plain nest, kernels would gain nothing; GPU: no model compares it with the host", "help": "nothing that hedrac knows of",
       "kernels": [
         {"target": "gpu", "name": "hedra_nests_1_k0", "line": 10, "parallel": 2, "loops": "'i' (line 8) and 'j' (line 9)", "threads": [32, 8, 1], "operations": 2, "bytes": 9.75, "limit": "memory"},
         {"target": "host", "name": "hedra_nests_1_h0", "line": 10, "parallel": 1, "loops": "'i' (line 8)", "operations": 2, "bytes": 8.05469, "limit": "memory"}],
       "helps": []},
      "messages": []},
     {"number": 2, "line": 11, "function": "nests", "state": "refused",
      "summary": {"name": "hedra_nests_2", "nests": 1, "runs": "as it stands, in the thread that comes to it", "limited": "'b' is no array of integers that the region reads and never writes", "expected": "as fast as the plain nest, which it is", "help": "line 11: write injective(name, ...), arrays of subscripts that the region only reads",
       "kernels": [],
       "helps": [
         {"line": 11, "text": "write injective(name, ...), arrays of subscripts that the region only reads"}]},
      "messages": [
         {"severity": "warning", "kind": "clause", "file": "nests.c", "line": 11
     {"number": 3, "line": 14, "function": "nests", "state": "kept",
      "summary": {"name": "hedra_nests_3", "nests": 1, "runs": "as it stands, in the thread that comes to it", "limited": "no part of this region can run in parallel: it stays as it is", "expected": "as fast as the plain nest, which it is", "help": "line 15: 'c', written at line 16, is read by a later iteration of loop 'i' at line 16; say reassociate if floats may be combined in any order, or take the pragma away",
       "kernels": [],
       "helps": [
         {"line": 15, "text": "'c', written at line 16, is read by a later iteration of loop 'i' at line 16; say reassociate if floats may be combined in any order, or take the pragma away"}]},
      "messages": [
         {"severity": "warning", "kind": "kept", "file": "nests.c", "line": 14
  $ hedrac --report=json:- nests.c -o nests.hedra.c 2>/dev/null | grep -o '"skipped.*\|"state.*\|"severity": "[a-z]*"'
  "skipped": 2, "compiled": 0, "kept": 0, "refused": 1,
  "state": "skipped",
  "state": "refused",
  "severity": "error"
  "state": "skipped",

What later stages refuse is kept, too; what is no region is an error as before.

  $ hedrac -w --keep-refused --max-operations=1 --report=json:- nests.c -o nests.hedra.c | head -1
  {"version": 1, "file": "nests.c", "skipped": 0, "compiled": 0, "kept": 0, "refused": 3,
  $ grep -c 'hedra_plain(0, HEDRA_KEPT)' nests.hedra.c
  3
  $ sed 's/#include <string.h>/int x = ;/' nests.c > wrong.c
  $ hedrac --keep-refused wrong.c 2>&1 | grep -c error:
  1
  $ hedrac --keep-refused --emit=kir nests.c 2>&1
  hedrac: error: --keep-refused and --report go with C files, and with none of --emit but openmp, --dump, --tune and --explain=html [usage]
  1 error generated.
  [2]
  $ hedrac --report=json:nests.c nests.c -o out.c 2>&1 | grep -o 'error: the report.*'
  error: the report would overwrite the source [usage]
