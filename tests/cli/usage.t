What is wrong with a command line, and what it is answered with.

  $ hedrac
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac -c a.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac --explane a.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac --emit a.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac a.c b.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac -- -a.c b.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac -
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac a.c --emit=c++ --arch=sm_xx --arch=80 --targets=ptx,metal
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac a.c --color=blue -ffp-contract=never --max-operations=many
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac a.c -o
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac a.c --max-operations=99999999999999999999999 --max-operations=-1
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac a.c -Wno-loop-form
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac a.kir
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac a.kir --emit=scop
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac a.scop --emit=scop -MD
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac --run a.c --emit=ptx
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac a.c -MF x.d
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]

The source is not overwritten, under any name.

  $ echo 'int x;' > source.c; ln -s source.c link.c
  $ hedrac source.c -o ./source.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac source.c -o link.c
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ cat source.c
  int x;
