Graphs laid out on the array: what racersim says of them, and refuses.

  $ cat > chain.graph <<'END'
  > graph chain
  > source a:f64 from A affine 1
  > b = fmul a 2.0
  > c = fadd b a
  > sink c to B affine 1
  > END
  $ printf 'memory A 3 of f64\nramp 0 0 1 1\nmemory B 3 of f64\n' > memory
  $ racersim --bounds chain.graph
  bound fadd: 1 of 1024, 1 PEs
  bound fmul: 1 of 1024, 1 PEs
  bound local memory: 64 bits, 1 PEs
  bound ports: 2 of 128
  bound PEs: 1, by fadd
  $ racersim --place --stages=fabric=mesh chain.graph memory -o out > log && head -5 log && sed -n '/^links/,$p' log
  fabric mesh, 32 x 32 PEs; placed in 4 x 4 with seed 1, after 1 attempts; at least 1 PEs, by fadd
  wanted 2/1 = 2.0000 cycles a slot, limited by sink
  got    2/1 = 2.0000 cycles a slot, limited by sink
  uses 2 PEs (1 of them compute), 0 REs, 4 links, 2 ports
  program: 11 words, configured in 25 cycles before the data, reset in 5 behind them
  links: 4 have carried elements, in 14.2 % of their words' slots; the busiest: used, blocked, starved
    N of the PE at 0 0               14.2%    0.0%   35.7%
    E of the PE at 0 0               14.2%    0.0%   35.7%
    W of the PE at 0 1               14.2%    0.0%   35.7%
    E of the port at 0 -1            14.2%    0.0%   35.7%
  $ cat out
  memory B 3 of f64
  3
  6
  9
  $ racersim --place --stages=fabric=mesh --json=run.json chain.graph memory > /dev/null
  $ sed -n '/"program"/,$p' run.json
   "program": {"words": 11, "configure": 25, "reset": 5},
   "links": [
    {"name": "N of the PE at 0 0", "used": 0.142, "blocked": 0.000, "starved": 0.357},
    {"name": "E of the PE at 0 0", "used": 0.142, "blocked": 0.000, "starved": 0.357},
    {"name": "W of the PE at 0 1", "used": 0.142, "blocked": 0.000, "starved": 0.357},
    {"name": "E of the port at 0 -1", "used": 0.142, "blocked": 0.000, "starved": 0.357}],
   "pes": [
    {"row": 0, "column": 0, "used": 0.285, "blocked": 0.000, "starved": 0.715}]}
  $ racersim --place --stages=fabric=mesh --print chain.graph > placed.graph
  $ cat placed.graph
  graph chain
  source a:f64 from A affine 1 at 0 -1 port
  b = fmul a_in 2.0 at 0 0 fmul
  c = fadd b a_in@5 at 0 0 fadd
  sink c@1 to B affine 1 at -1 0 port
  a_in = sync ( a@1 ) at 0 0 sync
  route a: (0,-1) E : 1
  route b: (0,0) : 0
  route c: (0,0) N : 1
  route a_in: (0,0) : 1
  route a_in: (0,0) E W : 6
  $ racersim --stages=fabric=mesh --print placed.graph | cmp - placed.graph
  $ racersim --place --stages=fabric=mesh --print --page=page.html chain.graph | cmp - placed.graph
  $ grep -c '<polyline' page.html
  3
  $ grep -c 'type="range"' page.html
  0
  [1]
  $ racersim --place --stages=fabric=mesh --stages=rows=1 --stages=columns=2 --page=page.html chain.graph memory | grep done
  graph chain: done after 21 cycles, 22 registers
  $ grep -A2 -E 'type="range"|^<tr>' page.html | sed 's/.*"range"/"range"/'
  "range" min="0" max="1" value="0"></p>
  <script>const times=[[0,'b-'],
  [8,'c-']]</script>
  $ grep -o '<title>[0-9].*starved[^<]*' page.html | sort | uniq -c
        4 <title>2 of 4 words, of all words' slots: used 14.2 %, blocked 0.0 %, starved 35.7 %
        1 <title>3 values: used 28.5 %, blocked 0.0 %, starved 71.5 %
  $ racersim --place --stages=fabric=mesh --hold=0,100 chain.graph memory | grep -A1 busiest
  links: 4 have carried elements, in 2.8 % of their words' slots; the busiest: used, blocked, starved
    N of the PE at 0 0                2.8%    7.5%   39.6%
  $ racersim --place --seed=1 --stages=fabric=mesh --print chain.graph | cmp - placed.graph
  $ sed 's/^route b: .*/route b: (0,9) W : 3/' placed.graph > wrong.graph
  $ racersim --stages=fabric=mesh wrong.graph 2>&1 | grep -E 'error:|note:'
  wrong.graph:8:7: error: the route of 'b' does not begin where it is made, at 0 0 [racer-arch]
  wrong.graph:8:7: note: begin it where the value is made
  $ racersim --page=page.html chain.graph
  racersim: error: --page draws graphs that are laid out, which this is not: 'chain.graph' [usage]
  racersim: note: write --place as well, or give a graph with places
  1 error generated.
  [1]
  $ racersim --stages=fabric=grid chain.graph
  --stages:1:8: error: there is no fabric 'grid' [racer-syntax]
  --stages:1:8: note: write thesis or mesh
  1 error generated.
  [1]
  $ racersim --stages=re_least=9 --place chain.graph
  --stages: error: re_least is more than re_most [racer-arch]
  --stages: note: change one of the two lines
  1 error generated.
  [1]
  $ racersim --stages=re_least=0 --place chain.graph
  --stages:1:10: error: a number is 0, not from 1 to 64 [racer-syntax]
  1 error generated.
  [1]
  $ racersim --stages=rows=3 --place chain.graph
  --stages: error: rows and columns are no multiples of block [racer-arch]
  --stages: note: change one of the two lines
  1 error generated.
  [1]
  $ racersim --copies=2 chain.graph
  chain.graph:2:1: error: copies take elements from a source, and give them to a sink by 'tag' or 'address', as they overtake each other [racer-arch]
      2 | source a:f64 from A affine 1
        | ^
  chain.graph:2:1: note: read by 'affine' and write by 'tag', or write by 'address'
  1 error generated.
  [1]
  $ sed 's/affine 1$/tag c/' chain.graph | sed 's/A tag c/A affine 1/' > tag.graph
  $ racersim --copies=2 --scatter=2 --stages=fabric=mesh tag.graph memory -o out | grep -E 'done|source|sink'
  wanted 2/1 = 2.0000 cycles a slot, limited by sink
  got    2/1 = 2.0000 cycles a slot, limited by sink
  graph chain: done after 21 cycles, 48 registers
  source A: 2 of 2 elements, first in cycle 0, last in 2
  source A: 1 of 1 elements, first in cycle 0, last in 0
  sink B: 2 of 2 elements, first in cycle 18, last in 20, displaced by 1 at most
  sink B: 1 of 1 elements, first in cycle 18, last in 18, displaced by 1 at most
    source a_0                       19.0%    4.8%   90.5%
    sink B                           19.0%    0.0%   95.2%
    source a_1                        9.5%    0.0%  100.0%
    sink B                            9.5%    0.0%  100.0%
  $ cat out
  memory B 3 of f64
  3
  6
  9
  $ cat > loop.graph <<'END'
  > graph loop
  > source a:i32 from A affine 1
  > merge b = feedback c entry a
  > c = iadd b 1
  > sink b to B tag b
  > END
  $ racersim --place --unproved loop.graph
  loop.graph: error: the rings of the graph are not known, without which it cannot be laid out [racer-rule]
  loop.graph: note: drop --unproved to see why
  1 error generated.
  [1]
  $ racersim --copies=x chain.graph
  racersim: error: not a number: 'x' [usage]
  racersim: note: write a whole number
  1 error generated.
  [2]
  $ racersim --place --stages=fabric=mesh --stages=words=1 chain.graph
  chain.graph:2:1: error: the array has too little: words of a link for 'a', need 2, supply 1 [racer-arch]
      2 | source a:f64 from A affine 1
        | ^
  chain.graph:2:1: note: take wider links (words), or a narrower type
  1 error generated.
  [1]
  $ racersim --bounds --stages=fadd_units=0 --stages=fadd_plain_units=0 chain.graph 2>&1 | grep -E 'error:|note:'
  chain.graph:4:1: error: the array has too little: units 'fadd', need 1, supply 0 [racer-arch]
  chain.graph:4:1: note: take a larger array (rows, columns), one with more of them a PE (fadd_units), or split the program
  $ racersim --bounds --stages=ports=1 chain.graph 2>&1 | grep -E 'error:|note:'
  chain.graph:2:1: error: the array has too little: ports, need 2, supply 1 [racer-arch]
  chain.graph:2:1: note: take a larger array (rows, columns), one with more ports (ports), or split the program
  $ racersim --bounds --stages=local_bits=0 chain.graph 2>&1 | grep -E 'error:|note:'
  chain.graph:3:1: error: the array has too little: bits of a PE's local memory, need 64, supply 0 [racer-arch]
  chain.graph:3:1: note: take PEs that have more (local_bits)
  $ sed 's/at 0 0 fmul/at 0 0 fmool/;s/at [0-9]* [0-9]* fmul/at 0 0 fmool/' placed.graph > unit.graph
  $ racersim unit.graph 2>&1 | grep error:
  unit.graph:3:26: error: there is no unit 'fmool' [racer-syntax]
  $ racersim --print-arch --stages=megahertz=800 | grep -E 'architecture|fabric|mega'
  architecture thesis
  fabric thesis
  megahertz 800
  $ cat > order.graph <<'END'
  > graph order
  > source a:f64 from A affine 1 every 3
  > sink a to B affine 1
  > END
  $ racersim order.graph memory 2>&1 | grep -E 'error:|note:'
  order.graph:2:1: error: every 3 of 3 elements does not pass all of them [racer-data]
  order.graph:2:1: note: take a number without a common divisor, a prime for example
  $ cat > shares.graph <<'END'
  > graph shares
  > source a:f64 from A affine 1 every 2 share 0 of 2
  > source b:f64 from A affine 1 every 2 share 1 of 2
  > c = fmul a a
  > sink c a to C tag a every 2 share 0 of 2
  > d = fadd b b
  > sink d b to C tag b every 2 share 1 of 2
  > END
  $ racersim shares.graph memory -o out > log && head -5 log && cat out
  graph shares: done after 11 cycles, 30 registers
  source A: 2 of 2 elements, first in cycle 0, last in 2
  source A: 1 of 1 elements, first in cycle 0, last in 0
  sink C: 2 of 2 elements, first in cycle 8, last in 10, displaced by 1 at most
  sink C: 1 of 1 elements, first in cycle 8, last in 8, displaced by 1 at most
  memory C 3 of f64 f64
  1 1
  4 2
  6 3
  $ sed 's/share 1 of 2$/share 1 of 3/' shares.graph > other.graph
  $ racersim other.graph memory 2>&1 | grep -E 'error:|note:'
  other.graph:7:1: error: two sinks go to 'C' [racer-invalid]
  other.graph:7:1: note: give each sink a memory, or a 'share' of one, of its own

Two programs on one array: the second one is led around the first, which keeps its
places, and both run at once. What both call the same is renamed, but for memories.

  $ sed 's/ B / C /;s/2.0/3.0/;s/graph chain/graph again/' chain.graph > again.graph
  $ racersim --place --stages=fabric=mesh --beside=placed.graph --print again.graph > both.graph
  $ grep -c -x -F -f placed.graph both.graph && wc -l < placed.graph
  11
  11
  $ grep -E '^(source|sink)' both.graph
  source a:f64 from A affine 1 at 0 -1 port
  sink c@1 to B affine 1 at -1 0 port
  source a_2:f64 from A affine 1 at 1 -1 port
  sink c_2@1 to C affine 1 at 2 -1 port
  $ printf 'memory C 3 of f64\n' > third
  $ racersim --stages=fabric=mesh both.graph memory third -o out > log && tr '\n' ' ' < out
  memory B 3 of f64 3 6 9 memory C 3 of f64 4 8 12 
  $ racersim --place --beside=chain.graph again.graph
  racersim: error: --beside=FILE is a graph with places, and the other one has none [usage]
  racersim: note: lay it out first: racersim --place --print GRAPH
  1 error generated.
  [1]

How many PEs are too few is known by branch and bound.

  $ racersim --least --stages=fabric=mesh chain.graph memory | sed -n 2p
  fewest: 0 PEs are too few, by branch and bound, and 1 compute: the fewest
  $ sed 's/^c = .*/d = fmul b b\ne = fmul d b\nc = fadd e a/' chain.graph > long.graph
  $ racersim --least --stages=fabric=mesh long.graph memory | sed -n 2p
  fewest: 2 PEs are too few, by branch and bound, and 4 compute

Values that many nodes take: out of a PE lead fewer links than one for each.

  $ cat > fan.sh <<'END'
  > printf 'graph fan\nsource a:i64 from A affine 1\ns0 = iadd a 1\n'
  > for k in 0 1 2; do
  >     for j in 1 2 3 4 5; do echo "p$k$j = imul s$k $j"; done
  >     printf "q$k = iadd p${k}1 p${k}2\nr$k = iadd q$k p${k}3\nt$k = iadd r$k p${k}4\n"
  >     echo "s$((k + 1)) = iadd t$k p${k}5"
  > done
  > echo 'sink s3 to B affine 1'
  > END
  $ sh fan.sh > fan.graph
  $ printf 'memory A 3 of i64\nramp 0 0 1 1\nmemory B 3 of i64\n' > whole
  $ racersim --place --seconds=20 fan.graph whole -o out | grep ^got
  got    2/1 = 2.0000 cycles a slot, limited by sink
  $ cat out
  memory B 3 of i64
  6750
  10125
  13500

Each port configures what is nearest to it, and activates it.

  $ cat > two.graph <<'END'
  > graph two
  > source a:i32 from A affine 1 at -1 0 port
  > source b:i32 from B affine 1 at 0 -1 port
  > c = iadd a@1 b@2 at 0 0 integer
  > sink c@1 to C affine 1 at 1 0 port
  > route a: (-1,0) S : 1
  > route b: (0,-1) E : 2
  > route c: (0,0) S : 1
  > END
  $ printf 'memory A 2 of i32\nmemory B 2 of i32\nmemory C 2 of i32\n' > pair
  $ racersim --stages=fabric=mesh --stages=rows=1 --stages=columns=1 --stages=block=1 two.graph pair | grep program
  program: 7 words, configured in 15 cycles before the data, reset in 5 behind them
  $ racersim --stages=fabric=mesh --stages=rows=1 --stages=columns=1 --stages=block=1 --stages=pe_program=9 two.graph pair | grep program
  program: 11 words, configured in 23 cycles before the data, reset in 5 behind them
  $ racersim --stages=fabric=mesh --stages=rows=1 --stages=columns=1 --stages=block=1 --stages=words=3 two.graph pair | grep program
  program: 7 words, configured in 27 cycles before the data, reset in 7 behind them

A search that finds no places ends, and says what failed last; what it finds in time does
not depend on how long it may take.

  $ cat > many.sh <<'END'
  > printf 'graph many\nsource a:f64 from A affine 1\nv0 = fmul a a\n'
  > for k in $(seq 1 40); do
  >     echo "v$k = fadd v$((k - 1)) v$((k * 7 % 13 % k))"
  > done
  > echo 'sink v40 to B affine 1'
  > END
  $ sh many.sh > many.graph
  $ racersim --place --seconds=1 many.graph 2>&1 | sed -n '1s/seconds, in .*last: .* \[/... [/p;4p'
  many.graph:2:1: error: no places within 1 ... [racer-arch]
  many.graph:2:1: note: allow more by --seconds, take a larger array (rows, columns), wider links (words) or another --seed
  $ racersim --place --seconds=0 --stages=fabric=mesh --print chain.graph | cmp - placed.graph
  $ racersim --place --seconds=soon chain.graph
  racersim: error: not a number: 'soon' [usage]
  racersim: note: write a whole number
  1 error generated.
  [2]

Gates pair up by name: a name for those of the second program is one that no gate of
the first has.

  $ cat > ring.graph <<'END'
  > graph ring
  > source a:i32 from A affine 1
  > w = gate 4 g ( a )
  > merge x = feedback o entry w
  > p = ilt x 5
  > q = iadd x 1
  > switch p ( q ) then o else z
  > s = ungate g ( z )
  > sink s to B tag s
  > END
  $ sed 's/ g (/ g_ (/; s/to B/to C/' ring.graph > gates.graph
  $ racersim --place --stages=fabric=mesh --print gates.graph > first.graph
  $ racersim --place --stages=fabric=mesh --beside=first.graph --print ring.graph > two.graph
  $ grep -o '[a-z]*gate [4 ]*g[^ ]*' two.graph
  gate 4 g_
  ungate g_
  gate 4 g__
  ungate g__
