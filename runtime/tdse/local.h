/* What the files tdse*.c of libhedra share. */
#ifndef HEDRA_RUNTIME_TDSE_LOCAL_H
#define HEDRA_RUNTIME_TDSE_LOCAL_H

#include "runtime/tdse/grid.h"

struct hedra_tdse {
    struct tdse_grid grid;
    struct hedra_tridiag *solver;
};

#endif
