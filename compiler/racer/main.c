/*
 * racersim: proves, balances and runs a graph of a data-stream array.
 */
#include "backends/racer/racer.h"
#include "backends/racer/verilog/verilog.h"
#include "compiler/driver/driver.h"
#include "compiler/racer/racer.h"
#include "runtime/racersim/racersim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    EXIT_DONE = 0,
    EXIT_REFUSED = 1,
    EXIT_USAGE = 2,
    EXIT_STUCK = 3,
    EXIT_STOPPED = 4
};

static const int64_t default_stall = 100000000;

static const char help[] =
    "usage: racersim [OPTION]... GRAPH [MEMORIES]...\n"
    "\n"
    "Proves that the graph cannot get stuck, brings it to full speed, and "
    "runs\n"
    "it cycle by cycle on the memories in the other files.\n"
    "\n"
    "  --check          print the certificate, and run nothing\n"
    "  --print          print the balanced graph, and run nothing\n"
    "  --rate           print what limits the rate, and run nothing\n"
    "  --balance=off    add no registers\n"
    "  --unproved       run it though it is not proved\n"
    "  --prove=FILE     write what its registers do whatever the data, for "
    "provers by\n"
    "                   induction, and run nothing: BTOR2 if the file's name "
    "ends with\n"
    "                   .btor, else SMT-LIB\n"
    "  --arch=FILE      stages of operations and links: lines NAME STAGES\n"
    "  --stages=NAME=N  one of these lines; ring=26 for rings of 26 registers\n"
    "  --set=NAME=VALUE the value of a parameter of the graph\n"
    "  --max-cycles=N   stop then\n"
    "  --stall=N        stop when no element came in or went out for N cycles\n"
    "                   (default: 100000000; 0: never)\n"
    "  --hold=FROM,N    no sink takes anything for N cycles\n"
    "  --state          print all full registers at the end\n"
    "  --json=FILE      write what the run tells for programs\n"
    "  --dot=FILE       write the registers that wait for each other, if any\n"
    "  --svg=FILE       the same as a picture\n"
    "  --verilog=DIR    write the graph as Verilog, with a testbench that "
    "checks\n"
    "                   each element and the cycle in which it comes, unless "
    "the\n"
    "                   run is wrong or was stopped\n"
    "  --place          lay the graph out on the array, and run it there\n"
    "  --beside=FILE    lay it out beside a graph that has places, around "
    "which it\n"
    "                   is led, and run both\n"
    "  --seed=N         begin the search for places with it (default: 1)\n"
    "  --seconds=N      give up the search after so much processor time "
    "(default:\n"
    "                   60; 0: never)\n"
    "  --least          say how many PEs are too few for it, as well\n"
    "  --copies=N       N copies of the graph, each in a block; max: as many "
    "as\n"
    "                   there are blocks\n"
    "  --ports=N        sources and sinks that share the copies (default: 4)\n"
    "  --scatter=N      ports read every N-th element (default: 9973; 1: in "
    "order)\n"
    "  --bounds         print what the graph needs of the array at least, and "
    "run\n"
    "                   nothing\n"
    "  --print-arch     print all lines of the architecture, and run nothing\n"
    "  --page=FILE      draw a graph that is laid out, and its run, as a page\n"
    "  -o FILE          write the memories of all sinks, unless the run is "
    "stuck\n"
    "                   or wrong\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 done, 1 not proved or wrong, 2 usage, 3 stuck, 4 stopped "
    "by\n"
    "--max-cycles or --stall, 70 out of memory.\n";

struct work {
    struct arena *arena;
    struct faults faults;
    const char *graph;
    int file_count, file_cap;
    const char **file;
    bool check, print, rate, unproved, unbalanced, state;
    const char *arch_file, *prove, *json, *dot, *svg, *verilog, *output;
    struct racer_layout layout;
    struct buf settings; /* lines for the architecture */
    int set_count, set_cap;
    const char **set;
    struct racersim_options run;
    struct racer_arch arch;
};

static void usage(struct work *w, const char *hint, const char *format,
                  const char *text)
{
    struct fault *fault =
        fault_add(&w->faults, FAULT_USAGE, (struct loc){0}, "%s",
                  arena_printf(w->arena, "%s '%s'", format, text));

    fault_hint(&w->faults, fault, (struct loc){0}, "%s", hint);
}

/* What follows the option in the argument, or NULL. */
static const char *after(const char *argument, const char *option)
{
    size_t n = strlen(option);

    return strncmp(argument, option, n) == 0 ? argument + n : NULL;
}

static int64_t number(struct work *w, const char *text, const char **end)
{
    char *stop;
    int64_t n;

    errno = 0;
    n = strtoll(text, &stop, 10);
    if (!ascii_is_digit(*text) || errno) {
        usage(w, "write a whole number", "not a number:", text);
        stop = "";
        n = 0;
    }
    *end = stop;
    return n;
}

/* A number and nothing behind it. */
static int64_t whole_number(struct work *w, const char *text)
{
    const char *end;
    int64_t n = number(w, text, &end);

    if (*end)
        usage(w, "write a whole number", "not a number:", text);
    return n;
}

static void take_hold(struct work *w, const char *text)
{
    const char *end;

    w->run.hold_from = number(w, text, &end);
    if (*end == ',')
        w->run.hold_cycles = whole_number(w, end + 1);
    else if (!w->faults.errors)
        usage(w, "write --hold=FROM,N", "not two numbers:", text);
}

static void take_stages(struct work *w, const char *text)
{
    const char *equals = strchr(text, '=');

    if (!equals || strpbrk(text, " \n#"))
        usage(w, "write --stages=NAME=N",
              "not a line of an architecture:", text);
    else
        buf_printf(&w->settings, "%.*s %s\n", (int)(equals - text), text,
                   equals + 1);
}

static int64_t small_number(struct work *w, const char *text)
{
    int64_t n = whole_number(w, text);

    if (!w->faults.errors && (n < 1 || n > RACER_FAR))
        usage(w, "write a number from 1 to 1048576", "too large or 0:", text);
    return n;
}

static void take_copies(struct work *w, const char *text)
{
    w->layout.copies = true;
    if (strcmp(text, "max") != 0)
        w->layout.copying.count = (int)small_number(w, text);
}

static bool take_flag(struct work *w, const char *a)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"--check", &w->check},
                 {"--print", &w->print},
                 {"--rate", &w->rate},
                 {"--unproved", &w->unproved},
                 {"--balance=off", &w->unbalanced},
                 {"--state", &w->state},
                 {"--place", &w->layout.place},
                 {"--least", &w->layout.least},
                 {"--bounds", &w->layout.bounds},
                 {"--print-arch", &w->layout.print_arch}};

    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
        if (strcmp(a, flags[k].name) == 0) {
            *flags[k].flag = true;
            return true;
        }
    }
    return false;
}

static void take_option(struct work *w, const char *a)
{
    const char *text;

    if ((text = after(a, "--arch=")))
        w->arch_file = text;
    else if ((text = after(a, "--stages=")))
        take_stages(w, text);
    else if ((text = after(a, "--set=")))
        ARENA_PUSH(w->arena, w->set, w->set_count, w->set_cap, text);
    else if ((text = after(a, "--max-cycles=")))
        w->run.max_cycles = whole_number(w, text);
    else if ((text = after(a, "--stall=")))
        w->run.stall = whole_number(w, text);
    else if ((text = after(a, "--hold=")))
        take_hold(w, text);
    else if ((text = after(a, "--prove=")))
        w->prove = text;
    else if ((text = after(a, "--json=")))
        w->json = text;
    else if ((text = after(a, "--dot=")))
        w->dot = text;
    else if ((text = after(a, "--svg=")))
        w->svg = text;
    else if ((text = after(a, "--verilog=")))
        w->verilog = text;
    else if ((text = after(a, "--copies=")))
        take_copies(w, text);
    else if ((text = after(a, "--ports=")))
        w->layout.copying.ports = (int)small_number(w, text);
    else if ((text = after(a, "--scatter=")))
        w->layout.copying.every = (int)small_number(w, text);
    else if ((text = after(a, "--beside=")))
        w->layout.beside = text;
    else if ((text = after(a, "--page=")))
        w->layout.page = text;
    else if ((text = after(a, "--seed=")))
        w->layout.seed = (uint64_t)whole_number(w, text);
    else if ((text = after(a, "--seconds=")))
        w->layout.seconds =
            text[0] == '0' && !text[1] ? 0 : (int)small_number(w, text);
    else if (!take_flag(w, a))
        usage(w, "racersim --help lists them", "unknown option", a);
}

/* No file that is written may be another one; nor those of --verilog, once they
 * are known. */
static void check_paths(struct work *w, const struct verilog *verilog)
{
    struct paths paths = {.arena = w->arena};

    for (int k = 0; verilog && k < verilog->count; k++)
        paths_write(
            &paths, "a file of --verilog",
            arena_printf(w->arena, "%s/%s", w->verilog, verilog->file[k].name));
    paths_read(&paths, "the graph", w->graph);
    paths_read(&paths, "the architecture", w->arch_file);
    paths_read(&paths, "the graph of --beside", w->layout.beside);
    for (int k = 0; k < w->file_count; k++)
        paths_read(&paths, "a file of memories", w->file[k]);
    paths_write(&paths, "the file of --prove", w->prove);
    paths_write(&paths, "the file of --json", w->json);
    paths_write(&paths, "the file of --dot", w->dot);
    paths_write(&paths, "the file of --svg", w->svg);
    paths_write(&paths, "the file of --page", w->layout.page);
    paths_write(&paths, "the output file", w->output);
    paths_check(&paths, &w->faults);
}

static void take_arguments(struct work *w, int argc, char **argv)
{
    for (int k = 1; k < argc && !w->faults.errors; k++) {
        if (strcmp(argv[k], "-o") == 0 && k + 1 < argc)
            w->output = argv[++k];
        else if (argv[k][0] == '-')
            take_option(w, argv[k]);
        else if (!w->graph)
            w->graph = argv[k];
        else
            ARENA_PUSH(w->arena, w->file, w->file_count, w->file_cap, argv[k]);
    }
    if (!w->graph && !w->faults.errors && !w->layout.print_arch)
        usage(w, "write racersim GRAPH", "no graph is given to", "racersim");
    w->layout.place = w->layout.place || w->layout.least;
    if (!w->faults.errors)
        check_paths(w, NULL);
}

/* A file's text, in the arena; NULL with a fault. */
static const char *read_text(struct work *w, const char *path)
{
    size_t length;
    char *text = base_read_file(path, &length);
    const char *copy = text ? arena_strdup(w->arena, text) : NULL;

    if (!text)
        fault_add(&w->faults, FAULT_FILE, (struct loc){path, 0, 0, 0},
                  "cannot be read: %s", strerror(errno));
    else if (strlen(text) != length) {
        fault_add(&w->faults, FAULT_FILE, (struct loc){path, 0, 0, 0},
                  "is no text: a byte is zero");
        copy = NULL;
    }
    free(text);
    return copy;
}

/* Nothing if `path` is NULL. */
static void write_text(struct work *w, const char *path, struct buf *text)
{
    if (path)
        paths_put(path, text, &w->faults);
    buf_free(text);
}

static void show(struct work *w, struct buf *text)
{
    write_text(w, "-", text);
}

static bool read_arch(struct work *w)
{
    const char *text = w->arch_file ? read_text(w, w->arch_file) : "";

    w->arch = racer_arch_thesis();
    return text &&
           racer_arch_parse(w->arena, w->arch_file, text, &w->arch,
                            &w->faults) &&
           racer_arch_parse(w->arena, "--stages",
                            w->settings.text ? w->settings.text : "", &w->arch,
                            &w->faults);
}

static bool apply_sets(struct work *w, struct racer_graph *g)
{
    for (int k = 0; k < w->set_count; k++) {
        const char *equals = strchr(w->set[k], '=');
        const char *name = equals ? arena_strndup(w->arena, w->set[k],
                                                  (size_t)(equals - w->set[k]))
                                  : "";

        if (!equals || !racer_set_param(g, name, equals + 1)) {
            usage(w, "write NAME=VALUE of a line 'param' of the graph",
                  "no value of a parameter:", w->set[k]);
            return false;
        }
    }
    return true;
}

static void print_rate(struct work *w, const struct racer_graph *g,
                       const struct racer_rings *rings)
{
    struct racer_rate rate = racer_rate_of(w->arena, g, &w->arch, rings);
    struct buf out = {0};

    racer_print_rate(&out, &rate);
    show(w, &out);
}

/* Sources that meet must give equally many, which the proof cannot know. */
static bool check_pairs(struct work *w, const struct racersim *sim,
                        const struct racer_streams *streams)
{
    for (int k = 0; k < streams->pair_count; k++) {
        const struct racer_node *a = streams->pair[k][0];
        const struct racer_node *b = streams->pair[k][1];
        int64_t from_a = racersim_expected(sim, a);
        int64_t from_b = racersim_expected(sim, b);

        if (from_a == from_b)
            continue;
        fault_hint(&w->faults,
                   fault_add(&w->faults, FAULT_RACER_DATA, b->loc,
                             "this source meets that of line"
                             " %d, but memory '%s' gives %lld and '%s' %lld",
                             a->loc.line, b->memory, (long long)from_b,
                             a->memory, (long long)from_a),
                   (struct loc){0}, "give memories of one size");
        return false;
    }
    return true;
}

static bool has_stores(const struct racer_graph *g, const char *memory)
{
    for (int n = 0; n < g->node_count; n++)
        if (g->node[n]->kind == RACER_REQUEST && g->node[n]->writes &&
            strcmp(g->node[n]->memory, memory) == 0)
            return true;
    return false;
}

/* Does no sink before this one go to its memory? */
static bool is_first_sink(const struct racersim_result *result, int k)
{
    const struct racer_node *node = result->port[k].node;

    if (node->kind != RACER_SINK || !node->memory)
        return false;
    for (int j = 0; j < k; j++)
        if (result->port[j].node->kind == RACER_SINK &&
            result->port[j].node->memory &&
            strcmp(result->port[j].node->memory, node->memory) == 0)
            return false;
    return true;
}

/* The memories of all sinks and stores. */
static void write_sinks(struct work *w, const struct racer_graph *g,
                        const struct racer_data *data,
                        const struct racersim_result *result)
{
    struct buf out = {0};

    for (int k = 0; k < result->port_count; k++)
        if (is_first_sink(result, k))
            racer_data_print(
                &out, racer_data_find(data, result->port[k].node->memory));
    for (int k = 0; k < data->count; k++)
        if (has_stores(g, data->memory[k].name))
            racer_data_print(&out, &data->memory[k]);
    write_text(w, w->output, &out);
}

static void write_waits(struct work *w, const struct racersim *sim,
                        const struct racersim_result *result, struct buf *out)
{
    struct racersim_wait wait = racersim_stuck(sim);
    struct buf picture = {0};

    racersim_print_wait(out, sim, result, &wait);
    racersim_wait_dot(&picture, sim, &wait);
    write_text(w, w->dot, &picture);
    racersim_wait_svg(&picture, sim, &wait);
    write_text(w, w->svg, &picture);
}

/* Nothing that depends on how the run went is written if it went wrong, or was
 * stopped before its end. */
static void write_verilog(struct work *w, const struct racersim *sim,
                          const struct racer_data *data,
                          struct verilog_trace *trace,
                          const struct racersim_result *result)
{
    struct verilog files = {.arena = w->arena};

    if (result->end == RACERSIM_DONE || result->end == RACERSIM_STUCK) {
        files = verilog_write(w->arena, sim, data, trace, &w->run, result);
        if (mkdir(w->verilog, 0777) != 0 && errno != EEXIST)
            fault_add(&w->faults, FAULT_FILE, (struct loc){w->verilog, 0, 0, 0},
                      "cannot be made: %s", strerror(errno));
        else
            check_paths(w, &files);
        for (int k = 0; k < files.count && !w->faults.errors; k++)
            paths_put(
                arena_printf(w->arena, "%s/%s", w->verilog, files.file[k].name),
                &files.file[k].text, &w->faults);
    }
    verilog_free(&files, trace);
}

/* A source reads what stores write when they do; in Verilog it has its elements
 * from the beginning. */
static bool check_verilog(struct work *w, const struct racer_graph *g)
{
    for (int n = 0; w->verilog && n < g->node_count; n++) {
        const struct racer_node *node = g->node[n];

        if (node->kind != RACER_SOURCE || !node->memory ||
            !has_stores(g, node->memory))
            continue;
        fault_hint(&w->faults,
                   fault_add(&w->faults, FAULT_RACER_INVALID, node->loc,
                             "a source of '%s', which stores write, has no"
                             " Verilog",
                             node->memory),
                   (struct loc){0}, "read it by requests");
        return false;
    }
    return true;
}

static void write_page(struct work *w, const struct racer_graph *g,
                       const struct racer_rings *rings,
                       const struct place_times *times,
                       const struct place_busy *busy)
{
    struct buf page = {0};

    place_page(w->arena, &page, g, &w->arch, rings, &w->layout.report, times,
               busy);
    write_text(w, w->layout.page, &page);
}

/* Runs it, and draws the page if there is to be one. */
static struct racersim_result run_watched(struct work *w,
                                          const struct racer_graph *g,
                                          const struct racer_rings *rings,
                                          struct racersim *sim)
{
    struct place_times times;
    struct place_busy busy;
    struct racersim_result result;

    if (!w->layout.page)
        return racersim_run(sim, &w->run);
    result = place_times_run(w->arena, &w->arch, sim, &w->run, &times);
    busy = place_busy_of(w->arena, &w->arch, sim);
    write_page(w, g, rings, &times, &busy);
    return result;
}

/* What the run of a placed graph tells besides, as text and as members of
 * JSON. */
static void print_links(struct work *w, const struct racersim *sim,
                        struct buf *out, struct buf *members)
{
    struct place_busy busy;

    if (!racer_is_placed(racersim_net(sim)->graph))
        return;
    busy = place_busy_of(w->arena, &w->arch, sim);
    place_busy_print(w->arena, out, &busy);
    place_busy_json(w->arena, members, &w->layout.report.program, &busy);
}

static void write_json(struct work *w, const struct racersim *sim,
                       const struct racersim_result *result,
                       struct buf *members)
{
    struct buf out = {0};

    racersim_print_json(&out, sim, result, members->text ? members->text : "");
    buf_free(members);
    write_text(w, w->json, &out);
}

static int run(struct work *w, const struct racer_graph *g,
               const struct racer_streams *streams,
               const struct racer_rings *rings)
{
    struct racer_data data = {.arena = w->arena};
    struct racersim_result result;
    struct racersim *sim;
    struct verilog_trace *trace = NULL;
    struct buf out = {0}, members = {0};

    if (!check_verilog(w, g))
        return EXIT_REFUSED;
    for (int k = 0; k < w->file_count; k++) {
        const char *text = read_text(w, w->file[k]);

        if (!text || !racer_data_parse(&data, w->file[k], text, &w->faults))
            return EXIT_REFUSED;
    }
    sim = racersim_new(w->arena, g, &w->arch, &data, &w->faults);
    if (!sim || (!w->unproved && !check_pairs(w, sim, streams)))
        return EXIT_REFUSED;
    if (w->verilog)
        trace = verilog_run(w->arena, sim, &data, &w->run, &result);
    if (w->verilog && w->layout.page)
        write_page(w, g, rings, NULL, NULL);
    if (!w->verilog)
        result = run_watched(w, g, rings, sim);
    racersim_print(&out, sim, &result);
    print_links(w, sim, &out, &members);
    if (w->state)
        racersim_print_state(&out, sim);
    if (result.end == RACERSIM_STUCK)
        write_waits(w, sim, &result, &out);
    show(w, &out);
    write_json(w, sim, &result, &members);
    if (trace)
        write_verilog(w, sim, &data, trace, &result);
    if (result.end != RACERSIM_STUCK && result.end != RACERSIM_WRONG)
        write_sinks(w, g, &data, &result);
    if (result.end == RACERSIM_WRONG)
        fault_add(&w->faults, FAULT_RACER_DATA, (struct loc){0}, "%s",
                  result.wrong);
    return w->faults.errors               ? EXIT_REFUSED
           : result.end == RACERSIM_STUCK ? EXIT_STUCK
           : result.end == RACERSIM_DONE  ? EXIT_DONE
                                          : EXIT_STOPPED;
}

/* What cannot be balanced since it cannot move is refused by the rule that it
 * breaks. */
static bool balance(struct work *w, struct racer_graph *g,
                    const struct racer_rings *rings)
{
    struct racer_slack slack;
    struct buf certificate = {0};
    struct faults unbalanced = faults_new(w->arena);
    bool good =
        racer_balance(w->arena, g, &w->arch, rings, &slack, &unbalanced);

    if (!good && (w->unproved ||
                  racer_prove(w->arena, g, &w->arch, &certificate, &w->faults)))
        racer_balance(w->arena, g, &w->arch, rings, &slack, &w->faults);
    buf_free(&certificate);
    return good;
}

/* Gives the graph its registers: by its places, or by balance alone. */
static bool settle(struct work *w, struct racer_graph *g,
                   const struct racer_rings *rings, bool found)
{
    struct buf out = {0};

    if (w->layout.page && !w->layout.place && !racer_is_placed(g)) {
        usage(w, "write --place as well, or give a graph with places",
              "--page draws graphs that are laid out, which this is not:",
              w->graph);
        return false;
    }
    if (!found && w->unproved && (w->layout.place || racer_is_placed(g))) {
        fault_hint(&w->faults,
                   fault_add(&w->faults, FAULT_RACER_RULE,
                             (struct loc){w->graph, 0, 0, 0},
                             "the rings of the graph are not known, without"
                             " which it cannot be laid out"),
                   (struct loc){0}, "drop --unproved to see why");
        return false;
    }
    if (found && (w->layout.place || racer_is_placed(g))) {
        if (!racer_lay_out(w->arena, g, &w->arch, rings, &w->layout,
                           &w->faults))
            return false;
        if (w->layout.page && (w->print || w->check || w->rate))
            write_page(w, g, rings, NULL, NULL);
        racer_print_layout(&out, &w->arch, &w->layout);
        if (w->print || w->check || w->rate)
            buf_free(&out);
        else
            show(w, &out);
        return true;
    }
    return w->unbalanced || (!found && !w->unproved) || balance(w, g, rings);
}

static int print_bounds(struct work *w, const struct racer_graph *g)
{
    struct buf out = {0};
    const char *resource;
    int pes;
    bool good =
        place_bounds(w->arena, g, &w->arch, &out, &pes, &resource, &w->faults);

    show(w, &out);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static int print_arch(struct work *w)
{
    struct buf out = {0};

    if (!read_arch(w))
        return EXIT_REFUSED;
    racer_arch_print(&out, &w->arch);
    show(w, &out);
    return EXIT_DONE;
}

/* The graph with the one of --beside in front of it; NULL with faults. */
static struct racer_graph *add_beside(struct work *w, struct racer_graph *g)
{
    const char *text = read_text(w, w->layout.beside);
    struct racer_graph *first =
        text ? racer_parse(w->arena, w->layout.beside, text, &w->faults) : NULL;

    return first ? racer_lay_beside(w->arena, first, g, &w->arch, &w->layout,
                                    &w->faults)
                 : NULL;
}

/* Proves, balances and runs what was asked for. */
static int work(struct work *w)
{
    const char *text = read_text(w, w->graph);
    struct racer_graph *g;
    struct racer_streams streams;
    struct racer_rings rings = {0};
    struct buf certificate = {0};
    struct faults unproved = faults_new(w->arena);
    bool proved, found;

    if (!read_arch(w) || !text)
        return EXIT_REFUSED;
    g = racer_parse(w->arena, w->graph, text, &w->faults);
    if (g && w->layout.beside)
        g = add_beside(w, g);
    if (!g || !apply_sets(w, g))
        return EXIT_REFUSED;
    if (w->layout.bounds)
        return print_bounds(w, g);
    if (w->layout.copies)
        g = racer_copy_out(w->arena, g, &w->arch, &w->layout, &w->faults);
    if (!g)
        return EXIT_REFUSED;
    found = racer_order(w->arena, g, &streams, &unproved) &&
            racer_find_rings(w->arena, g, &streams, &rings, &unproved);
    if (!settle(w, g, &rings, found))
        return EXIT_REFUSED;
    if (w->prove)
        return racer_write_skeleton(w->arena, g, &w->arch, w->prove, &w->faults)
                   ? EXIT_DONE
                   : EXIT_REFUSED;
    proved = racer_prove(w->arena, g, &w->arch, &certificate,
                         w->unproved ? &unproved : &w->faults);
    if (w->check)
        show(w, &certificate);
    buf_free(&certificate);
    if (!proved && !w->unproved)
        return EXIT_REFUSED;
    if (w->rate)
        print_rate(w, g, &rings);
    if (w->print) {
        racer_print(&certificate, g);
        show(w, &certificate);
    }
    if (w->check || w->rate || w->print)
        return w->faults.errors ? EXIT_REFUSED : EXIT_DONE;
    return run(w, g, &streams, &rings);
}

int main(int argc, char **argv)
{
    static const struct diag_options diag = {.color = DIAG_COLOR_AUTO,
                                             .program = "racersim"};
    struct arena *arena = arena_new();
    struct work w = {.arena = arena,
                     .faults = faults_new(arena),
                     .layout = {.seed = 1,
                                .seconds = PLACE_SECONDS,
                                .copying = {.every = PLACE_SCATTER}},
                     .run = {.stall = default_stall}};
    int code = EXIT_USAGE;

    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
        code = EXIT_DONE;
    } else if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        puts("racersim " HEDRA_VERSION);
        code = EXIT_DONE;
    } else {
        take_arguments(&w, argc, argv);
        if (!w.faults.errors)
            code = w.layout.print_arch ? print_arch(&w) : work(&w);
        diag_print(stderr, &w.faults, &diag);
        buf_free(&w.settings);
    }
    arena_free(arena);
    return code;
}
