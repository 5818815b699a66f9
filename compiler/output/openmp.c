/*
 * Writes what runs a region without libhedra: the addresses of its arrays, its
 * temporary memory, and the questions that the runtime would answer.
 */
#include "compiler/output/openmp.h"

#include "backends/target.h"
#include "compiler/output/list.h"

enum { PLAN_ROW = REGION_SCHEDULE | REGION_LIST | REGION_STEPS | REGION_STATE };

void openmp_ask(struct region_options *how)
{
    how->gpu = false;
    how->plan = SCOP_PLAN_GUARD;
    how->plan_limited = true;
    how->plan_window = 0;
}

const char *openmp_refuses(const struct stub_region *r)
{
    const struct region *region = r->region;
    for (int k = 0; k < region->row_count; k++)
        if (region->row[k].flags & PLAN_ROW)
            return "it has a Plan, which libhedra makes when the program runs";
    if (region->asks_mode)
        return "it has a Plan, which libhedra makes when the program runs";
    if (region->bound_count)
        return "data decide what it touches, whose bounds libhedra looks for";
    for (int k = 0; k < r->scop->array_count; k++)
        if (stub_has_rows(r, k))
            return "it has a table of pointers to rows, of which libhedra finds"
                   " out how they lie";
    return NULL;
}

/* Does the function of the ranges say that all assumptions hold, whatever the
 * parameters are? */
static bool always_holds(const struct stub_region *r)
{
    const struct kir_func *f = r->host->func[r->region->ranges];
    bool holds = false;
    for (const struct kir_stmt *s = f->body.first; s; s = s->next)
        if (s->kind == KIR_STORE && kir_is_const(f, s->index) &&
            f->value[s->index].imm.i == 2 * r->region->row_count)
            holds = kir_is_const(f, s->value) && f->value[s->value].imm.i == 1;
    return holds;
}

static int temporaries(const struct stub_region *r)
{
    int count = 0;
    for (int k = 0; k < r->region->row_count; k++)
        count += !stub_is_of_caller(&r->region->row[k]);
    return count;
}

bool openmp_is_certain(const struct stub_region *r)
{
    return r->region->pair_count == 0 && temporaries(r) == 0 && always_holds(r);
}

const struct kir_module *openmp_module(struct arena *arena,
                                       const struct stub_region *r)
{
    struct kir_module *copy;
    if (!openmp_is_certain(r))
        return r->host;
    copy = arena_alloc(arena, sizeof *copy);
    *copy = *r->host;
    copy->func_count = 0;
    copy->func =
        arena_alloc(arena, (size_t)r->host->func_count * sizeof *copy->func);
    for (int k = 0; k < r->host->func_count; k++)
        if (k != r->region->ranges)
            copy->func[copy->func_count++] = r->host->func[k];
    return copy;
}

void openmp_put_prologue(struct buf *out, const struct stub_region *r,
                         int count)
{
    bool pairs = false, memory = false;
    for (int k = 0; k < count; k++) {
        bool there = !r[k].region->kept;
        pairs |= there && r[k].region->pair_count > 0;
        memory |= there && temporaries(&r[k]) > 0;
    }
    buf_puts(out, "#include <stdint.h>\n");
    if (memory)
        buf_puts(out, "#include <stdlib.h>\n");
    buf_putc(out, '\n');
    if (pairs)
        buf_puts(
            out,
            "/* Do bytes [a_lo, a_hi) from a and [b_lo, b_hi) from b overlap? "
            "*/\n"
            "static int hdf_meet(const void *a, int64_t a_lo, int64_t a_hi,\n"
            "                    const void *b, int64_t b_lo, int64_t b_hi)\n"
            "{\n"
            "    return a_lo < a_hi && b_lo < b_hi &&\n"
            "           (uintptr_t)a + (uintptr_t)a_lo <\n"
            "               (uintptr_t)b + (uintptr_t)b_hi &&\n"
            "           (uintptr_t)b + (uintptr_t)b_lo <\n"
            "               (uintptr_t)a + (uintptr_t)a_hi;\n"
            "}\n\n");
}

/* Computes the touched ranges; returns 1 if what was assumed does not hold. */
static void put_ranges(struct buf *out, const struct stub_region *r)
{
    int rows = r->region->row_count;
    buf_printf(out, "    int64_t hedra_range[%d];\n    %s_ranges(",
               2 * rows + 1, r->region->name);
    struct list list = list_begin(out);
    list_add(&list, "hedra_range");
    for (int i = 0; i < r->scop->param_count; i++)
        list_printf(&list, "p_%s", r->scop->param[i].name);
    buf_puts(out, ");\n");
    if (!always_holds(r))
        buf_printf(out,
                   "    if (!hedra_range[%d])\n"
                   "        return 1;\n",
                   2 * rows);
}

/* Address and range of one side of a pair. */
static void add_side(struct list *list, const struct stub_region *r, int number)
{
    const struct region *region = r->region;
    if (number >= region->row_count) {
        const struct region_scalar *s =
            &region->scalar[number - region->row_count];
        list_printf(list, "s_%s, 0, %d", s->name, s->size);
        return;
    }
    list_printf(list, "a_%s", r->scop->array[region->row[number].array].name);
    list_printf(list, "hedra_range[%d]", 2 * number);
    list_printf(list, "hedra_range[%d]", 2 * number + 1);
}

static bool is_temporary(const struct region *region, int number)
{
    return number < region->row_count &&
           !stub_is_of_caller(&region->row[number]);
}

/* Returns 1 if arrays overlap that must not; temporary ones overlap nothing. */
static void put_overlap(struct buf *out, const struct stub_region *r)
{
    const struct region *region = r->region;
    for (int k = 0; k < region->pair_count; k++) {
        const int *pair = &region->pair[2 * k];
        if (is_temporary(region, pair[0]) || is_temporary(region, pair[1]))
            continue;
        buf_puts(out, "    if (hdf_meet(");
        struct list list = list_begin(out);
        add_side(&list, r, pair[0]);
        add_side(&list, r, pair[1]);
        buf_puts(out, "))\n        return 1;\n");
    }
}

static void put_free(struct buf *out, const struct stub_region *r,
                     const char *indent)
{
    for (int k = 0; k < r->region->row_count; k++)
        if (is_temporary(r->region, k))
            buf_printf(out, "%sfree(hedra_memory_%d);\n", indent, k);
}

/* Memory for temporary rows; returns 1 if there is none. */
static void put_memory(struct buf *out, const struct stub_region *r)
{
    const char *between = "";
    if (temporaries(r) == 0)
        return;
    for (int k = 0; k < r->region->row_count; k++)
        if (is_temporary(r->region, k))
            buf_printf(out,
                       "    char *hedra_memory_%d = malloc("
                       "hedra_range[%d] < hedra_range[%d]\n"
                       "        ? (size_t)(hedra_range[%d] - hedra_range[%d])"
                       " : 1);\n",
                       k, 2 * k, 2 * k + 1, 2 * k + 1, 2 * k);
    buf_puts(out, "    if (");
    for (int k = 0; k < r->region->row_count; k++)
        if (is_temporary(r->region, k)) {
            buf_printf(out, "%s!hedra_memory_%d", between, k);
            between = " || ";
        }
    buf_puts(out, ") {\n");
    put_free(out, r, "        ");
    buf_puts(out, "        return 1;\n    }\n");
}

/* Runs the driver on the addresses of elements 0. */
static void put_driver_call(struct buf *out, const struct stub_region *r)
{
    const struct kir_func *driver = r->host->func[r->region->host_driver];
    bool rows = c_openmp_drives(driver);
    if (rows) {
        buf_puts(out, "    void *const hedra_row[] = {");
        struct list list = list_begin(out);
        for (int k = 0; k < r->region->row_count; k++)
            if (is_temporary(r->region, k))
                list_printf(&list, "hedra_memory_%d - hedra_range[%d]", k,
                            2 * k);
            else
                list_printf(&list, "a_%s",
                            r->scop->array[r->region->row[k].array].name);
        if (!list.any)
            list_add(&list, "0");
        buf_puts(out, "};\n");
    }
    buf_printf(out, "    %s(", driver->name);
    struct list list = list_begin(out);
    if (rows)
        list_add(&list, "hedra_row");
    stub_add_arguments(&list, r);
    buf_puts(out, ");\n");
}

static void put_function(struct buf *out, const struct stub_region *r)
{
    bool certain = openmp_is_certain(r);
    buf_puts(out, "static int ");
    stub_put_parameters(out, r);
    buf_puts(out, "{\n");
    for (int i = 0; certain && i < r->region->scalar_count; i++)
        buf_printf(out, "    (void)s_%s;\n", r->region->scalar[i].name);
    if (!certain) {
        put_ranges(out, r);
        put_overlap(out, r);
        put_memory(out, r);
    }
    put_driver_call(out, r);
    put_free(out, r, "    ");
    buf_puts(out, "    return 0;\n}\n\n");
}

void openmp_put_definitions(struct buf *out, const struct stub_region *r,
                            bool optional)
{
    buf_printf(out, "/* The marked region in line %d. */\n\n",
               r->scop->loc.line);
    buf_puts(out, r->host_text);
    if (optional)
        buf_puts(out, "#ifdef __GNUC__\n"
                      "__attribute__((unused))\n"
                      "#endif\n");
    put_function(out, r);
}
