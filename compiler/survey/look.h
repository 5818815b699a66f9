/*
 * A loop that may look ahead, while it is examined: shared by look_ahead.c,
 * which knows its form, look_memory.c, which knows what it reads and writes,
 * and look_meet.c, which knows what of that is apart.
 */
#ifndef HEDRA_COMPILER_SURVEY_LOOK_H
#define HEDRA_COMPILER_SURVEY_LOOK_H

#include "compiler/survey/survey.h"

/* How an address moves with the iterator: by `by` bytes, or elements, in each
 * iteration; `any`: nobody knows how. */
struct look_move {
    bool any;
    int64_t by;
};

/* An access to memory. */
struct look_access {
    CXCursor c;
    CXCursor root; /* the variable that it begins with; null: an address that
                      is read from memory itself */
    CXType type;
    struct look_move move;
    bool guarded;          /* a test decides whether it is made */
    bool must;             /* what it reads must stay in a block */
    struct look_span span; /* without a text: none can be written */
};

struct look_accesses {
    int count, cap;
    struct look_access *at;
};

struct look {
    struct survey *survey;
    CXCursor loop, iterator, body, test, then;
    int own_count, own_cap;
    CXCursor *own; /* variables that the body declares before the test */
    /* What the body does where the test holds. */
    struct look_accesses stores;
    int written_count, written_cap;
    CXCursor *written; /* variables whose address nobody has */
    int counted_count, counted_cap;
    CXCursor *counted; /* those that are counted up by one; once for each ++ */
    bool other_writes; /* calls of functions, which may write anything */
    bool jumps;        /* ends the loop, or may: also calls */
    bool loops;
    /* What the test reads, and its operands' variables. */
    struct look_accesses loads;
    int read_count, read_cap;
    CXCursor *read;
    bool failed;
};

/* What is read of the expression: in the value alone, or as what must stay. */
enum { LOOK_MUST = 1, LOOK_GUARDED = 2 };

/* An array or a structure, which is memory by its own name. */
bool look_is_object(CXCursor decl);
/* Is it a local variable that no pointer leads to? */
bool look_is_unreached(struct look *l, CXCursor decl);
/* Is it a variable whose address nobody has? */
bool look_is_private(struct look *l, CXCursor decl);
bool look_is_own(const struct look *l, CXCursor decl);
bool look_has(const CXCursor *list, int count, CXCursor decl);
/* The author's text of the cursor; NULL if macros make it. */
const char *look_text(struct look *l, CXCursor c);

/* Notes what the statement writes; fails where that is not known. */
void look_note_writes(struct look *l, CXCursor c, int inner);
/* Notes what the expression reads; fails at effects and traps. */
void look_note_reads(struct look *l, CXCursor c, unsigned how);
/* Once all that it writes is noted: as far as counted stores reach. */
void look_finish_stores(struct look *l);
/* Is it memory that no pointer leads to? */
bool look_is_hidden(struct look *l, const struct look_access *a);
/* Is a variable that the body writes in the store's address? */
bool look_moves_by_writes(struct look *l, CXCursor c);
/* Is there a read of memory in it, or a call? */
bool look_loads_in(struct look *l, CXCursor c);
/* May the store reach what is read? 0: no; 1: where they meet in a block; 2: it
 * may. */
int look_meets(struct look *l, const struct look_access *store,
               const struct look_access *load);

#endif
