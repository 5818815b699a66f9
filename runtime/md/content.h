/* What a checkpoint holds (runtime/base/CHECKPOINT.md), in memory. */
#ifndef HEDRA_RUNTIME_MD_CONTENT_H
#define HEDRA_RUNTIME_MD_CONTENT_H

#include "runtime/include/hedra_md_file.h"
#include "runtime/md/local.h"

/* The section `integers`. */
enum {
    COUNT,
    TYPES,
    PAIRS, /* -1: none were given */
    MIXING,
    ENERGY,
    LIST,
    REAL,
    EVERY,
    SORT_EVERY,
    REACH,
    OPEN, /* bits of the axes */
    STEPS,
    SINCE_SORT,
    BUILDS,
    DANGEROUS,
    SORTS,
    HAS_IDS,
    HAS_ORIGIN,
    HEAT_KIND,
    HEAT_EVERY,
    HEAT_SEED,
    INTEGERS
};

/* The section `reals`; low and high have three each. */
enum {
    LOW,
    HIGH = LOW + 3,
    CUTOFF = HIGH + 3,
    SKIN,
    STEP,
    HEAT_TEMPERATURE,
    HEAT_TIME,
    HEAT_GIVEN,
    HEAT_XI,
    HEAT_ETA,
    REALS
};

/* Numbers of a pair in `pairs`; whole numbers of a particle in `whole`: the
 * caller's number, the type, the cell when it was sorted, images. */
enum { OF_PAIR = 5, OF_PARTICLE = 6 };

/* What a file holds, in memory of its own. */
struct md_content {
    int64_t *integers, *whole, *id;
    double *reals, *mass, *pairs, *built, *position, *velocity, *origin;
    void *notes;
    int64_t bytes;
};

/* Room for the arrays of all particles of md's box; false if there is none. */
bool md_content_room(const struct hedra_md *md, struct md_content *c);
/* Fills in the numbers of md, and writes the file. */
enum hedra_status md_content_write(const struct hedra_md *md,
                                   struct md_content *c, const char *path,
                                   const void *notes, size_t bytes,
                                   struct hedra_error *why);

/* Reads and checks a file; what is read is for md_content_drop, whether it
 * fails or not. */
enum hedra_status md_content_read(const char *path, struct md_content *c,
                                  struct hedra_error *why);
/* The options of the run; *pair is their memory. */
bool md_content_options(const struct md_content *c,
                        const struct hedra_order_options *order,
                        struct hedra_md_options *o,
                        struct hedra_md_pair **pair);
/* Steps, counts and the thermostat. */
enum hedra_status md_content_numbers(struct hedra_md *md,
                                     const struct md_content *c,
                                     struct hedra_error *why);
/* Hands the caller's bytes over, unless notes is NULL. */
void md_content_notes(struct md_content *c, void **notes, size_t *bytes);
void md_content_drop(struct md_content *c);

#endif
