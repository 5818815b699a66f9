/*
 * Private to polyhedral/tile/unroll_jam.c and unguarded.c: a band whose threads
 * are given several points, while that is done.
 */
#ifndef HEDRA_POLYHEDRAL_TILE_UNROLL_JAM_H
#define HEDRA_POLYHEDRAL_TILE_UNROLL_JAM_H

#include "polyhedral/model/model.h"

enum { BEFORE, MAIN, AFTER, TIMES };

struct unroll_jam {
    const struct poly *poly;
    struct map_kernel *kernel;
    int members, dims;
    int64_t
        steps; /* all iterations in order, of a closure's block; 0: not so */
    int64_t *tile;                   /* points of a block along each member */
    isl_multi_union_pw_aff *partial; /* the band's */
    isl_union_set *part[TIMES];      /* statements by when they run */
};

/* register_promotion.c. Fills the kernel's promoted arrays and returns the last
 * part that they are for. What comes after is one of them unless that costs an
 * array. */
int unroll_jam_find_promoted(struct unroll_jam *j);

/* unroll_jam_points.c. Returns statements -> [h…, f…], the points of one
 * launch. */
isl_union_map *unroll_jam_places(const struct unroll_jam *j);
/* Is the statement (of poly->stmt) one of those? */
bool unroll_jam_is_in(const struct poly *poly, int stmt,
                      isl_union_set *statements);
/* The map (taken) with the first `count` dimensions of its domain as parameters
 * NAMEfrom, …. */
isl_map *unroll_jam_with_params(const struct unroll_jam *j, isl_map *map,
                                int count, const char *name, int from);
/* Returns the points of the statements, as statements -> [h…, f…] has them. */
isl_set *unroll_jam_points_of(const struct unroll_jam *j,
                              isl_union_set *statements);
/* The points f of the statements for which they do something, as parameters
 * hd_f…, and hd_h…. */
isl_set *unroll_jam_points(const struct unroll_jam *j,
                           isl_union_set *statements);

/* unguarded.c. Do all points of the statements run through the same iterations,
 * while the points are no box? */
bool unguarded_is_slanted(const struct unroll_jam *j,
                          isl_union_set *statements);
/* Per poly->stmt: may it run for all points of a block, there or not, since
 * nothing but registers sees what it does for the others? Arrays are held in
 * registers up to the part `last`. NULL if the main part is no such statement.
 */
bool *unguarded_find(const struct unroll_jam *j, int last);

#endif
