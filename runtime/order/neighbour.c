/*
 * One step along an axis of the ordering. In cubes of 2^m Morton's codes add in
 * dilated integers (Raman and Wise 2008): the bits of the other axes are set,
 * so that carries run through them. Hilbert's digits give the path of states
 * down to the cell; only the levels whose octants the step changes are encoded
 * again.
 */
#include "runtime/order/local.h"

/* False where the axis ends at the cube's face. */
static bool step_code(uint64_t code, uint64_t mask, int step, uint64_t *out)
{
    const uint64_t part = code & mask;
    if (step > 0 ? part == mask : part == 0)
        return false;
    const uint64_t lowest = mask & -mask;
    const uint64_t moved = step > 0 ? (part | ~mask) + lowest : part - lowest;
    *out = (moved & mask) | (code & ~mask);
    return true;
}

/* Is it the code of a cell of the box? Dilated integers compare as the others.
 */
static bool in_box(const struct hedra_order *o, uint64_t code)
{
    for (int a = 0; a < o->dims; a++)
        if ((code & o->mask[a]) > o->last[a])
            return false;
    return true;
}

static uint64_t by_automaton(const struct hedra_order *o, uint64_t index, int a,
                             int step)
{
    const struct curve *c = o->curve;
    const int dims = c->dims;
    const unsigned each = (1U << dims) - 1;
    uint8_t state[ORDER_LEVELS + 1];
    uint64_t code = 0, moved;
    state[o->levels] = 0;
    for (int l = o->levels; l-- > 0;) {
        const unsigned d = index >> l * dims & each;
        code = code << dims | c->octant[state[l + 1]][d];
        state[l] = c->next[state[l + 1]][d];
    }
    if (!in_box(o, code) || !step_code(code, o->mask[a], step, &moved) ||
        !in_box(o, moved))
        return HEDRA_ORDER_NONE;
    int level = 0;
    while (code >> level * dims != moved >> level * dims)
        level++;
    index = index >> level * dims;
    int now = state[level];
    while (level-- > 0) {
        const int d = c->digit[now][moved >> level * dims & each];
        index = index << dims | (unsigned)d;
        now = c->next[now][d];
    }
    return index;
}

static uint64_t by_bits(const struct hedra_order *o, uint64_t index, int a,
                        int step)
{
    uint64_t moved;
    if (!in_box(o, index) || !step_code(index, o->mask[a], step, &moved) ||
        !in_box(o, moved))
        return HEDRA_ORDER_NONE;
    return moved;
}

uint64_t hedra_order_neighbour(const struct hedra_order *order, uint64_t index,
                               int axis, int step)
{
    int64_t cell[3];
    int a = 0;
    if (axis < 0 || axis >= order->dims || (step != 1 && step != -1) ||
        index >= order->span)
        return HEDRA_ORDER_NONE;
    while (order->axis[a] != axis)
        a++;
    if (order->curve && order->whole)
        return order->curve->is_morton ? by_bits(order, index, a, step)
                                       : by_automaton(order, index, a, step);
    if (!hedra_order_coords(order, index, cell))
        return HEDRA_ORDER_NONE;
    cell[axis] += step;
    return hedra_order_index(order, cell[0], cell[1], cell[2]);
}
