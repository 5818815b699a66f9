/*
 * Writes the estimate of what a call of a region has to do (scop/work.h), and
 * the question whether that is too little for kernels, and for threads.
 */
#include "compiler/output/work_stub.h"

#include "compiler/output/shared_nest.h"

/* Some thousand operations take as long as asking what is to run, and a
 * thousand as long as it takes to launch a kernel; kernels have to save that.
 */
enum { ASKING = 8192, LAUNCHING = 1024 };

static int kernel_count(const struct kir_module *module)
{
    int count = 0;
    for (int k = 0; module && k < module->func_count; k++)
        count += module->func[k]->kind == KIR_KERNEL;
    return count;
}

/* hedra_trips(0.5 * p_n - 1) */
static void put_trips(struct buf *out, const struct scop *scop,
                      const struct scop_trips *trips)
{
    buf_printf(out, "hedra_trips(%.9g", trips->constant);
    for (int k = 0; k < scop->param_count; k++)
        if (trips->factor[k] == 1)
            buf_printf(out, " + (double)p_%s", scop->param[k].name);
        else if (trips->factor[k] != 0)
            buf_printf(out, " + %.9g * (double)p_%s", trips->factor[k],
                       scop->param[k].name);
    buf_puts(out, ")");
}

static void put_work(struct buf *out, const struct scop *scop,
                     const struct scop_work *work)
{
    buf_puts(out, "0");
    for (int k = 0; k < work->count; k++) {
        const struct scop_work_term *term = &work->term[k];
        buf_printf(out, "\n        + %.9g", term->operations);
        for (int d = 0; d < term->depth; d++) {
            buf_puts(out, "\n            * ");
            put_trips(out, scop, &work->trips[term->loop[d]]);
        }
    }
}

/* What there is to do, if it is known and tested; else NULL. */
static const struct scop_work *tested_work(const struct stub_region *r)
{
    return !r->exact || shared_count(r) ? scop_work(r->scop) : NULL;
}

void work_put_test(struct buf *out, const struct stub_region *r, int want)
{
    const struct scop_work *work = tested_work(r);
    if (!work)
        return;
    buf_puts(out, "    const double hedra_work = ");
    put_work(out, r->scop, work);
    buf_printf(out,
               ";\n    if (hedra_small(&%s_module, hedra_work < %d, %d))\n"
               "        return 1;\n",
               r->region->name, ASKING + LAUNCHING * kernel_count(r->host),
               want);
}

void work_put_test_of_tables(struct buf *out, const struct stub_region *r,
                             int want)
{
    int count = 0;
    if (!tested_work(r))
        return;
    for (int k = 0; k < r->region->row_count; k++) {
        const struct region_row *row = &r->region->row[k];
        const struct scop_array *a = &r->scop->array[row->array];
        if (!stub_is_of_caller(row) || !stub_has_rows(r, row->array) ||
            a->row_levels < 2)
            continue;
        if (!count++)
            buf_printf(out, "    if (hedra_small(&%s_module, hedra_work < 0",
                       r->region->name);
        buf_printf(out,
                   "\n            + hedra_tables_work(%d, hedra_range + %d)",
                   a->row_levels, stub_levels_at(r, row));
    }
    if (count)
        buf_printf(out, ", %d))\n        return 1;\n", want);
}
