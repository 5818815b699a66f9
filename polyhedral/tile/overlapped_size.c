/*
 * How many steps a launch does, of which tiles: the shape whose predicted
 * traffic is the least.
 */
#include "backends/memory/memory.h"
#include "polyhedral/tile/tile.h"

#include <string.h>

enum {
    SHARED_BYTES = 48 * 1024, /* that any GPU gives a block */
    SECTOR = 32,
    MAX_BODIES = 640, /* statements of a thread in a launch, spelled out */
    MAX_POINTS = 32   /* points of a thread */
};

/* The clocks of one multiprocessor for a sector of global memory and for a
 * wavefront of shared memory or of the first cache: 132 of them share 4.8 TB a
 * second at 1.8 GHz, and each moves 128 bytes a clock (H200). */
static const double SECTOR_CLOCKS = 1.6, WAVE_CLOCKS = 1.0;

/* It must be that much better than sweep by sweep. */
static const double MIN_GAIN = 0.9;

static int bytes_of(const struct poly *poly, int array)
{
    return scop_type_size(poly->scop->array[poly->array[array].array].type);
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Widens `need` by `region`, moved by `delta`. */
static void widen(struct overlap_reach *need,
                  const struct overlap_reach *region, const int64_t *delta,
                  int dims)
{
    for (int d = 0; d < dims; d++) {
        int64_t low = region->low[d] - delta[d];
        int64_t high = region->high[d] + delta[d];
        need->low[d] = need->any ? larger(need->low[d], low) : larger(0, low);
        need->high[d] =
            need->any ? larger(need->high[d], high) : larger(0, high);
    }
    need->any = true;
}

/* What each sweep of `o->steps` steps must compute, from the last one back. */
static void find_regions(struct overlap *o)
{
    for (int k = 0; k < o->array_count; k++)
        o->array[k].need = (struct overlap_reach){.any = o->array[k].crosses};
    for (int t = o->steps - 1; t >= 0; t--)
        for (int k = o->stmt_count - 1; k >= 0; k--) {
            struct overlap_stmt *s = &o->stmt[k];
            s->region[t] = o->array[s->array].need;
            for (int r = 0; r < s->read_count && s->region[t].any; r++)
                widen(&o->array[s->read[r].array].need, &s->region[t],
                      s->read[r].delta, o->dims);
        }
}

/* The tile that the window leaves; false: none, or too small a one. */
static bool find_tile(struct overlap *o)
{
    bool good = true;
    for (int d = 0; d < o->dims; d++) {
        int64_t before = 0, behind = 0;
        for (int k = 0; k < o->array_count; k++) {
            before = larger(before, o->array[k].need.low[d]);
            behind = larger(behind, o->array[k].need.high[d]);
        }
        o->window[d] = o->threads[d] * o->each[d];
        o->before[d] = before;
        o->tile[d] = o->window[d] - before - behind;
        good &= o->tile[d] >= 1;
    }
    return good;
}

static double points_of(const struct overlap *o,
                        const struct overlap_reach *reach)
{
    double points = reach->any;
    for (int d = 0; d < o->dims; d++)
        points *= (double)(o->tile[d] + reach->low[d] + reach->high[d]);
    return points;
}

/* Sectors of a box of elements, a row in requests of a warp, each beginning
 * anywhere. */
static double box_sectors(const struct overlap *o,
                          const struct overlap_reach *reach, int bytes)
{
    int last = o->dims - 1;
    double width =
        (double)(o->tile[last] + reach->low[last] + reach->high[last]);
    double rows = width > 0 ? points_of(o, reach) / width : 0;
    int64_t requests = ((int64_t)width + KIR_WARP_LANES - 1) / KIR_WARP_LANES;
    return rows * (width * bytes + (double)requests * (SECTOR - bytes)) /
           SECTOR;
}

/* Do reads i and j of a sweep move alike over one array? Those that differ
 * along the dimension of a thread's rows alone are loaded once for all of
 * these.
 */
static bool is_same_column(const struct overlap *o,
                           const struct overlap_read *a,
                           const struct overlap_read *b)
{
    bool same = a->array == b->array;
    for (int d = 0; d < o->dims; d++)
        same &= d == o->dims - 2 || a->delta[d] == b->delta[d];
    return same;
}

/* Wavefronts of a point of the sweep, in shared memory or the first cache. */
static double point_waves(const struct poly *poly, const struct overlap *o,
                          const struct overlap_stmt *s)
{
    double waves = bytes_of(poly, o->array[s->array].array);
    for (int r = 0; r < s->read_count; r++) {
        bool first = true;
        for (int q = 0; q < r; q++)
            first &= !is_same_column(o, &s->read[q], &s->read[r]);
        if (first)
            waves += bytes_of(poly, o->array[s->read[r].array].array);
    }
    return waves / (KIR_BANKS * KIR_BANK_BYTES);
}

/* Sectors of a point for arrays that no sweep writes. */
static double other_sectors(const struct poly *poly, const struct overlap *o,
                            const struct overlap_stmt *s)
{
    const struct poly_stmt *stmt = &poly->stmt[s->stmt];
    double sectors = 0;
    for (int k = stmt->access_begin; k < stmt->access_end; k++)
        if (overlapped_slot(o, poly->access[k].array) < 0)
            sectors += (double)bytes_of(poly, poly->access[k].array) / SECTOR;
    return s->pinned < 0 ? sectors : 0;
}

/* Sweep by sweep, for each element: each array that a sweep reads, and what it
 * writes, once over memory. */
static double plain_cost(const struct poly *poly, struct overlap *o)
{
    double waves = 0;
    o->plain = 0;
    for (int k = 0; k < o->stmt_count; k++) {
        const struct overlap_stmt *s = &o->stmt[k];
        if (s->pinned >= 0)
            continue;
        double bytes = bytes_of(poly, o->array[s->array].array);
        for (int a = 0; a < o->array_count; a++) {
            bool reads = false;
            for (int r = 0; r < s->read_count; r++)
                reads |= s->read[r].array == a;
            bytes += reads ? bytes_of(poly, o->array[a].array) : 0;
        }
        o->plain += bytes / SECTOR + other_sectors(poly, o, s);
        waves += point_waves(poly, o, s);
    }
    return SECTOR_CLOCKS * o->plain + WAVE_CLOCKS * waves;
}

/* Returns what the steps cost in tiles, and fills in what is predicted. */
static double tiled_cost(const struct poly *poly, struct overlap *o)
{
    struct overlap_reach own = {.any = true};
    double all = points_of(o, &own) * o->steps, waves = 0, points = 0;
    int sweeps = 0;
    o->sectors = 0;
    for (int k = 0; k < o->array_count; k++) {
        int bytes = bytes_of(poly, o->array[k].array);
        if (o->array[k].crosses)
            o->sectors += box_sectors(o, &o->array[k].need, bytes) +
                          box_sectors(o, &own, bytes);
    }
    for (int k = 0; k < o->stmt_count; k++) {
        const struct overlap_stmt *s = &o->stmt[k];
        sweeps += s->pinned < 0;
        for (int t = 0; t < o->steps && s->pinned < 0; t++) {
            double computed = points_of(o, &s->region[t]);
            points += computed;
            waves += computed * point_waves(poly, o, s);
            o->sectors += computed * other_sectors(poly, o, s);
        }
    }
    o->redundancy = points / (all * larger(1, sweeps));
    o->sectors /= all;
    return SECTOR_CLOCKS * o->sectors + WAVE_CLOCKS * waves / all;
}

struct search {
    const struct poly *poly;
    struct overlap *o;
    struct overlap best;
    double least;  /* clocks */
    int64_t bytes; /* of an element of all arrays */
};

static void copy_shape(struct overlap *to, const struct overlap *from)
{
    to->steps = from->steps;
    memcpy(to->threads, from->threads, sizeof to->threads);
    memcpy(to->each, from->each, sizeof to->each);
}

/* Tries the shape in search->o, whose steps' regions are found. */
static void try_shape(struct search *search)
{
    struct overlap *o = search->o;
    int64_t points = 1, window = 1;
    for (int d = 0; d < o->dims; d++) {
        points *= o->each[d];
        window *= o->each[d] * o->threads[d];
    }
    if (points > MAX_POINTS || window * search->bytes > SHARED_BYTES ||
        points * o->steps * o->stmt_count > MAX_BODIES || !find_tile(o))
        return;
    double cost = tiled_cost(search->poly, o);
    if (search->least > 0 && cost >= search->least)
        return;
    search->least = cost;
    copy_shape(&search->best, o);
}

/* All shapes for these steps. */
static void try_steps(struct search *search, int steps)
{
    static const int64_t threads[MAP_MAX_DIMS + 1][MAP_MAX_DIMS] = {
        {0}, {256}, {8, 32}, {1, 8, 32}};
    struct overlap *o = search->o;
    int last = o->dims - 1;
    o->steps = steps;
    memcpy(o->threads, threads[o->dims], sizeof o->threads);
    find_regions(o);
    for (int64_t x = 1; x <= MAX_POINTS; x *= 2)
        for (int64_t y = 1; y <= (last > 0 ? MAX_POINTS / x : 1); y++)
            for (int64_t z = 1; z <= (last > 1 ? MAX_POINTS / (x * y) : 1);
                 z++) {
                const int64_t shape[MAP_MAX_DIMS + 1][MAP_MAX_DIMS] = {
                    {0}, {x}, {y, x}, {z, y, x}};
                memcpy(o->each, shape[o->dims], sizeof o->each);
                try_shape(search);
            }
}

/* Is there an array of which sweeps write single rows alone? No block goes
 * without conditions then. */
static bool has_rows_alone(const struct overlap *o)
{
    bool some = false;
    for (int a = 0; a < o->array_count; a++) {
        bool rows = true;
        for (int k = 0; k < o->stmt_count; k++)
            rows &= o->stmt[k].array != a || o->stmt[k].pinned >= 0;
        some |= rows;
    }
    return some;
}

/* The model's sweeps in a launch: 1 if tiles are not worth it. */
static int64_t model_sweeps(struct search *search, double plain)
{
    if (has_rows_alone(search->o))
        return 1;
    for (int t = 1; t <= OVERLAP_MAX_STEPS; t++)
        try_steps(search, t);
    bool good = search->least > 0 && search->least < MIN_GAIN * plain;
    int64_t sweeps = (int64_t)search->best.steps * search->o->stmt_count;
    return good && sweeps > 1 ? sweeps : 1;
}

bool overlapped_size(const struct poly *poly, struct overlap *o)
{
    struct search search = {.poly = poly, .o = o};
    for (int k = 0; k < o->array_count; k++)
        search.bytes += bytes_of(poly, o->array[k].array);
    double plain = plain_cost(poly, o);
    int64_t model = model_sweeps(&search, plain);
    int64_t sweeps = choice_take(poly->choice, CHOICE_SWEEPS, model);
    if (sweeps == 1)
        return false;
    if (sweeps != model) {
        int64_t steps = larger(1, sweeps / o->stmt_count);
        search.least = 0;
        for (; steps > 0 && search.least == 0; steps--)
            try_steps(&search, steps < OVERLAP_MAX_STEPS ? (int)steps
                                                         : OVERLAP_MAX_STEPS);
        if (search.least == 0)
            return false;
    }
    copy_shape(o, &search.best);
    find_regions(o);
    find_tile(o);
    tiled_cost(poly, o);
    o->bytes = search.bytes;
    for (int d = 0; d < o->dims; d++)
        o->bytes *= o->window[d];
    o->whole.unroll.vector = 1;
    for (int d = 0; d < MAP_MAX_DIMS; d++) {
        o->whole.block[d] = d < o->dims ? o->threads[o->dims - 1 - d] : 1;
        o->whole.unroll.each[d] = 1;
    }
    return true;
}

static const char *box_text(const struct poly *poly, const struct overlap *o,
                            const int64_t *size)
{
    const char *text = "";
    for (int d = 0; d < o->dims; d++)
        text = arena_printf(poly->arena, "%s%s%lld", text, d ? " x " : "",
                            (long long)size[d]);
    return text;
}

void overlapped_report(const struct poly *poly, const struct overlap *o)
{
    fault_add(poly->faults, FAULT_OVERLAPPED, o->whole.loc,
              "a launch does %d step%s of this loop in tiles of %s, with halos "
              "in windows of %s in %lld bytes of shared memory: %.3f sectors "
              "for each element and step, %.3f sweep by sweep; sweeps compute "
              "each element %.2f times",
              o->steps, o->steps > 1 ? "s" : "", box_text(poly, o, o->tile),
              box_text(poly, o, o->window), (long long)o->bytes, o->sectors,
              o->plain, o->redundancy);
}

static void print_reach(const struct overlap *o,
                        const struct overlap_reach *reach, struct buf *out)
{
    for (int d = 0; d < o->dims; d++)
        buf_printf(out, "[-%lld, +%lld]", (long long)reach->low[d],
                   (long long)reach->high[d]);
}

static void print_overlap(const struct poly *poly, const struct overlap *o,
                          struct buf *out)
{
    buf_printf(out, "%s: %d steps, tiles of %s in windows of %s\n",
               o->whole.name, o->steps, box_text(poly, o, o->tile),
               box_text(poly, o, o->window));
    for (int k = 0; k < o->array_count; k++) {
        const struct overlap_array *a = &o->array[k];
        buf_printf(out, "  %s: %s%s", poly->array[a->array].name,
                   a->crosses ? "two versions" : "in tiles alone",
                   a->fixed ? ", fixed elements" : "");
        if (a->need.any) {
            buf_puts(out, ", ");
            print_reach(o, &a->need, out);
        }
        buf_putc(out, '\n');
    }
    for (int t = 0; t < o->steps; t++)
        for (int k = 0; k < o->stmt_count; k++) {
            const struct overlap_stmt *s = &o->stmt[k];
            if (!s->region[t].any)
                continue;
            buf_printf(out, "  step %d, %s of %s", t,
                       poly->scop->stmt[s->stmt].name,
                       poly->array[o->array[s->array].array].name);
            buf_putc(out, ' ');
            print_reach(o, &s->region[t], out);
            buf_putc(out, '\n');
        }
}

void overlapped_print(const struct poly *poly, const struct mapping *mapping)
{
    enum pass pass = PASS_OVERLAPPED;
    struct buf *out = pass_dump(poly->passes, pass);
    if (!out || !mapping || !mapping->overlap_count)
        return;
    pass_title(poly->passes, pass, "overlapped in time");
    for (int k = 0; k < mapping->overlap_count; k++)
        print_overlap(poly, &mapping->overlap[k], out);
    buf_putc(out, '\n');
}
