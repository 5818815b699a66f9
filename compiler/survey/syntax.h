/*
 * Questions on C's syntax as libclang has it. They keep nothing; lists live in
 * the arena given.
 */
#ifndef HEDRA_COMPILER_SURVEY_SYNTAX_H
#define HEDRA_COMPILER_SURVEY_SYNTAX_H

#include "compiler/unit/clang.h"
#include "polyhedral/scop/scop.h"

/* Expressions (syntax.c) --------------------------------------------------- */

/* The expression without parentheses and implicit conversions. */
CXCursor syntax_strip(struct arena *arena, CXCursor c);
bool syntax_is_assignment(CXCursor c);
bool syntax_is_increment(CXCursor c, bool *down);
/* Is there an increment or decrement in it? */
bool syntax_holds_increment(struct arena *arena, CXCursor c);
bool syntax_is_comma(CXCursor c);
/* Is there an increment, an assignment or a comma in it? */
bool syntax_holds_effect(struct arena *arena, CXCursor c);
/* Is there a call in it? */
bool syntax_holds_call(struct arena *arena, CXCursor c);
/* Is the cursor a reference to this variable, with nothing around it? */
bool syntax_names(CXCursor c, CXCursor decl);
/* Is there a reference to this variable in it? */
bool syntax_mentions(struct arena *arena, CXCursor c, CXCursor decl);
/* Are these the same object, or the same value, at one time? Names, constants,
 * and what is computed of them without effects. */
bool syntax_is_same(struct arena *arena, CXCursor a, CXCursor b);
/* Does the expression name this variable? */
bool syntax_is_variable(struct arena *arena, CXCursor c, CXCursor decl);
/* Does a statement of `c` assign to the variable itself? */
bool syntax_assigns(struct arena *arena, CXCursor c, CXCursor decl);

/* Is it an integer that is known when the file is compiled? */
bool syntax_constant(CXCursor c, int64_t *value);

/* Loops (loop.c) ----------------------------------------------------------- */

/* The parts of a loop; null cursors where they are missing. */
struct head {
    CXCursor init, test, step, body;
};

/* Is it a for, a while or a do? */
bool loop_is(CXCursor c);
/* False if the head of a for is hidden in macros. */
bool loop_head(const struct unit *unit, CXCursor c, struct head *head);
/* The variable that the first part of a for sets. */
bool loop_iterator(struct arena *arena, CXCursor c, CXCursor *decl);
/* Is c i++, i--, i += e, i -= e, i = i + e, i = e + i or i = i - e for this i?
 * `operand` is e, a null cursor: 1. */
bool loop_step(struct arena *arena, CXCursor c, CXCursor decl,
               CXCursor *operand, bool *down);
/* Does it hold a break or continue of a loop around it? */
bool loop_holds_jump(struct arena *arena, CXCursor c);
/* Is it an if that ends with a jump, continue or return without a value, of
 * which there is no other in it? What stands before that is put in *before. */
bool loop_ends_by(struct arena *arena, CXCursor c, enum CXCursorKind jump,
                  struct children *before);
/* Is it an if that ends with a continue, of which there is no other in it? What
 * stands before that is put in *before. */
bool loop_skips(struct arena *arena, CXCursor c, struct children *before);
/* Does a loop's body hold a break, or a continue that ends no if of its own? */
bool loop_jumps(struct arena *arena, CXCursor body);
/* Must the loop be in the body of a macro statement, as its form alone tells?
 * A for must not that a plain count bounds and no jump ends. */
bool loop_needs_body(struct arena *arena, CXCursor c);

/* Calls (callee.c) --------------------------------------------------------- */

/* The definition of the function that is called; a null cursor: none here. */
CXCursor callee_definition(CXCursor c);
/* Is it a call of a function of the library that stores through pointers:
 * memset, memcpy, memmove or sincos, or of the builtin that stands for it? */
enum callee_library {
    LIBRARY_NONE,
    LIBRARY_SET,
    LIBRARY_COPY,
    LIBRARY_MOVE,
    LIBRARY_SINCOS
};
enum callee_library callee_library(struct arena *arena, CXCursor c);
/* The pointer that is given to it, before it loses its type. */
CXCursor callee_object(struct arena *arena, CXCursor c);
/* Is it a call of a function that returns nothing, with a body? */
bool callee_is_statement(CXCursor c);
/* Is it a call of a function of the unit that returns a structure? */
bool callee_is_record(CXCursor c);
/* Is it a call of a function of the unit that returns a scalar? */
bool callee_is_scalar(CXCursor c);
CXCursor callee_body(struct arena *arena, CXCursor c);
int callee_parameter_count(CXCursor c);
CXCursor callee_parameter(CXCursor c, int k);

/* Types (type.c) ----------------------------------------------------------- */

bool type_is_bool(CXType type);
bool type_is_integer(CXType type); /* of the target's, not volatile */
bool type_is_pointer(CXType type); /* or an array */
bool type_is_record(CXType type);
/* The members, in place of a structure without a name its own. */
struct children type_members(struct arena *arena, CXType type);
/* The scop's type of a canonical arithmetic type; false if it has none. */
bool type_arithmetic(CXType type, enum scop_type *result);

#endif
