/*
 * What --dump prints of a region. Private to region.c and region_dump.c. Each
 * function prints nothing unless its pass is asked for.
 */
#ifndef HEDRA_POLYHEDRAL_REGION_DUMP_H
#define HEDRA_POLYHEDRAL_REGION_DUMP_H

#include "polyhedral/region_rows.h"

/* The scops that the region was parted into. */
void region_dump_parts(const struct parts *parts);
/* The part as a pass has left it; --emit=schedule wants less. */
void region_dump_part(const struct stages *s, enum pass pass);
/* What a pass that another one calls has left, where that one does not print
 * it by itself. */
void region_dump_within(const struct stages *s, enum pass pass);
/* Which kernels have Plans of active points. */
void region_dump_plans(const struct stages *s);
/* The kernels of a module, and its other functions. */
void region_dump_lowered(const struct region_options *options,
                         const struct kir_module *module);
/* Functions of a module, from number `first` on, that are or are not kernels.
 */
void region_dump_functions(const struct region_options *options, enum pass pass,
                           const struct kir_module *module, int first,
                           bool kernels);

#endif
