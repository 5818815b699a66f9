/*
 * What the files of this folder share.
 *
 * A value x whose registers end lies in the wires x$data and x$full, and is
 * taken by x$take; behind a copy, or more registers, the way to its k-th taker
 * ends in x$k$data. No name of a graph has a $.
 */
#ifndef HEDRA_BACKENDS_RACER_VERILOG_LOCAL_H
#define HEDRA_BACKENDS_RACER_VERILOG_LOCAL_H

#include "backends/racer/verilog/verilog.h"

struct design {
    struct arena *arena;
    const struct racer_graph *graph;
    const struct racer_arch *arch;
    const struct racer_data *data;
    struct buf body;
    const char ***way; /* [node][operand]: the wires that it is taken from */
    int *users;        /* [value]: ways to takers; 0: it has no registers */
    int moving;        /* bits of the wire that says that something moves */
};

/* A sink's arrivals: rows of struct arrival, each with its values behind it. */
struct arrivals {
    int64_t count;
    struct buf rows;
};
struct arrival {
    int64_t cycle, tag;
};
/* An element leaves the last register of a value's own. */
struct departure {
    int64_t cycle;
    int value;
    union racer_bits bits;
};
struct verilog_trace {
    struct arrivals *of; /* [node] */
    int nodes;
    int64_t
        cycles; /* in which departures are known; in order of cycle, value */
    int count, cap;
    struct departure *departure;
    const union racer_bits **before; /* [memory]: what it held */
};

/* design.c */
struct design design_new(struct arena *arena, const struct racer_graph *graph,
                         const struct racer_arch *arch,
                         const struct racer_data *data);
void design_print(struct design *d, struct buf *out);

/* wires.c */
/* The digits of a number of that many bits. */
void design_hex(struct buf *out, uint64_t bits, int width);
int design_width(enum racer_type type);
/* Sources are numbered from 0, and so are sinks. */
int design_port(const struct design *d, const struct racer_node *node);
/* The bits of what a source gives, a sink takes, or a request answers. */
int design_port_width(const struct design *d, const struct racer_node *node);
/* Do requests write this memory? Those of a graph have one array then. */
bool design_is_stored(const struct racer_graph *g, const char *memory);
/* The value of output k if it has registers, else NULL. */
const struct racer_value *design_output(const struct design *d,
                                        const struct racer_node *node, int k);
/* Wires for a value. */
void design_wires(struct design *d, const char *base, int width);
/* Registers in a row from the wires of `from` to those of `to`. */
void design_line(struct design *d, const char *from, const char *to, int width,
                 int stages);
/* The next bit of the wire that says that something moves. */
const char *design_moving(struct design *d);

/* What a node takes: wires, or a constant. */
const char *design_operand(const struct design *d,
                           const struct racer_node *node, int k);
/* "{y$full, x$full}" of the ways to operands first to last - 1. */
const char *design_taken(const struct design *d, const struct racer_node *node,
                         int first, int last, int *count);

/* Their registers become empty when `fire` is. */
void design_take(struct design *d, const struct racer_node *node, int first,
                 int last, const char *fire);

/* node.c */
/* What must be declared before all nodes: transfers that gates look at. */
void design_begin(struct design *d);
void design_node(struct design *d, const struct racer_node *node);

/* op.c */
void design_op(struct design *d, const struct racer_node *node);

/* bench.c, vector.c */
struct buf *verilog_add(struct verilog *files, const char *name);
void bench_print(const struct design *d, struct buf *out,
                 const struct racersim *sim, const struct verilog_trace *trace,
                 const struct racersim_options *options,
                 const struct racersim_result *result);
void vector_files(const struct design *d, struct verilog *files,
                  const struct racersim *sim,
                  const struct verilog_trace *trace);

/* The modules, by name (verilog.c reads the table). */
#define MODULE(name) extern const char verilog_##name[];
#include "backends/racer/verilog/module.def"
#undef MODULE

#endif
