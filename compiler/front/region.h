/*
 * A region under construction, for the files of front/ alone.
 *
 * `struct front` lives for one call of front_region: first the survey of the
 * enclosing function, which nothing changes afterwards but what it notes of
 * symbols, then the walk over the region's statements, which fills the scop.
 * A function that returns a pointer returns NULL after it appended a fault.
 */
#ifndef HEDRA_COMPILER_FRONT_REGION_H
#define HEDRA_COMPILER_FRONT_REGION_H

#include "compiler/survey/survey.h"
#include "polyhedral/scop/scop.h"

/* Texts with a number (state.c). */
enum { NAME_BUCKETS = 1024 };
struct name_table {
    struct name *bucket[NAME_BUCKETS];
};

/* The arrays, parameters and loops of the scop, beside what it says of them. */
struct arrays {
    int param_cap, array_cap, loop_cap, stmt_cap, rely_cap; /* room in the
                                                               scop's lists */
    int *root;               /* per array: index of its symbol, or -1 */
    struct name_table names; /* of parameters and arrays: with the number that
                                the last one made of it has behind it */
    struct name_table keys;  /* what tells arrays from others: their numbers */
    bool *written;           /* per array */
    struct strides *strides; /* the same: of its subscripts (region.c) */
    bool *linear; /* the same, once all are known: it is linearised */
    bool *bits;   /* the same: it is of a union, whose members are its bits */
    int root_cap, written_cap, bits_cap;
    int promised_count, promised_cap;
    int *promised; /* arrays that a clause says are private */
};

/* Where the walk over the region's statements is. */
struct front_walk {
    int loop_count, loop_cap;
    int *loop;          /* around the statement being walked */
    CXCursor loop_body; /* of the for that was met last */
    int body;           /* the number of the body being walked, 0: none */
    int body_count;     /* bodies so far */
    int set_count;      /* assignments in them */
    int guard_count, guard_cap;
    struct scop_expr **guard;
    int guarded_count, guarded_cap;
    bool *guarded; /* per loop of the scop: does a test of data decide whether
                      it runs? */
    const struct statements *statements; /* statement.h; what stmt.c does */
    int counted_count, counted_cap;
    struct counted_for {
        int loop; /* of the scop */
        CXCursor stmt, iterator;
        int phase; /* below */
    } * counted;   /* the loops that are fors of the source */
    int branches;  /* of ifs around the statement being walked */
    int repeats;   /* loops around it that become SCOP_REPEATs */
    int effect_count, effect_cap;
    CXCursor *effect; /* increments in the statement being walked */
    int phase; /* of a loop that exchanges pointers, its body being walked */
    int known_count, known_cap;
    struct symbol **known; /* assigned since the region's begin, in order */
    int depth;             /* of expressions and statements */
    bool grown;            /* more than is taken: nothing is made any more */
};

/* A call whose value a variable holds, of a structure at `lvalue`. */
struct valued {
    CXCursor call;
    struct scop_expr *value;
    struct lvalue *lvalue;
};

/* Functions whose bodies are walked where they are called. */
struct inlining {
    int count, cap;     /* calls around what is walked */
    CXCursor *function; /* what they call */
    CXCursor outermost; /* the first of these calls */
    int made;           /* what inlining has made so far, in operations */
    int large_count, large_cap;
    CXCursor *large; /* functions whose value has grown too large once */
    /* What is walked several times (a function's body, that of a loop that
     * exchanges pointers) has variables of its own each time: the number of the
     * walk, and how many there were. */
    int copy, copies;
    struct returning *returning; /* the function whose value a body computes */
    int valued_count, valued_cap;
    struct valued *valued;
};

/* Pointers that are carried by scalars (pointer.c), and whether the walk found
 * that there are more of them. */
struct carried {
    int count, cap;
    CXCursor *decl;
    bool more;
    bool astray; /* the walk cannot tell where one of them leads */
};

struct front {
    struct unit *unit;
    const struct mark *mark;
    struct arena *arena;
    struct faults *faults;
    struct scop *scop;
    struct faults before; /* when it began */
    int errors;
    struct survey survey;
    struct arrays arrays;
    struct front_walk walk;
    struct inlining inlining;
    struct carried *carried;
};

/* State (state.c) ---------------------------------------------------------- */

/* Appends a fault at `c`, or counts it where the same was said of another place
 * of the region, and returns it. */
struct fault *front_refuse(struct front *f, enum fault_kind kind, CXCursor c,
                           const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define FRONT_HINT(f, fault, ...)                                              \
    fault_hint((f)->faults, (fault), (struct loc){0}, __VA_ARGS__)

/* Appends a fault at `c` and what to do about it. */
void front_refuse_with(struct front *f, enum fault_kind kind, CXCursor c,
                       const char *what, const char *hint);
struct loc front_loc(struct front *f, CXCursor c);
/* How much is around the statement being walked: loops, branches. */
int front_level(const struct front *f);
/* Does the statement being walked do this increment before or after it
 * (state.c)? Then it has its variable's value. */
bool effect_is_open(const struct front *f, CXCursor c);
/* The variable that holds the call's value; NULL: there is none. */
struct scop_expr *value_of_call(const struct front *f, CXCursor c);
/* The variable that holds the structure that the call returns; NULL: none. */
struct lvalue *value_lvalue(const struct front *f, CXCursor c);
/* The symbol is declared at the statement being walked. */
void front_begin_scope(struct front *f, struct symbol *s);

/* The pointer is moved in a way that only one with a scalar of its own takes:
 * the region is walked once more with that (state.c, pointer.c). */
void carried_ask(struct front *f, const struct symbol *s);

/* Names (state.c) ---------------------------------------------------------- */

/* NULL: the text is not there. */
int *name_find(struct name_table *names, const char *text);
/* The text is not copied. */
void name_add(struct arena *arena, struct name_table *names, const char *text,
              int number);
/* The identifier in letters of ASCII: others as u and their number, $ as S. */
const char *front_plain(struct front *f, const char *name);
/* A name that no parameter or array has yet: `text` made an identifier. */
const char *front_name(struct front *f, const char *text);

/* Clauses and private scalars (clause.c, private.c) ------------------------ */

void clause_parse(struct front *f);
/* Does an injective clause name the variable? Such an array is only read, which
 * clause_parse checks. */
bool clause_names_injective(const struct front *f, const char *name);
/* Gives each iteration of a loop its own of the scalar where that can be told,
 * or a clause promises it. */
void private_find(struct front *f, int array, bool promised);

#endif
