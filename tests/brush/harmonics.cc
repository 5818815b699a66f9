/* harmonics: the coefficients of spherical functions against libint2's. */
extern "C" {
#include "brush/algebra/bracket.h"
#include "brush/algebra/shell.h"
}

#include <libint2.hpp>

#include <cmath>
#include <cstdio>

/* libint2's are for components that all have the norm of x^l, as ours are. */
int main()
{
    int wrong = 0;

    for (int l = 0; l <= BASIS_MAX_L; l++)
        for (int m = -l; m <= l; m++)
            for (int n = 0; n < bracket_component_count(l); n++) {
                int8_t p[3];
                double ours = shell_harmonic(l, m, n), theirs;

                bracket_component(l, n, p);
                theirs = libint2::solidharmonics::SolidHarmonicsCoefficients<
                    double>::coeff(l, m, p[0], p[1], p[2]);
                if (std::fabs(ours - theirs) <= 1e-14)
                    continue;
                std::printf("l %d m %d x%d y%d z%d: %.16g is not %.16g\n", l, m,
                            p[0], p[1], p[2], ours, theirs);
                wrong++;
            }
    return wrong ? 1 : 0;
}
