/*
 * Graphs of a data-stream array as Verilog-2005 that can be synthesised. The
 * door of this folder.
 *
 *   verilog   which files there are, and those that do not depend on the graph:
 *             a module for each kind of node, which lies here as MODULE.v
 *   wires     wires of values, and what is asked of them
 *   design    the module of a graph: its values, and the ways to their takers
 *   node      what stands in it for each node
 *   op        what stands there for operations
 *   bench     a testbench
 *   trace     what arrives at sinks, and what nodes give, in a run
 *   vector    the files that a testbench reads
 *
 * The registers and transfers are those of runtime/racersim/net/, and so are
 * the cycles in which elements move. The memory units lie outside of the
 * graph's module, but for those that answer requests.
 */
#ifndef HEDRA_BACKENDS_RACER_VERILOG_VERILOG_H
#define HEDRA_BACKENDS_RACER_VERILOG_VERILOG_H

#include "runtime/racersim/racersim.h"

/* Files of one folder, by name. */
struct verilog_file {
    const char *name;
    struct buf text;
};
struct verilog {
    struct arena *arena;
    int count, cap;
    struct verilog_file *file;
};

/* Runs, from the beginning, and notes what memories hold before, what arrives
 * at sinks, and in the first cycles what each value's node gives. */
struct verilog_trace;
struct verilog_trace *verilog_run(struct arena *arena, struct racersim *sim,
                                  const struct racer_data *data,
                                  const struct racersim_options *options,
                                  struct racersim_result *result);

/* The graph, its testbench, its vectors and all modules that they need. The run
 * is over, done or stuck. */
struct verilog verilog_write(struct arena *arena, const struct racersim *sim,
                             const struct racer_data *data,
                             const struct verilog_trace *trace,
                             const struct racersim_options *options,
                             const struct racersim_result *result);
/* Frees the trace as well. */
void verilog_free(struct verilog *out, struct verilog_trace *trace);

#endif
