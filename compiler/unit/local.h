/* What the files of unit/ share; no other folder includes this. */
#ifndef HEDRA_COMPILER_UNIT_LOCAL_H
#define HEDRA_COMPILER_UNIT_LOCAL_H

#include "compiler/unit/clang.h"

/* Is this the clause of #pragma hedra data(...)? */
bool data_is_clause(const char *clause);
/* Reads it into *data; `mark` ends behind `block`. False, with faults, if it is
 * malformed or the block may be left by a jump. */
bool data_read(struct unit *unit, const struct mark *mark, CXCursor block,
               struct splice_data *data, struct faults *faults);

/* A variable of a data clause: how many rows of it that keeps, as C text (NULL:
 * its declaration says), and does it not begin with the first one? */
struct layout_data {
    const char *name, *rows;
    bool inner;
};
/* Reads what follows the word layout in the clause of a mark, *at, and adds it
 * to the unit; of a `nest`, or of arrays of a data clause. False, with a fault,
 * if it is malformed. */
bool layout_take(struct unit *unit, const struct mark *mark, const char **at,
                 const struct layout_data *data, int count, bool nest,
                 struct faults *faults);
/* Gives the block those that were read since there were `first`. */
void layout_collect(struct unit *unit, int first, struct splice_data *data);
/* Reads the layouts of nests, and refuses other uses of the arrays in blocks;
 * once all marks are found. */
void layout_find(struct unit *unit, struct faults *faults);

/* Does the directive, of OpenMP or OpenACC, mark a region in place of #pragma
 * hedra? `clause` is then what it says in hedrac's clauses; `alone`: it has no
 * meaning where a team of threads executes it already. */
struct accepted {
    bool alone;
    bool promised; /* the author says that iterations do not meet */
    const char *clause;
};
bool accept_mark(const struct unit *unit, struct directive *d,
                 struct accepted *mark);
/* Does a block of which all threads of a team execute all begin behind it? */
bool accept_opens_team(const struct unit *unit, const struct directive *d);

/* The major version of the libclang that is loaded; 0 if it does not say. */
int clang_major(struct arena *arena);

/* Files that libclang is to find though they are not there, and the arguments
 * that make it; returns how many files. */
enum { HEADERS_FILES = 1, HEADERS_ARGS = 2 };
int headers_add(struct arena *arena, struct CXUnsavedFile *file,
                const char **args);
/* Is the path one of theirs? */
bool headers_has(const char *path);

/* Reads the directives of the text, in the dialect of clang's arguments. */
void mark_read(struct unit *unit, int argc, const char *const *args);
/* Do clang's arguments say that types tell nothing of what pointers meet? */
bool flags_any_alias(int argc, const char *const *args);
/* Warns about those that regions do not keep. */
void flags_check(const struct unit *unit, int argc, const char *const *args,
                 struct faults *faults);

/* Finds the marked regions; false, with faults, if pragmas are misplaced. */
bool mark_find(struct unit *unit, struct faults *faults);

/* Notes what the user's files call their own, once the regions are found.
 * `args` are clang's. */
void unit_read_names(struct unit *unit, int argc, const char *const *args);

#endif
