/*
 * The machine that executes decoded programs; the door of this folder.
 *
 *   access     from an access' operands to checked host addresses
 *   alu        handlers of arithmetic, as tables for several instruction sets
 *   atomic     handlers of atomics
 *   barrier    barriers of blocks and warps
 *   control    branches, calls, exits
 *   exec       the state of a warp and all handlers' names
 *   finding    what a kernel did wrong, as part of the launch's result
 *   memory     handlers of loads, stores and addresses
 *   observer   running blocks, and who may watch them
 *   program    the decoded program
 *   real       IEEE 754 arithmetic with a rounding
 *   run        a launch: blocks to host threads, warps in turn
 *   scalar     handlers too rare for loops of their own
 *   space      addresses and allocations
 *   warp_op    shuffles, votes and special registers
 *
 * It takes programs that are right: ../decode has checked them. It knows
 * observers by their interface alone.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_MACHINE_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_MACHINE_H

#include "runtime/ptxsim/machine/access.h"
#include "runtime/ptxsim/machine/alu.h"
#include "runtime/ptxsim/machine/atomic.h"
#include "runtime/ptxsim/machine/barrier.h"
#include "runtime/ptxsim/machine/exec.h"
#include "runtime/ptxsim/machine/observer.h"
#include "runtime/ptxsim/machine/program.h"
#include "runtime/ptxsim/machine/real.h"
#include "runtime/ptxsim/machine/scalar.h"
#include "runtime/ptxsim/machine/space.h"

#endif
