/*
 * Quartets on a device: batches of one class of quartets each, an item for each
 * block of threads. Shell pairs are kept there (mirror.h). Results come home in
 * batches, which the visitor gets while other threads run the next ones; or
 * they stay, for digest.c.
 */
#include "runtime/eri/device.h"
#include "runtime/host/host.h"
#include "runtime/region/region.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of integrals in a batch that come home; and of what passes between the
 * kernels of a batch. */
enum { HOME_BYTES = 1 << 24, SCRATCH_BYTES = 1 << 28 };

enum { WANT_GPU = 1 };

/* The device --------------------------------------------------------------- */

static size_t field_size(const struct hedra_eri *eri, const struct eri_class *c)
{
    return (size_t)(HEDRA_ERI_FACTOR + c->primitives) * (size_t)c->stride *
           (size_t)eri->set->element_size;
}

static size_t constant_size(const struct hedra_eri *eri,
                            const struct eri_class *c)
{
    return (size_t)(HEDRA_ERI_COEFFICIENT + c->combinations) *
           (size_t)c->primitives * (size_t)eri->set->element_size;
}

size_t eri_first_size(const struct eri_class *c)
{
    return (size_t)c->count * sizeof *c->first;
}

/* What devices get of a class. */
static int list_ranges(const struct hedra_eri *eri, const struct eri_class *c,
                       void *base[3], size_t size[3])
{
    base[0] = c->field;
    base[1] = c->constant;
    base[2] = c->first;
    size[0] = field_size(eri, c);
    size[1] = constant_size(eri, c);
    size[2] = eri_first_size(c);
    return 3;
}

static bool keep_class(const struct hedra_eri *eri, struct eri_class *c,
                       struct report *why)
{
    size_t size[3];
    void *base[3];
    int ranges = list_ranges(eri, c, base, size);

    while (c->kept < ranges && mirror_keep(base[c->kept], size[c->kept], why))
        c->kept++;
    return c->kept == ranges;
}

static bool has_kernels(const struct hedra_eri_set *set)
{
    int pairs = set->kinds * (set->kinds + 1) / 2;

    for (int i = 0; i < pairs * (pairs + 1) / 2; i++)
        if (!set->kernel[i].device)
            return false;
    return true;
}

bool eri_run_region(const struct hedra_eri *eri, struct hedra_module *module,
                    const struct eri_region *region, const char **device,
                    struct report *why)
{
    struct exec_scope scope = {.choice = eri->choice};
    enum hedra_where where;
    struct hedra_run *run;

    exec_scope_enter(&scope);
    run = hedra_begin(module, region->array, region->arrays, WANT_GPU, &where);
    if (run) {
        for (int k = 0; k < region->kernels; k++)
            hedra_launch(run, k, region->grid, region->arg, region->args);
        hedra_end(run);
    }
    exec_scope_leave();
    if (scope.failed)
        return report_set(why, "%s", scope.why.text);
    if (device)
        *device = scope.device;
    return true;
}

bool eri_device_open(struct hedra_eri *eri, struct report *why)
{
    const struct device_choice *choice = &eri->choice;
    const struct eri_region nothing = {.kernels = 0};

    if (!device_choice_parse(getenv("HEDRA_DEVICE"), &eri->choice, why))
        return false;
    if (choice->ops && (choice->ops->traits & DEVICE_IN_PLACE))
        return true;
    if (!has_kernels(eri->set))
        return !choice->ops ||
               report_set(why,
                          "the set was generated without kernels for devices "
                          "(brush gen --target c,ptx,opencl)");
    if (!eri_run_region(eri, eri->set->kernel->device, &nothing, &eri->device,
                        why))
        return !choice->ops;
    for (int i = 0; i < eri->classes; i++)
        if (!keep_class(eri, &eri->class[i], why))
            return false;
    return true;
}

void eri_device_close(struct hedra_eri *eri)
{
    struct report ignored;
    size_t size[3];
    void *base[3];

    for (int i = 0; i < eri->classes; i++) {
        struct eri_class *c = &eri->class[i];

        list_ranges(eri, c, base, size);
        while (c->kept > 0) {
            c->kept--;
            mirror_forget(base[c->kept], size[c->kept], &ignored);
        }
    }
}

/* Batches ------------------------------------------------------------------ */

/* The next item; false behind the last. */
static bool next_item(const struct eri_visit *v, const struct eri_rows *rows,
                      struct eri_cursor *at, int64_t item[HEDRA_ERI_ITEM])
{
    for (; at->pair < rows->bra->count; at->pair++) {
        int rest;

        if (at->length < 0)
            at->length = eri_row_length(v, rows, at->pair);
        rest = at->length - at->first;
        if (rest > 0) {
            item[HEDRA_ERI_ITEM_BRA] = at->pair;
            item[HEDRA_ERI_ITEM_FIRST] = at->first;
            item[HEDRA_ERI_ITEM_WIDTH] =
                rest < HEDRA_ERI_ITEM_MOST ? rest : HEDRA_ERI_ITEM_MOST;
            at->first += (int)item[HEDRA_ERI_ITEM_WIDTH];
            return true;
        }
        at->first = 0;
        at->length = -1;
    }
    return false;
}

static struct eri_batch *add_batch(struct eri_batches *b,
                                   const struct eri_rows *rows,
                                   struct eri_cursor begin)
{
    if (b->count == b->cap) {
        int64_t cap = b->cap ? 2 * b->cap : 64;
        struct eri_batch *more =
            realloc(b->batch, (size_t)cap * sizeof *b->batch);

        if (!more)
            return NULL;
        b->batch = more;
        b->cap = cap;
    }
    b->batch[b->count] = (struct eri_batch){rows, begin, 0, 0};
    return &b->batch[b->count++];
}

static const struct hedra_eri_kernel *kernel_of(const struct hedra_eri *eri,
                                                const struct eri_rows *rows)
{
    return eri_kernel_of(eri->set, rows->bra, rows->ket);
}

/* What passes between the kernels of a batch of so many items. */
static int64_t scratch_size(const struct hedra_eri *eri,
                            const struct eri_rows *rows, int64_t items)
{
    return items * kernel_of(eri, rows)->scratch * HEDRA_ERI_ITEM_MOST *
           eri->set->element_size;
}

static bool cut_rows(struct eri_batches *b, const struct eri_rows *rows,
                     int64_t most)
{
    const struct hedra_eri *eri = b->visit->eri;
    int64_t each = (int64_t)rows->bra->functions * rows->ket->functions;
    struct eri_cursor at = {0, 0, -1}, before = at;
    int64_t item[HEDRA_ERI_ITEM];
    struct eri_batch *last = NULL;

    for (; next_item(b->visit, rows, &at, item); before = at) {
        int64_t integrals = item[HEDRA_ERI_ITEM_WIDTH] * each;

        if (!last || last->integrals + integrals > most ||
            scratch_size(eri, rows, last->items + 1) > SCRATCH_BYTES)
            last = add_batch(b, rows, before);
        if (!last)
            return false;
        last->items++;
        last->integrals += integrals;
    }
    return true;
}

bool eri_make_batches(struct eri_batches *b, int bytes)
{
    struct eri_visit *v = b->visit;

    for (const struct eri_rows *r = v->rows; r->bra; r++) {
        if (!cut_rows(b, r, bytes / v->eri->set->element_size))
            return false;
        for (int pair = 0; pair < r->bra->count; pair++)
            eri_count_row(v, r, pair, eri_row_length(v, r, pair), &v->counts);
    }
    return true;
}

/* The list of an item. */
static void list_primitives(struct eri_runner *r, const struct eri_batch *b,
                            const int64_t *item)
{
    const struct eri_visit *v = r->visit;
    int lanes = v->eri->set->lanes, width = (int)item[HEDRA_ERI_ITEM_WIDTH];
    int all = b->rows->bra->primitives * b->rows->ket->primitives;
    struct eri_screen screen = {.kernel = kernel_of(v->eri, b->rows),
                                .bra = b->rows->bra,
                                .ket = b->rows->ket,
                                .pair = (int)item[HEDRA_ERI_ITEM_BRA],
                                .group =
                                    (int)item[HEDRA_ERI_ITEM_FIRST] / lanes,
                                .groups = (width + lanes - 1) / lanes,
                                .negligible = eri_negligible(v)};
    int64_t done =
        eri_screen_list(&screen, r->list + item[HEDRA_ERI_ITEM_ROWS]);

    r->worker.primitives += done * width;
    r->worker.primitives_skipped += (all - done) * width;
}

/* The items of a batch and their lists; false if memory is short. */
static bool list_items(struct eri_runner *r, const struct eri_batch *b)
{
    int64_t each = (int64_t)b->rows->bra->functions * b->rows->ket->functions;
    const struct hedra_eri_kernel *kernel = kernel_of(r->visit->eri, b->rows);
    struct eri_screen any = {
        .kernel = kernel, .bra = b->rows->bra, .ket = b->rows->ket};
    struct eri_cursor at = b->begin;
    int64_t out = 0;

    r->list_size = eri_screen_size(&any);
    free(r->item);
    free(r->list);
    r->item = malloc((size_t)b->items * HEDRA_ERI_ITEM * sizeof *r->item);
    r->list = malloc((size_t)b->items * (size_t)r->list_size * sizeof *r->list);
    for (int64_t i = 0; r->item && r->list && i < b->items; i++) {
        int64_t *row = r->item + i * HEDRA_ERI_ITEM;

        next_item(r->visit, b->rows, &at, row);
        row[HEDRA_ERI_ITEM_OUT] = out;
        row[HEDRA_ERI_ITEM_ROWS] = i * r->list_size;
        list_primitives(r, b, row);
        out += row[HEDRA_ERI_ITEM_WIDTH] * each;
    }
    return r->item && r->list;
}

struct hedra_array eri_array(const char *name, const void *base, int64_t size,
                             int element_size, unsigned flags)
{
    return (struct hedra_array){
        name, (void *)(uintptr_t)base, 0, size, element_size, flags};
}

struct hedra_array eri_item_array(const struct eri_runner *r,
                                  const struct eri_batch *b)
{
    return eri_array("items", r->item,
                     b->items * HEDRA_ERI_ITEM * (int64_t)sizeof *r->item,
                     sizeof *r->item, HEDRA_READ);
}

/* What a class's kernels are given of it. */
static void add_class(struct eri_region *region, int at,
                      const struct hedra_eri *eri, const struct eri_class *c)
{
    int size = eri->set->element_size;

    region->array[at] = eri_array(
        "pairs", c->field, (int64_t)field_size(eri, c), size, HEDRA_READ);
    region->array[at + 2] =
        eri_array("constants", c->constant, (int64_t)constant_size(eri, c),
                  size, HEDRA_READ);
}

/* The arguments of kernels, whose buffers are the region's arrays. */
static void list_arguments(struct eri_region *region,
                           const struct eri_class *bra,
                           const struct eri_class *ket)
{
    int n = region->arrays;

    for (int i = 0; i < n; i++)
        region->arg[i].b = i;
    region->arg[n++].l = bra->stride;
    region->arg[n++].l = ket->stride;
    region->arg[n++].l = bra->primitives;
    region->arg[n++].l = ket->primitives;
    region->args = n;
}

bool eri_evaluate(struct eri_runner *r, const struct eri_batch *b)
{
    const struct hedra_eri *eri = r->visit->eri;
    const struct eri_class *bra = b->rows->bra, *ket = b->rows->ket;
    const struct hedra_eri_kernel *kernel = kernel_of(eri, b->rows);
    int size = eri->set->element_size;
    struct eri_region region = {.kernels = kernel->device->gpu_kernel_count,
                                .arrays = 8,
                                .grid = {b->items, 1, 1}};

    if (!list_items(r, b) || !eri_make_table(&r->worker, bra, ket) ||
        !eri_reserve_out(&r->worker, b->integrals))
        return report_lack(&r->why, "memory is short");
    region.array[0] = eri_item_array(r, b);
    add_class(&region, 1, eri, bra);
    add_class(&region, 2, eri, ket);
    region.array[5] =
        eri_array("primitive quartets", r->worker.table,
                  (int64_t)bra->primitives * ket->primitives * 2 * size, size,
                  HEDRA_READ);
    region.array[6] =
        eri_array("lists of primitive quartets", r->list,
                  b->items * r->list_size * (int64_t)sizeof *r->list,
                  sizeof *r->list, HEDRA_READ);
    region.array[7] = eri_array("integrals", r->worker.out, b->integrals * size,
                                size, HEDRA_WRITE | HEDRA_DISCARD);
    if (kernel->scratch)
        region.array[region.arrays++] =
            eri_array("scratch", NULL, scratch_size(eri, b->rows, b->items),
                      size, HEDRA_TEMP);
    list_arguments(&region, bra, ket);
    return eri_run_region(eri, kernel->device, &region, NULL, &r->why);
}

void eri_runner_free(struct eri_runner *r)
{
    eri_count_primitives(r->visit, &r->worker);
    free(r->item);
    free(r->list);
    eri_worker_free(&r->worker);
}

/* Visits ------------------------------------------------------------------- */

static void show_batch(const struct eri_runner *r, const struct eri_batch *b)
{
    const struct eri_visit *v = r->visit;
    struct hedra_eri_block block;

    eri_block_init(b->rows, v->eri->set, &block);
    for (int64_t i = 0; i < b->items; i++) {
        const int64_t *item = r->item + i * HEDRA_ERI_ITEM;

        memcpy(block.bra, b->rows->bra->first[item[HEDRA_ERI_ITEM_BRA]],
               sizeof block.bra);
        block.ket =
            (const int(*)[2])(b->rows->ket->first + item[HEDRA_ERI_ITEM_FIRST]);
        block.quartets = block.stride = (int)item[HEDRA_ERI_ITEM_WIDTH];
        block.value = (const char *)r->worker.out +
                      item[HEDRA_ERI_ITEM_OUT] * v->eri->set->element_size;
        v->visitor(v->context, &block);
    }
}

/* The batches begin <= i < end. */
static void run_batches(const void *context, int64_t begin, int64_t end)
{
    const struct eri_batches *b = context;
    struct eri_runner r = {.visit = b->visit, .worker = {.eri = b->visit->eri}};
    bool good = true;

    for (int64_t i = begin; good && i < end; i++) {
        good = eri_evaluate(&r, &b->batch[i]);
        if (good)
            show_batch(&r, &b->batch[i]);
    }
    if (!good)
        eri_visit_fail(b->visit, &r.why);
    eri_runner_free(&r);
}

void eri_device_visit(struct eri_visit *v)
{
    struct eri_batches b = {.visit = v};

    if (eri_make_batches(&b, HOME_BYTES))
        host_pool_run(v->eri->threads, run_batches, &b, b.count);
    else
        eri_visit_fail(v, NULL);
    free(b.batch);
}
