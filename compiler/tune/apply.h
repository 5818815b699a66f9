/*
 * What a compile follows of the tuning file. Owns nothing.
 */
#ifndef HEDRA_COMPILER_TUNE_APPLY_H
#define HEDRA_COMPILER_TUNE_APPLY_H

#include "compiler/driver/driver.h"
#include "compiler/tune/file.h"

/* Fills what the region's choice wants from the file's entries for the host and
 * for a GPU, as far as the options' targets need them, with a remark on each.
 * False if there is none. */
bool tune_apply(const struct tune_file *file, const struct scop *scop,
                const struct options *options, struct choice *choice,
                struct faults *faults);

#endif
