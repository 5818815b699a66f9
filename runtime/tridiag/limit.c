/* How small a pivot may be, for the libraries hedra and hedra_mpi. */
#include "runtime/tridiag/local.h"

#include <math.h>

/* What diagonal elements have lost shows as pivots that ought to be zero but
 * are not: so many times epsilon, and some more, for the errors of one line. Of
 * as many lines as they have lost, which are those that depend on each other,
 * the errors may add up, and over the `lines` that are eliminated next. And a
 * line of a reduced system stands for many: the pivots of an elliptic equation
 * are 1 / n there, if n lines are left. */
double tridiag_limit(double limit, double epsilon, double loss, int64_t lines)
{
    const double some = 1000, usual = 20 * TRIDIAG_PIVOT_LIMIT;
    const double part = fmin(1, limit / TRIDIAG_PIVOT_LIMIT);
    const double least =
        fmax(usual, fmax(some, 2 * loss * (double)lines) * loss * epsilon);
    return loss > 1 ? fmax(limit, part * least) : limit;
}
