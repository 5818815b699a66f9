/*
 * --run: compiles a C file that hedrac wrote, links it with libhedra and runs
 * it. The temporary files are removed. --emit=verilog: runs racersim.
 */
#ifndef HEDRA_COMPILER_DRIVER_RUN_H
#define HEDRA_COMPILER_DRIVER_RUN_H

#include "compiler/driver/options.h"
#include "runtime/base/base.h"

/* Builds `program` of the C file `source`, as --run does; what the compiler
 * says goes to the file `log` (NULL: to hedrac's own output). False with a
 * fault. */
bool run_build(const struct options *options, const char *source,
               const char *program, const char *log, struct faults *faults);

/* The program's exit status (128 + n when signal n ended it), or -1 with a
 * fault if it could not be built. */
int run_program(const struct options *options, const char *text, size_t length,
                struct faults *faults);

/* --emit=verilog: makes Verilog of the graphs of a text, in the output folder.
 * racersim's exit status, or -1 with a fault. */
int run_verilog(const struct options *options, const char *text,
                struct faults *faults);

#endif
