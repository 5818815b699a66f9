#include "brush/path.h"

#include <stdlib.h>
#include <string.h>

struct row_list {
    const char *name, *text;
    bool stable;
    int count;
    enum recur row[PATH_MAX_ROWS];
};

#define COUNT(...)                                                             \
    ((int)(sizeof(enum recur[]) __VA_ARGS__ / sizeof(enum recur)))

static const struct row_list table[PATH_COUNT] = {
#define PATH(name, stable, text, ...)                                          \
    {#name, text, stable, COUNT(__VA_ARGS__), __VA_ARGS__},
#include "brush/path.def"
#undef PATH
};

static const struct row_list horizontal[2] = {
    {"BRA", "the bra first", true, 2, {RECUR_MOVE_B, RECUR_MOVE_D}},
    {"KET", "the ket first", true, 2, {RECUR_MOVE_D, RECUR_MOVE_B}},
};

struct lowering {
    struct dag *dag;
    struct arena *arena;
    const struct row_list *rows;
    lower_leaf leaf;
    void *context;
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

bool path_is_stable(enum path path)
{
    return table[path].stable;
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
    l->brackets = bracket_table_new(arena);
    return l;
}

struct lowering *lower_new(struct arena *arena, struct dag *dag, enum path path)
{
    return lowering_new(arena, dag, &table[path], base_leaf, NULL);
}

struct lowering *lower_horizontal(struct arena *arena, struct dag *dag,
                                  bool ket_first, lower_leaf leaf,
                                  void *context)
{
    return lowering_new(arena, dag, &horizontal[ket_first], leaf, context);
}

static int symbol_power(struct dag *d, int node, int symbol, int power)
{
    for (int i = 0; i < abs(power); i++)
        node = dag_multiply(d, node, dag_input(d, symbol));
    return node;
}

/* Everything that multiplies the bracket of a term; the bracket loses it. What
 * is the same for all quartets of a batch comes first, to be shared. */
static int take_factor(struct dag *d, struct recur_term *t)
{
    struct bracket *b = &t->bracket;
    int factor = dag_constant(d, abs(t->coefficient));

    for (int p = 0; p < POWER_COUNT; p++) {
        int symbol = b->power[p] < 0 ? SYMBOL_INVERSE : SYMBOL_POWER;

        factor = symbol_power(d, factor, symbol + p, b->power[p]);
    }
    for (int v = 0; v < VECTOR_COUNT; v++)
        for (int i = 0; i < 3; i++)
            factor = symbol_power(d, factor, SYMBOL_VECTOR + 3 * v + i,
                                  b->vector[v][i]);
    memset(b->power, 0, sizeof b->power);
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
        int factor = take_factor(l->dag, &term[i]);
        int product =
            dag_multiply(l->dag, factor, lower_bracket(l, &term[i].bracket));

        sum = minus ? dag_subtract(l->dag, sum, product)
                    : dag_add(l->dag, sum, product);
    }
    return sum;
}

int lower_bracket(struct lowering *l, const struct bracket *b)
{
    int number = bracket_intern(l->brackets, b), symbol, node;

    while (l->count <= number)
        ARENA_PUSH(l->arena, l->node, l->count, l->cap, 0);
    if (l->node[number])
        return l->node[number] - 1;
    symbol = l->leaf(l->context, b);
    node = symbol >= 0 ? dag_input(l->dag, symbol) : take_apart(l, b);
    l->node[number] = node + 1;
    return node;
}
