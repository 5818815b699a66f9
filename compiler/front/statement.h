/* Statements of a scop: made, and walked in C. Private to front/. */
#ifndef HEDRA_COMPILER_FRONT_STATEMENT_H
#define HEDRA_COMPILER_FRONT_STATEMENT_H

#include "compiler/front/expr.h"
#include "compiler/front/lvalue.h"

struct nodes {
    int count, cap;
    struct scop_node **at;
};

/* Nodes (node.c) ----------------------------------------------------------- */

struct scop_node *front_seq(struct front *f, struct nodes *nodes,
                            struct loc loc);
struct scop_node *front_node(struct front *f, enum scop_node_kind kind,
                             struct loc loc);
void front_put(struct front *f, struct nodes *out, struct scop_node *node);
/* Sets the children: one, or two if the second is not NULL. */
void front_children(struct front *f, struct scop_node *node,
                    struct scop_node *first, struct scop_node *second);
/* Appends a statement of the scop: an assignment, or what has a body. */
void front_emit(struct front *f, struct scop_stmt s, struct nodes *out);
/* Appends lhs = rhs under the guards at hand, or in the body at hand; nothing
 * if one of them is NULL. */
void front_assign(struct front *f, struct scop_expr *lhs, struct scop_expr *rhs,
                  CXCursor c, struct nodes *out);
/* Computes a condition or value ahead of what it guards, which might change
 * it. */
struct scop_expr *front_keep(struct front *f, struct scop_expr *e, CXCursor c,
                             struct nodes *out);
/* Appends what gives the scalar its first value, here where it is declared. */
void front_variable(struct front *f, struct symbol *s, CXCursor decl,
                    struct scop_expr *value, struct nodes *out);

/* Known values (node.c) ---------------------------------------------------- */

/* An integer that is assigned a value of iterators and parameters alone is
 * replaced by that value where it is read next, so that subscripts stay affine:
 * k = i + 1; a[k] = 0. The value is known from the assignment on, up to the
 * next one, and to the end of the loop body or branch that the assignment is
 * in. */
void known_learn(struct front *f, struct symbol *s, struct scop_expr *value);
/* So it is with a pointer that is set to what `target` is. */
void known_point(struct front *f, struct symbol *s, struct lvalue *target);
/* Forgets, behind a loop or branch, the values of all that was assigned there.
 * */
void known_forget(struct front *f, int mark);
/* Forgets the values of all that is assigned in c. */
void known_forget_assigned(struct front *f, CXCursor c);

/* Statements of C (node.c, stmt.c, switch.c) ------------------------------- */

/* What stmt.c does for the files of the kinds of statements, which it calls. */
struct statements {
    void (*walk)(struct front *f, CXCursor c, struct nodes *out);
    void (*choose)(struct front *f, CXCursor c, struct scop_expr *test,
                   int count, const CXCursor *stmt, struct nodes *out);
    int (*begin_effects)(struct front *f, CXCursor c, struct nodes *out);
    void (*end_effects)(struct front *f, int mark, struct nodes *out);
    struct scop_expr *(*condition)(struct front *f, CXCursor c,
                                   struct nodes *out);
    void (*function)(struct front *f, const struct children *list,
                     struct nodes *out);
};
extern const struct statements statements_of_c;

/* Appends what the statement becomes. */
void front_stmt(struct front *f, CXCursor c, struct nodes *out);
/* The statement as one node. */
struct scop_node *front_block(struct front *f, CXCursor c);
/* Appends an increment or decrement. */
void front_increment(struct front *f, CXCursor c, bool down, struct nodes *out);
/* Appends statements that are done only where the test holds, of which c is the
 * place; not in a body. */
void front_choose(struct front *f, CXCursor c, struct scop_expr *test,
                  int count, const CXCursor *stmt, struct nodes *out);
/* What follows is done only where the guard holds. */
void front_push_guard(struct front *f, struct scop_expr *guard);
/* Appends statements that are done only where the guard holds. */
void front_guarded(struct front *f, struct scop_expr *guard, int count,
                   const CXCursor *stmt, struct nodes *out);
/* Appends the statements of a function that returns nothing; an if that ends
 * with a return skips those behind it. */
void front_function(struct front *f, const struct children *list,
                    struct nodes *out);
/* Appends statements as a branch: what is known after it is what was before. */
void front_branch(struct front *f, int count, const CXCursor *stmt,
                  struct nodes *out);
/* What the loop `c` repeats begins; the result is for its end. */
int front_enter_again(struct front *f, CXCursor c);
void front_leave_again(struct front *f, int mark);
/* Appends the ifs that a switch becomes; `continues`: its sections may end with
 * a continue, and the result is where one does so, NULL: nowhere. */
struct scop_expr *switch_walk(struct front *f, CXCursor c, bool continues,
                              struct nodes *out);

/* Increments inside of statements (state.c, stmt.c) ----------------------- */

/* Appends the increments in c to those at hand (f->walk.effect); false if one
 * is conditional, or of a pointer (`any`: it may be one, and elements of memory
 * are left out). */
bool effect_find(struct front *f, CXCursor c, bool any);
/* Appends those in a condition, which may be an assignment, as effect_find. */
bool effect_find_in(struct front *f, CXCursor c);
/* Does c increment what is no variable, but an element or a member? */
bool effect_is_in_memory(struct front *f, CXCursor c);
/* Lists the increments of variables that c does in any case; none if it has
 * others. */
void effect_list(struct front *f, CXCursor c, struct children *list);
/* One that stands in the test of a loop is open from here on; and closed. */
void effect_open(struct front *f, CXCursor c);
void effect_close(struct front *f);
/* Appends the increments in the assignment or declaration c that come before
 * it; the result is for its end, which appends the others. In between, one that
 * is open has its variable's value. */
int front_begin_effects(struct front *f, CXCursor c, struct nodes *out);
void front_end_effects(struct front *f, int mark, struct nodes *out);
/* The test that the condition c is, with what is done before it and after it
 * appended. */
struct scop_expr *front_condition(struct front *f, CXCursor c,
                                  struct nodes *out);

/* Pointers with scalars of their own (node.c) ----------------------------- */

/* How many elements the pointer is behind its base. */
struct scop_expr *carried_offset(struct front *f, const struct symbol *s);
/* Appends what sets that. */
void carried_move(struct front *f, struct symbol *s, struct scop_expr *to,
                  CXCursor c, struct nodes *out);

/* Calls (call.c) ----------------------------------------------------------- */

/* Appends what a call of a function that returns nothing becomes. */
void call_walk(struct front *f, CXCursor c, struct nodes *out);
/* Appends sincos(x, s, c): *s = sin(x), *c = cos(x). */
void call_sincos(struct front *f, CXCursor c, struct nodes *out);
/* Appends what calls in c do whose value a body computes, before the statement
 * that they are in. */
void value_calls(struct front *f, CXCursor c, struct nodes *out);
/* Around a statement c that calls functions which return structures: a body
 * computes it (true); then that is appended. */
bool value_enter(struct front *f, CXCursor c);
void value_leave(struct front *f, CXCursor c, struct nodes *body,
                 struct nodes *out);
/* return e; false: not in a function whose value a body computes. */
bool value_return(struct front *f, CXCursor c, struct nodes *out);
/* Around the body of a loop c in such a function. */
void value_enter_loop(struct front *f);
void value_leave_loop(struct front *f, CXCursor c, struct nodes *out);

/* Memory as a whole (memory.c, bytes.c) ------------------------------------ */

/* A number of bytes: a constant times values. */
enum { BYTES_FACTORS = 8 };
struct bytes {
    int64_t constant;
    int count;
    struct scop_expr *factor[BYTES_FACTORS];
};

/* False if the expression is no such product. */
bool bytes_read(struct front *f, CXCursor c, struct bytes *b);
/* Divides by the number; false, and nothing is changed, if it is no factor. */
bool bytes_divide(struct bytes *b, const struct scop_expr *by);
struct scop_expr *bytes_value(struct front *f, const struct bytes *b,
                              struct loc loc);
/* Appends what a call of memset, memcpy or memmove becomes: loops over the
 * elements. */
void memory_walk(struct front *f, CXCursor c, struct nodes *out);

/* Arrays and structures as wholes (aggregate.c) ---------------------------- */

/* Appends what gives the declared variable its first value; a null cursor:
 * none. */
void aggregate_declare(struct front *f, struct symbol *s, CXCursor decl,
                       CXCursor initial, struct nodes *out);
/* Appends what sets the structure at p to what the expression says. */
void aggregate_set(struct front *f, struct lvalue *p, CXCursor from,
                   struct nodes *out);
/* Appends what sets the structure at `to` to what `from` holds. */
void aggregate_copy(struct front *f, struct lvalue *to, struct lvalue *from,
                    CXCursor c, struct nodes *out);
/* Appends what sets all scalars in the structure at p to zero. */
void aggregate_clear(struct front *f, struct lvalue *p, CXCursor c,
                     struct nodes *out);
/* Is it without holes between its scalars, of which each array in it has few?
 */
bool aggregate_is_dense(struct front *f, CXType type);
/* Appends what an assignment of a structure becomes. */
void aggregate_assign(struct front *f, CXCursor c, struct nodes *out);

#endif
