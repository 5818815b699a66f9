What becomes of the regions of a C file.

  $ cat > two.c <<'END'
  > void scale(int n, double a[n], double f)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[i] = a[i] * f;
  > #pragma hedra
  >     for (int i = 1; i < n; i++)
  >         a[i] = a[i - 1] + 1;
  > }
  > END

The second has nothing to gain and stays; nothing is said of it unless asked.

  $ hedrac two.c; grep -cE 'if \(hedra_scale_[12]\(' two.hedra.c
  $ hedrac --explain two.c 2>&1 | grep -o 'remark: .* \[kept\]'
  $ hedrac --explain -Wno-kept two.c 2>&1 | grep -c kept

What the file holds is chosen with --targets.

  $ for t in ptx opencl host ptx,host; do
  >     hedrac two.c --targets=$t -o - > $t.c
  >     echo $t: $(grep -oE 'version [67]|__kernel|_gpu_kernel\[|_host_kernel\[' $t.c | sort -u)
  > done

Each form can be printed alone.

  $ for form in c cuda ptx opencl kir scop schedule; do
  >     hedrac two.c --emit=$form > $form.out && test -s $form.out && echo $form
  > done
  $ hedrac scop.out --emit=scop
  $ awk '/^scop/ && n++ { exit } { print }' scop.out > first.scop
  $ hedrac first.scop --emit=ptx | cmp - ptx.out

A region that cannot be taken is refused, with all of the file.

  $ cat > bad.c <<'END'
  > int f(int);
  > void g(int n, int *a, int *b)
  > {
  > #pragma scop
  >     for (int i = 0; i < n; i++)
  >         a[i] = b[i];
  > #pragma endscop
  > #pragma scop
  >     for (int i = 0; i < n; i++)
  >         a[i] = f(i);
  > #pragma endscop
  > }
  > END
  $ hedrac bad.c
  $ hedrac bad.c --emit=ptx -o bad.ptx 2>&1 | tail -1
  $ ls *bad*

An error of the C file itself is clang's.

  $ echo 'int x = y;' > wrong.c; hedrac wrong.c
  $ echo 'int x = Y;' > macro.c; hedrac -w macro.c -DY=3 -o -
