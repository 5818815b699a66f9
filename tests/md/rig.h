/* What the tests of molecular dynamics share: systems to begin with. */
#ifndef HEDRA_TESTS_MD_RIG_H
#define HEDRA_TESTS_MD_RIG_H

#include "tests/runtime/unit.h"

#include "runtime/include/hedra_md.h"

/* Particles in memory of their own; what is not asked for is NULL. */
struct system {
    struct hedra_md_options options;
    struct hedra_md_particles particles;
};

/* n^3 cells of the melt: density 0.8442, temperature 1.44, cutoff 2.5, skin
 * 0.3, steps of 0.005. */
struct system rig_melt(int n);
/* `count` particles of `types` types at random places no closer than 0.9 in a
 * box of these sides. */
struct system rig_random(int count, int types, const double side[3]);
void rig_free(struct system *s);

/* An object that must be had; measured, stepped without an error. */
struct hedra_md *rig_make(const struct system *s);
struct hedra_md_thermo rig_measure(struct hedra_md *md);
void rig_step(struct hedra_md *md, int64_t steps);
/* Copies all of a state but ids. */
void rig_get(const struct hedra_md *md, struct hedra_md_particles *to);

/* Checks as usual, and where the point of numbers is a comma. CTest makes such
 * a locale and says by LOCPATH where; it must be there then. */
void rig_check_with_comma(void (*check)(void));

/* From 0 to 1, the same numbers in every run. */
double rig_number(void);

#endif
