/*
 * The door of driver/: what a command-line program needs beside its work.
 *
 * Takes command lines and faults; gives options, messages, commands that are
 * run, files that are written. Knows nothing of regions or kernels but the
 * options that concern them. brush uses parts of it, and includes these alone.
 *
 *   options.c    hedrac's command line, by the rows of options.def
 *   combination.c
 *                which options go with each other
 *   elements.c   what a data-stream array asks of them
 *   help.c       --help, by the same rows
 *   diag.c       prints faults in the format of clang
 *   command.c    commands that are run: words, a call, its end
 *   run.c        --run: builds the program that was written, and runs it
 *   verilog.c    --emit=verilog: has racersim make it of graphs
 *   restart.c    a process that waits for the one that works
 *   crash.c      what is done about crashes of hedrac itself
 *   overwrite.c  whether a file that is written is one that is read
 *   progress.c   a line on the terminal about work that takes long
 *   make_rule.c  dependencies as a rule of make
 *   report.c     --report=json: what became of each region
 *   json.c       JSON as a tree
 */
#ifndef HEDRA_COMPILER_DRIVER_DRIVER_H
#define HEDRA_COMPILER_DRIVER_DRIVER_H

#include "compiler/driver/command.h"
#include "compiler/driver/crash.h"
#include "compiler/driver/diag.h"
#include "compiler/driver/json.h"
#include "compiler/driver/make_rule.h"
#include "compiler/driver/options.h"
#include "compiler/driver/overwrite.h"
#include "compiler/driver/progress.h"
#include "compiler/driver/report.h"
#include "compiler/driver/restart.h"
#include "compiler/driver/run.h"

#endif
