/* Sparse triangular matrices, row by row in the colours of their levels, as PNG
 * files. */
#ifndef HEDRA_EXAMPLES_SPTRSV_PICTURE_H
#define HEDRA_EXAMPLES_SPTRSV_PICTURE_H

#include "../market.h"

/* Two pictures side by side: the matrix as it is, and with rows and columns in
 * the order of their levels (level[i], from 1 to `levels`). 0 if the file
 * cannot be written. */
int picture_write(const char *path, const struct market *a, const int *level,
                  int levels);

#endif
