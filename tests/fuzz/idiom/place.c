/*
 * Arrays, where they live, and their subscripts.
 */
#include "tests/fuzz/idiom/idiom.h"

#include <string.h>

int64_t array_elements(const struct array *a)
{
    int64_t count = 1;
    for (int d = 0; d < a->rank; d++)
        count *= a->dim[d].value;
    return count;
}

static struct size pick_size(struct gen *g, int most)
{
    for (;;) {
        struct size s = g->size[gen_pick(g, g->size_count)];
        if (s.value <= most)
            return s;
    }
}

static void pick_shape(struct gen *g, struct array *a)
{
    int what = gen_pick(g, 10);
    a->rank = what < 5 ? 1 : what < 9 ? 2 : 3;
    for (int d = 0; d < a->rank; d++)
        a->dim[d] = pick_size(g, a->rank == 3 ? 12 : 40);
    if (a->rank == 1 && gen_chance(g, 30)) {
        struct size s = a->dim[0];
        int times = 2 + gen_pick(g, 5);
        a->dim[0] = (struct size){gen_text(g, "(%d * %s)", times, s.text),
                                  times * s.value};
    }
}

static void add_array(struct gen *g, struct array a)
{
    if (a.home == HOME_GLOBAL)
        a.name = gen_text(g, "%s_%llu", a.name, (unsigned long long)g->seed);
    g->array[g->array_count++] = a;
}

/* Numbers of elements of the size. */
static void add_index(struct gen *g, struct size s, bool order)
{
    struct array a = {.field = "",
                      .type = gen_chance(g, 30) ? I64 : I32,
                      .home = gen_chance(g, 50) ? HOME_GLOBAL : HOME_POINTER,
                      .rank = 1,
                      .index = true,
                      .order = order && s.value % 7 != 0,
                      .limit = s.value};
    a.name = gen_name(g, "index");
    a.dim[0] = order ? s : pick_size(g, 40);
    add_array(g, a);
}

/* Two or three pointers into one buffer, which overlap or not. */
static void add_slices(struct gen *g)
{
    struct size s = pick_size(g, 40);
    enum type t = (enum type)gen_pick(g, TYPES);
    const char *buffer = gen_name(g, "shared");
    int at = 0;
    for (int k = 0; k < 2; k++) {
        struct array a = {.field = "",
                          .type = t,
                          .home = HOME_SLICE,
                          .rank = 1,
                          .dim = {s},
                          .buffer = buffer,
                          .offset = at};
        a.name = gen_name(g, "slice");
        at += gen_chance(g, 60) ? s.value : gen_pick(g, s.value);
        add_array(g, a);
    }
}

/* The fields of an array of records of shared.h. */
static void add_records(struct gen *g)
{
    static const struct {
        const char *field;
        enum type type;
    } fields[2][3] = {{{".x", F32}, {".y", F32}, {".tag", I32}},
                      {{".kind", I16}, {".mass", F64}, {".mark", U8}}};
    int which = gen_pick(g, 2);
    struct array a = {.home = HOME_RECORDS, .rank = 1, .offset = which};
    a.name = gen_name(g, which ? "cells" : "points");
    a.dim[0] = pick_size(g, 40);
    if (gen_chance(g, 30)) {
        a.rank = 2;
        a.dim[1] = pick_size(g, 20);
    }
    for (int k = 0; k < 3; k++) {
        a.field = fields[which][k].field;
        a.type = fields[which][k].type;
        add_array(g, a);
    }
}

void gen_arrays(struct gen *g)
{
    int plain = 4 + gen_pick(g, 5);
    for (int k = 0; k < plain; k++) {
        static const enum home home[] = {HOME_GLOBAL, HOME_GLOBAL, HOME_MATRIX,
                                         HOME_POINTER, HOME_POINTER};
        struct array a = {.field = "", .home = home[gen_pick(g, 5)]};
        a.type = gen_chance(g, 50) ? (gen_chance(g, 50) ? F64 : F32)
                                   : (enum type)gen_pick(g, TYPES);
        a.name = gen_name(g, gen_chance(g, 50) ? "a" : "grid");
        pick_shape(g, &a);
        if (a.home == HOME_GLOBAL) /* its extents are constants */
            for (int d = 0; d < a.rank; d++)
                a.dim[d].text = gen_text(g, "%d", a.dim[d].value);
        add_array(g, a);
    }
    add_index(g, pick_size(g, 40), gen_chance(g, 50));
    if (gen_chance(g, 40))
        add_slices(g);
    if (gen_chance(g, 40))
        add_records(g);
}

/* i + k, as people write it. */
static const char *offset_text(struct gen *g, const char *i, int k)
{
    if (k == 0)
        return i;
    if (k < 0)
        return gen_text(g, "%s - %d", i, -k);
    return gen_chance(g, 20) ? gen_text(g, "%d + %s", k, i)
                             : gen_text(g, "%s + %d", i, k);
}

/* The nearest of low … high to 0, or another one now and then. */
static int pick_offset(struct gen *g, int low, int high)
{
    int near = low > 0 ? low : high < 0 ? high : 0;
    if (gen_chance(g, 45))
        return near;
    int most = high - near < 3 ? high - near : 3;
    int least = near - low < 3 ? near - low : 3;
    return near - least + gen_pick(g, least + most + 1);
}

/* The iterator in a form that stays below the length; NULL: there is none. */
static const char *affine(struct gen *g, const struct iter *i, struct size s)
{
    int length = s.value, span = i->high - i->low;
    int what = gen_pick(g, 10);
    if (what == 0 && 2 * span < length) {
        int k = pick_offset(g, -2 * i->low, length - 1 - 2 * i->high);
        return offset_text(g, gen_text(g, "2 * %s", i->name), k);
    }
    if (span >= length)
        return NULL;
    if (what == 1 && i->low >= 0 && i->high < length) {
        if (gen_chance(g, 50))
            return gen_text(g, "%s - 1 - %s", s.text, i->name);
        return gen_text(g, "%d - %s", length - 1, i->name);
    }
    return offset_text(g, i->name,
                       pick_offset(g, -i->low, length - 1 - i->high));
}

/* What need not be affine. */
static const char *wild(struct gen *g, const struct iter *i, struct size s)
{
    switch (gen_pick(g, 5)) {
    case 0:
        if (i->low >= 0)
            return gen_text(g, "(%s * %d + %d) %% %s", i->name,
                            1 + gen_pick(g, 3), gen_pick(g, 7), s.text);
        break;
    case 1: {
        const struct iter *j = &g->iter[gen_pick(g, g->iter_count)];
        if (j != i && i->low >= 0 && j->low >= 0 && i->high + j->high < s.value)
            return gen_text(g, "%s + %s", i->name, j->name);
        break;
    }
    case 2:
        if (i->low >= 0 && i->high < 1000)
            return gen_text(g, "MIN2(%s + %d, %s - 1)", i->name, gen_pick(g, 4),
                            s.text);
        break;
    case 3:
        for (int k = 0; k < g->array_count; k++) {
            const struct array *a = &g->array[k];
            if (!a->index || a->limit > s.value)
                continue;
            const char *at = affine(g, i, a->dim[0]);
            return at ? gen_text(g, "%s[%s]", a->name, at) : NULL;
        }
        break;
    default:
        if (i->low >= 0 && i->high / 2 < s.value)
            return gen_text(g, gen_chance(g, 50) ? "%s / 2" : "%s >> 1",
                            i->name);
    }
    return NULL;
}

const char *gen_subscript(struct gen *g, const struct array *a, int d)
{
    struct size s = a->dim[d];
    bool fixed = g->iter_count == 0 || gen_chance(g, 4);
    for (int round = 0; round < 8 && !fixed; round++) {
        const struct iter *i = &g->iter[gen_pick(g, g->iter_count)];
        bool any = gen_chance(g, 10);
        const char *text = any ? wild(g, i, s) : affine(g, i, s);
        g->extents |= any && text; /* nothing else may tell how far it goes */
        if (text)
            return text;
    }
    return gen_chance(g, 80) ? gen_text(g, "%d", gen_pick(g, s.value))
                             : gen_text(g, "%s - 1", s.text);
}

/* Of a pointer whose elements are counted by hand. */
static const char *linear_element(struct gen *g, const struct array *a,
                                  const char *const *sub)
{
    if (a->rank == 1)
        return gen_chance(g, 85)
                   ? gen_text(g, "%s[%s]", a->name, sub[0])
                   : gen_text(g, "(*(%s + (%s)))", a->name, sub[0]);
    if (a->rank == 3)
        return gen_text(g, "%s[((%s) * %s + (%s)) * %s + (%s)]", a->name,
                        sub[0], a->dim[1].text, sub[1], a->dim[2].text, sub[2]);
    if (gen_chance(g, 25))
        return gen_text(g, "AT(%s, %s, %s, %s)", a->name, a->dim[1].text,
                        sub[0], sub[1]);
    if (gen_chance(g, 15))
        return gen_text(g, "(*(%s + %s * (%s) + (%s)))", a->name,
                        a->dim[1].text, sub[0], sub[1]);
    return gen_text(g, "%s[(%s) * %s + %s]", a->name, sub[0], a->dim[1].text,
                    sub[1]);
}

const char *gen_element(struct gen *g, int array, const char *const *sub)
{
    const struct array *a = &g->array[array];
    if (a->home == HOME_POINTER || a->home == HOME_SLICE)
        return linear_element(g, a, sub);
    const char *text = a->name;
    if (a->home == HOME_RECORDS && a->rank == 1 && gen_chance(g, 20))
        return gen_text(g, "(%s + (%s))->%s", text, sub[0], a->field + 1);
    for (int d = 0; d < a->rank; d++)
        text = gen_text(g, "%s[%s]", text, sub[d]);
    return gen_text(g, "%s%s", text, a->field);
}

bool gen_read(struct gen *g, struct ex *value)
{
    for (int round = 0; round < 12; round++) {
        int k = gen_pick(g, g->array_count);
        const struct array *a = &g->array[k];
        const char *sub[MAX_RANK];
        if (a->rank > g->iter_count + 1 || (g->written[k] && gen_chance(g, 75)))
            continue;
        for (int d = 0; d < a->rank; d++)
            sub[d] = gen_subscript(g, a, d);
        *value = (struct ex){gen_element(g, k, sub), a->type, 0, 0};
        type_range(a->type, &value->low, &value->high);
        if (a->index) {
            value->low = 0;
            value->high = a->limit - 1;
        }
        return true;
    }
    return false;
}

int gen_array_of(struct gen *g, bool (*fits)(const struct array *), int rank)
{
    for (int round = 0; round < 40; round++) {
        int k = gen_pick(g, g->array_count);
        const struct array *a = &g->array[k];
        if (!a->index && (!rank || a->rank == rank) && (!fits || fits(a)))
            return k;
    }
    return -1;
}
