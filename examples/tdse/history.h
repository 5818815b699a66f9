/* What a run has seen so far, which its pictures are made of: the dipole's
 * acceleration in each sample, and |psi|^2. */
#ifndef HEDRA_EXAMPLES_TDSE_HISTORY_H
#define HEDRA_EXAMPLES_TDSE_HISTORY_H

#include "examples/tdse/settings.h"

#include <stdbool.h>
#include <stddef.h>

enum { HISTORY_WIDTH = 720, HISTORY_HEIGHT = 360 }; /* of the picture */
/* log10 |psi|^2 of the levels 0 and 255. */
enum { HISTORY_LEAST = -8, HISTORY_MOST = 0 };

struct history {
    struct settings settings;
    int64_t samples, done; /* acceleration[0 ... done] is there */
    int64_t lines;         /* of the table that were printed */
    double *acceleration;
    unsigned char *level; /* x from the top down, the time to the right */
};

/* False if there is no memory. */
bool history_init(struct history *h, const struct settings *s);
void history_drop(struct history *h);

/* psi of `points` points, at sample h->done. */
void history_add(struct history *h, double acceleration, const double *psi,
                 int64_t points);

/* Return a history as bytes for a checkpoint, malloc'ed, and put such bytes
 * into one that is not initialised: false if they are none. */
void *history_pack(const struct history *h, size_t *bytes);
bool history_unpack(struct history *h, const void *packed, size_t bytes);

#endif
