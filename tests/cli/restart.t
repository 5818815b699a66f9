Where isl 0.25 crashes (here as it reads past its arrays in the gist of a set),
hedrac starts itself anew, with less for isl to do, and says so.

  $ cat > gist.c <<'END'
  > #include <math.h>
  > #include <stdint.h>
  > static int global2_1730244[17];
  > void kernel_1730244(int n, int A[restrict n + 5], int *B, float D[restrict 17])
  > {
  > #pragma hedra
  >     {
  >         for (long i = (n + 1); (i >= 1); i -= 4) {
  >             D[2] = ((((i > (n + 2)) ? i : A[i]) < D[2]) ? ((i > (n + 2)) ? i : A[i]) : D[2]);
  >             long long t4 = A[i + 1];
  >             if (!(((i % 2) == 0)))
  >                 continue;
  >             if ((n > global2_1730244[i]))
  >                 A[i] += (floor(A[(((i + n) - n) - 1)]) - ((0.33300000429153442f) == i));
  >             if ((!((i == (n + 2)) && ((i % 3) == 1)))) {
  >                 if ((t4 <= (0.33300000000000002))) {
  >                     A[i + 2] -= ((float)(((t4 ^ A[i]) <= fmin(A[i], t4)) ? A[i] : i));
  >                     if ((!((i % 2) == 1)))
  >                         A[i + 1] += ((t4 + t4) ^ (((int)((unsigned)A[0] * (unsigned)B[(i) * (n + 29) + i]) <= (D[i - 1] + B[(i + 1) * (n + 29) + i - 1])) ? A[i] : B[(i) * (n + 29) + i - 1]));
  >                     A[2] *= (D[i + 2] + (t4 + A[i]));
  >                 } else {
  >                     A[i] = (((global2_1730244[i] + global2_1730244[i]) == (B[(i + 2) * (n + 29) + i] / t4)) ? ((0.10000000000000001) - (global2_1730244[i] * A[i])) : fminf(fmaxf((((2.0f) * B[(((i + n) + 1) - 15) * (n + 29) + ((i + (3 * n)) + 2) - 41]) * (B[(1) * (n + 29) + (i + n) - 14] + global2_1730244[i + 2])), -64.0f), 64.0f));
  >                 }
  >             }
  >             if (!((i <= (n - 2))))
  >                 continue;
  >             t4 = ((0.10000000149011612f) + A[i - 1]);
  >         }
  >         for (long i = 0; (i <= (((n + 1) < n) ? (n + 1) : n)); i = i + 1) {
  >             D[i] = B[((((((2 * i) - n) + 1) / 3) + 1) + 4) * (n + 29) + (((3 * i) + n) + 1) - 14];
  >         }
  >     }
  > }
  > END
  $ hedrac -w --compile-serial gist.c -o gist.out 2>said
  $ grep -c ' hedra_kernel_1730244_1((int64_t)(n)' gist.out
  1
  $ grep -v -- '--approximate-dependences' said
  [1]

Then it does not ask which write hides what was there before either (isl writes
past an array where its maximum has a division twice).

  $ cat > flow.c <<'END'
  > #include <math.h>
  > static double global0[20][23];
  > void flow(int n, int m, unsigned w, int h)
  > {
  >     float s1 = 1;
  > #pragma hedra assume(w > 0)
  >     for (int i = m - 2; i < h - 2; i++) {
  >         if (i > (w - 2) || i % 3 != 2)
  >             s1 += global0[i - 57][i - n] + s1 * global0[i - 57][i - 57];
  >         s1 -= -(s1 + global0[i - 56][i - 57]);
  >         if ((3 * i + i + 2) % 2 == 0)
  >             s1 = fmin(fmax(s1 + (s1 - i) * global0[i - 56][i - 56], -64.0), 64.0);
  >     }
  > }
  > END
  $ hedrac -w --compile-serial flow.c -o flow.out 2>said
  $ grep -c 'if (hedra_flow_1(' flow.out
  1
  $ grep -v -- '--approximate-dependences' said
  [1]

A region at which it crashes again stays as it is, and no option hides that; the
others are compiled. (HEDRAC_CRASH is a line to crash at.)

  $ cat > two.c <<'END'
  > #include <math.h>
  > void f(int n, float *a, float *b)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         a[i] = sqrtf(a[i]);
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         b[i] = sqrtf(b[i]);
  > }
  > END
  $ HEDRAC_CRASH=4 hedrac -w two.c -o two.out 2>said
  $ grep -v -- '--approximate-dependences' said
  two.c:4:1: warning: hedrac has crashed here (Segmentation fault): the region stays as it is; please report it with the source [internal]
      4 | #pragma hedra
        | ^~~~~~~~~~~~~
  1 warning generated.
  $ grep -c 'hedra_f_1_k0' two.out
  0
  [1]
  $ grep -q 'hedra_f_2_k0' two.out

With -Werror, and where no C file is written, that is the end; and where tests ask
for it, so that none passes by what is left out.

  $ HEDRAC_CRASH=4,fatal hedrac -w two.c -o three.out 2>said
  [3]
  $ grep -o 'error: .*' said
  error: hedrac has crashed here (Segmentation fault); please report it with the source [internal]

  $ HEDRAC_CRASH=4 hedrac -Werror two.c -o three.out 2>said
  [3]
  $ grep -o 'error: .*' said
  error: hedrac has crashed here (Segmentation fault): the region stays as it is; please report it with the source [-Werror, internal]
  $ HEDRAC_CRASH=4 hedrac --emit=kir two.c 2>said
  [3]
  $ grep -o 'error: .*' said
  error: hedrac has crashed here (Segmentation fault); please report it with the source [internal]
  $ ls three.out
  ls: cannot access 'three.out': No such file or directory
  [2]
