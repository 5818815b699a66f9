/* The pictures of a run. */
#ifndef HEDRA_EXAMPLES_MD_PICTURES_H
#define HEDRA_EXAMPLES_MD_PICTURES_H

#include "examples/md/settings.h"

/* What has been measured at times: potential, kinetic and total energy, and the
 * mean of the squares of ways. */
struct history {
    int count, capacity;
    double *time, *energy[3], *way;
};

/* Draws energies.png, displacement.png, rdf.png and slab.png in the folder, or
 * ends the process. */
void pictures_draw(const struct hedra_md *md, const struct history *h,
                   const struct settings *s);

#endif
