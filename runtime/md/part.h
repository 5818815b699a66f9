/* Parts of a box, as the files of molecular dynamics see them. */
#ifndef HEDRA_RUNTIME_MD_PART_H
#define HEDRA_RUNTIME_MD_PART_H

#include "runtime/md/local.h"

/* How many particles lie in cells that see no ghost, in front of all others;
 * how far anything had moved in the last step, and the number of the step of
 * the last build. */
struct md_inner {
    int64_t count;
    double moved;
    int64_t built;
};

/* Borders of bricks move at each `every`-th build of lists; 0: never. `builds`:
 * since the last time. If `by_time`, parts that compute faster get more: `pair`
 * and `steps` are the seconds of forces and the steps before what is measured,
 * and `speed` is the work of a second, 0 while it is not known. Cells are
 * numbered anew then, in the order that the options had, `order[0]`; of a
 * HYBRID the others are outer and inner. */
struct md_balance {
    int64_t every, builds, steps;
    bool by_time;
    double pair, speed;
    struct hedra_order_options order[3];
};

/* One hop along an axis: the places of what is sent down and up, how many they
 * are, and how many copies come from there, which are ghosts in this order; and
 * positions on their way while forces are computed, by turn and side. */
struct md_hop {
    int axis, turn;
    struct md_bytes sent[2], travel[2][2];
    int64_t sends[2], gets[2];
};

/* As many as there are where each brick has one cell along each axis. */
enum { MD_HOPS = 3 * MD_REACH_MOST };

/* What goes to another part for good, and as a copy, which is shifted if it has
 * come through a face of the box. */
struct md_traveller {
    double x[4], v[4];
    int64_t row;
    int image[3];
};

struct md_copy {
    double x[4];
    uint32_t row, is_shifted;
};

/* Places of particles and their shifts, of which a part gets copies. */
struct md_sent {
    uint32_t (*of)[2];
    int64_t count, capacity;
};

/* The parts that have a cell near the cell `at` of the box, or beyond it. */
struct md_near {
    int64_t at[3];
    int *part, count; /* -1: not known yet */
};

/* Of a part that owns a stretch of the order of the box's cells: by the cells'
 * row-major numbers their places in the order, and the parts that own them; the
 * cells by these places; where each part's stretch begins, and where the last
 * one ends. By part: what it gets from this one, how many copies come from
 * there, and bytes on their way; `seen`: when it was found last. Ghosts lie in
 * the order of the parts that own them, but this part's own are the first.
 * `travel` as of a hop. */
struct md_curve {
    int64_t length;
    uint32_t *place, *owner, *cell;
    int64_t *cut;
    struct md_sent *sent;
    int64_t *gets, *bytes, *received, *seen;
    int64_t searches;
    struct md_near near[MD_SHIFTS];
    struct md_bytes travel[2];
    int turn;
};

/* A part of a box; `needed`: hops along each axis, more than one where bricks
 * are thinner than cutoff + skin, 0 while that is not known; whether a ghost
 * has come through a face of the box. With a curve the brick is that around its
 * cells, `parts` along the first axis, and there is no hop. */
struct md_part {
    struct hedra_md_links links;
    struct hedra_md_brick brick;
    int64_t capacity; /* of arrays of particles */
    struct md_bytes out[2], shifted;
    struct md_hop hop[MD_HOPS];
    int hops, needed[3];
    struct md_inner inner;
    struct md_balance balance;
    struct md_curve *curve; /* NULL: bricks */
};

/* part_create: what comes before the first particle, and particles; no other
 * part is asked. */
enum hedra_status md_part_begin(struct hedra_md *md,
                                const struct hedra_md_options *options,
                                struct hedra_error *why);
enum hedra_status md_part_fill(struct hedra_md *md,
                               const struct hedra_md_particles *particles,
                               struct hedra_error *why);

/* At a build, before particles go to their parts: moves the borders of bricks
 * if it is time, and it pays. */
enum hedra_status md_part_balance(struct hedra_md *md, struct hedra_error *why);

/* curve: makes it for the box's cells in an order; what follows from its cuts:
 * whose cells are whose, and the brick around this part's. */
enum hedra_status md_curve_make(struct hedra_md *md,
                                const struct hedra_order_options *order,
                                struct hedra_error *why);
void md_curve_free(struct md_curve *c, int parts);
void md_curve_cut(struct hedra_md *md);
/* The place of a position's cell in the order, and the part that owns it. */
int64_t md_curve_place(const struct hedra_md *md, const double x[3]);
int md_curve_owner(const struct hedra_md *md, const double x[3]);
/* As those of `part`, which call them; the first brings particles from `first`
 * on to their parts, and is false if memory lacks. */
bool md_curve_migrate(struct hedra_md *md, int64_t first);
enum hedra_status md_curve_ghosts(struct hedra_md *md, struct hedra_error *why);
void md_curve_move(struct hedra_md *md,
                   void (*meanwhile)(struct hedra_md *md, int turn, int turns));
void md_curve_return(struct hedra_md *md);

/* part: particles that travel, of which `grow` and `set_count` make room: those
 * that are here stay. */
bool md_part_room(struct md_bytes *b, int64_t bytes);
bool md_part_grow(struct hedra_md *md, int64_t count);
void md_part_set_count(struct hedra_md *md, int64_t count);
void md_part_pack(const struct hedra_md *md, int64_t i, void *to);
void md_part_settle(struct hedra_md *md, int64_t to, const void *from);
/* part: brings particles to their parts, and finds their cells; ghosts, which
 * are moved with their particles, and of half lists give their forces back;
 * what all parts have together. */
void md_part_free(struct md_part *p);
/* The greatest status of all parts; what one that is fine says then. */
enum hedra_status md_part_agree(const struct hedra_md *md,
                                enum hedra_status status,
                                struct hedra_error *why);
enum hedra_status md_part_migrate(struct hedra_md *md, struct hedra_error *why);
enum hedra_status md_part_ghosts(struct hedra_md *md, struct hedra_error *why);
/* If there is a `meanwhile`, it is called while positions travel, once for each
 * hop along an axis of several parts, or once in all. */
void md_part_move(struct hedra_md *md,
                  void (*meanwhile)(struct hedra_md *md, int turn, int turns));
void md_part_return(struct hedra_md *md);
double md_part_largest(const struct hedra_md *md, double number);
void md_part_add(const struct hedra_md *md, double *numbers, int64_t count);

/* overlap, for parts: at a build, how many particles see no ghost. Is the next
 * step to overlap? If so, positions travel while the forces of these particles
 * are computed, and what is returned is the largest `moved` of all parts; then
 * the other forces. */
void md_overlap_make(struct hedra_md *md);
bool md_overlap_pays(const struct hedra_md *md);
double md_overlap_move(struct hedra_md *md, double moved);
void md_overlap_forces(struct hedra_md *md);

#endif
