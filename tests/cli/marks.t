What stands between a pragma and its loop, and around it: lines of the preprocessor,
headers that compilers bring along.

  $ cat > twice.c <<'EOF'
  > #include <omp.h>
  > #include <stdio.h>
  > int main(void)
  > {
  >     static double x[100];
  >     double start = omp_get_wtime();
  >     for (int i = 0; i < 100; i++)
  >         x[i] = i;
  > #pragma hedra
  > #ifdef BACKWARD
  >     for (int i = 98; i >= 0; i--)
  > #else
  >     for (int i = 0; i < 99; i++)
  > #endif
  >         x[i] = 2 * x[i] + i;
  >     printf("%g %d\n", x[98] + x[99], omp_get_wtime() >= start);
  >     return 0;
  > }
  > EOF
  $ hedrac twice.c -o - | sed -n '/^#ifdef BACKWARD/,/x\[i\]/p'
  #ifdef BACKWARD
      for (int i = 98; i >= 0; i--)
  #else
      for (int i = 0; i < 99; i++)
  #endif
          x[i] = 2 * x[i] + i;
  $ hedrac twice.c --emit=scop | grep -c 'for .* i '
  1
  $ hedrac -DBACKWARD twice.c --emit=scop | grep -c 'for .* i .* -1'
  1

The program's own header of that name comes first, and no file of ours is in the rule
for make.

  $ hedrac -MD -MF twice.d twice.c -o twice.hedra.c && grep -c hedrac-headers twice.d
  0
  [1]
  $ mkdir own && echo 'double omp_get_wtime(void); int of_mine;' > own/omp.h
  $ hedrac -I own -MMD -MF twice.d twice.c -o twice.hedra.c && grep -o 'own/omp.h' twice.d
  own/omp.h

A word that is nearly ours.

  $ cat > misspelt.c <<'EOF'
  > void f(int n, double x[n])
  > {
  > #pragma hedr device(host)
  >     for (int i = 0; i < n; i++)
  >         x[i] = i;
  > #pragma endscpo
  > #pragma unroll
  > #pragma once_more
  >     for (int i = 0; i < n; i++)
  >         x[i] = i;
  > }
  > EOF
  $ hedrac misspelt.c -o - 2>&1 >/dev/null | grep -o 'misspelt.c:[0-9].*'
  misspelt.c:3:9: warning: no pragma of this name is known; is 'hedra' meant? [misspelt]
  misspelt.c:6:9: warning: no pragma of this name is known; is 'endscop' meant? [misspelt]
  $ hedrac -Wno-misspelt misspelt.c -o - 2>&1 >/dev/null | grep -c misspelt.c:3
  0
  [1]

A region is whole statements, though macros make them, and no block comes between a
_Pragma and its loop.

  $ cat > hidden.c <<'END'
  > #define TWO(x, y) x += 4; y += 3
  > #define IVDEP _Pragma("GCC ivdep")
  > #define QUICK(x) IVDEP x
  > int f(int on, int *a)
  > {
  >     int s = 0;
  >     if (on)
  > #pragma hedra
  >         for (int i = 0; i < 100; i++)
  >             TWO(a[i], s);
  >     QUICK()
  > #pragma hedra
  >     for (int i = 0; i < 100; i++)
  >         a[i] = s;
  >     return s;
  > }
  > END
  $ hedrac hidden.c -o -
  hidden.c:8:1: error: a macro behind this pragma makes more statements than those that it marks [pragma]
      8 | #pragma hedra
        | ^~~~~~~~~~~~~
  hidden.c:8:1: note: put a block in braces around all that the macro makes, and the pragma before it
  hidden.c:12:1: error: the _Pragma before this pragma may want a loop, which hedrac puts a block around [pragma]
     12 | #pragma hedra
        | ^~~~~~~~~~~~~
  hidden.c:12:1: note: put this pragma before it
  2 errors generated.
  [1]

What an included file holds is no part of a region but within its loops or blocks.

  $ cat > fill.h <<'END'
  > for (int i = 0; i < 100; i++)
  >     a[i] = i;
  > END
  $ cat > names.h <<'END'
  > #define TWICE(x) (2 * (x))
  > END
  $ cat > included.c <<'END'
  > void f(int *restrict a, int *restrict b)
  > {
  > #pragma hedra
  > #include "fill.h"
  > #pragma hedra
  > #include "fill.h"
  >     for (int i = 0; i < 100; i++)
  >         b[i] = a[i];
  > #pragma scop
  >     for (int i = 0; i < 100; i++)
  >         b[i] = a[i];
  > #include "fill.h"
  > #pragma endscop
  > #pragma hedra data(b)
  > #include "fill.h"
  >     {
  >         b[0] = a[0];
  >     }
  > #include "fill.h"
  > #pragma hedra
  > #include "names.h"
  >     for (int i = 0; i < 100; i++) {
  > #include "fill.h"
  >         b[i] = TWICE(a[i]);
  >     }
  > #pragma hedra
  >     {
  > #include "fill.h"
  >     }
  > #include "fill.h"
  > }
  > END
  $ hedrac included.c -o -
  included.c:3:1: error: an included file has statements behind this pragma, which it would not mark [pragma]
      3 | #pragma hedra
        | ^~~~~~~~~~~~~
  included.c:3:1: note: put a block in braces around the #include and all else that belongs to the region, and the pragma before it
  included.c:5:1: error: an included file has statements behind this pragma, which it would not mark [pragma]
      5 | #pragma hedra
        | ^~~~~~~~~~~~~
  included.c:5:1: note: put a block in braces around the #include and all else that belongs to the region, and the pragma before it
  included.c:9:1: error: an included file has statements behind this pragma, which it would not mark [pragma]
      9 | #pragma scop
        | ^~~~~~~~~~~~
  included.c:9:1: note: put a block in braces around the #include and all else that belongs to the region, and the pragma before it
  included.c:14:1: error: an included file has statements behind this pragma, which it would not mark [pragma]
     14 | #pragma hedra data(b)
        | ^~~~~~~~~~~~~
  included.c:14:1: note: put a block in braces around the #include and all else that belongs to the region, and the pragma before it
  4 errors generated.
  [1]
  $ cat > accepted.c <<'END'
  > void f(int *restrict a, int *restrict b)
  > {
  > #pragma omp parallel for
  > #include "fill.h"
  >     for (int i = 0; i < 100; i++)
  >         b[i] = a[i];
  > #pragma omp parallel for
  > #include "names.h"
  >     for (int i = 0; i < 100; i++)
  >         b[i] = TWICE(a[i]);
  > }
  > END
  $ hedrac --accept=omp accepted.c -o accepted.out
  accepted.c:3:1: warning: the loop behind this pragma stays as it is: an included file has statements before it [not-accepted]
      3 | #pragma omp parallel for
        | ^~~~~~~
  1 warning generated.
