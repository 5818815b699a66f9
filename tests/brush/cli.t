The command line of brush.

  $ brush --version | sed 's/[0-9.]*$/N/'
  brush N

  $ brush --help
  Usage: brush gen --basis FILE [options] -o DIR
         brush explain --basis FILE [options]
  
  Writes kernels for the two-electron integrals over a Gaussian basis set.
  
    --basis FILE          the basis set, in Gaussian-94 or NWChem format
                          (required)
    --elements LIST       the elements, e.g. H,C,N,O (default: all that the basis
                          set has)
    --target LIST         any of c,ptx,cuda,opencl (default: c, which alone makes
                          a library)
    --precision LIST      f64, f32 or both (default: f64)
    --name NAME           what public names begin with (default: from the file's
                          name); the library for f32 is NAME_f32
    --files N             how many C files the kernels are put into (default: 4)
    --merge N             join neighbouring shells with equal exponents up to N
                          functions (default: 4; 0: none)
    --lanes N             quartets that a C kernel works on at once: 2, 4, 8, 16
                          or 32 (default: 8, 16 for f32)
    --class CLASS         explain: one class, e.g. "(sp sp|s s)" or "(pp|pp)"
    -o DIR                gen: where the files go; made if missing
    --help                print this help and exit
    --version             print the version and exit
  
  Exit status: 0 done, 1 the input was refused or a file could not be written,
  2 wrong usage.

Wrong usage is exit status 2.

  $ brush
  brush: error: a command is missing: gen or explain; see brush --help [usage]
  1 error generated.
  [2]

  $ brush make --basis x
  brush: error: 'make' is no command: gen and explain are [usage]
  brush: error: -o DIR is missing [usage]
  2 errors generated.
  [2]

  $ brush gen --basis x.gbs
  brush: error: -o DIR is missing [usage]
  1 error generated.
  [2]

  $ brush gen --basis x.gbs -o out --elements H,Qq --target c,fortran --precision f16 --lanes 3 --name 1x --files 0
  brush: error: --elements: 'Qq' is not an element [usage]
  brush: error: --target: 'fortran' is none of c, ptx, cuda, opencl [usage]
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

What is wrong with a basis set is said with file and line, and nothing is
written.

  $ printf 'H 0\nS 1 1.0\n -1.0 1.0\n****\n' > bad.gbs
  $ brush gen --basis bad.gbs -o out
  bad.gbs:3: error: an exponent must be positive, from 1e-12 to 1e12 [basis]
      3 |  -1.0 1.0
  1 error generated.
  [1]

  $ printf 'H 0\nS 1 1.0\n 1.0 1.0\n****\n' > h.gbs
  $ brush gen --basis h.gbs --elements H,C -o out
  h.gbs: error: the basis set has no element C [basis]
  1 error generated.
  [1]

  $ ls out
  ls: cannot access 'out': No such file or directory
  [2]

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
  hydrogen_f32.c
  hydrogen_f32.h
  hydrogen_f32_0.c
  hydrogen_f32_1.c
  hydrogen_f32_eri_s_s_s_s.cl
  hydrogen_f32_eri_s_s_s_s.cu
  hydrogen_f32_eri_s_s_s_s.ptx

A file in the way of the folder:

  $ brush gen --basis h.gbs -o h.gbs
  brush: error: cannot write h.gbs/h.h: Not a directory [file]
  1 error generated.
  [1]

What the paths cost:

  $ printf 'H 0\nP 1 1.0\n 1.0 1.0\n****\n' > p.gbs
  $ brush explain --basis p.gbs
  (p p|p p): operations per primitive quartet, without the Boys function
    * OS_BRA            437 (160 fused)  vertical recurrence, the bra first
      OS_KET            437 (160 fused)  vertical recurrence, the ket first
      TRANSFER_KET      529 (325 fused)  electron transfer to the bra, vertical recurrence (not stable)
      TRANSFER_BRA      529 (325 fused)  electron transfer to the ket, vertical recurrence (not stable)
      MD_BRA            631 (288 fused)  McMurchie-Davidson, the bra first
      MD_KET            618 (293 fused)  McMurchie-Davidson, the ket first

  $ brush explain --basis p.gbs --class '(dd|dd)'
  brush: error: the basis set has no class '(dd|dd)' [usage]
  1 error generated.
  [1]
