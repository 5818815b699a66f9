Where the output goes, and what becomes of it when something fails.

  $ mkdir dir; echo 'int x;' > dir/plain.c
  $ hedrac dir/plain.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ ls dir
  plain.c
  $ cat dir/plain.hedra.c
  cat: dir/plain.hedra.c: No such file or directory
  [1]
  $ hedrac -w dir/plain.c -o -
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac -Wno-no-region dir/plain.c -odir/joined.c; cat dir/joined.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  cat: dir/joined.c: No such file or directory
  [1]

Nothing is left where a compile fails.

  $ hedrac -Werror dir/plain.c -o dir/none.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac missing.c -o dir/none.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ ls dir
  plain.c

  $ hedrac -w dir/plain.c -o dir/no/such/folder.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac -w dir/plain.c -o dir 2>&1 | sed 's/write dir:.*/write dir:/'
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  $ hedrac -w dir/plain.c -o /dev/full
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac -w dir/plain.c -o - > /dev/full
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac -w dir/plain.c -o /dev/null; test -c /dev/null && echo still a device
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  still a device

An output that is there keeps its permissions, and its link.

  $ echo old > dir/real.c; chmod 640 dir/real.c; ln -s real.c dir/link.c
  $ hedrac -w dir/plain.c -o dir/link.c; stat -c '%a %F' dir/real.c dir/link.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  640 regular file
  777 symbolic link
  $ cat dir/real.c
  old
