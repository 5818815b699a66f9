/*
 * The C text of loops that look ahead (polyhedral/scop/look_ahead.h): all that
 * stands in the place of the author's head. Behind the body a brace closes it.
 */
#ifndef HEDRA_COMPILER_OUTPUT_LOOK_AHEAD_H
#define HEDRA_COMPILER_OUTPUT_LOOK_AHEAD_H

#include "polyhedral/limits/limits.h"
#include "polyhedral/scop/scop.h"

/* Remarks on the loops of the region that look ahead, and prints them if the
 * pass is to be dumped. */
void look_ahead_note(const struct passes *passes, const struct scop *scop,
                     struct faults *faults);

/* The macro that says whether the loop looks ahead. */
const char *look_ahead_macro(const struct look_ahead *look, bool contracted);
/* `source`: the text of the file; `tag`: names_tag. */
void look_ahead_put_head(struct buf *out, const struct look_ahead *look,
                         const char *source, const char *tag);
#endif
