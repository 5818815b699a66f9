/*
 * Tables of pointers to rows: what the region function reads of them before it
 * computes what it touches, and the test that their rows lie as the kernels
 * have it.
 */
#include "compiler/output/launch_stub.h"

#include "compiler/output/list.h"

#include <inttypes.h>

bool stub_is_of_caller(const struct region_row *row)
{
    return !(row->flags & REGION_TEMP);
}

bool stub_takes_address(const struct stub_region *r, int array)
{
    if (r->region->storage[array] == REGION_HOST)
        return true;
    for (int k = 0; k < r->region->row_count; k++)
        if (r->region->row[k].array == array &&
            stub_is_of_caller(&r->region->row[k]))
            return true;
    return false;
}

bool stub_has_rows(const struct stub_region *r, int array)
{
    return r->scop->array[array].rows && stub_takes_address(r, array);
}

bool stub_is_pitch(const struct stub_region *r, int param)
{
    for (int k = 0; k < r->scop->array_count && !r->openmp; k++)
        for (int i = 0; i < r->scop->array[k].row_levels; i++)
            if (stub_has_rows(r, k) && r->scop->array[k].pitch[i] == param)
                return true;
    return false;
}

static int64_t element_size(const struct scop_array *a)
{
    return a->unit * scop_type_size(a->type);
}

/* The first row of several levels of tables, and how far rows lie apart. */
static void put_levels(struct buf *out, const struct stub_region *r,
                       const struct scop_array *a)
{
    buf_printf(out, "    a_%s = hedra_first_of_tables(t_%s, %d);\n", a->name,
               a->name, a->row_levels);
    for (int k = 0; k < a->row_levels; k++)
        buf_printf(out,
                   "    p_%s = hedra_table_pitch(t_%s, %d, %d, %" PRId64 ");\n",
                   r->scop->param[a->pitch[k]].name, a->name, a->row_levels, k,
                   element_size(a));
}

void stub_put_pitches(struct buf *out, const struct stub_region *r)
{
    for (int k = 0; k < r->scop->array_count; k++) {
        const struct scop_array *a = &r->scop->array[k];
        if (stub_has_rows(r, k) && a->row_levels > 1)
            put_levels(out, r, a);
        else if (stub_has_rows(r, k))
            buf_printf(out,
                       "    a_%s = hedra_first_row(t_%s);\n"
                       "    p_%s = hedra_row_pitch(t_%s, %" PRId64 ");\n",
                       a->name, a->name, r->scop->param[a->pitch[0]].name,
                       a->name, element_size(a));
    }
}

int stub_levels_at(const struct stub_region *r, const struct region_row *row)
{
    int box = r->region->row_count + r->region->fill_count + row->box;
    return 2 * box - 1;
}

/* The call that tells whether the rows lie so. */
static void put_fit(struct buf *out, const struct stub_region *r, int row)
{
    const struct region_row *of = &r->region->row[row];
    const struct scop_array *a = &r->scop->array[of->array];
    const struct scop_param *param = r->scop->param;
    if (a->row_levels < 2) {
        buf_printf(out,
                   "hedra_rows_fit(t_%s, p_%s, %" PRId64
                   ", hedra_range[%d], hedra_range[%d])",
                   a->name, param[a->pitch[0]].name, element_size(a), 2 * row,
                   2 * row + 1);
        return;
    }
    buf_printf(out,
               "hedra_tables_fit(t_%s, %d, hedra_pitch_%s, %" PRId64
               ", hedra_range + %d)",
               a->name, a->row_levels, a->name, element_size(a),
               stub_levels_at(r, of));
}

/* The pitches of several levels, from the outermost one, as an array. */
static void put_pitch_array(struct buf *out, const struct stub_region *r,
                            const struct scop_array *a)
{
    buf_printf(out, "    const int64_t hedra_pitch_%s[%d] = {", a->name,
               a->row_levels);
    struct list list = list_begin(out);
    for (int k = 0; k < a->row_levels; k++)
        list_printf(&list, "p_%s", r->scop->param[a->pitch[k]].name);
    buf_puts(out, "};\n");
}

void stub_put_tables(struct buf *out, const struct stub_region *r)
{
    for (int k = 0; k < r->region->row_count; k++) {
        const struct region_row *row = &r->region->row[k];
        if (!stub_is_of_caller(row) || !stub_has_rows(r, row->array))
            continue;
        const struct scop_array *a = &r->scop->array[row->array];
        if (a->row_levels > 1)
            put_pitch_array(out, r, a);
        buf_puts(out, "    if (!");
        put_fit(out, r, k);
        buf_printf(out,
                   ") {\n"
                   "        hedra_plain(&%s_module, HEDRA_ASSUMED);\n"
                   "        return 1;\n"
                   "    }\n",
                   r->region->name);
    }
}
