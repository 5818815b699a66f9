/*
 * What the driver's compiler says about kernels: registers, spills, stack. Read
 * from the text that `ptxas -v` prints, wherever and whenever it was run, so
 * that nothing here needs it.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_COUNT_RESOURCES_H
#define HEDRA_RUNTIME_PTXSIM_COUNT_RESOURCES_H

#include "runtime/base/base.h"

struct resource_kernel {
    const char *name;
    int registers;                 /* per thread */
    int stack;                     /* bytes per thread */
    int spill_stores, spill_loads; /* bytes per thread, in the text */
};

struct resources;

/* `text`: what ptxas -v printed, of which the kernels compiled for `arch`
 * ("sm_80") are taken; later ones of a name hide earlier ones. NULL with a
 * report if there are none or no memory. */
struct resources *resources_parse(const char *text, const char *arch,
                                  struct report *why);
/* Parses what the file at `path` holds, as resources_parse does. */
struct resources *resources_read(const char *path, const char *arch,
                                 struct report *why);
/* NULL is allowed. */
void resources_free(struct resources *r);
/* NULL: it says nothing about a kernel of that name; `r` may be NULL. */
const struct resource_kernel *resources_find(const struct resources *r,
                                             const char *name);

#endif
