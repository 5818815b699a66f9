/*
 * Between the files of the integral runtime: a molecule's shell pairs by class,
 * and the evaluation of rows of quartets.
 */
#ifndef HEDRA_RUNTIME_ERI_LOCAL_H
#define HEDRA_RUNTIME_ERI_LOCAL_H

#include "runtime/device/device.h"
#include "runtime/include/hedra.h"
#include "runtime/include/hedra_eri.h"

#include <pthread.h>
#include <stdbool.h>

#define PI 3.14159265358979323846

/* Pairs of shells of two types: equal constants, one form. Pairs stand in the
 * order of falling bounds, so that those that pass a threshold beside any other
 * pair come first. A reach is a bound of sqrt([ab|ab]) of a primitive pair, or
 * of any that is behind it in the order. */
struct eri_class {
    int type[2], pair_kind;
    int functions, primitives, combinations;
    int count, stride; /* pairs, and columns of `field` */
    int (*shell)[2];
    int (*first)[2]; /* first functions of both shells */
    double *bound;   /* sqrt((ab|ab)), the greatest of the pair's functions */
    void *field;     /* rows of enum hedra_eri_pair_field */
    void *constant;  /* rows of enum hedra_eri_constant */
    double *zeta;    /* per primitive pair */
    int *order;      /* per primitive pair: i n_b + j */
    double *reach;   /* per pair and primitive pair */
    double *reaches; /* the same of `lanes` pairs: the greatest */
    int kept;        /* how many of its arrays are, for a device */
};

/* Primitive pair number k of a class. */
struct eri_primitive {
    double alpha, beta, zeta;
    /* Coefficients, per segment `a_step` and `b_step` apart. */
    const double *a, *b;
    int a_step, b_step;
};

struct hedra_eri {
    const struct hedra_eri_set *set;
    int shells, functions, classes, threads;
    struct hedra_eri_place *place;
    int *type; /* per shell: its number in the set */
    struct eri_class *class;
    int *order;      /* numbers of functions for the caller; NULL: the same */
    struct eri_own { /* of objects that have shells of their own */
        struct hedra_eri_set set;
        struct hedra_eri_shell *shell;
        double *number; /* what `shell` points to */
    } own;
    const char *device; /* on which quartets are evaluated; NULL: the host */
    struct device_choice choice; /* of that device */
};

/* An object without shells: NULL, or *wrong says why it cannot be used. Then
 * places for all shells, false if memory is short, and the shells, which do not
 * fail; then pairs, bounds and the device, unless something is wrong, which
 * frees it. */
struct hedra_eri *eri_begin(const struct hedra_eri_set *set,
                            const char **wrong);
bool eri_make_places(struct hedra_eri *eri, int shells);
void eri_add_shell(struct hedra_eri *eri, int type, int atom,
                   const double centre[3]);
struct hedra_eri *eri_finish(struct hedra_eri *eri, const char *wrong,
                             struct hedra_error *why);

/* What one thread needs to evaluate quartets; zeroed at the start. */
struct eri_worker {
    const struct hedra_eri *eri;
    const struct eri_class *bra, *ket; /* of `table` */
    void *table, *out, *rows;
    size_t table_size, out_size, rows_size;
    int64_t primitives, primitives_skipped;
};

/* Evaluates bra pair `pair` of `bra` with `width` ket pairs from `first` on,
 * into worker->out. bra->pair_kind >= ket->pair_kind. Leaves primitive quartets
 * out that sum up to less than `negligible`. False if memory is short. */
bool eri_run(struct eri_worker *worker, const struct eri_class *bra,
             const struct eri_class *ket, int pair, int first, int width,
             double negligible);
void eri_worker_free(struct eri_worker *worker);

/* The constants of all primitive quartets of two classes, in worker->table. */
bool eri_make_table(struct eri_worker *worker, const struct eri_class *bra,
                    const struct eri_class *ket);
/* worker->out has place for so many integrals. */
bool eri_reserve_out(struct eri_worker *worker, int64_t integrals);

/* The rows of two classes: one bra pair each, with the ket pairs that pass. */
struct eri_rows {
    const struct eri_class *bra, *ket;
    int64_t begin; /* number of the first among all rows */
};

/* All quartets of a molecule, or a part of them. */
struct eri_visit {
    const struct hedra_eri *eri;
    double threshold;
    int part, parts; /* rows of which number % parts == part */
    hedra_eri_visitor visitor;
    void *context;

    struct eri_rows *rows; /* in the order of work, and one behind the last */
    pthread_mutex_t lock;
    struct hedra_eri_counts counts;
    bool failed;
    enum hedra_status status; /* of the first failure, if there was one */
    struct report why;        /* what is said of that failure */
};

/* A sentence in memory of the thread, which the next one replaces. */
const char *eri_refuse(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Tells what is wrong with what a function that evaluates is called with: no
 * object, a pointer that is not `given`, or no such part; HEDRA_ERROR_ARGUMENT
 * then, and the sentence in *why. */
enum hedra_status eri_check_call(const struct hedra_eri *eri, bool given,
                                 int part, int parts, struct hedra_error *why);
/* False if memory is short or the threshold no number; eri_visit_end in either
 * case. */
bool eri_visit_begin(struct eri_visit *v);
/* Frees what begin made; tells *why how it went. */
enum hedra_status eri_visit_end(struct eri_visit *v, struct hedra_error *why);
/* Keeps a failure; any thread. `why` NULL: memory is short. Others than lacks
 * of memory are the device's, unless a status is there already. */
void eri_visit_fail(struct eri_visit *v, const struct report *why);

/* What primitive quartets that are left out of an integral may sum up to. */
double eri_negligible(const struct eri_visit *v);
/* How many ket pairs of a row are different from others' and pass, and are of
 * the part. */
int eri_row_length(const struct eri_visit *v, const struct eri_rows *rows,
                   int pair);
/* Adds a row of this length. */
void eri_count_row(const struct eri_visit *v, const struct eri_rows *rows,
                   int pair, int length, struct hedra_eri_counts *counts);
/* Adds the primitive quartets that a worker has done; any thread. */
void eri_count_primitives(struct eri_visit *v, const struct eri_worker *w);
/* The forms of the shells. */
void eri_block_init(const struct eri_rows *rows,
                    const struct hedra_eri_set *set,
                    struct hedra_eri_block *block);

/* device.c: opens the device that HEDRA_DEVICE names, if it is not the
 * host; false with a report if it cannot be used. */
bool eri_device_open(struct hedra_eri *eri, struct report *why);
void eri_device_close(struct hedra_eri *eri);
/* Between begin and end: evaluates, and calls the visitor. */
void eri_device_visit(struct eri_visit *v);
/* digest.c: the same for the matrices, without a visitor. */
void eri_device_jk(struct eri_visit *v, const double *density, double *j,
                   double *k);
/* eri.c */
const struct hedra_eri_kernel *eri_kernel_of(const struct hedra_eri_set *set,
                                             const struct eri_class *bra,
                                             const struct eri_class *ket);
struct eri_primitive eri_primitive_of(const struct hedra_eri *eri,
                                      const struct eri_class *c, int k);

/* screen.c */

/* The order of a class's primitive pairs; false if memory is short. */
bool eri_screen_order(const struct hedra_eri *eri, struct eri_class *c);
/* The reaches, once the pairs are in their order. */
void eri_screen_pairs(const struct hedra_eri *eri, struct eri_class *c);
/* What is asked of a list: for which ket pairs, in groups of `lanes`. */
struct eri_screen {
    const struct hedra_eri_kernel *kernel;
    const struct eri_class *bra, *ket;
    int pair, group, groups;
    double negligible; /* primitive quartets are left out that sum up to less */
};

/* The numbers of a list. */
int eri_screen_size(const struct eri_screen *s);
/* Writes one; returns how many primitive quartets it names. */
int64_t eri_screen_list(const struct eri_screen *s, int64_t *list);

/* Number n of an array of the set's values. */
static inline double eri_get(const struct hedra_eri_set *set, const void *array,
                             int64_t n)
{
    return set->element_size == 8 ? ((const double *)array)[n]
                                  : (double)((const float *)array)[n];
}

static inline void eri_put(const struct hedra_eri_set *set, void *array,
                           int64_t n, double value)
{
    if (set->element_size == 8)
        ((double *)array)[n] = value;
    else
        ((float *)array)[n] = (float)value;
}

#endif
