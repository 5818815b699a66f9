What is wrong with a command line, and what it is answered with.

  $ hedrac
  hedrac: error: no source file; 'hedrac --help' says more [usage]
  1 error generated.
  [2]
  $ hedrac -c a.c
  hedrac: error: unknown option '-c'; the nearest is '-o' [usage]
  hedrac: note: 'hedrac --help' lists all options
  1 error generated.
  [2]
  $ hedrac --explane a.c
  hedrac: error: unknown option '--explane'; the nearest is '--explain' [usage]
  hedrac: note: 'hedrac --help' lists all options
  1 error generated.
  [2]
  $ hedrac --emit a.c
  hedrac: error: '--emit=' needs FORM [usage]
  1 error generated.
  [2]
  $ hedrac a.c b.c
  hedrac: error: 'b.c' after 'a.c': one source file per call [usage]
  1 error generated.
  [2]
  $ hedrac -- -a.c b.c
  hedrac: error: 'b.c' after './-a.c': one source file per call [usage]
  1 error generated.
  [2]
  $ hedrac -
  hedrac: error: the source cannot come from standard input: its path is needed to find headers [usage]
  1 error generated.
  [2]
  $ hedrac a.c --emit=c++ --arch=sm_xx --arch=80 --targets=ptx,metal
  hedrac: error: '--emit=c++': expected c, cuda, ptx, opencl, openmp, racer, racer-placed, verilog, dot, kir, scop or schedule [usage]
  hedrac: error: '--arch=sm_xx': expected sm_NN [usage]
  hedrac: error: '--arch=80': expected sm_NN [usage]
  hedrac: error: '--targets=': 'metal' is none of ptx, opencl, host, racer [usage]
  4 errors generated.
  [2]
  $ hedrac a.c --color=blue -ffp-contract=never --max-operations=many
  hedrac: error: '--color=blue': expected auto|always|never [usage]
  hedrac: error: '-ffp-contract=never': expected on|off|fast [usage]
  hedrac: error: '--max-operations=many': expected NUMBER [usage]
  3 errors generated.
  [2]
  $ hedrac a.c --explain=pdf --explain=html: --assume-size=n --assume-size=n=1,=2
  hedrac: error: '--explain=pdf': expected all|html[:FILE] [usage]
  hedrac: error: '--explain=html:': expected all|html[:FILE] [usage]
  hedrac: error: '--assume-size=n': expected NAME=N[,NAME=N...] [usage]
  hedrac: error: '--assume-size=n=1,=2': expected NAME=N[,NAME=N...] [usage]
  4 errors generated.
  [2]
  $ touch a.c; hedrac a.c --explain=html:a.c; rm a.c
  hedrac: error: the page would overwrite the source [usage]
  1 error generated.
  $ hedrac a.kir --emit=kir --explain=html
  hedrac: error: a .kir file has no loop nests to explain [usage]
  1 error generated.
  [2]
  $ hedrac a.c -o
  hedrac: error: '-o' needs FILE [usage]
  1 error generated.
  [2]
  $ hedrac a.c --max-operations=99999999999999999999999 --max-seconds=-1
  hedrac: error: '--max-operations=99999999999999999999999': expected NUMBER [usage]
  hedrac: error: '--max-seconds=-1': expected NUMBER [usage]
  2 errors generated.
  [2]
  $ hedrac a.c -Wno-loop-form
  hedrac: error: '-Wno-loop-form': 'loop-form' is an error, which cannot be switched [usage]
  1 error generated.
  [2]
  $ hedrac a.kir
  hedrac: error: a .kir or .scop file needs --emit=FORM [usage]
  1 error generated.
  [2]
  $ hedrac a.kir --emit=scop
  hedrac: error: a .kir file has neither scop nor schedule [usage]
  1 error generated.
  [2]
  $ hedrac a.scop --emit=scop -MD
  hedrac: error: -MD is for C files [usage]
  1 error generated.
  [2]
  $ hedrac --run a.c --emit=ptx
  hedrac: error: --run goes with none of --emit, -o and -MD [usage]
  1 error generated.
  [2]
  $ hedrac a.c -MF x.d
  hedrac: error: -MF, -MT and -MP need -MD or -MMD [usage]
  1 error generated.
  [2]

The source is not overwritten, under any name.

  $ echo 'int x;' > source.c; ln -s source.c link.c
  $ hedrac source.c -o ./source.c
  hedrac: error: the output would overwrite the source: ./source.c and source.c are one file [usage]
  1 error generated.
  [2]
  $ hedrac source.c -o link.c
  hedrac: error: the output would overwrite the source: link.c and source.c are one file [usage]
  1 error generated.
  [2]
  $ cat source.c
  int x;
