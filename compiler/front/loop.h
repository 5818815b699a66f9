/* The forms of loops that a region may hold. Private to front/. */
#ifndef HEDRA_COMPILER_FRONT_LOOP_H
#define HEDRA_COMPILER_FRONT_LOOP_H

#include "compiler/front/statement.h"

/* Counted loops (for.c, count.c) ------------------------------------------- */

/* Appends what a for becomes. */
void for_walk(struct front *f, CXCursor c, struct nodes *out);
/* Appends what a counted loop of another form becomes; false if it is none, and
 * nothing was done. */
bool count_walk(struct front *f, CXCursor c, struct nodes *out);
/* Does the first part of a head give values to variables, none of which another
 * one reads? It may be done twice. */
bool count_is_plain(struct front *f, CXCursor init);
/* A loop for what `c` is, named as the variable; first value, step and test are
 * the caller's. */
struct scop_node *count_add_loop(struct front *f, CXCursor c,
                                 const struct symbol *s, enum scop_type type);
struct induction;
/* Appends the loop with so many statements in it. */
void count_walk_body(struct front *f, const CXCursor *statement, int count,
                     struct induction *x, struct scop_node *node,
                     struct nodes *out);

/* Pointers (pointer.c) ----------------------------------------------------- */

/* Gives the pointer that is declared its first value. */
void pointer_declare(struct front *f, struct symbol *s, CXCursor decl,
                     CXCursor initial, struct nodes *out);
/* Takes c as an assignment of a pointer, which holds that up to the end of the
 * loop body or branch; false if it is none that is taken. */
bool pointer_set(struct front *f, CXCursor c, struct nodes *out);
/* Appends what a step of a pointer with a scalar of its own becomes; false if c
 * is none. */
bool pointer_step(struct front *f, CXCursor c, struct nodes *out);
/* The pointers that need a scalar of their own get one: at the region's begin,
 * and where a function that is called has it as a parameter. */
void pointer_begin(struct front *f, struct nodes *out);
void pointer_bind(struct front *f, struct symbol *s, const struct lvalue *p,
                  struct nodes *out);
/* Appends what a loop becomes whose test compares what each iteration moves by
 * the same: pointers, or integers. False if it is none, and nothing was done.
 */
bool pointer_walk(struct front *f, CXCursor c, struct nodes *out);

/* Loops that the driver runs (while.c) ------------------------------------- */

/* Is it a loop around nests that ends by a test of data? */
bool while_is_outer(struct front *f, CXCursor c);
/* Appends what it becomes: its first part, and a SCOP_REPEAT. */
void while_walk(struct front *f, CXCursor c, struct nodes *out);

/* Bodies of macro statements (body.c) -------------------------------------- */

/* Appends the statement that the loop becomes. */
void body_statement(struct front *f, CXCursor c, struct nodes *out);
/* These append loops, conditions and jumps of a body. */
void body_loop(struct front *f, CXCursor c, struct nodes *out);
void body_if(struct front *f, CXCursor c, struct nodes *out);
void body_jump(struct front *f, CXCursor c, struct nodes *out);

/* Chains in memory (while.c) ----------------------------------------------- */

/* Does the loop `c`, or one in it, follow a chain in memory in this part of it,
 * p = p->next? Then that is an error with both places. `pointers`: not
 * p = next[p]. */
bool chase_refuse(struct front *f, CXCursor c, CXCursor part, bool pointers);

/* Induction variables (induction.c) ---------------------------------------- */

/* What the statements, a loop's body, move by the same in each iteration;
 * before the loop's head is walked. */
struct induction *induction_find(struct front *f, CXCursor loop,
                                 const CXCursor *body, int count);
/* At the begin of the body, the head being in `node`; behind the loop. */
void induction_enter(struct front *f, struct induction *x,
                     const struct scop_node *node);
void induction_leave(struct front *f, struct induction *x, struct nodes *out);
/* The loop becomes something else: all is as before it. */
void induction_drop(struct induction *x);
/* Each variable holds what it does after so many iterations. */
void induction_look(struct front *f, const struct induction *x, int done);
/* Moves a variable by a step (`back`: the other way) before the first
 * iteration.
 */
void induction_shift(struct front *f, struct induction *x, CXCursor step,
                     bool back);
/* Does the loop move the variable? */
bool induction_moves(const struct induction *x, CXCursor decl);
/* Does c move such a variable? Then that is noted, and nothing is to be
 * appended. */
bool induction_take(struct front *f, CXCursor c);
/* What the integer holds before the loop; NULL: not known. */
struct scop_expr *induction_first(struct front *f, CXCursor loop,
                                  struct symbol *s, enum scop_type type);
/* May the variable be read where it holds what it held behind the loop? */
bool induction_is_read(struct front *f, CXCursor loop, const struct symbol *s);
/* Does the body of the loop end by exchanging pointers, as far as its
 * assignments of pointers tell? */
bool induction_sets_pointers(struct front *f, CXCursor c);

/* Loops that exchange pointers (exchange.c) -------------------------------- */

enum { EXCHANGE_POINTERS = 4, EXCHANGE_PERIOD = 4, EXCHANGE_MOVES = 16 };

/* to = from, two pointer variables; `holds`: what `to` then holds is what this
 * variable held before the exchange. */
struct pointer_move {
    struct symbol *to, *from, *holds;
};

struct exchange {
    struct children body; /* all statements of the loop's body */
    int rest;             /* so many of which come before the exchange */
    int move_count;
    struct pointer_move move[EXCHANGE_MOVES];
    int count, period; /* after so many iterations all is as before */
    struct symbol *pointer[EXCHANGE_POINTERS];
    struct lvalue *held[EXCHANGE_POINTERS];
    int next[EXCHANGE_POINTERS]; /* pointer[k] becomes what that one was */
    struct scop_expr *counter;   /* iterations modulo the period; or NULL */
};

/* The exchange of pointers that ends the body of the region's outermost loop,
 * which is being walked; NULL if there is none that is taken. */
struct exchange *exchange_find(struct front *f, CXCursor body);
/* From exchange_enter on the pointers are as in iteration `phase`, and from
 * exchange_leave on as before the loop. */
void exchange_enter(struct front *f, const struct exchange *x, int phase);
void exchange_leave(struct front *f, const struct exchange *x);
/* Counts an iteration. */
void exchange_count(struct front *f, struct exchange *x, CXCursor c,
                    struct nodes *out);
/* What the body of a counted loop becomes if it ends so; or NULL. */
struct scop_node *exchange_body(struct front *f, CXCursor body,
                                const struct scop_node *loop);

#endif
