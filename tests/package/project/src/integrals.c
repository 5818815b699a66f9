/* The integrals over the two 1s functions of H2 at 1.4 bohr in STO-3G, as they
 * stand in textbooks: (11|11), (11|22), (11|12) and (12|12). */
#include <stdio.h>

#include <hedra_eri.h>

#include "sto_3g.h"

int main(void)
{
    static const int z[2] = {1, 1};
    static const double centre[2][3] = {{0, 0, 0}, {0, 0, 1.4}};
    struct hedra_eri *eri = hedra_eri_new(&sto_3g, 2, z, centre, NULL);
    double value[16];

    if (!eri || hedra_eri_fill(eri, 0, value, NULL, NULL))
        return 1;
    printf("%.4f %.4f %.4f %.4f\n", value[0], value[3], value[1], value[5]);
    hedra_eri_free(eri);
    return 0;
}
