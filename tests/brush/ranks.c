/* ranks MOLECULE.xyz: both matrices by all ranks against one alone, within
 * 1e-11, and the same bits on every rank. */
#include "tests/brush/sets.h"
#include "tests/tsa/mpi_rig.h"

#include <hedra_eri_mpi.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct matrices {
    double *density, *j, *k, *one_j, *one_k;
};

static double worst_of(const double *a, const double *b, size_t count)
{
    double worst = 0;

    for (size_t i = 0; i < count; i++)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

/* Whether the first rank has the same bits. */
static bool same_bits(const double *own, size_t count)
{
    double *first = malloc((count + 1) * sizeof *first);
    bool same;

    memcpy(first, own, count * sizeof *first);
    MPI_Bcast(first, (int)count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    same = memcmp(first, own, count * sizeof *first) == 0;
    free(first);
    return same;
}

static bool compare(const struct hedra_eri *eri, double threshold)
{
    size_t n = (size_t)hedra_eri_functions(eri), all = n * n;
    struct hedra_eri_counts mine, one;
    double *memory = calloc(5 * all + 1, sizeof *memory);
    struct matrices m = {memory, memory + all, memory + 2 * all,
                         memory + 3 * all, memory + 4 * all};
    double worst;
    bool good;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            m.density[i * n + k] = cos((double)(i * k + 3 * (i + k)));
    good = !hedra_eri_jk(eri, threshold, m.density, m.one_j, m.one_k, &one,
                         NULL) &&
           !hedra_eri_mpi_jk(MPI_COMM_WORLD, eri, threshold, m.density, m.j,
                             m.k, &mine, NULL);
    worst = fmax(worst_of(m.j, m.one_j, all), worst_of(m.k, m.one_k, all));
    printf("%lld quartets, greatest difference %.2e\n",
           (long long)mine.quartets, worst);
    good = good && worst <= 1e-11 && mine.quartets > 0 &&
           memcmp(&mine, &one, sizeof one) == 0 && same_bits(m.j, all) &&
           same_bits(m.k, all);
    free(memory);
    return good;
}

int main(int argc, char **argv)
{
    struct hedra_eri_molecule molecule;
    struct hedra_error wrong;
    struct hedra_eri *eri;
    struct hedra_error why;
    bool good;

    MPI_Init(&argc, &argv);
    if (argc != 2 || hedra_eri_read_xyz(argv[1], &molecule, &why))
        return 2;
    eri = hedra_eri_new(find_set("sto-3g", false), molecule.atoms, molecule.z,
                        (const double(*)[3])molecule.centre, &wrong);
    if (!eri)
        printf("%s\n", wrong.text);
    good = eri && compare(eri, 0) && compare(eri, 1e-6);
    hedra_eri_free(eri);
    hedra_eri_free_molecule(&molecule);
    return finish_ranks(!good);
}
