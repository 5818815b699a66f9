/* What a run begins with, what its checkpoints note, and its log. */
#ifndef HEDRA_EXAMPLES_MD_LOG_H
#define HEDRA_EXAMPLES_MD_LOG_H

#include "examples/md/settings.h"

#include <hedra_md_file.h>

/* Ends the process if there is an error. */
void check(int status, const struct hedra_error *why, const char *what);

/* Memory for particles; the process ends if there is none. */
void *memory(size_t bytes);

/* Fills *d with the particles, of a file or on a lattice, for
 * hedra_md_data_free; their box becomes the settings', without the masses and
 * coefficients, which are the data's own. *what is what fails, if it does. */
int start_read(struct settings *s, struct hedra_md_data *d, const char **what,
               struct hedra_error *why);

/* What a restart has to know beside the run itself. */
struct notes {
    double low[3], high[3], step;
    int order, thermostat;
};

struct notes notes_of(const struct settings *s);
/* Takes them from what a checkpoint had, which is freed; fails if that is
 * something else. */
int notes_take(struct settings *s, void *notes, size_t bytes,
               struct hedra_error *why);

/* The log's header; a line; what follows the last one. What does not depend on
 * the machine goes to standard output, times go to standard error. */
void log_begin(const struct settings *s);
void log_line(const struct settings *s, const struct hedra_md_thermo *t);
void log_end(const struct hedra_md_counts *c, int ranks);

/* How far the steps are, if somebody watches. */
void log_progress(const struct settings *s, int64_t step);

#endif
