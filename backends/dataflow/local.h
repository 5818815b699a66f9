/*
 * What the files of this folder share: a kernel on its way to a graph.
 *
 * Every value of KIR, every variable and the order of every array's accesses
 * has a slot, which holds the operand that it is now: an element of a value of
 * the graph, a parameter, or a constant. A ring takes all slots in, as values
 * of its bundle, and gives them others; what nothing needs is dropped at the
 * end (prune.c).
 */
#ifndef HEDRA_BACKENDS_DATAFLOW_LOCAL_H
#define HEDRA_BACKENDS_DATAFLOW_LOCAL_H

#include "backends/dataflow/dataflow.h"
#include "backends/racer/place/place.h"

/* A sum of products of whole numbers and parameters of type i64. */
enum { FLOW_TERMS = 8, FLOW_FACTORS = 3 };
struct flow_term {
    int64_t factor;
    int symbol[FLOW_FACTORS]; /* parameters' numbers plus 1, sorted; 0: none */
};
struct flow_sum {
    int count;
    struct flow_term term[FLOW_TERMS];
};

/* A whole number that depends on the thread by its indices alone: base plus
 * index d times step[d], x first. */
struct flow_affine {
    bool known;
    struct flow_sum base, step[3];
};

/* How a kernel uses an array. */
enum flow_use {
    FLOW_READ, /* it is read, or written by one store that no access follows */
    FLOW_ORDER /* its accesses need each other's order: stores answer */
};

struct flow_array {
    const char *name;
    enum racer_type type;
    enum flow_use use;
    bool extreme; /* all that is done is to keep the least or greatest */
    struct racer_operand token; /* hangs on its last access */
};

/* A source that may get more values. */
struct flow_source {
    struct racer_node *node;
    int array;
    struct flow_sum step[3];
    int cap;
    struct flow_sum *base; /* of each value */
};

/* How the sides of an `if` come together: by `select`, or by switch and join
 * where one is dear (body.c). */
enum flow_sides { FLOW_SELECT, FLOW_PART };

struct flow {
    struct arena *arena;
    const struct kir_func *f;
    struct faults *faults;
    bool failed;
    int line;
    struct racer_graph *g;

    struct racer_operand *value, *variable; /* slots */
    struct flow_affine *affine;             /* [value] */
    struct flow_array *array;               /* [buffer] */
    struct racer_operand pulse; /* some element of the thread, always there */
    int extra_count, extra_cap; /* slots of those that hold operands */
    struct racer_operand **extra;
    struct racer_operand guard; /* whether this is done; no name: it is */

    const struct racer_arch *arch;
    enum flow_sides sides;
    bool ordered; /* elements come as sources give them */
    int rings;    /* around */
    /* Takes the statements of a block (body.c); loops call it. */
    bool (*block)(struct flow *flow, const struct kir_block *block);
    int dims; /* of the grid that the kernel tells apart */
    struct racer_node *indices;
    int source_count, source_cap;
    struct flow_source *source;
};

/* False, with a fault at the line in question. */
bool flow_refuse(struct flow *flow, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* node.c: operands and nodes ----------------------------------------------- */

/* A node of the graph, with the line in question as its place. */
struct racer_node *flow_node(struct flow *flow, enum racer_kind kind,
                             int operands, int outputs);
enum racer_type flow_type(enum kir_type type);
enum racer_type flow_operand_type(const struct racer_operand *operand);
bool flow_is_stream(const struct racer_operand *operand);
bool flow_is_literal(const struct racer_operand *operand);
bool flow_is_bits(const struct racer_operand *operand, uint64_t bits);
struct racer_operand flow_literal(struct flow *flow, enum racer_type type,
                                  union racer_bits bits);
struct racer_operand flow_whole(struct flow *flow, enum racer_type type,
                                int64_t number);
/* The result of an operation: a constant of constants, a parameter of
 * parameters, else a value of the graph with the name, or one like it. */
struct racer_operand flow_op(struct flow *flow, enum racer_op op,
                             const char *name, int count,
                             const struct racer_operand *operand);
struct racer_operand flow_op1(struct flow *flow, enum racer_op op,
                              struct racer_operand a);
struct racer_operand flow_op2(struct flow *flow, enum racer_op op,
                              struct racer_operand a, struct racer_operand b);
/* Output `output` of a node, named so, or like it. */
struct racer_operand flow_output(struct flow *flow, struct racer_node *node,
                                 int output, const char *name,
                                 enum racer_type type);
/* A name like that one that is not taken; for arrays and parameters, too. */
const char *flow_name(struct flow *flow, const char *like);
/* The operand as an element of the thread's, be it a constant. */
struct racer_operand flow_stream(struct flow *flow,
                                 struct racer_operand operand);
/* Of two operands of one element those that come when both are there. */
void flow_sync(struct flow *flow, struct racer_operand *a,
               struct racer_operand *b);
/* Adds an operand to those of a node. */
void flow_add_operand(struct flow *flow, struct racer_node *node,
                      struct racer_operand operand);
/* Has the kernel one thread, whatever its arguments are? */
bool flow_is_alone(const struct kir_func *f);
/* The size of the grid along d: a parameter, or 1 where it is alone. */
struct racer_size flow_extent(const struct flow *flow, int d);

/* affine.c ---------------------------------------------------------------- */

/* Fills flow->affine of a value from those of its operands. */
void flow_find_affine(struct flow *flow, int value);
bool flow_same_sum(const struct flow_sum *a, const struct flow_sum *b);
/* Is a - b a number? */
bool flow_sum_distance(const struct flow_sum *a, const struct flow_sum *b,
                       int64_t *distance);
struct racer_size flow_size(struct flow *flow, const struct flow_sum *sum);

/* expr.c ------------------------------------------------------------------ */

/* What a value of KIR is now. */
struct racer_operand flow_get(struct flow *flow, int value);
/* A number of 32 bits as one of 8 or 16 has it. */
struct racer_operand flow_narrowed(struct flow *flow, enum kir_type type,
                                   struct racer_operand a);
/* A number of 32 bits without sign, as one of 64. */
struct racer_operand flow_without_sign(struct flow *flow,
                                       struct racer_operand a);
/* Computes a value where it stands. */
bool flow_let(struct flow *flow, int value);

/* quotient.c -------------------------------------------------------------- */

/* The quotient or, of KIR_REM, the rest of integers. */
struct racer_operand flow_divide(struct flow *flow, const struct kir_value *v,
                                 struct racer_operand a,
                                 struct racer_operand b);
struct racer_operand flow_shift_u64(struct flow *flow, struct racer_operand x,
                                    struct racer_operand n);
struct racer_operand flow_u64_to_real(struct flow *flow, enum racer_type type,
                                      struct racer_operand x);
struct racer_operand flow_real_to_u64(struct flow *flow,
                                      struct racer_operand x);
struct racer_operand flow_rounded(struct flow *flow, enum kir_op op,
                                  struct racer_operand x);

/* access.c ---------------------------------------------------------------- */

/* How each array is used; false if it is used in a way that is not taken. */
bool flow_find_uses(struct flow *flow);
bool flow_load(struct flow *flow, int value);
bool flow_store(struct flow *flow, const struct kir_stmt *s);
/* Does the graph write memory? */
bool flow_stores(const struct racer_graph *g);
/* Counts what has no sink of its own. */
void flow_end_accesses(struct flow *flow);
/* Writes the bases of sources' values. */
void flow_end_sources(struct flow *flow);

/* body.c, loop.c ---------------------------------------------------------- */

bool flow_block(struct flow *flow, const struct kir_block *block);
/* The condition and what guards it. */
struct racer_operand flow_both(struct flow *flow, struct racer_operand a,
                               struct racer_operand b);
bool flow_for(struct flow *flow, const struct kir_stmt *s);
bool flow_while(struct flow *flow, const struct kir_stmt *s);

/* kernel.c ---------------------------------------------------------------- */

/* The graph of a kernel, neither proved nor balanced; NULL with a fault. */
struct racer_graph *flow_kernel(struct arena *arena, const struct kir_func *f,
                                const struct racer_arch *arch,
                                enum flow_sides sides, struct faults *faults);

/* What is done to a graph then; each returns another one, which shares nothing
 * with the first. */

/* Without what no sink and no store needs. */
struct racer_graph *flow_prune(struct arena *arena,
                               const struct racer_graph *g);
/* Gives rings that have others in them the gates that they need, and balances
 * all ways; appends the certificate. NULL with a fault if it is not proved
 * then, whose line is one of `text`, NULL if that could not be read. */
struct racer_graph *flow_prove(struct arena *arena, struct racer_graph *g,
                               const struct racer_arch *arch,
                               struct buf *certificate,
                               const struct racer_graph **text,
                               struct faults *faults);
/* Lays a graph out, or copies of it (target.h); NULL with faults if it has no
 * places, or is not proved then. */
struct racer_graph *flow_place(struct arena *arena, struct racer_graph *g,
                               const struct racer_arch *arch, int copies,
                               struct place_report *report,
                               struct faults *faults);
/* The same graph, read from its text, so that nodes and values are numbered. */
struct racer_graph *flow_again(struct arena *arena, const struct racer_graph *g,
                               struct faults *faults);

/* remark.c --------------------------------------------------------------- */

/* What the array needs for a graph that is proved, how fast it is and what
 * limits that; then the certificate. */
void flow_remark(const struct kir_func *f, const struct racer_graph *g,
                 const struct racer_arch *arch, const char *certificate,
                 struct faults *faults);
/* What a graph that is laid out takes of the array. */
void flow_remark_places(const struct kir_func *f, const struct racer_arch *arch,
                        const struct place_report *report,
                        struct faults *faults);

/* refuse.c --------------------------------------------------------------- */

/* Are all bundles as narrow as they must be? A fault at the first loop whose
 * bundle is not. */
bool flow_fits(const struct racer_graph *g, struct faults *faults);
/* Says which loop, access or statement a fault of flow_prove is about, and what
 * to write instead. `made`: the graph whose nodes have the source's lines. */
void flow_explain(const struct kir_func *f, const struct racer_graph *made,
                  const struct racer_graph *text, const struct fault *fault,
                  struct faults *faults);

#endif
