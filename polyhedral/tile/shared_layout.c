/*
 * The layout of tiles in shared memory: a few re-indexings are tried, and the
 * one with the fewest predicted wavefronts is kept (thesis sec. 2.5.7: "this
 * optimization can be done by brute-force trying out re-indexing schemes").
 */
#include "backends/memory/memory.h"
#include "polyhedral/cost/cost.h"
#include "polyhedral/tile/tile.h"

enum { POSITIONS = 8 /* tried along a dimension that runs in order */ };

struct trial {
    const struct poly *poly;
    const struct map_kernel *kernel;
    const struct staging_buffer *buffer;
    const int64_t *tile;
    int bytes;
    struct staging_layout layout;
    struct kir_access_count count;
};

int64_t shared_layout_rows(const struct staging_buffer *buffer)
{
    int64_t rows = 1;
    for (int k = 0; k < buffer->rank - 1; k++)
        rows *= buffer->size[k];
    return rows;
}

static int64_t place(const struct trial *t, int64_t row, int64_t column)
{
    const struct staging_layout *l = &t->layout;
    return row * l->pitch + (column ^ (row >> l->shift & l->swizzle));
}

static void count_request(struct trial *t, const int64_t *element,
                          uint32_t mask, int64_t neighbours)
{
    int64_t byte[KIR_WARP_LANES];
    for (int k = 0; k < KIR_WARP_LANES; k++)
        byte[k] = element[k] * t->bytes;
    kir_access_add_shared(byte, mask, t->bytes * (int)neighbours, false,
                          &t->count);
}

/* Consecutive threads store consecutive elements of the tile, or neighbours. */
static void count_copy(struct trial *t)
{
    int64_t width = t->buffer->size[t->buffer->rank - 1];
    int64_t count = shared_layout_rows(t->buffer) * width,
            each = t->buffer->vector;
    for (int64_t first = 0; first < count; first += KIR_WARP_LANES * each) {
        int64_t at[KIR_WARP_LANES] = {0}, element = first;
        uint32_t mask = 0;
        for (int k = 0; k < KIR_WARP_LANES && element < count; k++) {
            at[k] = place(t, element / width, element % width);
            mask |= 1u << k;
            element += each;
        }
        count_request(t, at, mask, each);
    }
}

/* The element that the access reads at `point` of the tile, which begins where
 * its subscripts are least; within the tile in any case, since other accesses
 * may make it larger. */
static int64_t element_at(const struct trial *t, const struct access_pattern *p,
                          const int64_t *point)
{
    const struct access_patterns *all = t->kernel->patterns;
    int64_t row = 0, column = 0;
    for (int k = 0; k < p->rank; k++) {
        int64_t sub = 0;
        for (int m = 0; m < all->members; m++) {
            int64_t step = p->delta[(all->first + m) * p->rank + k];
            sub += step * point[m];
            if (step < 0)
                sub -= step * (t->tile[m] - 1);
        }
        sub %= t->buffer->size[k];
        if (k == p->rank - 1)
            column = sub;
        else
            row = row * t->buffer->size[k] + sub;
    }
    return place(t, row, column);
}

/* What the warp that begins with thread `first` reads at `point`, whose mapped
 * members are set for each lane. */
static void count_read(struct trial *t, const struct access_pattern *p,
                       int64_t first, int64_t threads, int64_t neighbours,
                       int64_t *point)
{
    const struct map_kernel *kernel = t->kernel;
    int64_t at[KIR_WARP_LANES] = {0};
    uint32_t mask = 0;
    for (int k = 0; k < KIR_WARP_LANES && first + k < threads; k++) {
        int64_t rest = first + k;
        for (int d = 0; d < kernel->dims; d++) {
            point[kernel->dims - 1 - d] =
                rest % kernel->block[d] * map_apart(kernel, d);
            rest /= kernel->block[d];
        }
        at[k] = element_at(t, p, point);
        mask |= 1u << k;
    }
    count_request(t, at, mask, neighbours);
}

/* Are elements that are neighbours read by neighbours along the member? */
static bool runs_along(const struct trial *t, const struct access_pattern *p,
                       int member)
{
    const int64_t *delta =
        &p->delta[(t->kernel->patterns->first + member) * p->rank];
    bool runs = delta[p->rank - 1] == 1;
    for (int k = 0; k < p->rank - 1; k++)
        runs &= delta[k] == 0;
    return runs;
}

/* All warps of a block, at some positions along each dimension that runs in
 * order. A thread that has several points reads neighbours at once. */
static void count_reads(struct trial *t, const struct access_pattern *p)
{
    const struct map_kernel *kernel = t->kernel;
    int members = kernel->patterns->members;
    int64_t threads = kernel->block[0] * kernel->block[1] * kernel->block[2];
    int64_t *point =
        arena_alloc(t->poly->arena, sizeof *point * (size_t)(members + 1));
    int64_t vector = kernel->unroll.marked ? t->buffer->vector : 1;
    int64_t along_x = runs_along(t, p, kernel->dims - 1) &&
                              kernel->unroll.vector % vector == 0
                          ? vector
                          : 1;
    for (int64_t w = 0; w < threads; w += KIR_WARP_LANES)
        count_read(t, p, w, threads, along_x, point);
    for (int m = kernel->dims; m < members; m++) {
        int64_t step = runs_along(t, p, m) ? vector : 1;
        for (point[m] = step; point[m] < t->tile[m] && point[m] < POSITIONS;
             point[m] += step)
            for (int64_t w = 0; w < threads; w += KIR_WARP_LANES)
                count_read(t, p, w, threads, step > 1 ? step : along_x, point);
        point[m] = 0;
    }
}

static void count_wavefronts(struct trial *t)
{
    const struct access_patterns *all = t->kernel->patterns;
    t->count = (struct kir_access_count){0};
    count_copy(t);
    for (int k = 0; k < all->count; k++) {
        const struct access_pattern *p = &all->pattern[k];
        if (p->known && t->buffer->serves[p->access])
            count_reads(t, p);
    }
}

static bool is_better(const struct trial *a, const struct trial *b)
{
    if (a->count.wavefronts != b->count.wavefronts)
        return a->count.wavefronts < b->count.wavefronts;
    return a->layout.pitch < b->layout.pitch;
}

static void try_layout(struct trial *best, struct staging_layout layout)
{
    struct trial t = *best;
    t.layout = layout;
    count_wavefronts(&t);
    if (is_better(&t, best))
        *best = t;
}

struct staging_layout shared_layout_choose(const struct poly *poly,
                                           const struct map_kernel *kernel,
                                           const struct staging_buffer *buffer,
                                           const int64_t *tile)
{
    static const int64_t padding[] = {1, 2, 4, 8};
    enum { MAX_SHIFT = 5, MAX_GROUP = 32, BANK_BYTES = 4 };
    int64_t width = buffer->size[buffer->rank - 1];
    int64_t group = width & -width;
    const struct poly_array *pa = &poly->array[buffer->array];
    struct trial best = {.poly = poly,
                         .kernel = kernel,
                         .buffer = buffer,
                         .tile = tile,
                         .layout.pitch = width};
    best.bytes = scop_type_size(poly->scop->array[pa->array].type);
    count_wavefronts(&best);
    if (best.count.wavefronts == best.count.ideal_wavefronts ||
        !pass_runs(poly->passes, PASS_SHARED_LAYOUT))
        return best.layout;
    /* By whole banks: what is read from any column on then conflicts alike. */
    for (size_t k = 0; k < sizeof padding / sizeof *padding; k++)
        if (padding[k] * best.bytes % BANK_BYTES == 0 &&
            padding[k] % buffer->vector == 0)
            try_layout(&best,
                       (struct staging_layout){.pitch = width + padding[k]});
    if (group > MAX_GROUP)
        group = MAX_GROUP;
    if (kernel->unroll.marked &&
        best.count.wavefronts == best.count.ideal_wavefronts)
        return best.layout; /* whose places are sums: constants stay apart */
    for (int shift = 0; group > buffer->vector && shift <= MAX_SHIFT; shift++)
        try_layout(&best, (struct staging_layout){width, group - buffer->vector,
                                                  shift});
    return best.layout;
}
