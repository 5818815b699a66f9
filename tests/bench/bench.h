/*
 * What the benchmark programs share: their options, the list of PolyBench
 * kernels, a working folder, the progress line and the closing figures.
 *
 * A benchmark prints its table on standard output and its progress on standard
 * error. It ends with one line for each figure:
 *     figure NAME VALUE UNIT bar >=B goal >=G        (or <=)
 */
#ifndef HEDRA_TESTS_BENCH_BENCH_H
#define HEDRA_TESTS_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/bench/spawn.h"

struct bench_options {
    bool quick;
    const char *kernel; /* NULL: all */
    const char *size;   /* NULL: the benchmark's own choice */
    int repeat;         /* 0: the benchmark's own choice */
    const char *hedrac;
};

/* Parses --quick, --kernel NAME, --size NAME, --repeat K, --hedrac PATH,
 * --march NAME and --help, which prints `about` and these. Ends the process on --help and, with
 * 2, on anything else. hedrac's default lies beside the running program. */
struct bench_options bench_parse(int argc, char **argv, const char *about);

/* The C compilers' option, -march=native unless --march names a processor. */
const char *bench_march(void);

struct bench_kernel {
    char name[32], source[512];
};

/* The kernels asked for, by name; ends the process if there is none. The caller
 * frees the list. */
struct bench_kernel *bench_kernels(const struct bench_options *options,
                                   int *count);

/* A fresh folder for files, in $TMPDIR or /tmp; ends the process on failure.
 * bench_remove deletes it with all files in it. */
void bench_make_folder(char *folder, size_t size);
void bench_remove(const char *folder);

/* The path of a file in such a folder, which is left in `path`. */
const char *bench_file(char *path, size_t size, const char *folder,
                       const char *name);

/* The build tree: include/ and lib/ lie in it. */
const char *bench_tree(void);

/* A command, built word by word. */
struct bench_command {
    const char *word[64];
    int count;
};
/* Appends words up to a NULL. */
void bench_add(struct bench_command *command, ...) __attribute__((sentinel));

/* Appends what a C compiler needs for what hedrac has made: the folder of
 * hedra.h, the library of this build, and those that it needs. */
void bench_add_library(struct bench_command *command);

/* Runs it with a limit of 10 minutes; true if it exits with 0. Otherwise, and
 * unless `quiet`, says what was run and what it wrote, on standard error. */
bool bench_call(const struct bench_command *command, const char *const *env,
                bool quiet, struct spawn_result *result);

/* The same where only success matters; not quiet. */
bool bench_do(const struct bench_command *command, const char *const *env);

/* Runs a program that says "time SECONDS" on standard error, and returns these
 * seconds; a NaN if it fails, or prints something else on standard output than
 * `expected`, which is "" before the first call and receives what that prints.
 * `who`: for the message. */
double bench_seconds(const struct bench_command *command,
                     const char *const *env, const char *who, char *expected,
                     size_t room);

/* Replaces the progress line; "" clears it. */
void bench_progress(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* `better`: '>' or '<'. */
void bench_figure(const char *name, double value, const char *unit, char better,
                  double bar, double goal);

#endif
