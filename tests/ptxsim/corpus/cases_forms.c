/* The case of instructions that compilers seldom write. */
#include "tests/ptxsim/corpus/corpus.h"

#include <math.h>
#include <string.h>

enum { N = 400 };

static void reductions(struct corpus *c)
{
    enum { BLOCKS = 4, THREADS = 128 };
    int n = N;
    int32_t x[N], out[2 * BLOCKS] = {0};
    uint32_t u[4] = {0};
    int64_t l[2] = {INT64_MAX, 5};
    double d = 0;

    uint64_t us = corpus_upload(c, u, sizeof u);
    uint64_t ls = corpus_upload(c, l, sizeof l);
    uint64_t ds = corpus_upload(c, &d, sizeof d);
    for (int i = 0; i < N; i++) {
        int64_t wide = (x[i] = (int32_t)corpus_edge_s64(c)) * INT64_C(1048576);
        int32_t *own = out + 2 * (i / THREADS);
        u[0] += (uint32_t)x[i];
        u[1] = (uint32_t)x[i] > u[1] ? (uint32_t)x[i] : u[1];
        u[2] ^= (uint32_t)x[i];
        u[3] |= (uint32_t)x[i];
        l[0] = wide < l[0] ? wide : l[0];
        l[1] = (int64_t)((uint64_t)l[1] + (uint64_t)wide);
        d += x[i];
        own[0] = (int32_t)((uint32_t)own[0] + (uint32_t)x[i]);
        own[1] = x[i] < own[1] ? x[i] : own[1];
    }
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t outs = corpus_upload(c, NULL, sizeof out);
    CORPUS_LAUNCH(c, "reductions", CORPUS_LINE(BLOCKS, THREADS), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(us), CORPUS_ARG(ls),
                  CORPUS_ARG(ds), CORPUS_ARG(outs));
    corpus_check(c, "u32", CORPUS_S32, us, u, 4);
    corpus_check(c, "s64", CORPUS_S64, ls, l, 2);
    corpus_check(c, "f64", CORPUS_F64, ds, &d, 1);
    corpus_check(c, "shared", CORPUS_S32, outs, out, 2 * BLOCKS);
}

static void spaces(struct corpus *c)
{
    int32_t x[32], want[32];

    for (int i = 0; i < 32; i++)
        x[i] = (int32_t)(corpus_random(c) % 1000);
    for (int i = 0; i < 32; i++) {
        int32_t value[3] = {1000 + x[i], 2000 + 7 * i, 4000 + x[i % 4]};
        want[i] = 0;
        for (int k = 0; k < 3; k++)
            want[i] = 10 * want[i] + value[(i + k) % 3];
    }
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "spaces", CORPUS_LINE(1, 32), CORPUS_ARG(in),
                  CORPUS_ARG(out));
    corpus_check(c, "spaces", CORPUS_S32, out, want, 32);
}

/* The PTX ISA's definition: the n-th set bit of the mask from `base` on. */
static int32_t find_nth(uint32_t mask, int base, int n)
{
    int step = n > 0 ? 1 : -1, left = n > 0 ? n : -n;

    if (n == 0)
        return mask >> base & 1 ? base : -1;
    for (int at = base; at >= 0 && at < 32; at += step)
        if (mask >> at & 1 && --left == 0)
            return at;
    return -1;
}

static int32_t sign24(int32_t x)
{
    return (int32_t)((uint32_t)x << 8) >> 8;
}

static int32_t backward_bytes(uint32_t a, uint32_t b, int first)
{
    static const int order[4][4] = {
        {0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}};
    uint64_t pair = a | (uint64_t)b << 32;
    uint32_t r = 0;

    for (int k = 0; k < 4; k++)
        r |= (uint32_t)(pair >> (8 * order[first][k]) & 0xff) << (8 * k);
    return (int32_t)r;
}

static void expect_seldom(int32_t a, int32_t b, int32_t d, double y, int32_t *o)
{
    int width = d & 63, from = a & 31, count = b & 31;
    uint32_t ones = (uint32_t)((UINT64_C(1) << count) - 1);
    bool less = a < b && (d & 1) == 0, not_less = a >= b && (d & 1) == 0;

    o[0] = d >= 0 ? a : b;
    o[1] = (float)y >= 0 ? a : b;
    o[2] = (a & 3) == 0;
    o[3] = (less ? 1 : 2) + (not_less ? 4 : 0);
    o[4] = a > b ? -1 : 0;
    o[5] = (isfinite(y) ? 1 : 0) + (fpclassify(y) == FP_SUBNORMAL ? 2 : 0) +
           (isnan(y) ? 4 : 0) + (isinf(y) ? 8 : 0);
    o[6] = (int32_t)((uint32_t)((int64_t)sign24(a) * sign24(b)) + (uint32_t)d);
    o[7] = (int32_t)(uint32_t)((uint64_t)(a & 0xffffff) *
                                   (uint64_t)(b & 0xffffff) >>
                               16);
    o[8] = backward_bytes((uint32_t)a, (uint32_t)b, d & 3);
    o[9] = find_nth((uint32_t)a, d & 31, b % 4);
    o[10] = width == 0 ? 0
            : width >= 32
                ? a
                : (int32_t)((uint32_t)a << (32 - width)) >> (32 - width);
    o[11] = (int32_t)(ones << from);
}

static void seldom(struct corpus *c)
{
    int n = N;
    int32_t x[N], want[N][12];
    double y[N];

    for (int i = 0; i < N; i++) {
        x[i] = (int32_t)corpus_edge_s64(c);
        y[i] = corpus_edge_f64(c);
    }
    for (int i = 0; i < N; i++)
        expect_seldom(x[i], x[(i + 1) % N], x[(i + 2) % N], y[i], want[i]);
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t in2 = corpus_upload(c, y, sizeof y);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "seldom", CORPUS_LINE(4, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    corpus_check(c, "seldom", CORPUS_S32, out, want, N * 12);
}

static void packing(struct corpus *c)
{
    int n = N;
    int64_t x[N], want[N][4];

    for (int i = 0; i < N; i++)
        x[i] = (int64_t)corpus_random(c);
    for (int i = 0; i < N; i++) {
        uint64_t v = (uint64_t)x[i], reversed = 0;
        for (int k = 0; k < 4; k++)
            reversed |= (v >> (16 * k) & 0xffff) << (16 * (3 - k));
        want[i][0] = (int64_t)reversed;
        want[i][1] = (int64_t)(v << 32 | v >> 32);
        want[i][2] = x[i] >> 32;
        want[i][3] = x[i] < 0 ? x[(i + 1) % N] : x[i];
    }
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "packing", CORPUS_LINE(4, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "packing", CORPUS_S64, out, want, N * 4);
}

void corpus_forms(struct corpus *c)
{
    reductions(c);
    spaces(c);
    seldom(c);
    packing(c);
}
