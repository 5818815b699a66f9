/*
 * What a graph runs on: the stages of an architecture, and the memories at its
 * edges. Part of graph.h, which includes it.
 */
#ifndef HEDRA_RUNTIME_RACERSIM_GRAPH_MACHINE_H
#define HEDRA_RUNTIME_RACERSIM_GRAPH_MACHINE_H

#include "runtime/racersim/graph/graph.h"

/* Architecture (arch.c) ---------------------------------------------------- */

/* `thesis`: blocks of PEs between lanes of REs, most PEs one-way; `mesh`: links
 * to all four neighbours, and no REs. */
enum racer_fabric { RACER_THESIS, RACER_MESH, RACER_FABRICS };

/* What an operation or a bundle takes of a PE; the last one is that of sources,
 * sinks and requests at the edge. */
enum racer_unit {
#define UNIT(name, count, plain) RACER_UNIT_##name,
#include "runtime/racersim/graph/graph.def"
#undef UNIT
    RACER_UNIT_port,
    RACER_UNITS
};

enum racer_factor {
#define FACTOR(name, value, least, most) RACER_FACTOR_##name,
#include "runtime/racersim/graph/graph.def"
#undef FACTOR
    RACER_FACTORS
};

struct racer_arch {
    const char *name;
    int stages[RACER_GROUPS];
    enum racer_fabric fabric;
    int units[RACER_UNITS], plain_units[RACER_UNITS];
    int factor[RACER_FACTORS];
};

struct racer_arch racer_arch_thesis(void);
const char *racer_fabric_name(enum racer_fabric fabric);
const char *racer_unit_name(enum racer_unit unit);
/* RACER_UNITS: there is none of that name. */
enum racer_unit racer_unit_named(const char *name);
/* What the node takes of the array. */
enum racer_unit racer_unit_of(const struct racer_node *node);

/* Reads lines "NAME NUMBER" into `arch`, which keeps what they do not name; its
 * name lies in `arena`. False with a fault. */
bool racer_arch_parse(struct arena *arena, const char *file, const char *text,
                      struct racer_arch *arch, struct faults *faults);
void racer_arch_print(struct buf *out, const struct racer_arch *arch);
/* The registers of a node itself, before those of its links. */
int racer_stages(const struct racer_arch *arch, const struct racer_node *node);

/* How many elements a request has within its memory unit at most, if that is
 * fewer than it has registers there; else 0. The last of its stages lies behind
 * the unit. */
int racer_places(const struct racer_arch *arch, const struct racer_node *node);

/* Memories (data.c) -------------------------------------------------------- */

struct racer_memory {
    const char *name;
    int dims, channels;
    int64_t extent[RACER_DIMS], elements;
    int64_t first; /* the number of its first element */
    enum racer_type type[RACER_WIDTH];
    union racer_bits *bits; /* [element * channels + channel] */
    struct loc loc;
};

struct racer_data {
    struct arena *arena;
    int count, cap;
    struct racer_memory *memory;
};

/* Appends the memories of a text; false with a fault. */
bool racer_data_parse(struct racer_data *data, const char *file,
                      const char *text, struct faults *faults);
void racer_data_print(struct buf *out, const struct racer_memory *memory);
struct racer_memory *racer_data_find(const struct racer_data *data,
                                     const char *name);
/* Has the data room for so many more? There is a limit for all memories, so
 * that no text can ask for all there is. */
bool racer_data_fits(const struct racer_data *data, int64_t elements,
                     int64_t channels);
/* A memory of zeros, which fits. */
struct racer_memory *racer_data_add(struct racer_data *data, const char *name,
                                    int dims, const int64_t *extent,
                                    int channels, const enum racer_type *type);

#endif
