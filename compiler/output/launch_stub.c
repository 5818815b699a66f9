/*
 * Writes the C text that launches one region: kernels as string literals,
 * tables of arrays and kernels, the footprint, and the region function that
 * hands them to libhedra.
 */
#include "compiler/output/launch_stub.h"

#include <inttypes.h>
#include <string.h>

#include "backends/kir/kir.h"
#include "backends/target.h"
#include "backends/vector/vector.h"
#include "compiler/output/layout_stub.h"
#include "compiler/output/list.h"
#include "compiler/output/shared_nest.h"
#include "compiler/output/trial_stub.h"
#include "compiler/output/work_stub.h"
#include "compiler/source/source.h"
#include "runtime/include/hedra.h"

_Static_assert((int)REGION_READ == (int)HEDRA_READ &&
               (int)REGION_WRITE == (int)HEDRA_WRITE &&
               (int)REGION_DISCARD == (int)HEDRA_DISCARD &&
               (int)REGION_TEMP == (int)HEDRA_TEMP &&
               (int)REGION_SCHEDULE == (int)HEDRA_SCHEDULE &&
               (int)REGION_LIST == (int)HEDRA_LIST &&
               (int)REGION_STEPS == (int)HEDRA_STEPS &&
               (int)REGION_STATE == (int)HEDRA_STATE &&
               (int)REGION_KEEP == (int)HEDRA_KEEP &&
               (int)REGION_INPUT == (int)HEDRA_INPUT &&
               (int)REGION_GUESS == (int)HEDRA_GUESS &&
               "rows of a region carry the runtime's flags");

_Static_assert((int)KIR_BEFORE == (int)HEDRA_BEFORE &&
                   (int)KIR_ORDERED == (int)HEDRA_ORDERED &&
                   (int)KIR_AFTER == (int)HEDRA_AFTER,
               "launches of a doacross loop carry the runtime's places");
_Static_assert((int)KIR_TILE_ROWS == (int)HEDRA_TILE_ROWS,
               "kernels call the runtime for tiles of its size");
_Static_assert((int)KIR_WINDOW == (int)HEDRA_WINDOW,
               "kernels call the runtime for windows of its size");

static void put_literal(struct buf *out, const char *text)
{
    buf_putc(out, '"');
    literal_put_escaped(out, text, strlen(text));
    buf_putc(out, '"');
}

/* A device text. HEDRA_TEXT keeps compilers from warning that it is longer than
 * 4095 characters. */
static void put_text(struct buf *out, const char *name, const char *suffix,
                     const char *text)
{
    buf_printf(out, "HEDRA_TEXT %s_%s[]", name, suffix);
    literal_put_lines(out, text);
}

void stub_put_prologue(struct buf *out)
{
    buf_puts(out, "#include <hedra_kernel.h>\n\n");
}

/* Returns how many rows the table has; 0: no table was written. */
static int put_kernels(struct buf *out, struct arena *arena, const char *name,
                       const char *where, const struct kir_module *module)
{
    int n = 0;
    for (int i = 0; module && i < module->func_count; i++) {
        const struct kir_func *f = module->func[i];
        if (f->kind != KIR_KERNEL)
            continue;
        if (n++ == 0)
            buf_printf(out,
                       "static const struct hedra_kernel %s_%s_kernel[] = {\n",
                       name, where);
        buf_puts(out, "    {");
        struct list list = list_begin(out);
        list_printf(&list, "\"%s\"", f->name);
        list_printf(&list, "\"%s\"", kir_signature(arena, f));
        list_printf(&list, "{%d, %d, %d}", f->block[0], f->block[1],
                    f->block[2]);
        list_printf(&list, "%d", f->line);
        bool host = strcmp(where, "host") == 0;
        list_add(&list, host ? f->name : "0");
        if (host && kir_has_atomics(f))
            list_printf(&list, "&%s_atomics", f->name);
        else
            list_add(&list, "0");
        buf_puts(out, "},\n");
    }
    if (n > 0)
        buf_puts(out, "};\n\n");
    return n;
}

static void put_module(struct buf *out, const struct stub_region *r,
                       int gpu_kernels, int host_kernels)
{
    static const char *const plain[] = {
        [REGION_PLAIN_NEVER] = "",
        [REGION_PLAIN_ALONE] = " | HEDRA_PLAIN_ALONE",
        [REGION_PLAIN_FEW] = " | HEDRA_PLAIN_FEW",
    };
    const char *name = r->region->name;
    buf_printf(out, "static struct hedra_module %s_module = {\n", name);
    buf_puts(out, "    HEDRA_ABI, ");
    put_literal(out, r->scop->function ? r->scop->function : name);
    buf_puts(out, ", ");
    put_literal(out, r->scop->file ? r->scop->file : "");
    buf_printf(out, ", %d,\n    ", r->scop->loc.line);
    struct list list = list_begin(out);
    const struct {
        const char *suffix;
        bool there;
    } names[] = {
        {"ptx", r->ptx != NULL},           {"opencl", r->opencl != NULL},
        {"racer", r->racer != NULL},       {"gpu_kernel", gpu_kernels > 0},
        {"host_kernel", host_kernels > 0},
    };
    enum { TEXTS = 3 };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (i == TEXTS)
            list_printf(&list, "%d, %d", gpu_kernels, host_kernels);
        if (names[i].there)
            list_printf(&list, "%s_%s", name, names[i].suffix);
        else
            list_add(&list, "0");
    }
    list_add(&list, "0");
    if (r->checked)
        list_add(&list, "0");
    else if (stub_is_laid(r))
        list_add(&list, r->exact ? "HEDRA_PLAIN_EXACT" : "0");
    else
        list_printf(&list, "HEDRA_PLAIN_TIMED%s%s%s%s%s",
                    r->exact ? " | HEDRA_PLAIN_EXACT" : "",
                    shared_count(r) ? " | HEDRA_SHARES" : "",
                    plain[r->region->plain],
                    r->region->bound_count ? " | HEDRA_PLAIN_READS" : "",
                    r->region->costly ? " | HEDRA_PLAIN_COSTLY" : "");
    buf_puts(out, "};\n\n");
}

/* The C type in which a driver takes a REGION_VALUE array. */
static const char *value_type(enum scop_type type)
{
    static const char *const names[SCOP_TYPE_COUNT] = {
        [SCOP_I8] = "int32_t",  [SCOP_U8] = "int32_t",
        [SCOP_I16] = "int32_t", [SCOP_U16] = "int32_t",
        [SCOP_I32] = "int32_t", [SCOP_U32] = "uint32_t",
        [SCOP_I64] = "int64_t", [SCOP_U64] = "uint64_t",
        [SCOP_F32] = "float",   [SCOP_F64] = "double",
    };
    return names[type];
}

void stub_put_parameters(struct buf *out, const struct stub_region *r)
{
    const struct scop *s = r->scop;
    buf_printf(out, "%s(", r->region->name);
    struct list list = list_begin(out);
    for (int i = 0; i < s->param_count; i++)
        list_printf(&list, "int64_t p_%s", s->param[i].name);
    for (int i = 0; i < s->array_count; i++)
        if (r->region->storage[i] == REGION_VALUE)
            list_printf(&list, "%s v_%s", value_type(s->array[i].type),
                        s->array[i].name);
    for (int i = 0; i < s->array_count; i++)
        if (stub_takes_address(r, i))
            list_printf(&list, "void *a_%s", s->array[i].name);
    for (int i = 0; i < r->region->scalar_count; i++)
        list_printf(&list, "void *s_%s", r->region->scalar[i].name);
    for (int i = 0; i < s->array_count; i++)
        if (stub_has_rows(r, i))
            list_printf(&list, "const void *t_%s", s->array[i].name);
    if (shared_sum_row(r, 0) >= 0)
        list_add(&list, "int64_t *hedra_touched");
    if (!list.any)
        list_add(&list, "void");
    buf_puts(out, ")\n");
}

static const char *flags_text(struct arena *arena, unsigned flags)
{
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {
        {HEDRA_READ, "HEDRA_READ"},         {HEDRA_WRITE, "HEDRA_WRITE"},
        {HEDRA_DISCARD, "HEDRA_DISCARD"},   {HEDRA_TEMP, "HEDRA_TEMP"},
        {HEDRA_SCHEDULE, "HEDRA_SCHEDULE"}, {HEDRA_LIST, "HEDRA_LIST"},
        {HEDRA_STEPS, "HEDRA_STEPS"},       {HEDRA_STATE, "HEDRA_STATE"},
        {HEDRA_KEEP, "HEDRA_KEEP"},         {HEDRA_INPUT, "HEDRA_INPUT"},
        {HEDRA_GUESS, "HEDRA_GUESS"},
    };
    const char *text = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (flags & names[i].flag)
            text = text ? arena_printf(arena, "%s | %s", text, names[i].name)
                        : names[i].name;
    return text ? text : "0";
}

static void put_rows(struct buf *out, const struct stub_region *r)
{
    const struct region *region = r->region;
    int count = region->row_count + region->scalar_count;
    /* C has no arrays of length zero. */
    buf_printf(out, "    struct hedra_array hedra_row[%d] = {\n",
               count > 0 ? count : 1);
    if (count == 0)
        buf_puts(out, "        {0, 0, 0, 0, 0, 0},\n");
    for (int k = 0; k < region->row_count; k++) {
        const struct region_row *row = &region->row[k];
        buf_puts(out, "        {");
        struct list list = list_begin(out);
        list_printf(&list, "\"%s\"", row->name);
        if (stub_is_of_caller(row))
            list_printf(&list, "a_%s", r->scop->array[row->array].name);
        else
            list_add(&list, "0");
        list_printf(&list, "hedra_range[%d], hedra_range[%d]", 2 * k,
                    2 * k + 1);
        list_printf(&list, "%d", kir_type_size(row->type));
        list_add(&list, flags_text(r->region->arena, row->flags));
        buf_puts(out, "},\n");
    }
    for (int k = 0; k < region->scalar_count; k++) {
        const struct region_scalar *scalar = &region->scalar[k];
        buf_printf(out, "        {\"%s\", s_%s, 0, %d, %d, 0},\n", scalar->name,
                   scalar->name, scalar->size, scalar->size);
    }
    buf_puts(out, "    };\n");
}

void stub_add_arguments(struct list *list, const struct stub_region *r)
{
    const struct scop *s = r->scop;
    for (int i = 0; i < s->array_count; i++)
        if (r->region->storage[i] == REGION_HOST)
            list_printf(list, "a_%s", s->array[i].name);
    for (int i = 0; i < s->param_count; i++)
        list_printf(list, "p_%s", s->param[i].name);
    for (int i = 0; i < s->array_count; i++)
        if (r->region->storage[i] == REGION_VALUE)
            list_printf(list, "v_%s", s->array[i].name);
}

/* A call of a driver that the c target printed. hedra_end reports what fails
 * in it. */
static void put_driver_call(struct buf *out, const struct stub_region *r,
                            const char *which)
{
    buf_printf(out, "        %s_%s(", r->region->name, which);
    struct list list = list_begin(out);
    list_add(&list, "hedra_run");
    stub_add_arguments(&list, r);
    if (r->region->asks_mode)
        list_add(&list, "hedra_plan_mode(hedra_run)");
    buf_puts(out, ");\n");
}

static void put_ranges_call(struct buf *out, const struct stub_region *r)
{
    buf_printf(out, "    %s_ranges(", r->region->name);
    struct list list = list_begin(out);
    list_add(&list, "(struct hedra_run *)0");
    list_add(&list, "hedra_range");
    if (r->region->bound_count)
        list_add(&list, "hedra_bound");
    for (int i = 0; i < r->scop->param_count; i++)
        list_printf(&list, "p_%s", r->scop->param[i].name);
    buf_puts(out, ");\n");
}

/* The least and the largest element of each row that bounds others, and with
 * them the ranges again. */
static void put_bounds(struct buf *out, const struct stub_region *r)
{
    const struct region *region = r->region;
    for (int k = 0; k < region->bound_count; k++) {
        const struct region_bound *bound = &region->bound[k];
        const struct region_row *row = &region->row[bound->row];
        const struct scop_array *array = &r->scop->array[row->array];
        int size = scop_type_size(array->type);
        buf_puts(out, "    hedra_extremes(");
        struct list list = list_begin(out);
        list_printf(&list, "a_%s", array->name);
        list_printf(&list, "hedra_range[%d], hedra_range[%d]", 2 * bound->row,
                    2 * bound->row + 1);
        list_printf(&list, "%lld", (long long)(bound->unit * size));
        list_printf(&list, "%d, %d", size, scop_type_is_signed(array->type));
        list_printf(&list, "hedra_bound + %d", 2 * k);
        buf_puts(out, ");\n");
        put_ranges_call(out, r);
    }
}

static void put_range_table(struct buf *out, const struct stub_region *r)
{
    int bounds = r->region->bound_count;
    buf_printf(out, "    int64_t hedra_range[%d];\n",
               2 * (r->region->row_count + r->region->fill_count +
                    r->region->box_count) +
                   1);
    if (!bounds)
        return;
    buf_printf(out, "    int64_t hedra_bound[%d] = {", 2 * bounds);
    struct list list = list_begin(out);
    for (int k = 0; k < bounds; k++)
        list_add(&list, "0, -1");
    buf_puts(out, "};\n");
}

/* Computes the touched ranges; returns 1 if what was assumed does not hold. */
static void put_ranges(struct buf *out, const struct stub_region *r)
{
    int rows = r->region->row_count;
    put_range_table(out, r);
    put_ranges_call(out, r);
    put_bounds(out, r);
    buf_printf(out,
               "    if (!hedra_range[%d]) {\n"
               "        hedra_plain(&%s_module, HEDRA_ASSUMED);\n"
               "        return 1;\n"
               "    }\n",
               2 * rows, r->region->name);
}

static void put_overlap(struct buf *out, const struct region *region)
{
    if (region->pair_count == 0)
        return;
    buf_puts(out, "    static const int hedra_pair[] = {");
    struct list list = list_begin(out);
    for (int k = 0; k < region->pair_count; k++)
        list_printf(&list, "%d, %d", region->pair[2 * k],
                    region->pair[2 * k + 1]);
    buf_printf(out,
               "};\n"
               "    if (hedra_overlap(&%s_module, hedra_row, hedra_pair, %d))\n"
               "        return 1;\n",
               region->name, region->pair_count);
}

/* The `want` of hedra_begin: what the device clause asks for; a GPU where the
 * file has kernels for GPUs alone. A device that HEDRA_DEVICE names, and for
 * which the file has nothing, is an error of the run, so that it is no want. */
static int wanted_device(const struct stub_region *r)
{
    if (r->gpu && !r->host && r->scop->device == SCOP_DEVICE_ANY)
        return SCOP_DEVICE_GPU;
    return r->checked || r->region->only_host ? SCOP_DEVICE_HOST
                                              : r->scop->device;
}

_Static_assert(SCOP_DEVICE_ANY == 0 && SCOP_DEVICE_GPU == 1 &&
                   SCOP_DEVICE_HOST == 2,
               "the device clause is hedra_begin's argument");

/* How many elements the region has a copy of if it has one: 0 of an array that
 * it writes, that is larger than a table of coefficients, or of structures. */
static int64_t elements_to_copy(const struct scop *s, int array)
{
    enum { MOST_BYTES = 512 };
    const struct scop_array *a = &s->array[array];
    bool simple = a->rank == 0 || (a->read_only && !a->pointer && !a->rows &&
                                   a->unit == 1 && a->offset == 0);
    int64_t count = 1;
    for (int k = 0; k < a->rank && simple; k++) {
        const struct scop_expr *extent = a->extent[k];
        simple = extent && extent->op == SCOP_INT && extent->ival > 0 &&
                 extent->ival <= MOST_BYTES;
        count *= simple ? extent->ival : 0;
        simple &= count * scop_type_size(a->type) <= MOST_BYTES;
    }
    for (int k = 0; k < s->array_count; k++)
        simple &= k == array || a->rank == 0 || !s->array[k].base ||
                  strcmp(s->array[k].base, a->base) != 0;
    return simple ? count : 0;
}

bool stub_is_copied(const struct stub_region *r, int array)
{
    const struct scop_array *a = &r->scop->array[array];
    return a->base && a->scope == SCOP_OUTSIDE && !a->exposed && !a->each &&
           !a->moves && !a->layout && !a->is_order &&
           stub_takes_address(r, array) &&
           a->base[lex_word_length(a->base)] == '\0' &&
           elements_to_copy(r->scop, array) > 0;
}

/* Copies each scalar that the driver writes on the host, byte by byte whatever
 * its type, unless nobody reads what it was before: the plain nest, if it runs
 * after all, begins with that. */
static bool put_copies(struct buf *out, const struct stub_region *r, bool back)
{
    const char *indent = back ? "        " : "    ";
    bool any = false;
    for (int i = 0; i < r->scop->array_count; i++) {
        const struct scop_array *array = &r->scop->array[i];
        const char *name = array->name;
        int size = scop_type_size(array->type);
        if (r->region->storage[i] != REGION_HOST || !array->live_in ||
            stub_is_copied(r, i))
            continue;
        if (!back)
            buf_printf(out, "    unsigned char o_%s[%d];\n", name, size);
        buf_printf(out,
                   "%sfor (int hedra_b = 0; hedra_b < %d; hedra_b++)\n"
                   "%s    %s%s%s[hedra_b] = %s%s%s[hedra_b];\n",
                   indent, size, indent, back ? "((unsigned char *)a_" : "o_",
                   name, back ? ")" : "",
                   back ? "o_" : "((volatile unsigned char *)a_", name,
                   back ? "" : ")");
        any = true;
    }
    return any;
}

static void put_end(struct buf *out, const struct stub_region *r, bool copied)
{
    if (!copied && !r->trial) {
        buf_puts(out, "    return hedra_end_or_plain(hedra_run);\n");
        return;
    }
    buf_puts(out, "    if (hedra_end_or_plain(hedra_run)) {\n");
    put_copies(out, r, true);
    buf_printf(out,
               "        return 1;\n"
               "    }\n"
               "    return %s;\n",
               r->trial ? "hedra_trial_end()" : "0");
}

/* Are the ranges of arrays known at once, from parameters? */
static bool tells_ranges(const struct stub_region *r)
{
    const struct region *region = r->region;
    bool tells = region->bound_count == 0;
    for (int k = 0; k < region->row_count; k++)
        tells &= !stub_is_of_caller(&region->row[k]) ||
                 !stub_has_rows(r, region->row[k].array);
    return tells;
}

/* Is it known at once whether arrays overlap, and is it asked for? */
static bool tells_overlaps(const struct stub_region *r)
{
    enum { FEW = 16 };
    return shared_runs_alone(r) && tells_ranges(r) &&
           r->region->pair_count <= FEW;
}

/* The first of the two numbers that say what the region fills of row `row`; -1:
 * nothing, or nothing that is known at once if that is asked for. */
static int fill_range(const struct stub_region *r, int row, bool at_once)
{
    const struct region_row *of = &r->region->row[row];
    if (!of->filled)
        return -1;
    if (of->fill > 0)
        return 2 * (r->region->row_count + of->fill) - 1;
    return !at_once || tells_ranges(r) ? 2 * row : -1;
}

static bool fills_at_once(const struct stub_region *r)
{
    bool any = false;
    for (int k = 0; k < r->region->row_count; k++)
        any |= fill_range(r, k, true) >= 0;
    return any;
}

/* Gets the pages of what the region fills. */
static void put_fill(struct buf *out, const struct stub_region *r, bool at_once,
                     const char *indent)
{
    for (int k = 0; k < r->region->row_count; k++) {
        int at = fill_range(r, k, at_once);
        if (at >= 0)
            buf_printf(out,
                       "%shedra_fill(a_%s, hedra_range[%d],"
                       " hedra_range[%d]);\n",
                       indent, r->scop->array[r->region->row[k].array].name, at,
                       at + 1);
    }
}

/* Returns 3 if nothing overlaps that hedra_overlap compares, else 1. */
static void put_apart(struct buf *out, const struct stub_region *r)
{
    const struct region *region = r->region;
    const int rows = region->row_count;
    buf_printf(out, "        return hedra_range[%d]", 2 * rows);
    for (int k = 0; k < 2 * region->pair_count; k++) {
        const int row = region->pair[k];
        buf_puts(out, k % 2 ? ", " : "\n            && hedra_apart(");
        if (row < rows)
            buf_printf(out, "a_%s, hedra_range[%d], hedra_range[%d]",
                       r->scop->array[region->row[row].array].name, 2 * row,
                       2 * row + 1);
        else
            buf_printf(out, "s_%s, 0, %d", region->scalar[row - rows].name,
                       region->scalar[row - rows].size);
        buf_puts(out, k % 2 ? ")" : "");
    }
    buf_puts(out, "\n            ? 3 : 1;\n");
}

/* The plain nest runs in some more calls without asking; a trial takes all, so
 * does a region in which a clause is tested, and one for which arrays lie in
 * another order than for that nest. */
static void put_again(struct buf *out, const struct stub_region *r)
{
    if (r->trial || r->checked || stub_is_laid(r))
        return;
    work_put_test(out, r, wanted_device(r));
    buf_puts(out, "    unsigned hedra_sizes = 0;\n");
    for (int i = 0; i < r->scop->param_count; i++)
        if (scop_counts_by(r->scop, i))
            buf_printf(out,
                       "    hedra_sizes = hedra_size(hedra_sizes, p_%s);\n",
                       r->scop->param[i].name);
    const char *name = r->region->name;
    bool overlaps = tells_overlaps(r);
    bool asks = r->region->plain != REGION_PLAIN_NEVER;
    bool only_fills = asks && !overlaps && fills_at_once(r);
    buf_printf(out, "    if (hedra_again(&%s_module, hedra_sizes)", name);
    if (asks)
        buf_printf(out, "%shedra_first(&%s_module, hedra_sizes, %d)",
                   only_fills ? ")\n        return 1;\n    if ("
                              : " ||\n        ",
                   name, wanted_device(r));
    if (!overlaps && !only_fills) {
        buf_puts(out, ")\n        return 1;\n");
        return;
    }
    buf_puts(out, ") {\n    ");
    put_range_table(out, r);
    buf_puts(out, "    ");
    put_ranges_call(out, r);
    if (fills_at_once(r)) {
        buf_printf(out, "        if (hedra_range[%d]) {\n",
                   2 * r->region->row_count);
        put_fill(out, r, true, "            ");
        buf_puts(out, "        }\n");
    }
    if (overlaps)
        put_apart(out, r);
    else
        buf_puts(out, "        return 1;\n");
    buf_puts(out, "    }\n");
}

/* Which bytes of arrays that are sums the region touches. */
static void put_touched(struct buf *out, const struct stub_region *r)
{
    int row;
    for (int k = 0; (row = shared_sum_row(r, k)) >= 0; k++)
        for (int end = 0; end < 2; end++)
            buf_printf(out, "    hedra_touched[%d] = hedra_range[%d];\n",
                       2 * k + end, 2 * row + end);
}

static void put_function(struct buf *out, const struct stub_region *r)
{
    buf_puts(out, "HD_APART static int ");
    stub_put_parameters(out, r);
    buf_puts(out, "{\n");
    put_again(out, r);
    stub_put_pitches(out, r);
    put_ranges(out, r);
    work_put_test_of_tables(out, r, wanted_device(r));
    stub_put_tables(out, r);
    put_rows(out, r);
    put_overlap(out, r->region);
    stub_put_layouts(out, r);
    put_touched(out, r);
    put_fill(out, r, false, "    ");
    if (r->trial)
        stub_put_trial_begin(out, r);
    buf_printf(out,
               "    enum hedra_where hedra_where;\n"
               "    struct hedra_run *hedra_run =\n"
               "        hedra_begin(&%s_module, hedra_row, %d, %d,"
               " &hedra_where);\n"
               "    if (!hedra_run)\n"
               "        return %s%s;\n",
               r->region->name, r->region->row_count, wanted_device(r),
               shared_count(r) ? "hedra_where == HEDRA_SHARED ? 2 : " : "",
               shared_runs_alone(r) ? "3" : "1");
    bool copied = put_copies(out, r, false);
    if (r->trial)
        buf_puts(out, "    hedra_trial_start(hedra_run);\n");
    if (r->gpu) {
        buf_puts(out, "    if (hedra_where == HEDRA_GPU)\n");
        put_driver_call(out, r, "gpu");
    }
    if (r->host) {
        buf_puts(out, "    if (hedra_where == HEDRA_HOST)\n");
        put_driver_call(out, r, "host");
    }
    if (r->trial)
        buf_puts(out, "    hedra_trial_stop(hedra_run);\n");
    put_end(out, r, copied);
    buf_puts(out, "}\n\n");
}

void stub_put_definitions(struct buf *out, const struct stub_region *r,
                          bool optional)
{
    const char *name = r->region->name;
    struct arena *arena = r->region->arena;
    buf_printf(out, "/* The marked region in line %d. */\n\n",
               r->scop->loc.line);
    if (r->ptx)
        put_text(out, name, "ptx", r->ptx);
    if (r->opencl)
        put_text(out, name, "opencl", r->opencl);
    if (r->racer)
        put_text(out, name, "racer", r->racer);
    if (r->gpu_driver)
        buf_puts(out, r->gpu_driver);
    buf_puts(out, r->host_text);
    int gpu_kernels = put_kernels(out, arena, name, "gpu", r->gpu);
    int host_kernels = put_kernels(out, arena, name, "host", r->host);
    put_module(out, r, gpu_kernels, host_kernels);
    if (r->trial)
        stub_put_trial(out, r);
    if (optional)
        buf_puts(out, "#ifdef __GNUC__\n"
                      "__attribute__((unused))\n"
                      "#endif\n");
    put_function(out, r);
}

/* Of arrays bytes are copied, whatever the program has set. */
static void put_copy(struct buf *out, const struct scop_array *a, int64_t count,
                     const char *tag, int number)
{
    const char *type = scop_type_c_name(a->type);
    if (a->rank == 0)
        buf_printf(out, "%s hedra%s_variable_%d = %s;\n", type, tag, number,
                   a->base);
    else
        buf_printf(out,
                   "%s hedra%s_variable_%d[%lld];\n"
                   "for (unsigned hedra%s_b = 0; hedra%s_b < sizeof"
                   " hedra%s_variable_%d; hedra%s_b++)\n"
                   "    ((unsigned char *)hedra%s_variable_%d)[hedra%s_b] ="
                   " ((const unsigned char *)%s)[hedra%s_b];\n",
                   type, tag, number, (long long)count, tag, tag, tag, number,
                   tag, tag, number, tag, a->base, tag);
}

/* The program need not have set a variable that the region does not read; but
 * one that it does not write keeps its value. */
void stub_put_variables(struct buf *out, const struct stub_region *r,
                        const char *tag)
{
    bool any = false;
    for (int i = 0; i < r->scop->array_count; i++) {
        if (!stub_is_copied(r, i))
            continue;
        if (!any)
            buf_puts(out, "\n#ifdef __GNUC__\n"
                          "#pragma GCC diagnostic push\n"
                          "#pragma GCC diagnostic ignored \"-Wuninitialized\"\n"
                          "#endif\n");
        any = true;
        put_copy(out, &r->scop->array[i], elements_to_copy(r->scop, i), tag, i);
    }
    if (any)
        buf_puts(out, "#ifdef __GNUC__\n"
                      "#pragma GCC diagnostic pop\n"
                      "#endif\n");
}

void stub_put_results(struct buf *out, const struct stub_region *r,
                      const char *tag)
{
    for (int i = 0; i < r->scop->array_count; i++)
        if (stub_is_copied(r, i) && !r->scop->array[i].read_only)
            buf_printf(out, "%s = hedra%s_variable_%d;\n",
                       r->scop->array[i].base, tag, i);
}

void stub_put_call(struct buf *out, const struct stub_region *r,
                   const char *tag)
{
    const struct scop *s = r->scop;
    buf_printf(out, "%s(", r->region->name);
    struct list list = list_begin(out);
    for (int i = 0; i < s->param_count; i++)
        if (stub_is_pitch(r, i))
            list_add(&list, "0");
        else if (s->param[i].clause)
            list_printf(&list, "hedra%s_extent_%d", tag, i);
        else if (s->param[i].value)
            list_printf(&list, "(int64_t)(%s)", s->param[i].value);
        else
            list_guarded(&list, "int64_t", "", s->param[i].text);
    for (int i = 0; i < s->array_count; i++)
        if (r->region->storage[i] == REGION_VALUE)
            list_guarded(&list, value_type(s->array[i].type), "",
                         s->array[i].base);
    for (int i = 0; i < s->array_count; i++)
        if (stub_has_rows(r, i))
            list_add(&list, "0");
        else if (stub_is_copied(r, i))
            list_printf(&list, "(void *)%shedra%s_variable_%d",
                        s->array[i].rank ? "" : "&", tag, i);
        else if (stub_takes_address(r, i))
            list_guarded(&list, "void *", s->array[i].rank ? "" : "&",
                         s->array[i].base);
    for (int i = 0; i < r->region->scalar_count; i++)
        list_guarded(&list, "void *", "&", r->region->scalar[i].text);
    for (int i = 0; i < s->array_count; i++)
        if (stub_has_rows(r, i))
            list_guarded(&list, "const void *", "", s->array[i].rows);
    if (shared_sum_row(r, 0) >= 0)
        list_printf(&list, "hedra%s_touched", tag);
    buf_putc(out, ')');
}
