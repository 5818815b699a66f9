/*
 * What kernels cost; the door of this folder.
 *
 *   arch              named GPUs, occupancy, roofline estimates
 *   cache             a cache with sectors: tags, no data
 *   counts            the observer that counts
 *   print             counts as a table; what the three writers share
 *   print_annotated   counts beside the PTX and the source
 *   print_json        counts as JSON
 *   request           what one memory instruction of one warp costs
 *   resources         registers and spills, from what ptxas printed
 *
 * Counting and printing are apart: nothing that counts prints. The machine
 * calls nothing here but through the observer.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_COUNT_COUNT_H
#define HEDRA_RUNTIME_PTXSIM_COUNT_COUNT_H

#include "runtime/ptxsim/count/arch.h"
#include "runtime/ptxsim/count/cache.h"
#include "runtime/ptxsim/count/counts.h"
#include "runtime/ptxsim/count/print.h"
#include "runtime/ptxsim/count/request.h"
#include "runtime/ptxsim/count/resources.h"

#endif
