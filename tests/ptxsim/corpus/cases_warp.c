/* Cases of atomics, of votes and shuffles in warps, and of barriers. */
#include "tests/ptxsim/corpus/corpus.h"

#include <math.h>
#include <string.h>

enum { LANES = 32 };

/* atomics ------------------------------------------------------------------ */

static void swap_loops(struct corpus *c)
{
    enum { N = 300 };
    int n = N;
    double x[N], largest[5] = {-1e9, -1e9, -1e9, -1e9, -1e9};
    float product[3] = {1, 3, 5}, want_product[3];

    uint64_t maxima = corpus_upload(c, largest, sizeof largest);
    uint64_t products = corpus_upload(c, product, sizeof product);
    memcpy(want_product, product, sizeof product);
    for (int i = 0; i < N; i++) {
        x[i] = corpus_uniform(c, -100, 100);
        largest[i % 5] = fmax(largest[i % 5], x[i]);
        want_product[i % 3] *= x[i] < 0 ? 2.0f : 0.5f;
    }
    uint64_t in = corpus_upload(c, x, sizeof x);
    CORPUS_LAUNCH(c, "swap_loops", CORPUS_LINE(3, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(maxima), CORPUS_ARG(products));
    corpus_check(c, "maxima", CORPUS_F64, maxima, largest, 5);
    corpus_check(c, "products", CORPUS_F32, products, want_product, 3);
}

struct places {
    uint32_t u[9];
    int32_t s[2];
    uint64_t l[6];
    int64_t m[2];
    float f;
};

static void expect_kinds(struct places *p, int32_t x)
{
    uint64_t wide = (uint64_t)(int64_t)x * 0x100000001u;
    uint32_t u = (uint32_t)x;

    p->u[0] += u;
    p->u[1] -= u;
    p->u[2] = u < p->u[2] ? u : p->u[2];
    p->u[3] = u > p->u[3] ? u : p->u[3];
    p->u[4] &= u | 0x0ff00ff0;
    p->u[5] |= u & 0x10101010;
    p->u[6] ^= u;
    p->u[7] = p->u[7] >= 40 ? 0 : p->u[7] + 1;
    p->u[8] = p->u[8] == 0 || p->u[8] > 33 ? 33 : p->u[8] - 1;
    p->s[0] = x < p->s[0] ? x : p->s[0];
    p->s[1] = x > p->s[1] ? x : p->s[1];
    p->l[0] += wide;
    p->l[1] = wide < p->l[1] ? wide : p->l[1];
    p->l[2] = wide > p->l[2] ? wide : p->l[2];
    p->l[3] &= wide | 0xff0000000000000f;
    p->l[4] |= wide & 0x1000000010000001;
    p->l[5] ^= wide;
    p->m[0] = (int64_t)wide < p->m[0] ? (int64_t)wide : p->m[0];
    p->m[1] = (int64_t)wide > p->m[1] ? (int64_t)wide : p->m[1];
    p->f += (float)(x % 8);
}

static void kinds(struct corpus *c)
{
    enum { N = 500 };
    int n = N;
    int32_t x[N];
    struct places p = {.u = {1, 2, 3000000000u, 4, ~0u, 6, 7, 8, 9},
                       .l = {1, ~UINT64_C(0), 3, ~UINT64_C(0), 5, 6}};

    uint64_t u = corpus_upload(c, p.u, sizeof p.u);
    uint64_t s = corpus_upload(c, p.s, sizeof p.s);
    uint64_t l = corpus_upload(c, p.l, sizeof p.l);
    uint64_t m = corpus_upload(c, p.m, sizeof p.m);
    uint64_t f = corpus_upload(c, &p.f, sizeof p.f);
    for (int i = 0; i < N; i++) {
        x[i] = (int32_t)corpus_random(c);
        expect_kinds(&p, x[i]);
    }
    uint64_t in = corpus_upload(c, x, sizeof x);
    CORPUS_LAUNCH(c, "kinds", CORPUS_LINE(4, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(u), CORPUS_ARG(s), CORPUS_ARG(l),
                  CORPUS_ARG(m), CORPUS_ARG(f));
    corpus_check(c, "u32", CORPUS_S32, u, p.u, 9);
    corpus_check(c, "s32", CORPUS_S32, s, p.s, 2);
    corpus_check(c, "u64", CORPUS_S64, l, p.l, 6);
    corpus_check(c, "s64", CORPUS_S64, m, p.m, 2);
    corpus_check(c, "f32", CORPUS_F32, f, &p.f, 1);
}

/* Each of 1 to n is got once, but for the one that stays, and 0. */
static void exchanges(struct corpus *c)
{
    enum { N = 250 };
    int n = N;
    int32_t place = 0, got[N + 1] = {0}, seen[N + 1] = {0}, want[N + 1];

    uint64_t at = corpus_upload(c, &place, sizeof place);
    uint64_t out = corpus_upload(c, NULL, N * sizeof *got);
    CORPUS_LAUNCH(c, "exchanges", CORPUS_LINE(2, 128), CORPUS_ARG(n),
                  CORPUS_ARG(at), CORPUS_ARG(out));
    corpus_download(c, out, got, N * sizeof *got);
    corpus_download(c, at, &got[N], sizeof place);
    for (int i = 0; i <= N; i++) {
        want[i] = 1;
        if (got[i] >= 0 && got[i] <= N)
            seen[got[i]]++;
    }
    corpus_check(c, "exchanges", CORPUS_S32,
                 corpus_upload(c, seen, sizeof seen), want, N + 1);
}

static void locked(struct corpus *c)
{
    enum { BLOCKS = 9, THREADS = 64 };
    int32_t guarded[3] = {0};

    uint64_t lock = corpus_upload(c, NULL, sizeof(int32_t));
    uint64_t place = corpus_upload(c, NULL, sizeof guarded);
    CORPUS_LAUNCH(c, "locked", CORPUS_LINE(BLOCKS, THREADS), CORPUS_ARG(lock),
                  CORPUS_ARG(place));
    for (int b = 0; b < BLOCKS; b++) {
        guarded[0] += 1;
        guarded[1] = 3 * guarded[1] + guarded[0];
        guarded[2] += THREADS;
    }
    corpus_check(c, "locked", CORPUS_S32, place, guarded, 3);
}

static void shared_kinds(struct corpus *c)
{
    enum { N = 1000 };
    int n = N;
    int32_t x[N], want[8] = {0};
    uint32_t turns = 0;

    for (int i = 0; i < N; i++) {
        x[i] = (int32_t)(corpus_random(c) % 20001) - 10000;
        want[0] += x[i];
        want[1] = x[i] < want[1] ? x[i] : want[1];
        want[2] = x[i] > want[2] ? x[i] : want[2];
        want[3] |= x[i] & 0x7ff;
        want[4] ^= x[i];
        turns = turns >= 100 ? 0 : turns + 1;
        want[6] += x[i];
        want[7] += x[i];
    }
    want[5] = (int32_t)turns;
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "shared_kinds", CORPUS_LINE(1, 192), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "shared_kinds", CORPUS_S32, out, want, 8);
}

void corpus_atomics(struct corpus *c)
{
    swap_loops(c);
    kinds(c);
    exchanges(c);
    locked(c);
    shared_kinds(c);
}

/* votes -------------------------------------------------------------------- */

enum { VOTERS = 96 };

static uint32_t lanes_where(const int32_t *x, int kind, int lane)
{
    uint32_t mask = 0;

    for (int k = 0; k < LANES; k++) {
        int holds = kind == 0   ? x[k] > 0
                    : kind == 1 ? x[k] % 5 == x[lane] % 5
                    : kind == 2 ? x[k] % 2 != 0
                    : kind == 3 ? x[k] % 2 && x[k] % 3 == 0
                                : x[k] % 3 == x[lane] % 3;
        mask |= (uint32_t)(holds != 0) << k;
    }
    return mask;
}

static void expect_votes(const int32_t *x, int lane, uint32_t *o)
{
    int any = 0, all = 1, same = 1, odd_positive = 1;

    for (int k = 0; k < LANES; k++) {
        any |= x[k] > 1000;
        all &= x[k] > -1000;
        same &= x[k] / 4096 == x[0] / 4096;
        odd_positive &= x[k] % 2 == 0 || x[k] > 0;
    }
    o[0] = lanes_where(x, 0, lane);
    o[1] = (uint32_t)any;
    o[2] = (uint32_t)all;
    o[3] = lanes_where(x, 1, lane);
    o[4] = (same ? ~UINT32_C(0) : 0) ^ (uint32_t)same << 7;
    o[5] = o[6] = 0;
    if (x[lane] % 2) {
        o[5] = lanes_where(x, 3, lane);
        o[6] = (uint32_t)__builtin_popcount(lanes_where(x, 2, lane)) +
               ((uint32_t)odd_positive << 8);
    }
    o[7] = lanes_where(x, 4, lane);
}

static void expect_reduces(const int32_t *x, int32_t *o)
{
    int32_t and = -1, or = 0, xor = 0, sum = 0, low = x[0], high = x[0];
    uint32_t least = (uint32_t)x[0], most = (uint32_t)x[0];

    for (int k = 0; k < LANES; k++) {
        uint32_t u = (uint32_t)x[k];
        sum = (int32_t)((uint32_t)sum + u);
        low = x[k] < low ? x[k] : low;
        high = x[k] > high ? x[k] : high;
        and &= x[k];
        or |= x[k];
        xor ^= x[k];
        most = u > most ? u : most;
        least = u < least ? u : least;
    }
    int32_t all[8] = {sum, low, high,          and,
                      or,  xor, (int32_t)most, (int32_t)least};
    memcpy(o, all, sizeof all);
}

static void expect_shuffles(const int32_t *x, int lane, int32_t *o)
{
    int own = x[lane] & 31;

    o[0] = x[own];
    o[1] = x[lane / 8 * 8 + own % 8];
    o[2] = x[lane >= 3 ? lane - 3 : lane];
    o[3] = x[lane % 8 >= 3 ? lane - 3 : lane];
    o[4] = x[lane % 16 + 5 < 16 ? lane + 5 : lane];
    o[5] = x[lane ^ 9];
    /* A partner in a later group of the warp is not read. */
    o[6] = x[(lane ^ 6) / 4 <= lane / 4 ? lane ^ 6 : lane];
    o[7] = (int32_t)((int64_t)((uint64_t)(int64_t)x[31 - lane] << 20) >> 16);
}

static void masks(struct corpus *c)
{
    enum { BLOCKS = 2, WIDTH = 8, HEIGHT = 10, N = BLOCKS * WIDTH * HEIGHT };
    uint32_t want[N][8];
    struct corpus_shape shape = {{BLOCKS, 1, 1}, {WIDTH, HEIGHT, 1}, 0};

    for (int i = 0; i < N; i++) {
        uint32_t thread = (uint32_t)(i % (WIDTH * HEIGHT));
        uint32_t lane = thread % LANES, bit = UINT32_C(1) << lane;
        uint32_t row[8] = {lane,
                           thread / LANES,
                           bit - 1,
                           ~(bit - 1),
                           bit,
                           bit | (bit - 1),
                           ~(bit | (bit - 1)),
                           WIDTH * 10000 + HEIGHT * 100 + BLOCKS};
        memcpy(want[i], row, sizeof row);
    }
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "masks", shape, CORPUS_ARG(out));
    corpus_check(c, "masks", CORPUS_S32, out, want, N * 8);
}

void corpus_votes(struct corpus *c)
{
    int32_t x[VOTERS], want[VOTERS * 8];
    static const char *const kernel[] = {"votes", "reduces", "shuffles"};

    for (int i = 0; i < VOTERS; i++)
        x[i] = i / LANES == 0   ? (int32_t)(corpus_random(c) % 4001) - 2000
               : i / LANES == 1 ? (int32_t)(corpus_random(c) % 1000)
                                : (int32_t)corpus_random(c);
    uint64_t in = corpus_upload(c, x, sizeof x);
    for (int k = 0; k < 3; k++) {
        uint64_t out = corpus_upload(c, NULL, sizeof want);
        CORPUS_LAUNCH(c, kernel[k], CORPUS_LINE(1, VOTERS), CORPUS_ARG(in),
                      CORPUS_ARG(out));
        for (int i = 0; i < VOTERS; i++) {
            const int32_t *warp = x + i / LANES * LANES;
            if (k == 0)
                expect_votes(warp, i % LANES, (uint32_t *)want + 8 * i);
            else if (k == 1)
                expect_reduces(warp, want + 8 * i);
            else
                expect_shuffles(warp, i % LANES, want + 8 * i);
        }
        corpus_check(c, kernel[k], CORPUS_S32, out, want, VOTERS * 8);
    }
    masks(c);
}

/* blocks ------------------------------------------------------------------- */

static void barrier_votes(struct corpus *c)
{
    enum { BLOCKS = 4, THREADS = 80, N = BLOCKS * THREADS };
    int32_t x[N], want[3 * N];

    for (int i = 0; i < N; i++)
        x[i] = (int32_t)(corpus_random(c) % 400) - (i < N / 2 ? 0 : 490) +
               (i == THREADS ? 400 : 0);
    for (int b = 0; b < BLOCKS; b++) {
        int count = 0, all = 1, any = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++) {
            count += x[i] % 3 == 0;
            all &= x[i] > -500;
            any |= x[i] > 500;
        }
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++) {
            want[3 * i] = count;
            want[3 * i + 1] = all;
            want[3 * i + 2] = any;
        }
    }
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "barrier_votes", CORPUS_LINE(BLOCKS, THREADS),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "barrier_votes", CORPUS_S32, out, want, 3 * N);
}

static void leave_and_pieces(struct corpus *c)
{
    enum { N = 150, THREADS = 256 };
    int n = N;
    int32_t x[N], want[N];
    double y[N], want_pieces[N];

    for (int i = 0; i < N; i++) {
        x[i] = (int32_t)corpus_random(c);
        y[i] = corpus_uniform(c, -8, 8);
    }
    for (int i = 0; i < N; i++) {
        want[i] = x[N - 1 - i];
        want_pieces[i] = y[(i + 1) % N] + (double)(float)(y[N - 1 - i] / 4) +
                         (unsigned char)((N - 1 - i) * 7);
    }
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "leave", CORPUS_LINE(1, THREADS), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "leave", CORPUS_S32, out, want, N);

    struct corpus_shape shape = CORPUS_LINE(1, THREADS);
    shape.shared = N * (sizeof(double) + sizeof(float) + 1);
    in = corpus_upload(c, y, sizeof y);
    out = corpus_upload(c, NULL, sizeof want_pieces);
    CORPUS_LAUNCH(c, "pieces", shape, CORPUS_ARG(n), CORPUS_ARG(in),
                  CORPUS_ARG(out));
    corpus_check(c, "pieces", CORPUS_F64, out, want_pieces, N);
}

static void pipeline(struct corpus *c)
{
    enum { ROUNDS = 7, N = 64 };
    int rounds = ROUNDS;
    int32_t x[ROUNDS * N], want[N];

    for (int i = 0; i < ROUNDS * N; i++)
        x[i] = (int32_t)(corpus_random(c) % 1000);
    for (int i = 0; i < N; i++) {
        want[i] = 0;
        for (int k = 0; k < ROUNDS; k++)
            want[i] = 2 * want[i] + x[k * N + 63 - i] * (64 - i);
    }
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "pipeline", CORPUS_LINE(1, 2 * N), CORPUS_ARG(rounds),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    corpus_check(c, "pipeline", CORPUS_S32, out, want, N);
}

static void last_block(struct corpus *c)
{
    enum { N = 3000, BLOCKS = 7 };
    int n = N;
    int32_t x[N];
    int64_t sum = 0;

    for (int i = 0; i < N; i++)
        sum += x[i] = (int32_t)(corpus_random(c) % 200001) - 100000;
    uint64_t in = corpus_upload(c, x, sizeof x);
    uint64_t part = corpus_upload(c, NULL, BLOCKS * sizeof *x);
    for (int turn = 0; turn < 2; turn++) {
        uint64_t out = corpus_upload(c, NULL, sizeof sum);
        CORPUS_LAUNCH(c, "last_block", CORPUS_LINE(BLOCKS, 96), CORPUS_ARG(n),
                      CORPUS_ARG(in), CORPUS_ARG(part), CORPUS_ARG(out));
        corpus_check(c, "last_block", CORPUS_S64, out, &sum, 1);
    }
}

static void cube(struct corpus *c)
{
    enum { X = 2, Y = 3, Z = 4, U = 4, V = 5, W = 6 };
    int32_t want[Z][Y][X][W][V][U];
    struct corpus_shape shape = {{X, Y, Z}, {U, V, W}, 0};

    for (int i = 0; i < X * Y * Z * U * V * W; i++) {
        int u = i % U, v = i / U % V, w = i / (U * V) % W;
        int x = i / (U * V * W) % X, y = i / (U * V * W * X) % Y;
        int z = i / (U * V * W * X * Y);
        want[z][y][x][w][v][u] =
            ((x * 10 + y) * 10 + z) * 1000 + (u * 10 + v) * 10 + w;
    }
    uint64_t out = corpus_upload(c, NULL, sizeof want);
    CORPUS_LAUNCH(c, "cube", shape, CORPUS_ARG(out));
    corpus_check(c, "cube", CORPUS_S32, out, want, X * Y * Z * U * V * W);
}

void corpus_blocks(struct corpus *c)
{
    barrier_votes(c);
    leave_and_pieces(c);
    pipeline(c);
    last_block(c);
    cube(c);
}
