/*
 * The rows of path.def, and lowering: a bracket is taken apart by the first
 * recurrence of its path that applies, until nothing but symbols is left, and
 * each bracket becomes one node of the graph.
 */
#include "brush/algebra/path.h"

#include <stdlib.h>
#include <string.h>

struct row_list {
    const char *name, *text;
    bool automatic;
    enum path_form form;
    int count;
    enum recur row[PATH_MAX_ROWS];
};

#define COUNT(...)                                                             \
    ((int)(sizeof(enum recur[]) __VA_ARGS__ / sizeof(enum recur)))

static const struct row_list table[PATH_COUNT] = {
#define PATH(name, automatic, form, text, ...)                                 \
    {#name, text, automatic, FORM_##form, COUNT(__VA_ARGS__), __VA_ARGS__},
#include "brush/algebra/path.def"
#undef PATH
};

static const struct row_list horizontal = {.name = "HORIZONTAL",
                                           .text = "horizontal recurrence",
                                           .automatic = true,
                                           .form = FORM_WHOLE,
                                           .count = 2,
                                           .row = {RECUR_MOVE_B, RECUR_MOVE_D}};

struct lowering {
    struct dag *dag;
    struct arena *arena;
    const struct row_list *rows;
    lower_leaf leaf;
    lower_symbol symbol;
    void *context;
    bool late; /* powers of exponents are left to the end */
    struct bracket_table *brackets;
    int *node, count, cap; /* per bracket: its node + 1 */
};

const char *path_name(enum path path)
{
    return table[path].name;
}

const char *path_text(enum path path)
{
    return table[path].text;
}

int path_find(const char *name)
{
    for (int p = 0; p < PATH_COUNT; p++)
        if (strcmp(table[p].name, name) == 0)
            return p;
    return -1;
}

bool path_is_automatic(enum path path)
{
    return table[path].automatic;
}

enum path_form path_form(enum path path)
{
    return table[path].form;
}

bool path_is_general(enum path path)
{
    return !path_is_single(path) && path_form(path) != FORM_UNROLLED;
}

bool path_is_single(enum path path)
{
    return path_form(path) == FORM_SINGLE ||
           path_form(path) == FORM_SINGLE_LOOPS;
}

static bool has_loops(const struct row_list *l)
{
    return l->form == FORM_LOOPS || l->form == FORM_SINGLE_LOOPS;
}

static bool same_rows(const struct row_list *a, const struct row_list *b)
{
    return a->count == b->count && has_loops(a) == has_loops(b) &&
           memcmp(a->row, b->row, (size_t)a->count * sizeof *a->row) == 0;
}

enum path path_general(enum path path)
{
    enum path p = 0;

    if (path_is_general(path))
        return path;
    while (!path_is_general(p) || !same_rows(&table[p], &table[path]))
        p++;
    return p;
}

static int base_leaf(void *context, const struct bracket *b)
{
    (void)context;
    for (int i = 0; i < INDEX_COUNT; i++)
        if (bracket_sum(b, i))
            return -1;
    return SYMBOL_BASE + b->m;
}

static struct lowering *lowering_new(struct arena *arena, struct dag *dag,
                                     const struct row_list *rows,
                                     lower_leaf leaf, void *context)
{
    struct lowering *l = arena_alloc(arena, sizeof *l);

    l->arena = arena;
    l->dag = dag;
    l->rows = rows;
    l->leaf = leaf;
    l->context = context;
    for (int i = 0; i < rows->count; i++)
        l->late = l->late || rows->row[i] == RECUR_SPLIT_A ||
                  rows->row[i] == RECUR_SPLIT_C;
    l->late = l->late && rows->form != FORM_DIRECT;
    l->brackets = bracket_table_new(arena);
    return l;
}

struct lowering *lower_new(struct arena *arena, struct dag *dag, enum path path,
                           lower_symbol symbol, void *context)
{
    struct lowering *l =
        lowering_new(arena, dag, &table[path], base_leaf, context);

    l->symbol = symbol;
    return l;
}

struct lowering *lower_horizontal(struct arena *arena, struct dag *dag,
                                  lower_leaf leaf, void *context)
{
    return lowering_new(arena, dag, &horizontal, leaf, context);
}

static int symbol_node(const struct lowering *l, int symbol)
{
    return l->symbol ? l->symbol(l->context, symbol)
                     : dag_input(l->dag, symbol);
}

static int symbol_power(const struct lowering *l, int node, int symbol,
                        int power)
{
    for (int i = 0; i < abs(power); i++)
        node = dag_multiply(l->dag, node, symbol_node(l, symbol));
    return node;
}

/* The powers of exponents begin <= p < end of a bracket, which loses them. */
static int take_powers(const struct lowering *l, int factor, struct bracket *b,
                       int begin, int end)
{
    for (int p = begin; p < end; p++) {
        int symbol = b->power[p] < 0 ? SYMBOL_INVERSE : SYMBOL_POWER;

        factor = symbol_power(l, factor, symbol + p, b->power[p]);
        b->power[p] = 0;
    }
    return factor;
}

/* Everything that multiplies the bracket of a term, but for powers that are
 * left to the end; the bracket loses it. What is the same for all quartets of a
 * batch comes first, to be shared. */
static int take_factor(const struct lowering *l, struct recur_term *t)
{
    struct bracket *b = &t->bracket;
    int factor = dag_constant(l->dag, abs(t->coefficient));

    if (!l->late)
        factor = take_powers(l, factor, b, 0, POWER_COUNT);
    for (int v = 0; v < VECTOR_COUNT; v++)
        for (int i = 0; i < 3; i++)
            factor = symbol_power(l, factor, SYMBOL_VECTOR + 3 * v + i,
                                  b->vector[v][i]);
    memset(b->vector, 0, sizeof b->vector);
    return factor;
}

/* The terms of the first row that applies, along the axis that leaves fewest;
 * returns their number. */
static int choose(const struct lowering *l, const struct bracket *b,
                  struct recur_term best[RECUR_MAX_TERMS])
{
    int fewest = 0;

    for (int r = 0; r < l->rows->count && fewest == 0; r++) {
        for (int axis = 0; axis < 3; axis++) {
            struct recur_term term[RECUR_MAX_TERMS];
            int n;

            if (!recur_applies(l->rows->row[r], b, axis))
                continue;
            n = recur_apply(l->rows->row[r], b, axis, term);
            if (fewest && n >= fewest)
                continue;
            fewest = n;
            memcpy(best, term, (size_t)n * sizeof *term);
        }
    }
    return fewest;
}

static int take_apart(struct lowering *l, const struct bracket *b)
{
    struct recur_term term[RECUR_MAX_TERMS];
    int n = choose(l, b, term), sum = dag_constant(l->dag, 0);

    for (int i = 0; i < n; i++) {
        bool minus = term[i].coefficient < 0;
        int factor = take_factor(l, &term[i]);
        int product =
            dag_multiply(l->dag, factor, lower_bracket(l, &term[i].bracket));

        sum = minus ? dag_subtract(l->dag, sum, product)
                    : dag_add(l->dag, sum, product);
    }
    return sum;
}

/* Whether only R is left, or nothing. */
static bool is_hermite(const struct bracket *b)
{
    for (int i = 0; i < INDEX_R; i++)
        if (bracket_sum(b, i))
            return false;
    return true;
}

/* The powers that were left to the end: outermost those of the side that is
 * summed over last. */
static int lower_powers(struct lowering *l, const struct bracket *b)
{
    struct bracket rest = *b;
    int one = dag_constant(l->dag, 1);
    int bra = take_powers(l, one, &rest, 0, POWER_GAMMA);
    int ket = take_powers(l, one, &rest, POWER_GAMMA, POWER_COUNT);
    int node = lower_bracket(l, &rest);

    if (l->rows->form == FORM_CUT_KET)
        return dag_multiply(l->dag, bra, dag_multiply(l->dag, ket, node));
    return dag_multiply(l->dag, ket, dag_multiply(l->dag, bra, node));
}

static bool has_powers(const struct bracket *b)
{
    for (int p = 0; p < POWER_COUNT; p++)
        if (b->power[p])
            return true;
    return false;
}

int lower_bracket(struct lowering *l, const struct bracket *b)
{
    int number = bracket_intern(l->brackets, b), symbol, node;

    while (l->count <= number)
        ARENA_PUSH(l->arena, l->node, l->count, l->cap, 0);
    if (l->node[number])
        return l->node[number] - 1;
    symbol = l->leaf(l->context, b);
    if (has_powers(b) && is_hermite(b))
        node = lower_powers(l, b);
    else
        node = symbol >= 0 ? symbol_node(l, symbol) : take_apart(l, b);
    l->node[number] = node + 1;
    return node;
}
