Functions of the program may be for other processors than the compiler's flags say, by
pragmas or attributes: kernels are not.

  $ cat > target.c <<'EOF'
  > #ifdef __x86_64__
  > #define TARGET(x) __attribute__((target(x)))
  > #pragma GCC push_options
  > #pragma GCC target("sse4.2")
  > #else
  > #define TARGET(x)
  > #endif
  > static float a[100], b[100];
  > #ifdef __x86_64__
  > #pragma GCC target("avx512f")
  > #endif
  > #pragma GCC optimize("O1")
  > void relax(int n)
  > {
  > #pragma hedra
  >     for (int i = 1; i < n - 1; i++)
  >         for (int j = 0; j < n; j++)
  >             a[i] += b[j] > 3 ? b[i - 1] * 2 : b[i + 1];
  > }
  > #ifdef __x86_64__
  > #pragma GCC pop_options
  > #endif
  > int printf(const char *, ...);
  > TARGET("avx2,fma") static void most(int n)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < n; j++)
  >             a[i] = a[i] > b[j] ? a[i] : b[j];
  > }
  > int main(void)
  > {
  >     for (int i = 0; i < 100; i++)
  >         a[i] = i % 5, b[i] = i % 7;
  > #ifdef RUN
  >     relax(100), most(100);
  > #endif
  >     float sum = 0;
  >     for (int i = 0; i < 100; i++)
  >         sum += a[i];
  >     printf("%g\n", sum);
  > }
  > EOF
  $ for flags in -O0 -O2 '-O2 -DHD_VERSIONS=0'; do
  >     HEDRA_DEVICE=host hedrac --targets=host --run $flags target.c
  > done
  200
  200
  200

The program need not have the processor, as long as nothing of that is called.

  $ grep -q avx512f /proc/cpuinfo || exit 0
  > HEDRA_DEVICE=host HEDRA_CHOOSE=hedra hedrac --targets=host --run -DRUN target.c >kernels &&
  > HEDRA_DEVICE=host HEDRA_CHOOSE=plain hedrac --targets=host --run -DRUN target.c >plain &&
  > cmp kernels plain

Of a kernel there is a version for AVX-512, one for AVX2 and one for the compiler's
flags; where these have AVX2 or AVX-512, none for less is compiled.

  $ cat > versions <<'EOF'
  > #!/bin/sh
  > gcc -c "$@" -o versions.o
  > nm versions.o | sed -n 's/.*\(h0_avx.*\)/\1/p' | sort
  > exit 1
  > EOF
  $ chmod +x versions
  > uname -m | grep -q x86_64 || exit 0
  > least='-mavx2 -mfma -mbmi -mbmi2'
  > for flags in '' "$least" "$least -mavx512f -mavx512dq -mavx512bw -mavx512vl" \
  >     "$least -DHD_VERSIONS=2"; do
  >     echo "flags: $flags"
  >     CC="./versions $flags" hedrac --targets=host --run target.c 2>/dev/null
  > done
  flags: 
  h0_avx2
  h0_avx512
  flags: -mavx2 -mfma -mbmi -mbmi2
  h0_avx2
  h0_avx512
  flags: -mavx2 -mfma -mbmi -mbmi2 -mavx512f -mavx512dq -mavx512bw -mavx512vl
  h0_avx512
  flags: -mavx2 -mfma -mbmi -mbmi2 -DHD_VERSIONS=2
  h0_avx2
  h0_avx512
  [1]
