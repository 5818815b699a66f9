/*
 * From KIR to graphs of a data-stream array: a kernel becomes a graph, and its
 * threads the elements that flow through it. The door of this folder.
 *
 *   target    the targets `racer`, `racer-placed` and `dot`: all kernels of a
 *             module, as graph text, laid out, or for Graphviz
 *   kernel    one kernel: its arrays, parameters, indices
 *   body      statements; branches are chosen by `select`
 *   loop      loops, each of which becomes a ring
 *   expr      operations of KIR, by those of processing elements
 *   quotient  division of integers and rounding, by what there is
 *   access    loads and stores: streams, requests, sinks
 *   affine    which element of an array a thread takes, by its indices
 *   node      nodes of the graph, with constants folded
 *   prune     the graph without what nothing needs
 *   gate      the gates that rings in rings need
 *   remark    what --explain says of a graph
 *   view      what the page of --explain=html shows of it
 *   refuse    which part of a kernel has no graph, and what to write instead
 *
 * Takes kernels of one thread a block, untiled; what a data-stream array has
 * not is refused with the line of the source. Graphs are proved and balanced
 * before they are printed (backends/racer/).
 */
#ifndef HEDRA_BACKENDS_DATAFLOW_DATAFLOW_H
#define HEDRA_BACKENDS_DATAFLOW_DATAFLOW_H

#include "backends/kir/kir.h"

extern const struct target target_racer, target_racer_placed, target_dot;

#endif
