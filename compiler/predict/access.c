/*
 * Counts the memory accesses of a region's GPU kernels for sizes that are
 * known. Where temporaries start comes from evaluating the region's footprint
 * (backends/kir/eval.h); backends/memory/memory.h counts each access of KIR;
 * rows of one access of the source are summed.
 */
#include "compiler/predict/access.h"

#include "backends/kir/kir.h"
#include "backends/memory/memory.h"
#include "backends/target.h"

#include <stdlib.h>
#include <string.h>

/* Statements of warps that are walked for one region: a second or two. */
enum { MAX_STEPS = 10000000 };

/* The value that a condition of the form `param == constant` states. */
static bool is_stated(const struct scop_expr *e, int param, int64_t *value)
{
    if (e->op == SCOP_LAND)
        return is_stated(e->arg[0], param, value) ||
               is_stated(e->arg[1], param, value);
    if (e->op != SCOP_EQ)
        return false;
    for (int side = 0; side < 2; side++) {
        const struct scop_expr *a = e->arg[side], *b = e->arg[1 - side];
        while (a->op == SCOP_CAST)
            a = a->arg[0];
        while (b->op == SCOP_CAST)
            b = b->arg[0];
        if (a->op == SCOP_PARAM && a->ref == param && b->op == SCOP_INT) {
            *value = b->ival;
            return true;
        }
    }
    return false;
}

static bool is_named(const struct scop_param *p, const struct region_size *s)
{
    return !strcmp(p->name, s->name) || !strcmp(p->text, s->name);
}

static bool find_value(const struct scop *scop, int param,
                       const struct region_size *size, int count,
                       int64_t *value)
{
    for (int k = count - 1; k >= 0; k--)
        if (is_named(&scop->param[param], &size[k])) {
            *value = size[k].value;
            return true;
        }
    for (int k = 0; k < scop->assume_count; k++)
        if (is_stated(scop->assume[k], param, value))
            return true;
    return false;
}

struct region_size *access_known_sizes(struct arena *arena,
                                       const struct scop *scop,
                                       const struct region_size *size,
                                       int size_count, int *known)
{
    size_t room = (size_t)scop->param_count + 1;
    struct region_size *list = arena_alloc(arena, room * sizeof *list);
    *known = 0;
    for (int k = 0; k < scop->param_count; k++) {
        struct region_size one = {scop->param[k].name, 0};
        if (find_value(scop, k, size, size_count, &one.value))
            list[(*known)++] = one;
    }
    return list;
}

/* The driver's parameters: the scop's, then values that are no sizes. */
static struct kir_access_input
find_input(struct arena *arena, const struct stub_region *r,
           const struct kir_func *driver, const struct region_size *size,
           int count, struct access_totals *totals)
{
    size_t room = (size_t)driver->param_count + 1;
    int64_t *scalar = arena_alloc(arena, sizeof *scalar * room);
    bool *known = arena_alloc(arena, sizeof *known * room);
    struct buf text = {0};
    totals->complete = true;
    for (int k = 0; k < r->scop->param_count; k++) {
        known[k] = find_value(r->scop, k, size, count, &scalar[k]);
        totals->complete &= known[k];
        if (known[k])
            buf_printf(&text, "%s%s = %lld", text.length ? ", " : "",
                       r->scop->param[k].name, (long long)scalar[k]);
    }
    totals->sizes = arena_strdup(arena, text.text ? text.text : "");
    buf_free(&text);
    return (struct kir_access_input){
        .scalar = scalar, .known = known, .max_steps = MAX_STEPS};
}

int64_t access_range_count(const struct kir_func *ranges)
{
    int64_t last = 0;
    for (const struct kir_stmt *s = ranges->body.first; s; s = s->next)
        if (s->kind == KIR_STORE && kir_is_const(ranges, s->index) &&
            ranges->value[s->index].imm.i > last)
            last = ranges->value[s->index].imm.i;
    return last + 1;
}

const int *access_find_starts(struct arena *arena,
                              const struct kir_func *ranges,
                              const int64_t *scalar, const bool *known,
                              int rows, const bool *temporary)
{
    int64_t room = access_range_count(ranges);
    int64_t *range = arena_alloc(arena, sizeof *range * (size_t)room);
    int *start = arena_alloc(arena, sizeof *start * ((size_t)rows + 1));
    union kir_imm *value =
        arena_alloc(arena, sizeof *value * ((size_t)ranges->param_count + 1));
    struct kir_memory memory = {range, room};
    struct kir_eval eval = {.buffer = &memory, .scalar = value};
    struct faults faults = faults_new(arena);
    for (int k = 0; k < ranges->buffer_count; k++)
        if (strcmp(ranges->buffer[k].name, "bound") == 0)
            return NULL;
    for (int p = 0; p < ranges->param_count; p++) {
        if (!known[p])
            return NULL;
        value[p].i = scalar[p];
    }
    if (!kir_eval_run(ranges, NULL, &eval, &faults))
        return NULL;
    for (int k = 0; k < rows; k++)
        if (temporary[k])
            start[k] = (int)(-(uint64_t)range[2 * k] % KIR_SECTOR_BYTES);
    return start;
}

/* Takes where arrays start from the region's table. */
static void set_starts(struct arena *arena, const struct stub_region *r,
                       struct kir_access_input *input)
{
    const struct region *region = r->region;
    int rows = region->row_count;
    bool *temporary = arena_alloc(arena, (size_t)rows + 1);
    for (int k = 0; k < rows; k++)
        temporary[k] = region->row[k].flags & REGION_TEMP;
    input->start =
        access_find_starts(arena, r->host->func[region->ranges], input->scalar,
                           input->known, rows, temporary);
    input->start_count = input->start ? rows : 0;
}

static const struct region_access *find_access(const struct region *region,
                                               int kernel, int number)
{
    for (int k = 0; k < region->access_count; k++)
        if (region->access[k].kernel == kernel &&
            region->access[k].number == number)
            return &region->access[k];
    return NULL;
}

static int number_of(const struct kir_module *m, const struct kir_func *f)
{
    for (int k = 0; k < m->func_count; k++)
        if (m->func[k] == f)
            return k;
    return -1;
}

/* The row of the same access in the same memory of the same kernel. */
static struct access_total *find_row(struct access_totals *totals,
                                     const struct access_total *like)
{
    for (int k = totals->count - 1; k >= 0; k--) {
        struct access_total *row = &totals->row[k];
        if (row->access == like->access && row->kernel == like->kernel &&
            row->shared == like->shared && row->kind == like->kind &&
            !strcmp(row->text, like->text))
            return row;
    }
    return NULL;
}

static void add_place(struct arena *arena, const struct stub_region *r,
                      const struct kir_module *module,
                      const struct kir_access *place,
                      struct access_totals *totals)
{
    const struct kir_buffer *b = &place->kernel->buffer[place->buffer];
    int number = place->origin ? atoi(place->origin) : 0;
    const char *text = place->origin ? strchr(place->origin, ' ') : NULL;
    struct access_total row = {
        .access =
            find_access(r->region, number_of(module, place->kernel), number),
        .kernel = place->kernel->name,
        .text = text ? text + 1 : b->name,
        .loc = {r->scop->file, place->line, 0, 0},
        .kind = place->kind,
        .shared = b->space == KIR_SHARED,
    };
    if (row.access)
        row.loc = row.access->loc;
    struct access_total *at = find_row(totals, &row);
    if (!at) {
        ARENA_PUSH(arena, totals->row, totals->count, totals->cap, row);
        at = &totals->row[totals->count - 1];
    }
    at->unknown |= place->unknown;
    at->count.requests += place->count.requests;
    at->count.lanes += place->count.lanes;
    at->count.sectors += place->count.sectors;
    at->count.ideal_sectors += place->count.ideal_sectors;
    at->count.wavefronts += place->count.wavefronts;
    at->count.ideal_wavefronts += place->count.ideal_wavefronts;
}

struct access_totals *access_predict(struct arena *arena,
                                     const struct stub_region *r,
                                     const struct region_size *size,
                                     int size_count)
{
    struct access_totals *totals = arena_alloc(arena, sizeof *totals);
    const struct kir_module *m = target_fit(arena, &target_ptx, r->gpu);
    const struct kir_func *driver = m->func[r->region->gpu_driver];
    struct kir_access_input input =
        find_input(arena, r, driver, size, size_count, totals);
    int count = 0;
    set_starts(arena, r, &input);
    struct kir_access *place =
        kir_access_predict(arena, driver, &input, &count);
    totals->spent = !place;
    for (int k = 0; k < count; k++)
        add_place(arena, r, m, &place[k], totals);
    return totals;
}

struct kir_launches *access_launches(struct arena *arena,
                                     const struct stub_region *r,
                                     const struct region_size *size,
                                     int size_count)
{
    const struct kir_module *m = target_fit(arena, &target_ptx, r->gpu);
    const struct kir_func *driver = m->func[r->region->gpu_driver];
    struct access_totals totals;
    struct kir_access_input input =
        find_input(arena, r, driver, size, size_count, &totals);
    return kir_launches_predict(arena, driver, &input);
}

/* Remarks -------------------------------------------------------------------
 */

static double ratio(int64_t ideal, int64_t actual)
{
    return actual ? (double)ideal / (double)actual : 1;
}

static void remark_row(const struct access_total *row, const char *sizes,
                       struct faults *faults)
{
    static const char *const verb[] = {"read of ", "write of ", "update of "};
    const struct kir_access_count *c = &row->count;
    bool copy = !strncmp(row->text, "copy of ", 8);
    const char *what = copy ? "" : verb[row->kind];
    const char *with =
        *sizes ? arena_printf(faults->arena, " with %s", sizes) : "";
    if (row->unknown)
        fault_add(faults, FAULT_ACCESS, row->loc,
                  "%s%s%s: unknown, it depends on what arrays hold or on "
                  "sizes that are not given",
                  what, row->text, with);
    else if (row->shared)
        fault_add(faults, FAULT_ACCESS, row->loc,
                  "%s%s%s: %lld requests to shared memory, %lld wavefronts "
                  "(ideal %lld), eta %.2f",
                  what, row->text, with, (long long)c->requests,
                  (long long)c->wavefronts, (long long)c->ideal_wavefronts,
                  ratio(c->ideal_wavefronts, c->wavefronts));
    else
        fault_add(faults, FAULT_ACCESS, row->loc,
                  "%s%s%s: %lld requests, %lld sectors (ideal %lld), eta %.2f",
                  what, row->text, with, (long long)c->requests,
                  (long long)c->sectors, (long long)c->ideal_sectors,
                  ratio(c->ideal_sectors, c->sectors));
}

void access_remark(const struct access_totals *totals, struct loc region,
                   struct faults *faults)
{
    int64_t sectors = 0, ideal = 0;
    int unknown = 0;
    if (totals->spent) {
        fault_add(faults, FAULT_ACCESS, region,
                  "the accesses for %s are too many to be counted; give "
                  "smaller sizes",
                  totals->sizes);
        return;
    }
    for (int k = 0; k < totals->count; k++) {
        /* A kernel that is not launched for these sizes asks for nothing. */
        if (totals->row[k].unknown || totals->row[k].count.requests)
            remark_row(&totals->row[k], totals->sizes, faults);
        unknown += totals->row[k].unknown;
        sectors += totals->row[k].count.sectors;
        ideal += totals->row[k].count.ideal_sectors;
    }
    if (unknown < totals->count)
        fault_add(faults, FAULT_ACCESS, region,
                  "global memory%s%s: %lld sectors of 32 bytes%s (ideal "
                  "%lld), eta %.2f",
                  *totals->sizes ? " with " : "", totals->sizes,
                  (long long)sectors,
                  unknown ? " by the accesses that are known" : " in all",
                  (long long)ideal, ratio(ideal, sectors));
}

static bool is_parameter(const struct scop *scop,
                         const struct region_size *size)
{
    for (int p = 0; p < scop->param_count; p++)
        if (is_named(&scop->param[p], size))
            return true;
    return false;
}

void access_check_sizes(const struct scop *const *scop, int count,
                        const struct region_size *size, int size_count,
                        struct faults *faults)
{
    for (int k = 0; k < size_count; k++) {
        bool found = false;
        for (int r = 0; r < count; r++)
            found |= is_parameter(scop[r], &size[k]);
        if (!found)
            fault_add(faults, FAULT_SIZE, (struct loc){NULL, 0, 0, 0},
                      "no region has a parameter '%s', for which --assume-size "
                      "gives a value",
                      size[k].name);
    }
}
