/* bench-order: codes of orderings in batches against plain loops, whole arrays
 * against memcpy, and the model of caches (hedra_order.h,
 * hedra_order_metric.h), in the same run, on one core. Repetitions are
 * interleaved, and the fastest counts, so that other programs disturb all
 * alike.
 *
 * Skilling's curve ("Programming the Hilbert curve", 2004) is another one than
 * ours: it is raced as what others use, not compared. */
#include "tests/bench/bench.h"

#include "runtime/include/hedra_order_metric.h"
#include "runtime/order/batch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CODES = 1 << 15 };

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    exit(2);
}

static double processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *memory(size_t bytes)
{
    void *made = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!made)
        stop("not enough memory");
    memset(made, 1, bytes);
    return made;
}

/* What others do ----------------------------------------------------------- */

static uint64_t spread(uint64_t x)
{
    x &= 0x1fffff;
    x = (x | x << 32) & 0x001f00000000ffff;
    x = (x | x << 16) & 0x001f0000ff0000ff;
    x = (x | x << 8) & 0x100f00f00f00f00f;
    x = (x | x << 4) & 0x10c30c30c30c30c3;
    return (x | x << 2) & 0x1249249249249249;
}

static uint64_t interleave(const uint32_t x[3])
{
    return spread(x[0]) | spread(x[1]) << 1 | spread(x[2]) << 2;
}

static void plain_morton(const int32_t *const x[3], int bits, uint64_t *index)
{
    for (int n = 0; n < CODES; n++)
        index[n] = interleave((const uint32_t[]){
            (uint32_t)x[0][n], (uint32_t)x[1][n], (uint32_t)x[2][n]});
}

/* Bits from the top: an axis's bit says whether the first axis's lower bits are
 * inverted or exchanged with its own; then the code of Gray. By masks: branches
 * would be mispredicted. */
static void skilling(uint32_t x[3], int bits)
{
    for (int bit = bits - 1; bit > 0; bit--)
        for (int a = 0; a < 3; a++) {
            const uint32_t below = (UINT32_C(1) << bit) - 1;
            const uint32_t is_set = -(x[a] >> bit & 1);
            const uint32_t other = (x[0] ^ x[a]) & below & ~is_set;
            x[0] ^= other ^ (below & is_set);
            x[a] ^= other;
        }
    x[1] ^= x[0];
    x[2] ^= x[1];
    uint32_t flip = 0;
    for (int bit = bits - 1; bit > 0; bit--)
        flip ^= ((UINT32_C(1) << bit) - 1) & -(x[2] >> bit & 1);
    for (int a = 0; a < 3; a++)
        x[a] ^= flip;
}

static void skilling_loop(const int32_t *const x[3], int bits, uint64_t *index)
{
    for (int n = 0; n < CODES; n++) {
        uint32_t cell[3] = {(uint32_t)x[0][n], (uint32_t)x[1][n],
                            (uint32_t)x[2][n]};
        skilling(cell, bits);
        index[n] = interleave((const uint32_t[]){cell[2], cell[1], cell[0]});
    }
}

/* Steps along Skilling's curve are of length 1, or the racer is none. */
static void check_skilling(void)
{
    static uint32_t place[512][3];
    for (uint32_t n = 0; n < 512; n++) {
        uint32_t x[3] = {n >> 6, n >> 3 & 7, n & 7};
        skilling(x, 3);
        const uint64_t at = interleave((const uint32_t[]){x[2], x[1], x[0]});
        for (uint32_t a = 0; a < 3; a++)
            place[at][a] = n >> (6 - 3 * a) & 7;
    }
    for (int n = 1; n < 512; n++) {
        int far = 0;
        for (int a = 0; a < 3; a++)
            far += abs((int)place[n][a] - (int)place[n - 1][a]);
        if (far != 1)
            stop("Skilling's curve leaps");
    }
}

/* Codes -------------------------------------------------------------------- */

struct codes {
    int bits;
    int32_t *x[3], *back[3];
    uint64_t *index;
    struct hedra_order *morton, *hilbert;
    struct curve curve;
};

enum way {
    PLAIN,
    SKILLING,
    MORTON,
    HILBERT,
    MORTON_BACK,
    HILBERT_BACK,
    MORTON_ONE,
    HILBERT_ONE,
    WAYS
};

static const char *const way_name[WAYS] = {
    "shifts and masks", "Skilling",      "Morton",         "Hilbert",
    "Morton, back",     "Hilbert, back", "Morton, single", "Hilbert, single"};

static struct hedra_order *make(int kind, int64_t side)
{
    const struct hedra_order_options options = {.kind = kind,
                                                .size = {side, side, side}};
    struct hedra_error why;
    struct hedra_order *order;
    if (hedra_order_create(&options, &order, &why))
        stop(why.text);
    return order;
}

static struct codes codes_new(int bits)
{
    struct codes c = {.bits = bits};
    uint64_t state = 88172645463325252;
    for (int a = 0; a < 3; a++) {
        c.x[a] = memory(CODES * sizeof *c.x[a]);
        c.back[a] = memory(CODES * sizeof *c.back[a]);
        for (int n = 0; n < CODES; n++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            c.x[a][n] = (int32_t)(state >> (64 - bits));
        }
    }
    c.index = memory(CODES * sizeof *c.index);
    c.morton = make(HEDRA_ORDER_MORTON, INT64_C(1) << bits);
    c.hilbert = make(HEDRA_ORDER_HILBERT, INT64_C(1) << bits);
    if (!curve_derive(&c.curve, HEDRA_ORDER_HILBERT, 3))
        stop("no curve");
    return c;
}

static void codes_free(struct codes *c)
{
    for (int a = 0; a < 3; a++) {
        free(c->x[a]);
        free(c->back[a]);
    }
    free(c->index);
    hedra_order_destroy(c->morton);
    hedra_order_destroy(c->hilbert);
}

static void single(const struct hedra_order *order, struct codes *c)
{
    for (int n = 0; n < CODES; n++)
        c->index[n] =
            hedra_order_index(order, c->x[0][n], c->x[1][n], c->x[2][n]);
}

static void run_way(struct codes *c, enum way way)
{
    const int32_t *const x[3] = {c->x[0], c->x[1], c->x[2]};
    const bool is_morton =
        way == MORTON || way == MORTON_BACK || way == MORTON_ONE;
    const struct hedra_order *order = is_morton ? c->morton : c->hilbert;
    struct hedra_error why = {0};
    switch (way) {
    case PLAIN:
        plain_morton(x, c->bits, c->index);
        break;
    case SKILLING:
        skilling_loop(x, c->bits, c->index);
        break;
    case MORTON:
    case HILBERT:
        hedra_order_index_batch(order, CODES, x[0], x[1], x[2], c->index, &why);
        break;
    case MORTON_BACK:
    case HILBERT_BACK:
        hedra_order_coords_batch(order, CODES, c->index, c->back[0], c->back[1],
                                 c->back[2], &why);
        for (int a = 0; a < 3; a++)
            if (memcmp(c->x[a], c->back[a], CODES * sizeof *c->x[a]) != 0)
                stop("cells do not come back");
        break;
    default:
        single(order, c);
    }
    if (why.status)
        stop(why.text);
}

/* Nanoseconds a code, the best of `repeat`. What goes back gets the indices of
 * the way before it. */
static void race_ways(struct codes *c, int repeat, double best[WAYS])
{
    static const enum way turn[WAYS] = {PLAIN,       SKILLING,   MORTON,
                                        MORTON_BACK, HILBERT,    HILBERT_BACK,
                                        MORTON_ONE,  HILBERT_ONE};
    for (int k = 0; k < repeat; k++)
        for (int n = 0; n < WAYS; n++) {
            const enum way way = turn[n];
            bench_progress("%d bits: %s, %d of %d", c->bits, way_name[way],
                           k + 1, repeat);
            const double begin = processor();
            run_way(c, way);
            const double time = 1e9 * (processor() - begin) / CODES;
            best[way] = k == 0 ? time : fmin(best[way], time);
        }
    bench_progress("%s", "");
}

/* The loops for each set of instructions by themselves, of which the library
 * has chosen one. */
static void race_loops(struct codes *c, int repeat, double best[][2])
{
    int count;
    const struct order_loops *const *all = order_loops_all(&count);
    const int32_t *const x[3] = {c->x[0], c->x[1], c->x[2]};
    for (int k = 0; k < repeat; k++)
        for (int l = 0; l < count; l++)
            for (int hilbert = 0; hilbert < 2; hilbert++) {
                if (!order_loops_run_here(all[l]) ||
                    (hilbert && !all[l]->encode)) {
                    best[l][hilbert] = 0;
                    continue;
                }
                const double begin = processor();
                if (hilbert)
                    all[l]->encode(&c->curve, c->bits, CODES, x, c->index);
                else
                    all[l]->morton(3, CODES, x, c->index);
                const double time = 1e9 * (processor() - begin) / CODES;
                best[l][hilbert] = k == 0 ? time : fmin(best[l][hilbert], time);
            }
}

static void show_codes(int bits, int repeat)
{
    struct codes c = codes_new(bits);
    double best[WAYS], loops[8][2];
    int count;
    const struct order_loops *const *all = order_loops_all(&count);
    char figure[64];
    race_ways(&c, repeat, best);
    race_loops(&c, repeat, loops);
    printf("%d bits an axis, ns a code\n", bits);
    for (int way = 0; way < WAYS; way++)
        printf("    %-18s %7.2f\n", way_name[way], best[way]);
    for (int l = 0; l < count; l++)
        if (loops[l][1] > 0)
            printf("    %-8s Morton %6.2f, Hilbert %6.2f\n", all[l]->name,
                   loops[l][0], loops[l][1]);
        else if (loops[l][0] > 0)
            printf("    %-8s Morton %6.2f\n", all[l]->name, loops[l][0]);
    snprintf(figure, sizeof figure, "order-morton-%d-bits", bits);
    bench_figure(figure, best[PLAIN] / best[MORTON], "x", '>', 1.5, 3);
    snprintf(figure, sizeof figure, "order-hilbert-%d-bits-by-skilling", bits);
    bench_figure(figure, best[SKILLING] / best[HILBERT], "x", '>', 3, 10);
    snprintf(figure, sizeof figure, "order-hilbert-%d-bits-by-morton", bits);
    bench_figure(figure, best[HILBERT] / best[MORTON], "x", '<', 2.5, 1.5);
    snprintf(figure, sizeof figure, "order-hilbert-%d-bits", bits);
    bench_figure(figure, best[HILBERT], "ns", '<', 10, 5);
    for (int l = 0; l < count; l++)
        if (strcmp(all[l]->name, "avx2") == 0 && loops[l][1] > 0) {
            /* What processors get that have neither AVX-512 nor a fast pdep. */
            snprintf(figure, sizeof figure, "order-morton-%d-bits-avx2", bits);
            bench_figure(figure, best[PLAIN] / loops[l][0], "x", '>', 1.5, 2);
            snprintf(figure, sizeof figure,
                     "order-hilbert-%d-bits-avx2-by-morton", bits);
            bench_figure(figure, loops[l][1] / loops[l][0], "x", '<', 2.5, 2);
        }
    codes_free(&c);
}

/* Arrays ------------------------------------------------------------------- */

static void show_permute(int64_t side, int repeat)
{
    static const int kinds[] = {HEDRA_ORDER_MORTON, HEDRA_ORDER_HILBERT};
    const size_t cells = (size_t)(side * side * side);
    double *from = memory(cells * sizeof *from),
           *to = memory(cells * sizeof *to);
    double copy = INFINITY, there[2] = {INFINITY, INFINITY},
           back[2] = {INFINITY, INFINITY};
    for (size_t n = 0; n < cells; n++)
        from[n] = (double)n;
    for (int k = 0; k < repeat; k++) {
        bench_progress("%lld^3 doubles, %d of %d", (long long)side, k + 1,
                       repeat);
        double begin = processor();
        memcpy(to, from, cells * sizeof *to);
        copy = fmin(copy, processor() - begin);
        for (int n = 0; n < 2; n++) {
            struct hedra_order *order = make(kinds[n], side);
            begin = processor();
            hedra_order_permute(order, sizeof *from, from, to, NULL);
            there[n] = fmin(there[n], processor() - begin);
            begin = processor();
            hedra_order_unpermute(order, sizeof *from, to, from, NULL);
            back[n] = fmin(back[n], processor() - begin);
            hedra_order_destroy(order);
        }
    }
    bench_progress("%s", "");
    for (size_t n = 0; n < cells; n++)
        if (from[n] != (double)n)
            stop("an array does not come back");
    printf("%lld^3 doubles, ms: memcpy %.2f\n", (long long)side, 1e3 * copy);
    for (int n = 0; n < 2; n++) {
        const char *name = hedra_order_kind_name(kinds[n]);
        char figure[64];
        printf("    %-8s permute %.2f, unpermute %.2f\n", name, 1e3 * there[n],
               1e3 * back[n]);
        snprintf(figure, sizeof figure, "order-permute-%s-by-memcpy", name);
        bench_figure(figure, copy / there[n], "x", '>', 0.5, 1);
        snprintf(figure, sizeof figure, "order-unpermute-%s-by-memcpy", name);
        bench_figure(figure, copy / back[n], "x", '>', 0.5, 1);
    }
    free(from);
    free(to);
}

/* Caches ------------------------------------------------------------------- */

/* Fig. 13's model: 6,434,856 accesses, every size of cache. */
static void show_caches(void)
{
    const struct hedra_stencil_options shape = {.shape = HEDRA_STENCIL_BLOCK,
                                                .g = 1};
    const struct hedra_trace_options blocks = {.block = 8};
    struct hedra_order *order = make(HEDRA_ORDER_HILBERT, 64);
    struct hedra_stencil *stencil;
    struct hedra_lru *lru;
    struct hedra_error why;
    const double begin = processor();
    if (hedra_stencil_create(&shape, &stencil, &why) ||
        hedra_lru_create(hedra_trace_blocks(order, &blocks), &lru, &why) ||
        hedra_order_trace(order, stencil, &blocks, hedra_lru_touch, lru, &why))
        stop(why.text);
    const double seconds = processor() - begin;
    printf("%llu accesses of figure 13, all sizes of cache: %.2f s\n",
           (unsigned long long)hedra_lru_accesses(lru), seconds);
    bench_figure("order-caches-of-all-sizes", seconds, "s", '<', 2, 0.5);
    hedra_lru_destroy(lru);
    hedra_stencil_destroy(stencil);
    hedra_order_destroy(order);
}

static bool wanted(const struct bench_options *o, const char *name)
{
    return !o->kernel || strcmp(o->kernel, name) == 0;
}

int main(int argc, char **argv)
{
    const struct bench_options o = bench_parse(
        argc, argv,
        "Orderings on one core: codes in batches against shifts and masks and\n"
        "Skilling's loop, arrays against memcpy, the model of caches. "
        "Kernels:\n"
        "codes, permute, caches.\n");
    const int repeat = o.repeat ? o.repeat : o.quick ? 20 : 200;
    setenv("HEDRA_THREADS", "1", 1);
    check_skilling();
    if (wanted(&o, "codes")) {
        show_codes(10, repeat);
        show_codes(21, repeat);
    }
    if (wanted(&o, "permute"))
        show_permute(o.quick ? 128 : 256, o.repeat ? o.repeat : 10);
    if (wanted(&o, "caches"))
        show_caches();
}
