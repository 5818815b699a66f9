/*
 * The architecture: how many registers operations, links and ports have, as
 * lines "NAME STAGES". `thesis` is the one of the source, whose divisions and
 * square roots are ours.
 */
#include "runtime/racersim/graph/graph.h"
#include "runtime/racersim/graph/lex.h"

#include <string.h>

static const char *const group_names[RACER_GROUPS] = {
#define GROUP(name, stages) #name,
#include "runtime/racersim/graph/graph.def"
#undef GROUP
};

struct racer_arch racer_arch_thesis(void)
{
    return (struct racer_arch){.name = "thesis",
                               .stages = {
#define GROUP(name, stages) stages,
#include "runtime/racersim/graph/graph.def"
#undef GROUP
                               }};
}

static const char *all_names(struct arena *arena)
{
    const char *list = "write one of";

    for (int k = 0; k < RACER_GROUPS; k++)
        list =
            arena_printf(arena, "%s%s %s", list, k ? "," : "", group_names[k]);
    return list;
}

bool racer_arch_parse(struct arena *arena, const char *file, const char *text,
                      struct racer_arch *arch, struct faults *faults)
{
    struct lex in = {
        .arena = arena, .file = file, .at = text, .faults = faults};

    while (lex_line(&in)) {
        int group = 0;
        const char *word = lex_take(&in, "a name");

        if (strcmp(word, "architecture") == 0) {
            arch->name = lex_take(&in, "a name");
        } else {
            while (group < RACER_GROUPS && strcmp(word, group_names[group]))
                group++;
            if (group == RACER_GROUPS)
                lex_fail(&in, lex_last(&in), all_names(arena),
                         "an architecture has no '%s'", word);
            else
                arch->stages[group] = (int)lex_integer(&in, 1, RACER_LONGEST,
                                                       "a number of registers");
        }
        if (lex_peek(&in))
            lex_fail(&in, lex_here(&in), "write NAME and a number a line",
                     "'%s' belongs to nothing", lex_peek(&in));
    }
    return !in.failed;
}

void racer_arch_print(struct buf *out, const struct racer_arch *arch)
{
    buf_printf(out, "architecture %s\n", arch->name);
    for (int k = 0; k < RACER_GROUPS; k++)
        buf_printf(out, "%s %d\n", group_names[k], arch->stages[k]);
}

int racer_stages(const struct racer_arch *arch, const struct racer_node *node)
{
    switch (node->kind) {
    case RACER_OP:
        return arch->stages[racer_op_group(node->op)];
    case RACER_SOURCE:
        return node->path ? node->path : arch->stages[RACER_GROUP_source];
    case RACER_SINK:
        return node->path ? node->path : arch->stages[RACER_GROUP_sink];
    case RACER_DELAY:
        return (int)(2 * node->count);
    case RACER_REQUEST:
        return arch->stages[RACER_GROUP_request];
    default:
        return 1;
    }
}

int racer_places(const struct racer_arch *arch, const struct racer_node *node)
{
    if (node->kind != RACER_REQUEST || !node->count || node->shared ||
        node->count >= arch->stages[RACER_GROUP_request] - 1)
        return 0;
    return (int)node->count;
}
