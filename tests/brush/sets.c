#include "tests/brush/sets.h"

#include "basis_sets.h"

#include <string.h>

const struct hedra_eri_set *find_set(const char *name, bool f32)
{
    for (size_t i = 0; i < sizeof basis_sets / sizeof *basis_sets; i++)
        if (strcmp(basis_sets[i].name, name) == 0)
            return f32 ? basis_sets[i].f32 : basis_sets[i].f64;
    return NULL;
}
