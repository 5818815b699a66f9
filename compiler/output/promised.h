/*
 * A region that stays as it is, and whose author says that threads may share
 * its loop (compiler/survey/promise.c): the loop as one of shared_nest.h, and
 * the module that libhedra times it by. There are no kernels.
 */
#ifndef HEDRA_COMPILER_OUTPUT_PROMISED_H
#define HEDRA_COMPILER_OUTPUT_PROMISED_H

#include "compiler/output/launch_stub.h"

bool promised_is_there(const struct stub_region *r);
/* The region with that loop alone, for the functions of shared_nest.h. */
struct stub_region promised_region(struct arena *arena,
                                   const struct stub_region *r);
/* Definitions at file scope, but for the loop's functions. */
void promised_put_definitions(struct buf *out, const struct stub_region *r);
/* Declares hedraTAG_way, by hedraTAG_first and hedraTAG_end. */
void promised_put_way(struct buf *out, const struct stub_region *r,
                      const char *tag);

#endif
