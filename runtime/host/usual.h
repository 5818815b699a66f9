/*
 * The usual environment, recognised at a glance, since to read it properly
 * (../device/environment.h) takes longer than a short nest: no variable
 * HEDRA_... is set but HEDRA_DEVICE, to auto or host, and HEDRA_THREADS.
 */
#ifndef HEDRA_RUNTIME_HOST_USUAL_H
#define HEDRA_RUNTIME_HOST_USUAL_H

#include <stdbool.h>

struct usual {
    bool named, host; /* HEDRA_DEVICE is set, and to host */
    int threads;      /* 0: HEDRA_THREADS is not set */
};

/* Is the environment usual, as it is now? Then *usual says what it holds. False
 * of others and of some usual ones, as numbers that begin with 0. Any thread,
 * as far as getenv may be called by any. */
bool usual_environment(struct usual *usual);

#endif
