/*
 * The command line: options.def's rows become one struct.
 *
 * Owns no state and prints only the help text; what is wrong with a command
 * line is appended to a list of faults.
 */
#ifndef HEDRA_COMPILER_DRIVER_OPTIONS_H
#define HEDRA_COMPILER_DRIVER_OPTIONS_H

#include <stdio.h>

#include "compiler/driver/diag.h"
#include "polyhedral/region.h"
#include "runtime/base/base.h"

/* Exit codes, a promise of the manual page. */
enum options_exit {
    OPTIONS_EXIT_DONE = 0,
    OPTIONS_EXIT_REFUSED = 1,
    OPTIONS_EXIT_USAGE = 2,
    OPTIONS_EXIT_INTERNAL = 3
};

enum options_action {
    OPTIONS_COMPILE,
    OPTIONS_HELP,
    OPTIONS_VERSION,
    OPTIONS_PASSES
};

/* What goes into the C file, or the one form that --emit prints. */
enum options_targets {
    OPTIONS_PTX = 1,
    OPTIONS_OPENCL = 2,
    OPTIONS_HOST = 4,
    OPTIONS_RACER = 8, /* kernels of its own: with neither PTX nor OpenCL */
    OPTIONS_GPUS = OPTIONS_PTX | OPTIONS_OPENCL,
    OPTIONS_DEFAULT = OPTIONS_GPUS | OPTIONS_HOST
};

enum options_form {
    OPTIONS_FORM_FAT,    /* no --emit */
    OPTIONS_FORM_OPENMP, /* the whole file as plain C */
    OPTIONS_FORM_SCOP,
    OPTIONS_FORM_SCHEDULE,
    OPTIONS_FORM_KIR,
    OPTIONS_FORM_DUMP,  /* the region after the passes of --dump */
    OPTIONS_FORM_TARGET /* options->emit is the name of a target */
};

/* Which texts name the lines of the source that they came from. */
enum options_lines {
    OPTIONS_LINES_FREE, /* those that it does not disfigure (PTX) */
    OPTIONS_LINES_ALL,  /* -g */
    OPTIONS_LINES_NONE  /* -g0 */
};

/* What --tune tries. */
enum options_tune {
    OPTIONS_TUNE_NOT,
    OPTIONS_TUNE_MODEL,
    OPTIONS_TUNE_EXHAUSTIVE,
    OPTIONS_TUNE_RANDOM,
    OPTIONS_TUNE_EVOLUTIONARY
};

/* A region at which hedrac has crashed, and which therefore stays as it is. */
struct crash {
    struct loc at;
    const char *how;
    const struct crash *next;
};

struct options {
    enum options_action action;
    const char *input;
    const char *output;  /* "-": stdout; never NULL after options_parse */
    const char *program; /* argv[0] */

    enum options_form form;
    const char *emit;  /* as written, or NULL */
    unsigned targets;  /* enum options_targets */
    bool elements;     /* a data-stream array is asked for */
    const char *racer; /* --racer: the file of its architecture, or NULL */
    const struct racer_arch *array; /* which is this; NULL: the thesis' */
    struct target_views *views;     /* what the page shows of its graphs; NULL:
                                       there is no page, or no such array */
    int copies;   /* --racer-copies: 0: it was not there, -1: max */
    int arch;     /* 75 for sm_75 */
    int contract; /* CONTRACT_… of polyhedral/region.h */
    bool compile_serial;
    bool check_independent;
    bool keep_refused;
    unsigned accept;     /* UNIT_ACCEPT_... of unit/unit.h */
    const char *layout;  /* of the arrays of every region, or NULL */
    const char *layouts; /* in place of those of all clauses, as --tune tries
                            them; "none": C's order; NULL: those */
    bool reassociate;    /* as if every region had the clause */
    bool plan_limited;   /* Plans by levels: at most plan_window slices ahead */
    long plan_window;
    enum scop_plan plan;          /* of regions without the clause */
    int sweeps;                   /* of stencils in a launch; 0: the model's */
    bool chosen;                  /* --choose was there: */
    int64_t choice[CHOICE_COUNT]; /* of every region; 0: the model's */
    struct region_limits limits;
    const struct crash *crash; /* of earlier tries; NULL: none */
    struct passes passes;      /* --dump, --without; nowhere to print to */
    enum options_lines lines;

    bool depend, depend_phony;
    bool depend_user;          /* -MMD: no system headers */
    const char *depend_file;   /* never NULL if depend */
    const char *depend_target; /* NULL: the output, quoted */

    bool run, verbose;
    bool verilog;     /* --emit=verilog: racersim makes it of the graphs */
    int program_argc; /* of the program that --run, --tune or verilog runs */
    char **program_argv;

    enum options_tune tune;
    unsigned long tune_seconds, tune_count, tune_seed;
    const char *tune_build; /* NULL: as --run builds */
    const char *tuned;      /* the tuning file; NULL: none is read */
    bool tuned_given;       /* --tuned names it, so that it must exist */
    const char *tuned_for;  /* NULL: any GPU */

    /* What the C front end and the compiler of --run are given. */
    int clang_count, clang_cap;
    const char **clang;

    const char *page;   /* --explain=html: the page's path, else NULL */
    const char *counts; /* --counts, else NULL */
    const char *report; /* --report, else NULL */
    int size_count, size_cap;
    struct region_size *size; /* --assume-size */

    struct diag_options diag;
};

/* Reads a command line. On errors FAULT_USAGE faults are appended and the
 * result is not to be used. Texts live in `arena` or in `argv`. */
struct options options_parse(struct arena *arena, int argc, char **argv,
                             struct faults *faults);

/* Appends a FAULT_USAGE for what does not go together; options_parse calls it
 * (combination.c). */
void options_check(const struct options *options, struct faults *faults);

/* Is the whole source written, with what regions have become? */
bool options_is_whole(const struct options *options);

/* Has nests mapped as a data-stream array takes them, if one is asked for
 * (elements.c). */
void options_ask_elements(struct options *options);
/* What is wrong with asking for it so; NULL: nothing. */
const char *options_refuse_elements(const struct options *options);

/* Reads the file of --racer, if it is there; faults where it cannot be, or is
 * no architecture. */
void options_read_array(struct arena *arena, struct options *options,
                        struct faults *faults);

/* May arrays lie in another order? Not where no library converts them, and not
 * where --tune compares and times regions by themselves. */
bool options_keep_layouts(const struct options *options);

/* The exit code of a compile with these faults. */
int options_exit_code(const struct faults *faults);

/* The text of --help. */
void options_print_help(FILE *out);

/* Does `path` end with `suffix`? */
bool options_has_suffix(const char *path, const char *suffix);

#endif
