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

/* "27", or "22 to 70" by the sides of its branches: the registers of the
 * longest ring without others in it. */
static const char *length_of(const struct racer_graph *g,
                             const struct racer_arch *arch,
                             const struct racer_rings *rings,
                             struct arena *arena)
{
    int most = 0, least = 0;

    for (int r = 0; r < rings->count; r++) {
        int longest = racer_ring_longest(arena, g, arch, rings, r);
        bool inner = false;

        for (int k = 0; k < rings->count; k++)
            inner = inner || rings->ring[k].outer == r;
        if (inner || longest <= most)
            continue;
        most = longest;
        least = racer_ring_room(arena, g, arch, rings, r);
    }
    return least < most ? arena_printf(arena, "%d to %d", least, most)
                        : arena_printf(arena, "%d", most);
}

/* "2/1 = 2.0000 cycles a slot, limited by ..."; one element alone goes round
 * once in as many cycles as the ring has registers. */
static const char *rate_of(const struct kir_func *f,
                           const struct racer_graph *g,
                           const struct racer_arch *arch, struct faults *faults)
{
    struct arena *arena = faults->arena;
    struct racer_streams streams;
    struct racer_rings rings = {0};
    struct buf text = {0};
    const char *copy = "too many rings to look for its rate";

    if (!racer_order(arena, g, &streams, faults) ||
        !racer_find_rings(arena, g, &streams, &rings, faults))
        return copy;
    if (flow_is_alone(f) && rings.count)
        return arena_printf(arena,
                            "one element goes round by itself, each time in"
                            " %s cycles",
                            length_of(g, arch, &rings, arena));
    if (rings.count <= RACER_MOST_RINGS) {
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
                     rate_of(f, g, arch, &lacks)),
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
