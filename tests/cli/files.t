Where the output goes, and what becomes of it when something fails.

  $ mkdir dir; echo 'int x;' > dir/plain.c
  $ hedrac dir/plain.c
  dir/plain.c: warning: no loop nest is marked with #pragma hedra or #pragma scop [no-region]
  1 warning generated.
  $ ls dir
  plain.c
  plain.hedra.c
  $ cat dir/plain.hedra.c
  int x;
  $ hedrac -w dir/plain.c -o -
  int x;
  $ hedrac -Wno-no-region dir/plain.c -odir/joined.c; cat dir/joined.c
  int x;

Nothing is left where a compile fails.

  $ hedrac -Werror dir/plain.c -o dir/none.c
  dir/plain.c: error: no loop nest is marked with #pragma hedra or #pragma scop [-Werror, no-region]
  1 error generated.
  [1]
  $ hedrac missing.c -o dir/none.c
  hedrac: error: cannot read missing.c: No such file or directory [file]
  1 error generated.
  [1]
  $ ls dir
  joined.c
  plain.c
  plain.hedra.c

  $ hedrac -w dir/plain.c -o dir/no/such/folder.c
  hedrac: error: cannot write dir/no/such/folder.c: No such file or directory [file]
  1 error generated.
  [1]
  $ hedrac -w dir/plain.c -o dir 2>&1 | sed 's/write dir:.*/write dir:/'
  hedrac: error: cannot write dir:
  1 error generated.
  $ hedrac -w dir/plain.c -o /dev/full
  hedrac: error: cannot write /dev/full: No space left on device [file]
  1 error generated.
  [1]
  $ hedrac -w dir/plain.c -o - > /dev/full
  hedrac: error: cannot write standard output: No space left on device [file]
  1 error generated.
  [1]
  $ hedrac -w dir/plain.c -o /dev/null; test -c /dev/null && echo still a device
  still a device

An output that is there keeps its permissions, and its link.

  $ echo old > dir/real.c; chmod 640 dir/real.c; ln -s real.c dir/link.c
  $ hedrac -w dir/plain.c -o dir/link.c; stat -c '%a %F' dir/real.c dir/link.c
  640 regular file
  777 symbolic link
  $ cat dir/real.c
  int x;

A name may begin with a dash behind '--'.

  $ cp dir/plain.c ./-dash.c; hedrac -w -- -dash.c && cmp ./-dash.hedra.c dir/plain.hedra.c
  $ hedrac -w -o -dash.out -- -dash.c && cmp ./-dash.out dir/plain.hedra.c; rm ./-dash*
