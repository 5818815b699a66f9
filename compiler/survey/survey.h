/*
 * The door of survey/: what the syntax of the function around a region says,
 * before anything is made of it.
 *
 * Takes libclang's cursors and a mark; gives answers about single statements,
 * calls and types (syntax.h), and a survey of the whole function: who reads and
 * writes what, where. Makes no part of a scop and appends no fault; does not
 * know the walk that front/ makes afterwards.
 *
 *   syntax.c  questions on expressions: assignments, increments, what they name
 *   loop.c    questions on loops: their heads, iterators, steps and jumps
 *   callee.c  questions on functions that are called
 *   type.c    questions on C's types
 *   survey.c  the references of the function, by symbol
 *   live.c    whether a local variable is read after the region
 *   temporary.c  variables that are set before each use
 *   byte_sum.c   loops that a shared loop's text asks compilers to write out
 *   loop_sum.c   variables that a loop's text only adds to, and the like
 *   loop_pick.c  variables in which a loop's text keeps the best so far
 *   look_ahead.c   loops that may test a block of iterations at once
 *   look_memory.c  what such a loop reads and writes
 *   look_meet.c    which of that is apart
 *   argument.c   numbers that calls hand to the functions of the file
 *   work_array.c   arrays that a loop alone uses, as space to work in
 *   loop_text.c  whether a loop's text can stand in a function of its own
 *   promise.c    loops that threads may share because their author says so
 */
#ifndef HEDRA_COMPILER_SURVEY_SURVEY_H
#define HEDRA_COMPILER_SURVEY_SURVEY_H

#include "compiler/survey/syntax.h"
#include "polyhedral/scop/scop.h"

/* Symbols ------------------------------------------------------------------ */

enum { REF_READ = 1, REF_WRITE = 2, REF_ADDRESS = 4 };

struct lvalue; /* of front/ */

/* A variable that the function or an inlined one mentions. */
struct symbol {
    CXCursor decl;
    const char *name;
    struct symbol *next; /* in its bucket */
    bool local;          /* automatic, or a parameter by value */
    bool parameter;
    bool inlined; /* of a function that is inlined */
    bool made;    /* holds what a call returns, and nobody reads it before */
    int depth;    /* loops around both the declaration and the region */
    unsigned inside, outside; /* flags of the references by place */
    bool declared_inside;
    bool used_after; /* referenced where control may get after the region */
    int iterates;    /* of how many loops of the scop's tree, as far as their
                        form tells, it is the iterator */
    bool counts_on;  /* it iterates, and is mentioned outside of these loops: a
                        scalar that holds what the loops leave in it */

    /* What follows is set by the walk over the region (front/). */

    bool as_variable; /* read or written as one that is no iterator */
    int body_for;     /* loops in a body around here that it iterates */
    bool refused;     /* its declaration is at fault already */
    bool read_first;  /* what the pointer leads to is read before all else */
    bool exchanged;   /* a loop that was walked exchanges the pointer */
    int copy;         /* the walk in which it was declared last */
    int loop;         /* the loop being walked that it iterates, or -1 */
    int scope;        /* where declared, as scop_array.scope */
    /* What stands for it: inlined and unchanging locals have a value or, if of
     * pointer type, an lvalue. */
    struct scop_expr *value;
    struct lvalue *lvalue;
    /* What an integer is known to hold at the statement being walked. */
    struct scop_expr *known;
    int induced; /* loops around here that move it by the same each time */
    int level;   /* of what is around here (induction.c), when `lvalue` of a
                    pointer that changes was set */
    /* A pointer that is `base`, NULL: it is not known which, and so many
     * elements further as the scalar `at` says (front/pointer.c). `lvalue` is
     * the sum, where that reads nothing. */
    bool carried;
    struct lvalue *base;
    struct scop_expr *at;
    int base_mark; /* of values known (front/node.c), when `base` was set */
};

/* The survey --------------------------------------------------------------- */

enum { BUCKETS = 256 };

/* Must a body compute what the function gives? */
struct seen {
    CXCursor function;
    bool is_body;
};

/* What is known of the function around one region. Zeroed but for unit, mark
 * and arena, survey_function fills it. */
struct survey {
    struct unit *unit;
    const struct mark *mark;
    struct arena *arena;
    struct symbol *bucket[BUCKETS];
    int symbol_count, symbol_cap;
    struct symbol **symbol;
    int region_depth;           /* loops around the region */
    bool jumps;                 /* break, continue, switch outside of it */
    bool tangled;               /* goto: what comes before may come after */
    bool entered;               /* a goto out of the region may lead into it */
    bool too_deep;              /* parts of the function were not looked at */
    unsigned written_types;     /* 1 << type stored through a pointer */
    int field_count, field_cap; /* FieldDecls assigned in the region */
    CXCursor *field;
    bool calls; /* of functions that may write what pointers lead to */
    int called_count, called_cap;
    CXCursor *called; /* functions that the survey has seen */
    int seen_count, seen_cap;
    struct seen *seen; /* functions that callee.c has looked at */
};

void survey_function(struct survey *survey);
/* The symbol of a declaration; made if need be. */
struct symbol *survey_symbol(struct survey *survey, CXCursor decl);
/* The variable that the expression names; NULL if it is another. */
struct symbol *survey_named(struct survey *survey, CXCursor c);
/* The variable that the statement assigns to; NULL if it is no assignment to
 * one. */
struct symbol *survey_assigned(struct survey *survey, CXCursor c);
/* May the variable's value be read after the region? */
bool survey_is_live(struct survey *survey, const struct symbol *s);
bool survey_field_written(struct survey *survey, CXCursor field);

/* May the value be read after the region, of a local whose address nobody has,
 * in a function without jumps? */
bool live_after(struct survey *survey, const struct symbol *s);

/* Is it a function of the standard's that keeps no value, and calls none? */
bool callee_is_known(struct arena *arena, CXCursor function);

/* Is each use of the variable in the statement behind an assignment in the same
 * list of statements of it? Then the statement neither needs what the variable
 * held before, nor, where it is done again, what it held the last time. */
bool temporary_in(CXCursor c, CXCursor decl);
/* Is that so in all of the unit, of a number at file scope that no other unit
 * knows? Then what it holds is never read anywhere else, and nothing points to
 * it. */
bool temporary_of_unit(struct survey *survey, CXCursor decl);

/* May loops of the region be moved at all, as far as macros and labels matter?
 * Its text then stands in the output twice. */
bool loop_text_may_move(struct survey *survey);
/* The text of a counted loop with this iterator and step; NULL if it cannot be
 * moved out of the function. Not before the walk has seen the region. */
const struct loop_text *loop_text_find(struct survey *survey, CXCursor loop,
                                       CXCursor decl, int64_t step);

/* Do all calls in the unit that hand a number to this parameter of the marked
 * function hand over *value? Others may hand over anything. */
bool argument_is_usual(struct survey *survey, CXCursor parameter,
                       int64_t *value);
/* The type, as C spells it, of a local array that nothing but the loop's text
 * uses, and that threads may have copies of; NULL: it is no such one. */
const char *work_array_type(struct survey *survey, struct loop_text *text,
                            CXCursor decl);
/* Adds to the text where loops of the statement begin that byte_sum.c speaks
 * of.
 */
void byte_sum_find(struct survey *survey, CXCursor c, struct loop_text *text);
/* How C spells the structure without qualifiers; NULL: it is none. */
const char *loop_record_spelled(struct survey *survey, CXType type);
/* Says of the text's captures which are pointers to structures of which it
 * reads fields alone; `body`: of the loop. */
void loop_record_find(struct survey *survey, CXCursor body,
                      struct loop_text *text);
/* Says of the text's captures which are sums (polyhedral/scop/loop_text.h);
 * `body`: of the loop. */
void loop_sum_find(struct survey *survey, CXCursor body,
                   struct loop_text *text);

/* Says so of captures in which it keeps the best so far. */
void loop_pick_find(struct survey *survey, CXCursor body,
                    struct loop_text *text);
/* The capture that the reference names; -1: none. */
int loop_capture_of(const struct survey *survey, const struct loop_text *text,
                    CXCursor reference);

/* The text of the region's only loop if its author promises that threads may
 * share it, and everything else of that is known; else NULL. */
const struct loop_text *promise_find(struct survey *survey);

struct look_aheads {
    int count, cap;
    const struct look_ahead **at;
};

/* The loops of the region that may look ahead (polyhedral/scop/look_ahead.h),
 * in order; none holds another. */
void look_ahead_find(struct survey *survey, struct look_aheads *list);

/* Is it a call of a function whose value a body computes: with loops, arrays or
 * stores through pointers? */
bool callee_is_computed(struct survey *survey, CXCursor c);

#endif
