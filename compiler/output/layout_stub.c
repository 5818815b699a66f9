/*
 * The C text for arrays with a layout: where they get it and lose it, which
 * rows of a region are to lie so, and what comes before a plain nest, for which
 * they lie as C has them.
 */
#include "compiler/output/layout_stub.h"

#include <string.h>

#include "backends/kir/kir.h"
#include "compiler/output/list.h"
#include "runtime/include/hedra_order.h"

_Static_assert((int)LAYOUT_ROW == (int)HEDRA_ORDER_ROW &&
                   (int)LAYOUT_COLUMN == (int)HEDRA_ORDER_COLUMN &&
                   (int)LAYOUT_MORTON == (int)HEDRA_ORDER_MORTON &&
                   (int)LAYOUT_MORTON_I == (int)HEDRA_ORDER_MORTON_I &&
                   (int)LAYOUT_HILBERT == (int)HEDRA_ORDER_HILBERT,
               "layouts carry the numbers of orderings");

bool stub_is_laid(const struct stub_region *r)
{
    for (int k = 0; k < r->scop->array_count; k++)
        if (r->scop->array[k].layout)
            return true;
    return false;
}

/* The row that holds the tables of the array in row k; -1: it has none. */
static int table_row(const struct stub_region *r, int k)
{
    const struct scop_array *a = &r->scop->array[r->region->row[k].array];
    for (int t = 0; t < r->region->row_count && scop_is_tabled(a); t++)
        if (r->region->row[t].array == a->order)
            return t;
    return -1;
}

/* Is it the row of an array with a layout, or a second version of one? */
static bool is_laid_row(const struct stub_region *r, int k)
{
    const struct region_row *row = &r->region->row[k];
    int of = row->version ? row->of : k;
    int array = r->region->row[of].array;
    return (row->version || !(row->flags & REGION_TEMP)) && array >= 0 &&
           r->scop->array[array].layout;
}

void stub_put_layouts(struct buf *out, const struct stub_region *r)
{
    int count = 0;
    for (int k = 0; k < r->region->row_count; k++)
        count += is_laid_row(r, k);
    if (count == 0)
        return;
    buf_puts(out, "    static const struct hedra_ordered_row hedra_ordered[] ="
                  " {");
    struct list list = list_begin(out);
    for (int k = 0; k < r->region->row_count; k++) {
        const struct region_row *row = &r->region->row[k];
        if (is_laid_row(r, k))
            list_printf(&list, "{%d, %d, %d}", k,
                        row->version ? -1 : table_row(r, k),
                        row->version ? row->of : -1);
    }
    buf_printf(out,
               "};\n"
               "    if (hedra_ordered_rows(&%s_module, hedra_row,"
               " hedra_ordered, %d))\n"
               "        return 1;\n",
               r->region->name, count);
}

static void put_quoted(struct buf *out, const char *text)
{
    buf_putc(out, '"');
    literal_put_escaped(out, text, strlen(text));
    buf_putc(out, '"');
}

/* The names of what the block declares of array k. */
static void put_name(struct buf *out, const char *tag, const char *what,
                     size_t block, int k)
{
    buf_printf(out, "hedra%s_%s_%zu_%d", tag, what, block, k);
}

static void put_how(struct buf *out, const char *path,
                    const struct splice_layout *l)
{
    const struct scop_layout *layout = l->layout;
    buf_puts(out, " = {");
    put_quoted(out, l->name);
    buf_puts(out, ", ");
    put_quoted(out, layout->text);
    buf_puts(out, ", ");
    put_quoted(out, path);
    buf_printf(out, ", %d, %d, %d, %d, %d, {%lld, %lld, %lld}, {%d, %d, %d}",
               l->loc.line, layout->dims, layout->outer, layout->inner,
               layout->curve, (long long)layout->tile[0],
               (long long)layout->tile[1], (long long)layout->tile[2],
               layout_axis(layout, 0), layout_axis(layout, 1),
               layout_axis(layout, 2));
    buf_puts(out, "};\n");
}

/* The rows, the boxes that leading subscripts tell apart, and a box's sides. */
static void put_sizes(struct buf *out, const struct splice_layout *l)
{
    int lead = l->layout->lead;
    buf_printf(out, ", (int64_t)(%s), (int64_t)1", l->size[0]);
    for (int k = 0; k < lead; k++)
        buf_printf(out, " * (int64_t)(%s)", l->size[k]);
    for (int k = lead; k < lead + LAYOUT_DIMS; k++)
        buf_printf(out, ", (int64_t)(%s)", k < l->rank ? l->size[k] : "1");
}

void stub_put_layout_open(struct buf *out, const char *tag, const char *path,
                          const struct splice_data *data)
{
    for (int k = 0; k < data->layout_count; k++) {
        const struct splice_layout *l = data->layout[k];
        buf_puts(out, "    static const struct hedra_ordered ");
        put_name(out, tag, "how", data->begin, k);
        put_how(out, path, l);
        buf_puts(out, "    void *");
        put_name(out, tag, "laid", data->begin, k);
        buf_printf(out, " = (void *)(%s);\n    hedra_ordered_open(&", l->name);
        put_name(out, tag, "how", data->begin, k);
        buf_puts(out, ", ");
        put_name(out, tag, "laid", data->begin, k);
        buf_printf(out, ", (size_t)(%s)", l->bytes);
        put_sizes(out, l);
        buf_puts(out, ");\n");
    }
}

/* For each array of the block. */
static void put_calls(struct buf *out, const char *tag, const char *function,
                      const struct splice_data *data)
{
    for (int k = 0; k < data->layout_count; k++) {
        buf_printf(out, "    %s(", function);
        put_name(out, tag, "laid", data->begin, k);
        buf_puts(out, ");\n");
    }
}

void stub_put_layout_close(struct buf *out, const char *tag,
                           const struct splice_data *data)
{
    put_calls(out, tag, "hedra_ordered_close", data);
}

void stub_put_layout_home(struct buf *out, const char *tag,
                          const struct splice_data *data)
{
    put_calls(out, tag, "hedra_ordered_home", data);
}
