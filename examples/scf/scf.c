/*
 * scf [--precision f64|mixed] MOLECULE.xyz [BASIS]: the restricted Hartree-Fock
 * energy of a molecule with an even number of electrons. Coulomb and exchange
 * matrices come directly from generated integral kernels in every iteration;
 * mixed: in f32 until the energy is known to COARSE_CHANGE, then in f64.
 *
 * The last line is "E(RHF) = VALUE" in hartree. Exit status: 0 if the energy
 * has converged, 1 if not, 2 for wrong usage or a molecule that cannot be done.
 */
#include "diis.h"
#include "linear.h"
#include "one_electron.h"

#include "basis_sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct hedra_error failure;

enum { MAX_ITERATIONS = 100 };

static const double ENERGY_CHANGE = 1e-10, ORBITAL_ERROR = 1e-7;
static const double THRESHOLD = 1e-12; /* of integrals */
static const double COARSE_CHANGE = 1e-4;

struct scf {
    int n, occupied;
    struct hedra_eri *eri;
    struct hedra_eri *coarse; /* in f32; NULL: not, or not any more */
    double nuclear;
    double *overlap, *core, *density, *fock, *half; /* half: S^(-1/2) */
    double *j, *k, *a, *b, *orbital, *value;
    struct diis *diis;
    struct hedra_eri_counts counts;
    double seconds;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "scf: %s\n", why);
    exit(2);
}

static double *new_matrix(int n)
{
    double *m = calloc((size_t)n * (size_t)n, sizeof *m);

    if (!m)
        give_up("memory is short");
    return m;
}

static double nuclear_repulsion(const struct hedra_eri_molecule *m)
{
    double sum = 0;

    for (int i = 0; i < m->atoms; i++)
        for (int k = 0; k < i; k++) {
            double square = 0;

            for (int x = 0; x < 3; x++)
                square += pow(m->centre[i][x] - m->centre[k][x], 2);
            sum += m->z[i] * m->z[k] / sqrt(square);
        }
    return sum;
}

/* S^(-1/2), without what is nearly linearly dependent. */
static void orthogonalise(struct scf *s)
{
    int n = s->n;

    memcpy(s->a, s->overlap, (size_t)n * (size_t)n * sizeof *s->a);
    if (!eigen(n, s->a, s->value))
        give_up("the overlap matrix cannot be diagonalised");
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            s->b[i * n + k] =
                s->value[i] > 1e-8 ? s->a[i * n + k] / sqrt(s->value[i]) : 0;
    multiply(n, s->a, true, s->b, false, s->half);
}

/* X' M X in s->b. */
static void to_orthogonal(struct scf *s, const double *m)
{
    multiply(s->n, m, false, s->half, false, s->a);
    multiply(s->n, s->half, true, s->a, false, s->b);
}

/* The density of the lowest orbitals of s->fock. */
static void occupy(struct scf *s)
{
    int n = s->n;

    to_orthogonal(s, s->fock);
    if (!eigen(n, s->b, s->value))
        give_up("the Fock matrix cannot be diagonalised");
    multiply(n, s->b, false, s->half, false, s->orbital);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double sum = 0;

            for (int o = 0; o < s->occupied; o++)
                sum += s->orbital[o * n + i] * s->orbital[o * n + k];
            s->density[i * n + k] = 2 * sum;
        }
}

/* M. Wolfsberg, L. Helmholz, J. Chem. Phys. 20, 837 (1952). */
static void guess(struct scf *s)
{
    int n = s->n;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double mean = 0.5 * (s->core[i * n + i] + s->core[k * n + k]);

            s->fock[i * n + k] =
                (i == k ? 1 : 1.75) * s->overlap[i * n + k] * mean;
        }
    occupy(s);
}

static void make_fock(struct scf *s)
{
    double begin = now();

    if (hedra_eri_jk(s->coarse ? s->coarse : s->eri, THRESHOLD, s->density,
                     s->j, s->k, &s->counts, &failure))
        give_up(failure.text);
    s->seconds = now() - begin;
    for (int i = 0; i < s->n * s->n; i++)
        s->fock[i] = s->core[i] + s->j[i] - 0.5 * s->k[i];
}

/* FDS - SDF between orthogonal functions in s->b; returns its greatest
 * element. */
static double orbital_error(struct scf *s)
{
    int n = s->n;
    double worst = 0;

    multiply(n, s->fock, false, s->density, false, s->a);
    multiply(n, s->a, false, s->overlap, false, s->b);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            s->orbital[i * n + k] = s->b[i * n + k] - s->b[k * n + i];
    to_orthogonal(s, s->orbital);
    for (int i = 0; i < n * n; i++)
        worst = fmax(worst, fabs(s->b[i]));
    return worst;
}

static void prepare(struct scf *s, const struct hedra_eri_molecule *m)
{
    double *attraction;
    int n, electrons = 0;

    for (int i = 0; i < m->atoms; i++)
        electrons += m->z[i];
    if (electrons % 2)
        give_up("the number of electrons is odd");
    n = s->n = hedra_eri_functions(s->eri);
    s->occupied = electrons / 2;
    if (s->occupied > n)
        give_up("the basis has too few functions");
    s->nuclear = nuclear_repulsion(m);
    s->overlap = new_matrix(n);
    s->core = new_matrix(n);
    s->density = new_matrix(n);
    s->fock = new_matrix(n);
    s->half = new_matrix(n);
    s->j = new_matrix(n);
    s->k = new_matrix(n);
    s->a = new_matrix(n);
    s->b = new_matrix(n);
    s->orbital = new_matrix(n);
    s->value = new_matrix(n);
    s->diis = diis_new(n);
    if (!s->diis)
        give_up("memory is short");
    attraction = new_matrix(n);
    one_electron(s->eri, m, s->overlap, s->core, attraction);
    for (int i = 0; i < n * n; i++)
        s->core[i] += attraction[i];
    free(attraction);
    orthogonalise(s);
    guess(s);
}

static void finish(struct scf *s)
{
    double *all[] = {s->overlap, s->core, s->density, s->fock,    s->half, s->j,
                     s->k,       s->a,    s->b,       s->orbital, s->value};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    diis_free(s->diis);
    hedra_eri_free(s->coarse);
    hedra_eri_free(s->eri);
}

/* From now on in f64: what the older Fock matrices say is forgotten. */
static void refine(struct scf *s)
{
    hedra_eri_free(s->coarse);
    s->coarse = NULL;
    diis_free(s->diis);
    s->diis = diis_new(s->n);
    if (!s->diis)
        give_up("memory is short");
    puts("From here on in f64:");
}

/* Iterates; the energy, and whether it has converged. */
static bool iterate(struct scf *s, double *energy)
{
    double last = 0;

    puts(" it          energy/Eh     change      error  integrals/s   "
         "quartets    skipped");
    for (int it = 1; it <= MAX_ITERATIONS; it++) {
        double error;

        make_fock(s);
        *energy = s->nuclear + 0.5 * (dot(s->n, s->density, s->core) +
                                      dot(s->n, s->density, s->fock));
        error = orbital_error(s);
        printf("%3d %18.10f %10.2e %10.2e %11.3f %11lld %10lld\n", it, *energy,
               *energy - last, error, s->seconds, (long long)s->counts.quartets,
               (long long)s->counts.skipped);
        fflush(stdout);
        if (!s->coarse && fabs(*energy - last) < ENERGY_CHANGE &&
            error < ORBITAL_ERROR)
            return true;
        if (s->coarse && fabs(*energy - last) < COARSE_CHANGE)
            refine(s);
        last = *energy;
        diis_extrapolate(s->diis, s->fock, s->b);
        occupy(s);
    }
    return false;
}

static const struct basis_sets *find_basis(const char *name)
{
    size_t count = sizeof basis_sets / sizeof *basis_sets;

    for (size_t i = 0; i < count; i++)
        if (strcmp(basis_sets[i].name, name) == 0)
            return &basis_sets[i];
    fprintf(stderr, "scf: '%s' is none of the basis sets:", name);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, " %s", basis_sets[i].name);
    fputc('\n', stderr);
    exit(2);
}

static struct hedra_eri *new_eri(const struct hedra_eri_set *set,
                                 const struct hedra_eri_molecule *m)
{
    struct hedra_error wrong;
    struct hedra_eri *eri;

    eri = hedra_eri_new(set, m->atoms, m->z, (const double(*)[3])m->centre,
                        &wrong);
    if (!eri)
        give_up(wrong.text);
    return eri;
}

static _Noreturn void refuse_usage(void)
{
    fputs("usage: scf [--precision f64|mixed] MOLECULE.xyz [BASIS]\n", stderr);
    exit(2);
}

/* Takes --precision off the words; whether it is mixed. */
static bool take_precision(int *argc, char ***argv)
{
    bool mixed;

    if (*argc < 2 || strcmp((*argv)[1], "--precision") != 0)
        return false;
    if (*argc < 3)
        refuse_usage();
    mixed = strcmp((*argv)[2], "mixed") == 0;
    if (!mixed && strcmp((*argv)[2], "f64") != 0)
        refuse_usage();
    *argc -= 2;
    *argv += 2;
    return mixed;
}

int main(int argc, char **argv)
{
    bool mixed = take_precision(&argc, &argv), converged;
    const struct basis_sets *basis;
    struct hedra_eri_molecule molecule;
    struct scf s = {0};
    struct hedra_error why;
    double energy;

    if (argc < 2 || argc > 3 || argv[1][0] == '-')
        refuse_usage();
    basis = find_basis(argc > 2 ? argv[2] : "sto-3g");
    if (hedra_eri_read_xyz(argv[1], &molecule, &why)) {
        fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    s.eri = new_eri(basis->f64, &molecule);
    if (mixed)
        s.coarse = new_eri(basis->f32, &molecule);
    prepare(&s, &molecule);
    printf("%d atoms, %d functions, %d electrons; integrals on %s\n",
           molecule.atoms, s.n, 2 * s.occupied, hedra_eri_device(s.eri));
    converged = iterate(&s, &energy);
    printf("%s\nE(RHF) = %.8f\n", converged ? "Converged." : "Not converged.",
           energy);
    finish(&s);
    hedra_eri_free_molecule(&molecule);
    return converged ? 0 : 1;
}
