Tuning: candidates are measured, by the counts of the simulator, which are the
same on every machine.

  $ cat > turned.c <<'EOF'
  > #include <stdio.h>
  > static double a[40][40], b[40][40], c[40][40];
  > int main(void)
  > {
  >     for (int i = 0; i < 40; i++)
  >         for (int j = 0; j < 40; j++)
  >             a[i][j] = i + j, b[i][j] = i - j;
  > #pragma hedra
  >     for (int i = 0; i < 40; i++)
  >         for (int j = 0; j < 40; j++)
  >             c[j][i] = a[i][j] + b[i][j];
  >     printf("%g\n", c[39][39]);
  >     return 0;
  > }
  > EOF
  $ cat > tune <<'EOF'
  > HEDRA_DEVICE=ptxsim exec hedrac --tune "$@"
  > EOF
  $ sh tune --tune-count=3 turned.c > summary; sed 's/refused; .*/refused; .../' summary
  turned.c:8: main: ptxsim, sm_80: 4 measured, 0 refused; ...
  $ cut -d' ' -f1 turned.hedra.tune | tr '\n' ' '
  hedra-tuning  region name device sizes choice seconds model limit measured end 
  $ awk '$1 == "seconds" { best = $2 } $1 == "model" { print 0 < best && best < $2 }' turned.hedra.tune
  1

Later compiles follow the file, and the kernel has the sizes that were chosen.

  $ hedrac turned.c -o tuned.c; hedrac --tuned=none turned.c -o plain.c
  $ cmp -s tuned.c plain.c
  [1]
  $ cat > blocks <<'EOF'
  > block() { grep -oE '"hedra_main_1_k0", "[a-z]*", \{[0-9]+, [0-9]+' $1 | head -1 | grep -oE '[0-9]+, [0-9]+$'; }
  > size() { grep -oE "gpu.2.$1=[0-9]+" turned.hedra.tune | grep -oE '[0-9]+$' || echo $2; }
  > model=$(block plain.c)
  > [ "$(block tuned.c)" = "$(size x ${model%, *}), $(size y ${model#*, })" ] && echo as chosen
  > EOF
  $ bash blocks
  as chosen
  $ hedrac --choose=gpu.2.x=64,gpu.2.y=1 turned.c -o tuned.c
  $ bash -c '. ./blocks > /dev/null; block tuned.c'
  64, 1
  $ hedrac --explain turned.c -o tuned.c 2>&1 | grep 'hedra.tune: on' | sed 's/ [0-9.e-]* s/ N s/g; s/, gpu.* was/, CHOICE was/; s/limited by .*/limited by .../'
  turned.c:8:1: remark: turned.hedra.tune: on ptxsim, sm_80, CHOICE was the best of 4 measured: N s, and the model's choice N s; limited by ...
  $ hedrac turned.c -o tuned.c -MMD; cat tuned.d
  tuned.c: turned.c \
    turned.hedra.tune

What a region computes is its key: names and places may change, the nest may not.

  $ sed -e 's/main(void)/main(int n, char **v)/' -e '1i /* moved */' turned.c > moved.c
  $ hedrac --explain --tuned=turned.hedra.tune moved.c -o /dev/null 2>&1 | grep -c 'hedra.tune: on'
  1
  $ sed 's/ + b/ - b/' turned.c > other.c
  $ hedrac --tuned=turned.hedra.tune other.c -o /dev/null 2>&1 | head -1
  other.c: warning: turned.hedra.tune notes nothing of any region of this file: what they compute has changed, or they were never tuned [tile-size]
  $ hedrac --explain --targets=host turned.c -o /dev/null 2>&1 | grep -c 'hedra.tune: on'
  0
  [1]
  $ hedrac --explain --tuned-for=H200 turned.c -o /dev/null 2>&1 | grep -c 'hedra.tune: on'
  0
  [1]

Chance begins in the same way, and so it ends.

  $ sh tune --tune=random --tune-count=2 --tuned=1.tune turned.c | grep -o '. measured'
  3 measured
  $ sh tune --tune=random --tune-count=2 --tuned=2.tune turned.c > again; cmp 1.tune 2.tune
  $ sh tune --tune=evolutionary --tune-count=4 --tuned=3.tune turned.c | grep -o '. measured, . refused'
  5 measured, 0 refused

The budget: nothing but the model's choice is measured when no time is left.

  $ sh tune --tune=exhaustive --tune-seconds=0 --tuned=4.tune turned.c | sed "s/: [0-9.e-]* s/: N s/"
  turned.c:8: main: ptxsim, sm_80: 1 measured, 0 refused; the model's choice is the best: N s
  $ sh tune --tune=exhaustive --tune-count=1 --tuned=4.tune turned.c | grep -o '. measured'
  2 measured
  $ grep -c ^region 4.tune
  1

Files that are not as they should be.

  $ cat > check <<'EOF'
  > hedrac --tuned=$1 turned.c -o /dev/null 2>&1 | head -1 |
  >     sed 's/checksum is .* and/checksum is X and/; s/not [0-9a-f]*:/not Y:/'
  > EOF
  $ sed 's/^model [0-9]/&7/' turned.hedra.tune > bad; sh check bad
  bad:12: error: the entry's checksum is X and not Y: the file is damaged, or was edited [tuned]
  $ sed 's/^choice .*/choice gpu.2.x=4096/' turned.hedra.tune > bad; sh check bad
  bad:7: error: 'gpu.2.x=4096': expected 1 to 1024 [tuned]
  $ sed 's/^choice .*/choice speed=11/' turned.hedra.tune > bad; sh check bad
  bad:7: error: 'speed' is no choice [tuned]
  $ sed 's/^choice .*/choice gpu.2.x=8 gpu.2.x=8/' turned.hedra.tune > bad; sh check bad
  bad:7: error: 'gpu.2.x' comes twice [tuned]
  $ sed 's/^seconds .*/seconds soon/' turned.hedra.tune > bad; sh check bad
  bad:8: error: 'soon' is not the number that 'seconds' needs [tuned]
  $ sed 's/^sizes.*/sizes n=/' turned.hedra.tune > bad; sh check bad
  bad:6: error: 'n=' is no size [tuned]
  $ sed 's/^region .*/region 12/' turned.hedra.tune > bad; sh check bad
  bad:3: error: a region's key has 16 hexadecimal digits [tuned]
  $ grep -v ^device turned.hedra.tune > bad; sh check bad
  bad:5: error: expected 'device' [tuned]
  $ head -5 turned.hedra.tune > bad; sh check bad
  bad:5: error: the file ends where 'sizes' is expected [tuned]
  $ sed 's/-tuning 1/-tuning 2/' turned.hedra.tune > bad; sh check bad
  bad:1: error: 'hedra-tuning 2': this hedrac reads 'hedra-tuning 1'; tune again [tuned]
  $ sh check turned.c
  turned.c:1: error: this is no tuning file of hedrac: it does not begin with 'hedra-tuning 1' [tuned]
  $ printf 'hedra-tuning 1\0' > bad; sh check bad
  bad: error: this is no tuning file of hedrac: it is no text [tuned]
  $ : > bad; sh check bad
  bad:1: error: this is no tuning file of hedrac: it does not begin with 'hedra-tuning 1' [tuned]
  $ sh check absent
  hedrac: error: cannot read absent: No such file or directory [file]
  $ echo > other.h
  $ sh tune --tune-count=1 --tuned=other.h turned.c 2>&1 | head -1
  other.h:1: error: this is no tuning file of hedrac: it does not begin with 'hedra-tuning 1' [tuned]
  $ sh tune --tune-count=1 --tuned=turned.c turned.c 2>&1 | head -1
  hedrac: error: the tuning file would overwrite the source [usage]

Results are compared with the plain nest's: what is not right is no candidate.

  $ cat > wrong.c <<'EOF'
  > static int p[64], y[1];
  > int main(void)
  > {
  > #pragma hedra injective(p)
  >     for (int i = 0; i < 64; i++)
  >         y[p[i]] = y[p[i]] * 3 + i;
  >     return 0;
  > }
  > EOF
  $ sh tune wrong.c 2>&1 | head -1 | sed "s/: [-0-9]* in/: N in/"
  wrong.c:4:1: error: ptxsim, sm_80 gives other results than the plain nest: element 0 of 'y' differs [tuned]
  $ ls wrong.hedra.tune
  ls: cannot access 'wrong.hedra.tune': No such file or directory
  [2]

Memory that a region shares with others, scalars and kept arrays come back as
they were.

  $ cat > state.c <<'EOF'
  > #include <stdio.h>
  > struct point { float x; int tag; };
  > static struct point at[500];
  > static int half[500];
  > int main(void)
  > {
  >     int last;
  >     for (int i = 0; i < 500; i++)
  >         at[i] = (struct point){i, i};
  > #pragma hedra data(at)
  >     {
  >         for (int round = 0; round < 2; round++) {
  > #pragma hedra
  >             for (int i = 0; i < 500; i++)
  >                 at[i].x = at[i].x * 0.5f + 1;
  >         }
  >     }
  > #pragma hedra
  >     for (last = 0; last < 500; last++)
  >         half[last] = last / 2;
  >     printf("%g %d %d %d\n", at[499].x, at[499].tag, half[499], last);
  >     return !(at[499].x == 126.25f && at[499].tag == 499 && last == 500);
  > }
  > EOF
  $ sh tune --tune-count=1 state.c | sed 's/; .*/; .../'
  state.c:13: main: ptxsim, sm_80: 2 measured, 0 refused; ...
  state.c:18: main: ptxsim, sm_80: 2 measured, 0 refused; ...
  $ HEDRA_DEVICE=host hedrac --tune --tune-count=1 state.c | sed 's/host, .*: \([0-9]*\) measured/host: \1 measured/; s/; .*/; .../'
  state.c:13: main: host: 1 measured, 0 refused; ...
  state.c:18: main: host: 1 measured, 0 refused; ...
  $ hedrac --run state.c
  126.25 499 249 500

A program in several files; one that does not come to a region, or fails.

  $ sed 's/int main(void)/int turned(void)/' turned.c > part.c
  $ echo 'int turned(void); int main(int argc, char **argv) { return argc > 1 ? turned() : 0; }' > rest.c
  $ cat > build <<'EOF'
  > tree=$(dirname $(dirname $(readlink -f $(command -v hedrac))))
  > cc -w -I"$tree/include" "$HEDRA_SOURCE" rest.c -o "$HEDRA_PROGRAM" "$tree/lib/libhedra.a" -pthread -ldl -lm
  > EOF
  $ sh tune --tune-count=1 --tune-build='sh build' part.c -- go | grep -o '. measured'
  2 measured
  $ sh tune --tune-count=1 --tune-build='sh build' part.c
  part.c:8: turned: was not reached in this run of the program
  $ sh tune --tune-build='echo no; exit 3' part.c
  hedrac: error: --tune-build has failed, with status 3 [file]
  hedrac: note: it printed: no
  1 error generated.
  [1]
  $ sh tune --tune-build=true part.c
  hedrac: error: --tune-build did not make $HEDRA_PROGRAM [file]
  1 error generated.
  [1]
  $ sed 's/int main(void)/&\n{ __builtin_abort(); }\nint never(void)/' turned.c > abort.c
  $ sh tune abort.c
  hedrac: error: the program has failed, with status 134 [file]
  1 error generated.
  [1]
  $ ls *.tune
  1.tune
  2.tune
  3.tune
  4.tune
  part.hedra.tune
  state.hedra.tune
  turned.hedra.tune

Wrong command lines.

  $ hedrac --tune=best turned.c
  hedrac: error: '--tune=best': expected model|exhaustive|random|evolutionary [usage]
  1 error generated.
  [2]
  $ hedrac --tune -o x.c turned.c
  hedrac: error: --tune goes with none of --run, --emit, -o, -MD and --explain=html [usage]
  1 error generated.
  [2]
  $ hedrac --tune --tuned=none turned.c
  hedrac: error: --tune needs a file to write to, and --tuned=none forbids it [usage]
  1 error generated.
  [2]
  $ hedrac --tune-build=make turned.c
  hedrac: error: --tune-build goes with --tune [usage]
  1 error generated.
  [2]
  $ hedrac --tune --tune-seconds=soon turned.c
  hedrac: error: '--tune-seconds=soon': expected NUMBER [usage]
  1 error generated.
  [2]

Layouts are tried for the whole program, and later compiles have the best.

  $ cat > laid.c <<'EOF'
  > #include <stdio.h>
  > static double a[64][64], b[64][64];
  > int main(void)
  > {
  >     for (int i = 0; i < 64; i++)
  >         for (int j = 0; j < 64; j++)
  >             a[i][j] = i * j % 7;
  > #pragma hedra data(a, b) layout(a: column, b: hilbert)
  >     {
  > #pragma hedra
  >         for (int i = 0; i < 64; i++)
  >             for (int j = 0; j < 64; j++)
  >                 b[i][j] = 2 * a[j][i];
  >     }
  >     printf("%g\n", b[63][62]);
  >     return 0;
  > }
  > EOF
  $ HEDRA_DEVICE=host hedrac --tune --tune-count=1 laid.c | sed 's/main: .*/main: .../; s/measured; .*/measured; .../'
  laid.c:10: main: ...
  laid.c:8: layouts: 8 measured; ...
  $ grep -c '^choice layout=' laid.hedra.tune
  1
  $ cat > layouts <<'EOF'
  > noted=$(sed -n 's/^choice layout=//p' laid.hedra.tune)
  > made=$(sed -n 's/.*hedra_ordered hedra_how.* = {"[ab]", "\([^"]*\)".*/\1/p' laid.hedra.c | tr '\n' ' ')
  > case $noted in
  > none) [ -z "$made" ] ;;
  > written) [ "$made" = "column hilbert " ] ;;
  > *) [ "$made" = "$noted $noted " ] ;;
  > esac && echo as noted
  > EOF
  $ hedrac laid.c -o laid.hedra.c; bash layouts
  as noted
  $ hedrac --explain laid.c -o laid.hedra.c 2>&1 | grep -c 'laid.c:8:33: remark: laid.hedra.tune: on host.*, the layout .* was the best of 8 measured'
  1
  $ sed 's/column/row/' laid.c > laid2.c; hedrac --explain --tuned=laid.hedra.tune laid2.c -o laid.hedra.c 2>&1 | grep -c 'was the best of 8'
  0
  [1]
  $ HEDRA_DEVICE=ptxsim hedrac --tune --tune-count=1 laid.c | tail -1
  laid.c:8: layouts are not tried on the simulator, which has no clock for the whole program
