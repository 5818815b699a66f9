/* The paper's figures as PNG files, FOLDER/figure-NN.png; each function ends
 * the process if one cannot be written. */
#ifndef HEDRA_EXAMPLES_ORDERINGS_PICTURES_H
#define HEDRA_EXAMPLES_ORDERINGS_PICTURES_H

#include "examples/orderings/measure.h"

/* Figs 1 to 4: paths; 5 to 9: offsets; 14: a half stencil. */
void pictures_of_paper(const char *folder);
/* One of figs 10 to 13: miss rates over the size of the cache. */
void picture_of_caches(const char *folder, const struct figure *figure,
                       const struct misses misses[ORDERS]);

#endif
