/*
 * A unit as libclang has it, for survey/ and front/, which walk its syntax:
 * the second door of unit/, kept apart so that nothing else sees libclang.
 */
#ifndef HEDRA_COMPILER_UNIT_CLANG_H
#define HEDRA_COMPILER_UNIT_CLANG_H

#include <clang-c/Index.h>

#include "compiler/source/source.h"
#include "compiler/unit/unit.h"
#include "polyhedral/scop/scop.h"

/* One region of the file. */
struct mark {
    size_t begin, end, insert; /* as in struct scop */
    struct loc loc;            /* of the pragma */
    const char *clause;        /* its text after the name, lines joined */
    struct loc clause_loc;     /* of the first character of `clause` */
    bool promised; /* its pragma says that threads may share its loop */
    size_t team;   /* behind the first byte of the pragma that makes a team of
                      threads of the block around it; 0: there is none */
    CXCursor function;
    int ancestor_count; /* statements around the region, outermost first */
    CXCursor *ancestor;
    int stmt_count; /* the region's own statements, siblings */
    CXCursor *stmt;
};

/* An array that lies in another order in a block, or in a nest. */
struct laid {
    CXCursor decl, function;
    struct splice_layout *layout;
    size_t begin, end; /* of the block or nest, as of its mark */
    bool nest;
    struct loc loc; /* of the clause's item */
};

/* Where a macro stands in the file, its arguments included. */
struct expansion {
    size_t begin, end;
    CXCursor macro;
};

/* A variable at file scope, and what survey/temporary.c has found of it. */
struct temporary_of {
    CXCursor decl;
    bool is;
};

/* What calls of the function in the unit hand over, where it is a number; they
 * do not all hand over the same if it varies. */
struct usual_argument {
    CXCursor function;
    int index;
    int64_t value;
    bool varies;
};

/* A definition of a macro. */
struct variant_macro {
    const char *name;
    CXSourceLocation place;
};

struct unit {
    struct arena *arena;
    const char *path;
    unsigned accept; /* pragmas of others that mark regions */
    char *text;      /* malloc'ed */
    size_t length;
    CXIndex index;
    CXTranslationUnit tu;
    CXFile file;
    struct lex_source *source;
    int skipped_count; /* by conditional compilation: from, to of each part */
    size_t *skipped;
    struct names names;
    bool any_alias;        /* -fno-strict-aliasing: types tell nothing */
    bool pragma_operators; /* there is a _Pragma, which may be ours */
    bool counter;          /* there is a __COUNTER__ */
    bool has_expansions;   /* they have been read */
    int expansion_count, expansion_cap;
    struct expansion *expansion;
    int variant_count, variant_cap;
    struct variant_macro *variant; /* all of them, once they have been read */
    int asks_openmp;           /* a file asks for _OPENMP; 0: not read, 1: no */
    const char *threadprivate; /* lines that have the word; NULL: not read */
    int temporary_count, temporary_cap;
    struct temporary_of *temporary;
    bool has_arguments; /* they have been read */
    int argument_count, argument_cap;
    struct usual_argument *argument;
    int mark_count, mark_cap;
    struct mark *mark;
    int data_count, data_cap;
    struct splice_data *data;
    int laid_count, laid_cap;
    struct laid *laid;
    bool row_order; /* they are not heeded */
    /* Of all arrays of 2 dimensions, of 3, and so on; or NULL. */
    const struct scop_layout *layout[LAYOUT_RANK - 1];
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
/* Hands each file over that the user has written, which ends with '\0' behind
 * its `length` bytes (macros.c). */
typedef void clang_reader(struct unit *unit, const char *text, size_t length);
void clang_read_files(struct unit *unit, clang_reader *read);

/* Does a macro, or an argument of one, stand at this byte of the file? */
bool clang_in_macro(struct unit *unit, size_t at);
/* Moves *end, where text from `begin` on ends, behind all macros in which that
 * is; false if one of them begins before `begin`. */
bool clang_leave_macros(struct unit *unit, size_t begin, size_t *end);
/* Does a macro in this part of the file count how often it stands there? Then
 * the text must not be copied. */
bool clang_counts(struct unit *unit, size_t begin, size_t end);
/* Is the last token before `at`, and not before `from`, that of a _Pragma, or
 * of a macro that makes one? */
bool clang_follows_operator(struct unit *unit, size_t from, size_t at);
/* Has anything around, but the `own` statements and what holds these, a part in
 * their text? Macros make such: #define TWO(x, y) x += 1; y += 1. */
bool clang_holds_others(struct unit *unit, CXCursor around, const CXCursor *own,
                        int count);

/* The layout that the declared variable has at the mark; NULL: C's. */
const struct laid *layout_of(const struct unit *unit, const struct mark *mark,
                             CXCursor decl);

/* Gives the variable the unit's layout at the mark, if its declaration tells
 * its shape; and the region of the mark those that were given since there were
 * `first`. */
void layout_add(struct unit *unit, const struct mark *mark, CXCursor decl,
                const char *name);
void layout_add_nest(struct unit *unit, const struct mark *mark, int first);

/* OpenMP's words on variables (team.c) --------------------------------------
 */

/* Does the pragma that begins there mention the name, but as a shared one? */
bool team_pragma_names(const struct unit *unit, size_t begin, const char *name);
/* Does the mark's pragma share its loop among threads that are there already?
 */
bool team_exists_at(const struct unit *unit, const struct mark *mark);
/* Do the mark's pragma, and that of the team around it, hold for any number of
 * threads, and leave it open which iterations one of them does? Else iterations
 * may follow each other that are promised to no others. */
bool team_is_unconditional(struct unit *unit, const struct mark *mark);
/* Does a directive begin in this part of the file? */
bool team_has_directive(const struct unit *unit, size_t begin, size_t end);
/* Has each thread its own variable of that name (threadprivate), as any of the
 * user's files says? */
bool team_has_own(struct unit *unit, const char *name);

/* What a compiler with OpenMP may read otherwise (variant.c) ------------------
 */

/* Is there a macro of that name? */
bool variant_is_macro(struct unit *unit, const char *name);
/* May this part of the file be another text where _OPENMP is defined: does it
 * stand behind an #if, or use a macro that is defined behind one? */
bool variant_exists(struct unit *unit, size_t begin, size_t end);

/* The declaration that a variable's name means at the mark's pragma; null if
 * there is none. */
CXCursor mark_find_variable(struct unit *unit, const struct mark *mark,
                            const char *name);

#endif
