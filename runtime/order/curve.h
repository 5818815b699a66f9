/* Curves as automata, cubes and boxes of cells along them, dilated integers. */
#ifndef HEDRA_RUNTIME_ORDER_CURVE_H
#define HEDRA_RUNTIME_ORDER_CURVE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ORDER_LEVELS = 21, /* of a cube: its side is at most 2^21 */
    CURVE_STATES = 16, /* so that a state and an octant have 7 bits */
    CURVE_BITS = 9,    /* of a step that does several levels at once */
    TILE_LEVELS = 3,   /* walks go by tiles of 8 cells a side, */
    TILES_TOGETHER = 4 /* so many side by side at once */
};

/* Curves ------------------------------------------------------------------- */

/* A curve as an automaton. The octant of a cell at one level has the bit of
 * x[a] of that level as its bit a; the digit says as which of the octants the
 * curve comes by. A curve enters octants in other orientations, its states; the
 * whole one is state 0. In two dimensions there are quadrants. */
struct curve {
    int dims, states;
    bool is_morton; /* one state: codes need no automaton */
    uint8_t octant[CURVE_STATES][8], digit[CURVE_STATES][8];
    uint8_t next[CURVE_STATES][8]; /* by digit */
    /* Several levels at once: by state and bits of Morton's code (bit a of each
     * level from axis a), digits below and next state above; and back. */
    int step_levels, step_bits;
    uint16_t encode[CURVE_STATES << CURVE_BITS];
    uint16_t decode[CURVE_STATES << CURVE_BITS];
    /* One level, for vectors: byte state * 8 + octant is next * 8 + digit, and
     * state * 8 + digit is next * 8 + octant. */
    uint8_t encode_byte[128], decode_byte[128];
    /* Is each state one of up to four classes, mirrored along some axes? Then
     * the same in two looks instead of six: byte class * 8 + octant, with the
     * bits of mirrored axes inverted, says which axes are mirrored from then on
     * that were not, or no longer (3 bits), in which bits the class changes (2)
     * and the digit (3); byte class * 8 + digit the same with the octant. */
    bool folds;
    uint8_t encode_folded[32], decode_folded[32];
};

/* Derives the tables of one kind of curve; false if the rule is none that fills
 * cubes by up to CURVE_STATES states, which no rule here does. */
bool curve_derive(struct curve *c, int kind, int dims);

/* The first letters of a rule's nonterminals that a turtle meets while it walks
 * the rule of `letter` once, each with its orientation (rule.c). */
struct turtle {
    int frame[3][3]; /* columns: heading, left, up */
    char letter;     /* a nonterminal */
};
struct rule_walk {
    int count; /* nonterminals met: 4 or 8 */
    struct turtle at[8];
    int place[8][3];
    bool turned; /* the rule ends in another orientation than it began */
};
struct turtle rule_start(int kind);
bool rule_step(int kind, const struct turtle *from, struct rule_walk *out);

/* Codes of `levels` levels that begin in `state`. */
uint64_t curve_index(const struct curve *c, int state, int levels,
                     const uint32_t x[3]);
void curve_cell(const struct curve *c, int state, int levels, uint64_t index,
                uint32_t x[3]);

/* The same in a box [0, size) of a cube of 2^levels: the rank among the box's
 * cells, and the cell of a rank below its volume. */
uint64_t box_rank(const struct curve *c, int levels, const uint32_t size[3],
                  const uint32_t x[3]);
void box_cell(const struct curve *c, int levels, const uint32_t size[3],
              uint64_t rank, uint32_t x[3]);
/* The largest index in the whole cube of a cell of the box. */
uint64_t box_last(const struct curve *c, int levels, const uint32_t size[3]);
/* How much of [begin, begin + length) is below `size`. */
uint64_t box_clip(uint32_t size, uint32_t begin, uint32_t length);
/* Is the cube of 2^levels at `low`, a cell of the box, in the box? */
bool box_is_inside(const struct curve *c, int levels, const uint32_t size[3],
                   const uint32_t low[3]);
/* Moves `low` to the corner of an octant of sides 2^level. */
void box_enter(const struct curve *c, int octant, int level, uint32_t low[3]);
/* The rank of the first cell of the cube of 2^down at `low`, whose cells are
 * ranked one after the other, and the state in which the curve enters it. */
uint64_t box_enter_at(const struct curve *c, int levels, int down,
                      const uint32_t size[3], const uint32_t low[3], bool whole,
                      int *state);
/* volume[d]: how many cells of the box lie in the octant that comes as d-th, at
 * the level where octants have sides 2^level; `low` is the cube's corner. */
void box_volumes(const struct curve *c, int state, int level,
                 const uint32_t size[3], const uint32_t low[3],
                 uint64_t volume[8]);

/* Dilated integers: bit n of x at bit dims * n. */
uint64_t code_spread(int dims, uint32_t x);
uint32_t code_gather(int dims, uint64_t code);
/* Morton's code of x, x[0] least. */
uint64_t code_morton(int dims, const uint32_t x[3]);
void code_split(int dims, uint64_t code, uint32_t x[3]);

#endif
