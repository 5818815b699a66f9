/*
 * fpu COUNT MEMORY RESULT: writes so many pairs of numbers, in both formats, as
 * a memory A for fpu.graph, and what C makes of them as the memory R that its
 * sink is to write.
 */
#include "runtime/racersim/graph/graph.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = UINT64_C(88172645463325252);

static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* A format of IEEE 754: lengths of fraction and exponent. */
struct format {
    int fraction, exponent;
};

static uint64_t ones(int count)
{
    return (UINT64_C(1) << count) - 1;
}

static uint64_t pack(const struct format *f, uint64_t sign, uint64_t exponent,
                     uint64_t fraction)
{
    return (sign & 1) << (f->fraction + f->exponent) |
           (exponent & ones(f->exponent)) << f->fraction |
           (fraction & ones(f->fraction));
}

/* Fractions at random, or with few bits that differ from their neighbours, so
 * that results lie half-way between two numbers. */
static uint64_t some_fraction(const struct format *f)
{
    uint64_t n = random_bits();
    int at = (int)(random_bits() % (unsigned)f->fraction);

    switch (random_bits() % 4) {
    case 0:
        return n << at;
    case 1:
        return ones(at + 1) ^ UINT64_C(1) << n % (unsigned)f->fraction;
    default:
        return n;
    }
}

/* Zeros, numbers below the normal ones and their neighbours, infinity, what is
 * no number. */
static uint64_t special(const struct format *f)
{
    static const int kinds = 8;
    uint64_t sign = random_bits(), top = ones(f->exponent);
    uint64_t small = random_bits() % 4;

    switch (random_bits() % (unsigned)kinds) {
    case 0:
        return pack(f, sign, 0, 0);
    case 1:
        return pack(f, sign, 0, small);
    case 2:
        return pack(f, sign, 0, some_fraction(f));
    case 3:
        return pack(f, sign, 1, small);
    case 4:
        return pack(f, sign, top - 1, ~small);
    case 5:
        return pack(f, sign, top, 0);
    case 6:
        return pack(f, sign, top, random_bits() | 1);
    default:
        return pack(f, sign, top / 2, small);
    }
}

/* Any number; one near the first, to cancel; or one whose product with it, or
 * its quotient, is near the ends of what there is. */
static uint64_t second(const struct format *f, uint64_t first)
{
    uint64_t exponent = first >> f->fraction & ones(f->exponent);
    uint64_t bias = ones(f->exponent - 1), sign = random_bits();
    uint64_t near = random_bits() % 5 - 2;

    switch (random_bits() % 8) {
    case 0:
    case 1:
        return pack(f, sign, exponent + near, some_fraction(f));
    case 2:
        return first ^ pack(f, sign, 0, random_bits() % 8);
    case 3:
        return pack(f, sign, exponent + random_bits() % 128 - 64,
                    some_fraction(f));
    case 4:
        return pack(f, sign, bias - exponent + near * 8, some_fraction(f));
    case 5:
        return pack(f, sign, exponent + bias + near, some_fraction(f));
    case 6:
        return special(f);
    default:
        return random_bits() & ones(f->fraction + f->exponent + 1);
    }
}

static void pair(const struct format *f, union racer_bits *bits)
{
    uint64_t all = ones(f->fraction + f->exponent) << 1 | 1;

    bits[0].u = random_bits() % 8
                    ? pack(f, random_bits(), random_bits(), some_fraction(f))
                    : special(f);
    bits[1].u = second(f, bits[0].u) & all;
    if (random_bits() % 2) {
        union racer_bits first = bits[0];

        bits[0] = bits[1];
        bits[1] = first;
    }
}

/* Columns of R, from a. */
enum { WIDE = 11, COLUMNS = 22 };

static void tests(union racer_bits *r, double a, double b)
{
    const bool holds[] = {a<b, a <= b, a> b, a >= b, a == b, a != b};

    for (int k = 0; k < 6; k++)
        r[5 + k].u = holds[k];
}

static void compute(const union racer_bits *in, union racer_bits *r)
{
    double a = in[0].f64, b = in[1].f64;
    float x = in[2].f32, y = in[3].f32;

    memset(r, 0, COLUMNS * sizeof *r);
    r[0].f64 = a + b;
    r[1].f64 = a - b;
    r[2].f64 = a * b;
    r[3].f64 = a / b;
    r[4].f64 = sqrt(a);
    tests(r, a, b);
    r[WIDE].f32 = x + y;
    r[WIDE + 1].f32 = x - y;
    r[WIDE + 2].f32 = x * y;
    r[WIDE + 3].f32 = x / y;
    r[WIDE + 4].f32 = sqrtf(x);
    tests(r + WIDE, (double)x, (double)y);
}

static void set_type(enum racer_type *type, enum racer_type real)
{
    for (int k = 0; k < WIDE; k++)
        type[k] = k < 5 ? real : RACER_PRED;
}

static bool write_memory(const char *path, const struct racer_memory *memory)
{
    struct buf text = {0};
    bool good;

    racer_data_print(&text, memory);
    good = base_write_file(path, text.text, text.length);
    buf_free(&text);
    return good;
}

int main(int argc, char **argv)
{
    static const struct format f32 = {23, 8}, f64 = {52, 11};
    enum racer_type in[] = {RACER_F64, RACER_F64, RACER_F32, RACER_F32};
    enum racer_type out[COLUMNS];
    int64_t count = argc == 4 ? atoll(argv[1]) : 0;
    struct arena *arena = arena_new();
    struct racer_data data = {.arena = arena};
    bool good = count > 0;

    set_type(out, RACER_F64);
    set_type(out + WIDE, RACER_F32);
    if (good) {
        struct racer_memory *a, *r;

        racer_data_add(&data, "A", 1, &count, 4, in);
        racer_data_add(&data, "R", 1, &count, COLUMNS, out);
        a = racer_data_find(&data, "A");
        r = racer_data_find(&data, "R");
        for (int64_t k = 0; k < count; k++) {
            pair(&f64, &a->bits[4 * k]);
            pair(&f32, &a->bits[4 * k + 2]);
            compute(&a->bits[4 * k], &r->bits[COLUMNS * k]);
        }
        good = write_memory(argv[2], a) && write_memory(argv[3], r);
    }
    if (!good)
        fprintf(stderr, "fpu: cannot write the memories; write fpu COUNT"
                        " MEMORY RESULT\n");
    arena_free(arena);
    return !good;
}
