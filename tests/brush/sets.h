/* The generated sets by name. */
#ifndef HEDRA_TESTS_BRUSH_SETS_H
#define HEDRA_TESTS_BRUSH_SETS_H

#include <stdbool.h>

#include "runtime/include/hedra_eri.h"

/* NULL if there is none. */
const struct hedra_eri_set *find_set(const char *name, bool f32);

/* The set without the shells that have other angular momenta than those whose
 * letters are given ("pd"), in static storage until the next call; NULL if none
 * are left. */
const struct hedra_eri_set *keep_shells(const struct hedra_eri_set *set,
                                        const char *letters);

#endif
