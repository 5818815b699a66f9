/*
 * Compares layouts by counting: a GPU's sectors as access.c has them, and the
 * misses of a cache of 512 lines of 64 bytes, least recently used, in all that
 * the host's kernels access, which are executed on zeros (backends/kir/eval.h)
 * with the tables that the library makes.
 */
#include "compiler/predict/layout.h"

#include "backends/kir/kir.h"
#include "backends/optimise/optimise.h"
#include "compiler/predict/access.h"
#include "polyhedral/region.h"
#include "runtime/order/order.h"
#include "runtime/region/region.h"

#include <string.h>

enum { LINE = 64, LINES = 512, MOST_STEPS = 40000000 };
static const int64_t MOST_BYTES = INT64_C(64) << 20;

/* Sectors and requests of one array in all kernels. */
struct asked {
    bool unknown;
    int64_t requests, sectors;
};

/* Is it the array that "A[i][k]", "copy of A" or "A in registers" names? */
static bool names_array(const char *text, const char *name)
{
    size_t n = strlen(name);
    if (strncmp(text, "copy of ", 8) == 0)
        text += 8;
    return strncmp(text, name, n) == 0 && (text[n] == '[' || text[n] == '\0' ||
                                           text[n] == ' ' || text[n] == '.');
}

static struct asked asked_of(const struct access_totals *totals,
                             const char *name)
{
    struct asked asked = {.unknown = totals->spent || !totals->complete};
    for (int k = 0; k < totals->count; k++) {
        const struct access_total *row = &totals->row[k];
        if (row->shared || !names_array(row->text, name))
            continue;
        asked.unknown |= row->unknown;
        asked.requests += row->count.requests;
        asked.sectors += row->count.sectors;
    }
    return asked;
}

/* The host's cache ----------------------------------------------------------
 */

/* The lines of all arrays, those in the cache linked from the last used on. */
struct cache {
    int64_t *newer, *older; /* per line; -1: none */
    bool *has;              /* per line */
    int64_t first, last;
    int count;
};

struct misses {
    int64_t accesses, misses;
};

struct trace {
    struct cache cache;
    int rows;
    const struct kir_memory *memory;
    const int64_t *first; /* the number of each array's first line */
    const int *size;      /* of an element */
    struct misses *row;
};

static void cache_new(struct arena *arena, struct cache *c, int64_t lines)
{
    size_t n = (size_t)lines + 1;
    c->newer = arena_alloc(arena, sizeof *c->newer * n);
    c->older = arena_alloc(arena, sizeof *c->older * n);
    c->has = arena_alloc(arena, n);
    memset(c->has, 0, n);
    c->first = c->last = -1;
    c->count = 0;
}

static void cache_drop(struct cache *c, int64_t line)
{
    int64_t newer = c->newer[line], older = c->older[line];
    *(newer < 0 ? &c->first : &c->older[newer]) = older;
    *(older < 0 ? &c->last : &c->newer[older]) = newer;
    c->has[line] = false;
    c->count--;
}

/* True if the line was not there. */
static bool cache_touch(struct cache *c, int64_t line)
{
    bool miss = !c->has[line];
    if (!miss)
        cache_drop(c, line);
    else if (c->count == LINES)
        cache_drop(c, c->last);
    c->older[line] = c->first;
    c->newer[line] = -1;
    *(c->first < 0 ? &c->last : &c->newer[c->first]) = line;
    c->first = line;
    c->has[line] = true;
    c->count++;
    return miss;
}

static void touch(void *user, const void *data, int64_t element)
{
    struct trace *t = user;
    for (int k = 0; k < t->rows; k++) {
        if (t->memory[k].data != data)
            continue;
        t->row[k].accesses++;
        t->row[k].misses +=
            cache_touch(&t->cache, t->first[k] + element * t->size[k] / LINE);
        return;
    }
}

/* The values of the parameters that a driver takes first; false: one is not
 * known. */
static bool find_values(struct arena *arena, const struct scop *scop,
                        const struct region_size *size, int count,
                        union kir_imm **value)
{
    int known = 0;
    struct region_size *list =
        access_known_sizes(arena, scop, size, count, &known);
    *value =
        arena_alloc(arena, sizeof **value * (size_t)(scop->param_count + 8));
    for (int p = 0; p < scop->param_count; p++) {
        bool found = false;
        for (int k = 0; k < known && !found; k++)
            if (strcmp(list[k].name, scop->param[p].name) == 0) {
                (*value)[p].i = list[k].value;
                found = true;
            }
        if (!found)
            return false;
    }
    return known == scop->param_count;
}

/* The order of an array with a layout, for known extents. */
static bool find_box(struct arena *arena, const struct scop *scop,
                     const struct scop_array *a, const union kir_imm *value,
                     struct ordered_box *box)
{
    const struct scop_layout *l = a->layout;
    struct hedra_ordered *how = arena_alloc(arena, sizeof *how);
    int64_t size[LAYOUT_DIMS] = {1, 1, 1}, boxes = 1;
    struct report why;
    *how = (struct hedra_ordered){.dims = l->dims,
                                  .outer = (int)l->outer,
                                  .inner = (int)l->inner,
                                  .curve = l->curve};
    for (int k = 0; k < a->rank; k++) {
        const struct scop_expr *e = a->extent[k];
        while (e->op == SCOP_CAST)
            e = e->arg[0];
        if (e->op != SCOP_INT && e->op != SCOP_PARAM)
            return false;
        int64_t n = e->op == SCOP_INT ? e->ival : value[e->ref].i;
        if (k >= l->lead)
            size[k - l->lead] = n;
        else if (__builtin_mul_overflow(boxes, n, &boxes))
            return false;
    }
    (void)scop;
    for (int k = 0; k < LAYOUT_DIMS; k++) {
        how->tile[k] = l->tile[k];
        how->axis[k] = layout_axis(l, k);
    }
    return ordered_make(box, how, (size_t)(scop_type_size(a->type) * a->unit),
                        boxes, size, &why);
}

/* Bytes of each row, as NAME_ranges has them; false if that is not known. */
static bool find_bytes(struct arena *arena, const struct stub_region *r,
                       union kir_imm *value, int64_t *bytes)
{
    const struct kir_func *f = r->host->func[r->region->ranges];
    int rows = r->region->row_count;
    struct faults ignored = faults_new(arena);
    int64_t room = access_range_count(f);
    int64_t *range = arena_alloc(arena, sizeof *range * (size_t)room);
    struct kir_memory memory = {range, room};
    struct kir_eval eval = {.buffer = &memory, .scalar = value};
    if (r->region->bound_count || !kir_eval_run(f, NULL, &eval, &ignored))
        return false;
    for (int k = 0; k < rows; k++) {
        bytes[k] = range[2 * k + 1];
        if (range[2 * k] < 0)
            return false;
    }
    return range[2 * rows] != 0;
}

struct run {
    struct kir_memory *memory;
    struct ordered_box *box; /* per row */
    bool *has_box;
    int *size;
    int64_t *first, lines;
};

/* The tables of the layout of row k's array are in another row. */
static void place_tables(const struct stub_region *r, struct run *run, int k)
{
    const struct scop_array *a = &r->scop->array[r->region->row[k].array];
    for (int t = 0; t < r->region->row_count && scop_is_tabled(a); t++)
        if (r->region->row[t].array == a->order)
            run->memory[t] =
                (struct kir_memory){run->box[k].table, run->box[k].table_count};
}

/* Memory for all rows; false: too much, or it is not known how much. */
static bool take_memory(struct arena *arena, const struct stub_region *r,
                        union kir_imm *value, struct run *run)
{
    int rows = r->region->row_count;
    size_t n = (size_t)rows + 1;
    int64_t *bytes = arena_alloc(arena, sizeof *bytes * n), all = 0;
    run->memory = arena_alloc(arena, sizeof *run->memory * n);
    run->box = arena_alloc(arena, sizeof *run->box * n);
    run->has_box = arena_alloc(arena, sizeof *run->has_box * n);
    run->size = arena_alloc(arena, sizeof *run->size * n);
    run->first = arena_alloc(arena, sizeof *run->first * n);
    if (!find_bytes(arena, r, value, bytes))
        return false;
    for (int k = 0; k < rows; k++) {
        int array = r->region->row[k].array;
        const struct scop_array *a = array < 0 ? NULL : &r->scop->array[array];
        bool laid = a && a->layout && !(r->region->row[k].flags & REGION_TEMP);
        run->size[k] = kir_type_size(r->region->row[k].type);
        if (laid && !(run->has_box[k] =
                          find_box(arena, r->scop, a, value, &run->box[k])))
            return false;
        if (laid)
            bytes[k] = run->box[k].boxes * run->box[k].span *
                       (int64_t)run->box[k].bytes;
        all += bytes[k];
        if (all > MOST_BYTES)
            return false;
        run->memory[k].count = bytes[k] / run->size[k];
    }
    for (int k = 0; k < rows; k++)
        run->memory[k].data = arena_alloc(arena, (size_t)bytes[k] + 1);
    for (int k = 0; k < rows; k++)
        if (run->has_box[k]) {
            place_tables(r, run, k);
        }
    for (int k = 0; k < rows; k++) {
        run->first[k] = run->lines;
        run->lines += run->memory[k].count * run->size[k] / LINE + 1;
    }
    return true;
}

/* Accesses and misses of each row in the region's kernels for the host, in the
 * arena; NULL: they are not known. */
static struct misses *count_misses(struct arena *arena,
                                   const struct stub_region *r,
                                   const struct region_size *size, int count)
{
    struct run run = {.lines = 0};
    struct faults ignored = faults_new(arena);
    union kir_imm *value;
    const struct kir_func *driver = r->host->func[r->region->host_driver];
    if (!find_values(arena, r->scop, size, count, &value) ||
        driver->param_count != r->scop->param_count || driver->buffer_count ||
        !take_memory(arena, r, value, &run))
        return NULL;
    struct trace trace = {.rows = r->region->row_count,
                          .memory = run.memory,
                          .first = run.first,
                          .size = run.size};
    struct kir_eval eval = {.scalar = value,
                            .array = run.memory,
                            .array_count = trace.rows,
                            .max_steps = MOST_STEPS,
                            .touch = touch,
                            .user = &trace};
    size_t rows = (size_t)trace.rows + 1;
    trace.row = arena_alloc(arena, sizeof *trace.row * rows);
    memset(trace.row, 0, sizeof *trace.row * rows);
    cache_new(arena, &trace.cache, run.lines);
    bool known = kir_eval_run(driver, NULL, &eval, &ignored);
    for (int k = 0; k < trace.rows; k++)
        if (run.has_box[k])
            ordered_free(&run.box[k]);
    return known ? trace.row : NULL;
}

/* Those of an array and of its tables; of all arrays, for -1. */
static struct misses misses_of(const struct stub_region *r,
                               const struct misses *row, int array)
{
    struct misses sum = {0, 0};
    for (int k = 0; k < r->region->row_count; k++) {
        int of = r->region->row[k].array;
        const struct scop_array *a = array < 0 ? NULL : &r->scop->array[array];
        if (a && of != array && !(scop_is_tabled(a) && of == a->order))
            continue;
        sum.accesses += row[k].accesses;
        sum.misses += row[k].misses;
    }
    return sum;
}

/* The region whose arrays all lie as C has them. */
static const struct scop *in_row_order(struct arena *arena,
                                       const struct scop *scop)
{
    struct scop *copy = arena_alloc(arena, sizeof *copy);
    size_t count = (size_t)scop->array_count;
    *copy = *scop;
    copy->array = arena_alloc(arena, sizeof *copy->array * (count + 1));
    memcpy(copy->array, scop->array, sizeof *copy->array * count);
    for (size_t k = 0; k < count; k++)
        copy->array[k].layout = NULL;
    return copy;
}

/* Remarks -------------------------------------------------------------------
 */

static const char *costs(int64_t laid, int64_t plain)
{
    return laid > plain   ? ": the clause costs there"
           : laid < plain ? ": the clause gains there"
                          : "";
}

static void remark_sectors(const struct scop_array *a, const struct asked *laid,
                           const struct asked *plain, struct faults *faults,
                           struct loc loc)
{
    if (laid->unknown || plain->unknown || !laid->requests || !plain->requests)
        fault_add(faults, FAULT_LAYOUT, loc,
                  "on a GPU, sectors a request of '%s' in the layout %s are "
                  "not known: %s",
                  a->name, a->layout->text,
                  scop_is_tabled(a) ? "tables tell where its elements lie"
                                    : "data or sizes tell them");
    else
        fault_add(faults, FAULT_LAYOUT, loc,
                  "on a GPU, '%s' takes %.4g sectors a request in the layout "
                  "%s, and %.4g in C's order%s",
                  a->name, (double)laid->sectors / (double)laid->requests,
                  a->layout->text,
                  (double)plain->sectors / (double)plain->requests,
                  costs(laid->sectors * plain->requests,
                        plain->sectors * laid->requests));
}

static void remark_missed(const struct stub_region *r, const char *what,
                          const struct misses *laid, const struct misses *plain,
                          struct faults *faults)
{
    fault_add(faults, FAULT_LAYOUT, r->scop->loc,
              "on the host, a cache of %d lines of %d bytes misses %lld of "
              "%lld accesses%s, those of tables included, and %lld of %lld in "
              "C's order%s",
              LINES, LINE, (long long)laid->misses, (long long)laid->accesses,
              what, (long long)plain->misses, (long long)plain->accesses,
              costs(laid->misses, plain->misses));
}

static void remark_misses(struct arena *arena, const struct stub_region *r,
                          const struct stub_region *plain,
                          const struct misses *laid, const struct misses *other,
                          struct faults *faults)
{
    if (!laid || !other) {
        fault_add(faults, FAULT_LAYOUT, r->scop->loc,
                  "on the host, what layouts cost is not known for these "
                  "sizes");
        return;
    }
    for (int k = 0; k < r->scop->array_count; k++) {
        const struct scop_array *a = &r->scop->array[k];
        struct misses own = misses_of(r, laid, k);
        struct misses without = misses_of(plain, other, k);
        if (a->layout)
            remark_missed(r,
                          arena_printf(arena, " to '%s' in the layout %s",
                                       a->name, a->layout->text),
                          &own, &without, faults);
    }
    struct misses all = misses_of(r, laid, -1);
    struct misses without = misses_of(plain, other, -1);
    remark_missed(r, " to all arrays", &all, &without, faults);
}

static void remark(struct arena *arena, const struct stub_region *r,
                   const struct stub_region *plain,
                   const struct region_size *size, int size_count,
                   struct faults *faults)
{
    if (r->gpu && plain->gpu) {
        const struct access_totals *laid_totals =
            access_predict(arena, r, size, size_count);
        const struct access_totals *plain_totals =
            access_predict(arena, plain, size, size_count);
        for (int k = 0; k < r->scop->array_count; k++) {
            const struct scop_array *a = &r->scop->array[k];
            if (!a->layout)
                continue;
            struct asked laid = asked_of(laid_totals, a->name);
            struct asked other = asked_of(plain_totals, a->name);
            remark_sectors(a, &laid, &other, faults, r->scop->loc);
        }
    }
    remark_misses(arena, r, plain, count_misses(arena, r, size, size_count),
                  count_misses(arena, plain, size, size_count), faults);
}

void layout_explain(struct arena *arena, const struct stub_region *r,
                    const struct region_options *how, struct faults *faults)
{
    struct stub_region laid = *r,
                       plain = {.scop = in_row_order(arena, r->scop)};
    struct region_options same = *how;
    struct choice choice = *how->choice;
    struct faults ignored = faults_new(arena);
    same.explain = false;
    same.picture = 0;
    same.choice = &choice;
    plain.region = region_compile(arena, plain.scop, &same, &ignored);
    if (!plain.region || plain.region->kept)
        return;
    plain.gpu =
        plain.region->gpu ? kir_optimise(arena, plain.region->gpu) : NULL;
    plain.host = kir_optimise(arena, plain.region->host);
    laid.host = kir_optimise(arena, r->region->host);
    remark(arena, &laid, &plain, how->size, how->size_count, faults);
}
