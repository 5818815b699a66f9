/*
 * The rows of recur.def as data, and how one is applied to a bracket: each term
 * changes indices, the auxiliary index and powers, and has a small integer as
 * its coefficient.
 */
#include "brush/algebra/recur.h"

/* A term of a row: see recur.def. sign == 0 ends the list. */
struct change {
    int sign, factor;
    int8_t index[INDEX_COUNT], m;
    int8_t power[POWER_COUNT], vector[VECTOR_COUNT];
};

struct row {
    const char *name, *equation;
    enum bracket_index raised;
    bool flat;
    struct change term[RECUR_MAX_TERMS + 1];
};

static const struct row table[RECUR_COUNT] = {
#define RECUR(name, equation, raised, flat, ...)                               \
    {#name, equation, raised, flat, __VA_ARGS__},
#include "brush/algebra/recur.def"
#undef RECUR
};

const char *recur_name(enum recur row)
{
    return table[row].name;
}

const char *recur_equation(enum recur row)
{
    return table[row].equation;
}

bool recur_applies(enum recur row, const struct bracket *b, int axis)
{
    static const enum bracket_index others[] = {INDEX_B, INDEX_D, INDEX_P,
                                                INDEX_Q, INDEX_R};

    if (b->index[table[row].raised][axis] < 1)
        return false;
    for (int i = 0; table[row].flat && i < 5; i++)
        if (bracket_sum(b, others[i]))
            return false;
    return true;
}

int recur_apply(enum recur row, const struct bracket *b, int axis,
                struct recur_term term[RECUR_MAX_TERMS])
{
    struct bracket base = *b;
    int n = 0;

    base.index[table[row].raised][axis]--;
    for (const struct change *c = table[row].term; c->sign; c++) {
        struct recur_term *t = &term[n];

        t->coefficient = c->sign;
        if (c->factor >= 0)
            t->coefficient *= base.index[c->factor][axis];
        if (t->coefficient == 0)
            continue;
        t->bracket = base;
        t->bracket.m = (int8_t)(base.m + c->m);
        for (int i = 0; i < INDEX_COUNT; i++)
            t->bracket.index[i][axis] += c->index[i];
        for (int i = 0; i < POWER_COUNT; i++)
            t->bracket.power[i] += c->power[i];
        for (int i = 0; i < VECTOR_COUNT; i++)
            t->bracket.vector[i][axis] += c->vector[i];
        n++;
    }
    return n;
}
