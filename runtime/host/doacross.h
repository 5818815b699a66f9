/*
 * A doacross loop on the host's threads: each thread takes the next chunk, in
 * order, and does all of it, so that what its kernels hand to each other stays
 * in the caches of one core; the chunks' ORDERED launches follow each other.
 * Threads wait only for chunks that others have begun, and let others run where
 * there are more threads than processors. Where there are too few chunks for
 * that, the launches are made one by one.
 */
#ifndef HEDRA_RUNTIME_HOST_DOACROSS_H
#define HEDRA_RUNTIME_HOST_DOACROSS_H

#include "runtime/host/doacross_list.h"

/* Runs all launches; `threads` as for host_pool_run. */
void host_doacross_run(int threads, const struct doacross *loop);

#endif
