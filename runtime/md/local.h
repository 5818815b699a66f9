/* What the files of molecular dynamics share. */
#ifndef HEDRA_RUNTIME_MD_LOCAL_H
#define HEDRA_RUNTIME_MD_LOCAL_H

#include "runtime/base/base.h"
#include "runtime/host/host.h"
#include "runtime/include/hedra_md_observe.h"
#include "runtime/include/hedra_md_part.h"
#include "runtime/md/kernel/kernel.h"
#include "runtime/md/md.h"

/* Numbers of particles and ghosts are below this; and the most `reach`. */
enum { MD_MOST = 1 << 30, MD_REACH_MOST = 8 };

/* Shifts of ghosts: (x + 1) 9 + (y + 1) 3 + z + 1 for -1, 0 or 1 sides of the
 * box along each axis. 13 is none. */
enum { MD_SHIFTS = 27, MD_HERE = 13 };

/* Slabs of particles whose half lists are summed by themselves, so that sums do
 * not depend on the threads; and particles that are looked at together. */
enum { MD_SLABS = 16, MD_SLAB_LEAST = 4096, MD_CHUNK = 64 };

/* Cells of the box, and `reach` more on each side for ghosts. A cell's number
 * is row-major in all of these. */
struct md_grid {
    int64_t cells[3], all[3];
    /* Of the whole box, of which these are a part from `first` on. */
    int64_t box[3], first[3];
    int reach;
    double inverse[3];         /* of a cell's sides */
    struct hedra_order *order; /* of the cells; NULL for stretches of it */
    uint32_t *rank; /* their indices, by number, below `span`; of others ~0 */
    int64_t span;
    /* Of several parts of a box: own cells that see no ghost have the indices
     * below this. */
    int64_t inner;
    uint32_t *start; /* where each cell's particles lie in `sorted` */
    /* Particles and ghosts by cell, as struct md_search has them. */
    float *sorted[3];
    int32_t *number;
    double middle[3];
};

struct md_ghosts {
    int64_t count, capacity;
    uint32_t *owner;
    uint8_t *shift;
    double by[MD_SHIFTS][3];
};

/* A slab's own sums of forces for half lists, in chunks that are 0 where
 * `touched` is 0. */
struct md_slab {
    double (*f)[4];
    unsigned char *touched;
};

/* A thermostat; the energy that it has given; Nose's and Hoover's variable, and
 * its integral. */
struct md_heat {
    struct hedra_md_thermostat o;
    double given, xi, eta;
};

struct md_bytes {
    char *at;
    int64_t capacity;
};

struct md_device; /* device.c */

struct hedra_md {
    struct md_part *part;       /* NULL: the whole box */
    struct md_device *device;   /* NULL: the host's own loops run */
    struct hedra_md_options o;  /* its pointers are NULL */
    struct hedra_md_pair *pair; /* a copy of the options', or NULL */
    int threads;
    const struct md_kernels *kernels;
    struct md_table table;
    double *mass;                /* of each type */
    double side[3], volume, far; /* far: cutoff + skin */
    /* Particles in the order of memory, ghosts behind them, and one place that
     * is far from all. v[3] is half a step divided by the mass. */
    int64_t count, places, whole; /* whole: of the box */
    double (*x)[4], (*v)[4], (*f)[4], (*built)[4];
    float (*single)[4];
    uint32_t *row;  /* the caller's number */
    uint32_t *cell; /* at the last build; ghosts as well */
    uint32_t *home; /* at the last sort */
    int (*image)[3];
    int64_t *id; /* by row; NULL: row + 1 */
    struct md_grid grid;
    struct md_ghosts ghosts;
    struct md_lists lists;
    struct md_slab slab[MD_SLABS];
    int64_t slab_places, sorted_capacity;
    double *origin; /* by row: three of hedra_md_mark each, or NULL */
    struct md_heat heat;
    double *each[3]; /* by row: energy, virial, kinetic energy */
    void *spare;     /* for sorting: 32 bytes a particle */
    uint32_t *permutation, *tally;
    double *moved; /* by block: the largest displacement since the build */
    int64_t steps, since_sort;
    bool owes_kick; /* half a step's, before velocities are whole */
    bool measured;
    struct hedra_md_thermo thermo;
    struct hedra_md_counts counts;
};

/* memory: for `count` elements, aligned to vectors; NULL if there is none. */
void *md_memory(int64_t count, size_t bytes);
/* Replaces *at by memory for at least `count` elements; what was there is lost.
 * False if there is none: *at is NULL then. */
bool md_renew(void *at, int64_t count, size_t bytes);
/* Arrays for md->count particles, and those that have `whole` numbers; what was
 * there is lost. */
bool md_memory_make(struct hedra_md *md, bool ids);
/* Room for `needed` places of all that has ghosts, and one that is far away;
 * the first `kept` stay. */
bool md_memory_ghosts(struct hedra_md *md, int64_t kept, int64_t needed);

/* table */
enum hedra_status md_table_fill(struct md_table *t,
                                const struct hedra_md_options *o,
                                double *cutoff, struct hedra_error *why);
void md_table_free(struct md_table *t);

/* grid: makes the cells for the box; brings particles into the box and finds
 * their cells; sorts particles; sorts numbers of particles and ghosts by cell.
 */
enum hedra_status md_grid_make(struct hedra_md *md, struct hedra_error *why);
/* The box's cells alone. */
void md_grid_choose(struct hedra_md *md);
/* Orders the cells of the box, or of the part of one, by `wanted`, in *made,
 * for hedra_order_destroy; `size` is theirs. */
enum hedra_status md_grid_order(const struct hedra_order_options *wanted,
                                const int64_t size[3],
                                struct hedra_order **made,
                                struct hedra_error *why);
/* Where the cell of a row-major number lies in the box. */
void md_grid_axes(const struct md_grid *g, uint32_t cell, int64_t at[3]);
/* Is it a cell of the box, or of the part of one? */
bool md_grid_is_own(const struct md_grid *g, uint32_t cell);
/* Are all cells that this one's particles look at the part's own? */
bool md_grid_sees_no_ghost(const struct md_grid *g, uint32_t cell);
void md_grid_free(struct md_grid *g);
void md_grid_wrap(struct hedra_md *md);
void md_grid_sort(struct hedra_md *md);
bool md_grid_bin(struct hedra_md *md);
/* The cell of a position along an axis of the whole box; `ghost`: of one beyond
 * it, too. */
int64_t md_grid_axis(const struct hedra_md *md, double x, int a, bool ghost);
/* The number of the cell of a position, wherever it is. */
uint32_t md_grid_cell(const struct hedra_md *md, const double x[4], bool ghost);
/* The same for a particle that may have left the box since the last build. */
uint32_t md_grid_cell_now(const struct hedra_md *md, const double x[4]);

/* ghost: the shifts that ghosts of a particle may have, by the faces of the box
 * that it is near; makes ghosts of particles in the box, with room for all
 * places; moves them with their particles; adds their forces to these. */
void md_ghosts_tabulate(bool half, uint32_t mask[64]);
unsigned md_ghosts_faces(const struct hedra_md *md, const double x[4]);
enum hedra_status md_ghosts_make(struct hedra_md *md, struct hedra_error *why);
void md_ghosts_move(struct hedra_md *md);
void md_ghosts_add(struct hedra_md *md);

/* list: for the particles and ghosts as sorted by cell. */
bool md_lists_build(struct hedra_md *md);
void md_lists_free(struct md_lists *l);

/* single: positions in float of so many places, if they are needed. */
void md_single_make(struct hedra_md *md, int64_t first, int64_t count);

/* force: fills f. */
bool md_force_room(struct hedra_md *md);
void md_force(struct hedra_md *md);
/* Full lists: the same for particles first to end - 1. */
void md_force_some(struct hedra_md *md, int64_t first, int64_t end);
/* Two particles that are so close that forces are not finite, in *why; OK if
 * all are. */
enum hedra_status md_force_check(const struct hedra_md *md,
                                 struct hedra_error *why);

/* step: everything that depends on where particles are, anew; the last part of
 * it, ghosts and lists, for particles that are in the box and have cells; and
 * what moves with particles between builds. */
enum hedra_status md_rebuild(struct hedra_md *md, struct hedra_error *why);
enum hedra_status md_rebuild_lists(struct hedra_md *md,
                                   struct hedra_error *why);
void md_step_move(struct hedra_md *md);
/* Half a step's kick, if it is owed. */
void md_step_finish(struct hedra_md *md);

/* create: checks and memory, of which hedra_md_create and the reader of
 * checkpoints make an object. */
enum hedra_status md_create_check(const struct hedra_md_options *o,
                                  struct hedra_error *why);
enum hedra_status md_create_begin(struct hedra_md *md,
                                  const struct hedra_md_options *o,
                                  struct hedra_error *why);
void md_create_finish(struct hedra_md *md);
/* Memory, particles and cells. */
enum hedra_status md_create_particles(struct hedra_md *md,
                                      const struct hedra_md_particles *p,
                                      struct hedra_error *why);

/* state: where a periodic axis's inside is a position, and how many sides away
 * it lay. Refuses an object that is a part of a box. */
double md_inside(const struct hedra_md *md, double x, int a, int *sides);
enum hedra_status md_refuse_part(const struct hedra_md *md,
                                 struct hedra_error *why);

/* thermo: a sum in fixed parts; the kinetic energy of all particles. */
double md_sum(const double *each, int64_t count);
double md_kinetic(struct hedra_md *md);

/* thermostat: what comes before a step, and after it. */
void md_thermostat_before(struct hedra_md *md);
void md_thermostat_after(struct hedra_md *md);
/* Philox4x32-10. */
void md_philox(const uint32_t counter[4], const uint32_t key[2],
               uint32_t out[4]);

/* The id of the caller's particle `row`. */
int64_t md_id(const struct hedra_md *md, uint32_t row);

#endif
