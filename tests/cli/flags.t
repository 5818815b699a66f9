Flags of C compilers that promise what regions do not keep are warned about, the
last of those that contradict each other counts.

  $ cat > plain.c <<'EOF'
  > void f(int n, const int *count, double *a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < *count; i++)
  >         a[i] = i;
  > }
  > EOF
  $ hedrac -fwrapv -fno-wrapv plain.c -o plain.out
  $ hedrac -fno-wrapv -fwrapv -frounding-math plain.c -o plain.out
  plain.c: warning: '-fwrapv': signed bounds, conditions and subscripts of regions are taken not to overflow all the same [c-flag]
  plain.c: note: where they wrap around, compute them without a sign, or leave the loop unmarked
  plain.c: warning: '-frounding-math': kernels may round to nearest whatever the program asks for [c-flag]
  plain.c: note: leave loops unmarked that another rounding mode is set for
  2 warnings generated.
  $ hedrac -fno-strict-overflow plain.c -o plain.out
  plain.c: warning: '-fno-strict-overflow': signed bounds, conditions and subscripts of regions are taken not to overflow all the same [c-flag]
  plain.c: note: where they wrap around, compute them without a sign, or leave the loop unmarked
  1 warning generated.
  $ hedrac -fwrapv -ftrapv -Wno-c-flag plain.c -o plain.out
  $ hedrac -fwrapv -ftrapv -Werror plain.c -o plain.out
  plain.c: error: '-ftrapv': kernels do not end the program where signed arithmetic overflows [-Werror, c-flag]
  plain.c: note: HEDRA_CHOOSE=plain runs the plain nests, which do
  1 error generated.
  [1]

What a store of another type may change is known from types, but with the flag
that makes them tell nothing.

  $ hedrac plain.c -o plain.out && grep -c launch plain.out
  2
  $ hedrac -fno-strict-aliasing -fstrict-aliasing plain.c -o plain.out
  $ hedrac -fno-strict-aliasing plain.c -o plain.out
  plain.c:4:25: warning: the bound of loop 'i' is not an affine function of the enclosing iterators and of values that stay the same [non-affine-bound]
      4 |     for (int i = 0; i < *count; i++)
        |                         ^~~~~~
  plain.c:4:25: note: the region stays as it is, and runs as plain C
      4 |     for (int i = 0; i < *count; i++)
        |                         ^~~~~~
  plain.c:4:25: note: copy the value into an integer variable before the region, or move this loop out of it
  1 warning generated.
