/*
 * What the files clang_*.c share; no other file includes this.
 *
 * A unit is read once. Each region is then built by one `struct front`, which
 * lives for the call of unit_region: a survey of the enclosing function (who
 * reads and writes what, where), then the walk over the region's statements.
 * A function that returns a pointer returns NULL after it appended a fault.
 */
#ifndef HEDRA_COMPILER_FRONT_LOCAL_H
#define HEDRA_COMPILER_FRONT_LOCAL_H

#include <clang-c/Index.h>

#include "compiler/front/front.h"
#include "compiler/source/lex.h"
#include "compiler/source/names.h"

/* Files, marks ------------------------------------------------------------- */

/* One region of the file. */
struct mark {
    size_t begin, end, insert; /* as in struct scop */
    struct loc loc;            /* of the pragma */
    const char *clause;        /* its text after the name, lines joined */
    struct loc clause_loc;     /* of the first character of `clause` */
    CXCursor function;
    int ancestor_count; /* statements around the region, outermost first */
    CXCursor *ancestor;
    int stmt_count; /* the region's own statements, siblings */
    CXCursor *stmt;
};

struct unit {
    struct arena *arena;
    const char *path;
    char *text; /* malloc'ed */
    size_t length;
    CXIndex index;
    CXTranslationUnit tu;
    CXFile file;
    struct lex_source *source;
    int skipped_count; /* by conditional compilation: from, to of each part */
    size_t *skipped;
    struct names names;
    bool pragma_operators; /* there is a _Pragma, which may be ours */
    int mark_count, mark_cap;
    struct mark *mark;
    int data_count, data_cap;
    struct splice_data *data;
};

struct children {
    int count, cap;
    CXCursor *at;
    struct arena *arena;
};

/* A copy of the string in the arena; the CXString is disposed of. */
char *clang_text(struct arena *arena, CXString s);
struct loc clang_loc(const struct unit *unit, CXSourceLocation at);
/* The place of a cursor, as wide as its text where that is on one line. */
struct loc clang_cursor_loc(const struct unit *unit, CXCursor c);
/* The bytes of the main file that a cursor covers (inside of a macro's
 * argument: those of the argument); false if it comes from another file. */
bool clang_cursor_bytes(const struct unit *unit, CXCursor c, size_t *begin,
                        size_t *end);
struct children clang_children(struct arena *arena, CXCursor c);

/* Is this the clause of #pragma hedra data(...)? */
bool data_is_clause(const char *clause);
/* Reads it into *data; `mark` ends behind `block`. False, with faults, if it is
 * malformed or the block may be left by a jump. */
bool data_read(struct unit *unit, const struct mark *mark, CXCursor block,
               struct splice_data *data, struct faults *faults);

/* The major version of the libclang that is loaded; 0 if it does not say. */
int clang_major(struct arena *arena);
/* Reads the directives of the text, in the dialect of clang's arguments. */
void mark_read(struct unit *unit, int argc, const char *const *args);
/* Notes what the user's files call their own (unit/macros.c), once the regions
 * are found. `args` are clang's. */
void unit_read_names(struct unit *unit, int argc, const char *const *args);
/* Finds the marked regions; false, with faults, if pragmas are misplaced. */
bool mark_find(struct unit *unit, struct faults *faults);
/* The declaration that a variable's name means at the mark's pragma; null if
 * there is none. */
CXCursor mark_find_variable(struct unit *unit, const struct mark *mark,
                            const char *name);

/* Symbols ------------------------------------------------------------------ */

enum { REF_READ = 1, REF_WRITE = 2, REF_ADDRESS = 4 };

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
    bool used_after;  /* referenced where control may get after the region */
    int iterates;     /* of how many loops of the scop's tree, as far as their
                         form tells, it is the iterator */
    bool as_variable; /* read or written as one that is no iterator */
    int body_for;     /* loops in a body around here that it iterates */
    bool refused;     /* its declaration is at fault already */
    bool exchanged;   /* a loop that was walked exchanges the pointer */

    int copy;  /* the walk in which it was declared last */
    int loop;  /* the loop being walked that it iterates, or -1 */
    int scope; /* where declared, as scop_array.scope */
    /* What stands for it: inlined and unchanging locals have a value or, if of
     * pointer type, a place. */
    struct scop_expr *value;
    struct place *place;
    /* What an integer is known to hold at the statement being walked. */
    struct scop_expr *known;
    int induced; /* loops around here that move it by the same each time */
    int level;   /* of what is around here (induction.c), when `place` of a
                    pointer that changes was set */
};

enum { BUCKETS = 256 };

/* Texts with a number (unit/name.c). */
enum { NAME_BUCKETS = 1024 };
struct name_table {
    struct name *bucket[NAME_BUCKETS];
};

int *name_find(struct name_table *names,
               const char *text); /* NULL: not there */
/* The text is not copied. */
void name_add(struct arena *arena, struct name_table *names, const char *text,
              int number);

/* A call whose value a variable holds, of a structure at `place`. */
struct valued {
    CXCursor call;
    struct scop_expr *value;
    struct place *place;
};

/* Must a body compute what the function gives? */
struct seen {
    CXCursor function;
    bool is_body;
};

/* A region under construction. */
struct front {
    struct unit *unit;
    const struct mark *mark;
    struct arena *arena;
    struct faults *faults;
    struct scop *scop;
    int errors; /* when it began */

    struct symbol *bucket[BUCKETS];
    int symbol_count, symbol_cap;
    struct symbol **symbol;
    int region_depth;           /* loops around the region */
    bool jumps;                 /* break, continue, switch outside of it */
    bool tangled;               /* goto: what comes before may come after */
    bool too_deep;              /* parts of the function were not looked at */
    unsigned written_types;     /* 1 << type stored through a pointer */
    int field_count, field_cap; /* FieldDecls assigned in the region */
    CXCursor *field;

    int param_cap, array_cap, loop_cap, stmt_cap;
    int *array_root;         /* per array: index of its symbol, or -1 */
    struct name_table names; /* of parameters and arrays: with the number that
                                the last one made of it has behind it */
    struct name_table keys;  /* what tells arrays from others: their numbers */
    bool *array_written;
    int root_cap, written_cap;
    int promised_count, promised_cap;
    int *promised; /* arrays that a clause says are private */

    int loop_count, loop_stack_cap;
    int *loop;          /* around the statement being walked */
    CXCursor loop_body; /* of the for that was met last */
    int body;           /* the number of the body being walked, 0: none */
    int body_count;     /* bodies so far */
    int set_count;      /* assignments in them */
    int guard_count, guard_cap;
    /* per loop of the scop: does a test of data decide whether it runs? */
    bool *guarded;
    int guarded_count, guarded_cap;
    struct scop_expr **guard;
    int branches; /* branches of ifs around the statement being walked … */
    int repeats;  /* … and loops that become SCOP_REPEATs */
    int effect_count, effect_cap;
    CXCursor *effect; /* increments in the statement being walked */
    int turn; /* of a loop that exchanges pointers, its body being walked */
    /* What is walked several times (a function's body, that of a loop that
     * exchanges pointers) has variables of its own each time: the number of the
     * walk, and how many there were. */
    int copy, copies;
    bool calls; /* of functions that may write what pointers lead to */
    int called_count, called_cap;
    CXCursor *called; /* functions that the survey has seen */
    int known_count, known_cap;
    struct symbol **known; /* assigned since the region's begin, in order */
    int depth;             /* of expressions and statements */
    struct returning *returning; /* the function whose value a body computes */
    int valued_count, valued_cap;
    struct valued *valued;
    int inline_count, inline_cap; /* calls around what is walked … */
    CXCursor *inlining;           /* … and what they call */
    CXCursor inline_call;         /* the outermost of them */
    int inlined; /* what inlining has made so far, in operations */
    bool grown;  /* more than is taken: nothing is made any more */
    int large_count, large_cap;
    CXCursor *large; /* functions whose value has grown too large once */
    int seen_count, seen_cap;
    struct seen *seen; /* functions that value.c has looked at */
};

/* Appends a fault at `c` and returns it. */
struct fault *front_refuse(struct front *f, enum fault_kind kind, CXCursor c,
                           const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Does the loop `c`, or one in it, follow a chain in memory in this part of it,
 * p = p->next (chase.c)? Then that is an error with both places.
 * `pointers`: not p = next[p]. */
bool chase_refuse(struct front *f, CXCursor c, CXCursor part, bool pointers);
#define FRONT_HINT(f, fault, ...)                                              \
    fault_hint((f)->faults, (fault), (struct loc){0}, __VA_ARGS__)

struct loc front_loc(struct front *f, CXCursor c);
/* The identifier in letters of ASCII: others as u and their number, $ as S. */
const char *front_plain(struct front *f, const char *name);
/* A name that no parameter or array has yet: `text` made an identifier. */
const char *front_name(struct front *f, const char *text);

/* Survey and liveness (survey.c) ------------------------------------- */

void survey_function(struct front *f);
/* The symbol of a declaration; made if need be. */
struct symbol *survey_symbol(struct front *f, CXCursor decl);
/* May the variable's value be read after the region? */
bool survey_is_live(struct front *f, const struct symbol *s);
/* The same for a local whose address nobody has, in a function without
 * jumps (unit/live.c). */
bool live_after(struct front *f, const struct symbol *s);
bool survey_field_written(struct front *f, CXCursor field);

/* Types (type.c) ----------------------------------------------------- */

/* False, with a fault at `c`, if it is no arithmetic type that is taken. */
bool type_scalar(struct front *f, CXType type, CXCursor c,
                 enum scop_type *result);
bool type_is_bool(CXType type);
bool type_is_integer(CXType type); /* of the target's, not volatile */
bool type_is_pointer(CXType type); /* or an array */
/* The conversion of e; constants are converted at once. */
struct scop_expr *type_convert(struct front *f, struct scop_expr *e,
                               enum scop_type type);
struct scop_expr *type_convert_to(struct front *f, struct scop_expr *e,
                                  CXType type, CXCursor c);
/* e as a condition: of type I32, and non-zero where e is. */
struct scop_expr *type_test(struct front *f, struct scop_expr *e);
enum scop_type type_promoted(enum scop_type type);
/* C's usual arithmetic conversions. */
enum scop_type type_common(enum scop_type a, enum scop_type b);

struct scop_expr *expr_int(struct front *f, int64_t value, enum scop_type type,
                           struct loc loc);
struct scop_expr *expr_float(struct front *f, double value, enum scop_type type,
                             struct loc loc);
struct scop_expr *expr_unary(struct front *f, enum scop_op op,
                             struct scop_expr *a);
/* !test */
struct scop_expr *expr_negated(struct front *f, struct scop_expr *test);
struct scop_expr *expr_binary(struct front *f, enum scop_op op,
                              struct scop_expr *a, struct scop_expr *b);
struct scop_expr *expr_choose(struct front *f, struct scop_expr *test,
                              struct scop_expr *yes, struct scop_expr *no);
/* The value of an integer constant expression. */
bool expr_constant(const struct scop_expr *e, int64_t *value);
/* Is e made of constants and parameters alone? */
bool expr_is_invariant(const struct scop_expr *e);
bool expr_reads(const struct scop_expr *e); /* has an access or a call */
/* Are its operations those that the polyhedral model takes? It reads nothing,
 * has no floating point, multiplies and divides by constants only. */
bool expr_is_affine_form(const struct scop_expr *e);
/* Has it more than `limit` nodes? Known values and inlining share subtrees,
 * which walks, the text form and the kernels repeat. */
enum { EXPR_SIZE_MAX = 10000, KNOWN_SIZE_MAX = 500 };
bool expr_is_larger(const struct scop_expr *e, int limit);
/* How many nodes it has, of EXPR_SIZE_MAX + 1 at most. */
int expr_size(const struct scop_expr *e);

/* Expressions (expr.c, lvalue.c, ...) --------------------------- */

struct scop_expr *front_expr(struct front *f, CXCursor c);
/* The same, converted to a type that it may have already. */
struct scop_expr *front_expr_as(struct front *f, CXCursor c, CXType type);
/* The same, as a subscript or (bound) in a loop's bounds or a condition: parts
 * that only parameters make up, but that are not affine, become parameters. */
struct scop_expr *front_index(struct front *f, CXCursor c, bool bound);
struct scop_expr *front_hoist(struct front *f, struct scop_expr *e, bool bound);
/* e, which is invariant, as C that the caller can evaluate. */
const char *front_c_text(struct front *f, const struct scop_expr *e);
/* old OP operand in the type that C computes a compound assignment in. */
struct scop_expr *front_compound(struct front *f, CXCursor c,
                                 struct scop_expr *old,
                                 struct scop_expr *operand);
struct scop_expr *front_param(struct front *f, const char *name,
                              const char *text, enum scop_type type,
                              struct loc loc);

enum { DIM_MAX = 12 };

struct dim {
    struct scop_expr *index, *extent; /* extent NULL: open, or by `size` */
    CXType type;                      /* of the array or pointer */
    int64_t size; /* bytes of what it selects, -1: unknown */
    bool after_field;
};

/* Where an lvalue lies, or what a pointer points to. */
struct place {
    struct symbol *root;
    const char *text; /* C text, NULL once an index is not constant */
    const char *base; /* the text when the first subscript came */
    const char *path; /* fields since then, "_x_y" */
    bool indirect, restricted;
    CXType type;
    int level; /* array layers of the root's type gone through, -1: fields */
    int count;
    struct dim dim[DIM_MAX];
    int64_t offset; /* bytes, fields after the first subscript */
    bool field_pending;
    CXCursor field; /* the last one; a null cursor: none */
    /* of a pointer: the index that the next subscript adds to */
    struct scop_expr *pending, *pending_extent;
};

struct place *place_lvalue(struct front *f, CXCursor c);
struct place *place_pointer(struct front *f, CXCursor c);
/* A member of the structure at p, which has this type with the structure's
 * qualifiers; an element of the array that p is. `c` is where faults lie. */
struct place *place_member(struct front *f, struct place *p, CXCursor field,
                           CXType type, CXCursor c);
struct place *place_element(struct front *f, struct place *p,
                            struct scop_expr *index, CXCursor c);
/* The element: an access, or a parameter if it is an integer that does not
 * change. `written`: it is assigned to. */
struct scop_expr *place_access(struct front *f, const struct place *p,
                               CXCursor c, bool written);
/* Extents of the arrays that are parameters, where their declaration says how
 * many elements there are and no clause does. */
void place_parameter_extents(struct front *f);
/* What the pointer variable holds when the region begins. */
struct place *place_held(struct front *f, struct symbol *s, CXCursor c);
/* The pointer p, so many elements further. */
struct place *place_moved(struct front *f, const struct place *p,
                          struct scop_expr *by);
/* Do the two pointers (or arrays) have elements of the same type? */
bool place_same_target(CXType a, CXType b);
/* The symbol is declared at the statement being walked. */
void front_begin_scope(struct front *f, struct symbol *s);
/* A scalar that the region sets and its caller declares, which then does `each`
 * as often as it says. */
struct scop_expr *place_counter(struct front *f, const char *each,
                                struct loc loc);
/* A fresh local scalar; returns its number. */
int place_temporary(struct front *f, const char *name, enum scop_type type,
                    struct loc loc);

/* A function of <math.h>, or the builtin behind one of its macros? */
bool math_is_known(const char *name);
struct scop_expr *math_call(struct front *f, CXCursor c, const char *name);
struct scop_expr *inline_call(struct front *f, CXCursor c);
/* Is the value of this call, of a function with a body, too large for an
 * expression? */
bool inline_grows(struct front *f, CXCursor c);
/* A parameter's value, or what it points to. */
struct argument {
    struct symbol *parameter;
    struct scop_expr *value;
    struct place *place;
};

/* The arguments of the call c, all evaluated before any parameter gets its
 * value; NULL, with a fault, if one is not taken. */
struct argument *inline_arguments(struct front *f, CXCursor c,
                                  CXCursor function);
/* The body of a function that is called at c is walked; false, with a fault, if
 * it is in its own, or too deep. */
bool inline_enter(struct front *f, CXCursor c, CXCursor function);
void inline_leave(struct front *f);
/* Within an inlined function so many operations are made. False if that is more
 * than a region may take: with a fault, the first time. */
bool inline_charge(struct front *f, int operations);
/* The value that stands for a variable of an inlined function. */
struct scop_expr *inline_value(struct front *f, struct scop_expr *value);

/* Is it a call of a function that returns nothing, with a body (call.c)?
 */
bool call_is_statement(CXCursor c);
CXCursor call_body(struct front *f, CXCursor c);
int call_parameter_count(CXCursor c);
CXCursor call_parameter(CXCursor c, int k);

/* Statements, clauses ------------------------------------------------------ */

struct nodes {
    int count, cap;
    struct scop_node **at;
};

/* Known values (known.c): an integer that is assigned a value of
 * iterators and parameters alone is replaced by that value where it is read
 * next, so that subscripts stay affine: k = i + 1; a[k] = 0. The value is known
 * from the assignment on, up to the next one, and to the end of the loop body
 * or branch that the assignment is in. */
void known_learn(struct front *f, struct symbol *s, struct scop_expr *value);
/* After a loop or branch: nothing is known of what was assigned there. */
void known_forget(struct front *f, int mark);
/* Nor of what is assigned in c. */
void known_forget_assigned(struct front *f, CXCursor c);
/* The variable that the expression names; NULL if it is another. */
struct symbol *front_named(struct front *f, CXCursor c);

/* Appends what a call of a function that returns nothing becomes. */
void call_walk(struct front *f, CXCursor c, struct nodes *out);
/* `walk` with the parameters of the function that is called, which returns to
 * `r` (NULL: nothing). */
void call_within(struct front *f, CXCursor c, struct returning *r,
                 void (*walk)(struct front *, CXCursor, struct nodes *),
                 struct nodes *out);

/* Is it a call of a function of the unit that returns a structure? */
bool value_is_record(CXCursor c);
/* Is it a call of a function whose value a body computes (value.c)? */
bool value_is_body(struct front *f, CXCursor c);
/* Appends what such calls in c do, before the statement that they are in. */
void value_calls(struct front *f, CXCursor c, struct nodes *out);
/* The variable that holds the value; NULL: there is none. */
struct scop_expr *value_of_call(const struct front *f, CXCursor c);
/* The same of one that returns a structure. */
struct place *value_place(const struct front *f, CXCursor c);
/* A variable of its own that holds a structure, at this place. */
struct place *value_record(struct front *f, CXCursor decl, CXType type);
/* Around a statement c that calls functions which return structures: a body
 * computes it (true); then that is appended. */
bool value_enter(struct front *f, CXCursor c);
void value_leave(struct front *f, CXCursor c, struct nodes *body,
                 struct nodes *out);
/* return e; false: not in such a function. */
bool value_return(struct front *f, CXCursor c, struct nodes *out);
/* Around the body of a loop c in such a function. */
void value_enter_loop(struct front *f);
void value_leave_loop(struct front *f, CXCursor c, struct nodes *out);
/* Appends what gives the scalar its first value, here where it is declared. */
void front_variable(struct front *f, struct symbol *s, CXCursor decl,
                    struct scop_expr *value, struct nodes *out);
/* Appends what the statement becomes. */
void front_stmt(struct front *f, CXCursor c, struct nodes *out);
/* The scalar, to be assigned to. */
struct scop_expr *front_scalar(struct front *f, struct symbol *s);
/* Counted loops (for.c): appends what a for becomes. */
void for_walk(struct front *f, CXCursor c, struct nodes *out);
/* Is c i++, i--, i += e, i -= e, i = i + e, i = e + i or i = i - e for this i?
 * `operand` is e, a null cursor: 1. */
bool front_step(struct front *f, CXCursor c, CXCursor decl, CXCursor *operand,
                bool *down);
/* Has it the iterator of this loop in it? */
bool front_mentions(const struct scop_expr *e, int loop);
/* The variable that the first part of a for sets. */
bool front_iterator(struct front *f, CXCursor c, CXCursor *decl);
struct scop_node *front_seq(struct front *f, struct nodes *nodes,
                            struct loc loc);
struct scop_node *front_node(struct front *f, enum scop_node_kind kind,
                             struct loc loc);
void front_put(struct front *f, struct nodes *out, struct scop_node *node);
/* Sets the children: one, or two if the second is not NULL. */
void front_children(struct front *f, struct scop_node *node,
                    struct scop_node *first, struct scop_node *second);
/* The statement as one node. */
struct scop_node *front_block(struct front *f, CXCursor c);
/* Appends a statement of the scop: an assignment, or what has a body. */
void front_emit(struct front *f, struct scop_stmt s, struct nodes *out);
/* Appends lhs = rhs; nothing if one of them is NULL. */
void front_assign(struct front *f, struct scop_expr *lhs, struct scop_expr *rhs,
                  CXCursor c, struct nodes *out);
/* The expression without parentheses and implicit conversions. */
CXCursor front_strip(struct front *f, CXCursor c);
bool front_is_assignment(CXCursor c);
bool front_is_increment(CXCursor c, bool *down);
/* Does the expression name this variable? */
bool front_is_variable(struct front *f, CXCursor c, CXCursor decl);

/* Arrays and structures as wholes (aggregate.c) -------------------------- */

bool whole_is_record(CXType type);
/* The members, in place of a structure without a name its own. */
struct children whole_members(struct arena *arena, CXType type);
/* Appends what gives the declared variable its first value; a null cursor:
 * none.
 */
void whole_declare(struct front *f, struct symbol *s, CXCursor decl,
                   CXCursor initial, struct nodes *out);
/* Appends what sets the structure at p to what the expression says. */
void whole_set(struct front *f, struct place *p, CXCursor from,
               struct nodes *out);
/* The same of what another place holds. */
void whole_copy(struct front *f, struct place *to, struct place *from,
                CXCursor c, struct nodes *out);
/* Appends what an assignment of a structure becomes. */
void whole_assign(struct front *f, CXCursor c, struct nodes *out);

/* Bodies of macro statements (body.c) -------------------------------- */

/* Does it hold a break or continue of a loop around it? */
bool body_holds_jump(struct front *f, CXCursor c);
/* Is it an if that ends with a continue, of which there is no other in it? What
 * stands before that. */
bool body_skips(struct front *f, CXCursor c, struct children *before);
/* Does a loop's body hold a break, or a continue that ends no if of its own? */
bool body_jumps(struct front *f, CXCursor body);
/* Must the loop be in a body, as its form alone tells? */
bool body_is_needed(struct front *f, CXCursor c);
/* Does a statement of `c` assign to the variable itself? */
bool body_assigns(struct front *f, CXCursor c, CXCursor decl);
/* Appends the statement that the loop becomes. */
void body_statement(struct front *f, CXCursor c, struct nodes *out);
/* In a body: loops, conditions and jumps. */
void body_loop(struct front *f, CXCursor c, struct nodes *out);
void body_if(struct front *f, CXCursor c, struct nodes *out);
void body_jump(struct front *f, CXCursor c, struct nodes *out);

/* Nothing is known any more of what the statement assigns to. */
bool front_is_assignment(CXCursor c);
bool front_is_increment(CXCursor c, bool *down);
/* Computes a condition or value ahead of what it guards, which might change
 * it. */
struct scop_expr *front_keep(struct front *f, struct scop_expr *e, CXCursor c,
                             struct nodes *out);
/* Appends statements that are done only where the test holds, of which c is the
 * place; not in a body. */
void front_choose(struct front *f, CXCursor c, struct scop_expr *test,
                  int count, const CXCursor *stmt, struct nodes *out);
/* Appends statements that are done only where the guard holds. */
void front_guarded(struct front *f, struct scop_expr *guard, int count,
                   const CXCursor *stmt, struct nodes *out);
/* Appends statements as a branch: what is known after it is what was before. */
void front_branch(struct front *f, int count, const CXCursor *stmt,
                  struct nodes *out);
/* What the loop `c` repeats begins; the result is for its end. */
int front_enter_again(struct front *f, CXCursor c);
void front_leave_again(struct front *f, int mark);

/* Loops that the driver runs (while.c) ------------------------------- */

/* Is it a loop around nests that ends by a test of data? */
bool while_is_outer(struct front *f, CXCursor c);
/* Appends what it becomes: its first part, and a SCOP_REPEAT. */
void while_walk(struct front *f, CXCursor c, struct nodes *out);

/* The parts of a loop; null cursors where they are missing. */
struct head {
    CXCursor init, test, step, body;
};

/* False if the head of a for is hidden in macros. */
bool while_head(struct front *f, CXCursor c, struct head *head);

/* Appends what a counted loop of another form becomes (count.c); false if
 * it is none, and nothing was done. */
bool count_walk(struct front *f, CXCursor c, struct nodes *out);

/* Induction variables (induction.c) ------------------------------------- */

struct induction;

/* What the statements, a loop's body, move by the same in each iteration;
 * before the loop's head is walked. */
struct induction *induct_find(struct front *f, CXCursor loop,
                              const CXCursor *body, int count);
/* At the begin of the body, the head being in `node`; behind the loop. */
void induct_enter(struct front *f, struct induction *x,
                  const struct scop_node *node);
void induct_leave(struct front *f, struct induction *x, struct nodes *out);
/* The loop becomes something else. */
void induct_drop(struct induction *x);
/* Does c move such a variable? Then that is noted, and nothing is to be
 * appended. */
bool induct_take(struct front *f, CXCursor c);
/* What the integer holds before the loop; NULL: not known. */
struct scop_expr *induct_first(struct front *f, CXCursor loop, struct symbol *s,
                               enum scop_type type);
/* May the variable be read where it holds what it held behind the loop? */
bool induct_is_read(struct front *f, CXCursor loop, const struct symbol *s);
/* How many iterations the loop has, as the type needs it; NULL where the
 * condition does not tell. */
struct scop_expr *induct_trips(struct front *f, const struct scop_node *node,
                               enum scop_type type);
/* Are pointers assigned to otherwise than by steps, as loops do that exchange
 * them? */
bool induct_sets_pointers(struct front *f, CXCursor c);
/* How much is around the statement being walked: loops, branches. */
int induct_level(const struct front *f);

/* Increments inside of an assignment or declaration c (effect.c): appends
 * those that come before it; the result is for its end, which appends the
 * others. In between, one that is open has its variable's value. */
int effect_begin(struct front *f, CXCursor c, struct nodes *out);
bool effect_is_open(const struct front *f, CXCursor c);
/* Those that c does in any case; none if it has others. */
void effect_list(struct front *f, CXCursor c, struct children *list);
/* One that stands in the test of a loop is open from here on; and closed. */
void effect_open(struct front *f, CXCursor c);
void effect_close(struct front *f);
/* Is there one in it? */
bool effect_is_inside(struct front *f, CXCursor c);
void effect_end(struct front *f, int mark, struct nodes *out);
/* Appends an increment or decrement (stmt.c). */
void front_increment(struct front *f, CXCursor c, bool down, struct nodes *out);

/* Appends the ifs that a switch becomes (switch.c). */
void switch_walk(struct front *f, CXCursor c, struct nodes *out);

/* Loops that exchange pointers (exchange.c) -------------------------- */

enum { EXCHANGE_POINTERS = 4, EXCHANGE_PERIOD = 4, EXCHANGE_MOVES = 16 };

/* to = from, two pointer variables; `holds`: what `to` then holds is what this
 * variable held before the exchange. */
struct move {
    struct symbol *to, *from, *holds;
};

struct exchange {
    struct children body; /* all statements of the loop's body … */
    int rest;             /* … of which so many come before the exchange */
    int move_count;
    struct move move[EXCHANGE_MOVES];
    int count, period; /* after so many iterations all is as before */
    struct symbol *pointer[EXCHANGE_POINTERS];
    struct place *held[EXCHANGE_POINTERS];
    int next[EXCHANGE_POINTERS]; /* pointer[k] becomes what that one was */
    struct scop_expr *counter;   /* iterations modulo the period; or NULL */
};

/* The exchange of pointers that ends the body of the region's outermost loop,
 * which is being walked; NULL if there is none that is taken. */
struct exchange *exchange_find(struct front *f, CXCursor body);
/* From here on the pointers are as in iteration `turn`; as before the loop. */
void exchange_enter(struct front *f, const struct exchange *x, int turn);
void exchange_leave(struct front *f, const struct exchange *x);
/* Counts an iteration. */
void exchange_count(struct front *f, struct exchange *x, CXCursor c,
                    struct nodes *out);
/* What the body of a counted loop becomes if it ends so; or NULL. */
struct scop_node *exchange_body(struct front *f, CXCursor body,
                                const struct scop_node *loop);

void clause_parse(struct front *f);
/* Gives each iteration of a loop its own of the scalar (unit/private.c) where
 * that can be told, or a clause promises it. */
void private_find(struct front *f, int array, bool promised);
/* Does an injective clause name the variable? Such an array is only read, which
 * clause_parse checks. */
bool clause_names_injective(const struct front *f, const char *name);

#endif
