/* The tridiagonal solver's kernels: a module for each of its types. */
#include "backends/library/library.h"
#include "backends/library/tridiag_build.h"

static struct kir_module *build(struct arena *arena, int number)
{
    static const char *const name[] = {"tridiag_float", "tridiag_double",
                                       "tridiag_complex_float",
                                       "tridiag_complex_double"};
    const enum kir_type real = number % 2 ? KIR_F64 : KIR_F32;
    const int parts = number < 2 ? 1 : 2;
    struct kir_module *m = kir_module_new(arena, name[number], "libhedra");
    build_reduce(m, real, parts);
    build_factor(m, real, parts);
    build_reduce_kept(m, real, parts);
    build_solve(m, real, parts, false);
    build_solve(m, real, parts, true);
    build_solve_long(m, real, parts, false);
    build_solve_long(m, real, parts, true);
    build_thomas(m, real, parts);
    build_thomas_factor(m, real, parts);
    build_thomas_kept(m, real, parts);
    build_untangle(m, real, parts);
    return m;
}

/* By enum hedra_tridiag_type. */
const struct hosted_family hosted_tridiag = {"tridiag", 4, build};
