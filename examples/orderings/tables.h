/* The paper's numbers as tables. */
#ifndef HEDRA_EXAMPLES_ORDERINGS_TABLES_H
#define HEDRA_EXAMPLES_ORDERINGS_TABLES_H

#include "examples/orderings/measure.h"

/* Table 2, eq. 11, fig. 14, figs 5 to 9, runs of faces. */
void tables_of_paper(void);
/* One of figs 10 to 13. */
void table_of_caches(const struct figure *figure,
                     const struct misses misses[ORDERS]);
/* What the paper says in words and what is computed. */
void tables_remarks(void);
/* A box of the user's own, in the orderings that are wanted. */
void table_of_box(const struct box *box,
                  const struct hedra_stencil_options *stencil, int64_t block,
                  const bool wanted[ORDERS]);

/* Writes the misses for every size of cache to FOLDER/NAME.csv, of those
 * orderings that were measured. */
void write_csv(const char *folder, const char *name,
               const struct misses misses[ORDERS]);

/* The misses of a cache of c blocks. */
uint64_t misses_at(const struct misses *m, uint64_t c);

#endif
