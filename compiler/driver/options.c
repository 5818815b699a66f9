/*
 * The command line of hedrac, read by the rows of options.def: each sets
 * members of struct options, and what does not go together is refused at the
 * end.
 */
#include "compiler/driver/options.h"
#include "compiler/driver/local.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const struct options_row options_row[ID_COUNT] = {
#define OPTION(name, spelling, form, argument, group, help)                    \
    {spelling, FORM_##form, argument, GROUP_##group, help},
#include "compiler/driver/options.def"
#undef OPTION
};

/* What libisl may do for a region: far more than what usual nests take. */
static const unsigned long DEFAULT_MAX_OPERATIONS = 1500000;
static const unsigned long DEFAULT_MAX_SECONDS = 8;
static const unsigned long DEFAULT_TUNE_SECONDS = 60;
static const unsigned long DEFAULT_TUNE_COUNT[] = {
    [OPTIONS_TUNE_MODEL] = 8,
    [OPTIONS_TUNE_EXHAUSTIVE] = ULONG_MAX,
    [OPTIONS_TUNE_RANDOM] = 24,
    [OPTIONS_TUNE_EVOLUTIONARY] = 24,
};
enum { DEFAULT_ARCH = 75, LOWEST_ARCH = 50, HIGHEST_ARCH = 999 };

struct options_parser {
    struct arena *arena;
    struct faults *faults;
    struct options *options;
    int argc, at;
    char **argv;
};

static const struct loc nowhere;

/* Does an argument spell the option, alone or with what its form lets follow?
 * "--emit" is taken for "--emit=", so that its argument is found missing. */
static bool is_spelled(const char *arg, const struct options_row *row)
{
    size_t length = strlen(row->spelling);
    if (row->form == FORM_FLAG || row->form == FORM_NEXT)
        return strcmp(arg, row->spelling) == 0;
    if (row->form == FORM_EQUALS && strlen(arg) == length - 1)
        return strncmp(arg, row->spelling, length - 1) == 0;
    return strncmp(arg, row->spelling, length) == 0;
}

/* The row that an argument selects: the longest spelling that fits. */
static int find_row(const char *arg)
{
    int best = -1;
    size_t best_length = 0;
    for (int id = 0; id < ID_COUNT; id++) {
        size_t length = strlen(options_row[id].spelling);
        if (length <= best_length || !is_spelled(arg, &options_row[id]))
            continue;
        best = id;
        best_length = length;
    }
    return best;
}

static void refuse_unknown(struct options_parser *p, const char *arg)
{
    size_t name = strcspn(arg, "=");
    char *head = arena_strndup(p->arena, arg, name);
    const char *nearest = NULL;
    int least = INT_MAX;
    for (int id = 0; id < ID_COUNT; id++) {
        const char *spelling = options_row[id].spelling;
        const char *bare =
            arena_strndup(p->arena, spelling, strcspn(spelling, "="));
        int distance = base_edit_distance(head, bare);
        if (distance < least) {
            least = distance;
            nearest = spelling;
        }
    }
    fault_hint(p->faults,
               fault_add(p->faults, FAULT_USAGE, nowhere,
                         "unknown option '%s'; the nearest is '%s'", arg,
                         nearest),
               nowhere, "'hedrac --help' lists all options");
}

/* The argument of the option that stands at p->at, or NULL with a fault. */
static const char *take_argument(struct options_parser *p, int id)
{
    const struct options_row *row = &options_row[id];
    const char *arg = p->argv[p->at];
    size_t length = strlen(row->spelling);
    const char *joined = strlen(arg) < length ? "" : arg + length;
    if (row->form == FORM_FLAG || row->form == FORM_PREFIX)
        return joined;
    if (*joined)
        return joined;
    if (row->form != FORM_EQUALS && p->at + 1 < p->argc)
        return p->argv[++p->at];
    fault_add(p->faults, FAULT_USAGE, nowhere, "'%s' needs %s", row->spelling,
              row->argument);
    return NULL;
}

static void pass_to_clang(struct options_parser *p, const char *text)
{
    struct options *o = p->options;
    ARENA_PUSH(p->arena, o->clang, o->clang_count, o->clang_cap, text);
}

static void refuse_value(struct options_parser *p, int id, const char *value)
{
    fault_add(p->faults, FAULT_USAGE, nowhere, "'%s%s': expected %s",
              options_row[id].spelling, value, options_row[id].argument);
}

/* The index of `value` in a NULL-terminated list of words, or -1. */
static int find_word(const char *const *words, const char *value, size_t length)
{
    for (int i = 0; words[i]; i++)
        if (strlen(words[i]) == length && strncmp(words[i], value, length) == 0)
            return i;
    return -1;
}

static int choose_word(struct options_parser *p, int id,
                       const char *const *words, const char *value)
{
    int k = find_word(words, value, strlen(value));
    if (k < 0)
        refuse_value(p, id, value);
    return k < 0 ? 0 : k;
}

static void set_emit(struct options_parser *p, const char *value)
{
    static const struct {
        const char *name;
        enum options_form form;
    } forms[] = {
        {"scop", OPTIONS_FORM_SCOP},     {"schedule", OPTIONS_FORM_SCHEDULE},
        {"kir", OPTIONS_FORM_KIR},       {"c", OPTIONS_FORM_TARGET},
        {"cuda", OPTIONS_FORM_TARGET},   {"ptx", OPTIONS_FORM_TARGET},
        {"opencl", OPTIONS_FORM_TARGET}, {"openmp", OPTIONS_FORM_OPENMP},
        {"racer", OPTIONS_FORM_TARGET},  {"racer-placed", OPTIONS_FORM_TARGET},
        {"dot", OPTIONS_FORM_TARGET},
    };
    p->options->verilog = strcmp(value, "verilog") == 0;
    if (p->options->verilog)
        value = "racer"; /* of which racersim makes it */
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(forms[i].name, value) == 0) {
            p->options->form = forms[i].form;
            p->options->emit = value;
            return;
        }
    fault_add(p->faults, FAULT_USAGE, nowhere,
              "'--emit=%s': expected c, cuda, ptx, opencl, openmp, racer,"
              " racer-placed, verilog, dot, kir, scop or schedule",
              value);
}

/* Which of the words the list names, by their numbers. */
static unsigned find_words(struct options_parser *p, const char *const *words,
                           const char *option, const char *value)
{
    unsigned found = 0;
    while (true) {
        size_t length = strcspn(value, ",");
        int k = find_word(words, value, length);
        if (k < 0) {
            struct buf all = {0};
            for (int n = 0; words[n]; n++)
                buf_printf(&all, "%s%s", n ? ", " : "", words[n]);
            fault_add(p->faults, FAULT_USAGE, nowhere,
                      "'%s': '%.*s' is none of %s", option, (int)length, value,
                      all.text);
            buf_free(&all);
            return 0;
        }
        found |= 1u << k;
        if (!value[length])
            return found;
        value += length + 1;
    }
}

static void set_targets(struct options_parser *p, const char *value)
{
    static const char *const words[] = {"ptx", "opencl", "host", "racer", NULL};
    p->options->targets = find_words(p, words, "--targets=", value);
}

static void set_accept(struct options_parser *p, const char *value)
{
    static const char *const words[] = {"omp", "acc", NULL};
    p->options->accept = find_words(p, words, "--accept=", value);
}

static void set_arch(struct options_parser *p, const char *value)
{
    char *end = NULL;
    long arch = -1;
    if (strncmp(value, "sm_", 3) == 0 && value[3] >= '0' && value[3] <= '9')
        arch = strtol(value + 3, &end, 10);
    if (arch < LOWEST_ARCH || arch > HIGHEST_ARCH || *end)
        refuse_value(p, ID_ARCH, value);
    else
        p->options->arch = (int)arch;
}

static void set_plan(struct options_parser *p, const char *value)
{
    static const char *const words[] = {[SCOP_PLAN_AUTO] = "auto",
                                        [SCOP_PLAN_GUARD] = "guard",
                                        [SCOP_PLAN_COMPACT] = "compact",
                                        NULL};
    p->options->plan = (enum scop_plan)choose_word(p, ID_PLAN, words, value);
}

static void set_limit(struct options_parser *p, int id, const char *value,
                      unsigned long *limit)
{
    char *end;
    errno = 0;
    unsigned long n = strtoul(value, &end, 10);
    if (errno || *end || *value < '0' || *value > '9')
        refuse_value(p, id, value);
    else
        *limit = n;
}

static void set_plan_window(struct options_parser *p, const char *value)
{
    enum { MAX_WINDOW = 1000000000 };
    char *end;
    errno = 0;
    long n = strtol(value, &end, 10);
    p->options->plan_limited = strcmp(value, "all") != 0;
    if (p->options->plan_limited &&
        (errno || *end || *value < '0' || *value > '9' || n > MAX_WINDOW))
        refuse_value(p, ID_PLAN_WINDOW, value);
    else
        p->options->plan_window = n;
}

static void set_sweeps(struct options_parser *p, const char *value)
{
    unsigned long n = 0;
    if (strcmp(value, "auto") != 0)
        set_limit(p, ID_SWEEPS, value, &n);
    if (n > (unsigned long)choice_rows[CHOICE_SWEEPS].most ||
        (n == 0 && *value == '0'))
        refuse_value(p, ID_SWEEPS, value);
    else
        p->options->sweeps = (int)n;
}

/* Of several of them all hold. */
static void set_choice(struct options_parser *p, const char *value)
{
    int64_t want[CHOICE_COUNT];
    char *text = arena_strdup(p->arena, value);
    for (char *at = text; (at = strchr(at, ',')); at++)
        *at = ' ';
    const char *wrong = choice_parse(p->arena, text, want);
    if (wrong)
        fault_add(p->faults, FAULT_USAGE, nowhere, "'--choose=': %s", wrong);
    bool any = false;
    for (int k = 0; !wrong && k < CHOICE_COUNT; k++)
        if (want[k]) {
            p->options->choice[k] = want[k];
            any = true;
        }
    if (!wrong && !any)
        refuse_value(p, ID_CHOOSE, value);
    p->options->chosen = true;
}

static void refuse_pass(struct options_parser *p, enum id id, const char *name,
                        size_t length, const char *why, bool optional)
{
    struct buf list = {0};
    for (int k = 0; k < PASS_COUNT; k++)
        if (!optional || pass_rows[k].optional)
            buf_printf(&list, "%s%s", list.length ? ", " : "",
                       pass_rows[k].spelling);
    fault_hint(p->faults,
               fault_add(p->faults, FAULT_USAGE, nowhere, "'%s': '%.*s' %s",
                         options_row[id].spelling, (int)length, name, why),
               nowhere, "%s: %s", optional ? "optional passes" : "passes",
               arena_strdup(p->arena, list.text));
    buf_free(&list);
}

/* PASS,PASS: marks each of them in `passes`. */
static void set_passes(struct options_parser *p, enum id id, const char *value,
                       bool *passes, bool optional)
{
    for (;; value++) {
        size_t length = strcspn(value, ",");
        enum pass pass = pass_find(value, length);
        if (pass == PASS_COUNT)
            refuse_pass(p, id, value, length, "is no pass", optional);
        else if (optional && !pass_rows[pass].optional)
            refuse_pass(p, id, value, length, "cannot be left out", true);
        else
            passes[pass] = true;
        value += length;
        if (!*value)
            return;
    }
}

/* -WNAME and -Wno-NAME are hedrac's if NAME is a kind of warning or remark,
 * else the C front end's. */
static void set_warning(struct options_parser *p, const char *name, bool off)
{
    enum fault_kind kind = diag_find_kind(name);
    if (kind == FAULT_COUNT)
        pass_to_clang(p, p->argv[p->at]);
    else if (fault_severity(kind) == FAULT_ERROR)
        fault_add(p->faults, FAULT_USAGE, nowhere,
                  "'%s': '%s' is an error, which cannot be switched",
                  p->argv[p->at], name);
    else
        p->options->diag.off[kind] = off;
}

static void pass_pair(struct options_parser *p, int id, const char *value)
{
    pass_to_clang(p, options_row[id].spelling);
    pass_to_clang(p, value);
}

static void set_contract(struct options_parser *p, const char *value)
{
    static const char *const words[] = {"off", "on", "fast", NULL};
    static const int modes[] = {CONTRACT_OFF, CONTRACT_ON, CONTRACT_FAST};
    int k = choose_word(p, ID_CONTRACT, words, value);
    p->options->contract = modes[k];
    pass_to_clang(p, p->argv[p->at]);
}

static void set_color(struct options_parser *p, const char *value)
{
    static const char *const words[] = {"auto", "always", "never", NULL};
    static const enum diag_color colors[] = {DIAG_COLOR_AUTO, DIAG_COLOR_ALWAYS,
                                             DIAG_COLOR_NEVER};
    p->options->diag.color = colors[choose_word(p, ID_COLOR, words, value)];
}

/* html, or html:FILE; complete_paths finds a name where none is given. */
static void set_explain(struct options_parser *p, const char *value)
{
    struct diag_options *diag = &p->options->diag;
    if (strcmp(value, "all") == 0)
        diag->explain = diag->explain_all = true;
    else if (strcmp(value, "html") == 0)
        p->options->page = "";
    else if (strncmp(value, "html:", 5) == 0 && value[5])
        p->options->page = value + 5;
    else
        refuse_value(p, ID_EXPLAIN_AS, value);
}

/* NAME=N, several of them with commas between. */
static void set_sizes(struct options_parser *p, const char *value)
{
    struct options *o = p->options;
    for (const char *at = value;; at++) {
        size_t name = strcspn(at, "=,");
        struct region_size size = {arena_strndup(p->arena, at, name), 0};
        char *end = NULL;
        errno = 0;
        if (at[name] == '=')
            size.value = strtoll(at + name + 1, &end, 10);
        if (name == 0 || !end || end == at + name + 1 || errno ||
            (*end && *end != ',')) {
            refuse_value(p, ID_ASSUME_SIZE, value);
            return;
        }
        ARENA_PUSH(p->arena, o->size, o->size_count, o->size_cap, size);
        at = end;
        if (!*at)
            return;
    }
}

static void apply_output(struct options_parser *p, enum id id,
                         const char *value)
{
    struct options *o = p->options;
    switch (id) {
    case ID_OUTPUT:
        o->output = value;
        break;
    case ID_EMIT:
        set_emit(p, value);
        break;
    case ID_TARGETS:
        set_targets(p, value);
        break;
    case ID_DUMP:
        set_passes(p, id, value, o->passes.dump, false);
        o->form = OPTIONS_FORM_DUMP;
        break;
    case ID_REPORT:
        o->report = value;
        break;
    case ID_RUN:
        o->run = true;
        break;
    case ID_DEPEND:
        o->depend = true;
        break;
    case ID_DEPEND_USER:
        o->depend = o->depend_user = true;
        break;
    case ID_DEPEND_FILE:
        o->depend_file = value;
        break;
    case ID_DEPEND_TARGET:
        o->depend_target = value;
        break;
    case ID_DEPEND_PHONY:
        o->depend_phony = true;
        break;
    default:
        break;
    }
}

static void apply_source(struct options_parser *p, enum id id,
                         const char *value)
{
    struct options *o = p->options;
    switch (id) {
    case ID_INCLUDE_DIR:
    case ID_SYSTEM_DIR:
    case ID_QUOTE_DIR:
    case ID_INCLUDE_FILE:
    case ID_DEFINE:
    case ID_UNDEFINE:
        pass_pair(p, id, value);
        break;
    case ID_STANDARD:
    case ID_PTHREAD:
    case ID_C_FLAG:
    case ID_C_MACHINE:
    case ID_C_LEVEL:
        pass_to_clang(p, p->argv[p->at]);
        break;
    case ID_C_DEBUG:
        o->lines = *value == '0' ? OPTIONS_LINES_NONE : OPTIONS_LINES_ALL;
        pass_to_clang(p, p->argv[p->at]);
        break;
    default:
        break;
    }
}

/* A number of copies, or -1 for max. */
static void set_copies(struct options_parser *p, const char *value)
{
    char *end;
    long n = strtol(value, &end, 10);

    if (strcmp(value, "max") == 0)
        p->options->copies = -1;
    else if (*end || end == value || n < 1 || n > 1 << 20)
        refuse_value(p, ID_RACER_COPIES, value);
    else
        p->options->copies = (int)n;
}

static void apply_code(struct options_parser *p, enum id id, const char *value)
{
    switch (id) {
    case ID_CONTRACT:
        set_contract(p, value);
        break;
    case ID_ARCH:
        set_arch(p, value);
        break;
    case ID_RACER:
        p->options->racer = value;
        break;
    case ID_RACER_COPIES:
        set_copies(p, value);
        break;
    case ID_REASSOCIATE:
        p->options->reassociate = true;
        break;
    case ID_LAYOUT:
        p->options->layout = value;
        break;
    case ID_COMPILE_SERIAL:
        p->options->compile_serial = true;
        break;
    case ID_CHECK_INDEPENDENT:
        p->options->check_independent = true;
        break;
    case ID_KEEP_REFUSED:
        p->options->keep_refused = true;
        break;
    case ID_ACCEPT:
        set_accept(p, value);
        break;
    case ID_APPROXIMATE:
        p->options->limits.approximate = true;
        break;
    case ID_PLAN:
        set_plan(p, value);
        break;
    case ID_PLAN_WINDOW:
        set_plan_window(p, value);
        break;
    case ID_SWEEPS:
        set_sweeps(p, value);
        break;
    case ID_CHOOSE:
        set_choice(p, value);
        break;
    case ID_WITHOUT:
        set_passes(p, id, value, p->options->passes.without, true);
        break;
    case ID_MAX_OPERATIONS:
        set_limit(p, id, value, &p->options->limits.operations);
        break;
    case ID_MAX_SECONDS:
        set_limit(p, id, value, &p->options->limits.seconds);
        break;
    default:
        break;
    }
}

static void set_tune(struct options_parser *p, const char *value)
{
    static const char *const words[] = {"model", "exhaustive", "random",
                                        "evolutionary", NULL};
    int k = choose_word(p, ID_TUNE_AS, words, value);
    p->options->tune = (enum options_tune)(OPTIONS_TUNE_MODEL + k);
}

static void apply_tuning(struct options_parser *p, enum id id,
                         const char *value)
{
    struct options *o = p->options;
    switch (id) {
    case ID_TUNE:
        o->tune = OPTIONS_TUNE_MODEL;
        break;
    case ID_TUNE_AS:
        set_tune(p, value);
        break;
    case ID_TUNE_SECONDS:
        set_limit(p, id, value, &o->tune_seconds);
        break;
    case ID_TUNE_COUNT:
        set_limit(p, id, value, &o->tune_count);
        break;
    case ID_TUNE_SEED:
        set_limit(p, id, value, &o->tune_seed);
        break;
    case ID_TUNE_BUILD:
        o->tune_build = value;
        break;
    case ID_TUNED:
        o->tuned = value;
        o->tuned_given = true;
        break;
    case ID_TUNED_FOR:
        o->tuned_for = value;
        break;
    default:
        break;
    }
}

static void apply_messages(struct options_parser *p, enum id id,
                           const char *value)
{
    struct options *o = p->options;
    switch (id) {
    case ID_EXPLAIN:
        o->diag.explain = true;
        break;
    case ID_EXPLAIN_AS:
        set_explain(p, value);
        break;
    case ID_COUNTS:
        o->counts = value;
        break;
    case ID_ASSUME_SIZE:
        set_sizes(p, value);
        break;
    case ID_COLOR:
        set_color(p, value);
        break;
    case ID_QUIET:
        o->diag.no_warnings = true;
        break;
    case ID_WERROR:
        o->diag.werror = true;
        break;
    case ID_WARNING_OFF:
        set_warning(p, value, true);
        break;
    case ID_WARNING:
        set_warning(p, value, false);
        break;
    case ID_VERBOSE:
        o->verbose = true;
        break;
    default:
        break;
    }
}

static void apply_other(struct options_parser *p, enum id id, const char *value)
{
    struct options *o = p->options;
    switch (id) {
    case ID_HELP:
        o->action = OPTIONS_HELP;
        break;
    case ID_VERSION:
        o->action = OPTIONS_VERSION;
        break;
    case ID_PASSES:
        o->action = OPTIONS_PASSES;
        break;
    default:
        break;
    }
}

static void apply(struct options_parser *p, enum id id, const char *value)
{
    static void (*const by_group[])(struct options_parser *, enum id,
                                    const char *) = {
        [GROUP_OUTPUT] = apply_output,     [GROUP_SOURCE] = apply_source,
        [GROUP_CODE] = apply_code,         [GROUP_TUNING] = apply_tuning,
        [GROUP_MESSAGES] = apply_messages, [GROUP_OTHER] = apply_other,
    };
    by_group[options_row[id].group](p, id, value);
}

/* What begins with '-' would be an option to clang, and to C compilers. */
static void set_input(struct options_parser *p, const char *path)
{
    struct options *o = p->options;
    if (path[0] == '-' && path[1] != '\0')
        path = arena_printf(p->arena, "./%s", path);
    if (o->input)
        fault_add(p->faults, FAULT_USAGE, nowhere,
                  "'%s' after '%s': one source file per call", path, o->input);
    o->input = path;
}

static void parse_one(struct options_parser *p)
{
    const char *arg = p->argv[p->at];
    if (arg[0] != '-' || arg[1] == '\0') {
        set_input(p, arg);
        return;
    }
    int id = find_row(arg);
    if (id < 0) {
        refuse_unknown(p, arg);
        return;
    }
    const char *value = take_argument(p, id);
    if (value)
        apply(p, id, value);
}

bool options_has_suffix(const char *path, const char *suffix)
{
    size_t n = strlen(path), m = strlen(suffix);
    return n >= m && strcmp(path + n - m, suffix) == 0;
}

/* `path` with the suffix of its last component, if any, replaced. */
static char *replace_suffix(struct arena *arena, const char *path,
                            const char *suffix)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    size_t keep = dot && dot > base ? (size_t)(dot - path) : strlen(path);
    return arena_printf(arena, "%.*s%s", (int)keep, path, suffix);
}

static void usage_error(struct options_parser *p, const char *text)
{
    fault_add(p->faults, FAULT_USAGE, nowhere, "%s", text);
}

bool options_is_whole(const struct options *options)
{
    return options->form == OPTIONS_FORM_FAT ||
           options->form == OPTIONS_FORM_OPENMP;
}

static void complete_paths(struct options_parser *p)
{
    struct options *o = p->options;
    bool fat = o->form == OPTIONS_FORM_FAT;
    if (!o->output)
        o->output = fat ? replace_suffix(p->arena, o->input, ".hedra.c") : "-";
    bool to_stdout = strcmp(o->output, "-") == 0;
    if (o->page && !*o->page)
        o->page = fat && !to_stdout
                      ? replace_suffix(p->arena, o->output, ".html")
                      : replace_suffix(p->arena, o->input, ".hedra.html");
    if (!o->tuned)
        o->tuned = replace_suffix(p->arena, o->input, ".hedra.tune");
    else if (strcmp(o->tuned, "none") == 0)
        o->tuned = NULL;
    if (o->depend && !o->depend_file)
        o->depend_file =
            replace_suffix(p->arena, to_stdout ? o->input : o->output, ".d");
}

struct options options_parse(struct arena *arena, int argc, char **argv,
                             struct faults *faults)
{
    struct options o = {
        .program = argc > 0 ? argv[0] : "hedrac",
        .targets = OPTIONS_DEFAULT,
        .arch = DEFAULT_ARCH,
        .contract = CONTRACT_ON,
        .limits = {DEFAULT_MAX_OPERATIONS, DEFAULT_MAX_SECONDS},
        .tune_seconds = DEFAULT_TUNE_SECONDS,
        .tune_seed = 1,
    };
    struct options_parser p = {arena, faults, &o, argc, 1, argv};
    for (; p.at < argc && strcmp(argv[p.at], "--") != 0; p.at++)
        parse_one(&p);
    if (p.at < argc && (o.run || o.tune || o.verilog)) {
        o.program_argc = argc - p.at - 1;
        o.program_argv = argv + p.at + 1;
    } else {
        for (p.at++; p.at < argc; p.at++)
            set_input(&p, argv[p.at]);
    }
    if (o.tune && o.tune_count == 0)
        o.tune_count = DEFAULT_TUNE_COUNT[o.tune];
    if (o.action != OPTIONS_COMPILE || faults->errors)
        return o;
    if (!o.input)
        usage_error(&p, "no source file; 'hedrac --help' says more");
    else
        options_check(&o, faults);
    options_ask_elements(&o);
    if (!faults->errors)
        options_read_array(arena, &o, faults);
    if (!faults->errors)
        complete_paths(&p);
    return o;
}
