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

enum { MOST_SHELLS = 256, MOST_ELEMENTS = 16 };

static bool is_kept(const struct hedra_eri_kind *kind, const char *letters)
{
    for (int s = 0; s < kind->segments; s++)
        if (!strchr(letters, "spdf"[kind->l[s]]))
            return false;
    return true;
}

const struct hedra_eri_set *keep_shells(const struct hedra_eri_set *set,
                                        const char *letters)
{
    static struct hedra_eri_element element[MOST_ELEMENTS];
    static struct hedra_eri_set less;
    static int shell[MOST_SHELLS];
    int count = 0;

    less = *set;
    less.element = element;
    less.elements = 0;
    for (int e = 0; e < set->elements && e < MOST_ELEMENTS; e++) {
        const struct hedra_eri_element *from = &set->element[e];
        struct hedra_eri_element to = {from->z, 0, shell + count};

        for (int i = 0; i < from->shells && count < MOST_SHELLS; i++)
            if (is_kept(&set->kind[set->shell[from->shell[i]].kind], letters)) {
                shell[count++] = from->shell[i];
                to.shells++;
            }
        element[less.elements++] = to;
    }
    return count ? &less : NULL;
}
