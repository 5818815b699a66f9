/* Sweeps along the three axes of one array. */
#ifndef HEDRA_EXAMPLES_ORDERINGS_SWEEPS_H
#define HEDRA_EXAMPLES_ORDERINGS_SWEEPS_H

/* Prints what each order of the loops misses, by the order in memory. */
void sweeps_print(void);

#endif
