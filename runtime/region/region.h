/*
 * Regions: marked nests as they run; the door of this folder.
 *
 *   check        the clause independent, tested
 *   choose       kernels or the plain nest, by what earlier calls took
 *   exec         hedra_begin to hedra_end: the device, launches, the end
 *   extremes     least and largest of integers that bound subscripts
 *   mirror       copies of the program's arrays on devices; hedra_keep
 *   ordered      arrays that lie in another order in a block
 *   ordered_move  conversions into such orders and back
 *   ordered_table  what tells where elements lie in them
 *   outside      what is called outside of regions: kept ranges, names
 *   rows         tables of pointers to rows
 *   run_memory   the memory of a run, kept for the next
 *   run_plan     Plans of a run: counted, kept, freed
 *   share        loops of the plain nest, which the host's threads share
 *   pipeline     loops of it whose rows they run one behind the other
 *   trial        programs that hedrac --tune builds: timed or compared
 *
 * Generated code calls what hedra.h declares. The families of the library use
 * what is included here: regions of their own, and arrays that are kept on
 * devices.
 */
#ifndef HEDRA_RUNTIME_REGION_REGION_H
#define HEDRA_RUNTIME_REGION_REGION_H

#include "runtime/region/exec.h"
#include "runtime/region/mirror.h"
#include "runtime/region/ordered.h"

#endif
