/*
 * Commands that brush and hedrac run: words, a call, its end; and what a C
 * compiler is told to make a program with libhedra.
 */
#ifndef HEDRA_COMPILER_DRIVER_COMMAND_H
#define HEDRA_COMPILER_DRIVER_COMMAND_H

#include "runtime/base/base.h"

/* Zeroed but for the arena. */
struct command {
    struct arena *arena;
    int count, cap;
    char **word;
    double seconds;  /* command_run ends it after so many; 0: never */
    bool foreground; /* it stays in this process's group, to which the terminal
                      * belongs; else it and what it starts are one of their own
                      */
};

enum { COMMAND_KILLED = 124 }; /* the status of what took too long */

void command_add(struct command *c, const char *word);
/* The words of `text`, which blanks separate: $CC may be "ccache gcc". */
void command_add_words(struct command *c, const char *text);

/* $CC, or cc, and -O2. */
void command_add_compiler(struct command *c);

/* The folder of the running program. */
char *command_own_folder(struct arena *arena);

/* Where hedra.h and libhedra.a lie, seen from the running program; false with a
 * fault if they are not there. */
struct command_places {
    const char *include, *library;
};
bool command_find_places(struct command_places *places, struct faults *faults);

/* libhedra and what it needs. */
void command_add_library(struct command *c,
                         const struct command_places *places);

/* Runs a command and waits for it: its exit status, 128 + n for signal n, or -1
 * with errno. `output`: a file that gets what it prints, both streams, and
 * there is no input; NULL: they are this program's. The signals TERM, INT, HUP
 * and QUIT are passed on to it, and then end this program as well; what the
 * terminal sends to both ends this program only if it ends the command. The
 * command is killed when this program ends before it. verbose: prints the
 * command to stderr. */
int command_run(struct command *c, const char *output, bool verbose);

/* A new folder for temporary files, in $TMPDIR or /tmp, which is to be removed
 * by guard_remove_folder; NULL with a fault. */
const char *command_make_folder(struct faults *faults, const char *prefix);

#endif
