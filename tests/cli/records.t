A shared loop gets copies of the fields that it reads of a structure: compilers know that
nothing writes these. It gets none where the region writes the field, where the pointer
itself is asked about, and of arrays.

  $ cat > fields.c <<'END'
  > struct image {
  >     int w, h, lost;
  >     const unsigned char *from;
  >     unsigned char *to;
  >     float weight[3];
  > };
  > void read(struct image *im, int k)
  > {
  > #pragma hedra
  >     for (int y = 0; y < im->h; y++)
  >         for (int x = 0; x < im->w; x++)
  >             im->to[y * im->w + x] = im->from[y * im->w + x] * k >> 3;
  > }
  > void asked(struct image *im, int n, int *to, const int *from)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         to[i] = im ? from[i] + im->w : from[i];
  > }
  > void array(struct image *im, float *to, const float *from)
  > {
  > #pragma hedra
  >     for (int i = 0; i < im->w; i++)
  >         to[i] = from[i] * im->weight[i % 3];
  > }
  > void second(const struct image *im, int n, int *to, const int *from)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         to[i] = from[i] * im->w + im->h;
  > }
  > END
  $ hedrac -w fields.c -o fields.out; grep -o 'hdk_own_[a-z]*[.][a-z]* = .*' fields.out
  hdk_own_im.w = hdk_at_im->w;
  hdk_own_im.to = hdk_at_im->to;
  hdk_own_im.from = hdk_at_im->from;
  hdk_own_im.w = hdk_at_im->w;
  hdk_own_im.h = hdk_at_im->h;

What data look up in a table of the file is loaded element by element: compilers are not told
that it is apart, or they make vectors of it for which no processor has an instruction.

  $ cat > table.c <<'END'
  > static unsigned char box[256];
  > void look(unsigned char *s, int n, const unsigned char *key)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++)
  >         s[i] = box[s[i]] ^ key[i & 15];
  > }
  > END
  $ hedrac -w table.c -o table.out; grep -o 'look_1_p0(.*) [*].*' table.out
  look_1_p0(__typeof__(unsigned char) *s,

A counter that wraps around every few steps is no reason to leave a region as it is.

  $ cat > hash.c <<'END'
  > void hash(const unsigned *restrict key, unsigned *restrict x, int n)
  > {
  > #pragma hedra
  >     for (int i = 0; i < n; i++) {
  >         unsigned a = x[i], sum = 0;
  >         for (int k = 0; k < 32; k++) {
  >             a += (a << 4 ^ a >> 5) + key[sum & 3];
  >             sum += 0x9e3779b9;
  >         }
  >         x[i] = a;
  >     }
  > }
  > END
  $ hedrac --targets=host --explain hash.c -o hash.out 2>&1 |
  >     grep -m1 -o 'runs: [^;]*'
  runs: host: plain C, threads share 'i' (line 4)

A variable of the loop that has the pointer's name is another one.

  $ cat > shadow.c <<'END'
  > struct pair { int n; double *x; };
  > struct one { double z; };
  > void scale(struct pair *p, struct one *q)
  > {
  >     double *x = p->x;
  > #pragma hedra
  >     for (int i = 0; i < 100000; i++) {
  >         double y = x[i] * p->n;
  >         {
  >             const struct one *p = q;
  >             y += p->z;
  >         }
  >         x[i] = y;
  >     }
  > }
  > END
  $ hedrac -w shadow.c -o shadow.out; grep -o 'hdk_own_p[.].*' shadow.out
  hdk_own_p.n = hdk_at_p->n;
