/*
 * Private to cooperative_rows.c and ast.c: what the threads of a block that
 * share long loops do together.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_COOPERATIVE_ROWS_H
#define HEDRA_POLYHEDRAL_LOWER_COOPERATIVE_ROWS_H

#include <stdbool.h>

struct spread;

struct lower_rows {
    bool together; /* all threads of the block come to what is lowered */
    int holds;     /* the condition (PRED, -1: none) under which stands what
                      they do apart */
    struct spread *spread; /* the statement at hand, if they share its loop */
};

#endif
