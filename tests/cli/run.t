Programs that hedrac compiles, links and runs itself.

  $ cat > sum.c <<'END'
  > #include <stdio.h>
  > #include <stdlib.h>
  > #include "size.h"
  > int main(int argc, char **argv)
  > {
  >     static int a[SIZE];
  > #pragma hedra
  >     for (int i = 0; i < SIZE; i++)
  >         a[i] = i * i;
  >     for (int i = 1; i < argc; i++)
  >         printf("%s ", argv[i]);
  >     printf("%d\n", a[SIZE - 1]);
  >     return argc > 1 ? atoi(argv[1]) : 0;
  > }
  > END
  $ mkdir sub tmp; mv sum.c sub; echo '#define SIZE 100' > sub/size.h
  $ HEDRA_DEVICE=host TMPDIR=tmp hedrac --run sub/sum.c
  9801
  $ HEDRA_DEVICE=host hedrac --run -O1 sub/sum.c -- 3 -o --help
  3 -o --help 9801
  [3]
  $ HEDRA_DEVICE=host TMPDIR=tmp CC='gcc -std=gnu11' hedrac --run -v sub/sum.c 2>&1 | grep -c '^gcc -std=gnu11 -O2'
  1
  $ ls tmp sub
  sub:
  size.h
  sum.c
  
  tmp:

What did not run as it was compiled is counted with the reason.

  $ cat > plain.c <<'END'
  > static void twice(int n, int m, int k, int *a, const int *b)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         for (int j = 0; j < k; j++)
  >             a[i * m + j] = 2 * b[i * m + j];
  > }
  > int main(void)
  > {
  >     int a[40] = {1}, b[60] = {2};
  >     twice(5, 5, 5, a, b);
  >     twice(5, 4, 4, a, a + 1);
  >     twice(5, 4, 8, a, b);
  >     return a[0] != 4;
  > }
  > END
  $ HEDRA_DEVICE=host HEDRA_STATS=1 hedrac --run plain.c 2>&1 | grep -oE 'plain C: .*' | tr -s ' '
  plain C: sizes not as assumed 1
  plain C: arrays overlap 1

A program that a signal ends has the exit status of the shell.

  $ printf '#include <stdlib.h>\nint main(void) { abort(); }\n' > abort.c
  $ hedrac -w --run abort.c
  [134]

What does not compile or link is said, and nothing is left.

  $ echo 'extern int f(void); int main(void) { return f(); }' > link.c
  $ TMPDIR=tmp hedrac -w --run link.c 2>&1 | tail -2
  hedrac: error: the C compiler 'cc' did not make the program: it failed [file]
  1 error generated.
  $ TMPDIR=tmp CC=no-such-compiler hedrac -w --run link.c
  hedrac: error: the C compiler 'no-such-compiler' did not make the program: No such file or directory [file]
  1 error generated.
  [1]
  $ TMPDIR=no/such/folder hedrac -w --run link.c
  hedrac: error: cannot make a folder in no/such/folder: No such file or directory [file]
  1 error generated.
  [1]
  $ ls tmp

Memory that is not there is not copied to a device: only data know that the
region keeps away from it.

  $ cat > ragged.c <<'END'
  > #define _DEFAULT_SOURCE
  > #include <stdio.h>
  > #include <sys/mman.h>
  > #include <unistd.h>
  > static void rows(int n, const int *length, int *restrict a)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (length[i] > 0)
  >             a[i]++;
  > }
  > int main(void)
  > {
  >     long page = sysconf(_SC_PAGESIZE);
  >     int n = (int)(page / sizeof(int)), length[4096 * 16] = {1, 1};
  >     int *a = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
  >                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  >     munmap((char *)a + page, page);
  >     rows(2 * n, length, a);
  >     printf("%d %d %d\n", a[0], a[1], a[2]);
  >     return 0;
  > }
  > END
  $ HEDRA_DEVICE=ptxsim hedrac --run ragged.c 2>&1 | sed 's/0x[0-9a-f]*/P/g; s/, [0-9]* threads*//'
  hedra: ragged.c:7: region 'rows' runs as plain C: on ptxsim: array 'a': the region may touch P to P of it, which is not all memory: name its size with extent(...)
  1 1 0
  $ HEDRA_DEVICE=host hedrac --run ragged.c
  1 1 0
  $ hedrac ragged.c -o - 2>/dev/null | grep -c HEDRA_GUESS
  1
  $ sed -i 's|#pragma hedra|& extent(a[n / 2])|' ragged.c
  $ HEDRA_DEVICE=ptxsim hedrac --run ragged.c
  1 1 0
  $ hedrac ragged.c -o - 2>/dev/null | grep -c HEDRA_GUESS
  0
  [1]
