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

/* A part of a box; `needed`: hops along each axis, more than one where bricks
 * are thinner than cutoff + skin, 0 while that is not known; whether a ghost
 * has come through a face of the box. */
struct md_part {
    struct hedra_md_links links;
    struct hedra_md_brick brick;
    int64_t capacity; /* of arrays of particles */
    struct md_bytes out[2], shifted;
    struct md_hop hop[MD_HOPS];
    int hops, needed[3];
    struct md_inner inner;
    struct md_balance balance;
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
 * hop along an axis of several parts. */
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
