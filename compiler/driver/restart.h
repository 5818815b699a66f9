/*
 * A process that waits for the one that works, so that whatever ends the worker
 * (a signal, a crash, a lack of memory) leaves no folder behind, and a crash
 * has the exit status that is promised.
 *
 * Owns one page that both processes share, of which there is one in a program:
 * the place that the worker is at, and the folder that is to be removed. The
 * functions below but guard_run may be called without a guard, too.
 */
#ifndef HEDRA_COMPILER_DRIVER_RESTART_H
#define HEDRA_COMPILER_DRIVER_RESTART_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "runtime/base/base.h"

struct guard {
    void *context;
    /* The work, in a process of its own; an exit status. `again`: it has
     * crashed once. */
    int (*work)(void *context, bool again);
    /* Says that the work has crashed; the exit status. `where` is what
     * guard_note_place was last told. */
    int (*crashed)(void *context, const char *how, struct loc where);
    /* What is said before the work is begun again after a crash; NULL: it is
     * not. */
    const char *again;
    /* The work has crashed once more, at `where`: is it to be begun again
     * without what it did there? */
    bool (*leave)(void *context, const char *how, struct loc where);
};

/* Runs the work: its exit status, or that of `crashed`; ends by a signal where
 * the work has. Of the signals TERM, INT, HUP and QUIT those that are not
 * ignored are passed on to the worker unless the terminal has sent them to
 * both. Returns in the worker as well, with the status that it is to end
 * with. */
int guard_run(const struct guard *guard);

/* The worker notes where it is, and that it has begun to write what was asked
 * for, so that the guard does not begin it again. */
void guard_note_place(struct loc where);
void guard_note_delivery(void);
/* Crashes at the line that the variable HEDRAC_CRASH of the environment has, so
 * that tests can tell what becomes of a crash; it may be followed or replaced
 * by the word `fatal` (nothing is left out for crashes), as in `4,fatal`. */
void guard_crash_if_wanted(struct loc where);
/* The group of processes that the worker waits for, which is killed if it ends
 * before them; 0: none. */
void guard_note_group(pid_t group);

/* Makes `set` SIGCHLD and those of the `count` signals that are not ignored:
 * these stay so, as nohup has it. */
void guard_fill_set(sigset_t *set, const int *signal, size_t count);

/* A new folder, which the guard removes if the worker does not: `path` ends
 * with XXXXXX as for mkdtemp. False with errno. One at a time. */
bool guard_make_folder(char *path);
/* Removes the folder with all that is in it. */
void guard_remove_folder(const char *path);

/* For a process that works a short time: isl and the passes over KIR take and
 * give back memory all the time, so the heap grows in large steps, large blocks
 * are in it, too, and what is free in it is kept. */
void guard_keep_memory(void);

#endif
