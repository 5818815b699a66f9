/* What the files share that measure locality (hedra_order_metric.h). */
#ifndef HEDRA_RUNTIME_ORDER_METRIC_H
#define HEDRA_RUNTIME_ORDER_METRIC_H

#include "runtime/include/hedra_order_metric.h"
#include "runtime/order/local.h"

struct hedra_stencil {
    int dims;
    int64_t reach, count;
    int32_t (*cell)[3];
};

/* A stencil over the cells of an ordering. */
struct sweep {
    const struct hedra_order *order;
    const struct hedra_stencil *stencil;
    int64_t *step; /* of row-major numbers, for each cell of the stencil */
    void *rank;    /* the index of each cell, in `bytes` bytes */
    size_t bytes;
};

/* Checks that they fit each other and makes the tables; `faces`: centres near
 * faces count too. */
enum hedra_status sweep_new(struct sweep *s, const struct hedra_order *order,
                            const struct hedra_stencil *stencil, bool faces,
                            struct hedra_error *why);
void sweep_drop(struct sweep *s);
/* The index of a row-major number. */
uint64_t sweep_rank(const struct sweep *s, int64_t number);
/* The cell of a row-major number; is it `reach` from all faces? */
bool sweep_centre(const struct sweep *s, int64_t number, int64_t cell[3]);

#endif
