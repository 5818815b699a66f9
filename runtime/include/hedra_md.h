/*
 * Molecular dynamics of Lennard-Jones particles, sorted by cells that lie in
 * any order of <hedra_order.h>. Al-Kharusi and Walker, "Locality properties of
 * 3D data orderings with application to parallel molecular dynamics
 * simulations" (2019), sec. 4.
 *
 *     E(r) = 4 epsilon ((sigma / r)^12 - (sigma / r)^6),  r < cutoff   (eq. 9)
 *
 * in Lennard-Jones units, in an orthogonal box whose axes are periodic or open.
 * Steps are those of the velocity Verlet method (W. C. Swope and others, J.
 * Chem. Phys. 76, 637 (1982)), at constant energy unless a thermostat of
 * <hedra_md_observe.h> is set. Neighbours come from Verlet
 * lists (sec. 4.2), periodic images from copies of particles (ghosts,
 * sec. 4.3).
 *
 * With FULL lists a run has the same bits for every order and any number of
 * threads (HEDRA_THREADS), on processors with the same instructions: a
 * particle's neighbours are summed cell by cell from the lowest to the highest,
 * within a cell in the order in which the caller gave them. With HALF lists the
 * order changes the last bits, the number of threads does not.
 *
 * Vectors of three are `double a[3 * i + axis]`. One thread at a time may use
 * an object. Nothing is printed.
 */
#ifndef HEDRA_MD_H
#define HEDRA_MD_H

#include "hedra_order.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HEDRA_MD_API __attribute__((visibility("default")))
#else
#define HEDRA_MD_API
#endif

/* What the energy of a pair is near its cutoff. */
enum hedra_md_energy {
    HEDRA_MD_PLAIN, /* E(r): it leaps at the cutoff */
    HEDRA_MD_SHIFT, /* E(r) - E(cutoff): forces are those of PLAIN */
    /* E(r) - E(cutoff) - (r - cutoff) E'(cutoff): forces end at 0, too (LAMMPS'
     * lj/smooth/linear) */
    HEDRA_MD_SMOOTH
};

/* Unlike pairs that are not given: epsilon is the root of the product of both
 * types', sigma and cutoff are so too, or are means. */
enum hedra_md_mixing { HEDRA_MD_GEOMETRIC, HEDRA_MD_ARITHMETIC };

enum hedra_md_list {
    HEDRA_MD_FULL, /* each particle lists all of its neighbours */
    /* Each pair is listed once, and its force added to both. */
    HEDRA_MD_HALF
};

enum hedra_md_real {
    HEDRA_MD_DOUBLE,
    /* Pairs in float, for forces; sums over particles, steps and what is
     * measured in double. */
    HEDRA_MD_MIXED
};

/* A pair of types, which count from 1. */
struct hedra_md_pair {
    int a, b;
    double epsilon, sigma;
    double cutoff; /* 0: the options' */
};

/* Zeros stand for the first of each enum. */
struct hedra_md_options {
    double low[3], high[3]; /* the box */
    bool open[3];           /* this axis is not periodic */
    int types;              /* 0: 1 */
    const double *mass;     /* of each type; NULL: 1 */
    /* Pairs of types, `pairs` of them; the pair of each type with itself must
     * be there. NULL: epsilon = sigma = 1 for all. */
    const struct hedra_md_pair *pair;
    int pairs;
    int mixing;    /* enum hedra_md_mixing */
    int energy;    /* enum hedra_md_energy */
    double cutoff; /* above 0 */
    /* Lists hold all pairs closer than the largest cutoff + skin when they are
     * built; above 0. */
    double skin;
    double step; /* the time of a step, above 0 */
    /* Lists are rebuilt in each step whose number is a multiple of `every`,
     * whatever has moved, as the paper does; 0: when twice the largest
     * displacement since the last time exceeds skin. */
    int64_t every;
    int list; /* enum hedra_md_list */
    int real; /* enum hedra_md_real */
    /* The order of cells; size and dims are not read. NULL: HILBERT. */
    const struct hedra_order_options *order;
    /* How many cells the cutoff + skin may span, g of sec. 4.1: 1 to 8; 0: 2.
     */
    int reach;
    /* Particles are sorted by cell each so many rebuilds; 0: each. */
    int64_t sort_every;
};

/* Particles as arrays of the caller's. Those that may be NULL are then not read
 * (types are 1, ids 1 to count, velocities and images 0), or not written. */
struct hedra_md_particles {
    int64_t count;
    double *position;
    double *velocity; /* may be NULL */
    double *force;    /* of hedra_md_get; may be NULL */
    int *type;        /* from 1; may be NULL */
    int64_t *id;      /* any numbers; may be NULL */
    int *image;       /* how often each has left the box upwards; may be NULL */
};

/* What LAMMPS prints, in its units: energies for each particle, T = 2 KinEng N
 * / (3 N - 3), P = ((3 N - 3) T + virial) / (3 V). */
struct hedra_md_thermo {
    int64_t step;
    double temperature, potential, kinetic, total, pressure, volume;
    double momentum[3]; /* of all particles */
    /* The share of particles that have left their cell since they were sorted,
     * N_frag. */
    double moved;
    /* The total energy less what a thermostat (<hedra_md_observe.h>) has given;
     * it stays, as far as steps are short. */
    double conserved;
};

/* What each rank, or other part, of a box owns (hedra_md_mpi_create): a brick
 * of cells, or a stretch of the order of all cells. */
enum hedra_md_own { HEDRA_MD_BRICKS, HEDRA_MD_CURVE };

/* What is shared out evenly when borders between ranks, or other parts, move
 * (hedra_md_mpi_set_balance): the neighbours of their particles, or the time
 * that forces take, where parts are not equally fast, as on cores that others
 * use too. How fast each is was measured since borders could move last. */
enum hedra_md_balance { HEDRA_MD_BY_NEIGHBOURS, HEDRA_MD_BY_TIME };

/* What the lists cost. Times are seconds since the object was made. */
struct hedra_md_counts {
    int64_t particles, ghosts, cells;
    int64_t neighbours;        /* in all lists, as last built */
    int64_t builds, dangerous; /* since the first list; dangerous: too late */
    int64_t sorts;
    int64_t balances; /* how often borders between ranks have moved */
    double pair, neighbour, sort, ghost, modify, output;
    /* "avx512", "avx2", "base", or the device that steps run on. */
    const char *kernels;
    int threads;
};

struct hedra_md;

/* Functions ----------------------------------------------------------------
 *
 * Those that can fail return a status of <hedra_error.h> and fill *why, unless
 * it is NULL. HEDRA_ERROR_ARGUMENT: a pointer is NULL that must not be, or a
 * number is out of range; HEDRA_ERROR_SIZE: a side of the box is too short for
 * the cutoff; HEDRA_ERROR_TOO_LARGE: more than 2^30 particles and ghosts;
 * HEDRA_ERROR_NO_MEMORY.
 */

/* Checks the options, copies the particles, builds the lists and computes the
 * forces; the object in *made, or NULL there, is for hedra_md_destroy.
 * Particles outside of a periodic axis are brought inside. A periodic side must
 * be at least the largest cutoff + skin: a particle then meets several images
 * of another. HEDRA_ERROR_NOT_FINITE: a position, velocity or force is; the
 * text names the particle, and the other one where two lie upon each other. */
HEDRA_MD_API enum hedra_status
hedra_md_create(const struct hedra_md_options *options,
                const struct hedra_md_particles *particles,
                struct hedra_md **made, struct hedra_error *why);

/* Frees the object; NULL is allowed. */
HEDRA_MD_API void hedra_md_destroy(struct hedra_md *md);

/* Does `steps` steps, 0 or more. HEDRA_ERROR_NOT_FINITE: a particle moves
 * further than cutoff + skin in one step, or is nowhere; the text says which,
 * when, and where to. After an error the object is good for hedra_md_destroy
 * alone. */
HEDRA_MD_API enum hedra_status hedra_md_step(struct hedra_md *md, int64_t steps,
                                             struct hedra_error *why);

/* Has steps run on a device from now on: "cuda:1", "opencl", "host", "ptxsim"
 * or "auto", as in HEDRA_DEVICE (hedra.h). Forces, moves and lists are made
 * there, while particles are sorted on the host when lists are built. With FULL
 * lists the bits are the same on every device; with HALF lists forces are added
 * in any order, and differ in their last bits. HEDRA_ERROR_ARGUMENT: a device
 * is set already; HEDRA_ERROR_NO_DEVICE: it cannot be used, or, of all
 * functions from then on, has failed; the object is good for hedra_md_destroy
 * alone then.
 */
HEDRA_MD_API enum hedra_status hedra_md_set_device(struct hedra_md *md,
                                                   const char *device,
                                                   struct hedra_error *why);

/* Fills *thermo for the state as it is; costs a pass over all pairs, once for
 * each state. With unchecked lists (`every`) pairs that are not in them do not
 * count, as they do not for forces. */
HEDRA_MD_API enum hedra_status hedra_md_measure(struct hedra_md *md,
                                                struct hedra_md_thermo *thermo,
                                                struct hedra_error *why);

/* Copies the state to those arrays of *to that are not NULL, in the order in
 * which particles were given, and sets its count. Positions are inside of
 * periodic axes, images go with them. */
HEDRA_MD_API enum hedra_status hedra_md_get(const struct hedra_md *md,
                                            struct hedra_md_particles *to,
                                            struct hedra_error *why);

/* Replaces all velocities; HEDRA_ERROR_NOT_FINITE as hedra_md_create. */
HEDRA_MD_API enum hedra_status hedra_md_set_velocity(struct hedra_md *md,
                                                     const double *velocity,
                                                     struct hedra_error *why);

/* Returns the numbers and times of the object, all 0 if md is NULL. */
HEDRA_MD_API struct hedra_md_counts hedra_md_counts(const struct hedra_md *md);

/* Initial states ----------------------------------------------------------- */

/* Returns how many particles hedra_md_fcc makes, 4 in each of cells[0] x
 * cells[1] x cells[2] cubes, or 0 if a number is not 1 to 2^20 or the product
 * exceeds 2^30. */
HEDRA_MD_API int64_t hedra_md_fcc_count(const int64_t cells[3]);

/* Fills positions of a face-centred cubic lattice from the origin: sites (i, j,
 * k) of the halved cubes with i + j + k even, i fastest; and velocities unless
 * NULL, as miniMD makes them: three numbers of the generator s <- 16807 s mod
 * (2^31 - 1), each the sixth from the last, begun for each site with its number
 * from 1 (i fastest), divided by 2^31 - 1; less their mean, and scaled to the
 * temperature. high[0..2] receives the box's upper corner. `to` must have
 * count set to hedra_md_fcc_count. HEDRA_ERROR_ARGUMENT: density is not above
 * 0, or temperature is below 0. */
HEDRA_MD_API enum hedra_status hedra_md_fcc(const int64_t cells[3],
                                            double density, double temperature,
                                            struct hedra_md_particles *to,
                                            double high[3],
                                            struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
