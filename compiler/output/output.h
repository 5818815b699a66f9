/*
 * The door of output/: the C file that holds the user's text and the compiled
 * regions.
 *
 * Takes compiled regions and the text of the source; gives text. Prints kernels
 * through backends/target.h, knows no front end, reads no files.
 *
 *   emit.c             the printed forms of regions, for each target
 *   host_passes.c      the host's loops made ready for vectors, before that
 *   launch_stub.c      the C text that ties a region to libhedra
 *   row_table.c        what that reads of tables of pointers to rows
 *   layout_stub.c      the C text for arrays that lie in another order
 *   look_ahead.c       loops of the plain nest that test blocks of iterations
 *   list.c             lists in generated text
 *   openmp.c           the C text that runs a region without libhedra
 *   exactness.c        regions that give the plain nest's bits
 *   final_iterators.c  what the iterators of a region hold after it
 *   promised.c         regions whose loop threads share by their author's word
 *   shared_nest.c      functions of the plain nest's loops, which threads share
 *   usual_value.c      variables of theirs that mostly have one value
 *   trial_stub.c       what only programs that --tune builds have
 *   splice.c           puts all of it into the user's text
 *   splice_event.c     what it puts where
 */
#ifndef HEDRA_COMPILER_OUTPUT_OUTPUT_H
#define HEDRA_COMPILER_OUTPUT_OUTPUT_H

#include "compiler/output/emit.h"
#include "compiler/output/host_passes.h"
#include "compiler/output/launch_stub.h"
#include "compiler/output/layout_stub.h"
#include "compiler/output/look_ahead.h"
#include "compiler/output/openmp.h"
#include "compiler/output/splice.h"
#include "compiler/output/trial_stub.h"

#endif
