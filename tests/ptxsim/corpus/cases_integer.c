/* Cases of integers and bits. */
#include "tests/ptxsim/corpus/corpus.h"

#include <string.h>

enum { N = 1500, BLOCKS = (N + 127) / 128 };

/* Numbers with many edges among them, never 0 if `divisor`. */
static uint64_t upload_edges(struct corpus *c, int64_t *x, bool divisor)
{
    for (int i = 0; i < N; i++) {
        x[i] = corpus_edge_s64(c);
        if (divisor && x[i] == 0)
            x[i] = 3;
    }
    return corpus_upload(c, x, N * sizeof *x);
}

/* wide --------------------------------------------------------------------- */

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

static void expect_divide(int64_t a, int64_t b, int64_t *o)
{
    uint64_t u = (uint64_t)a, v = (uint64_t)b;
    int32_t p = (int32_t)a, q = (int32_t)b | 1;

    q = q == -1 ? 3 : q;
    o[0] = (int64_t)(u / v);
    o[1] = (int64_t)(u % v);
    o[2] = a / b;
    o[3] = a % b;
    o[4] = p / q;
    o[5] = p % q;
    o[6] = (uint32_t)p / (uint32_t)q;
    o[7] = a / 1000003 + (int64_t)(u % 10) + p / 7;
}

static void expect_multiply(int64_t a, int64_t b, int64_t *o)
{
    uint64_t u = (uint64_t)a, v = (uint64_t)b;
    int64_t low = (int64_t)(int32_t)a * (int32_t)b;

    o[0] = (int64_t)(uint64_t)((unsigned_wide)u * v >> 64);
    o[1] = (int64_t)((wide)a * b >> 64);
    o[2] = (int64_t)((u & UINT32_MAX) * (v & UINT32_MAX) >> 32);
    o[3] = (int32_t)(low >> 32);
    o[4] = (int64_t)((uint64_t)low + (uint64_t)(a >> 5));
    o[5] = (int64_t)((u & UINT32_MAX) * (v & UINT32_MAX) - 1);
}

static void expect_wide(int64_t a, int64_t b, int64_t c, int64_t *o)
{
    unsigned_wide x = (uint64_t)a;
    wide s = (wide)a * b;
    int shift = (int)(c & 63);

    x = x * (uint64_t)b + ((unsigned_wide)(uint64_t)c << shift) - x;
    o[0] = (int64_t)(uint64_t)x;
    o[1] = (int64_t)(uint64_t)(x >> 64);
    o[2] = (int64_t)(uint64_t)(x >> shift);
    o[3] = (int64_t)s;
    o[4] = (int64_t)(s >> (64 + shift / 2));
    o[5] = (s < (wide)c) + 2;
}

static int64_t power(int64_t a, int64_t b, int64_t c)
{
    uint64_t modulus = ((uint64_t)c >> 2) | 3;
    uint64_t base = (uint64_t)a % modulus, result = 1;

    for (int bits = (int)(b & 0xff); bits; bits >>= 1) {
        if (bits & 1)
            result = (uint64_t)((unsigned_wide)result * base % modulus);
        base = (uint64_t)((unsigned_wide)base * base % modulus);
    }
    return (int64_t)result;
}

static unsigned_wide join(const uint32_t *x)
{
    return (unsigned_wide)(x[0] | (uint64_t)x[1] << 32) |
           (unsigned_wide)(x[2] | (uint64_t)x[3] << 32) << 64;
}

static void carries(struct corpus *c)
{
    int n = N;
    uint32_t(*a)[4] = corpus_new(c, N, sizeof *a);
    uint32_t(*b)[4] = corpus_new(c, N, sizeof *b);
    unsigned_wide(*want)[3] = corpus_new(c, N, sizeof *want);

    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++) {
            a[i][k] = i % 7 == k ? UINT32_MAX : (uint32_t)corpus_edge_s64(c);
            b[i][k] = i % 5 == k ? 0 : (uint32_t)corpus_edge_s64(c);
        }
        want[i][0] = join(a[i]) + join(b[i]);
        want[i][1] = join(a[i]) - join(b[i]);
        want[i][2] = (unsigned_wide)(uint64_t)join(a[i]) * (uint64_t)join(b[i]);
    }
    uint64_t in = corpus_upload(c, a, N * sizeof *a);
    uint64_t in2 = corpus_upload(c, b, N * sizeof *b);
    uint64_t out = corpus_upload(c, NULL, N * sizeof *want);
    CORPUS_LAUNCH(c, "carries", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    corpus_check(c, "carries", CORPUS_S64, out, want, N * 6);
}

void corpus_wide(struct corpus *c)
{
    int n = N;
    int64_t *a = corpus_new(c, N, sizeof *a), *b = corpus_new(c, N, sizeof *b);
    int64_t *d = corpus_new(c, N, sizeof *d);
    int64_t *want = corpus_new(c, N * 8, sizeof *want);
    uint64_t out = corpus_upload(c, NULL, N * 8 * sizeof *want);
    uint64_t in = upload_edges(c, a, false), in2, in3;

    in2 = upload_edges(c, b, true);
    for (int i = 0; i < N; i++)
        if (a[i] == INT64_MIN && b[i] == -1)
            b[i] = 5;
    in2 = corpus_upload(c, b, N * sizeof *b);
    in3 = upload_edges(c, d, false);
    CORPUS_LAUNCH(c, "divide", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    for (int i = 0; i < N; i++)
        expect_divide(a[i], b[i], want + 8 * i);
    corpus_check(c, "divide", CORPUS_S64, out, want, N * 8);
    CORPUS_LAUNCH(c, "multiply", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    for (int i = 0; i < N; i++)
        expect_multiply(a[i], b[i], want + 6 * i);
    corpus_check(c, "multiply", CORPUS_S64, out, want, N * 6);
    CORPUS_LAUNCH(c, "wide", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(in3),
                  CORPUS_ARG(out));
    for (int i = 0; i < N; i++)
        expect_wide(a[i], b[i], d[i], want + 6 * i);
    corpus_check(c, "wide", CORPUS_S64, out, want, N * 6);
    n = 64;
    CORPUS_LAUNCH(c, "power", CORPUS_LINE(1, 64), CORPUS_ARG(n), CORPUS_ARG(in),
                  CORPUS_ARG(in2), CORPUS_ARG(in3), CORPUS_ARG(out));
    for (int i = 0; i < n; i++)
        want[i] = power(a[i], b[i], d[i]);
    corpus_check(c, "power", CORPUS_S64, out, want, n);
    carries(c);
}

/* bits --------------------------------------------------------------------- */

static uint64_t reversed(uint64_t x, int bits)
{
    uint64_t r = 0;

    for (int k = 0; k < bits; k++)
        r |= (x >> k & 1) << (bits - 1 - k);
    return r;
}

static int leading(uint64_t x, int bits)
{
    int n = 0;

    while (n < bits && !(x >> (bits - 1 - n) & 1))
        n++;
    return n;
}

static int lowest(uint64_t x)
{
    for (int k = 0; k < 64; k++)
        if (x >> k & 1)
            return k + 1;
    return 0;
}

static int ones(uint64_t x)
{
    int n = 0;

    for (; x; x >>= 1)
        n += x & 1;
    return n;
}

static void expect_count_bits(uint64_t x, uint32_t y, int32_t *o)
{
    uint32_t low = (uint32_t)x;

    o[0] = ones(low);
    o[1] = ones(x);
    o[2] = leading(low, 32);
    o[3] = leading(x, 64);
    o[4] = lowest(low);
    o[5] = lowest(x);
    o[6] = (int32_t)(uint32_t)reversed(low, 32);
    o[7] = (int32_t)(uint32_t)(reversed(x, 64) >> 32);
}

static uint32_t absolute_difference(int64_t a, int64_t b)
{
    return (uint32_t)(a > b ? a - b : b - a);
}

static void expect_bytes(uint64_t x, uint32_t y, int32_t *o)
{
    uint32_t a = (uint32_t)x, b = (uint32_t)(x >> 32), permuted = 0, copied = 0;
    uint64_t pair = a | (uint64_t)b << 32;
    unsigned far = y >> 20 < 32 ? y >> 20 : 32;
    int32_t dot = (int32_t)y;
    uint32_t dot_u = y;

    for (int k = 0; k < 4; k++) {
        unsigned from = y >> (4 * k) & 0xf;
        uint32_t byte = (uint32_t)(x >> (8 * (from & 7))) & 0xff;
        copied |= byte << (8 * k);
        if (from & 8)
            byte = byte & 0x80 ? 0xff : 0;
        permuted |= byte << (8 * k);
        dot = (int32_t)((uint32_t)dot + (uint32_t)((int8_t)(a >> (8 * k)) *
                                                   (int8_t)(b >> (8 * k))));
        dot_u += (a >> (8 * k) & 0xff) * (b >> (8 * k) & 0xff);
    }
    o[0] = (int32_t)copied;
    o[1] = (int32_t)(uint32_t)(pair << (y & 31) >> 32);
    o[2] = (int32_t)(uint32_t)(pair >> (y & 31));
    o[3] = (int32_t)(uint32_t)((unsigned_wide)pair << far >> 32);
    o[4] = (int32_t)(uint32_t)(pair >> far);
    o[5] = dot;
    o[6] = (int32_t)dot_u;
    o[7] = (int32_t)((absolute_difference(a, b) + y) ^
                     (absolute_difference((int32_t)a, (int32_t)b) + y));
    o[8] = (int32_t)permuted;
}

static void expect_shifts(uint64_t x, uint32_t y, int64_t *o)
{
    unsigned amount = y % 80;
    unsigned a32 = amount > 32 ? 32 : amount, a64 = amount > 64 ? 64 : amount;
    int16_t h = (int16_t)((int16_t)x >> (amount > 15 ? 15 : amount));

    o[0] = (int64_t)(uint32_t)((uint64_t)(uint32_t)x << a32);
    o[1] = (int64_t)((uint64_t)(uint32_t)x >> a32);
    o[2] = (int64_t)(uint32_t)((int64_t)(int32_t)x >> a32);
    o[3] = (int64_t)(uint64_t)((unsigned_wide)x << a64);
    o[4] = (int64_t)(uint64_t)((unsigned_wide)x >> a64);
    o[5] = (int64_t)((wide)(int64_t)x >> a64);
    o[6] = (uint16_t)h;
    o[7] = amount > 15 ? 0 : (uint16_t)((uint32_t)(uint16_t)x << amount);
}

/* bfe, as the PTX ISA defines it bit by bit; position and length modulo 256. */
static uint64_t field(uint64_t x, unsigned at, unsigned length, unsigned bits,
                      bool is_signed)
{
    uint64_t value = 0;
    unsigned last = at + length - 1 > bits - 1 ? bits - 1 : at + length - 1;
    bool sign = is_signed && length > 0 && x >> last & 1;

    for (unsigned k = 0; k < bits; k++) {
        bool bit = k < length && at + k < bits ? x >> (at + k) & 1 : sign;
        value |= (uint64_t)bit << k;
    }
    return value;
}

static void expect_fields(uint64_t x, uint32_t y, int64_t *o)
{
    uint32_t a = (uint32_t)x, inserted = y;
    unsigned at = y % 300 & 0xff, length = y / 300 % 300 & 0xff;

    for (unsigned k = 0; k < length && at + k < 32; k++) {
        inserted &= ~(UINT32_C(1) << (at + k));
        inserted |= (k < 32 ? a >> k & 1 : 0) << (at + k);
    }
    o[0] = (int64_t)field(a, at, length, 32, false);
    o[1] = (int64_t)field(a, at, length, 32, true);
    o[2] = (int64_t)field(x, at, length, 64, false);
    o[3] = (int64_t)field(x, at, length, 64, true);
    o[4] = inserted;
    o[5] = (uint32_t)(31 - leading(a, 32));
    o[6] = (uint32_t)(31 - leading((int32_t)a < 0 ? ~a : a, 32));
    o[7] = a ^ y ^ (uint32_t)(x >> 32);
}

static int32_t saturated(int64_t x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x;
}

static void expect_arithmetic(uint64_t x, uint32_t y, int32_t *o)
{
    int32_t a = (int32_t)x, b = (int32_t)(x >> 32);
    uint32_t u = (uint32_t)a, v = (uint32_t)b;
    int16_t h = (int16_t)a, g = (int16_t)b;
    uint32_t least = u < v ? u : v, most = u > v ? u : v;
    int64_t narrow =
        (int64_t)((int32_t)(u << 8) >> 8) * ((int32_t)(v << 8) >> 8);
    uint32_t sum = (uint32_t)(int16_t)(h + g) * (uint32_t)(int16_t)(h - g);

    o[0] = (int32_t)(uint32_t)narrow;
    o[1] = (int32_t)((u & 0xffffff) * (v & 0xffffff));
    o[2] = (a < b ? a : b) ^ (int32_t)most;
    o[3] = (int32_t)((a < 0 ? 0 - u : u) + least);
    o[4] = (int32_t)(sum + (uint32_t)(h & g) + (uint32_t)(h ^ ~g));
    o[5] = (int32_t)y < 0 ? (int32_t)(0 - v) : !a;
    o[6] = saturated((int64_t)a + b);
    o[7] = saturated((int64_t)a - b);
    o[8] = (int32_t)((uint32_t)((uint64_t)((int64_t)a * b) >> 32) + u);
    o[9] = (int32_t)((uint32_t)(h * g) + v);
}

static void bits_narrow(struct corpus *c, const char *kernel,
                        void (*expect)(uint64_t, uint32_t, int32_t *),
                        int width, const int64_t *x, const uint32_t *y,
                        uint64_t in, uint64_t in2)
{
    int n = N;
    int32_t *want = corpus_new(c, N * width, sizeof *want);
    uint64_t out = corpus_upload(c, NULL, (size_t)(N * width) * sizeof *want);

    for (int i = 0; i < N; i++)
        expect((uint64_t)x[i], y[i], want + width * i);
    if (in2)
        CORPUS_LAUNCH(c, kernel, CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                      CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    else
        CORPUS_LAUNCH(c, kernel, CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                      CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, kernel, CORPUS_S32, out, want, N * width);
}

static void bits_wide(struct corpus *c, const char *kernel,
                      void (*expect)(uint64_t, uint32_t, int64_t *),
                      const int64_t *x, const uint32_t *y, uint64_t in,
                      uint64_t in2)
{
    int n = N;
    int64_t *want = corpus_new(c, N * 8, sizeof *want);
    uint64_t out = corpus_upload(c, NULL, N * 8 * sizeof *want);

    for (int i = 0; i < N; i++)
        expect((uint64_t)x[i], y[i], want + 8 * i);
    CORPUS_LAUNCH(c, kernel, CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    corpus_check(c, kernel, CORPUS_S64, out, want, N * 8);
}

void corpus_bits(struct corpus *c)
{
    int64_t *x = corpus_new(c, N, sizeof *x);
    uint32_t *y = corpus_new(c, N, sizeof *y);
    uint64_t in = upload_edges(c, x, false), in2;

    for (int i = 0; i < N; i++)
        y[i] = (uint32_t)corpus_random(c);
    in2 = corpus_upload(c, y, N * sizeof *y);
    bits_narrow(c, "count_bits", expect_count_bits, 8, x, y, in, 0);
    bits_narrow(c, "bytes", expect_bytes, 9, x, y, in, in2);
    bits_narrow(c, "arithmetic", expect_arithmetic, 10, x, y, in, in2);
    bits_wide(c, "shifts", expect_shifts, x, y, in, in2);
    bits_wide(c, "fields", expect_fields, x, y, in, in2);
}
