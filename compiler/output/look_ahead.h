/*
 * The C text of loops that look ahead (polyhedral/scop/look_ahead.h), which
 * stands around the author's body: the head in the place of the author's, and
 * what closes it behind the body.
 */
#ifndef HEDRA_COMPILER_OUTPUT_LOOK_AHEAD_H
#define HEDRA_COMPILER_OUTPUT_LOOK_AHEAD_H

#include "polyhedral/scop/scop.h"

/* The macro that says whether the loop looks ahead. */
const char *look_ahead_macro(const struct look_ahead *look);
/* `source`: the text of the file; `tag`: names_tag. */
void look_ahead_put_head(struct buf *out, const struct look_ahead *look,
                         const char *source, const char *tag);
void look_ahead_put_tail(struct buf *out, const struct look_ahead *look,
                         const char *tag);

#endif
