/*
 * Reads brush's command line by the rows of options.def into struct
 * brush_options, checks what a row alone cannot say (elements, targets,
 * precisions, names of C), and prints the help text from the same rows.
 */
#include "compiler/brush/options.h"

#include "backends/target.h"
#include "brush/kernel/kernel.h"
#include "runtime/base/base.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum id {
#define OPTION(name, spelling, argument, help) ID_##name,
#include "compiler/brush/options.def"
#undef OPTION
    ID_COUNT
};

struct brush_row {
    const char *spelling, *argument, *help;
};

static const struct brush_row rows[ID_COUNT] = {
#define OPTION(name, spelling, argument, help) {spelling, argument, help},
#include "compiler/brush/options.def"
#undef OPTION
};

enum { MAX_FILES = 256, MAX_MERGE = 10 };

/* Of a function in C, by default. With half as many GCC 12 is faster still, but
 * kernels are cut that may then be slower: measured up to a tenth. */
enum { STATEMENTS = 2000 };

struct brush_parser {
    struct arena *arena;
    struct faults *faults;
    struct brush_options *options;
};

static const struct loc nowhere;

static void complain(struct brush_parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void complain(struct brush_parser *p, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    fault_add(p->faults, FAULT_USAGE, nowhere, "%s",
              arena_vprintf(p->arena, format, ap));
    va_end(ap);
}

/* The next part of a list between commas, in `arena`; NULL at its end. */
static char *next_part(struct brush_parser *p, const char **list)
{
    const char *begin = *list;
    size_t length;

    if (!begin)
        return NULL;
    length = strcspn(begin, ",");
    *list = begin[length] ? begin + length + 1 : NULL;
    return arena_strndup(p->arena, begin, length);
}

static void take_elements(struct brush_parser *p, const char *list)
{
    char *part;

    p->options->all_elements = false;
    while ((part = next_part(p, &list))) {
        int z = element_number(part, strlen(part));

        if (z)
            p->options->wanted[z] = true;
        else
            complain(p, "--elements: '%s' is not an element", part);
    }
}

static void take_form(struct brush_parser *p, enum basis_form form)
{
    if (p->options->form && p->options->form != form)
        complain(p, "--spherical and --cartesian exclude each other");
    p->options->form = form;
}

static void take_targets(struct brush_parser *p, const char *list)
{
    char *part;
    int n = 0;

    p->options->cubin = false;
    while ((part = next_part(p, &list))) {
        const struct target *t = target_find(part);

        if (strcmp(part, "cubin") == 0)
            p->options->cubin = true;
        else if (!t)
            complain(p, "--target: '%s' is none of c, ptx, cuda, opencl, cubin",
                     part);
        else if (n == BRUSH_TARGETS)
            complain(p, "--target: too many targets");
        else
            p->options->target[n++] = t->name;
    }
    p->options->target[n] = NULL;
}

/* sm_ and a number, perhaps with a letter: sm_90a. */
static bool is_arch(const char *text)
{
    size_t digits;

    if (strncmp(text, "sm_", 3) != 0)
        return false;
    digits = strspn(text + 3, "0123456789");
    return digits &&
           (!text[3 + digits] ||
            (islower((unsigned char)text[3 + digits]) && !text[4 + digits]));
}

static void take_arches(struct brush_parser *p, const char *list)
{
    char *part;
    int n = 0;

    while ((part = next_part(p, &list))) {
        if (!is_arch(part))
            complain(p, "--arch: '%s' is no architecture; sm_90 is one", part);
        else if (n == BRUSH_ARCHES)
            complain(p, "--arch: too many architectures");
        else
            p->options->arch[n++] = part;
    }
    p->options->arch[n] = NULL;
}

static void take_precision(struct brush_parser *p, const char *list)
{
    bool *precision = p->options->precision;
    char *part;

    precision[0] = precision[1] = false;
    while ((part = next_part(p, &list))) {
        if (strcmp(part, "f64") == 0)
            precision[0] = true;
        else if (strcmp(part, "f32") == 0)
            precision[1] = true;
        else
            complain(p, "--precision: '%s' is neither f64 nor f32", part);
    }
}

static void take_name(struct brush_parser *p, const char *name)
{
    bool good = isalpha((unsigned char)*name) || *name == '_';

    for (const char *c = name; *c; c++)
        good = good && (isalnum((unsigned char)*c) || *c == '_');
    if (!good)
        complain(p, "--name: '%s' is not a C identifier", name);
    p->options->name = name;
}

static int take_number(struct brush_parser *p, enum id id, const char *text,
                       int low, int high)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end || value < low || value > high)
        complain(p, "%s: '%s' is not a number from %d to %d", rows[id].spelling,
                 text, low, high);
    return (int)value;
}

/* Options that set one member to the argument, or to the number that it is. */
static void take_member(struct brush_parser *p, enum id id,
                        const char *argument)
{
    struct brush_options *o = p->options;
    const char **const text[ID_COUNT] = {
        [ID_BASIS] = &o->basis,   [ID_PTXAS] = &o->ptxas,
        [ID_TUNED] = &o->tuned,   [ID_CLASS] = &o->class_text,
        [ID_OUTPUT] = &o->output,
    };
    const struct {
        int *member, low, high;
    } number[ID_COUNT] = {
        [ID_FILES] = {&o->files, 1, MAX_FILES},
        [ID_MERGE] = {&o->merge, 0, MAX_MERGE},
        [ID_MOST] = {&o->most, 0, INT_MAX},
        [ID_STATEMENTS] = {&o->statements, 0, INT_MAX},
        [ID_LANES] = {&o->lanes, 2, 32},
        [ID_CANDIDATES] = {&o->candidates, 1, PATH_COUNT},
        [ID_ATOMS] = {&o->atoms, 1, 1000},
    };

    if (text[id])
        *text[id] = argument;
    if (number[id].member)
        *number[id].member =
            take_number(p, id, argument, number[id].low, number[id].high);
}

static void take(struct brush_parser *p, enum id id, const char *argument)
{
    struct brush_options *o = p->options;

    take_member(p, id, argument);
    switch (id) {
    case ID_ELEMENTS:
        take_elements(p, argument);
        break;
    case ID_SPHERICAL:
        take_form(p, BASIS_SPHERICAL);
        break;
    case ID_CARTESIAN:
        take_form(p, BASIS_CARTESIAN);
        break;
    case ID_TARGET:
        take_targets(p, argument);
        break;
    case ID_ARCH:
        take_arches(p, argument);
        break;
    case ID_PRECISION:
        take_precision(p, argument);
        break;
    case ID_NAME:
        take_name(p, argument);
        break;
    case ID_PATH:
        o->path = path_find(argument);
        if (o->path < 0)
            complain(p,
                     "--path: '%s' is none of the paths that brush explain"
                     " prints",
                     argument);
        break;
    case ID_LANES:
        if (o->lanes & (o->lanes - 1))
            complain(p, "--lanes: %d is no power of two", o->lanes);
        break;
    case ID_HELP:
        o->action = BRUSH_HELP;
        break;
    case ID_VERSION:
        o->action = BRUSH_VERSION;
        break;
    default:
        break;
    }
}

/* The row that a word spells; *argument becomes what follows '=', if any. */
static int find_row(const char *word, const char **argument)
{
    for (int id = 0; id < ID_COUNT; id++) {
        size_t length = strlen(rows[id].spelling);

        if (strncmp(word, rows[id].spelling, length) != 0)
            continue;
        *argument = word[length] == '=' ? word + length + 1 : NULL;
        if (!word[length] || (*argument && *rows[id].argument))
            return id;
    }
    return -1;
}

/* The default of --name: the file's name as an identifier. */
static const char *name_from(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = arena_strdup(arena, slash ? slash + 1 : path), *dot;

    dot = strrchr(name, '.');
    if (dot && dot != name)
        *dot = '\0';
    for (char *c = name; *c; c++)
        *c =
            isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '_';
    return isalpha((unsigned char)*name) ? name
                                         : arena_printf(arena, "set_%s", name);
}

static void check(struct brush_parser *p)
{
    struct brush_options *o = p->options;

    if (o->action == BRUSH_HELP || o->action == BRUSH_VERSION)
        return;
    if (!o->basis)
        complain(p, "--basis FILE is missing");
    else if (!o->name)
        o->name = name_from(p->arena, o->basis);
    if (o->action != BRUSH_EXPLAIN && !o->output)
        complain(p, o->action == BRUSH_GEN ? "-o DIR is missing"
                                           : "-o FILE is missing");
    if (o->action != BRUSH_GEN && o->tuned)
        complain(p, "--tuned is for brush gen");
    if (o->tuned && o->path >= 0)
        complain(p, "--tuned and --path exclude each other");
    if (o->action != BRUSH_EXPLAIN && o->class_text)
        complain(p, "--class is for brush explain");
}

struct brush_options brush_options_parse(struct arena *arena, int argc,
                                         char **argv, struct faults *faults)
{
    struct brush_options options = {.action = BRUSH_GEN,
                                    .all_elements = true,
                                    .target = {"c"},
                                    .arch = {"sm_80", "sm_90"},
                                    .precision = {true, false},
                                    .files = 4,
                                    .merge = 4,
                                    .candidates = 4,
                                    .atoms = 2,
                                    .most = KERNEL_MOST,
                                    .statements = STATEMENTS,
                                    .path = -1};
    struct brush_parser p = {arena, faults, &options};
    int at = 2;

    if (argc < 2) {
        complain(
            &p, "a command is missing: gen, explain or tune; see brush --help");
        return options;
    }
    if (strcmp(argv[1], "explain") == 0)
        options.action = BRUSH_EXPLAIN;
    else if (strcmp(argv[1], "tune") == 0)
        options.action = BRUSH_TUNE;
    else if (argv[1][0] == '-')
        at = 1;
    else if (strcmp(argv[1], "gen") != 0)
        complain(&p, "'%s' is no command: gen, explain and tune are", argv[1]);
    for (; at < argc; at++) {
        const char *argument;
        int id = find_row(argv[at], &argument);

        if (id < 0) {
            complain(&p, "unknown option '%s'; brush --help lists them",
                     argv[at]);
            continue;
        }
        if (*rows[id].argument && !argument && at + 1 < argc)
            argument = argv[++at];
        if (*rows[id].argument && !argument)
            complain(&p, "%s needs an argument", rows[id].spelling);
        else
            take(&p, id, argument);
    }
    check(&p);
    return options;
}

/* One option: its spelling, then its help, broken before column 80. */
static void print_row(FILE *out, const struct brush_row *row)
{
    const int indent = 24, width = 79;
    int column = fprintf(out, "  %s%s%s", row->spelling,
                         *row->argument ? " " : "", row->argument);

    for (const char *word = row->help; *word;) {
        int length = (int)strcspn(word, " ");

        if (column < indent)
            column += fprintf(out, "%*s", indent - column, "");
        else if (column + 1 + length > width)
            column = fprintf(out, "\n%*s", indent, "") - 1;
        else
            column += fprintf(out, " ");
        column += fprintf(out, "%.*s", length, word);
        word += length;
        word += strspn(word, " ");
    }
    fputc('\n', out);
}

void brush_options_print_help(FILE *out)
{
    fputs("Usage: brush gen --basis FILE [options] -o DIR\n"
          "       brush explain --basis FILE [options]\n"
          "       brush tune --basis FILE [options] -o FILE\n\n"
          "Writes kernels for the two-electron integrals over a Gaussian basis"
          " set.\n\n",
          out);
    for (int id = 0; id < ID_COUNT; id++)
        print_row(out, &rows[id]);
    fputs("\nExit status: 0 done, 1 the input was refused or a file could not"
          " be written,\n2 wrong usage, 3 an error in brush itself.\n",
          out);
}
