/*
 * Nanoseconds for the measurements that the host makes at each launch: cheaper
 * than base_clock, from the processor's counter where it has one that always
 * runs at one rate. The rate is found by base_clock in the first milliseconds.
 * Any thread. Differences are what counts, and may be off by some percent.
 */
#ifndef HEDRA_RUNTIME_HOST_CLOCK_H
#define HEDRA_RUNTIME_HOST_CLOCK_H

double host_clock(void);

#endif
