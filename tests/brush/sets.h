/* The generated sets by name. */
#ifndef HEDRA_TESTS_BRUSH_SETS_H
#define HEDRA_TESTS_BRUSH_SETS_H

#include <stdbool.h>

#include "runtime/eri.h"

/* NULL if there is none. */
const struct hedra_eri_set *find_set(const char *name, bool f32);

#endif
