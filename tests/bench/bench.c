#define _GNU_SOURCE /* nftw */

#include "tests/bench/bench.h"

#include <errno.h>
#include <ftw.h>
#include <glob.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "error: %s: %s\n", what, why);
    exit(2);
}

/* The folder of the running program, "/bin" included. */
static void own_folder(char *folder, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    if (length < 0)
        fail("/proc/self/exe", strerror(errno));
    folder[length] = '\0';
    *strrchr(folder, '/') = '\0';
}

static void print_usage(FILE *out, const char *program, const char *about)
{
    fprintf(
        out,
        "usage: %s [options]\n%s"
        "  --quick         fewer repetitions, smaller sizes\n"
        "  --kernel NAME   this kernel alone\n"
        "  --size NAME     MINI, SMALL, MEDIUM, LARGE or EXTRALARGE\n"
        "  --repeat K      repetitions\n"
        "  --hedrac PATH   another hedrac than the one of this build\n"
        "  --march NAME    the processor that C compilers know, instead of\n"
        "                  native; HEDRA_LEVEL says what kernels use\n",
        program, about);
}

static char march[64] = "-march=native";

const char *bench_march(void)
{
    return march;
}

struct bench_options bench_parse(int argc, char **argv, const char *about)
{
    static char hedrac[4096];
    own_folder(hedrac, sizeof hedrac - sizeof "/hedrac");
    strcat(hedrac, "/hedrac");
    struct bench_options o = {.hedrac = hedrac};
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(arg, "--help") == 0) {
            print_usage(stdout, argv[0], about);
            exit(0);
        } else if (strcmp(arg, "--quick") == 0) {
            o.quick = true;
            continue;
        } else if (strcmp(arg, "--kernel") == 0 && value) {
            o.kernel = value;
        } else if (strcmp(arg, "--size") == 0 && value) {
            o.size = value;
        } else if (strcmp(arg, "--hedrac") == 0 && value) {
            o.hedrac = value;
        } else if (strcmp(arg, "--march") == 0 && value &&
                   strlen(value) < sizeof march - sizeof "-march=") {
            snprintf(march, sizeof march, "-march=%s", value);
        } else if (strcmp(arg, "--repeat") == 0 && value && atoi(value) > 0) {
            o.repeat = atoi(value);
        } else {
            print_usage(stderr, argv[0], about);
            exit(2);
        }
        i++;
    }
    return o;
}

struct bench_kernel *bench_kernels(const struct bench_options *options,
                                   int *count)
{
    const char *folder = HEDRA_SOURCE_DIR "/tests/polybench/kernels/";
    char pattern[512];
    snprintf(pattern, sizeof pattern, "%s%s.c", folder,
             options->kernel ? options->kernel : "*");
    glob_t found;
    if (glob(pattern, 0, NULL, &found) != 0)
        fail(pattern, "no such kernel");
    struct bench_kernel *kernel = calloc(found.gl_pathc, sizeof *kernel);
    if (!kernel)
        fail(pattern, "not enough memory");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i], *name = strrchr(path, '/') + 1;
        snprintf(kernel[i].source, sizeof kernel[i].source, "%s", path);
        snprintf(kernel[i].name, sizeof kernel[i].name, "%.*s",
                 (int)strlen(name) - 2, name);
    }
    *count = (int)found.gl_pathc;
    globfree(&found);
    return kernel;
}

void bench_make_folder(char *folder, size_t size)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, size, "%s/hedra-bench.XXXXXX",
             base && *base ? base : "/tmp");
    if (!mkdtemp(folder))
        fail(folder, strerror(errno));
}

static int remove_entry(const char *path, const struct stat *status, int type,
                        struct FTW *place)
{
    return remove(path);
}

void bench_remove(const char *folder)
{
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

const char *bench_file(char *path, size_t size, const char *folder,
                       const char *name)
{
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

const char *bench_tree(void)
{
    static char folder[4096];
    own_folder(folder, sizeof folder - sizeof "/..");
    strcat(folder, "/..");
    return folder;
}

void bench_add(struct bench_command *command, ...)
{
    enum { MAX = sizeof command->word / sizeof *command->word };
    va_list list;
    va_start(list, command);
    for (const char *word; (word = va_arg(list, const char *));) {
        if (command->count + 1 == MAX)
            fail(word, "one word too many in a command");
        command->word[command->count++] = word;
    }
    va_end(list);
    command->word[command->count] = NULL;
}

void bench_add_library(struct bench_command *command)
{
    static char include[4200], library[4200];
    snprintf(include, sizeof include, "-I%s/include", bench_tree());
    snprintf(library, sizeof library, "%s/lib/libhedra.a", bench_tree());
    /* HEDRA_LEVEL chooses among all versions of kernels. */
    bench_add(command, "-DHD_VERSIONS=2", include, library, "-pthread", "-ldl",
              "-lm", NULL);
}

bool bench_call(const struct bench_command *command, const char *const *env,
                bool quiet, struct spawn_result *result)
{
    *result = spawn_run(command->word, env, 600);
    if (result->status == 0 || quiet)
        return result->status == 0;
    bench_progress("%s", "");
    fputs("failed:", stderr);
    for (int i = 0; i < command->count; i++)
        fprintf(stderr, " %s", command->word[i]);
    if (result->status == SPAWN_NOT_FOUND)
        fputs("\nthere is no such program\n", stderr);
    else if (result->status == SPAWN_TIMED_OUT)
        fputs("\nit took more than 10 minutes\n", stderr);
    else
        fprintf(stderr, "\n%s%sexit status %d\n", result->out, result->err,
                result->status);
    return false;
}

bool bench_do(const struct bench_command *command, const char *const *env)
{
    struct spawn_result result;
    bool good = bench_call(command, env, false, &result);
    spawn_free(&result);
    return good;
}

double bench_seconds(const struct bench_command *command,
                     const char *const *env, const char *who, char *expected,
                     size_t room)
{
    double seconds = NAN;
    struct spawn_result result;
    bool good = bench_call(command, env, false, &result);
    const char *line = good ? strstr(result.err, "time ") : NULL;
    if (line)
        sscanf(line, "time %lf", &seconds);
    if (good && !*expected)
        snprintf(expected, room, "%s", result.out);
    if (good && strcmp(expected, result.out) != 0) {
        fprintf(stderr, "%s prints something else\n", who);
        seconds = NAN;
    }
    spawn_free(&result);
    return seconds;
}

void bench_progress(const char *format, ...)
{
    if (!isatty(2))
        return;
    va_list list;
    va_start(list, format);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, format, list);
    fflush(stderr);
    va_end(list);
}

void bench_figure(const char *name, double value, const char *unit, char better,
                  double bar, double goal)
{
    printf("figure %s %.4g %s bar %c=%g goal %c=%g\n", name, value, unit,
           better, bar, better, goal);
}
