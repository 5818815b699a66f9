How far memory is touched that a cursor tells is bounded by how often its loop
runs, and how far it moves each time: no clause is needed, and nothing is warned
of.

  $ cat > cursors.c <<'EOF'
  > int chosen(int n, const float *x, float *out)
  > {
  >     int k = 0;
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] > 0)
  >             out[k++] = x[i];
  >     return k;
  > }
  > int go_on(unsigned n, const float *x, float *out, int k)
  > {
  > #pragma hedra
  >     for (unsigned i = 0; i < n; i++)
  >         if (x[i] > 0) {
  >             out[2 * k] = x[i];
  >             out[2 * k + 1] = i;
  >             k++;
  >         }
  >     return k;
  > }
  > float *moved(int n, const float *x, float *out)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] > 0)
  >             *out++ = x[i];
  >     return out;
  > }
  > int corners(int w, int h, const float *a, short *x, short *y)
  > {
  >     int k = 0;
  > #pragma hedra
  >     for (int i = 0; i < h; i++)
  >         for (int j = 0; j < w; j++)
  >             if (a[i * w + j] > 9) {
  >                 x[k] = j;
  >                 y[k++] = i;
  >             }
  >     return k;
  > }
  > int from_the_end(int n, const float *x, float *out)
  > {
  >     int k = n;
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         if (x[i] > 0)
  >             out[--k] = x[i];
  >     return k;
  > }
  > EOF
  $ hedrac -Werror cursors.c -o cursors.out
  $ grep -c 'hedra_plain(0, HEDRA_KEPT)' cursors.out
  0
  [1]
