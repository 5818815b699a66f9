/*
 * Does --emit=verilog: writes each graph into the output folder, and has the
 * racersim beside this hedrac make Verilog of it, whose constants are the
 * values of parameters and whose vectors are arrays that the user gives behind
 * `--`.
 */
#include "compiler/driver/run.h"

#include "compiler/driver/command.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct loc nowhere;
static const char head[] = "graph ";

/* Where racersim lies: beside this program, or where the shell finds it. */
static const char *find_racersim(struct arena *arena)
{
    const char *path =
        arena_printf(arena, "%s/racersim", command_own_folder(arena));

    return access(path, X_OK) == 0 ? path : "racersim";
}

/* Where the next graph begins, behind this one's first letter; NULL: there is
 * none. */
static const char *next_graph(const char *text)
{
    const char *next = strstr(text + 1, "\ngraph ");

    return next ? next + 1 : NULL;
}

/* One graph; racersim's exit status, or -1 with a fault. */
static int make_one(const struct options *o, const char *graph, size_t length,
                    struct faults *faults)
{
    struct arena *arena = faults->arena;
    const char *name = graph + strlen(head);
    const char *file = arena_printf(arena, "%s/%.*s.graph", o->output,
                                    (int)strcspn(name, " \n"), name);
    struct command c = {.arena = arena, .foreground = true};
    int status;

    if (!base_write_file(file, graph, length)) {
        fault_add(faults, FAULT_FILE, nowhere, "cannot write %s: %s", file,
                  strerror(errno));
        return -1;
    }
    command_add(&c, find_racersim(arena));
    command_add(&c, arena_printf(arena, "--verilog=%s", o->output));
    if (o->racer)
        command_add(&c, arena_printf(arena, "--arch=%s", o->racer));
    command_add(&c, file);
    for (int k = 0; k < o->program_argc; k++)
        command_add(&c, o->program_argv[k]);
    status = command_run(&c, NULL, o->verbose);
    if (status < 0)
        fault_add(faults, FAULT_FILE, nowhere, "cannot run %s: %s", c.word[0],
                  strerror(errno));
    return status;
}

int run_verilog(const struct options *options, const char *text,
                struct faults *faults)
{
    const char *graph = text, *next;
    int status = 0;

    if (mkdir(options->output, 0777) != 0 && errno != EEXIST) {
        fault_add(faults, FAULT_FILE, nowhere, "cannot make the folder %s: %s",
                  options->output, strerror(errno));
        return -1;
    }
    for (; graph && *graph && status == 0; graph = next) {
        next = next_graph(graph);
        status =
            make_one(options, graph,
                     next ? (size_t)(next - graph) : strlen(graph), faults);
    }
    return status;
}
