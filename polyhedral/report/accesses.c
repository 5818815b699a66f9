/*
 * What is known of the accesses of GPU kernels before sizes are: a row of the
 * region's table for each, and a remark.
 */
#include "polyhedral/report/report.h"

#include "polyhedral/cost/cost.h"

#include <stdlib.h>

/* How dimension k of an array is multiplied: "n * 4", "" for 1. A temporary's
 * box has sizes that only the driver computes: its rows' names stand in. */
static void put_pitch(const struct poly *poly, int array, int k,
                      struct buf *out)
{
    const struct scop_array *sa = &poly->scop->array[poly->array[array].array];
    int last = access_last_pitch(poly, array, k);
    for (int j = k + 1; j <= last; j++) {
        const struct scop_expr *pitch = access_pitch(poly, array, j);
        buf_puts(out, " * ");
        if (pitch)
            scop_print_factor(poly->scop, pitch, out);
        else
            buf_printf(out, "size %d of %s", j, sa->name);
    }
}

/* The distance between neighbouring lanes, as "8 * n bytes". */
static const char *describe_stride(const struct poly *poly,
                                   const struct access_pattern *p, int lanes)
{
    int array = poly->access[p->access].array;
    const struct scop_array *sa = &poly->scop->array[poly->array[array].array];
    int64_t size = access_bytes(poly, p) * sa->unit;
    struct access_step step = {0};
    struct buf text = {0};
    if (lanes >= 0)
        step = access_step(poly, p, lanes);
    if (!step.far)
        return arena_printf(poly->arena, "%lld bytes", (long long)step.bytes);
    for (int k = 0; k < p->rank; k++) {
        int64_t delta = p->delta[lanes * p->rank + k];
        if (delta == 0)
            continue;
        const char *sign = text.length == 0 ? "" : delta < 0 ? " - " : " + ";
        if (text.length && delta < 0)
            delta = -delta;
        buf_printf(&text, "%s%lld", sign, (long long)(delta * size));
        put_pitch(poly, array, k, &text);
    }
    buf_puts(&text, " bytes");
    const char *copy = arena_strdup(poly->arena, text.text);
    buf_free(&text);
    return copy;
}

static double eta_of(struct access_cost cost)
{
    return cost.ideal / cost.sectors;
}

/* The best and the worst that lanes along one mapped dimension can do (thesis
 * eq. 2.12 and 2.11, over these plans). */
static void compare_plans(const struct poly *poly,
                          const struct map_kernel *kernel,
                          const struct access_pattern *p,
                          struct region_access *row)
{
    double worst = row->eta;
    row->eta_best = row->eta;
    for (int k = 0; !kernel->team.threads && k < kernel->dims; k++) {
        struct access_threads t = {{kernel->patterns->first + k, -1, -1},
                                   {KIR_WARP_LANES, 1, 1},
                                   {1, 1, 1}};
        double eta = eta_of(access_cost(poly, p, &t));
        worst = eta < worst ? eta : worst;
        row->eta_best = eta > row->eta_best ? eta : row->eta_best;
    }
    row->theta = row->eta_best / worst;
}

/* The efficiency of lanes that access neighbours of so many bytes, the mean
 * over where the first one lies in a sector. */
static double eta_of_neighbours(int bytes)
{
    const double sector = 32;
    return bytes / (bytes + 1 - bytes / sector);
}

/* Where lanes are apart although they go along one subscript of the caller's
 * array: the layout in which they would be neighbours. */
static void advise(const struct poly *poly, const struct access_pattern *p,
                   int lanes, struct region_access *row)
{
    int array = poly->access[p->access].array, moved = -1, count = 0;
    if (lanes < 0 || !access_is_user(poly, array))
        return;
    const struct scop_array *sa = &poly->scop->array[poly->array[array].array];
    for (int k = 0; k < p->rank; k++)
        if (p->delta[lanes * p->rank + k]) {
            moved = k;
            count++;
        }
    row->eta_better = eta_of_neighbours(access_bytes(poly, p));
    if (count != 1 || row->eta_better <= row->eta)
        return;
    int64_t delta = p->delta[lanes * p->rank + moved];
    if (moved + 1 < p->rank)
        row->better = arena_printf(
            poly->arena,
            "a layout of '%s' in which the %s subscript comes last", sa->name,
            moved == 0   ? "first"
            : moved == 1 ? "second"
                         : "middle");
    else if (sa->unit > 1)
        row->better = arena_printf(
            poly->arena, "an array for '%s' alone, in place of one of structs",
            sa->name);
    else if (delta > 1 || delta < -1)
        row->better = arena_printf(
            poly->arena,
            "a layout of '%s' in which elements %lld apart are neighbours",
            sa->name, (long long)(delta < 0 ? -delta : delta));
}

static void fill_row(const struct poly *poly, const struct map_kernel *kernel,
                     const struct access_pattern *p, struct region_access *row)
{
    const struct poly_access *access = &poly->access[p->access];
    int served = staging_buffer_of(kernel, p->access);
    struct access_threads threads = access_threads_of(kernel, p);
    struct access_cost cost = access_cost(poly, p, &threads);
    struct buf text = {0};
    scop_print_access(poly->scop, access->expr, &text);
    row->number = poly->first_access + p->access + 1;
    row->text = arena_strdup(poly->arena, text.text);
    buf_free(&text);
    row->array = poly->array[access->array].array;
    row->loc = access->expr->loc;
    row->write = access->write;
    const struct scop_array *sa = &poly->scop->array[row->array];
    row->layout = sa->layout ? sa->layout->text : NULL;
    row->known = cost.known && !sa->layout;
    if (!row->known)
        return;
    row->stride = describe_stride(poly, p, threads.dim[0]);
    for (int k = 0; k < p->rank && threads.dim[0] >= 0; k++)
        row->moves |= p->delta[threads.dim[0] * p->rank + k] != 0;
    row->direct = cost.sectors;
    row->staged = served >= 0;
    if (row->staged) {
        const struct staging_buffer *buffer = &kernel->shared.buffer[served];
        cost = access_copy_cost(poly, access->array,
                                buffer->size[buffer->rank - 1]);
    }
    row->sectors = cost.sectors;
    row->ideal = cost.ideal;
    row->eta = eta_of(cost);
    compare_plans(poly, kernel, p, row);
    if (!row->staged)
        advise(poly, p, threads.dim[0], row);
}

static void remark(const struct poly *poly, const struct map_kernel *kernel,
                   const struct region_access *row)
{
    const char *verb = row->write ? "write" : "read";
    const char *plans =
        kernel->dims > 1 && !kernel->team.threads
            ? arena_printf(poly->arena,
                           "; at best %.2f with other lanes, theta %.3g",
                           row->eta_best, row->theta)
            : "";
    if (row->layout)
        fault_add(poly->faults, FAULT_ACCESS, row->loc,
                  "%s of %s: the array has the layout %s, --assume-size counts "
                  "its sectors",
                  verb, row->text, row->layout);
    else if (!row->known)
        fault_add(poly->faults, FAULT_ACCESS, row->loc,
                  "%s of %s: not affine, its sectors are unknown", verb,
                  row->text);
    else if (row->staged)
        fault_add(poly->faults, FAULT_ACCESS, row->loc,
                  "%s of %s: from shared memory, the copy touches %.4g sectors "
                  "per request (ideal %.4g), eta %.2f; directly, stride %s "
                  "across lanes, %.4g sectors",
                  verb, row->text, row->sectors, row->ideal, row->eta,
                  row->stride, row->direct);
    else
        fault_add(poly->faults, FAULT_ACCESS, row->loc,
                  "%s of %s: stride %s across lanes, %.4g sectors per request "
                  "(ideal %.4g), eta %.2f%s",
                  verb, row->text, row->stride, row->sectors, row->ideal,
                  row->eta, plans);
}

/* Is it memory that the kernel's threads ask for? */
static bool is_memory(const struct storage *storage, int array)
{
    return storage->kind[array] == STORAGE_USER ||
           storage->kind[array] == STORAGE_TEMP;
}

void access_report(const struct poly *poly, const struct mapping *mapping,
                   const struct storage *storage, int first,
                   struct access_table *table, bool remarks)
{
    for (int k = 0; mapping && k < mapping->kernel_count; k++) {
        const struct map_kernel *kernel = &mapping->kernel[k];
        const struct access_patterns *all = kernel->patterns;
        for (int i = 0; all && i < all->count; i++) {
            const struct access_pattern *p = &all->pattern[i];
            struct region_access row = {.kernel = first + k};
            if (!is_memory(storage, poly->access[p->access].array))
                continue;
            fill_row(poly, kernel, p, &row);
            if (remarks)
                remark(poly, kernel, &row);
            row.text = arena_strdup(table->arena, row.text);
            if (row.known)
                row.stride = arena_strdup(table->arena, row.stride);
            if (row.better)
                row.better = arena_strdup(table->arena, row.better);
            ARENA_PUSH(table->arena, table->row, table->count, table->cap, row);
        }
    }
}
