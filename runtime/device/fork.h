/*
 * Whether this process is a child of fork whose parent had opened a device, or
 * only the host, if it had threads or variables HEDRA_... that children must
 * hear of.
 *
 * The host goes on in such a child; driver contexts and the simulator do not
 * survive fork, and device_get fails for those that the parent opened.
 */
#ifndef HEDRA_RUNTIME_DEVICE_FORK_H
#define HEDRA_RUNTIME_DEVICE_FORK_H

#include <stdbool.h>

bool device_forked(void);

/* How many forks lie between this process and the one that opened the first
 * device: 0, 1 for a child, ... */
int device_generation(void);
/* In a child of fork: one more. */
void device_next_generation(void);

#endif
