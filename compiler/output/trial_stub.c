/*
 * What a region's function does besides in a program that hedrac --tune builds:
 * it tells the runtime what it may write and its sizes, and when its kernels
 * run (struct hedra_trial of runtime/include/hedra_trial.h).
 */
#include "compiler/output/trial_stub.h"

/* How results are compared with the plain nest's; what nobody reads afterwards
 * is not. */
static char compared_as(const struct scop_array *array)
{
    if (!array->live_out)
        return '-';
    return array->type == SCOP_F32 ? 'f' : array->type == SCOP_F64 ? 'd' : 'i';
}

static void put_row(struct buf *out, const struct scop_array *array,
                    const char *lo, const char *hi)
{
    int size = scop_type_size(array->type);
    buf_printf(out, "        {\"%s\", a_%s, %s, %s, %d, %lld, '%c'},\n",
               array->name, array->name, lo, hi, size,
               (long long)array->unit * size, compared_as(array));
}

/* Memory of the caller that the region may write; returns how many rows. */
static int put_rows(struct buf *out, const struct stub_region *r)
{
    const struct region *region = r->region;
    struct arena *arena = region->arena;
    int count = 0;
    for (int k = 0; k < region->row_count; k++) {
        const struct region_row *row = &region->row[k];
        if (!(row->flags & REGION_WRITE) || row->flags & REGION_TEMP)
            continue;
        put_row(out, &r->scop->array[row->array],
                arena_printf(arena, "hedra_range[%d]", 2 * k),
                arena_printf(arena, "hedra_range[%d]", 2 * k + 1));
        count++;
    }
    for (int k = 0; k < r->scop->array_count; k++)
        if (region->storage[k] == REGION_HOST) {
            const struct scop_array *scalar = &r->scop->array[k];
            const char *size =
                arena_printf(arena, "%d", scop_type_size(scalar->type));
            put_row(out, scalar, "0", size);
            count++;
        }
    return count;
}

void stub_put_trial(struct buf *out, const struct stub_region *r)
{
    const struct scop *s = r->scop;
    const char *name = r->region->name;
    buf_printf(out, "static struct hedra_trial %s_trial = {\n    \"%s\", \"",
               name, name);
    for (int k = 0; k < s->param_count; k++)
        buf_printf(out, "%s%s", k ? " " : "", s->param[k].name);
    buf_printf(out, "\", %d, %d, 0};\n\n", s->param_count,
               r->trial == STUB_TRIAL_EXACT);
}

void stub_put_trial_begin(struct buf *out, const struct stub_region *r)
{
    const struct scop *s = r->scop;
    const char *name = r->region->name;
    buf_puts(out, "    const struct hedra_trial_row hedra_saved[] = {\n");
    int count = put_rows(out, r);
    buf_puts(out, "        {0, 0, 0, 0, 0, 0, 0}};\n"
                  "    const int64_t hedra_size[] = {");
    for (int k = 0; k < s->param_count; k++)
        buf_printf(out, "p_%s, ", s->param[k].name);
    buf_printf(out,
               "0};\n"
               "    hedra_trial_begin(&%s_trial, hedra_saved, %d, hedra_size);"
               "\n",
               name, count);
}
