/*
 * The architecture: how many registers operations, links and ports have, what
 * PEs hold, how the array is built and what it costs, as lines "NAME NUMBER".
 * `thesis` is the one of the source, whose divisions and square roots, and how
 * many logic operations, delays and conversions a PE has, are ours.
 */
#include "runtime/racersim/graph/graph.h"
#include "runtime/racersim/graph/lex.h"

#include <stddef.h>
#include <string.h>

static const char *const fabric_names[RACER_FABRICS] = {"thesis", "mesh"};

static const char *const unit_names[RACER_UNITS] = {
#define UNIT(name, count, plain) #name,
#include "runtime/racersim/graph/graph.def"
#undef UNIT
    "port"};

/* All lines, in the order in which they are printed. */
static const struct line {
    const char *name;
    size_t offset; /* of an int in struct racer_arch */
    int value, least, most;
} lines[] = {
#define GROUP(name, n, low)                                                    \
    {#name, offsetof(struct racer_arch, stages[RACER_GROUP_##name]), n, low,   \
     RACER_LONGEST},
#define UNIT(name, n, of_plain)                                                \
    {#name "_units", offsetof(struct racer_arch, units[RACER_UNIT_##name]), n, \
     0, 64},                                                                   \
        {#name "_plain_units",                                                 \
         offsetof(struct racer_arch, plain_units[RACER_UNIT_##name]),          \
         of_plain, 0, 64},
#define FACTOR(name, n, low, high)                                             \
    {#name, offsetof(struct racer_arch, factor[RACER_FACTOR_##name]), n, low,  \
     high},
#include "runtime/racersim/graph/graph.def"
#undef GROUP
#undef UNIT
#undef FACTOR
};
enum { LINES = sizeof lines / sizeof *lines };

static int *number_of(struct racer_arch *arch, const struct line *line)
{
    return (int *)(void *)((char *)arch + line->offset);
}

struct racer_arch racer_arch_thesis(void)
{
    struct racer_arch arch = {.name = "thesis", .fabric = RACER_THESIS};

    for (int k = 0; k < LINES; k++)
        *number_of(&arch, &lines[k]) = lines[k].value;
    return arch;
}

const char *racer_fabric_name(enum racer_fabric fabric)
{
    return fabric_names[fabric];
}

const char *racer_unit_name(enum racer_unit unit)
{
    return unit_names[unit];
}

enum racer_unit racer_unit_named(const char *name)
{
    for (int u = 0; u < RACER_UNITS; u++)
        if (strcmp(name, unit_names[u]) == 0)
            return (enum racer_unit)u;
    return RACER_UNITS;
}

enum racer_unit racer_unit_of(const struct racer_node *node)
{
    switch (node->kind) {
    case RACER_OP:
        return racer_unit_named(lines[racer_op_group(node->op)].name);
    case RACER_MERGE:
    case RACER_JOIN:
        return RACER_UNIT_merge;
    case RACER_SWITCH:
    case RACER_FORK:
        return RACER_UNIT_branch;
    case RACER_DELAY:
        return RACER_UNIT_delay;
    case RACER_SOURCE:
    case RACER_SINK:
    case RACER_REQUEST:
        return RACER_UNIT_port;
    default:
        return RACER_UNIT_sync;
    }
}

/* The name nearest to a misspelt one. */
static const char *nearest(struct arena *arena, const char *word)
{
    int best = 3;
    const char *hint = "racersim --print-arch prints all of its lines";

    for (int k = 0; k < LINES; k++) {
        int distance = base_edit_distance(word, lines[k].name);

        if (distance >= best)
            continue;
        best = distance;
        hint = arena_printf(arena, "did you mean '%s'?", lines[k].name);
    }
    return hint;
}

static void take_fabric(struct lex *in, struct racer_arch *arch)
{
    const char *word = lex_take(in, "a fabric");
    int fabric = 0;

    while (fabric < RACER_FABRICS && strcmp(word, fabric_names[fabric]) != 0)
        fabric++;
    if (fabric == RACER_FABRICS)
        lex_fail(in, lex_last(in), "write thesis or mesh",
                 "there is no fabric '%s'", word);
    else
        arch->fabric = (enum racer_fabric)fabric;
}

static void take_line(struct lex *in, const char *word, struct racer_arch *arch)
{
    int k = 0;

    while (k < LINES && strcmp(word, lines[k].name) != 0)
        k++;
    if (k == LINES)
        lex_fail(in, lex_last(in), nearest(in->arena, word),
                 "an architecture has no '%s'", word);
    else
        *number_of(arch, &lines[k]) = (int)lex_integer(
            in, lines[k].least, lines[k].most,
            k < RACER_GROUPS ? "a number of registers" : "a number");
}

/* Numbers that do not go together; the array is what is left to check. */
static bool check_arch(const char *file, const struct racer_arch *arch,
                       struct faults *faults)
{
    const int *f = arch->factor;
    const char *text = NULL;

    if (f[RACER_FACTOR_re_least] > f[RACER_FACTOR_re_most])
        text = "re_least is more than re_most";
    else if (f[RACER_FACTOR_bypass_least] > f[RACER_FACTOR_bypass_most])
        text = "bypass_least is more than bypass_most";
    else if (arch->fabric == RACER_THESIS &&
             (f[RACER_FACTOR_rows] % f[RACER_FACTOR_block] ||
              f[RACER_FACTOR_columns] % f[RACER_FACTOR_block]))
        text = "rows and columns are no multiples of block";
    if (!text)
        return true;
    fault_hint(faults,
               fault_add(faults, FAULT_RACER_ARCH, (struct loc){file, 0, 0, 0},
                         "%s", text),
               (struct loc){0}, "change one of the two lines");
    return false;
}

bool racer_arch_parse(struct arena *arena, const char *file, const char *text,
                      struct racer_arch *arch, struct faults *faults)
{
    struct lex in = {
        .arena = arena, .file = file, .at = text, .faults = faults};

    while (lex_line(&in)) {
        const char *word = lex_take(&in, "a name");

        if (strcmp(word, "architecture") == 0)
            arch->name = lex_take(&in, "a name");
        else if (strcmp(word, "fabric") == 0)
            take_fabric(&in, arch);
        else
            take_line(&in, word, arch);
        if (lex_peek(&in))
            lex_fail(&in, lex_here(&in), "write NAME and a number a line",
                     "'%s' belongs to nothing", lex_peek(&in));
    }
    return !in.failed && check_arch(file, arch, faults);
}

void racer_arch_print(struct buf *out, const struct racer_arch *arch)
{
    struct racer_arch copy = *arch;

    buf_printf(out, "architecture %s\nfabric %s\n", arch->name,
               fabric_names[arch->fabric]);
    for (int k = 0; k < LINES; k++)
        buf_printf(out, "%s %d\n", lines[k].name, *number_of(&copy, &lines[k]));
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
