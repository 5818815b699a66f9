/*
 * Curves as automata: tables of states, octants and digits, derived from the
 * rules (rule.c) and never typed in.
 *
 * A rule walked once from some orientation meets each octant of a cube once.
 * The orientation in which it meets a letter is the state in which the curve
 * goes on inside that octant, provided that letters do not turn by themselves,
 * which is checked: then a curve of half the size ends in the orientation in
 * which it began, at every size. Hilbert's curve of sec. 2.2 has 12 states.
 */
#include "runtime/order/local.h"

#include <stdlib.h>
#include <string.h>

/* From rules to states ----------------------------------------------------- */

static int find_state(struct turtle *known, int *count, const struct turtle *t)
{
    for (int s = 0; s < *count; s++)
        if (known[s].letter == t->letter &&
            !memcmp(known[s].frame, t->frame, sizeof t->frame))
            return s;
    if (*count == CURVE_STATES)
        return -1;
    known[*count] = *t;
    return (*count)++;
}

/* The octants of a walk, counted from the corner of least coordinates; false
 * unless each comes once. */
static bool octants(const struct rule_walk *walk, int dims, uint8_t octant[8])
{
    int least[3] = {0, 0, 0}, seen = 0;
    for (int d = 0; d < walk->count; d++)
        for (int a = 0; a < 3; a++)
            if (walk->place[d][a] < least[a])
                least[a] = walk->place[d][a];
    for (int d = 0; d < walk->count; d++) {
        int found = 0;
        for (int a = 0; a < 3; a++) {
            int bit = walk->place[d][a] - least[a];
            if (bit > (a < dims))
                return false;
            found |= bit << a;
        }
        octant[d] = (uint8_t)found;
        seen |= 1 << found;
    }
    return seen == (1 << walk->count) - 1 && walk->count == 1 << dims;
}

static bool follow_rule(struct curve *c, int kind)
{
    struct turtle known[CURVE_STATES] = {rule_start(kind)};
    c->states = 1;
    for (int s = 0; s < c->states; s++) {
        struct rule_walk walk;
        if (!rule_step(kind, &known[s], &walk) || walk.turned ||
            !octants(&walk, c->dims, c->octant[s]))
            return false;
        for (int d = 0; d < walk.count; d++) {
            int next = find_state(known, &c->states, &walk.at[d]);
            if (next < 0)
                return false;
            c->next[s][d] = (uint8_t)next;
        }
    }
    return true;
}

/* Eq. 5: the octant's number is the digit; i most significant: its bits are
 * reversed. */
static void follow_bits(struct curve *c, bool reversed)
{
    c->states = 1;
    c->is_morton = true;
    for (int d = 0; d < 1 << c->dims; d++)
        for (int a = 0; a < c->dims; a++) {
            int bit = d >> (reversed ? c->dims - 1 - a : a) & 1;
            c->octant[0][d] |= (uint8_t)(bit << a);
        }
}

/* Tables for speed --------------------------------------------------------- */

static void fill_steps(struct curve *c)
{
    c->step_levels = c->dims == 3 ? 3 : 4;
    c->step_bits = c->step_levels * c->dims;
    for (int s = 0; s < c->states; s++)
        for (int digits = 0; digits < 1 << c->step_bits; digits++) {
            int state = s, code = 0;
            for (int l = c->step_levels - 1; l >= 0; l--) {
                int d = digits >> l * c->dims & ((1 << c->dims) - 1);
                code |= c->octant[state][d] << l * c->dims;
                state = c->next[state][d];
            }
            c->decode[s << c->step_bits | digits] =
                (uint16_t)(state << c->step_bits | code);
            c->encode[s << c->step_bits | code] =
                (uint16_t)(state << c->step_bits | digits);
        }
}

static void fill_bytes(struct curve *c)
{
    for (int s = 0; s < c->states; s++)
        for (int d = 0; d < 1 << c->dims; d++) {
            int octant = c->octant[s][d], next = c->next[s][d];
            c->digit[s][octant] = (uint8_t)d;
            c->encode_byte[s * 8 + octant] = (uint8_t)(next * 8 + d);
            c->decode_byte[s * 8 + d] = (uint8_t)(next * 8 + octant);
        }
}

struct fold {
    int state[4], classes; /* that a class's states are mirrored from */
    int of[CURVE_STATES], mirror[CURVE_STATES];
};

/* Is state s state `of` with these axes mirrored? */
static bool is_mirrored(const struct curve *c, int s, int of, int mirror)
{
    bool is = true;
    for (int d = 0; d < 1 << c->dims; d++)
        is &= c->octant[s][d] == (c->octant[of][d] ^ mirror);
    return is;
}

static bool find_fold(const struct curve *c, struct fold *f, int s)
{
    for (int k = 0; k < f->classes; k++)
        for (int m = 0; m < 1 << c->dims; m++)
            if (is_mirrored(c, s, f->state[k], m)) {
                f->of[s] = k;
                f->mirror[s] = m;
                return true;
            }
    if (f->classes == 4)
        return false;
    f->of[s] = f->classes;
    f->mirror[s] = 0;
    f->state[f->classes++] = s;
    return true;
}

/* States that follow must be mirrored as well, which is checked. */
static bool follow_folds(const struct curve *c, const struct fold *f)
{
    bool follow = true;
    for (int s = 0; s < c->states; s++)
        for (int d = 0; d < 1 << c->dims; d++) {
            const int next = c->next[s][d],
                      first = c->next[f->state[f->of[s]]][d];
            follow &= f->of[next] == f->of[first] &&
                      f->mirror[next] == (f->mirror[first] ^ f->mirror[s]);
        }
    return follow;
}

static void fill_folded(struct curve *c)
{
    struct fold f = {.classes = 0};
    c->folds = true;
    for (int s = 0; s < c->states; s++)
        c->folds = c->folds && find_fold(c, &f, s);
    c->folds = c->folds && follow_folds(c, &f);
    for (int k = 0; k < f.classes && c->folds; k++)
        for (int d = 0; d < 1 << c->dims; d++) {
            const int s = f.state[k], octant = c->octant[s][d],
                      next = c->next[s][d];
            const int change = (f.of[next] ^ k) << 3 | f.mirror[next];
            c->encode_folded[k * 8 + octant] = (uint8_t)(d << 5 | change);
            c->decode_folded[k * 8 + d] = (uint8_t)(octant << 5 | change);
        }
}

bool curve_derive(struct curve *c, int kind, int dims)
{
    *c = (struct curve){.dims = dims};
    if (kind == HEDRA_ORDER_MORTON || kind == HEDRA_ORDER_MORTON_I)
        follow_bits(c, kind == HEDRA_ORDER_MORTON_I);
    else if (!follow_rule(c, kind))
        return false;
    fill_bytes(c);
    fill_folded(c);
    fill_steps(c);
    return true;
}

/* Codes -------------------------------------------------------------------- */

/* Morton's code has x[0] least; with i most significant the axes are reversed.
 */
static bool is_reversed(const struct curve *c)
{
    return c->octant[0][1] != 1;
}

uint64_t curve_index(const struct curve *c, int state, int levels,
                     const uint32_t x[3])
{
    if (c->is_morton && is_reversed(c))
        return code_morton(
            c->dims, (const uint32_t[]){x[c->dims - 1], x[c->dims - 2], x[0]});
    if (c->is_morton)
        return code_morton(c->dims, x);
    const int dims = c->dims, each = (1 << dims) - 1;
    const uint64_t code = code_morton(dims, x);
    uint64_t index = 0;
    int level = levels;
    for (; level % c->step_levels; level--) {
        int d = c->digit[state][code >> (level - 1) * dims & (unsigned)each];
        index = index << dims | (unsigned)d;
        state = c->next[state][d];
    }
    const unsigned mask = (1U << c->step_bits) - 1;
    for (; level > 0; level -= c->step_levels) {
        unsigned part = code >> (level * dims - c->step_bits) & mask;
        unsigned entry = c->encode[(unsigned)state << c->step_bits | part];
        index = index << c->step_bits | (entry & mask);
        state = (int)(entry >> c->step_bits);
    }
    return index;
}

void curve_cell(const struct curve *c, int state, int levels, uint64_t index,
                uint32_t x[3])
{
    if (c->is_morton) {
        code_split(c->dims, index, x);
        if (is_reversed(c)) {
            const uint32_t first = x[0];
            x[0] = x[c->dims - 1];
            x[c->dims - 1] = first;
        }
        return;
    }
    const int dims = c->dims, each = (1 << dims) - 1;
    uint64_t code = 0;
    int level = levels;
    for (; level % c->step_levels; level--) {
        unsigned d = index >> (level - 1) * dims & (unsigned)each;
        code = code << dims | c->octant[state][d];
        state = c->next[state][d];
    }
    const unsigned mask = (1U << c->step_bits) - 1;
    for (; level > 0; level -= c->step_levels) {
        unsigned part = index >> (level * dims - c->step_bits) & mask;
        unsigned entry = c->decode[(unsigned)state << c->step_bits | part];
        code = code << c->step_bits | (entry & mask);
        state = (int)(entry >> c->step_bits);
    }
    code_split(dims, code, x);
}
