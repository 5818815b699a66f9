/*
 * Graphs of a data-stream array: what a program is before and after it is laid
 * out. The door of this folder.
 *
 *   graph        builds graphs, looks up operations, names and types
 *   parse, infer graph text, read; types that the text leaves out; parse_param
 *                reads parameters and arrays, parser.h is what the two share
 *   print        graph text, written: it parses back to the same text
 *   param        constants that a run sets, and those that follow from them
 *   value        what operations compute
 *   valid        what every graph must keep, however it was made
 *   arch         the architecture: stages, array, links and area, as text
 *   place        places and routes of a graph that is laid out, as text
 *   data         memories with what they hold, as text
 *   machine.h    arch and data, declared; param.h declares param and value,
 *                place.h place, walk.h how memory units walk
 *   lex          lines of words, for the three texts
 *   graph.def    the operations, and the lines of an architecture
 *
 * A graph is a list of nodes that take and make values. One element of a value
 * at a time lies in a register; which registers there are follows from the
 * graph and an architecture (runtime/racersim/netlist.h). Everything lies in
 * the arena that the reader was given; nothing is freed by itself.
 *
 * Nothing here knows whether a graph can get stuck or how fast it is:
 * backends/racer/ does.
 */
#ifndef HEDRA_RUNTIME_RACERSIM_GRAPH_GRAPH_H
#define HEDRA_RUNTIME_RACERSIM_GRAPH_GRAPH_H

#include "runtime/base/base.h"
#include "runtime/racersim/graph/walk.h"

#include <stdbool.h>
#include <stdint.h>

enum racer_type {
    RACER_UNKNOWN,
    RACER_F32,
    RACER_F64,
    RACER_I32,
    RACER_I64,
    RACER_PRED,
    RACER_TYPES
};

/* The operands and the result of an operation: all of one type, or a test whose
 * result is a pred, or a conversion. */
enum racer_form {
    RACER_FORM_REAL,
    RACER_FORM_REAL_TEST,
    RACER_FORM_WHOLE,
    RACER_FORM_WHOLE_TEST,
    RACER_FORM_BITS, /* i32, i64 or pred */
    RACER_FORM_SELECT,
    RACER_FORM_TO_F32,
    RACER_FORM_TO_F64,
    RACER_FORM_TO_I32,
    RACER_FORM_TO_I64
};

enum racer_op {
#define OP(name, operands, form, group) RACER_OP_##name,
#include "runtime/racersim/graph/graph.def"
#undef OP
    RACER_OPS
};

/* The lines of an architecture, in registers. */
enum racer_group {
#define GROUP(name, stages, least) RACER_GROUP_##name,
#include "runtime/racersim/graph/graph.def"
#undef GROUP
    RACER_GROUPS
};

enum racer_kind {
    RACER_SOURCE, /* outputs */
    RACER_SINK,   /* operands */
    RACER_OP,
    RACER_SYNC,
    RACER_MERGE,  /* operands: w of the feedback, then w of the entry */
    RACER_SWITCH, /* operands: condition, w; outputs: w of `then`, w of `else`
                   */
    RACER_FORK,   /* operands: w; outputs: w of either side */
    RACER_JOIN,   /* operands: w of either side; outputs: w */
    RACER_DELAY,  /* begins with `count` elements of `initial` */
    RACER_GATE,   /* at most `count` elements between this and its partner */
    RACER_UNGATE,
    RACER_REQUEST, /* the element of `memory` at the address */
    RACER_KINDS
};

struct racer_node;

struct racer_value {
    const char *name;
    enum racer_type type;
    bool typed;              /* the text names the type */
    struct racer_node *node; /* that makes it */
    int output;              /* its number there */
    int index;               /* in the graph */
    struct loc loc;
};

/* What a node takes: an element of a value, or a constant. */
struct racer_operand {
    struct racer_value *value; /* NULL: a constant */
    const char *name;      /* of the value or the parameter; else the literal */
    union racer_bits bits; /* of the constant */
    enum racer_type type;  /* of the constant, once it is known */
    bool literal;
    int registers; /* on the way from the value, beyond those there must be */
    int least;     /* how many of these its route has at least */
    struct racer_route *route; /* on the array; NULL: it is not placed */
    struct loc loc;
};

struct racer_node {
    enum racer_kind kind;
    enum racer_op op;
    int operand_count, output_count;
    struct racer_operand *operand;
    struct racer_value **output; /* NULL entries: dropped */
    int index;                   /* in the graph */

    const char *memory; /* of source, sink, request; NULL: of a source that
                           gives indices, of a sink that only counts */
    struct racer_walk walk;
    const char *admit; /* source: waits for the window of the sink to it */
    int tags;          /* sink: which of its operands are its tag; 0: the
                          elements come in order */
    int *tag;
    int64_t window; /* sink: places of its sorter; 0: as many as needed */
    int path;       /* source, sink: registers; 0: the architecture's */
    int64_t count;  /* delay, gate, request (places; 0: any number) */
    bool shared;    /* request: its answers lie among its requests */
    bool writes;    /* request: operand 1 goes to the address, and comes back
                       when it is there */
    bool guarded;   /* sink, request: the last operand says whether anything
                       is done */
    bool addressed; /* sink: operand 1 is the element that operand 0 goes to */
    enum racer_keep keeps; /* sink to elements */
    bool entry_first;      /* merge: the entry has priority */
    bool alternate;        /* fork, join: takes turns when both sides can */
    const char *pair;      /* gate, ungate: names the pair */
    int place_count, place_cap;
    struct racer_place *place; /* on the array */
    struct loc loc;
};

struct racer_param {
    const char *name;
    enum racer_type type;
    union racer_bits bits;
    const char *text; /* NULL: it follows from earlier ones by an operation */
    enum racer_op op;
    int operand_count;
    struct racer_operand operand[3]; /* literals and parameters */
};

/* A memory whose elements a program has in an array, in the order in which
 * kernels take them. `type` is that of the program, "u8" for example. */
struct racer_array {
    const char *name, *type;
};

struct racer_graph {
    struct arena *arena;
    const char *name;
    const char *source; /* the file it was made from, or NULL */
    const char *file;
    int node_count, node_cap, value_count, value_cap, param_count, param_cap;
    int array_count, array_cap;
    struct racer_node **node;
    struct racer_value **value;
    struct racer_param *param;
    struct racer_array *array;
    int *place; /* [place_count] a hash table: a value's index plus 1, or 0 */
    int place_count;
};

/* Building (graph.c) ------------------------------------------------------- */

struct racer_graph *racer_graph_new(struct arena *arena, const char *name);
/* A node with room for its operands and outputs, at the end of the graph. */
struct racer_node *racer_add(struct racer_graph *g, enum racer_kind kind,
                             int operands, int outputs);
/* Output `output` of a node gets a name; the name is copied. */
struct racer_value *racer_name_output(struct racer_graph *g,
                                      struct racer_node *node, int output,
                                      const char *name, enum racer_type type);
/* NULL: there is none of that name. */
struct racer_value *racer_find(const struct racer_graph *g, const char *name);

/* The side of a merge or a join on which an operand is taken, else 0. */
int racer_side_of(const struct racer_node *node, int operand);
/* Operands of one node that take one value on one side share a way: the first
 * of them. */
int racer_way_of(const struct racer_node *node, int operand);

const char *racer_type_name(enum racer_type type);
/* RACER_UNKNOWN: there is no type of that name. */
enum racer_type racer_type_named(const char *name);
/* How many 32-bit words of a link it takes. */
int racer_type_words(enum racer_type type);
bool racer_type_is_real(enum racer_type type);

const char *racer_op_name(enum racer_op op);
/* RACER_OPS: there is no operation of that name. */
enum racer_op racer_op_named(const char *name);
int racer_op_operands(enum racer_op op);
enum racer_form racer_op_form(enum racer_op op);
enum racer_group racer_op_group(enum racer_op op);
/* Whether the operation takes operands of the type. */
bool racer_op_takes(enum racer_op op, enum racer_type type);
/* What it makes of operands of that type (of the selected ones of SELECT). */
enum racer_type racer_op_result(enum racer_op op, enum racer_type type);
/* The word that begins, or stands in, a line of that kind. */
const char *racer_kind_name(enum racer_kind kind);
/* The memory of a source, sink or request, or what stands in its place. */
const char *racer_memory_name(const struct racer_node *node);

/* Reads a literal as a type; false if it is none of that type. */
bool racer_read_bits(const char *text, enum racer_type type,
                     union racer_bits *bits);
/* Appends what racer_read_bits reads as the same. */
void racer_write_bits(struct buf *out, union racer_bits bits,
                      enum racer_type type);

/* Text --------------------------------------------------------------------- */

/* Reads a graph; NULL, with one fault appended, if the text is none or breaks
 * what racer_valid looks for. `file` names it in faults. */
struct racer_graph *racer_parse(struct arena *arena, const char *file,
                                const char *text, struct faults *faults);
/* Gives all values and constants their types; false with a fault. */
bool racer_infer(struct racer_graph *g, struct faults *faults);
void racer_print(struct buf *out, const struct racer_graph *g);
/* One line of it, without the newline. */
void racer_print_node(struct buf *out, const struct racer_node *node);
/* Appends a fault for everything a graph must keep and this does not: types,
 * widths, each value used, pairs of gates. True if there was none. */
bool racer_valid(const struct racer_graph *g, struct faults *faults);

#include "runtime/racersim/graph/machine.h"
#include "runtime/racersim/graph/param.h"
#include "runtime/racersim/graph/place.h"

#endif
