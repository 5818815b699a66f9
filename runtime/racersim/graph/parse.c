/*
 * Graph text, read: one node a line (README.md has the grammar). The first
 * error ends the parse. Values may be used before the line that makes them, so
 * names are resolved at the end.
 */
#include "runtime/racersim/graph/graph.h"
#include "runtime/racersim/graph/parser.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REGISTERS = RACER_LONGEST };

const char parser_name_hint[] =
    "begin a name with a letter or '_' and go on with letters, digits and '_'";

/* Words that end a list of names or operands. */
static bool is_keyword(const char *word)
{
    static const char *const words[] = {
        "=",     "(",     ")",     "from",  "to",     "tag",     "feedback",
        "entry", "then",  "else",  "or",    "window", "affine",  "grow",
        "at",    "admit", "path",  "wrap",  "pad",    "places",  "shared",
        "over",  "when",  "every", "share", "least",  "greatest"};

    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(word, words[k]) == 0)
            return true;
    return false;
}

/* Names and operands ------------------------------------------------------- */

/* NAME, NAME:TYPE or '_', until a keyword; they lie in p->name. */
void parser_names(struct parser *p)
{
    p->count = 0;
    while (lex_peek(&p->in) && !is_keyword(lex_peek(&p->in))) {
        struct name name = {.loc = lex_here(&p->in)};
        const char *word = lex_take(&p->in, "a name");
        const char *colon = strchr(word, ':');

        name.text = word;
        if (colon) {
            name.text =
                arena_strndup(p->g->arena, word, (size_t)(colon - word));
            name.type = racer_type_named(colon + 1);
            if (!name.type)
                FAIL(p, "write f32, f64, i32, i64 or pred",
                     "'%s' is not a type", colon + 1);
        }
        if (!lex_is_name(name.text))
            FAIL(p, parser_name_hint, "'%s' is not a name", name.text);
        ARENA_PUSH(p->g->arena, p->name, p->count, p->cap, name);
    }
    if (p->count > RACER_WIDTH)
        FAIL(p, NULL, "a bundle of %d values is wider than %d", p->count,
             RACER_WIDTH);
}

static struct racer_operand take_operand(struct parser *p)
{
    struct racer_operand operand = {.loc = lex_here(&p->in)};
    const char *word = lex_take(&p->in, "a value or a number");
    const char *at = strchr(word, '@');

    if (at) {
        char *end = NULL;
        long n = strtol(at + 1, &end, 10);

        operand.name = arena_strndup(p->g->arena, word, (size_t)(at - word));
        if (!ascii_is_digit(at[1]) || *end || n < 1 || n > MOST_REGISTERS)
            FAIL(p, "write NAME@3 for three",
                 "'%s' does not say how many registers, from 1 to %d", word,
                 MOST_REGISTERS);
        operand.registers = (int)n;
        word = operand.name;
    }
    operand.name = word;
    operand.literal = !lex_is_name(word) || strcmp(word, "inf") == 0 ||
                      strcmp(word, "nan") == 0 || strcmp(word, "true") == 0 ||
                      strcmp(word, "false") == 0;
    if (operand.literal && operand.registers)
        FAIL(p, "drop the '@'", "a constant needs no registers");
    return operand;
}

/* Operands until a keyword or the end; appended to p->operand. Returns how
 * many. */
int parser_operands(struct parser *p)
{
    int before = p->operand_count;

    while (lex_peek(&p->in) && !is_keyword(lex_peek(&p->in))) {
        struct racer_operand operand = take_operand(p);

        ARENA_PUSH(p->g->arena, p->operand, p->operand_count, p->operand_cap,
                   operand);
        if (p->operand_count - before > RACER_WIDTH)
            FAIL(p, NULL, "a bundle is wider than %d values", RACER_WIDTH);
    }
    return p->operand_count - before;
}

static int take_bundle(struct parser *p)
{
    int n;

    lex_expect(&p->in, "(");
    n = parser_operands(p);
    lex_expect(&p->in, ")");
    return n;
}

/* A node of the operands taken on this line, and of so many outputs. */
static struct racer_node *add(struct parser *p, enum racer_kind kind,
                              int outputs)
{
    struct racer_node *node = racer_add(p->g, kind, p->operand_count, outputs);

    node->loc = (struct loc){p->in.file, p->in.line, 1, 0};
    for (int k = 0; k < p->operand_count; k++)
        node->operand[k] = p->operand[k];
    return node;
}

/* Gives p->name to the outputs from `first` on. */
static void name_outputs(struct parser *p, struct racer_node *node, int first,
                         int width)
{
    if (p->in.failed)
        return;
    if (p->count != width) {
        lex_fail(&p->in, node->loc, "name one value for each, or '_'",
                 "%d names stand for %d values", p->count, width);
        return;
    }
    for (int k = 0; k < width; k++) {
        const struct name *name = &p->name[k];
        struct racer_value *value;

        if (strcmp(name->text, "_") == 0)
            continue;
        value = racer_find(p->g, name->text);
        if (value) {
            struct racer_value before = *value;

            lex_fail(&p->in, name->loc, "give it another name",
                     "'%s' is defined in line %d already", name->text,
                     before.loc.line);
            return;
        }
        value =
            racer_name_output(p->g, node, first + k, name->text, name->type);
        value->typed = name->type != RACER_UNKNOWN;
        value->loc = name->loc;
    }
}

/* Sources and sinks -------------------------------------------------------- */

static int width_of(const struct racer_node *node)
{
    return node->kind == RACER_SOURCE ? node->output_count
                                      : node->operand_count;
}

/* What follows `affine` and comes before `grow` and `at`. */
static bool has_loops(struct parser *p, const struct racer_node *node)
{
    if (!node->walk.dims)
        FAIL(p, "write 'affine N' before it", "the number of loops is missing");
    return node->walk.dims && !p->in.failed;
}

static void take_affine(struct parser *p, struct racer_node *node)
{
    if (node->walk.over)
        FAIL(p, "write one of them", "'affine' and 'over' exclude each other");
    node->walk.dims =
        (int)lex_integer(&p->in, 1, RACER_DIMS, "a number of loops");
}

static void take_grow(struct parser *p, struct racer_node *node)
{
    for (int d = 0; has_loops(p, node) && d < node->walk.dims; d++)
        node->walk.grow[d] =
            (int)lex_integer(&p->in, 0, RACER_FAR, "a number of elements");
}

/* One group of offsets in parentheses for each value. */
static void take_offsets(struct parser *p, struct racer_node *node)
{
    struct racer_walk *walk = &node->walk;
    int width = width_of(node);

    walk->offset =
        arena_alloc(p->g->arena, (size_t)width * sizeof *walk->offset);
    for (int k = 0; k < width && has_loops(p, node); k++) {
        lex_expect(&p->in, "(");
        for (int d = 0; d < walk->dims; d++)
            walk->offset[k][d] =
                (int)lex_integer(&p->in, -RACER_FAR, RACER_FAR, "an offset");
        lex_expect(&p->in, ")");
    }
}

static void take_border(struct parser *p, struct racer_node *node)
{
    if (node->walk.border != RACER_REFUSE)
        FAIL(p, "write one of them", "a source wraps or pads, not both");
}

static void take_wrap(struct parser *p, struct racer_node *node)
{
    take_border(p, node);
    node->walk.border = RACER_WRAP;
}

static void take_pad(struct parser *p, struct racer_node *node)
{
    take_border(p, node);
    node->walk.border = RACER_PAD;
    node->walk.pad_text = lex_take(&p->in, "a number");
}

static void take_admit(struct parser *p, struct racer_node *node)
{
    node->admit = lex_name(&p->in, "a memory");
}

static void take_tag(struct parser *p, struct racer_node *node)
{
    int width = node->operand_count;

    parser_names(p);
    node->tags = p->count;
    node->tag = arena_alloc(p->g->arena, sizeof(int) * (size_t)width);
    for (int k = 0; k < p->count && !p->in.failed; k++) {
        int operand = 0;

        while (operand < width &&
               (node->operand[operand].literal ||
                strcmp(node->operand[operand].name, p->name[k].text) != 0))
            operand++;
        if (operand == width || k >= width)
            lex_fail(&p->in, p->name[k].loc, "name values that the sink takes",
                     "'%s' is no value of this sink", p->name[k].text);
        else
            node->tag[k] = operand;
    }
    if (!p->in.failed && !p->count)
        FAIL(p, "name the values that are the tag", "'tag' of nothing");
}

static void take_window(struct parser *p, struct racer_node *node)
{
    node->window = lex_integer(&p->in, 1, INT32_MAX, "a number of places");
}

static void take_path(struct parser *p, struct racer_node *node)
{
    node->path =
        (int)lex_integer(&p->in, 1, MOST_REGISTERS, "a number of registers");
}

static void take_over(struct parser *p, struct racer_node *node)
{
    struct racer_walk *walk = &node->walk;

    if (walk->dims)
        FAIL(p, "write one of them", "'affine' and 'over' exclude each other");
    walk->over = true;
    lex_expect(&p->in, "(");
    while (!p->in.failed && !lex_accept(&p->in, ")")) {
        if (walk->dims == RACER_DIMS)
            FAIL(p, NULL, "there are no more than %d loops", RACER_DIMS);
        else
            walk->extent[walk->dims++] = parser_size(p);
    }
    if (!walk->dims)
        FAIL(p, "write the length of each loop", "'over' of no loops");
}

/* What follows `over`. */
static bool is_over(struct parser *p, const struct racer_node *node)
{
    if (!node->walk.over)
        FAIL(p, "write 'over ( N... )' before it",
             "the loops that it belongs to are missing");
    return !p->in.failed;
}

static void take_step(struct parser *p, struct racer_node *node)
{
    if (is_over(p, node))
        parser_sizes(p, node->walk.step, node->walk.dims);
}

static void take_base(struct parser *p, struct racer_node *node)
{
    int values = node->kind == RACER_SOURCE ? node->output_count : 1;

    if (!is_over(p, node))
        return;
    node->walk.base =
        arena_alloc(p->g->arena, (size_t)values * sizeof *node->walk.base);
    parser_sizes(p, node->walk.base, values);
}

static void take_late(struct parser *p, struct racer_node *node)
{
    if (is_over(p, node))
        node->walk.late =
            (int)lex_integer(&p->in, 1, RACER_FAR, "a number of elements");
}

/* One more operand, behind those that there are. */
static void add_operand(struct parser *p, struct racer_node *node)
{
    size_t count = (size_t)node->operand_count + 1;
    struct racer_operand *all = arena_alloc(p->g->arena, count * sizeof *all);

    memcpy(all, node->operand, (count - 1) * sizeof *all);
    node->operand = all;
    node->operand[node->operand_count++] = take_operand(p);
}

static void take_address(struct parser *p, struct racer_node *node)
{
    if (node->operand_count != 1 || node->tags)
        FAIL(p, "write sink VALUE to MEMORY address ADDRESS",
             "'address' is for a sink of one value without a tag");
    node->addressed = true;
    node->tags = 1;
    node->tag = arena_alloc(p->g->arena, sizeof *node->tag);
    node->tag[0] = 1;
    add_operand(p, node);
}

static void take_when(struct parser *p, struct racer_node *node)
{
    if (node->kind == RACER_SINK && !node->addressed && !node->walk.over)
        FAIL(p, "write 'over' or 'address' before it",
             "'when' is for sinks to elements by loops or by address");
    node->guarded = true;
    add_operand(p, node);
}

static const struct {
    const char *word;
    bool source, sink; /* whose clause it is */
    void (*take)(struct parser *p, struct racer_node *node);
} clauses[] = {{"affine", true, true, take_affine},
               {"grow", true, true, take_grow},
               {"at", true, true, take_offsets},
               {"wrap", true, false, take_wrap},
               {"pad", true, false, take_pad},
               {"admit", true, false, take_admit},
               {"tag", false, true, take_tag},
               {"window", false, true, take_window},
               {"path", true, true, take_path},
               {"over", true, true, take_over},
               {"step", true, true, take_step},
               {"base", true, true, take_base},
               {"late", true, true, take_late},
               {"address", false, true, take_address},
               {"when", false, true, take_when},
               {"every", true, true, parser_every},
               {"share", true, true, parser_share},
               {"least", false, true, parser_least},
               {"greatest", false, true, parser_greatest}};
enum { CLAUSES = sizeof clauses / sizeof *clauses };

/* What says how a source or a sink walks, waits and sorts, each clause once. */
static void take_clauses(struct parser *p, struct racer_node *node)
{
    bool source = node->kind == RACER_SOURCE, seen[CLAUSES] = {false};

    while (lex_peek(&p->in) && !parser_is_place(p)) {
        const char *word = lex_peek(&p->in);
        int k = 0;

        while (k < CLAUSES && (strcmp(word, clauses[k].word) != 0 ||
                               !(source ? clauses[k].source : clauses[k].sink)))
            k++;
        if (k == CLAUSES) {
            lex_fail(
                &p->in, lex_here(&p->in),
                source ? "write affine N, grow N..., at ( N... )..., wrap,"
                         " pad NUMBER, over ( N... ), step ( N... ), base"
                         " ( N... ), late N, every N, share K of N, admit"
                         " MEMORY or path N"
                       : "write tag NAME..., window N, affine N, grow"
                         " N..., at ( N... )..., over ( N... ), step"
                         " ( N... ), base ( N ), late N, address A, when P,"
                         " least, greatest, every N, share K of N or path N",
                "'%s' is no clause of a %s", word, racer_kind_name(node->kind));
        } else if (seen[k]) {
            lex_fail(&p->in, lex_here(&p->in), "write it once",
                     "'%s' stands twice", word);
        } else {
            seen[k] = true;
            lex_accept(&p->in, word);
            clauses[k].take(p, node);
        }
    }
}

static void parse_source(struct parser *p)
{
    struct racer_node *node;

    parser_names(p);
    node = add(p, RACER_SOURCE, p->count);
    name_outputs(p, node, 0, p->count);
    if (!lex_peek(&p->in) || strcmp(lex_peek(&p->in), "over") != 0) {
        lex_expect(&p->in, "from");
        node->memory = lex_name(&p->in, "a memory");
    }
    take_clauses(p, node);
    if (!node->walk.dims && !p->in.failed)
        FAIL(p, "write 'affine 1' for one loop over the memory",
             "the source does not say how it walks over '%s'", node->memory);
}

static void parse_sink(struct parser *p)
{
    struct racer_node *node;

    parser_operands(p);
    node = add(p, RACER_SINK, 0);
    if (!lex_peek(&p->in) || parser_is_place(p))
        return; /* it only counts */
    lex_expect(&p->in, "to");
    node->memory = lex_name(&p->in, "a memory");
    take_clauses(p, node);
    if (!node->walk.dims && !node->tags && !p->in.failed)
        FAIL(p, "write 'affine 1', or 'tag' and values",
             "the sink does not say where its elements go in '%s'",
             node->memory);
}

/* Bundles ------------------------------------------------------------------ */

static bool take_side(struct parser *p, const char *word)
{
    if (!lex_accept(&p->in, word))
        return false;
    parser_operands(p);
    return true;
}

/* merge NAMES = feedback V... entry V..., of which the first has priority. */
static void parse_merge(struct parser *p)
{
    struct racer_node *node;
    bool entry_first;
    int width, first;

    parser_names(p);
    lex_expect(&p->in, "=");
    width = p->count;
    entry_first = take_side(p, "entry");
    if (!take_side(p, "feedback"))
        lex_expect(&p->in, "feedback");
    first = entry_first ? width : p->operand_count;
    if (!entry_first && !take_side(p, "entry"))
        lex_expect(&p->in, "entry");
    if (!p->in.failed && (first != width || p->operand_count != 2 * width))
        FAIL(p, "give one of each side for every name",
             "the merge has %d names, and %d values in all on its two sides",
             width, p->operand_count);
    if (p->in.failed)
        return;
    node = add(p, RACER_MERGE, width);
    node->entry_first = entry_first;
    for (int k = 0; entry_first && k < width; k++) {
        node->operand[k] = p->operand[width + k];
        node->operand[width + k] = p->operand[k];
    }
    name_outputs(p, node, 0, width);
}

/* Names for the outputs of either side, behind the two words. */
static void name_sides(struct parser *p, struct racer_node *node, int width,
                       const char *one, const char *other)
{
    lex_expect(&p->in, one);
    parser_names(p);
    name_outputs(p, node, 0, width);
    lex_expect(&p->in, other);
    parser_names(p);
    name_outputs(p, node, width, width);
}

/* switch C ( V... ) then NAMES else NAMES */
static void parse_switch(struct parser *p)
{
    struct racer_node *node;
    struct racer_operand condition = take_operand(p);
    int width;

    ARENA_PUSH(p->g->arena, p->operand, p->operand_count, p->operand_cap,
               condition);
    width = take_bundle(p);
    node = add(p, RACER_SWITCH, 2 * width);
    name_sides(p, node, width, "then", "else");
}

static bool take_turns(struct parser *p)
{
    if (lex_accept(&p->in, "alternate"))
        return true;
    lex_expect(&p->in, "priority");
    return false;
}

/* fork priority|alternate ( V... ) to NAMES or NAMES */
static void parse_fork(struct parser *p)
{
    bool alternate = take_turns(p);
    int width = take_bundle(p);
    struct racer_node *node = add(p, RACER_FORK, 2 * width);

    node->alternate = alternate;
    name_sides(p, node, width, "to", "or");
}

/* join priority|alternate NAMES = V... or V... */
static void parse_join(struct parser *p)
{
    bool alternate = take_turns(p);
    struct racer_node *node;
    int width;

    parser_names(p);
    lex_expect(&p->in, "=");
    width = parser_operands(p);
    lex_expect(&p->in, "or");
    if (parser_operands(p) != width)
        FAIL(p, "give as many values on either side",
             "the sides of the join are not of one width");
    node = add(p, RACER_JOIN, width);
    node->alternate = alternate;
    name_outputs(p, node, 0, width);
}

/* Lines that begin with names ---------------------------------------------- */

static void parse_request(struct parser *p, bool writes)
{
    struct racer_node *node;
    const char *memory = lex_name(&p->in, "a memory");

    parser_operands(p);
    if (p->operand_count != 1 + writes)
        FAIL(p,
             writes ? "write NAME = store MEMORY ADDRESS VALUE"
                    : "write NAME = request MEMORY ADDRESS",
             writes ? "a store takes an address and a value"
                    : "a request takes one address");
    node = add(p, RACER_REQUEST, p->count);
    node->memory = memory;
    node->writes = writes;
    if (lex_accept(&p->in, "when"))
        take_when(p, node);
    node->shared = lex_accept(&p->in, "shared");
    if (node->shared || lex_accept(&p->in, "places"))
        node->count = lex_integer(&p->in, 1, INT32_MAX, "a number of places");
    name_outputs(p, node, 0, p->count);
}

/* NAMES = sync|gate N PAIR|ungate PAIR ( V... ) */
static void parse_bundle(struct parser *p, enum racer_kind kind)
{
    struct racer_node *node;
    const char *pair = NULL;
    int64_t count = 0;
    int width;

    if (kind == RACER_GATE)
        count = lex_integer(&p->in, 1, INT32_MAX, "a number of elements");
    if (kind != RACER_SYNC)
        pair = lex_name(&p->in, "the name of the gate");
    width = take_bundle(p);
    node = add(p, kind, width);
    node->count = count;
    node->pair = pair;
    name_outputs(p, node, 0, width);
}

/* NAME = delay COUNT VALUE INITIAL */
static void parse_delay(struct parser *p)
{
    int64_t count =
        lex_integer(&p->in, 1, RACER_LONGEST, "a number of elements");
    struct racer_node *node;

    parser_operands(p);
    if (p->operand_count != 2 || !p->operand[0].name || p->operand[0].literal)
        FAIL(p, "write NAME = delay COUNT VALUE INITIAL",
             "a delay takes a value and a constant to begin with");
    if (p->in.failed)
        return;
    node = add(p, RACER_DELAY, 1);
    node->count = count;
    name_outputs(p, node, 0, 1);
}

static void parse_op(struct parser *p, enum racer_op op)
{
    struct racer_node *node;
    int n = parser_operands(p);

    if (n != racer_op_operands(op))
        FAIL(p, NULL, "'%s' takes %d operands, not %d", racer_op_name(op),
             racer_op_operands(op), n);
    node = add(p, RACER_OP, 1);
    node->op = op;
    name_outputs(p, node, 0, 1);
}

/* The word of the operation nearest to a misspelt one. */
static const char *nearest_op(struct parser *p, const char *word)
{
    int best = 3;
    const char *hint = "write one of the operations of graph.def, or sync,"
                       " delay, gate, ungate, request, store";

    for (int op = 0; op < RACER_OPS; op++) {
        int distance =
            base_edit_distance(word, racer_op_name((enum racer_op)op));

        if (distance < best) {
            best = distance;
            hint = arena_printf(p->g->arena, "did you mean '%s'?",
                                racer_op_name((enum racer_op)op));
        }
    }
    return hint;
}

static void parse_definition(struct parser *p)
{
    const char *word;
    enum racer_op op;

    parser_names(p);
    lex_expect(&p->in, "=");
    word = lex_take(&p->in, "an operation");
    op = racer_op_named(word);
    if (op != RACER_OPS)
        parse_op(p, op);
    else if (strcmp(word, "sync") == 0)
        parse_bundle(p, RACER_SYNC);
    else if (strcmp(word, "gate") == 0)
        parse_bundle(p, RACER_GATE);
    else if (strcmp(word, "ungate") == 0)
        parse_bundle(p, RACER_UNGATE);
    else if (strcmp(word, "delay") == 0)
        parse_delay(p);
    else if (strcmp(word, "request") == 0)
        parse_request(p, false);
    else if (strcmp(word, "store") == 0)
        parse_request(p, true);
    else
        FAIL(p, nearest_op(p, word), "there is no operation '%s'", word);
}

static void parse_line(struct parser *p)
{
    int before = p->g->node_count;

    p->operand_count = 0;
    if (lex_accept(&p->in, "param"))
        parser_param(p);
    else if (lex_accept(&p->in, "array"))
        parser_array(p);
    else if (lex_accept(&p->in, "route"))
        parser_route(p);
    else if (lex_accept(&p->in, "source"))
        parse_source(p);
    else if (lex_accept(&p->in, "sink"))
        parse_sink(p);
    else if (lex_accept(&p->in, "merge"))
        parse_merge(p);
    else if (lex_accept(&p->in, "switch"))
        parse_switch(p);
    else if (lex_accept(&p->in, "fork"))
        parse_fork(p);
    else if (lex_accept(&p->in, "join"))
        parse_join(p);
    else
        parse_definition(p);
    if (p->g->node_count > before)
        parser_places(p, p->g->node[before]);
    if (lex_peek(&p->in))
        lex_fail(&p->in, lex_here(&p->in), "end the line before it",
                 "'%s' belongs to nothing", lex_peek(&p->in));
}

/* graph NAME ["FILE"] */
static void parse_head(struct parser *p)
{
    const char *name, *file;

    if (!lex_line(&p->in)) {
        lex_fail(&p->in, (struct loc){p->in.file, 1, 1, 0},
                 "begin with: graph NAME", "the text holds no graph");
        return;
    }
    lex_expect(&p->in, "graph");
    name = lex_take(&p->in, "a name");
    if (!p->in.failed && !lex_is_name(name))
        FAIL(p, parser_name_hint, "'%s' is not a name", name);
    p->g->name = name;
    file = lex_peek(&p->in);
    if (file && file[0] == '"' && strlen(file) > 1 &&
        file[strlen(file) - 1] == '"') {
        lex_take(&p->in, "a file");
        p->g->source = arena_strndup(p->g->arena, file + 1, strlen(file) - 2);
    }
    if (lex_peek(&p->in))
        lex_fail(&p->in, lex_here(&p->in), "write: graph NAME \"FILE\"",
                 "'%s' belongs to nothing", lex_peek(&p->in));
}

/* A name is a value or a parameter. */
static void resolve(struct parser *p, struct racer_operand *operand)
{
    struct racer_graph *g = p->g;

    if (operand->literal)
        return;
    operand->value = racer_find(g, operand->name);
    for (int k = 0; !operand->value && k < g->param_count; k++) {
        if (strcmp(g->param[k].name, operand->name) == 0) {
            operand->type = g->param[k].type;
            operand->bits = g->param[k].bits;
            if (operand->registers)
                lex_fail(&p->in, operand->loc, "drop the '@'",
                         "a parameter needs no registers");
            return;
        }
    }
    if (!operand->value)
        lex_fail(&p->in, operand->loc,
                 "define it in a line of its own, or write a number",
                 "there is no value or parameter '%s'", operand->name);
}

/* What a name stands for is decided by the name alone. */
static void check_params(struct parser *p)
{
    for (int k = 0; k < p->g->param_count; k++) {
        const struct racer_value *value = racer_find(p->g, p->g->param[k].name);

        if (value)
            lex_fail(&p->in, value->loc, "give it another name",
                     "'%s' is a parameter already", value->name);
    }
}

struct racer_graph *racer_parse(struct arena *arena, const char *file,
                                const char *text, struct faults *faults)
{
    struct parser p = {
        .in = {.arena = arena, .file = file, .at = text, .faults = faults},
        .g = racer_graph_new(arena, "")};
    struct racer_graph *g = p.g;

    g->file = file;
    parse_head(&p);
    while (lex_line(&p.in))
        parse_line(&p);
    check_params(&p);
    for (int n = 0; n < g->node_count && !p.in.failed; n++) {
        for (int k = 0; k < g->node[n]->operand_count; k++)
            resolve(&p, &g->node[n]->operand[k]);
        parser_resolve_sizes(&p, g->node[n]);
    }
    parser_resolve_routes(&p);
    if (!p.in.failed)
        racer_settle(g);
    if (p.in.failed || !racer_infer(g, faults) || !racer_valid(g, faults))
        return NULL;
    return g;
}
