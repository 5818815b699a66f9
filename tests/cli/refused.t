What the polyhedral stages refuse, with nothing written.

Bounds of more than 64 bits, here where a thread has several points.

  $ cat > wide.c <<'END'
  > struct record {
  >     int f;
  > };
  > void kernel(unsigned n, unsigned long m, unsigned *A,
  >             struct record *restrict r, long C[restrict 9][7][7])
  > {
  >     int x;
  > #pragma hedra tile(5, 6)
  >     {
  >         for (unsigned i = 1; n + 1 > i; i = i + 1) {
  >             if ((i > m + 2 || i < n - 1) && m * C[i][i][i] < r[i].f)
  >                 A[i] %= i == m - 1 ? A[i + 2] : m + C[n][i][i];
  >             else
  >                 A[i] = 175u;
  >             if (i >= n - 2 || i >= m - 2)
  >                 r[i].f += m + A[i] * i;
  >         }
  >         for (int i = m + 1 < n - 1 ? m + 1 : n - 1; i >= m - 2; --i) {
  >             double t[2];
  >             for (long j = 0; j < 2; j++)
  >                 t[j] = A[j];
  >             for (x = 0; x < 2; x++)
  >                 r[n].f += t[x] * -0.001;
  >             t[0] = r[i].f;
  >             if (i % 3 != 1) {
  >                 A[2] += i % 2 && i < t[1] ? A[i] : 4 + t[0];
  >                 continue;
  >             }
  >             A[m] = 1.25f;
  >         }
  >     }
  > }
  > END
  $ hedrac -w --compile-serial wide.c
  wide.c:8:1: error: this region needs integers of more than 64 bits [too-complex]
      8 | #pragma hedra tile(5, 6)
        | ^~~~~~~~~~~~~
  wide.c:8:1: note: use signed types for iterators and subscripts, or keep unsigned differences from becoming negative
  1 error generated.
  [1]
  $ ls
  wide.c

A row length that is a member of a structure is compared with what is written
when the nest starts; that of an element is refused, which stores of bytes may
change.

  $ cat > image.c <<'END'
  > struct image { int w, h; unsigned char *data; };
  > void f(struct image *a, int h, const unsigned char *q)
  > {
  > #pragma hedra
  >     for (int y = 0; y < h; y++)
  >         for (int x = 0; x < a->w; x++)
  >             a->data[y * a->w + x] = q[y * a->w + x] + 1;
  > }
  > END
  $ hedrac image.c
  $ sed -e 's/a->w/w[1]/g' -e 's/int h,/int h, int *w,/' image.c > element.c
  $ hedrac element.c 2>&1 | grep -o "its subscript depends on 'w.*, or"
  its subscript depends on 'w[1]', which stores through pointers may change: copy it into a variable before the region, or
  $ sed -e 's/a->w/w/g' -e 's/int h,/int h, int w,/' image.c > copied.c; hedrac copied.c
