/*
 * What --explain says of a graph: what it needs of the array, how fast it is,
 * what limits that, and why it cannot get stuck.
 */
#include "backends/dataflow/local.h"

#include <string.h>

/* The lines of a text, each behind two blanks. */
static void put_lines(struct buf *out, const char *text)
{
    while (text && *text) {
        size_t length = strcspn(text, "\n");

        buf_printf(out, "  %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* "2/1 = 2.0000 cycles a slot, limited by ..." */
static const char *rate_of(const struct racer_graph *g,
                           const struct racer_arch *arch, struct faults *faults)
{
    struct arena *arena = faults->arena;
    struct racer_streams streams;
    struct racer_rings rings = {0};
    struct buf text = {0};
    const char *copy = "too many rings to look for its rate";

    if (racer_order(arena, g, &streams, faults) &&
        racer_find_rings(arena, g, &streams, &rings, faults) &&
        rings.count <= RACER_MOST_RINGS) {
        struct racer_rate rate = racer_rate_of(arena, g, arch, &rings);

        racer_print_rate(&text, &rate);
        copy = arena_strndup(arena, text.text, strcspn(text.text, "\n"));
    }
    buf_free(&text);
    return copy;
}

static struct fault *add(const struct kir_func *f, const char *text,
                         struct buf *detail, struct faults *faults)
{
    struct loc loc = {.file = f->module->source_file, .line = f->line};
    struct fault *fault = fault_add(faults, FAULT_RACER_GRAPH, loc, "%s", text);

    fault->detail =
        detail->text ? arena_strdup(faults->arena, detail->text) : NULL;
    buf_free(detail);
    return fault;
}

void flow_remark(const struct kir_func *f, const struct racer_graph *g,
                 const struct racer_arch *arch, const char *certificate,
                 struct faults *faults)
{
    struct arena *arena = faults->arena;
    struct faults lacks = faults_new(arena);
    struct buf bounds = {0}, detail = {0};
    const char *resource, *need;
    int pes;
    bool fits = place_bounds(arena, g, arch, &bounds, &pes, &resource, &lacks);

    need = fits ? arena_printf(arena, "at least %d of %d PEs, by %s", pes,
                               arch->factor[RACER_FACTOR_rows] *
                                   arch->factor[RACER_FACTOR_columns],
                               resource)
                : arena_printf(arena, "it does not fit: %s",
                               lacks.first ? lacks.first->message : "?");
    put_lines(&detail, bounds.text);
    put_lines(&detail, certificate);
    buf_free(&bounds);
    add(f,
        arena_printf(arena, "on a data-stream array: %s; %s", need,
                     rate_of(g, arch, &lacks)),
        &detail, faults);
}

void flow_remark_places(const struct kir_func *f, const struct racer_arch *arch,
                        const struct place_report *report,
                        struct faults *faults)
{
    struct buf use = {0}, detail = {0};

    place_print(&use, arch, report);
    put_lines(&detail, use.text);
    buf_free(&use);
    add(f,
        arena_printf(faults->arena,
                     "laid out in %d x %d PEs with seed %llu, after %d"
                     " attempts",
                     report->rows, report->columns,
                     (unsigned long long)report->seed, report->attempts),
        &detail, faults);
}
