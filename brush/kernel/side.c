/*
 * The two sides of a quartet: which brackets (m0|, or on direct paths (ab|,
 * each of them needs of primitives, and where the contracted ones stand. A new
 * builder begins with its sides.
 */
#include "brush/kernel/local.h"

#include <string.h>

static void add_slot(struct arena *arena, struct side *s, int combination,
                     const struct component *c)
{
    struct slot slot = {combination, 0};

    while (slot.component < s->component_count &&
           memcmp(&s->component[slot.component], c, sizeof *c) != 0)
        slot.component++;
    if (slot.component == s->component_count)
        ARENA_PUSH(arena, s->component, s->component_count, s->component_cap,
                   *c);
    ARENA_PUSH(arena, s->slot, s->slot_count, s->slot_cap, slot);
}

/* Adds the (m0| of a combination of l_a and l_b. */
static void add_raised(struct arena *arena, struct side *s, int combination,
                       int la, int lb)
{
    for (int l = la; l <= la + lb; l++)
        for (int n = 0; n < bracket_component_count(l); n++) {
            struct component c = {{{0}, {0}}};

            bracket_component(l, n, c.power[0]);
            add_slot(arena, s, combination, &c);
        }
}

/* Adds the (ab| of a combination of l_a and l_b. */
static void add_pairs(struct arena *arena, struct side *s, int combination,
                      int la, int lb)
{
    for (int n = 0; n < bracket_component_count(la); n++)
        for (int k = 0; k < bracket_component_count(lb); k++) {
            struct component c;

            bracket_component(la, n, c.power[0]);
            bracket_component(lb, k, c.power[1]);
            add_slot(arena, s, combination, &c);
        }
}

static void side_init(struct arena *arena, struct side *s,
                      const struct shell_kind *a, const struct shell_kind *b,
                      bool direct)
{
    *s = (struct side){.kind = {a, b},
                       .combinations = a->segments * b->segments};
    for (int c = 0; c < s->combinations; c++) {
        int la = a->l[c / b->segments], lb = b->l[c % b->segments];

        if (direct)
            add_pairs(arena, s, c, la, lb);
        else
            add_raised(arena, s, c, la, lb);
    }
}

int side_find_slot(const struct side *s, int combination,
                   const struct component *component)
{
    for (int i = 0; i < s->slot_count; i++)
        if (s->slot[i].combination == combination &&
            memcmp(&s->component[s->slot[i].component], component,
                   sizeof *component) == 0)
            return i;
    return -1;
}

struct bracket side_bracket(const struct component *bra,
                            const struct component *ket)
{
    struct bracket b;

    memset(&b, 0, sizeof b);
    memcpy(b.index[INDEX_A], bra->power[0], 3);
    memcpy(b.index[INDEX_B], bra->power[1], 3);
    memcpy(b.index[INDEX_C], ket->power[0], 3);
    memcpy(b.index[INDEX_D], ket->power[1], 3);
    return b;
}

struct builder *side_builder(struct arena *arena,
                             const struct kernel_shape *shape, enum path path)
{
    bool direct = path_form(path) == FORM_DIRECT;
    struct builder *b = arena_alloc(arena, sizeof *b);

    b->arena = arena;
    b->shape = shape;
    b->type = shape->type;
    b->lanes = shape->lanes;
    b->primitive.b = b;
    side_init(arena, &b->side[BRA], &shape->kind[0], &shape->kind[1], direct);
    side_init(arena, &b->side[KET], &shape->kind[2], &shape->kind[3], direct);
    for (int i = 0; i < 4; i++)
        b->m_max += shell_max_l(&shape->kind[i]);
    return b;
}

int kernel_inner(enum path path)
{
    return path_form(path) == FORM_CUT_KET ? KET : BRA;
}
