  $ hedrac --help
  Usage: hedrac [options] file.c
         hedrac --run [options] file.c [-- argument...]
         hedrac --tune [options] file.c [-- argument...]
  
  Turns the loop nests of a C file that are marked with #pragma hedra or
  #pragma scop into GPU and host kernels, and writes a C file that holds them.
  Compile that with any C compiler and link with -lhedra. A .scop or .kir file
  will do instead of C with --emit.
  
  What is written:
    -o FILE                 write FILE; '-' is standard output. Without it,
                            name.c gives name.hedra.c in the same folder, and
                            --emit prints to standard output
    --emit=FORM             print one form instead of the C file that holds them
                            all: c, cuda, ptx, opencl, racer, racer-placed, dot,
                            kir, scop or schedule; or openmp: the whole source as
                            plain C with pragmas of OpenMP, which needs no
                            library; or verilog: files in the folder that -o
                            names, which racersim makes with the arguments behind
                            '--': --set=NAME=VALUE for parameters, files of
                            arrays
    --dump=PASS[,PASS...]   print each region after these passes (--passes lists
                            them) instead of the C file
    --targets=LIST          what the C file holds: any of ptx,opencl,host
                            (default: all three), or of racer,host: graphs of a
                            data-stream array in place of what GPUs run
    --report=json:FILE      write what became of each region, and why, as JSON;
                            '-' is standard output
    --run                   compile, link and run the program; its arguments
                            follow '--', its exit status is returned. $CC
                            (default: cc) compiles
    -MD                     write a dependency file for make, as gcc does
    -MMD                    the same without system headers
    -MF FILE                name the dependency file (default: the output's name
                            ending in .d)
    -MT TARGET              name the target in the dependency file (default: the
                            output)
    -MP                     add a rule without prerequisites for each header
  
  How the source is read:
    -I DIR                  look for headers in DIR
    -isystem DIR            look for system headers in DIR
    -iquote DIR             look for headers that are included with quotes in DIR
    -include FILE           read FILE before the source
    -D NAME[=TEXT]          define a macro
    -U NAME                 undefine a macro
    -std=NAME               the C standard, e.g. gnu11
    -pthread                as in the C compiler
    -fFLAG                  as in the C compiler
    -mFLAG                  as in the C compiler
    -OLEVEL                 as in the C compiler
    -gLEVEL                 as in the C compiler; the PTX names the lines of the
                            source, too
  
  What the code is like:
    -ffp-contract=on|off|fast
                            may a*b+c be rounded once: within an expression (on,
                            the default), never (off) or everywhere (fast)
    --reassociate           sums and products of floats may be computed in
                            another order, in every region: as the clause
                            reassociate has it
    --layout=KIND           while a region runs, its arrays of 2 dimensions or
                            more lie in this order: as the clause layout has it
    --arch=sm_NN            the oldest GPU that the PTX is for (default: sm_75)
    --racer=FILE            the data-stream array that --emit=racer,
                            racer-placed, verilog and dot, --targets=racer and
                            --explain with these are for: lines that racersim
                            --print-arch prints
    --racer-copies=N|max    --emit=racer-placed lays out so many copies of each
                            graph, which share its elements; max: as many as the
                            array has room for
    --compile-serial        compile also the regions in which nothing, or too
                            little, can run in parallel: they then run where
                            their data lies
    --check-independent     test the clause independent when the program runs:
                            regions that have it run in C's order, on the host,
                            and iterations that meet are reported
    --keep-refused          leave regions that cannot be compiled as they are,
                            with a warning in place of the error, and compile the
                            others
    --accept=omp,acc        take the loops that pragmas of OpenMP (parallel for,
                            for, simd) and OpenACC (parallel, kernels, loop)
                            mark, too; as with --keep-refused, those that cannot
                            be compiled stay as they are
    --approximate-dependences
                            over-approximate dependences: take two accesses that
                            may meet for dependent in the original order, without
                            asking which of them meets which: quicker to compile,
                            and less runs in parallel
    --plan-window=SLICES|all
                            how far a Plan by levels may move points ahead of the
                            static schedule; 0: such Plans are not made (default:
                            all)
    --plan=auto|guard|compact
                            how points under a filter are walked: by the share of
                            them that are active (auto, the default), each
                            testing its guard, or by a list of the active ones,
                            which is made when the nest starts
    --sweeps=auto|NUMBER    how many sweeps of a stencil, in whole steps of its
                            loop over time, a GPU does in one launch: as many as
                            a model of the traffic says (auto, the default), each
                            by itself (1), or about that many
    --choose=NAME=N[,NAME=N...]
                            take these decisions in place of the model, and of
                            what was tuned, in every region: what a tuning file
                            notes, such as gpu.2.x=16,fuse=1
    --without=PASS[,PASS...]
                            leave these optional passes out: other code that
                            computes the same, to find which one makes a
                            difference
    --max-operations=NUMBER
                            give a region up after that many operations of the
                            integer set library; 0 is no limit
    --max-seconds=NUMBER    give a region up, or a part of its analysis, after
                            that much processor time; 0 is no limit (default: 8)
  
  Tuning by measurements:
    --tune                  build and run the program with other tiles, blocks
                            and orders of loops than the model has it, measure
                            each region, and note what was better; its arguments
                            follow '--', HEDRA_DEVICE says where it runs
    --tune=model|exhaustive|random|evolutionary
                            what is tried: the best few that the model predicts
                            (model, as without it), all, some by chance, or
                            offspring of the best so far
    --tune-seconds=NUMBER   begin nothing new after that many seconds (default:
                            60)
    --tune-count=NUMBER     measure at most that many for each region (default: 8
                            of the model's, 24 by chance; exhaustive has no
                            limit)
    --tune-seed=NUMBER      begin chance with another number (default: 1)
    --tune-build=COMMAND    the shell command that makes the program
                            $HEDRA_PROGRAM of the C file $HEDRA_SOURCE, in place
                            of $CC alone
    --tuned=FILE|none       what --tune writes and all other calls read (default:
                            name.hedra.tune in the source's folder; it need not
                            be there)
    --tuned-for=TEXT        of what is noted for GPUs, follow that for devices
                            whose names hold TEXT (default: the newest)
  
  Messages:
    --explain               say of each region what runs where, what limits it
                            and what would help, in five lines, then what became
                            of each loop, and why
    --explain=all|html[:FILE]
                            all: also of plans that are not taken; html: as one
                            page with pictures of domains, dependences, tiles and
                            plans; without FILE, name.c gives name.hedra.html
    --assume-size=NAME=N[,NAME=N...]
                            the sizes that --explain takes as an example, in
                            place of small ones, and counts accesses to memory
                            for
    --counts=FILE           show what the device ptxsim counted, as
                            HEDRA_COUNT=json:FILE wrote it, beside the
                            predictions of the page
    --color=auto|always|never
                            when to use colours (default: auto, on terminals)
    -w                      no warnings
    -Werror                 warnings are errors
    -Wno-NAME               leave out the warnings or remarks of this name (it
                            stands in brackets behind each)
    -WNAME                  print them again; names that are not hedrac's are for
                            the C front end
    -v                      print the commands that --run runs
  
  Other:
    --help                  print this text
    --passes                print the passes that a region goes through, in order
    --version               print the version
  
  Exit status: 0 done; 1 errors in the source, or a file that cannot be read or
  written (nothing is written then); 2 wrong command line; 3 an error in hedrac
  itself.
  $ hedrac --version | sed 's/[0-9.]*$/VERSION/'
  hedrac VERSION

Both print even when there is more to do.

  $ hedrac --version a.c | cut -d' ' -f1
  hedrac
  $ hedrac --help | awk 'length > 79'
