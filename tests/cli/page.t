The page of --explain=html: where it is written, and what it is made from.

  $ cat > twice.c <<'END'
  > #include <stdio.h>
  > 
  > int main(void)
  > {
  >     static _Alignas(32) double a[200];
  >     static _Alignas(32) double b[200];
  >     int n = 200;
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         b[i] = 2 * a[i];
  >     printf("%g\n", b[7]);
  > }
  > END

It lies beside the output, or beside the source if there is none.

  $ hedrac twice.c --explain=html; ls
  twice.c
  twice.hedra.c
  twice.hedra.html
  $ hedrac twice.c --explain=html -o out.c; hedrac twice.c --explain=html:p -o - >all
  $ ls
  all
  out.c
  out.html
  p
  twice.c
  twice.hedra.c
  twice.hedra.html
  $ rm -f all *.html p; hedrac twice.c --explain=html --emit=kir >kir; ls *.html
  twice.hedra.html
  $ rm *.html; hedrac -DBAD=1 missing.c --explain=html:bad; ls bad
  hedrac: error: cannot read missing.c: No such file or directory [file]
  1 error generated.
  ls: cannot access 'bad': No such file or directory
  [2]

A scop has no source to be shown, but all else.

  $ hedrac twice.c --emit=scop -o twice.scop
  $ hedrac twice.scop --explain=html:scop.html --emit=schedule >schedule
  $ grep -c '<circle' scop.html
  48

What was counted stands beside what was predicted, and equals it.

  $ HEDRA_DEVICE=ptxsim HEDRA_COUNT=json:counts hedrac --run twice.c
  0
  $ hedrac --explain=html:p --assume-size=n=200 --counts=counts twice.c -o x.c
  $ sed -n '/<table class="accesses"/,/<\/table>/s/<[^>]*>/ /gp' p | grep hedra_main
     a[i]    10    hedra_main_1_k0   read  global  8 bytes  8  8  1.00  1.00  1.00  7  50 sectors  50  1.00  7  50 =  
     b[i]    10    hedra_main_1_k0   write  global  8 bytes  8  8  1.00  1.00  1.00  7  50 sectors  50  1.00  7  50 =  
  $ hedrac --explain=html:p --assume-size=n=100 --counts=counts twice.c -o x.c
  $ sed -n '/<table class="accesses"/,/<\/table>/s/<[^>]*>/ /gp' p | grep -c '8800;'
  2
  $ hedrac --counts=counts twice.c -o x.c
  hedrac: error: --counts goes with --explain=html [usage]
  1 error generated.
  [2]
  $ echo '{"format": "hedra-counts", "version": 1,}' > bad
  $ hedrac --explain=html:p --counts=bad twice.c -o x.c
  hedrac: error: bad is no JSON: something is wrong at line 1 [file]
  1 error generated.
  [1]
  $ echo '{"format": "hedra-counts", "version": 2}' > bad
  $ hedrac --explain=html:p --counts=bad twice.c -o x.c
  hedrac: error: bad does not hold what HEDRA_COUNT=json writes [file]
  1 error generated.
  [1]
  $ hedrac --explain=html:p --counts=none twice.c -o x.c
  hedrac: error: cannot read none: No such file or directory [file]
  1 error generated.
  [1]
