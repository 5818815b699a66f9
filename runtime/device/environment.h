/*
 * The variables HEDRA_… of the environment, as environment.def has them.
 *
 * All are looked at together, before anything follows any of them and whatever
 * device is then used: a value that is not valid would mean something else than
 * its user thinks.
 */
#ifndef HEDRA_RUNTIME_DEVICE_ENVIRONMENT_H
#define HEDRA_RUNTIME_DEVICE_ENVIRONMENT_H

#include <stdbool.h>

#include "runtime/base/base.h"

enum environment_name {
#define VARIABLE(name, check, valid, help) ENVIRONMENT_##name,
#include "runtime/device/environment.def"
#undef VARIABLE
    ENVIRONMENT_NAMES
};

/* Are all values valid? False with a report that names the first variable that
 * has another one, its value and the valid ones. The first call of a process
 * also warns on stderr of variables HEDRA_… that are in no row; HEDRA_TEST_…
 * are left to tests. Any thread. */
bool environment_check(struct report *why);

/* Returns the number of a variable's value in the list of words that are valid
 * for it; 0 where it is not set or not valid. */
int environment_word(enum environment_name name);

#endif
