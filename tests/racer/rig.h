/*
 * What the tests of data-stream arrays share: graphs from text, runs, and a
 * simulator of their own.
 */
#ifndef HEDRA_TESTS_RACER_RIG_H
#define HEDRA_TESTS_RACER_RIG_H

#include "backends/racer/racer.h"
#include "runtime/racersim/racersim.h"

struct rig {
    struct arena *arena;
    struct faults faults;
    struct racer_arch arch;
    struct racer_graph *graph;
    struct racer_data data;
    struct racer_rings rings;
    struct racer_slack slack;
    struct racersim *sim;
};

/* An architecture `thesis` and nothing else. */
struct rig rig_new(void);
void rig_free(struct rig *rig);
/* The text of a file of this folder, in the rig's arena. */
const char *rig_file(struct rig *rig, const char *name);
/* Parses; false if that is refused. */
bool rig_parse(struct rig *rig, const char *text);
/* Adds memories from text; ends the program if that is refused. */
void rig_data(struct rig *rig, const char *text);
/* Proves the graph as it is; the faults tell why not. */
bool rig_prove(struct rig *rig);
/* Finds rings and balances; false if that is refused. */
bool rig_balance(struct rig *rig);
/* Makes a simulator and runs it; ends the program if it cannot. */
struct racersim_result rig_run(struct rig *rig,
                               const struct racersim_options *options);
/* Does a fault's message or hint hold the words? */
bool rig_says(const struct rig *rig, const char *words);
/* How often the first merge, or else the first sink, has fired. */
int64_t rig_slots(const struct racersim_result *result);
/* The source's Mandelbrot program: how many rounds a point takes, with the
 * operations in the order of those in mandelbrot.graph. */
int rig_rounds(double x, double y);
/* A text with every `from` replaced by `to`, in the arena. */
const char *rig_replace(struct rig *rig, const char *text, const char *from,
                        const char *to);

/* naive.c: the same graph, register by register and transfer by transfer. */
struct naive_result {
    int64_t cycles; /* when nothing could move any more, or max_cycles */
    int64_t in, out, first_out, last_out;
    uint64_t sum; /* of the bits that came out, each times its place */
};
struct naive_result naive_run(struct arena *arena, const struct net *net,
                              int64_t elements, int64_t max_cycles);

/* gen.c: a random graph of a few nodes, as text; the same for the same seed. */
enum gen_kind { GEN_ANY, GEN_SMALL, GEN_NESTS, GEN_BRANCHES };
void gen_graph(struct buf *out, uint64_t seed, enum gen_kind kind);

/* explore.c: can the net get stuck, whatever sides its switches take and
 * whenever its sources give? states: how many were seen; -1: too many. */
bool explore_stuck(struct arena *arena, const struct net *net, long *states);

#endif
