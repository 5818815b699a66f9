/*
 * What report/accesses.c says of an access to memory. Other folders see it
 * through report/report.h, the compiler through region.h.
 */
#ifndef HEDRA_POLYHEDRAL_REPORT_ACCESS_H
#define HEDRA_POLYHEDRAL_REPORT_ACCESS_H

#include "runtime/base/base.h"

#include <stdbool.h>

/* An access to memory in a GPU kernel that runs in parallel, as a full warp
 * makes it, whatever the sizes: polyhedral/cost/access_pattern.c, thesis
 * sec. 2.5. */
struct region_access {
    int number;       /* as in the origins of KIR's accesses (kir_origin) */
    int kernel;       /* number of the function in region->gpu */
    const char *text; /* "A[i][k]" */
    int array;        /* of the scop */
    bool moves;       /* do lanes access different elements? */
    struct loc loc;
    bool write;
    bool known;         /* affine; if not, nothing below holds */
    bool staged;        /* served by a tile in shared memory */
    const char *stride; /* between neighbouring lanes: "8 * n bytes" */
    double direct;      /* sectors per request of global memory, the mean
                           over alignments */
    double sectors;     /* the same as asked for: of the copy if it is
                           staged */
    double ideal;       /* sectors that hold as many bytes in one piece */
    double eta;         /* eta(d(P, Pi)) = ideal / sectors */
    double eta_best;    /* eta(d(Pi)), eq. 2.12: the best over the plans that
                           take one mapped dimension as lanes, and this one */
    double theta;       /* eq. 2.11: the best over the worst of these plans */
    /* What of the array's layout would let lanes touch fewer sectors, and the
     * efficiency then; NULL: nothing that is known. */
    const char *better;
    double eta_better;
    const char *layout; /* of the array, NULL: C's */
};

#endif
