/*
 * Pointers that data move, or that a loop moves whose count the program needs
 * afterwards: what passes a test, runs and escapes, numbers of several bytes,
 * streams that are split and merged, with what the pointers hold behind the
 * loop used there.
 */
#include "tests/field/field.h"

enum { MOST = 300, ROOM = 8 * MOST, SIZES = 7 };

static unsigned char text[MOST], out[ROOM], other[ROOM];
static int number[MOST], chosen[ROOM];

static void fill(void)
{
    for (int i = 0; i < MOST; i++) {
        text[i] = (unsigned char)"aaab<&cc\"\\d\0eee"[(i * i + i / 7) % 15];
        number[i] = (i * 7919) % 1000 << i % 13;
    }
    memset(out, 0x55, sizeof out);
    memset(other, 0xaa, sizeof other);
    for (int i = 0; i < ROOM; i++)
        chosen[i] = -i;
}

static void show(const char *what, long n)
{
    printf("%s %ld\n", what, n);
    field_sum("out", out, sizeof out);
    field_sum("other", other, sizeof other);
    field_sum("chosen", chosen, sizeof chosen);
    fill();
}

static long compact(const int *a, int n, int *o)
{
    int *first = o;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] & 1)
            *o++ = a[i];
    return o - first;
}

static long compact_two(const int *a, int n, int *o, int *p)
{
    int *first = o, *second = p;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] % 3)
            *o++ = a[i];
        else
            *p++ = a[i];
    return 1000 * (o - first) + (p - second);
}

static long escape(const unsigned char *s, int n, unsigned char *o)
{
    unsigned char *first = o;
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (s[i] == '"' || s[i] == '\\')
            *o++ = '\\';
        *o++ = s[i];
    }
    return o - first;
}

static long entities(const unsigned char *s, int n, unsigned char *o)
{
    unsigned char *p = o;
#pragma hedra
    for (int i = 0; i < n; i++)
        switch (s[i]) {
        case '&':
            p[0] = '&';
            p[1] = '#';
            p += 2;
            break;
        case '<':
            *p++ = '&';
            *p++ = 'l';
            *p++ = 't';
            break;
        default:
            *p++ = s[i];
        }
    *p = 0;
    return p - o;
}

static long run_lengths(const unsigned char *s, int n, unsigned char *o)
{
    unsigned char *p = o;
#pragma hedra
    for (int i = 0; i < n;) {
        int r = 1;
        while (i + r < n && r < 5 && s[i + r] == s[i])
            r++;
        *p++ = (unsigned char)r;
        *p++ = s[i];
        i += r;
    }
    return p - o;
}

static long expand(const unsigned char *s, int n, unsigned char *o)
{
    unsigned char *p = o;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int k = 0; k < (s[i] & 3); k++)
            *p++ = (unsigned char)(s[i] + k);
    return p - o;
}

static long varints(const int *a, int n, unsigned char *o)
{
    unsigned char *p = o;
#pragma hedra
    for (int i = 0; i < n; i++) {
        unsigned v = (unsigned)a[i];
        while (v >= 128) {
            *p++ = (unsigned char)(v | 128);
            v >>= 7;
        }
        *p++ = (unsigned char)v;
    }
    return p - o;
}

static long read_varints(const unsigned char *p, int n, int *o)
{
    const unsigned char *first = p;
#pragma hedra
    for (int i = 0; i < n; i++) {
        unsigned v = 0;
        int s = 0;
        while (*p & 128) {
            v |= (unsigned)(*p++ & 127) << s;
            s += 7;
        }
        v |= (unsigned)*p++ << s;
        o[i] = (int)v;
    }
    return p - first;
}

static long counted(unsigned char *p, const unsigned char *s, int n)
{
    unsigned char *first = p;
#pragma hedra
    while (n--)
        *p++ = *s++ ^ 0x20;
    *p = 1;
    return 1000 * (p - first) + n + *s;
}

static long counted_down(unsigned char *p, const unsigned char *s, size_t n)
{
    unsigned char *first = p;
#pragma hedra
    for (; n; n--)
        *p++ = (unsigned char)(*s++ + 3);
    return 1000 * (p - first) + (long)n + *s;
}

static long by_fours(unsigned char *p, const unsigned char *s, size_t n)
{
    unsigned char *first = p;
#pragma hedra
    {
        while (n >= 4) {
            p[0] = s[3];
            p[1] = s[2];
            p[2] = s[1];
            p[3] = s[0];
            p += 4;
            s += 4;
            n -= 4;
        }
        while (n--)
            *p++ = *s++;
    }
    return 1000 * (p - first) + *s;
}

static long stepped_in_test(unsigned char *x, int n)
{
    unsigned char *p = x + n;
#pragma hedra
    {
        while (p-- > x)
            *p ^= 3;
        p[1] = 9;
    }
    return p - x;
}

static long stepped_before(unsigned char *x, int n)
{
    unsigned char *p = x, *end = x + n;
#pragma hedra
    while (++p < end)
        *p += 7;
    *p = 11;
    return p - x;
}

static long rows(const unsigned char *s, int w, int h, unsigned char *o)
{
    int left = 0;
#pragma hedra
    for (int y = 0; y < h; y++) {
        unsigned char *p = o + y * w;
        const unsigned char *q = s + y * w;
        for (int x = 0; x < w; x++, q++)
            if (*q != 'a')
                *p++ = *q;
        left += (int)(p - (o + y * w));
        while (p < o + (y + 1) * w)
            *p++ = '.';
    }
    return left;
}

static long restarts(const unsigned char *s, int n, unsigned char *o)
{
    long left = 0;
#pragma hedra
    {
        unsigned char *p = o, *start = o;
        for (int i = 0; i < n; i++) {
            if (s[i] == '<')
                p = start;
            else if (s[i] == '&')
                start = p;
            else
                *p++ = s[i];
        }
        left = 1000 * (p - o) + (start - o);
    }
    return left;
}

static long jumps(const int *a, int n, int *o)
{
    int *p = o;
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            continue;
        p += a[i] & 3;
        *p = a[i];
        if (a[i] % 5 == 0)
            p = p + 2;
        if (p - o > 600)
            p -= 500;
    }
    return p - o;
}

static void put(unsigned char *o, const unsigned char *s, int n)
{
    for (int k = 0; k < n; k++)
        if (s[k] != '"')
            *o++ = s[k];
    *o = '!';
}

static void called(const unsigned char *s, int w, int h, unsigned char *o)
{
#pragma hedra
    for (int y = 0; y < h; y++)
        put(o + y * (w + 1), s + y * w, w);
}

static long words(const unsigned char *s, int n, int *o)
{
    const unsigned char *p = s, *end = s + n;
    int *q = o;
#pragma hedra
    while (p < end) {
        while (p < end && *p == 'a')
            p++;
        const unsigned char *word = p;
        while (p < end && *p != 'a')
            p++;
        *q++ = (int)(word - s);
        *q++ = (int)(p - word);
    }
    return 1000 * (q - o) + (p - s);
}

static long merge(const int *a, const int *b, int n, int m, int *o)
{
    const int *p = a, *q = b, *ends = a + n, *endt = b + m;
    int *r = o;
#pragma hedra
    while (p < ends && q < endt)
        if (*p <= *q)
            *r++ = *p++;
        else
            *r++ = *q++;
    return 1000 * (r - o) + (p - a);
}

static void each_size(int n)
{
    show("compact", compact(number, n, chosen));
    show("compact_two", compact_two(number, n, chosen, chosen + MOST));
    show("escape", escape(text, n, out));
    show("entities", entities(text, n, out));
    show("run_lengths", run_lengths(text, n, out));
    show("expand", expand(text, n, out));
    long bytes = varints(number, n, out);
    printf("read_varints %ld\n", read_varints(out, n, chosen));
    show("varints", bytes);
    show("counted", counted(out, text, n ? n - 1 : 0));
    show("counted_down", counted_down(out, text, n ? (size_t)n - 1 : 0));
    show("by_fours", by_fours(out, text, n ? (size_t)n - 1 : 0));
    show("stepped_in_test", stepped_in_test(out + 1, n));
    show("stepped_before", stepped_before(out, n));
    show("rows", rows(text, n / 6, 5, out));
    show("restarts", restarts(text, n, out));
    show("jumps", jumps(number, n, chosen));
    called(text, n / 5, 5, out), show("called", n);
    show("words", words(text, n, chosen));
    show("merge", merge(number, number + n / 3, n / 3, n / 2, chosen));
}

int main(void)
{
    static const int size[SIZES] = {0, 1, 2, 5, 37, 128, MOST};
    fill();
    field_begin();
    for (int k = 0; k < SIZES; k++)
        each_size(size[k]);
    field_end();
    return 0;
}
