The passes of the pipeline: their table, the region after one of them, and
without some.

  $ hedrac --passes | grep -c .
  62
  $ hedrac --passes | grep -E ' (partition|expansion|fusion|unroll_jam|lower|math) '
  rewrite   partition         required  parts the region where a loop that ends by data runs on the host
  analyse   expansion         optional  temporaries are renamed, and get an element for each iteration
  schedule  fusion            optional  which loops are joined, by bytes and parallelism, for each target
  map       unroll_jam        optional  GPU: a thread has several points, whose sums stay in registers
  lower     lower             required  the bodies of the kernels
  kir       math              required  PTX, OpenCL: functions that the target lacks, warps as it has them
  $ cat > twice.c <<'END'
  > void twice(int n, float a[restrict n])
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[i] *= 2;
  > }
  > END
  $ hedrac --dump=domain,dependence,schedule twice.c
  # after domain: original
  domain: "[n] -> { S0[i0] : 0 <= i0 < n }"
  child:
    schedule: "[n] -> [{ S0[i0] -> [(i0)] : 0 <= i0 < n }]"
  
  # after domain: instances and accesses
  S0, line 5
    domain [n] -> { S0[i0] : 0 <= i0 < n }
    read   [n] -> { S0[i0] -> a[i0] : 0 <= i0 < n }
    write  [n] -> { S0[i0] -> a[i0] : 0 <= i0 < n }
  context [n] -> {  :  }
  assumed [n] -> {  :  }
  
  # after dependence
  flow [n] -> {  }
  anti and output [n] -> {  }
  
  # after schedule: scheduled
  domain: "[n] -> { S0[i0] : 0 <= i0 < n }"
  child:
    schedule: "[n] -> [{ S0[i0] -> [(i0)] }]"
    permutable: 1
    coincident: [ 1 ]
  
  $ hedrac --dump=storage twice.c -o storage.txt; cat storage.txt; ls
  # after storage
  a: the caller's
  
  storage.txt
  twice.c
  $ hedrac --dump=footprint twice.c | grep '^host\|^# '
  # after footprint
  host hedra_twice_1_ranges line 3 {
  $ hedrac --emit=kir twice.c | awk '/^module/ { n++ } n < 2' >twice.kir
  $ hedrac --dump=optimise,check twice.kir | grep '^#'
  # after optimise
  # after check
  $ hedrac --without=scheduler,optimise --dump=scheduler,schedule twice.c
  # after schedule: scheduled
  domain: "[n] -> { S0[i0] : 0 <= i0 < n }"
  child:
    schedule: "[n] -> [{ S0[i0] -> [(i0)] : 0 <= i0 < n }]"
    permutable: 1
    coincident: [ 1 ]
  

Names that are none, and what cannot be left out:

  $ hedrac --dump=fuse twice.c 2>&1 | cut -c1-72
  hedrac: error: '--dump=': 'fuse' is no pass [usage]
  hedrac: note: passes: partition, whole_body, unflatten, array_privatize,
  1 error generated.
  $ hedrac --dump=fuse twice.c 2>/dev/null
  [2]
  $ hedrac --without=fusion,domain twice.c 2>&1 | cut -c1-72
  hedrac: error: '--without=': 'domain' cannot be left out [usage]
  hedrac: note: optional passes: whole_body, unflatten, array_privatize, a
  1 error generated.
  $ hedrac --without= twice.c 2>&1 | cut -c1-72
  hedrac: error: '--without=' needs PASS[,PASS...] [usage]
  1 error generated.
  $ hedrac --dump=fusion --emit=kir twice.c
  hedrac: error: --dump goes with none of --run, --tune, --emit, -MD and --explain=html [usage]
  1 error generated.
  [2]
  $ hedrac --dump=fusion --run twice.c
  hedrac: error: --dump goes with none of --run, --tune, --emit, -MD and --explain=html [usage]
  1 error generated.
  [2]
