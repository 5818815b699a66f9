/*
 * The text of a region between two passes, for people who look for what a pass
 * did. isl prints its own objects; their syntax is that of its manual, so that
 * a dump can be read back by iscc.
 */
#include "polyhedral/model/model.h"

#include <isl/printer.h>

#include <stdlib.h>

/* Appends a text of isl's (taken) behind what stands before it. */
static void put(struct buf *out, const char *before, char *text)
{
    buf_printf(out, "%s%s\n", before, text ? text : "(nothing)");
    free(text);
}

void dump_tree(const struct poly *poly, enum pass pass, const char *title,
               isl_schedule *tree)
{
    struct buf *out = pass_dump(poly->passes, pass);
    if (!out || !tree)
        return;
    isl_printer *p = isl_printer_to_str(poly->ctx);
    p = isl_printer_set_yaml_style(p, ISL_YAML_STYLE_BLOCK);
    p = isl_printer_print_schedule(p, tree);
    char *text = isl_printer_get_str(p);
    pass_title(poly->passes, pass, title);
    buf_printf(out, "%s\n", text ? text : "");
    free(text);
    isl_printer_free(p);
}

void dump_node(const struct poly *poly, enum pass pass, isl_schedule_node *node)
{
    if (!pass_dump(poly->passes, pass))
        return;
    isl_schedule *tree = isl_schedule_node_get_schedule(node);
    dump_tree(poly, pass, NULL, tree);
    isl_schedule_free(tree);
}

void dump_statements(const struct poly *poly, enum pass pass)
{
    struct buf *out = pass_dump(poly->passes, pass);
    if (!out || poly->passes->trees)
        return;
    pass_title(poly->passes, pass, "instances and accesses");
    for (int s = 0; s < poly->stmt_count; s++) {
        buf_printf(out, "S%d, line %d\n", s, poly->stmt[s].stmt->loc.line);
        put(out, "  domain ", isl_set_to_str(poly->stmt[s].domain));
        for (int k = 0; k < poly->access_count; k++) {
            const struct poly_access *a = &poly->access[k];
            if (a->stmt != s)
                continue;
            put(out, a->write ? "  write  " : "  read   ",
                isl_map_to_str(a->map));
            if (a->token)
                put(out, "         token ", isl_map_to_str(a->token));
        }
    }
    put(out, "context ", isl_set_to_str(poly->context));
    put(out, "assumed ", isl_set_to_str(poly->assumed));
    buf_putc(out, '\n');
}

void dump_dependences(const struct poly *poly, enum pass pass)
{
    struct buf *out = pass_dump(poly->passes, pass);
    if (!out)
        return;
    pass_title(poly->passes, pass, NULL);
    put(out, "flow ", isl_union_map_to_str(poly->flow));
    put(out, "anti and output ", isl_union_map_to_str(poly->anti_output));
    buf_putc(out, '\n');
}

/* A kernel's tiles in shared memory: their sizes and layouts. */
static void dump_tiles(const struct poly *poly, enum pass pass,
                       const struct map_kernel *kernel)
{
    struct buf *out = pass_dump(poly->passes, pass);
    if (!out)
        return;
    pass_title(poly->passes, pass, NULL);
    for (int s = 0; s < kernel->shared.count; s++) {
        const struct staging_buffer *buffer = &kernel->shared.buffer[s];
        buf_printf(out, "%s: tile of %s,", kernel->name,
                   poly->array[buffer->array].name);
        for (int k = 0; k < buffer->rank; k++)
            buf_printf(out, "%s %lld", k ? " x" : "",
                       (long long)buffer->size[k]);
        buf_printf(out, "; pitch %lld, permuted by %lld << %d%s\n",
                   (long long)buffer->layout.pitch,
                   (long long)buffer->layout.swizzle, buffer->layout.shift,
                   kernel->shared.doubled ? "; two at a time" : "");
    }
    buf_putc(out, '\n');
}

void dump_promoted(const struct poly *poly, const struct map_kernel *kernel,
                   isl_schedule_node *node)
{
    if (kernel->team.threads)
        dump_node(poly, PASS_TEAM, node);
    if (kernel->unroll.marked)
        dump_node(poly, PASS_UNROLL_JAM, node);
    if (kernel->unroll.unguarded)
        dump_node(poly, PASS_UNGUARDED, node);
    if (kernel->shared.count == 0)
        return;
    dump_node(poly, PASS_SHARED_TILE, node);
    dump_tiles(poly, PASS_SHARED_LAYOUT, kernel);
    if (kernel->shared.doubled)
        dump_tiles(poly, PASS_DOUBLE_BUFFER, kernel);
}

void dump_doacross(const struct poly *poly, enum pass pass,
                   const struct mapping *mapping)
{
    static const char *const names[] = {
        "by itself", [KIR_BEFORE] = "before", [KIR_ORDERED] = "ordered",
        [KIR_AFTER] = "after"};
    struct buf *out = pass_dump(poly->passes, pass);
    if (!out)
        return;
    pass_title(poly->passes, pass, NULL);
    for (int k = 0; k < mapping->kernel_count; k++)
        buf_printf(out, "%s: %s\n", mapping->kernel[k].name,
                   names[mapping->kernel[k].host.doacross]);
    buf_putc(out, '\n');
}

void dump_storage(const struct poly *poly, enum pass pass,
                  const struct storage *storage)
{
    static const char *const names[] = {
        [STORAGE_UNUSED] = "unused",       [STORAGE_VALUE] = "value",
        [STORAGE_HOST] = "of the driver",  [STORAGE_USER] = "the caller's",
        [STORAGE_TEMP] = "temporary",      [STORAGE_VARIABLE] = "variable",
        [STORAGE_LOCAL] = "of the thread", [STORAGE_TEAM] = "of the team"};
    struct buf *out = pass_dump(poly->passes, pass);
    if (!out)
        return;
    pass_title(poly->passes, pass, NULL);
    for (int k = 0; k < poly->array_count; k++)
        buf_printf(out, "%s: %s\n", poly->array[k].name,
                   names[storage->kind[k]]);
    buf_putc(out, '\n');
}
