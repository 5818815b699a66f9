The command line of brush.

  $ brush --version | sed 's/[0-9.]*$/N/'
  brush N

  $ brush --help
  Usage: brush gen --basis FILE [options] -o DIR
         brush explain --basis FILE [options]
         brush tune --basis FILE [options] -o FILE
  
  Writes kernels for the two-electron integrals over a Gaussian basis set.
  
    --basis FILE          the basis set, in Gaussian-94 or NWChem format
                          (required)
    --elements LIST       the elements, e.g. H,C,N,O (default: all that the basis
                          set has)
    --spherical           make spherical functions for l >= 2 (default: what the
                          file says)
    --cartesian           make Cartesian ones (default: what the file says)
    --target LIST         any of c,ptx,cuda,opencl,cubin (default: c, which alone
                          makes a library; ptx and opencl become part of it)
    --arch LIST           cubin: the architectures, a file each (default:
                          sm_80,sm_90)
    --ptxas FILE          cubin: the assembler (default: on the path, or in
                          /usr/local/cuda/bin)
    --precision LIST      f64, f32 or both (default: f64)
    --name NAME           what public names begin with (default: from the file's
                          name); the library for f32 is NAME_f32
    --files N             how many C files the kernels are put into (default: 4)
    --merge N             join neighbouring shells with equal exponents up to N
                          functions (default: 4; 0: none)
    --lanes N             quartets that a C kernel works on at once: 2, 4, 8, 16
                          or 32 (default: 8, 16 for f32)
    --max-operations N    split kernels for devices whose code has more
                          operations than N into several (default: 2000; 0: none)
    --max-statements N    make several functions of C kernels whose code has more
                          statements than N, which compilers are faster with
                          (default: 2000; 0: one each)
    --path PATH           gen: take this path for all kernels, one of those that
                          explain prints (default: for each the best that is
                          taken of itself)
    --tuned FILE          gen: take the paths that brush tune wrote into FILE,
                          for kernels that it has
    --candidates N        tune: how many paths of each kernel to time, the best
                          counted ones (default: 4)
    --atoms N             tune: how many atoms of each element the molecule has
                          over which kernels are timed (default: 2; more for a
                          GPU)
    --class CLASS         explain: one class, e.g. "(sp sp|s s)" or "(pp|pp)"
    -o DIR                gen: where the files go; made if missing; tune: the
                          file to write
    --help                print this help and exit
    --version             print the version and exit
  
  Exit status: 0 done, 1 the input was refused or a file could not be written,
  2 wrong usage, 3 an error in brush itself.

Wrong usage is exit status 2.

  $ brush
  brush: error: a command is missing: gen, explain or tune; see brush --help [usage]
  1 error generated.
  [2]

  $ brush make --basis x
  brush: error: 'make' is no command: gen, explain and tune are [usage]
  brush: error: -o DIR is missing [usage]
  2 errors generated.
  [2]

  $ brush gen --basis x.gbs
  brush: error: -o DIR is missing [usage]
  1 error generated.
  [2]

  $ brush gen --basis x.gbs -o out --elements H,Qq --target c,fortran --precision f16 --lanes 3 --name 1x --files 0
  brush: error: --elements: 'Qq' is not an element [usage]
  brush: error: --target: 'fortran' is none of c, ptx, cuda, opencl, cubin [usage]
  brush: error: --precision: 'f16' is neither f64 nor f32 [usage]
  brush: error: --lanes: 3 is no power of two [usage]
  brush: error: --name: '1x' is not a C identifier [usage]
  brush: error: --files: '0' is not a number from 1 to 256 [usage]
  6 errors generated.
  [2]

  $ brush gen --basis x.gbs -o out --nonsense --basis
  brush: error: unknown option '--nonsense'; brush --help lists them [usage]
  brush: error: --basis needs an argument [usage]
  2 errors generated.
  [2]

  $ brush gen --basis missing.gbs -o out
  brush: error: cannot read missing.gbs: No such file or directory [file]
  1 error generated.
  [1]

  $ brush gen --basis x.gbs -o out --path HGP
  brush: error: --path: 'HGP' is none of the paths that brush explain prints [usage]
  1 error generated.
  [2]

Long kernels become several functions, the same ones in every run.

  $ printf 'H 0\nS 1 1.0\n 1.0 1.0\nP 1 1.0\n 1.5 1.0\n****\n' > sp.gbs
  $ for run in 1 2; do brush gen --basis sp.gbs -o parts$run --name sp --files 1 --max-statements 100; done
  $ diff -r parts1 parts2 && test $(grep -c '^HD_PART(' parts1/sp_0.c) -gt 10
  $ brush gen --basis sp.gbs -o whole --name sp --files 1 --max-statements 0
  $ grep -c '^HD_PART(' whole/sp_0.c
  0
  [1]

What is wrong with a basis set is said with file and line, and nothing is
written.

  $ printf 'H 0\nS 1 1.0\n -1.0 1.0\n****\n' > bad.gbs
  $ brush gen --basis bad.gbs -o out
  bad.gbs:3: error: an exponent must be positive, from 1e-12 to 1e16 [basis]
      3 |  -1.0 1.0
  1 error generated.
  [1]

  $ printf 'H 0\nS 1 1.0\n 1.0 1.0\n****\n' > h.gbs
  $ brush gen --basis h.gbs --elements H,C -o out
  h.gbs: error: the basis set has no element C; it has H [basis]
  1 error generated.
  [1]

  $ ls out
  ls: cannot access 'out': No such file or directory
  [2]

Long kernels become several functions, the same ones in every run.

  $ printf 'H 0\nS 1 1.0\n 1.0 1.0\nP 1 1.0\n 1.5 1.0\n****\n' > sp.gbs
  $ for run in 1 2; do brush gen --basis sp.gbs -o parts$run --name sp --files 1 --max-statements 100; done
  $ diff -r parts1 parts2 && test $(grep -c '^HD_PART(' parts1/sp_0.c) -gt 10
  $ brush gen --basis sp.gbs -o whole --name sp --files 1 --max-statements 0
  $ grep -c '^HD_PART(' whole/sp_0.c
  0
  [1]

So is what no basis set is.

  $ printf 'H 0\nG 1 1.0\n 1.0 1.0\n****\n' > g.gbs; brush gen --basis g.gbs -o out
  g.gbs:2: error: there are no kernels for G shells: S, P, D, F, SP and SPD are known [basis]
      2 | G 1 1.0
  1 error generated.
  [1]

  $ printf 'Qq 0\nS 1 1.0\n' > qq.gbs; brush gen --basis qq.gbs -o out
  qq.gbs:1: error: 'Qq' is not an element [basis]
      1 | Qq 0
  1 error generated.
  [1]

  $ head -c 300 "$(command -v brush)" > elf.gbs; brush gen --basis elf.gbs -o out 2>/dev/null
  [1]

  $ printf 'H 0\nS 2 1.0\n 1.0 1.0\n 1.0000000000000002 -1.0\n****\n' > cancel.gbs; brush gen --basis cancel.gbs -o out
  cancel.gbs:2: error: the shell cannot be normalised: its primitives cancel, or coefficients are too large or too small [basis]
      2 | S 2 1.0
  1 error generated.
  [1]

  $ printf 'H 0\nS 1 1.0\n 1.0 1e300\n****\n' > large.gbs; brush explain --basis large.gbs
  large.gbs:2: error: the shell cannot be normalised: its primitives cancel, or coefficients are too large or too small [basis]
      2 | S 1 1.0
  1 error generated.
  [1]

  $ printf 'H 0\nS 1 1.0\n %0100d 1.0\n' 7 > long.gbs; brush gen --basis long.gbs -o out 2>&1 | head -n 1
  long.gbs:3: error: '0000000000000000000000000000000000000000...' is not a number, and primitive 1 of 1 of the shell in line 2 is due [basis]

Elements that nobody asks for are skipped, with what no kernel is for.

  $ printf 'H 0\nS 1 1.0\n 1.0 1.0\n****\nI 0\nG 1 1.0\n 1.0 1.0\n****\nI 0\nI-ECP 0 28\ntitle\n1\n2 1.0 1.0\n' > hi.gbs
  $ brush gen --basis hi.gbs --elements H --files 1 --name h -o skipped && grep -c potential skipped/h.h
  0
  [1]
  $ brush gen --basis hi.gbs -o out
  hi.gbs:6: error: there are no kernels for G shells: S, P, D, F, SP and SPD are known [basis]
      6 | G 1 1.0
  1 error generated.
  [1]

An effective core potential is no part of a set, which says so.

  $ sed s/G/D/ hi.gbs > core.gbs; brush gen --basis core.gbs --files 1 -o core; grep -A1 shells.of core/core.h
  core.gbs:6: warning: the file does not say whether its functions are spherical or Cartesian, and Cartesian ones are made: --spherical or --cartesian says it, or a line 'spherical' or 'cartesian' before the first element (in NWChem's format the word behind BASIS) [basis-warning]
      6 | D 1 1.0
  core.gbs:10: warning: the effective core potential of I, which replaces 28 electrons, is not in the set: add it yourself [basis-warning]
     10 | I-ECP 0 28
  2 warnings generated.
  /* The shells of I are for an effective core potential, which is not in
   * the set: it replaces 28 electrons. */

Neither spherical nor Cartesian: a warning, but for s and p functions. The
options decide, whatever the file says.

  $ grep -c 'spherical' core/core.c
  0
  [1]
  $ brush gen --basis core.gbs --files 1 --spherical -o core 2>&1 | grep -c form; grep -c 'spherical_[0-9]*\[' core/core.c
  0
  1
  $ (echo spherical; cat core.gbs) > told.gbs; brush explain --basis told.gbs --cartesian --class '(s s|s s)' 2>&1 >/dev/null
  told.gbs:7: warning: the file says that its functions are spherical, and Cartesian ones are made, as asked for [basis-warning]
      7 | D 1 1.0
  told.gbs:11: warning: the effective core potential of I, which replaces 28 electrons, is not in the set: add it yourself [basis-warning]
     11 | I-ECP 0 28
  2 warnings generated.
  $ brush explain --basis told.gbs --cartesian --spherical
  brush: error: --spherical and --cartesian exclude each other [usage]
  1 error generated.
  [2]

An exponent that f32 cannot hold:

  $ printf 'H 0\nS 1 1.0\n 1.0e14 1.0\n' > tight.gbs; brush gen --basis tight.gbs --precision f32 -o out
  tight.gbs:2: error: in f32 the exponents of a shell may be 1e12 at most [basis]
      2 | S 1 1.0
  1 error generated.
  [1]

  $ (cat h.gbs; printf '\0') > zero.gbs; brush gen --basis zero.gbs -o out
  brush: error: zero.gbs is no text: it has a byte of value 0 [file]
  1 error generated.
  [1]

  $ printf '' > empty.gbs; brush gen --basis empty.gbs -o out
  empty.gbs: error: the file holds no basis set [basis]
  1 error generated.
  [1]

  $ brush gen --basis . -o out
  brush: error: cannot read .: Is a directory [file]
  1 error generated.
  [1]

One shell makes one kernel. The same input gives the same files.

  $ brush gen --basis h.gbs --files 1 -o out && ls out
  h.c
  h.h
  h_0.c

  $ brush gen --basis h.gbs --files 1 -o again && diff -r out again && echo same
  same

  $ brush gen --basis h.gbs --name hydrogen --precision f64,f32 --target c,ptx,cuda,opencl --files 2 -o all && ls all
  hydrogen.c
  hydrogen.h
  hydrogen_0.c
  hydrogen_1.c
  hydrogen_eri_s_s_s_s.cl
  hydrogen_eri_s_s_s_s.cu
  hydrogen_eri_s_s_s_s.ptx
  hydrogen_eri_s_s_s_s_single.cl
  hydrogen_eri_s_s_s_s_single.cu
  hydrogen_eri_s_s_s_s_single.ptx
  hydrogen_f32.c
  hydrogen_f32.h
  hydrogen_f32_0.c
  hydrogen_f32_1.c
  hydrogen_f32_eri_s_s_s_s.cl
  hydrogen_f32_eri_s_s_s_s.cu
  hydrogen_f32_eri_s_s_s_s.ptx
  hydrogen_f32_eri_s_s_s_s_single.cl
  hydrogen_f32_eri_s_s_s_s_single.cu
  hydrogen_f32_eri_s_s_s_s_single.ptx

A file in the way of the folder:

  $ brush gen --basis h.gbs -o h.gbs
  brush: error: cannot write h.gbs/h.h: Not a directory [file]
  1 error generated.
  [1]

Machine code needs an assembler.

  $ brush gen --basis h.gbs --target cubin --ptxas missing/ptxas -o cubin
  brush: error: cannot run missing/ptxas, which cubin needs: No such file or directory (it comes with CUDA's toolkit; --ptxas names it) [file]
  1 error generated.
  [1]

  $ printf '#!/bin/sh\necho "ptxas fatal: no such thing"; exit 1\n' > ptxas && chmod +x ptxas
  $ brush gen --basis h.gbs --target cubin --arch sm_75 --ptxas ./ptxas -o cubin; ls cubin
  brush: error: ./ptxas -arch=sm_75 failed: ptxas fatal: no such thing [file]
  1 error generated.
  ls: cannot access 'cubin': No such file or directory
  [2]

  $ brush gen --basis h.gbs --target cubin --arch 90 -o cubin
  brush: error: --arch: '90' is no architecture; sm_90 is one [usage]
  1 error generated.
  [2]

Texts for devices become part of a library that is made beside them.

  $ brush gen --basis h.gbs --files 1 --target c,ptx -o device
  $ grep -c 'device_ptx\[\] =' device/h_0.c; grep -c 'device_opencl' device/h_0.c; grep '&h_eri' device/h.c
  2
  0
      {h_eri_s_s_s_s, 0, &h_eri_s_s_s_s_device, 0, 0},
      {h_eri_s_s_s_s_single, 0, &h_eri_s_s_s_s_single_device, 1, 0},

Each path can be asked for.

  $ brush gen --basis h.gbs --files 1 --path SYMBOLIC_KET --target c,ptx -o symbolic && ls symbolic
  h.c
  h.h
  h_0.c
  h_eri_s_s_s_s.ptx

Or those that brush tune wrote; a file of it that is damaged is refused.

  $ printf 'brush tuned 1\n# here\nf64 eri_s_s_s_s MD_KET 12.5 # ns\n\nf32 eri_s_s_s_s OS_KET 7\n' > h.tuned
  $ brush gen --basis h.gbs --files 1 --tuned h.tuned -o tuned
  $ brush gen --basis h.gbs --files 1 --path MD_KET -o untuned
  $ diff -r tuned untuned && echo same
  same

  $ for line in 'f64 eri_s_s_s_s' 'f16 eri_s_s_s_s OS_BRA 1' 'f64 s OS_BRA 1' 'f64 eri_s HGP 1' 'f64 eri_s OS_BRA 1s' 'f64 eri_s OS_BRA 1 2' 'f32 eri_s_s_s_s OS_BRA 1'; do (cat h.tuned; echo "$line") > bad.tuned; brush gen --basis h.gbs --tuned bad.tuned -o bad; done 2>&1 | grep error:
  bad.tuned:6: error: a line has a precision, a kernel, a path and a time [tuned]
  bad.tuned:6: error: 'f16' is neither f64 nor f32 [tuned]
  bad.tuned:6: error: 's' is no kernel [tuned]
  bad.tuned:6: error: 'HGP' is no path [tuned]
  bad.tuned:6: error: '1s' is no time [tuned]
  bad.tuned:6: error: a line has a precision, a kernel, a path and a time [tuned]
  bad.tuned:6: error: f32 eri_s_s_s_s stands there twice [tuned]

  $ echo brush > bad.tuned; brush gen --basis h.gbs --tuned bad.tuned -o bad; ls bad
  bad.tuned:1: error: the first line is not 'brush tuned 1' [tuned]
      1 | brush
  1 error generated.
  ls: cannot access 'bad': No such file or directory
  [2]

  $ brush gen --basis h.gbs --tuned h.tuned --path OS_BRA -o bad
  brush: error: --tuned and --path exclude each other [usage]
  1 error generated.
  [2]

  $ brush tune --basis h.gbs
  brush: error: -o FILE is missing [usage]
  1 error generated.
  [2]

What the paths cost:

  $ printf 'H 0\nP 1 1.0\n 1.0 1.0\n****\n' > p.gbs
  $ brush explain --basis p.gbs
  (p p|p p), with 1 and 1 primitive pairs, 1 Boys functions:
      path                  quartet  fused  pair   late   code     total    arith   loads  stores spills   (16)  loops live  bytes     cost
    * OS_BRA                    437    160    81    162    437       761      872     592     528     24    158    223   40   8784     2570  vertical recurrence, the bra first
      OS_KET                    437    160    81    162    437       761      872     623     564    109    272    223   58  10000     2675  vertical recurrence, the ket first
      TRANSFER_KET              529    325    81    162    529       853      961     654     562    162    337    223   65  11368     2826  electron transfer to the bra, vertical recurrence (only if asked for)
      TRANSFER_BRA              529    325    81    162    529       853      961     642     556    116    317    223   61  10856     2774  electron transfer to the ket, vertical recurrence (only if asked for)
      MD_BRA                    631    288    81    162    631       955     1066     694     597    134    317    224   66  12584     2931  McMurchie-Davidson, the bra first
      MD_KET                    618    293    81    162    618       942     1053     702     606    135    330    224   69  12624     2924  McMurchie-Davidson, the ket first
      OS_LOOPS                  475    306    81    162    130       799     1135    1588     636      0     12    615   20   5200     5492  vertical recurrence, the ket in loops over the bra
      MD_CUT_BRA                348    131   351    162    618       951     1065     652     582     87    203    216   72  13976     2818  McMurchie-Davidson, the ket first, and behind the bra's sum (only if asked for)
      MD_CUT_KET                361    126   351    162    631       964     1075     644     564     94    288    216   60  13904     2827  McMurchie-Davidson, the bra first, and behind the ket's sum (only if asked for)
      SYMBOLIC_BRA              163     21   320    675    839      1248     1353     908     761    129    354    293   74  19488     3741  symbolic: the bra's sum, the ket's, what depends on neither (only if asked for)
      SYMBOLIC_KET              163     21   320    675    839      1248     1353     875     782    143    398    293   63  19504     3751  symbolic: the ket's sum, the bra's, what depends on neither (only if asked for)
      SYMBOLIC_TRANSFER_BRA     180     21   404   1163   1386      1852     1957    1171     989    240    615    352   79  28680     4957  electron transfer to the bra, then as SYMBOLIC_BRA (only if asked for)
      SYMBOLIC_TRANSFER_KET     180     21   404   1166   1389      1855     1960    1227    1023    219    569    352   73  29256     4966  electron transfer to the ket, then as SYMBOLIC_KET (only if asked for)
      DIRECT_BRA                813    369    81      0    813       975     1082     590     497    182    399    206   63  13960     2826  McMurchie-Davidson for both shells of a side, the bra first (only if asked for)
      DIRECT_KET                789    378    81      0    789       951     1058     650     558    161    370    206   60  14568     2817  McMurchie-Davidson for both shells of a side, the ket first (only if asked for)
    OS_BRA: of those that need not be asked for, have code of up to 1000 operations
    and cost within 1 / 20 of the least, it has the smallest total
  (p p|p p), with 1 and 1 primitive pairs, 1 Boys functions, as 1 of 1 classes are:
      path                  quartet  fused  pair   late   code     total    arith   loads  stores spills   (16)  loops live  bytes     cost
      OS_BRA                    437    160    81    162    437       761      872     592     528     24    158    223   40   8784     2570  vertical recurrence, the bra first
      OS_KET                    437    160    81    162    437       761      872     623     564    109    272    223   58  10000     2675  vertical recurrence, the ket first
      TRANSFER_KET              529    325    81    162    529       853      961     654     562    162    337    223   65  11368     2826  electron transfer to the bra, vertical recurrence (only if asked for)
      TRANSFER_BRA              529    325    81    162    529       853      961     642     556    116    317    223   61  10856     2774  electron transfer to the ket, vertical recurrence (only if asked for)
      MD_BRA                    631    288    81    162    631       955     1066     694     597    134    317    224   66  12584     2931  McMurchie-Davidson, the bra first
      MD_KET                    618    293    81    162    618       942     1053     702     606    135    330    224   69  12624     2924  McMurchie-Davidson, the ket first
      OS_LOOPS                  475    306    81    162    130       799     1135    1588     636      0     12    615   20   5200     5492  vertical recurrence, the ket in loops over the bra
      MD_CUT_BRA                348    131   351    162    618       951     1065     652     582     87    203    216   72  13976     2818  McMurchie-Davidson, the ket first, and behind the bra's sum (only if asked for)
      MD_CUT_KET                361    126   351    162    631       964     1075     644     564     94    288    216   60  13904     2827  McMurchie-Davidson, the bra first, and behind the ket's sum (only if asked for)
      SYMBOLIC_BRA              163     21   320    675    839      1248     1353     908     761    129    354    293   74  19488     3741  symbolic: the bra's sum, the ket's, what depends on neither (only if asked for)
      SYMBOLIC_KET              163     21   320    675    839      1248     1353     875     782    143    398    293   63  19504     3751  symbolic: the ket's sum, the bra's, what depends on neither (only if asked for)
      SYMBOLIC_TRANSFER_BRA     180     21   404   1163   1386      1852     1957    1171     989    240    615    352   79  28680     4957  electron transfer to the bra, then as SYMBOLIC_BRA (only if asked for)
      SYMBOLIC_TRANSFER_KET     180     21   404   1166   1389      1855     1960    1227    1023    219    569    352   73  29256     4966  electron transfer to the ket, then as SYMBOLIC_KET (only if asked for)
      DIRECT_BRA                813    369    81      0    813       975     1082     590     497    182    399    206   63  13960     2826  McMurchie-Davidson for both shells of a side, the bra first (only if asked for)
      DIRECT_KET                789    378    81      0    789       951     1058     650     558    161    370    206   60  14568     2817  McMurchie-Davidson for both shells of a side, the ket first (only if asked for)
    * SINGLE_OS_BRA             437    160     0    162    437       599      710     335     285     24    156     41   40   7072     1166  vertical recurrence, the bra first, of one primitive quartet
      SINGLE_OS_KET             437    160     0    162    437       599      710     366     321    109    272     41   57   8288     1271  vertical recurrence, the ket first, of one primitive quartet
      SINGLE_MD_BRA             631    288     0    162    631       793      904     439     354    134    317     42   66  10888     1528  McMurchie-Davidson, the bra first, of one primitive quartet
      SINGLE_MD_KET             618    293     0    162    618       780      891     447     363    135    330     42   69  10928     1521  McMurchie-Davidson, the ket first, of one primitive quartet
      SINGLE_OS_LOOPS           475    306    81    162    130       718      973    1330     393      0     12    433   20   4760     4088  vertical recurrence, the ket in loops over the bra, of one primitive quartet
      UNROLLED_OS_BRA           415    160     0    162    415       577      680     328     289     26    144     41   45   6824     1137  vertical recurrence, the bra first, with constants
      UNROLLED_OS_KET           415    160     0    162    415       577      680     361     326    110    259     41   62   8056     1242  vertical recurrence, the ket first, with constants
      UNROLLED_MD_BRA           637    288     0    162    637       799      902     430     354    130    303     42   66  10768     1519  McMurchie-Davidson, the bra first, with constants
      UNROLLED_MD_KET           616    293     0    162    616       778      881     441     367    132    326     42   70  10808     1507  McMurchie-Davidson, the ket first, with constants
    SINGLE_OS_BRA: kernels for these classes alone that cost less than OS_BRA, the path for all
    on devices OS_BRA, one function of 560 operations

  $ brush explain --basis p.gbs --class '(dd|dd)'
  brush: error: the basis set has no class '(dd|dd)' [usage]
  1 error generated.
  [1]

What was read is not overwritten, whatever names it.

  $ mkdir to in; printf 'H 0\nS 1 1.0\n 1.0 1.0\n****\n' > in/h.gbs
  $ cp in/h.gbs h.kept; ln in/h.gbs to/hard.h; ln -s ../in/h.gbs to/soft.c
  $ cp in/h.gbs linked.h; ln -s . here
  $ try() { brush "$@" > said 2>&1; echo "$?: $(grep -o 'would.*' said)"; }
  > try gen --basis in/h.gbs --name hard -o to
  > try gen --basis in/h.gbs --name soft -o here/to
  > try gen --basis linked.h --name linked -o here
  > for name in in/h.gbs to/hard.h to/../to/soft.c "$PWD/in/h.gbs"; do
  >     try tune --basis in/h.gbs -o $name | cut -c -35
  > done
  2: would overwrite the basis set: to/hard.h and in/h.gbs are one file [usage]
  2: would overwrite the basis set: here/to/soft.c and in/h.gbs are one file [usage]
  2: would overwrite the basis set: here/linked.h and linked.h are one file [usage]
  2: would overwrite the basis set [u
  2: would overwrite the basis set: t
  2: would overwrite the basis set: t
  2: would overwrite the basis set: /
  $ brush tune --basis in/h.gbs -o log > log 2> said; echo "$?: $(cat said)"
  2: brush: error: the output would overwrite what is printed: log and - are one file [usage]
  1 error generated.
  $ cmp in/h.gbs h.kept && cmp linked.h h.kept && ls to
  hard.h
  soft.c
