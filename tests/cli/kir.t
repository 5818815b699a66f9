A .kir file takes the place of C, with --emit.

  $ cat > copy.kir <<'END'
  > module "copy" "copy.c"
  > 
  > kernel copy_0 64 1 1 line 3 {
  >     global to:f32 noalias
  >     global from:f32 readonly noalias
  >     param n:i32
  >     %0:i32 = mul block.x 64:i32
  >     %1:i32 = add %0 thread.x
  >     %2:pred = lt %1 $n
  >     if %2 {
  >         %3:f32 = load from %1
  >         store to %1 %3
  >     }
  > }
  > END
  $ hedrac copy.kir --emit=kir -o again.kir; hedrac again.kir --emit=kir | cmp - again.kir
  $ hedrac copy.kir --emit=ptx --arch=sm_90 | grep -E 'target|entry'
  .target sm_90
  .visible .entry copy_0(
  $ hedrac copy.kir --emit=opencl | grep -c __kernel
  1
  $ hedrac copy.kir --emit=cuda | grep -c __global__
  1

What is wrong in it is said with its line.

  $ sed 's/ load from %1/ load from %2/' copy.kir > wrong.kir
  $ hedrac wrong.kir --emit=ptx -o wrong.ptx
  wrong.kir:11:28: error: a subscript must be i32 or i64, not pred [kir-syntax]
     11 |         %3:f32 = load from %2
        |                            ^
  1 error generated.
  [1]
  $ echo 'kernel' | tee bad.kir; hedrac bad.kir --emit=kir
  kernel
  bad.kir:1:1: error: expected 'module' before 'kernel' [kir-syntax]
      1 | kernel
        | ^
  1 error generated.
  [1]
  $ hedrac none.kir --emit=kir
  hedrac: error: cannot read none.kir: No such file or directory [file]
  1 error generated.
  [1]
  $ ls
  again.kir
  bad.kir
  copy.kir
  wrong.kir
