/*
 * Choices: the decisions of the mapping that measurements may make in place of
 * the model (thesis sec. 2.2.3: a discrete optimisation of few dimensions).
 *
 * A struct choice goes into region_compile with what is wanted and comes out
 * with what the model would have taken; it owns nothing. None of them changes
 * what a region computes: each value in its range gives a right program.
 */
#ifndef HEDRA_POLYHEDRAL_LIMITS_TUNABLE_H
#define HEDRA_POLYHEDRAL_LIMITS_TUNABLE_H

#include "runtime/base/base.h"

enum choice_name {
#define CHOICE(name, spelling, target, least, most, help) CHOICE_##name,
#include "polyhedral/limits/tunable.def"
#undef CHOICE
    CHOICE_COUNT
};

enum choice_target { CHOICE_HOST = 1, CHOICE_GPU = 2, CHOICE_BOTH = 3 };

struct choice_row {
    const char *spelling;
    enum choice_target target;
    int64_t least, most;
    const char *help;
};
extern const struct choice_row choice_rows[CHOICE_COUNT];

/* What tiles for the host's caches cost for each iteration, as
 * polyhedral/cost/cache_traffic.c predicts: cache lines that come from the
 * second cache, and from memory. */
struct choice_traffic {
    bool known;
    double near, far; /* lines for each iteration; the worst nest's */
    double cycles;    /* for each iteration of it, with what its loops cost */
};

struct choice {
    int64_t want[CHOICE_COUNT];  /* 0: as the model has it */
    int64_t model[CHOICE_COUNT]; /* out: what the model has; 0: nobody asked */
    bool predict;                /* the following is wanted, with remarks */
    struct choice_traffic traffic; /* out */
};

/* The value to take: the one that is wanted, else the model's, which is noted.
 * NULL: nothing is wanted. */
int64_t choice_take(struct choice *choice, enum choice_name name,
                    int64_t model);

/* The wanted values as text, "host.first=32 host.last=512"; "" for none. */
void choice_print(const int64_t want[CHOICE_COUNT], struct buf *out);
/* Reads such a text; NULL, or what is wrong with it, in the arena. */
const char *choice_parse(struct arena *arena, const char *text,
                         int64_t want[CHOICE_COUNT]);

#endif
