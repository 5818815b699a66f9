/*
 * Graphs laid out on a data-stream array: which processing element (PE) has
 * which operation, and by which links and routing elements (REs) values get
 * there. The door of this folder.
 *
 *   fabric    the array as cells and links, from an architecture
 *   part      what lies in one PE each: operations, parts of bundles
 *   bound     PEs, links and ports that there must be
 *   anneal    places, by simulated annealing with a generator of its own
 *   route     ways of wanted lengths, by negotiated congestion
 *   place     the three in turn, until what was routed has the wanted rate
 *   check     whether a placed graph keeps to the array, whoever made it
 *   copy      one ring many times, between forks and joins
 *   copy_graph   as a graph
 *   beside    two programs on one array, as one graph
 *   exact     how many PEs are too few, by branch and bound
 *   area      gates
 *   program   what configures the array before the data
 *   times     how full PEs are in the course of a run
 *   busy      how busy links were
 *   picture   the grid as an HTML page with SVG
 *
 * All numbers are whole, so that one seed gives one result on every machine.
 * The graph gets places, routes and the registers on them, and copies of values
 * from ports; what it computes stays the same.
 */
#ifndef HEDRA_BACKENDS_RACER_PLACE_PLACE_H
#define HEDRA_BACKENDS_RACER_PLACE_PLACE_H

#include "backends/racer/racer.h"
#include "runtime/racersim/racersim.h"

/* How long the tools search, if nothing else is asked for. */
enum { PLACE_SECONDS = 60 };

/* How many ports copies share, and that these read every N-th element. */
enum { PLACE_PORTS = 4, PLACE_SCATTER = 9973 };

struct fabric;

struct place_options {
    uint64_t seed;
    int attempts; /* seeds to try for each region, 0: what is usual */
    int seconds;  /* of processor time after which it gives up, 0: never */
    const struct racer_graph *beside; /* a placed graph that keeps what it has
                                         of the array; NULL: there is none */
};

/* What is sent before the data, and behind them (program.c). */
struct place_program {
    int words;         /* of 128 bits, in all */
    int unreached;     /* PEs and REs to which no way leads from a source */
    int64_t configure; /* cycles before cycle 0 */
    int64_t reset;     /* cycles behind the last element */
};

/* What was made of a graph. */
struct place_report {
    uint64_t seed;        /* with which it succeeded */
    int attempts;         /* how many it took */
    int least_pes;        /* by the resource that needs most of them */
    const char *resource; /* its name */
    int pes, computing;   /* that something passes or computes in */
    int res, links, ports;
    int flops;         /* additions and multiplications that a slot has */
    int rows, columns; /* of the region */
    struct place_program program;
    struct racer_slack slack;
    struct racer_rate rate;
};

/* Lower bounds, a line each (bound.c): false with a fault, that names the
 * resource, need and supply, if the array has too little of something. */
bool place_bounds(struct arena *arena, const struct racer_graph *g,
                  const struct racer_arch *arch, struct buf *out, int *pes,
                  const char **resource, struct faults *faults);

/* Places and routes a graph that is proved and not placed. False with a fault,
 * which says what had no place or route in the last attempt.
 */
bool place_graph(struct arena *arena, struct racer_graph *g,
                 const struct racer_arch *arch, const struct racer_rings *rings,
                 const struct place_options *options,
                 struct place_report *report, struct faults *faults);

/* How many PEs are too few for the graph, `too_few` or more, by branch and
 * bound (exact.c). */
int place_too_few(struct arena *arena, struct racer_graph *g,
                  const struct racer_arch *arch, int too_few);

/* Does the placed graph keep to the array? Appends a fault for each thing that
 * it does not (check.c). What was used is counted in the report. */
bool place_check(struct arena *arena, const struct racer_graph *g,
                 const struct racer_arch *arch, struct place_report *report,
                 struct faults *faults);

struct place_copying {
    int count; /* 0: one for each block */
    int ports; /* sources, and sinks, that share them */
    int every; /* they read every N-th element, 1: in order */
};
/* A graph with one source and one sink by tag becomes copies of what lies
 * between them, placed and routed, each in a block (copy.c). NULL with a fault.
 */
struct racer_graph *
place_copies(struct arena *arena, const struct racer_graph *g,
             const struct racer_arch *arch, const struct place_copying *how,
             const struct place_options *options, struct place_report *report,
             struct faults *faults);

/* Adds a graph to another one; both may be placed. What is called as something
 * in the other, but for memories, gets a name with a number behind it
 * (beside.c).
 */
void place_join(struct racer_graph *first, const struct racer_graph *second);

/* Gates of the array, and of what a placed graph uses (area.c). */
struct place_area {
    int64_t re_gates;            /* of one RE */
    int64_t pes, res, crossings; /* crossings: REs where lanes cross */
    int64_t pe_total, re_total, crossing_total; /* gates */
    int64_t used;   /* gates of the PEs and REs that the graph uses */
    int share;      /* thousandths of the area that lanes take */
    int64_t mflops; /* peak, in MFLOP/s */
};
struct place_area place_area_of(const struct racer_arch *arch,
                                const struct place_report *report);

void place_print(struct buf *out, const struct racer_arch *arch,
                 const struct place_report *report);

/* How full PEs are in the course of a run (times.c). */
struct place_times {
    int frames, pes;
    int64_t *cycle;      /* [frame] in which it begins */
    unsigned char *full; /* [frame * pes + row * columns + column]: tenths of
                            the registers of the nodes in a PE that are full,
                            PLACE_NOTHING: there are none */
    int64_t distance[RACERSIM_DISTANCES]; /* as in the run's result */
};
enum { PLACE_NOTHING = 255 };
/* Runs the simulator, new, of a placed graph to its end. */
struct racersim_result place_times_run(struct arena *arena,
                                       const struct racer_arch *arch,
                                       struct racersim *sim,
                                       const struct racersim_options *options,
                                       struct place_times *times);

/* How busy links and PEs were in a run (busy.c). Shares are thousandths; what
 * is left of a link's is of words that carry no value. */
struct place_busy {
    const struct fabric *fabric;
    int links, used;              /* used: those that an element has passed */
    struct racersim_share *share; /* [link] of its words' slots */
    int64_t sum;                  /* of those that were used */
    int pes;                      /* in which values are made */
    struct racersim_share *pe;    /* [row * columns + column], the mean of these
                                     values' slots */
    int *values;                  /* [row * columns + column] how many */
};
struct place_busy place_busy_of(struct arena *arena,
                                const struct racer_arch *arch,
                                const struct racersim *sim);
/* The program, all links that were used and PEs, as members of JSON. */
void place_busy_json(struct arena *arena, struct buf *out,
                     const struct place_program *program,
                     const struct place_busy *busy);
/* The busiest links, a line each. */
void place_busy_print(struct arena *arena, struct buf *out,
                      const struct place_busy *busy);

/* The grid around what a placed graph uses, as SVG that is XML and stands in
 * another page, whose style it takes. `rings` are brought out. */
void place_picture(struct arena *arena, struct buf *out,
                   const struct racer_graph *g, const struct racer_arch *arch,
                   const struct racer_rings *rings);
/* `rings` of the graph are brought out; `times` and `busy` of a run, or NULL.
 */
void place_page(struct arena *arena, struct buf *out,
                const struct racer_graph *g, const struct racer_arch *arch,
                const struct racer_rings *rings,
                const struct place_report *report,
                const struct place_times *times, const struct place_busy *busy);

#endif
