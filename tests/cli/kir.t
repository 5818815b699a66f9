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
  $ hedrac copy.kir --emit=opencl | grep -c __kernel
  $ hedrac copy.kir --emit=cuda | grep -c __global__

What the verifier finds in it is the file's error.

  $ sed 's/ load from %1/ load from %2/' copy.kir > wrong.kir
  $ hedrac wrong.kir --emit=ptx -o wrong.ptx
  $ echo 'kernel' | tee bad.kir; hedrac bad.kir --emit=kir
  $ hedrac none.kir --emit=kir
  $ ls
