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

/* The text behind "--set=" if the argument begins so and, where it names a
 * kernel, that is this one; else NULL. `length` is that of the parameter's
 * name.
 */
static const char *set_of(const char *argument, const char *kernel,
                          size_t *length)
{
    static const char option[] = "--set=";
    size_t own = strcspn(kernel, " \n");
    const char *name = argument + strlen(option), *dot;

    if (strncmp(argument, option, strlen(option)) != 0)
        return NULL;
    dot = memchr(name, '.', strcspn(name, "="));
    if (dot && ((size_t)(dot - name) != own || strncmp(name, kernel, own) != 0))
        return NULL;
    name = dot ? dot + 1 : name;
    *length = strcspn(name, "=");
    return name;
}

/* Has the graph that parameter? */
static bool has_param(const char *graph, size_t size, const char *name,
                      size_t length)
{
    static const char line[] = "\nparam ";

    for (const char *at = graph; (at = strstr(at, line)) && at < graph + size;
         at++)
        if (strncmp(at + strlen(line), name, length) == 0 &&
            at[strlen(line) + length] == ':')
            return true;
    return false;
}

/* Adds the user's arguments: of --set those for parameters that this graph has.
 */
static void add_arguments(struct command *c, const struct options *o,
                          const char *graph, size_t size)
{
    for (int k = 0; k < o->program_argc; k++) {
        const char *argument = o->program_argv[k];
        size_t length;
        const char *set = set_of(argument, graph + strlen(head), &length);

        if (strncmp(argument, "--set=", 6) != 0)
            command_add(c, argument);
        else if (set && has_param(graph, size, set, length))
            command_add(c, arena_printf(c->arena, "--set=%s", set));
    }
}

/* Is there a graph for each --set? A fault if there is none. */
static bool check_sets(const struct options *o, const char *text,
                       struct faults *faults)
{
    for (int k = 0; k < o->program_argc; k++) {
        const char *argument = o->program_argv[k], *graph = text, *next;
        bool found = strncmp(argument, "--set=", 6) != 0;

        for (; graph && *graph && !found; graph = next) {
            size_t length;
            const char *set = set_of(argument, graph + strlen(head), &length);

            next = next_graph(graph);
            found =
                set &&
                has_param(graph, next ? (size_t)(next - graph) : strlen(graph),
                          set, length);
        }
        if (found)
            continue;
        fault_hint(faults,
                   fault_add(faults, FAULT_USAGE, nowhere,
                             "no graph has the parameter of '%s'", argument),
                   nowhere,
                   "write --set=NAME=VALUE of a line 'param', or"
                   " --set=GRAPH.NAME=VALUE for one graph");
        return false;
    }
    return true;
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
    add_arguments(&c, o, graph, length);
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

    if (!check_sets(options, text, faults))
        return -1;
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
