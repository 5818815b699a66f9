/*
 * The host: its threads, its memory, its clock; the door of this folder.
 *
 *   atomics        launches of kernels with atomic operations
 *   cancel         puts off cancellation of threads while libhedra works
 *   clock          a cheap clock for measurements at each launch
 *   doacross       launches in chunks, each chunk a thread's, in order
 *   fork           which launches are worth waking threads for
 *   doacross_list  the list of launches that doacross runs
 *   level          which instruction sets vectors use
 *   memory         how much memory the host can still give
 *   modes          how a thread rounds floats
 *   pages          pages for arrays that nests fill or layouts move
 *   pool           the threads, and loops shared among them
 *   room           memory that is taken for good
 *   transpose      rows into columns, for kernels that work in vectors
 *   usual          the environment that most programs are started in
 *   window         sums of differences at neighbouring places
 *
 * Nothing here knows of devices, or of the regions that run on them.
 */
#ifndef HEDRA_RUNTIME_HOST_HOST_H
#define HEDRA_RUNTIME_HOST_HOST_H

#include "runtime/host/atomics.h"
#include "runtime/host/cancel.h"
#include "runtime/host/clock.h"
#include "runtime/host/doacross.h"
#include "runtime/host/doacross_list.h"
#include "runtime/host/fork.h"
#include "runtime/host/memory.h"
#include "runtime/host/modes.h"
#include "runtime/host/pages.h"
#include "runtime/host/pool.h"
#include "runtime/host/room.h"
#include "runtime/host/transpose.h"
#include "runtime/host/usual.h"
#include "runtime/host/window.h"

#endif
