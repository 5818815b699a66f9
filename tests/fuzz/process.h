/*
 * Child processes with a time limit, and the small work on options and files
 * around them.
 * Any thread may use it; it owns no state.
 */
#ifndef HEDRA_TESTS_FUZZ_PROCESS_H
#define HEDRA_TESTS_FUZZ_PROCESS_H

#include "runtime/base/base.h"

enum end { END_EXIT, END_SIGNAL, END_TIMEOUT, END_FAILED };

struct process {
    enum end end;
    int code; /* exit status, signal, or errno of a failed start */
    double seconds;
};

/* A growing list of arguments, NULL-terminated for exec, in an arena. */
struct words {
    int count, capacity;
    char **word;
};
void words_add(struct arena *a, struct words *w, const char *word);

/* What follows `option`, as "--first=", in the argument; NULL: it is another.
 */
const char *option_value(const char *argument, const char *option);

/* A file's bytes, not terminated. */
struct text {
    char *bytes;
    size_t length;
};
/* The files that are not empty, in the arena; their number, 0 if there are none
 * or one cannot be read, which is told on stderr. */
int read_texts(struct arena *a, const struct words *files, struct text **text);

/* What limits of time are multiplied by on this machine: $HEDRA_TEST_TIME. */
double test_time(void);

/* Runs argv[0] (searched in PATH) with stdin from /dev/null and output into the
 * files; `extra` are NAME=value strings added to the environment (NULL-
 * terminated, may be NULL). It is killed after `limit` seconds of processor
 * time (times test_time()), and, with its children, after five times as long by
 * the clock, so that a busy machine changes no verdict. */
struct process process_run(char *const argv[], char *const extra[],
                           const char *out, const char *err, double limit);

/* "exit status 3", "signal 11 (Segmentation fault)", "still running". */
const char *process_describe(struct arena *a, struct process p);

/* Runs work(argument) in `jobs` threads at once and waits for all. */
void run_threads(int jobs, void *(*work)(void *), void *argument);

double seconds_now(void);
/* Creates the folder and its parents; false with errno. */
bool make_folder(const char *path);
/* Removes the folder with all in it. */
void remove_folder(const char *path);
/* Copies a file; a missing one is skipped. */
void copy_file(const char *from, const char *to);
/* A new, empty folder under $TMPDIR or /tmp; NULL with errno. */
char *new_work_folder(struct arena *a, const char *prefix);

#endif
