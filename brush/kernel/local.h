/*
 * Between the files that build a kernel: the state of the work, and what each
 * file does for the others. kernel.h says which is which.
 */
#ifndef HEDRA_BRUSH_KERNEL_LOCAL_H
#define HEDRA_BRUSH_KERNEL_LOCAL_H

#include "brush/algebra/algebra.h"
#include "brush/kernel/kernel.h"

/* A contracted (m0| of one side: a pair of segments and a component. */
struct slot {
    int combination, component;
};

/* One side. Components are the (m0| that primitives need, whatever the
 * segments; on direct paths, the (ab|. */
struct side {
    const struct shell_kind *kind[2];
    int combinations;
    int component_count, slot_count, component_cap, slot_cap;
    struct component {
        int8_t power[2][3]; /* of both shells */
    } * component;
    struct slot *slot;
};

enum { BRA, KET };

/* A graph that is written in pieces: stage.c. Who owns it gives its
 * inputs. */
struct stage {
    struct builder *b;
    struct dag *dag;
    int *output, outputs; /* nodes */
    struct dag_host host;
    struct dag_plan *plan;
    int group;          /* outputs that stay in one function; 0: all do */
    int spill;          /* a buffer of what passes from piece to piece */
    struct space *from; /* of inputs, if there is one */
};

/* Numbers of a lane that one stage leaves to another: in a local buffer, or, if
 * they stand in different functions, in the scratch. split.c */
struct space {
    const char *name;
    int64_t count;
    bool shared;
    int64_t first; /* in the scratch */
    int buffer;    /* in the function at hand, if declared there */
    bool declared; /* in the function at hand */
};

/* `half` is summed over the inner side, `sum` over both; `parts`: sums of cuts;
 * `moved`: those of which the ket is done. */
enum space_name { SPACE_HALF, SPACE_SUM, SPACE_PARTS, SPACE_MOVED, SPACES };

/* What stands in one function, in any case: pieces of a graph. */
struct job {
    enum job_kind { JOB_CONTRACT, JOB_LATE, JOB_KET, JOB_BRA, JOBS } kind;
    int from, to; /* pieces */
    int operations, function;
};

/* What turns the contracted brackets of a side into its pairs of functions,
 * whatever stands on the other side: outputs of a graph. */
struct horizontal {
    struct stage stage; /* the first member: inputs are found by its address */
    int side;
    bool same;    /* the pairs are the brackets, in their order */
    int at;       /* a value: the number of the first bracket to be read */
    int64_t step; /* from one to the next */
};

/* What the loop that looks the Boys function up is given and gives. */
enum look_up {
    LOOK_UP_T,
    LOOK_UP_ROW,
    LOOK_UP_DISTANCE,
    LOOK_UP_VALUE,
    LOOK_UPS
};

struct builder {
    struct arena *arena;
    const struct kernel_shape *shape;
    struct side side[2];
    int m_max;
    struct stage primitive;
    struct rolled *rolled;     /* of paths with loops, else NULL */
    struct cut *cut;           /* of paths that are cut, else NULL */
    struct unrolled *unrolled; /* of paths without loops at all, else NULL */
    bool single;               /* loops of one primitive quartet: no sums */
    int inner;                 /* the side that is summed over first */
    struct horizontal *horizontal[2];

    struct kir_func *f;
    enum kir_type type;
    int lanes;
    int item, pair[2], constant[2], table, rows, out; /* buffers */
    struct boys boys;
    bool looks_up; /* in short tables, in loops over lanes of their own */
    int looked_up[LOOK_UPS]; /* buffers of these loops, per quartet and lane */
    struct space space[SPACES];
    int most;             /* operations of a function; 0: it is one */
    struct job *job, *at; /* all of them, and the one at hand */
    int jobs, job_cap;
    int64_t scratch_count;    /* numbers of a lane */
    int scratch, scratch_at;  /* the buffer, and where the lane's begin */
    int stride[2], count[2];  /* parameters */
    int first, width, out_at; /* of the item: ket pairs, place in out */
    int list;                 /* the primitive quartets to do: in rows */
    int position;             /* ket pairs: of the first lane */
    int lane;                 /* the iterator of a loop over lanes */
    int index[2];             /* the pair at hand */
    int row[2];               /* the primitive pair at hand */
    int scalar[2][2 * POWER_COUNT], vector[3 * VECTOR_COUNT];
    int base[BOYS_MAX_M + 1];
};

/* side.c */

/* The state of a kernel that is to be built, with the brackets of its sides. */
struct builder *side_builder(struct arena *arena,
                             const struct kernel_shape *shape, enum path path);

/* The slot of a combination and a component; -1 if the side has none. */
int side_find_slot(const struct side *s, int combination,
                   const struct component *component);
/* The bracket of two components. */
struct bracket side_bracket(const struct component *bra,
                            const struct component *ket);

/* stage.c */

struct dag_cost stage_cost(const struct stage *s);
/* Cuts the graph into pieces: for lanes, or, where it is longer than a function
 * may be, for functions. The context of `kind` and `input` (struct dag_host) is
 * the stage. */
void stage_plan(struct stage *s, enum dag_input (*kind)(void *context, int),
                int (*input)(void *context, int));
/* Those of all pieces. */
int stage_operations(const struct stage *s);
/* The buffer of what passes from piece to piece. */
void stage_declare(struct stage *s, const char *name);

/* Puts a space into the function at hand. */
void stage_space(struct builder *b, enum space_name name);

/* base.c */

/* Puts [0]^(m) = prefactor (2 theta^2)^m F_m(theta^2 R^2) into b->base, for R
 * in b->vector. With a short table it is given what the next two left for the
 * quartet, of those that are done at once. */
void base_write(struct builder *b, int theta2, int prefactor, int quartet);
/* In a loop over lanes, for R in b->vector: where to look up. */
void base_locate(struct builder *b, int theta2, int quartet);
/* Looks up in a loop that does nothing else, which targets have permutations
 * for. */
void base_look_up(struct builder *b, int quartet);
/* The buffers of these three, for so many quartets. */
void base_declare(struct builder *b, int quartets);
/* R, from the bra's centre, which is given, to the ket's, and the ket's other
 * vectors. */
void base_distance(struct builder *b, int ket_fraction,
                   const int bra_centre[3]);
/* The factor of a side's primitive pair at hand. */
int base_factor(struct builder *b, int side);

/* primitive.c */

/* The graph of what a path computes for primitives without loops. */
void primitive_lower(struct builder *b, enum path path);
/* Cuts the graph into pieces. */
void primitive_plan(struct builder *b);
/* What the job at hand needs of the function at hand. */
void primitive_declare(struct builder *b);
/* Both contractions of the quartets at hand: `sum` holds the (m0|n0), those of
 * the job's outputs. */
void primitive_contract(struct builder *b);

/* unrolled.c */

/* The outputs of a graph over all primitive quartets: the (m0|n0). */
void unrolled_outputs(struct builder *b, enum path path);
void unrolled_plan(struct builder *b);
/* How many primitive quartets stand one behind the other. */
int unrolled_quartets(const struct builder *b);
/* From the quartets at hand to the (m0|n0) in `sum`. */
void unrolled_contract(struct builder *b);

/* rolled.c */

/* The outputs of a graph whose rest is done in loops. */
void rolled_outputs(struct builder *b, struct lowering *l);
/* What the loops add to a graph's cost for a primitive quartet. */
void rolled_cost(const struct builder *b, struct kernel_candidate *c);
void rolled_declare(struct builder *b);
/* In the first loop over lanes: keeps what the loops need. */
void rolled_begin(struct builder *b);
/* Keeps an output. */
void rolled_keep(struct builder *b, int output, int value);
/* The [m0|n0], times the bra's coefficients, added to the half-contracted
 * brackets. */
void rolled_raise(struct builder *b);

/* cut.c */

/* The outputs of a graph that is cut: sums over the inner side. */
void cut_outputs(struct builder *b, struct lowering *l);
void cut_cost(const struct builder *b, struct kernel_candidate *c);
void cut_plan(struct builder *b);
void cut_declare(struct builder *b);
/* The combination of segments of the inner side that an output belongs to. */
int cut_combination(const struct builder *b, int output);
/* Before all sums; behind the inner one, for a primitive pair of the outer
 * side; behind both, to the contracted brackets in `sum`. */
void cut_clear(struct builder *b);
void cut_outer(struct builder *b);
void cut_late(struct builder *b);
/* How many sums over both sides there are. */
int cut_sums(const struct builder *b);
/* What is behind them; NULL if that is nothing. */
const struct stage *cut_late_stage(const struct builder *b);
void cut_late_declare(struct builder *b);

/* horizontal.c */

/* The graphs of both sides; how many operations they are for a quartet. */
void horizontal_lower(struct builder *b);
int horizontal_cost(const struct builder *b);
void horizontal_plan(struct builder *b);
void horizontal_declare(struct builder *b, int side);
/* From `sum` to `moved`; and from there, or if the ket stays as it is from
 * `sum`, to the integrals in `out`. */
void horizontal_ket(struct builder *b);
void horizontal_bra(struct builder *b);

/* split.c */

/* Plans all graphs, and which function has which job. Short kernels, and all
 * for lanes, are one function. */
void split_plan(struct builder *b, int most);
int split_functions(const struct builder *b);
struct kernel_function *split_describe(const struct builder *b);
/* The jobs of a function, in the one at hand. */
void split_write(struct builder *b, int function);

#endif
