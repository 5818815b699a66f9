What racersim says, and how it ends.

  $ cat > wrong.graph <<'END'
  > graph wrong
  > source a:i32 from A affine 1
  > b = iad a 1
  > sink b to B affine 1
  > END
  $ racersim wrong.graph
  wrong.graph:3:5: error: there is no operation 'iad' [racer-syntax]
      3 | b = iad a 1
        |     ^~~
  wrong.graph:3:5: note: did you mean 'iadd'?
  1 error generated.
  [1]
  $ cat > ring.graph <<'END'
  > graph ring
  > param bound:i32 = 9
  > source a:i32 i:i32 from A affine 1
  > merge x k = entry a i feedback xb kb
  > s = iadd x 3
  > c = ilt s bound
  > switch c ( s k ) then xb kb else o t
  > sink o t to R tag t
  > END
  $ cat > memory <<'END'
  > memory A 4 of i32 i32
  > 1 0
  > 5 1
  > 2 2
  > 7 3
  > END
  $ racersim ring.graph memory
  ring.graph:4:1: error: R1: the entry has priority over the feedback, so that the ring fills up and nothing in it can move [racer-rule]
      4 | merge x k = entry a i feedback xb kb
        | ^
  ring.graph:4:1: note: write 'feedback ... entry ...'
  1 error generated.
  [1]
  $ printf 'graph dead\nsource a:i32 from A affine 1\ns = iadd a t\nt = iadd s 1\nsink s to R tag s\n' > dead.graph
  $ racersim --check dead.graph
  dead.graph:3:1: error: R2: nothing can move along a cycle of 3 registers by s.1 [racer-rule]
      3 | s = iadd a t
        | ^
  dead.graph:3:1: note: let the cycle pass a merge by its feedback side, or a delay, or have more registers
  1 error generated.
  [1]
  $ sed 's/^t = .*/d = delay 1 s 0\nt = iadd d 1/' dead.graph > slow.graph
  $ racersim --check slow.graph 2>&1 | grep -E 'error:|note:'
  slow.graph:1:1: error: a cycle has fewer initial elements than full speed needs, so that no registers balance it [racer-rule]
  slow.graph:1:1: note: run it with --balance=off; --rate tells how fast it is then
  $ racersim --check --balance=off --rate slow.graph | tail -1
  5/1 = 5.0000 cycles a slot, limited by s t d
  $ printf 'memory A 30 of i32 i32\nramp 1 0 0 1\n' > many
  $ racersim --unproved ring.graph many --dot=wait.dot
  graph ring: stuck after 13 cycles, 20 registers
  source A: 7 of 30 elements, first in cycle 0, last in 12
  sink R: 0 of 30 elements, first in cycle -1, last in -1, displaced by 0 at most
  1.8571 cycles an element
  elements within: 7 at most, 3.77 on average
  of all cycles, in slots of two:   used blocked starved
    source a                        107.7%   53.8%    0.0%
    merge x                          92.3%   30.8%   30.8%
    switch xb                        15.4%   46.2%   53.8%
    sink R                            0.0%    0.0%  107.7%
  stuck in cycle 13
  oldest missing tag of R: 0
  6 registers wait for each other:
    x.1, element 5, waits for
    x to s.1, element 4, waits for
    k to xb.2, element 3, waits for
    k to xb.3, element 2, waits for
    k to xb.4, element 1, waits for
    xb.1, element 0, waits for
    x.1, element 5
  rule R1: write 'feedback ... entry ...': the feedback must have priority
  [3]
  $ head -3 wait.dot
  digraph wait {
    r0 [shape=box, label="x.1, element 5"];
    r0 -> r1;
  $ sed -i 's/entry a i feedback xb kb/feedback xb kb entry a i/' ring.graph
  $ racersim --check ring.graph
  R1 ring of merge x (line 4), closed by the switch of line 7: feedback first, 2 values
  R2 20 registers: each cycle of joins and copies holds an element and a place
  R3 4 streams: what meets at a node belongs together
  R4 sink to R: a place for every tag
  $ racersim --print --stages=ring=8 ring.graph
  graph ring
  param bound:i32 = 9
  source a:i32 i:i32 from A affine 1
  merge x k = feedback xb kb entry a i
  s = iadd x@3 3
  c = ilt s bound
  switch c ( s@1 k@6 ) then xb kb else o t
  sink o t to R tag t
  $ racersim --rate --balance=off ring.graph
  5/1 = 5.0000 cycles a slot, limited by xb c s x
  $ racersim --set=bound=20 ring.graph memory -o out && cat out
  graph ring: done after 65 cycles, 20 registers
  source A: 4 of 4 elements, first in cycle 0, last in 6
  sink R: 4 of 4 elements, first in cycle 34, last in 64, displaced by 3 at most
  16.2500 cycles an element
  first out in cycle 34, last in to last out 58 cycles, 0 between them
  elements within: 4 at most, 2.65 on average
  displacement of elements:
    up to 1          2
    up to 2          1
    up to 4          1
  of all cycles, in slots of two:   used blocked starved
    source a                         12.3%    4.6%   90.8%
    merge x                          70.8%   20.0%   46.2%
    switch xb                        70.8%    0.0%   66.2%
    sink R                           12.3%    0.0%   95.4%
  memory R 4 of i32 i32
  22 0
  20 1
  20 2
  22 3
  $ racersim --json=run.json --set=bound=20 ring.graph many | grep between; sed -n 3p run.json
  first out in cycle 44, last in to last out 44 cycles, 338 between them
   "fill": 44, "steady": 338, "drain": 44,
  $ racersim --max-cycles=3 ring.graph memory | head -1
  graph ring: limit after 3 cycles, 20 registers
  $ racersim --stages=fad=3 ring.graph
  --stages:1:1: error: an architecture has no 'fad' [racer-syntax]
  --stages:1:1: note: did you mean 'fadd'?
  1 error generated.
  [1]
  $ racersim --set=bond=3 ring.graph
  racersim: error: no value of a parameter: 'bond=3' [usage]
  racersim: note: write NAME=VALUE of a line 'param' of the graph
  1 error generated.
  [1]
  $ racersim ring.graph
  ring.graph:3:1: error: there is no memory 'A' [racer-data]
      3 | source a:i32 i:i32 from A affine 1
        | ^
  ring.graph:3:1: note: give it among the memories
  1 error generated.
  [1]
  $ racersim --fast ring.graph
  racersim: error: unknown option '--fast' [usage]
  racersim: note: racersim --help lists them
  1 error generated.
  [2]
  $ racersim none.graph
  none.graph: error: cannot be read: No such file or directory [file]
  1 error generated.
  [1]
  $ racersim --max-cycles=10x ring.graph memory
  racersim: error: not a number: '10x' [usage]
  racersim: note: write a whole number
  1 error generated.
  [2]
  $ racersim --hold=1,-2 ring.graph memory
  racersim: error: not a number: '-2' [usage]
  racersim: note: write a whole number
  1 error generated.
  [2]
  $ racersim --stall=99999999999999999999 ring.graph memory
  racersim: error: not a number: '99999999999999999999' [usage]
  racersim: note: write a whole number
  1 error generated.
  [2]
  $ racersim ring.graph memory -o ./memory
  racersim: error: the output file would overwrite a file of memories: ./memory and memory are one file [usage]
  1 error generated.
  [2]
  $ head -1 memory
  memory A 4 of i32 i32
  $ racersim --max-cycles=3 ring.graph memory >/dev/null
  [4]
  $ sed 's/iadd x 3/imin x 3/' ring.graph > endless.graph
  $ racersim --stall=1000 endless.graph memory > endless.out
  [4]
  $ head -1 endless.out
  graph ring: stalled after 1006 cycles, 20 registers
  $ sed 's/feedback xb kb entry a i/entry a i feedback xb kb/' ring.graph > bad.graph
  $ racersim --unproved bad.graph many -o none >/dev/null
  [3]
  $ [ -e none ]
  [1]
  $ printf 'graph far\nsource a:i32 from A affine 1\nb:i32 = request T a\nsink b to B affine 1\n' > far.graph
  $ printf 'memory A 2 of i32\n1\n2\nmemory T 2 of i32\nmemory B 2 of i32\n' > two
  $ racersim far.graph two -o none > far.out
  racersim: error: element 2 lies outside of memory 'T', which has 2 elements from 0 on [racer-data]
  1 error generated.
  [1]
  $ [ -e none ]
  [1]
  $ cat > pair.graph <<'END'
  > graph pair
  > source a:i32 from A affine 1
  > source b:i32 from B affine 1
  > c = iadd a b
  > sink c to C affine 1
  > END
  $ printf 'memory A 4 of i32\nmemory B 5 of i32\nmemory C 4 of i32\n' > sizes
  $ racersim --check pair.graph
  R2 4 registers: each cycle of joins and copies holds an element and a place
  R3 2 streams: what meets at a node belongs together
  R3 sources of lines 2 and 3 meet: their memories, A and B, must be of one size
  $ racersim pair.graph sizes
  pair.graph:3:1: error: this source meets that of line 2, but memory 'B' gives 5 and 'A' 4 [racer-data]
      3 | source b:i32 from B affine 1
        | ^
  pair.graph:3:1: note: give memories of one size
  1 error generated.
  [1]
  $ racersim /dev/zero
  /dev/zero: error: cannot be read: File too large [file]
  1 error generated.
  [1]
  $ racersim --check pair.graph > /dev/full
  racersim: error: cannot write standard output: No space left on device [file]
  1 error generated.
  [1]

What passes by a ring waits for nothing in it, and needs no registers there.

  $ cat > past.graph <<'END'
  > graph past
  > source a:f64 i:i32 from A affine 1
  > c = flt a 0.0
  > switch c ( a i ) then t ti else e ei
  > u = fmul t 2.0
  > join priority v vi = u ti or e ei
  > sink v vi to B tag vi
  > END
  $ racersim --print past.graph | grep join
  join priority v vi = u ti@5 or e ei
  $ racersim --rate past.graph
  2/1 = 2.0000 cycles a slot, limited by sink
  $ printf 'memory A 4 of f64 i32\n-1 0\n2 1\n-3 2\n4 3\nmemory B 4 of f64 i32\n' > signs
  $ racersim past.graph signs -o out > /dev/null; tail -4 out | tr '\n' ' '; echo
  -2 0 2 1 -6 2 4 3 

Of two zeros, -0 is the smaller one.

  $ cat > zero.graph <<'END'
  > graph zero
  > source a:f64 b:f64 from A affine 1
  > m = fmin a b
  > n = fmax a b
  > sink m n to B affine 1
  > END
  $ printf 'memory A 3 of f64 f64\n0 -0\n-0 0\nnan 1\nmemory B 3 of f64 f64\n' > zeros
  $ racersim zero.graph zeros -o out >/dev/null; cat out
  memory B 3 of f64 f64
  -0 0
  -0 0
  1 1
  $ racersim zero.graph zeros --verilog=rtl >/dev/null; ls rtl
  graph_zero.v
  racer_copy.v
  racer_cut.v
  racer_fchoose.v
  racer_forder.v
  racer_handshake.v
  racer_line.v
  racer_register.v
  racer_sink_unit.v
  racer_source_unit.v
  racer_sync.v
  test_zero.v
  zero.in0.hex
  zero.out0.hex
  zero.values.hex
  $ tail -1 rtl/zero.out0.hex
  000000000000000800000000000000023ff00000000000003ff0000000000000
  $ racersim --max-cycles=2 zero.graph zeros --verilog=none >/dev/null
  [4]
  $ [ -e none ]
  [1]
  $ racersim zero.graph zeros --verilog=zeros >/dev/null
  racersim: error: cannot write zeros/graph_zero.v: Not a directory [file]
  1 error generated.
  [1]
  $ cp zeros rtl/zero.in0.hex
  $ racersim zero.graph rtl/zero.in0.hex --verilog=rtl >/dev/null
  racersim: error: a file of --verilog would overwrite a file of memories [usage]
  1 error generated.
  [1]
  $ head -1 rtl/zero.in0.hex
  memory A 3 of f64 f64

A memory unit keeps the least, or greatest, of what comes to an element and what it was.

  $ cat > extreme.graph <<'END'
  > graph extreme
  > source a:i32 i:i32 from A affine 1
  > source b:f64 from B affine 1
  > c = igt a 0
  > sink a to M address i greatest when c
  > sink b to L over ( 4 ) step ( 0 ) base ( 0 ) least
  > END
  $ racersim --print extreme.graph | grep sink
  sink a@1 to M address i@2 greatest when c
  sink b to L over ( 4 ) least
  $ printf 'memory A 4 of i32 i32\n5 1\n-3 0\n9 1\n7 1\nmemory B 4 of f64\n2\n-0.5\n1\n3\n' > numbers
  $ printf 'memory M 2 of i32\n-7\n6\nmemory L 1 of f64\n1\n' >> numbers
  $ racersim extreme.graph numbers -o out > /dev/null; tr '\n' ' ' < out
  memory M 2 of i32 -7 9 memory L 1 of f64 -0.5 
  $ sed 's/ greatest//' extreme.graph > last.graph; racersim last.graph numbers > /dev/null
  racersim: error: tag 1 of memory 'M' came twice [racer-data]
  1 error generated.
  [1]
  $ sed 's/5 1$/5 2/' numbers > far; racersim extreme.graph far > /dev/null
  racersim: error: element 2 lies outside of memory 'M', which has 2 elements from 0 on [racer-data]
  1 error generated.
  [1]
  $ sed 's/^sink b.*/sink b to L affine 1 least/' extreme.graph > order.graph; racersim order.graph numbers 2>&1 | grep -E 'error:|note:'
  order.graph:6:22: error: 'least' and 'greatest' are for sinks to elements by loops or by address [racer-syntax]
  order.graph:6:22: note: write 'over' or 'address' before one of them

What registers do whatever the data are, for provers by induction.

  $ racersim --prove=ring.smt2 --balance=off ring.graph && sed -n '1,3p;$p' ring.smt2
  ; The control skeleton of graph ring. sat: it cannot get stuck; unsat: it can.
  (set-logic HORN)
  ; t2: a.1
  (check-sat)
  $ racersim --prove=ring.btor --balance=off ring.graph && sed -n '1,2p;$p' ring.btor
  ; The control skeleton of graph ring: can nothing move?
  1 sort bitvec 1
  1250 bad 685
  $ racersim --prove=ring.graph ring.graph
  racersim: error: the file of --prove would overwrite the graph [usage]
  1 error generated.
  [2]

A walk whose outer loop has no iterations is over at once.

  $ cat > walk.graph <<'END'
  > graph walk
  > param n:i64 = 0
  > array out:i64
  > source x:i64 y:i64 over ( n 3 )
  > z = iadd x y
  > sink z to out over ( n 3 ) step ( 3 1 ) base ( 0 )
  > END
  $ printf '%s\n' 'memory out 6 of i64' 7 7 7 7 7 7 > walk.memory
  $ racersim walk.graph walk.memory -o walk.out > /dev/null; echo $?; tail -n +2 walk.out | tr '\n' ' '
  0
  7 7 7 7 7 7 
  $ racersim --set=n=2 walk.graph walk.memory -o walk.out > /dev/null; echo $?; tail -n +2 walk.out | tr '\n' ' '
  0
  0 1 2 1 2 3 
