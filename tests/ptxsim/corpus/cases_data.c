/* Cases of calls, jump tables, structs, local memory and variables of the
 * module. */
#include "tests/ptxsim/corpus/corpus.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* switch ------------------------------------------------------------------- */

static int64_t times(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static int64_t plus(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t minus(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

static int64_t interpreted(int64_t a, const unsigned char *code, int length)
{
    int64_t b = 1, kept;

    for (int k = 0; k < length; k++) {
        switch (code[k]) {
        case 0:
            a = plus(a, b);
            break;
        case 1:
            a = minus(a, times(3, b));
            break;
        case 2:
            a = times(a, 5);
            break;
        case 3:
            b ^= a;
            break;
        case 4:
            kept = a;
            a = b;
            b = kept;
            break;
        case 5:
        case 6:
            a = code[k] == 5 ? times(a, 8) : a;
            a ^= a >> 7;
            break;
        case 7:
            b = ~b;
            break;
        case 8:
            k += a & 1;
            break;
        case 9:
        case 10:
            b = minus(plus(b, code[k] == 9 ? k : 0), times(2, a));
            break;
        case 11:
            a = a > b ? minus(a, b) : minus(b, a);
            break;
        default:
            a = plus(a, code[k]);
        }
    }
    return a ^ b;
}

static int32_t jumped(int32_t x)
{
    switch (x) {
    case 0:
        return (x + 100) * 7;
    case 1:
    case 3:
        return x * 7;
    case 4:
        return -x - 1000;
    case 2:
        return x - 1000;
    default:
        return x;
    }
}

void corpus_switch(struct corpus *c)
{
    enum { N = 200, LENGTH = 40 };
    static const int32_t length_of[] = {31, 28, 31, 30, 31, 30,
                                        31, 31, 30, 31, 30, 31};
    int n = N, length = LENGTH;
    unsigned char program[7 * LENGTH];
    int64_t want[N];
    int32_t month[N], days[N], jump[N];

    for (int i = 0; i < 7 * LENGTH; i++)
        program[i] = (unsigned char)(corpus_random(c) % 14);
    for (int i = 0; i < N; i++) {
        want[i] = interpreted(i, program + i % 7 * LENGTH, LENGTH);
        month[i] = (int32_t)(corpus_random(c) % 16) - 2;
        days[i] = month[i] >= 1 && month[i] <= 12 ? length_of[month[i] - 1]
                                                  : -month[i];
        jump[i] = jumped(month[i]);
    }
    uint64_t in = corpus_upload(c, program, sizeof program);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "interpret", CORPUS_LINE(2, 128), CORPUS_ARG(n),
                  CORPUS_ARG(length), CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "interpret", CORPUS_S64, out, want, N);
    in = corpus_upload(c, month, sizeof month);
    CORPUS_LAUNCH(c, "days", CORPUS_LINE(2, 128), CORPUS_ARG(n), CORPUS_ARG(in),
                  CORPUS_ARG(out));
    corpus_check(c, "days", CORPUS_S32, out, days, N);
    CORPUS_LAUNCH(c, "jump", CORPUS_LINE(2, 128), CORPUS_ARG(n), CORPUS_ARG(in),
                  CORPUS_ARG(out));
    corpus_check(c, "jump", CORPUS_S32, out, jump, N);
}

/* calls -------------------------------------------------------------------- */

static double horner(double x, int degree, const double *coefficient)
{
    double sum = coefficient[degree];

    while (degree-- > 0)
        sum = fma(sum, x, coefficient[degree]);
    return sum;
}

static void call_values(struct corpus *c)
{
    enum { N = 100, COLUMNS = 9 };
    int n = N, columns = COLUMNS;
    double x[N * COLUMNS], coefficient[10], y[N], value[N];
    int32_t index[N];

    for (int i = 0; i < 10; i++)
        coefficient[i] = corpus_uniform(c, -1, 1);
    for (int i = 0; i < N * COLUMNS; i++)
        x[i] = corpus_uniform(c, -2, 2);
    for (int i = 0; i < N; i++) {
        y[i] = i % 3 == 0 ? horner(x[i], i % 8, coefficient)
               : i % 3 == 1
                   ? horner(horner(x[i], 3, coefficient), 2, coefficient + 1)
                   : x[i];
        index[i] = 0;
        for (int k = 1; k < 1 + i % COLUMNS; k++)
            if (x[i * COLUMNS + k] > x[i * COLUMNS + index[i]])
                index[i] = k;
        value[i] = x[i * COLUMNS + index[i]];
    }
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t table = corpus_upload(c, coefficient, sizeof coefficient);
    uint64_t out = corpus_upload(c, NULL, sizeof y);
    uint64_t out2 = corpus_upload(c, NULL, sizeof index);
    CORPUS_LAUNCH(c, "call_horner", CORPUS_LINE(2, 64), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(table), CORPUS_ARG(out));
    corpus_check(c, "call_horner", CORPUS_F64, out, y, N);
    CORPUS_LAUNCH(c, "call_largest", CORPUS_LINE(2, 64), CORPUS_ARG(n),
                  CORPUS_ARG(columns), CORPUS_ARG(in), CORPUS_ARG(out),
                  CORPUS_ARG(out2));
    corpus_check(c, "largest value", CORPUS_F64, out, value, N);
    corpus_check(c, "largest index", CORPUS_S32, out2, index, N);
}

static int compare_s32(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

    return (x > y) - (x < y);
}

static void call_integers(struct corpus *c)
{
    enum { N = 90 };
    int n = N;
    int32_t x[N][3], ring[64];
    int16_t a[N];
    int8_t b[N];
    unsigned char byte[N];

    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++)
            x[i][k] = (int32_t)(corpus_random(c) % 10) - 5;
        a[i] = (int16_t)corpus_random(c);
        b[i] = (int8_t)corpus_random(c);
        byte[i] = (unsigned char)(a[i] * b[i]);
    }
    uint64_t place = corpus_upload(c, x, sizeof x);
    CORPUS_LAUNCH(c, "call_sort", CORPUS_LINE(3, 32), CORPUS_ARG(n),
                  CORPUS_ARG(place));
    for (int i = 0; i < N; i++)
        qsort(x[i], 3, sizeof x[i][0], compare_s32);
    corpus_check(c, "call_sort", CORPUS_S32, place, x, N * 3);
    uint64_t in = corpus_upload(c, a, sizeof a);
    uint64_t in2 = corpus_upload(c, b, sizeof b);
    uint64_t out = corpus_upload(c, NULL, N);
    CORPUS_LAUNCH(c, "call_bytes", CORPUS_LINE(1, 96), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    corpus_check(c, "call_bytes", CORPUS_S8, out, byte, N);

    for (int i = 0; i < 64; i++)
        ring[i] = (int32_t)(corpus_random(c) % 1000);
    place = corpus_upload(c, ring, sizeof ring);
    CORPUS_LAUNCH(c, "call_ring", CORPUS_LINE(1, 64), CORPUS_ARG(place));
    for (int distance = 1; distance < 32; distance *= 2) {
        int32_t before[64];
        memcpy(before, ring, sizeof ring);
        for (int i = 0; i < 64; i++)
            ring[i] += before[i / 32 * 32 + (i + distance) % 32];
    }
    corpus_check(c, "call_ring", CORPUS_S32, place, ring, 64);
}

void corpus_calls(struct corpus *c)
{
    call_values(c);
    call_integers(c);
}

/* structs ------------------------------------------------------------------ */

struct settings {
    int32_t n;
    float scale;
    double shift[3];
    struct {
        int16_t a;
        uint8_t b;
        int8_t c[5];
    } tail;
    uint64_t point;
    char last;
};

struct particle {
    double mass;
    float x, y;
    uint8_t kind;
    int16_t charge;
    int32_t neighbour[2];
};

static void affine(struct corpus *c)
{
    enum { N = 77 };
    float point[N][4], want[N][4];
    struct settings s = {.n = N,
                         .scale = 1.5f,
                         .shift = {0.25, -3, 1e10},
                         .tail = {-300, 200, {1, -2, 3, -4, 127}},
                         .last = 'h'};

    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            point[i][k] = (float)corpus_uniform(c, -8, 8);
        want[i][0] = fmaf(point[i][0], s.scale, (float)s.shift[i % 3]);
        want[i][1] = point[i][1] + s.tail.c[i % 5];
        want[i][2] = point[i][2] * s.tail.b;
        want[i][3] = point[i][3] - s.tail.a + s.last;
    }
    s.point = corpus_upload(c, point, sizeof point);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "affine", CORPUS_LINE(3, 32), CORPUS_ARG(s),
                  CORPUS_ARG(out));
    corpus_check(c, "affine", CORPUS_F32, out, want, N * 4);
}

static void exchange(struct corpus *c)
{
    enum { N = 60 };
    int n = N;
    struct particle p[N];
    double energy[N];

    memset(p, 0, sizeof p);
    for (int i = 0; i < N; i++) {
        p[i].mass = corpus_uniform(c, 0, 1);
        p[i].x = (float)corpus_uniform(c, -1, 1);
        p[i].y = (float)corpus_uniform(c, -1, 1);
        p[i].kind = (uint8_t)corpus_random(c);
        p[i].charge = (int16_t)corpus_random(c);
        for (int k = 0; k < 2; k++)
            p[i].neighbour[k] = (int32_t)(corpus_random(c) % N);
    }
    for (int i = 0; i < N; i++) {
        energy[i] = p[i].mass;
        for (int k = 0; k < 2; k++) {
            const struct particle *other = &p[p[i].neighbour[k]];
            energy[i] += other->kind * (p[i].charge - other->charge);
            energy[i] = fma((double)p[i].x, (double)other->y, energy[i]);
        }
    }
    uint64_t in = corpus_upload(c, p, sizeof p);
    uint64_t out = corpus_upload(c, NULL, sizeof energy);
    CORPUS_LAUNCH(c, "exchange", CORPUS_LINE(2, 32), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "exchange", CORPUS_F64, out, energy, N);
}

static void scalars(struct corpus *c)
{
    enum { N = 32 };
    int8_t a = -7;
    uint16_t b = 65000;
    int32_t k = -123456, h[3] = {5, -6, 7};
    int64_t d = -5000000000;
    float e = 0.1f;
    double f = 1e-3, want[N][2];
    bool g = true;

    for (int i = 0; i < N; i++) {
        want[i][0] = a * i + b + h[0];
        want[i][1] = fma((double)e * f, h[2], (double)(k + d));
    }
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "scalars", CORPUS_LINE(1, N), CORPUS_ARG(a), CORPUS_ARG(b),
                  CORPUS_ARG(k), CORPUS_ARG(d), CORPUS_ARG(e), CORPUS_ARG(f),
                  CORPUS_ARG(g), CORPUS_ARG(h), CORPUS_ARG(out));
    corpus_check(c, "scalars", CORPUS_F64, out, want, 2 * N);
}

static void vectors(struct corpus *c)
{
    enum { N = 70 };
    int n = N;
    double a[N][2], e[N][2];
    int32_t b[N][4], f[N][4];
    uint16_t h[N][4], g[N][2];
    int64_t d[N][2];

    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++) {
            b[i][k] = (int32_t)corpus_random(c);
            h[i][k] = (uint16_t)corpus_random(c);
        }
        for (int k = 0; k < 2; k++) {
            a[i][k] = corpus_uniform(c, -1, 1);
            d[i][k] = (int64_t)corpus_random(c);
        }
        e[i][0] = a[i][1];
        e[i][1] = a[i][0] + b[i][3];
        f[i][0] = b[i][2];
        f[i][1] = b[i][1];
        f[i][2] = (int32_t)d[i][0];
        f[i][3] = (int32_t)(d[i][1] >> 32);
        g[i][0] = (uint16_t)(h[i][0] + h[i][3]);
        g[i][1] = h[i][1] ^ h[i][2];
    }
    uint64_t in[4] = {
        corpus_upload(c, a, sizeof a), corpus_upload(c, b, sizeof b),
        corpus_upload(c, h, sizeof h), corpus_upload(c, d, sizeof d)};
    uint64_t out[3] = {corpus_upload(c, NULL, sizeof e),
                       corpus_upload(c, NULL, sizeof f),
                       corpus_upload(c, NULL, sizeof g)};
    CORPUS_LAUNCH(c, "vectors", CORPUS_LINE(3, 32), CORPUS_ARG(n),
                  CORPUS_ARG(in[0]), CORPUS_ARG(in[1]), CORPUS_ARG(in[2]),
                  CORPUS_ARG(in[3]), CORPUS_ARG(out[0]), CORPUS_ARG(out[1]),
                  CORPUS_ARG(out[2]));
    corpus_check(c, "double2", CORPUS_F64, out[0], e, N * 2);
    corpus_check(c, "int4", CORPUS_S32, out[1], f, N * 4);
    corpus_check(c, "ushort2", CORPUS_S16, out[2], g, N * 2);
}

void corpus_structs(struct corpus *c)
{
    affine(c);
    exchange(c);
    scalars(c);
    vectors(c);
}

/* local -------------------------------------------------------------------- */

static int compare_f32(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

static void permutation(int number, unsigned char *out)
{
    unsigned char item[8];

    for (int k = 0; k < 8; k++)
        item[k] = (unsigned char)k;
    for (int k = 8; k > 0; k--) {
        int at = number % k;
        number /= k;
        *out++ = item[at];
        memmove(item + at, item + at + 1, (size_t)(7 - at));
    }
}

static int queens(int size, int row, int *column)
{
    int found = 0;

    if (row == size)
        return 1;
    for (column[row] = 0; column[row] < size; column[row]++) {
        bool good = true;
        for (int k = 0; k < row; k++)
            good &= column[k] != column[row] &&
                    abs(column[k] - column[row]) != row - k;
        if (good)
            found += queens(size, row + 1, column);
    }
    return found;
}

void corpus_local(struct corpus *c)
{
    enum { ROWS = 80, LENGTH = 16, N = 200, SIZE = 6 };
    int rows = ROWS, n = N, size = SIZE;
    float x[ROWS][LENGTH];
    unsigned char items[N][8];
    int32_t count[SIZE];

    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < LENGTH; k++)
            x[i][k] = (float)corpus_uniform(c, -1, 1);
    uint64_t place = corpus_upload(c, x, sizeof x);
    CORPUS_LAUNCH(c, "insertion_sort", CORPUS_LINE(3, 32), CORPUS_ARG(rows),
                  CORPUS_ARG(place));
    for (int i = 0; i < ROWS; i++)
        qsort(x[i], LENGTH, sizeof x[i][0], compare_f32);
    corpus_check(c, "insertion_sort", CORPUS_F32, place, x, ROWS * LENGTH);

    for (int i = 0; i < N; i++)
        permutation(i, items[i]);
    uint64_t out = corpus_upload(c, NULL, sizeof items);
    CORPUS_LAUNCH(c, "permutation", CORPUS_LINE(4, 64), CORPUS_ARG(n),
                  CORPUS_ARG(out));
    corpus_check(c, "permutation", CORPUS_S8, out, items, N * 8);

    for (int i = 0; i < SIZE; i++) {
        int column[12] = {i};
        count[i] = queens(SIZE, 1, column);
    }
    out = corpus_upload(c, NULL, sizeof count);
    CORPUS_LAUNCH(c, "queens", CORPUS_LINE(1, 32), CORPUS_ARG(size),
                  CORPUS_ARG(out));
    corpus_check(c, "queens", CORPUS_S32, out, count, SIZE);
}

/* constant ----------------------------------------------------------------- */

void corpus_constant(struct corpus *c)
{
    enum { N = 200, THREADS = 64 };
    static const double weight[7] = {0.5, -1.25, 3, 1e-300, -0.0, 6.02e23, 7};
    static const double factor[3] = {2.5, -0.125, 1};
    static const int prime[12] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    static const int key[3] = {-7, 300, 0};
    static const char word[] = "constant\ttables\n", other[] = "others";
    static const int32_t number[4] = {-1, INT32_MAX, 42, INT32_MIN};
    const char *name[3] = {word, other, word + 9};
    int n = N;
    double x[N];
    int32_t y[N], z[THREADS];
    uint64_t total = UINT64_C(1) << 40;

    for (int i = 0; i < N; i++) {
        x[i] = weight[i % 7] * factor[i % 3];
        y[i] = prime[i % 12] + key[i % 3] + name[i % 3][i % 6];
    }
    for (int i = 0; i < THREADS; i++) {
        z[i] = number[i % 4] ^ ((63 - i) / 2) ^ number[i % 3];
        total += (uint64_t)i;
    }
    uint64_t out = corpus_upload(c, NULL, sizeof x);
    uint64_t out2 = corpus_upload(c, NULL, sizeof y);
    CORPUS_LAUNCH(c, "tables", CORPUS_LINE(2, 128), CORPUS_ARG(n),
                  CORPUS_ARG(out), CORPUS_ARG(out2));
    corpus_check(c, "weights", CORPUS_F64, out, x, N);
    corpus_check(c, "primes", CORPUS_S32, out2, y, N);
    CORPUS_LAUNCH(c, "variables", CORPUS_LINE(1, THREADS), CORPUS_ARG(out));
    corpus_check(c, "variables", CORPUS_S32, out, z, THREADS);
    CORPUS_LAUNCH(c, "read_total", CORPUS_LINE(1, 1), CORPUS_ARG(out));
    corpus_check(c, "read_total", CORPUS_S64, out, &total, 1);
}
