/*
 * The door of predict/: what a region's kernels will ask of a device, and what
 * they were seen to ask.
 *
 * Takes KIR and sizes, or the counts that ptxsim has written; gives rows and
 * remarks. Changes no kernel. Owns nothing: rows live in the arena given.
 *
 *   access.c     exact counts of memory accesses, for sizes that are known
 *   counts.c     counts of a run, from the file that HEDRA_COUNT wrote
 *   explain.c    what --explain says of kernels
 *   layout.c     what arrays in another order cost beside C's
 *   occupancy.c  how many warps of a kernel a multiprocessor holds
 *   summary.c    what --explain says first of each region
 *   summary_help.c  what would help it most
 */
#ifndef HEDRA_COMPILER_PREDICT_PREDICT_H
#define HEDRA_COMPILER_PREDICT_PREDICT_H

#include "compiler/predict/access.h"
#include "compiler/predict/counts.h"
#include "compiler/predict/explain.h"
#include "compiler/predict/layout.h"
#include "compiler/predict/occupancy.h"
#include "compiler/predict/summary.h"

#endif
