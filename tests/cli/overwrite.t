No file that is read or written is lost by writing another one: whatever names it
(a link, a detour), hedrac says so before it writes anything.

  $ mkdir d e; ln -s d l
  $ printf '#include "h.h"\n#include "g.h"\nint x;\n' > b.c
  $ echo 'int h;' > h.h; echo 'int g;' > d/g.h; echo 'int c;' > counts
  $ ln b.c hard.c; ln -s b.c soft.c; ln d/g.h hard.h; ln -s new.c dangling
  $ ln -s d/../new.c detour; cp -r . ../before
  $ try() {
  >     hedrac -w -Id b.c "$@" 2> ../said
  >     local status=$?
  >     [ $status -eq 2 ] || echo "$*: exit status $status"
  >     grep -q 'would overwrite' ../said || { echo "$*:"; cat ../said; }
  >     diff -r --no-dereference ../before . || { rm -rf *; cp -r ../before/. .; }
  > }
  > # What goes over the source,
  > try -o b.c; try -o ./b.c; try -o d/../b.c; try -o hard.c; try -o soft.c
  > try -o "$PWD/b.c"; try -MD -MF b.c -o x.c; try -MD -MF soft.c -o x.c
  > try --explain=html:b.c -o x.c; try --explain=html:hard.c -o x.c
  > try --emit=scop -o soft.c; try --run --explain=html:b.c
  > # … an included file,
  > try -o h.h; try -o d/g.h; try -o l/g.h; try -o hard.h; try -MD -MF h.h
  > try --explain=html:e/../l/g.h -o x.c; try -include counts -o counts
  > # … what tuning or counting wrote,
  > try --explain=html:counts --counts=counts -o x.c
  > try --tuned=counts -o counts; try -o b.hedra.tune
  > # … what is written besides, which is not there yet,
  > try -MD -MF z.c -o z.c; try --explain=html:y.c -o y.c
  > try -MD -MF l/z.c -o d/z.c; try -MD -MF ./z.c -o z.c; try -o z.d -MD
  > try -o z.html --explain=html; try -MD -MF dangling -o new.c
  > try -MD -MF dangling -o detour; try -MD -MF m --explain=html:m -o n
  > # … or over the file that the shell writes to.
  > try -o - --explain=html:soft.c >> h.h; try -o - >> h.h; try -o /dev/stdout >> b.c
  > try --tune --tuned=h.h; try --tune --tuned=soft.c
  > try --tune --tuned=hard.h

Devices and pipes cannot be lost, and a file that is not there is made where a
link to it says.

  $ hedrac -w -Id b.c -o /dev/null -MD -MF /dev/null; test -c /dev/null
  $ mkfifo pipe; cat pipe > got & hedrac -w -Id b.c -o pipe; wait; tail -1 got
  int x;
  $ hedrac -w -Id b.c -o dangling; ls -l dangling | cut -c1; tail -1 new.c
  l
  int x;
  $ (echo one; hedrac -w -Id b.c -o /dev/stdout; echo two) > all; cat all
  one
  #include "h.h"
  #include "g.h"
  int x;
  two
  $ hedrac -w -Id b.c -o out.c -MD; hedrac -w -Id b.c -o out.c -MD; ls *.out* out*
  ls: cannot access '*.out*': No such file or directory
  out.c
  out.d
  [2]
