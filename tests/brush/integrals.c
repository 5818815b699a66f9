/* integrals BASIS f64|f32 MOLECULE.xyz THRESHOLD: every unique integral by the
 * generated kernels against libint2, absolutely. With threshold 0 nothing is
 * left out. */
#include "tests/brush/compare.h"
#include "tests/brush/sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct hedra_eri_molecule molecule;
    const struct hedra_eri_set *set;
    struct comparison result;
    struct hedra_eri *eri;
    struct hedra_error wrong;
    struct hedra_error why;
    double bound;
    bool good;

    if (argc != 5) {
        fputs("usage: integrals BASIS f64|f32 MOLECULE.xyz THRESHOLD\n",
              stderr);
        return 2;
    }
    set = find_set(argv[1], strcmp(argv[2], "f32") == 0);
    if (!set) {
        fprintf(stderr, "%s in %s is not here\n", argv[1], argv[2]);
        return 2;
    }
    if (hedra_eri_read_xyz(argv[3], &molecule, &why)) {
        fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    eri = hedra_eri_new(set, molecule.atoms, molecule.z,
                        (const double(*)[3])molecule.centre, &wrong);
    if (!eri) {
        fprintf(stderr, "%s\n", wrong.text);
        return 2;
    }
    bound = set->element_size == 8 ? 1e-12 : 1e-5;
    good = compare_all(eri, set, atof(argv[4]), false, NULL, &result);
    printf("%lld integrals, greatest error %.2e at (%d %d|%d %d)\n",
           (long long)result.integrals, result.worst, result.at[0],
           result.at[1], result.at[2], result.at[3]);
    hedra_eri_free(eri);
    hedra_eri_free_molecule(&molecule);
    return good && result.worst <= bound ? 0 : 1;
}
