What the clause data refuses.

  $ cat > bad.c <<'END'
  > extern double open[];
  > struct s { int x; };
  > double f(int n, double *p, double a[], struct s *s)
  > {
  >     double x[n];
  > #pragma hedra data(p)
  >     { x[0] = 1; }
  > #pragma hedra data(x, a)
  >     { x[0] = 1; }
  > #pragma hedra data(open)
  >     { x[0] = 1; }
  > #pragma hedra data(n)
  >     { x[0] = 1; }
  > #pragma hedra data(later)
  >     { x[0] = 1; }
  > #pragma hedra data(p[0:n)
  >     { x[0] = 1; }
  > #pragma hedra data(x) tile(4)
  >     { x[0] = 1; }
  > #pragma hedra data(x)
  >     x[0] = 1;
  > #pragma hedra data(x)
  >     {
  >         for (int i = 0; i < n; i++) { if (p[i] > 0) break; continue; }
  >         if (n > 5)
  >             return 3;
  >     }
  >     int later;
  >     return x[0];
  > }
  > END
  $ hedrac bad.c
  bad.c:6:20: error: 'p' does not say how many elements it has [clause]
      6 | #pragma hedra data(p)
        |                    ^
  bad.c:6:20: note: write p[0:n] for the n elements from the first on
  bad.c:8:23: error: 'a' does not say how many elements it has [clause]
      8 | #pragma hedra data(x, a)
        |                       ^
  bad.c:8:23: note: write a[0:n] for the n elements from the first on
  bad.c:10:20: error: 'open' does not say how many elements it has [clause]
     10 | #pragma hedra data(open)
        |                    ^~~~
  bad.c:10:20: note: write open[0:n] for the n elements from the first on
  bad.c:12:20: error: 'n' is neither array nor pointer [clause]
     12 | #pragma hedra data(n)
        |                    ^
  bad.c:12:20: note: leave it out: scalars are never kept
  bad.c:14:20: error: the clause 'data' expects the name of a variable here [clause]
     14 | #pragma hedra data(later)
        |                    ^~~~~
  bad.c:14:20: note: write data(array, pointer[first:count], ...) with variables that are declared before
  bad.c:16:25: error: expected ']' in the clause 'data' [clause]
     16 | #pragma hedra data(p[0:n)
        |                         ^
  bad.c:16:25: note: write data(a, p[0:n]): arrays, or pointers with the first element and the number of elements
  bad.c:18:23: error: nothing but 'layout' may follow the clause 'data' [clause]
     18 | #pragma hedra data(x) tile(4)
        |                       ^
  bad.c:18:23: note: put other clauses on the nests in the block
  bad.c:20:1: error: no block in braces follows this pragma [pragma]
     20 | #pragma hedra data(x)
        | ^~~~~~~~~~~~~
  bad.c:20:1: note: put braces around the statements that use the arrays
  bad.c:26:13: error: control cannot jump into or out of a block that keeps data on the device [statement]
     26 |             return 3;
        |             ^~~~~~~~
  bad.c:26:13: note: let the block end at its closing brace
  9 errors generated.
  [1]

Arrays at file scope are found, macros that the file uses later or not.

  $ cat > global.c <<'END'
  > #include <stdlib.h>
  > static int a[8];
  > int main(void)
  > {
  > #pragma hedra data(a)
  >     {
  > #pragma hedra
  >         for (int i = 0; i < 8; i++)
  >             a[i] = i;
  > #pragma hedra
  >         for (int i = 0; i < 8; i++)
  >             a[i] *= 2;
  >     }
  >     return a[7] == 14 ? EXIT_SUCCESS : EXIT_FAILURE;
  > }
  > END
  $ HEDRA_DEVICE=ptxsim HEDRA_STATS=1 hedrac --run global.c 2>&1 | awk '/^hedra: main/ { print $NF }'
  0
  0

A block around calls alone is marked enough: there is no warning.

  $ printf 'void f(void);\nint x[4];\nvoid g(void)\n{\n#pragma hedra data(x)\n    {\n        f();\n    }\n}\n' > calls.c
  $ hedrac calls.c -o calls.hedra.c; grep -c 'hedra_keep(hedra_base_0' calls.hedra.c
  1
