/*
 * What --dump prints of a region, as sets, maps and schedule trees of isl.
 * Each function prints only if the pass is asked for, and changes nothing.
 */
#ifndef HEDRA_POLYHEDRAL_MODEL_DUMP_H
#define HEDRA_POLYHEDRAL_MODEL_DUMP_H

#include "polyhedral/model/kernel.h"
#include "polyhedral/model/poly.h"

/* The tree under a title, NULL: the pass' name says all; nothing for no tree.
 */
void dump_tree(const struct poly *poly, enum pass pass, const char *title,
               isl_schedule *tree /* kept */);
/* The whole tree that the node is in. */
void dump_node(const struct poly *poly, enum pass pass,
               isl_schedule_node *node /* kept */);
/* Statements, their domains and their accesses. */
void dump_statements(const struct poly *poly, enum pass pass);
/* Flow dependences, and those of memory that is used again. */
void dump_dependences(const struct poly *poly, enum pass pass);
/* A GPU's kernel, of which the node is a part, after those passes that have
 * done something to it: teams, points of a thread, tiles in shared memory. */
void dump_promoted(const struct poly *poly, const struct map_kernel *kernel,
                   isl_schedule_node *node /* kept */);
/* Prints where in the doacross pipeline the launches of each kernel are. */
void dump_doacross(const struct poly *poly, enum pass pass,
                   const struct mapping *mapping);
/* Which kind of memory each array has. */
void dump_storage(const struct poly *poly, enum pass pass,
                  const struct storage *storage);

#endif
