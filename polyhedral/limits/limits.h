/*
 * The door of limits/: what the integer set library may cost, and which
 * decisions of the mapping may be taken by measurements. It knows neither scops
 * nor models.
 *
 * budget.c    operations and seconds that isl may take for a region
 * gmp_pool.c  memory of GMP's integers, which isl asks for all the time
 * passes.c    the rows of passes.def: which run, and which are printed
 * tunable.c   decisions of the mapping, with ranges, as values and as text
 */
#ifndef HEDRA_POLYHEDRAL_LIMITS_LIMITS_H
#define HEDRA_POLYHEDRAL_LIMITS_LIMITS_H

#include "polyhedral/limits/budget.h"
#include "polyhedral/limits/passes.h"
#include "polyhedral/limits/tunable.h"

#endif
