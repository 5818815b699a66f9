/*
 * The door of unit/: a C file, read by libclang, and the regions marked in it.
 *
 * Owns libclang and the file's text; what it returns lives in the arena given
 * to unit_open, except where said otherwise. No type of libclang shows here:
 * clang.h, for survey/ and front/ alone, has these. Nothing here prints: what
 * goes wrong is appended to the faults.
 *
 *   unit.c      opens a file: clang's arguments, diagnostics, inclusions
 *   headers.c   omp.h, which clang's own headers lack
 *   cursor.c    texts, places and children of libclang's cursors
 *   accept.c    pragmas of OpenMP and OpenACC that mark regions
 *   team.c      what pragmas of OpenMP say of variables
 *   variant.c   what a compiler with OpenMP may read otherwise
 *   expansion.c macros where text is taken apart, and what they hide
 *   mark.c      finds the pragmas and the statements that they mark
 *   variable.c  finds the declaration that a name means at a pragma
 *   data.c      reads the clause of #pragma hedra data
 *   layout.c    reads the clause layout, of blocks and nests
 *   macros.c    notes which names the user's files call their own
 */
#ifndef HEDRA_COMPILER_UNIT_UNIT_H
#define HEDRA_COMPILER_UNIT_UNIT_H

#include "runtime/base/base.h"

struct unit;
struct lex_source;
struct names;
struct splice_data;

/* Pragmas of others that mark regions, too. */
enum { UNIT_ACCEPT_OMP = 1, UNIT_ACCEPT_ACC = 2 };

/* Reads and checks the C file at `path`. clang_args go to clang (-I, -D, -U,
 * -std=, -include, ...). NULL, with faults, if the file cannot be read, has an
 * error that clang reports, or marks its regions wrongly; clang's warnings
 * become faults too. The unit must be closed before the arena is freed. */
struct unit *unit_open(struct arena *arena, const char *path, unsigned accept,
                       int argc, const char *const *clang_args,
                       struct faults *faults);

/* Reads a text in memory as unit_open reads a file. The text is copied and
 * takes the place of the file at `path`; that file need not exist. */
struct unit *unit_open_text(struct arena *arena, const char *path,
                            const char *text, size_t length, int argc,
                            const char *const *clang_args,
                            struct faults *faults);

/* The regions of the file itself (not of what it includes), in the order of
 * their places; none lies in another. */
int unit_region_count(const struct unit *unit);

/* The place of region k's pragma. */
struct loc unit_region_place(const struct unit *unit, int k);

/* The blocks marked with #pragma hedra data, and the nests with a layout: how
 * many; the list, put in *data, lives in the unit's arena. */
int unit_data(const struct unit *unit, const struct splice_data **data);

/* May arrays have layouts? Then those of all regions get this one, if the text
 * is not NULL. False, with a fault, if it is none. */
bool unit_set_layout(struct unit *unit, bool any, const char *text,
                     struct faults *faults);

/* The layouts of all clauses, as "a: morton, b: row" in the unit's arena; NULL:
 * there are none. */
const char *unit_layouts(const struct unit *unit);
/* The place of the first of these clauses. */
struct loc unit_layouts_place(const struct unit *unit);
/* Gives the arrays of all clauses this layout; false if it does not suit one of
 * them. */
bool unit_change_layouts(struct unit *unit, const char *text);

/* The text of the file, whose bytes the offsets of a scop count, terminated by
 * '\0', with its directives. It lives as long as the unit. */
const struct lex_source *unit_source(const struct unit *unit);

/* The names that what is put into the file must not meet. */
const struct names *unit_names(const struct unit *unit);

/* The files that were read: first the file itself, then what it includes, each
 * once, system headers only where `system`. Returns how many; the list, put in
 * *files, lives in the unit's arena. */
int unit_files(struct unit *unit, bool system, const char *const **files);

/* Frees all of libclang's objects; NULL is allowed. */
void unit_close(struct unit *unit);

#endif
