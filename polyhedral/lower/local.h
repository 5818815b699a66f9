/*
 * What all files of lower/ ask of each other. What tiles, blocks, points and
 * Plans add to that stands in features.h.
 *
 * A kernel is lowered from the AST of the whole schedule restricted to the
 * instances of one block and thread (parameters hd_b, hd_t) for given values of
 * the host's loops (hd_h). What a kernel needs from outside (a parameter of the
 * scop, a host loop's value, a scalar, the layout of a temporary) is a source:
 * asked for while lowering, it becomes a scalar parameter of the kernel, and
 * the driver computes it for the launch.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_LOCAL_H
#define HEDRA_POLYHEDRAL_LOWER_LOCAL_H
#include "polyhedral/lower/state.h"

/* What loops of the host's AST are annotated with. */
#define LOWER_SIMD "simd"
#define LOWER_RECURRENCE "recurrence"
#define LOWER_STEPS "steps"     /* the same, to be unrolled */
#define LOWER_LANES "lanes"     /* around such steps */
#define LOWER_ROWS "rows"       /* around loops around what is simd */
#define LOWER_ORDERED "ordered" /* the same, if they are taken in order */
#define LOWER_POINTS "points"   /* of bodies in which loops run */
#define LOWER_WAVE "wave"       /* rows of a wavefront's tile */

/* loop_marks.c: annotates the loops of a kernel of the host, after each of
 * them is made. */
struct lower_marks {
    const struct poly *poly;
    const struct map_kernel *kernel; /* NULL: none */
    isl_union_map *columns; /* the schedule of the last innermost loop */
};
isl_ast_node *lower_mark_loop(isl_ast_node *node, isl_ast_build *build,
                              void *user);

/* ast.c and kernel.c: an empty function's state; the kernel's instances in one
 * launch (hd_h0…); the range of the dimensions of `map` (statements -> [f…])
 * over `launched`, as low and high; the end of a kernel. */
void lower_start(struct lower *l, const struct poly *poly,
                 const struct mapping *mapping, const struct storage *storage,
                 const struct region_options *options);
isl_union_set *lower_launched(const struct poly *poly,
                              const struct map_kernel *kernel);
isl_set *lower_mapped_points(isl_union_map *map, isl_union_set *launched);
void lower_find_box(isl_set *points, int dims, isl_pw_aff **low,
                    isl_pw_aff **high);
void lower_finish_kernel(struct lower *l, struct lowered *out);
/* The kernels of one part, behind them those of its Plans; NULL after a fault.
 * What isl made of the mapping's kernels is freed by lower_free. */
struct lowered *lower_kernels(struct lower_part *part,
                              const struct region_options *options,
                              struct kir_module *module);
void lower_free(struct lowered *lowered, const struct mapping *mapping);
/* Their launches, where the driver is. */
void lower_launches(struct lower *l);

/* expr.c: C expressions. */
int lower_value(struct lower *l, const struct scop_expr *e);
int lower_condition(struct lower *l, const struct scop_expr *e); /* PRED */
int lower_index(struct lower *l, const struct scop_expr *e);     /* I64 */
/* access.c: loads and stores by storage. */
int lower_load(struct lower *l, const struct scop_expr *access);
void lower_store(struct lower *l, const struct scop_expr *access, int value);
/* A load with the access' origin: 1 + its number in poly->access, and its text,
 * as "3 A[i][k]"; copies of tiles have "0 copy of A". */
int lower_load_access(struct lower *l, const struct scop_expr *access,
                      int buffer, int index);
/* The number of the access in the model, or of one that stands for it. */
int lower_access_number(struct lower *l, const struct scop_expr *access,
                        bool write);
/* Gives the accesses that are built from now on this origin. In kernels only:
 * nobody counts on the host. */
void lower_begin_origin(struct lower *l, const struct scop_expr *access,
                        bool write);
/* lhs = rhs, indivisibly if other threads may update the same element. */
void lower_assign(struct lower *l, const struct scop_expr *lhs,
                  const struct scop_expr *rhs);
/* The variable that the accessed array is stored in, or -1. */
int lower_variable(struct lower *l, const struct scop_expr *access);
/* Dimension k of the element that is accessed: an iterator of outer loops, of
 * which each iteration has its own element, or a subscript. */
int lower_subscript(struct lower *l, const struct scop_expr *access, int array,
                    int k);
/* The index, in elements, of an access to memory. */
int lower_address(struct lower *l, const struct scop_expr *access, int array);
/* The index of the element that dimensions of the array give so. */
int lower_linear(struct lower *l, int array, const int *subscript);
/* The same where the region leaves its arrays as they are declared. */
int lower_declared(struct lower *l, int array, const int *subscript);
/* The forms in which subscripts are part of indices by dilation (address/),
 * each once; how many, LOWER_DILATIONS at most. */
enum { LOWER_DILATIONS = 8 };
int lower_dilations(const struct lower *l, struct address_dilation *list);
/* Has the array a layout of its own while the region runs? */
bool lower_is_laid(const struct lower *l, int array);
/* How many leading dimensions of a temporary have the sizes of its box, others
 * being laid out as declared. */
int lower_box_rank(const struct poly *poly, int array);
/* Do the array's rows begin at multiples of `count` elements in memory, 2 or 4
 * of at most KIR_PACK_BYTES together? In a kernel; PRED. */
int lower_aligned(struct lower *l, int array, int64_t count);
/* The kernel's buffer of a poly array that is a row of the table. */
int lower_buffer(struct lower *l, int array);
/* A condition on parameters (the scop's and bound names), PRED; or what to
 * lower as often as the bound names change. */
int lower_params_test(struct lower *l, isl_set *set /* taken */);
/* Does what the part assumes of its parameters hold? PRED; `param` are the
 * values of the scop's. */
int lower_assumed(struct lower *l, const struct poly *poly, const int *param);
isl_ast_expr *lower_params_expr(struct lower *l, isl_set *set /* taken */);
/* The poly array that an access expression of l->stmt refers to. */
int lower_array_of(struct lower *l, const struct scop_expr *access);
/* A statement instance whose iterators are bound. */
void lower_statement(struct lower *l);
/* kernel.c: what a kernel that tests the clause independent has for it, and
 * where the statement at hand tells in which iterations it is. */
void lower_claims_start(struct lower *l);
void lower_claims_statement(struct lower *l);
/* The statement at hand, a fold, to which all threads of a team
 * come. */
void lower_fold(struct lower *l);
/* body.c: what the point of a macro statement does. */
void lower_body(struct lower *l, const struct scop_node *body);
/* for (; variable < bound; variable += step), computed in `type`. */
struct body_count {
    const struct scop_expr *variable, *bound;
    enum scop_type type;
    bool closed; /* variable <= bound */
    int64_t step;
};
/* Is a loop of the current statement's body such a one? */
bool lower_counts(struct lower *l, const struct scop_node *loop,
                  struct body_count *count);

/* ast.c, ast_expr.c, loop_marks.c: isl's AST. */
void lower_ast_node(struct lower *l, isl_ast_node *node /* taken */);
int lower_ast_expr(struct lower *l, isl_ast_expr *expr /* taken */);
/* A loop (kept) as it is, and 1 past its iterator's last value. */
void lower_plain_for(struct lower *l, isl_ast_node *node);
int lower_loop_end(struct lower *l, isl_ast_node *node);
/* A user node (kept): is it the mapping's statement NAME…? Its arguments'
 * values, `count` of them. */
bool lower_is_call(isl_ast_node *node, const char *name);
int *lower_arguments(struct lower *l, isl_ast_node *node, int *count);
/* The statement that a user node (kept) is an instance of; NULL: none of the
 * scop's. */
const struct poly_stmt *lower_callee(struct lower *l, isl_ast_node *node);
/* What an identifier of the AST stands for. */
int lower_name(struct lower *l, const char *name);
/* A function of parameters (the scop's, hd_h): evaluated here, I64; 0 where it
 * is undefined for all of them (nothing is executed then). */
int lower_pw_aff(struct lower *l, isl_pw_aff *pa /* taken */);
isl_ast_expr *lower_pw_aff_expr(struct lower *l, isl_pw_aff *pa /* taken */);
/* Has isl failed here? Then what it returned is not looked at. */
bool lower_is_lost(struct lower *l);
/* The statement of that name, NULL: none; the name that a user node calls. */
const struct poly_stmt *lower_find_statement(struct lower *l, const char *name);
isl_id *lower_callee_id(isl_ast_node *node /* kept */);
/* The AST build for a schedule, under a context set (taken). */
isl_ast_build *lower_ast_build(struct lower *l, isl_set *context);
void lower_bind(struct lower *l, const char *name, int value);
/* Called for a user node that is no statement: a launch in the driver. */
void lower_launch(struct lower *l, const char *name, const int *arg, int count);

/* Does the host number the blocks of the kernel's two dimensions together? */
bool lower_joins_blocks(const struct lower *l, const struct map_kernel *kernel);
/* In the driver: a scalar of kind VALUE or HOST. */
int lower_scalar(struct lower *l, int array);
/* A launch of a lowered kernel, whose sources the driver has defined. */
void lower_launch_kernel(struct lower *l, const struct lowered *low,
                         const int grid[3]);
/* In a kernel: the instances in `mine` (taken) in the order of the schedule
 * (taken), under a context set (taken). */
void lower_instances(struct lower *l, isl_schedule *schedule,
                     isl_union_set *mine, isl_set *context);
/* The parts of that. The AST of a schedule (taken), the kernel's loops
 * marked or not; NULL after a fault. The code of a tree (taken). */
isl_ast_node *lower_make_tree(struct lower *l, isl_schedule *schedule,
                              isl_set *context /* taken */);
isl_ast_node *lower_ast_of_schedule(struct lower *l, isl_ast_build *build,
                                    isl_schedule *schedule);
void lower_tree(struct lower *l, isl_ast_node *tree /* taken */);

/* What is below (taken) a mark of the schedule. */
void lower_mark(struct lower *l, const char *name, isl_ast_node *below);

/* The sizes of the boxes of all temporaries, defined as sources. */
void lower_boxes(struct lower *l);

/* arguments.c: the value of a kernel argument, which is declared if need be. */
int lower_source(struct lower *l, enum source_kind kind, int index, int dim);
/* Declares a source whose value the function already has. */
void lower_source_define(struct lower *l, enum source_kind kind, int index,
                         int dim, int value);

/* The KIR type of an element, and of a value of that element type. */
enum kir_type lower_element_type(enum scop_type type);
enum kir_type lower_value_type(enum scop_type type);

#endif
