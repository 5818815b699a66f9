/*
 * Curves in boxes that are no cube of 2^m: the rank of a cell among the cells
 * of the box, in the order in which the curve of the enclosing cube comes by.
 *
 * The octants that the curve visits before that of the cell hold so many cells
 * of the box as the product of three clipped lengths says, exactly; hence each
 * level adds these volumes, and the rank is right by construction, without a
 * table. Once an octant lies in the box as a whole, the plain code does the
 * rest.
 */
#include "runtime/order/local.h"

/* Clipped volumes ---------------------------------------------------------- */

uint64_t box_clip(uint32_t size, uint32_t begin, uint32_t length)
{
    if (begin >= size)
        return 0;
    return size - begin < length ? size - begin : length;
}

void box_volumes(const struct curve *c, int state, int level,
                 const uint32_t size[3], const uint32_t low[3],
                 uint64_t volume[8])
{
    const uint32_t half = 1U << level;
    uint64_t length[3][2];
    for (int a = 0; a < c->dims; a++) {
        length[a][0] = box_clip(size[a], low[a], half);
        length[a][1] = box_clip(size[a], low[a] + half, half);
    }
    for (int d = 0; d < 1 << c->dims; d++) {
        int octant = c->octant[state][d];
        volume[d] = 1;
        for (int a = 0; a < c->dims; a++)
            volume[d] *= length[a][octant >> a & 1];
    }
}

bool box_is_inside(const struct curve *c, int levels, const uint32_t size[3],
                   const uint32_t low[3])
{
    for (int a = 0; a < c->dims; a++)
        if (size[a] - low[a] < 1U << levels)
            return false;
    return true;
}

void box_enter(const struct curve *c, int octant, int level, uint32_t low[3])
{
    for (int a = 0; a < c->dims; a++)
        low[a] += (uint32_t)(octant >> a & 1) << level;
}

/* One level down towards x; returns the cells that come before. */
static uint64_t descend(const struct curve *c, int level,
                        const uint32_t size[3], const uint32_t x[3],
                        uint32_t low[3], int *state)
{
    uint64_t volume[8], before = 0;
    int octant = 0;
    for (int a = 0; a < c->dims; a++)
        octant |= (int)(x[a] >> level & 1) << a;
    const int digit = c->digit[*state][octant];
    box_volumes(c, *state, level, size, low, volume);
    for (int d = 0; d < digit; d++)
        before += volume[d];
    box_enter(c, octant, level, low);
    *state = c->next[*state][digit];
    return before;
}

uint64_t box_rank(const struct curve *c, int levels, const uint32_t size[3],
                  const uint32_t x[3])
{
    uint32_t low[3] = {0, 0, 0};
    uint64_t rank = 0;
    int state = 0;
    while (levels > 0 && !box_is_inside(c, levels, size, low))
        rank += descend(c, --levels, size, x, low, &state);
    const uint32_t rest[3] = {x[0] - low[0], x[1] - low[1], x[2] - low[2]};
    return rank + curve_index(c, state, levels, rest);
}

uint64_t box_enter_at(const struct curve *c, int levels, int down,
                      const uint32_t size[3], const uint32_t x[3], bool whole,
                      int *state)
{
    uint32_t low[3] = {0, 0, 0};
    uint64_t rank = 0;
    *state = 0;
    while (levels > down && !whole)
        rank += descend(c, --levels, size, x, low, state);
    for (; levels > down; levels--) {
        int octant = 0;
        for (int a = 0; a < c->dims; a++)
            octant |= (int)(x[a] >> (levels - 1) & 1) << a;
        rank = rank << c->dims | c->digit[*state][octant];
        *state = c->next[*state][c->digit[*state][octant]];
    }
    return whole ? rank << down * c->dims : rank;
}

void box_cell(const struct curve *c, int levels, const uint32_t size[3],
              uint64_t rank, uint32_t x[3])
{
    uint32_t low[3] = {0, 0, 0};
    int state = 0;
    while (levels > 0 && !box_is_inside(c, levels, size, low)) {
        uint64_t volume[8];
        int digit = 0;
        levels--;
        box_volumes(c, state, levels, size, low, volume);
        while (rank >= volume[digit])
            rank -= volume[digit++];
        box_enter(c, c->octant[state][digit], levels, low);
        state = c->next[state][digit];
    }
    curve_cell(c, state, levels, rank, x);
    for (int a = 0; a < 3; a++)
        x[a] += low[a];
}

uint64_t box_last(const struct curve *c, int levels, const uint32_t size[3])
{
    uint32_t low[3] = {0, 0, 0};
    uint64_t last = 0;
    int state = 0;
    while (levels-- > 0) {
        uint64_t volume[8];
        int digit = (1 << c->dims) - 1;
        box_volumes(c, state, levels, size, low, volume);
        while (volume[digit] == 0)
            digit--;
        box_enter(c, c->octant[state][digit], levels, low);
        state = c->next[state][digit];
        last = last << c->dims | (unsigned)digit;
    }
    return last;
}
