  $ hedrac --help
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  [127]
  $ hedrac --version | sed 's/[0-9.]*$/VERSION/'
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00

Both print even when there is more to do.

  $ hedrac --version a.c | cut -d' ' -f1
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
  $ hedrac --help | awk 'length > 79'
  hedrac: error while loading shared libraries: unexpected PLT reloc type 0x00
