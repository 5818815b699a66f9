What becomes of the regions of a C file.

  $ cat > two.c <<'END'
  > void scale(int n, double a[n], double f)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[i] = a[i] * f;
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         a[i] = a[i - 1] + 1;
  > }
  > END

The second has nothing to gain and stays, which is said with the reason.

  $ hedrac two.c 2>said; grep -cE '(if \(|= )hedra_scale_[12]\(' two.hedra.c
  1
  $ grep -o 'warning: .* \[kept\]' said
  warning: no part of this region can run in parallel: it stays as it is [kept]
  $ grep -o "note: 'a'.* at line 8; " said
  note: 'a', written at line 8, is read by a later iteration of loop 'i' at line 8; 
  $ hedrac -Wno-kept two.c 2>&1 | grep -c kept
  0
  [1]

It can be compiled all the same.

  $ hedrac --compile-serial two.c 2>&1 | grep -c kept
  0
  [1]
  $ grep -cE '(if \(|= )hedra_scale_[12]\(' two.hedra.c
  2

Dependences need not be exact; what is independent may then stay serial.

  $ hedrac --approximate-dependences --explain two.c 2>&1 | grep -c 'exact dependences are not asked for'
  2

A source may begin with a byte order mark, and its lines end as on Windows.

  $ printf '\xef\xbb\xbfint main(void) {\r\nstatic int a[9];\r\n#pragma hedra\r\nfor (int i = 0; i < 9; i++)\r\na[i] = i;\r\nreturn a[8]; }' > marked.c
  $ HEDRA_DEVICE=host hedrac --run marked.c
  [8]

What the file holds is chosen with --targets.

  $ for t in ptx opencl host ptx,host; do
  >     hedrac -w two.c --targets=$t -o - > $t.c
  >     echo $t: $(grep -oE 'version [67]|__kernel|_gpu_kernel\[|_host_kernel\[' $t.c | sort -u)
  > done
  ptx: _gpu_kernel[ version 6
  opencl: __kernel _gpu_kernel[
  host: _host_kernel[
  ptx,host: _gpu_kernel[ _host_kernel[ version 6

Each form can be printed alone.

  $ for form in c cuda ptx opencl kir scop schedule; do
  >     hedrac -w two.c --emit=$form > $form.out && test -s $form.out && echo $form
  > done
  c
  cuda
  ptx
  opencl
  kir
  scop
  schedule

A .scop file takes the place of C, with --emit.

  $ awk '/^[(]scop/ && n++ { exit } { print }' scop.out > first.scop
  $ hedrac first.scop --emit=scop | cmp - first.scop
  $ hedrac first.scop --emit=ptx | cmp - ptx.out

A region that cannot be taken is left as it is in a C file, and an error of other forms.

  $ cat > bad.c <<'END'
  > int f(int);
  > void g(int n, int *a, int *b)
  > {
  > #pragma scop
  >     for (int i = 0; i < n; i++)
  >         a[i] = b[i];
  > #pragma endscop
  > #pragma scop
  >     for (int i = 0; i < n; i++)
  >         a[i] = (int)(i * 0.1L);
  > #pragma endscop
  > }
  > END
  $ hedrac bad.c -o good.c
  bad.c:10:22: warning: type 'long double' cannot be taken in a region [type]
     10 |         a[i] = (int)(i * 0.1L);
        |                      ^
  bad.c:10:22: note: the region stays as it is, and runs as plain C
     10 |         a[i] = (int)(i * 0.1L);
        |                      ^
  bad.c:10:22: note: no GPU has long double arithmetic: use double
  1 warning generated.
  $ hedrac bad.c --emit=ptx -o bad.ptx 2>&1 | tail -1
  1 error generated.
  $ ls *bad*
  bad.c

An error of the C file itself is clang's.

  $ echo 'int x = y;' > wrong.c; hedrac wrong.c
  wrong.c:1:9: error: use of undeclared identifier 'y' [clang]
      1 | int x = y;
        |         ^
  1 error generated.
  [1]
  $ echo 'int x = Y;' > macro.c; hedrac -w macro.c -DY=3 -o -
  int x = Y;

A temporary of one iteration is a variable, with other nests beside it too: the
table that libhedra gets has no row for it.

  $ cat > beside.c <<'END'
  > void beside(int n, double a[restrict n], double b[restrict n])
  > {
  > #pragma hedra
  >     for (int t = 0; t < 10; t++) {
  >         for (int i = 0; i < n; i++) {
  >             double sum = a[i];
  >             for (int j = 0; j < n; j++)
  >                 sum += b[j];
  >             a[i] = sum;
  >         }
  >         for (int i = 0; i < n; i++)
  >             b[i] = a[i];
  >     }
  > }
  > END
  $ hedrac beside.c && grep -oE '^        [{]"[a-z_0-9]*"' beside.hedra.c
          {"a"
          {"b"

Pragmas that mark nothing are not passed over: those of headers, and those that
_Pragma makes, whatever -W says of pragmas.

  $ cat > head.h <<'END'
  > static inline void fill(int n, int *a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[i] = i;
  > }
  > END
  $ cat > head.c <<'END'
  > #include "head.h"
  > void f(int n, int *a, int *b)
  > {
  > #pragma unknown hedral
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         b[i] = a[i] + 1;
  >     fill(n, a);
  > }
  > END
  $ hedrac -Wno-unknown-pragmas head.c -o out.c
  ./head.h:3:9: warning: a pragma in a header marks nothing [no-region]
      3 | #pragma hedra
        |         ^
  ./head.h:3:9: note: move what it marks to the file that hedrac compiles
  1 warning generated.
  $ hedrac -Wunknown-pragmas head.c -o out.c 2>&1 | grep warning:
  ./head.h:3:9: warning: a pragma in a header marks nothing [no-region]
  head.c:4:9: warning: unknown pragma ignored [-Wunknown-pragmas] [clang-warning]
  $ cat > operator.c <<'END'
  > #define LOOP _Pragma("hedra")
  > void f(int n, int *a)
  > {
  >     LOOP
  >     for (int i = 0; i < n; i++)
  >         a[i] = i;
  > }
  > END
  $ hedrac -w operator.c -o out.c
  operator.c:4:5: error: _Pragma cannot mark a nest [pragma]
      4 |     LOOP
        |     ^
  operator.c:4:5: note: write #pragma on a line of its own
  1 error generated.
  [1]
