/*
 * Commands that brush and hedrac run: words, a call, its end; and what a C
 * compiler is told to make a program with libhedra.
 */
#ifndef HEDRA_COMPILER_COMMAND_H
#define HEDRA_COMPILER_COMMAND_H

#include "runtime/base.h"
#include "runtime/fault.h"

/* Zeroed but for the arena. */
struct command {
    struct arena *arena;
    int count, cap;
    char **word;
    double seconds; /* command_run ends it after so many; 0: never */
};

enum { COMMAND_KILLED = 124 }; /* the status of what took too long */

void command_add(struct command *c, const char *word);
/* The words of `text`, which blanks separate: $CC may be "ccache gcc". */
void command_add_words(struct command *c, const char *text);

/* $CC, or cc, and -O2. */
void command_add_compiler(struct command *c);

/* Where hedra.h and libhedra.a lie, seen from the running program; false with a
 * fault if they are not there. */
struct command_places {
    const char *include, *library;
};
bool command_find_places(struct command_places *places, struct faults *faults);

/* libhedra and what it needs. */
void command_add_library(struct command *c,
                         const struct command_places *places);

/* Runs a command and waits for it, while the signals of the terminal are the
 * child's: its exit status, 128 + n for signal n, or -1 with errno. `output`: a
 * file that gets what it prints, both streams, and there is no input; NULL: they
 * are this program's.
 * verbose: prints the command to stderr. */
int command_run(struct command *c, const char *output, bool verbose);

/* A new folder for temporary files, in $TMPDIR or /tmp; NULL with a fault. */
const char *command_make_folder(struct faults *faults, const char *prefix);

#endif
