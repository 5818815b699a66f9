Dependency files, in the syntax of make.

  $ mkdir 'a b'; echo 'int h;' > 'a b/x#$.h'; echo 'int g;' > g.h
  $ printf '#include "x#$.h"\n#include "g.h"\nint x;\n' > plain.c
  $ hedrac -w -I 'a b' -I. plain.c -o out.c -MMD -MP; cat out.d
  out.c: plain.c \
    a\ b/x\#$$.h \
    ./g.h
  
  a\ b/x\#$$.h:
  
  ./g.h:
  $ hedrac -w -I 'a b' plain.c -o out.c -MD -MF d.d -MT 'all $(x)'; cat d.d
  all $(x): plain.c \
    a\ b/x\#$$.h \
    ./g.h

make reads them.

  $ cat > Makefile <<'END'
  > out.c: plain.c ; @echo remade
  > include out.d
  > END
  $ touch -d 2010-01-01 out.c; touch -d 2001-01-01 plain.c g.h 'a b/x#$.h'; make -s
  $ touch -d 2020-01-01 'a b/x#$.h'; make -s
  remade
  $ touch -d 2001-01-01 'a b/x#$.h'; touch -d 2020-01-01 g.h; make -s
  remade
  $ rm g.h; make -s
  remade

The file is named after the output, or after the source when that goes to
standard output.

  $ rm *.d; touch g.h; hedrac -w -I 'a b' plain.c -o - -MMD > z; head -c8 plain.d
  plain.c:
  $ hedrac -w -I 'a b' plain.c -MMD; cut -c-15 plain.hedra.d
  plain.hedra.c: 
    a\ b/x\#$$.h 
    ./g.h

Where it cannot be written, there is no output either.

  $ rm -f *.d out.c; hedrac -w -I 'a b' plain.c -o out.c -MD -MF no/such.d
  hedrac: error: cannot write no/such.d: No such file or directory [file]
  1 error generated.
  [1]
  $ ls
  Makefile
  a b
  g.h
  plain.c
  plain.hedra.c
  z
