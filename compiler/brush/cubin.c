/* brush gen --target cubin: PTX through ptxas. */
#include "backends/target.h"
#include "compiler/brush/brush.h"
#include "compiler/driver/driver.h"
#include "runtime/base/base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct loc nowhere;

/* Bytes that a kernel may spill before all are assembled with -O1. */
enum { MOST_SPILLED = 200 };

/* The temporary files. */
struct places {
    const char *folder, *ptx, *cubin, *log;
};

/* What --ptxas says, else the one on the path, else CUDA's usual place. */
static const char *find_ptxas(struct brush_work *w)
{
    static const char usual[] = "/usr/local/cuda/bin/ptxas";
    const char *path = getenv("PATH");

    if (w->options->ptxas)
        return w->options->ptxas;
    while (path && *path) {
        size_t length = strcspn(path, ":");
        const char *file =
            arena_printf(w->arena, "%.*s/ptxas", (int)length, path);

        if (access(file, X_OK) == 0)
            return file;
        path += length + (path[length] == ':');
    }
    return usual;
}

/* The number that stands before `text` in a line of the log, 0 if there is
 * none. */
static int number_before(const char *line, const char *text)
{
    const char *at = strstr(line, text);

    while (at && at > line && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return at ? atoi(at) : 0;
}

/* What `ptxas -v` says of one kernel; its own time only where it is told. */
struct said {
    const char *kernel;
    int registers, spilled;
    double milliseconds;
};

static void print_said(const char *name, const struct said *s)
{
    if (!s->kernel)
        return;
    printf("%s %s: %d registers, %d bytes spilled", name, s->kernel,
           s->registers, s->spilled);
    if (s->milliseconds > 0)
        number_write(stdout, ", %.2f s", s->milliseconds / 1000);
    putchar('\n');
}

static void take_line(struct said *s, char *line)
{
    static const char compile_time[] = "Compile time = ";
    char *time = strstr(line, compile_time);

    if (strstr(line, "bytes spill stores"))
        s->spilled = number_before(line, " bytes spill stores");
    else if (strstr(line, "Used "))
        s->registers = number_before(line, " registers");
    else if (time)
        number_parse(&(const char *){time + strlen(compile_time)}, 0,
                     &s->milliseconds);
}

/* A line for each kernel, and one for the file. */
static void report(struct brush_work *w, const char *name, const char *log,
                   double seconds)
{
    char *text = base_read_file(log, NULL), *rest = NULL;
    struct said said = {NULL, 0, 0, 0};

    progress_end(w->progress);
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        char *quoted = strstr(line, "Compiling entry function '");

        if (!quoted) {
            take_line(&said, line);
            continue;
        }
        print_said(name, &said);
        quoted = strchr(quoted, '\'') + 1;
        quoted[strcspn(quoted, "'")] = '\0';
        said = (struct said){quoted, 0, 0, 0};
    }
    print_said(name, &said);
    number_write(stdout, "%s: %.1f s in ptxas\n", name, seconds);
    free(text);
    w->progress = progress_begin();
}

/* The first line of what the assembler said. */
static void refuse(struct brush_work *w, const char *ptxas, const char *arch,
                   const char *log, int status)
{
    char *text = status < 0 ? NULL : base_read_file(log, NULL);

    if (status < 0)
        fault_add(&w->faults, FAULT_FILE, nowhere,
                  "cannot run %s, which cubin needs: %s (it comes with CUDA's "
                  "toolkit; --ptxas names it)",
                  ptxas, strerror(errno));
    else
        fault_add(&w->faults, FAULT_FILE, nowhere, "%s -arch=%s failed: %.*s",
                  ptxas, arch, (int)strcspn(text ? text : "", "\n"),
                  text ? text : "");
    free(text);
}

/* The bytes that the kernel spills which spills most. */
static int most_spilled(const char *log)
{
    char *text = base_read_file(log, NULL), *rest = NULL;
    int most = 0;

    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        int spilled = number_before(line, " bytes spill stores");

        most = spilled > most ? spilled : most;
    }
    free(text);
    return most;
}

/* The machine code, to be freed; NULL with a fault. `level` may be NULL. */
static char *run_ptxas(struct brush_work *w, const char *arch,
                       const char *level, const struct places *places,
                       size_t *length)
{
    struct command c = {.arena = w->arena};
    char *code;
    int status;

    command_add(&c, find_ptxas(w));
    command_add(&c, arena_printf(w->arena, "-arch=%s", arch));
    if (level)
        command_add(&c, level);
    command_add(&c, "-v");
    command_add(&c, "-o");
    command_add(&c, places->cubin);
    command_add(&c, places->ptx);
    status = command_run(&c, places->log, false);
    code = status == 0 ? base_read_file(places->cubin, length) : NULL;
    if (!code)
        refuse(w, find_ptxas(w), arch, places->log, status);
    return code;
}

/* Long code for which registers do not suffice is better off where ptxas moves
 * less of it about: with -O1 it spills less, or nothing. */
static bool assemble(struct brush_work *w, const struct library *l,
                     const char *arch, const struct places *places)
{
    double begin = base_clock();
    const char *name = arena_printf(w->arena, "%s.%s", l->options->name, arch);
    size_t length;
    char *code;

    progress_step(w->progress, "%s: ptxas for %s", l->options->name, arch);
    code = run_ptxas(w, arch, NULL, places, &length);
    if (code && most_spilled(places->log) > MOST_SPILLED) {
        free(code);
        code = run_ptxas(w, arch, "-O1", places, &length);
    }
    if (!code)
        return false;
    buf_write(&work_add_file(w, arena_printf(w->arena, "%s.cubin", name))->text,
              code, length);
    free(code);
    report(w, name, places->log, base_clock() - begin);
    return true;
}

static bool print_all(struct brush_work *w, struct library *l, const char *file)
{
    struct arena *arena = arena_new();
    struct kir_module *module = library_build_all(arena, l);
    struct buf text = {NULL, 0, 0};
    bool good = work_optimise(w, arena, &module) &&
                work_print(w, arena, module, &target_ptx, &text);

    if (good && !base_write_file(file, text.text, text.length)) {
        fault_add(&w->faults, FAULT_FILE, nowhere, "cannot write %s: %s", file,
                  strerror(errno));
        good = false;
    }
    buf_free(&text);
    arena_free(arena);
    return good;
}

bool brush_assemble(struct brush_work *w, struct library *l)
{
    struct places places = {command_make_folder(&w->faults, "brush"), NULL,
                            NULL, NULL};
    bool good;

    if (!places.folder)
        return false;
    places.ptx = arena_printf(w->arena, "%s/kernels.ptx", places.folder);
    places.cubin = arena_printf(w->arena, "%s/kernels.cubin", places.folder);
    places.log = arena_printf(w->arena, "%s/log", places.folder);
    good = print_all(w, l, places.ptx);
    for (int i = 0; good && w->options->arch[i]; i++)
        good = assemble(w, l, w->options->arch[i], &places);
    guard_remove_folder(places.folder);
    return good;
}
