/*
 * The tables and figures of Al-Kharusi and Walker, "Locality properties of 3D
 * data orderings with application to parallel molecular dynamics simulations"
 * (2019), sec. 2 and 3, by <hedra_order.h> and <hedra_order_metric.h>; and the
 * same measures of a box of one's own.
 */
#include "examples/orderings/pictures.h"
#include "examples/orderings/sweeps.h"
#include "examples/orderings/tables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char usage[] =
    "usage: example-orderings [OPTION...]\n"
    "How local row-major, Hilbert and Morton orders are: the tables and "
    "figures\n"
    "of a paper, or of a box of your own.\n"
    "  -o FOLDER        draws FOLDER/figure-01.png to figure-14.png\n"
    "  --csv FOLDER     misses for every size of cache: FOLDER/figure-10.csv\n"
    "                   to figure-13.csv, or FOLDER/box.csv\n"
    "  --size I[xJxK]   measures this box instead\n"
    "  --stencil S[:G]  star, block or sphere, of reach G (default: block:1)\n"
    "  --order O[,O]    of row, hilbert, morton, morton_i (default: all)\n"
    "  --block B        cells of a block of the cache (default: 8)\n";

struct settings {
    const char *folder, *csv;
    bool has_box, wanted[ORDERS];
    struct box box;
    struct hedra_stencil_options stencil;
    int64_t block;
};

static _Noreturn void misuse(const char *option, const char *needs)
{
    fprintf(stderr, "error: %s %s\n%s", option, needs, usage);
    exit(2);
}

/* A number above 0; what follows it is put in *end. */
static int64_t number(const char *text, const char **end, const char *option)
{
    char *behind;
    errno = 0;
    const long long value = strtoll(text, &behind, 10);
    if (errno || behind == text || value < 1)
        misuse(option, "needs whole numbers above 0");
    *end = behind;
    return value;
}

static void read_size(const char *text, struct settings *s)
{
    s->has_box = true;
    s->box.size[0] = number(text, &text, "--size");
    s->box.size[1] = s->box.size[2] = s->box.size[0];
    for (int a = 1; a < 3 && *text == 'x'; a++)
        s->box.size[a] = number(text + 1, &text, "--size");
    if (*text)
        misuse("--size", "needs N or IxJxK");
}

static void read_stencil(const char *text, struct settings *s)
{
    static const struct {
        const char *name;
        int shape;
    } shapes[] = {{"star", HEDRA_STENCIL_STAR},
                  {"block", HEDRA_STENCIL_BLOCK},
                  {"sphere", HEDRA_STENCIL_SPHERE}};
    for (int k = 0; k < 3; k++) {
        const size_t length = strlen(shapes[k].name);
        if (strncmp(text, shapes[k].name, length) != 0)
            continue;
        s->stencil.shape = shapes[k].shape;
        text += length;
        if (*text == ':')
            s->stencil.g = number(text + 1, &text, "--stencil");
        if (*text)
            break;
        return;
    }
    misuse("--stencil", "needs star, block or sphere, and :G");
}

static void read_orders(const char *text, struct settings *s)
{
    memset(s->wanted, 0, sizeof s->wanted);
    if (!*text)
        misuse("--order", "needs row, hilbert, morton or morton_i");
    while (*text) {
        const size_t length = strcspn(text, ",");
        int k = 0;
        while (k < ORDERS &&
               (strlen(hedra_order_kind_name(order_kind[k])) != length ||
                strncmp(text, hedra_order_kind_name(order_kind[k]), length)))
            k++;
        if (k == ORDERS)
            misuse("--order", "needs row, hilbert, morton or morton_i");
        s->wanted[k] = true;
        text += length + (text[length] == ',');
    }
}

static struct settings parse(int argc, char **argv)
{
    struct settings s = {.wanted = {true, true, true, true},
                         .stencil = {.shape = HEDRA_STENCIL_BLOCK, .g = 1},
                         .block = 8};
    for (int n = 1; n < argc; n++) {
        const char *option = argv[n];
        if (strcmp(option, "--help") == 0) {
            fputs(usage, stdout);
            exit(0);
        }
        const char *value = n + 1 < argc ? argv[++n] : NULL;
        if (!value)
            misuse(option, "is unknown, or needs a value");
        if (strcmp(option, "-o") == 0)
            s.folder = value;
        else if (strcmp(option, "--csv") == 0)
            s.csv = value;
        else if (strcmp(option, "--size") == 0)
            read_size(value, &s);
        else if (strcmp(option, "--stencil") == 0)
            read_stencil(value, &s);
        else if (strcmp(option, "--order") == 0)
            read_orders(value, &s);
        else if (strcmp(option, "--block") == 0) {
            s.block = number(value, &value, option);
            if (*value)
                misuse(option, "needs a whole number above 0");
        } else
            misuse(option, "is unknown");
    }
    return s;
}

static void make_folder(const char *folder)
{
    if (folder && mkdir(folder, 0777) && errno != EEXIST)
        give_up(folder, strerror(errno));
}

static void measure_all(const struct box *box,
                        const struct hedra_stencil_options *stencil,
                        int64_t block, const bool wanted[ORDERS],
                        struct misses misses[ORDERS])
{
    for (int k = 0; k < ORDERS; k++)
        misses[k] = wanted[k]
                        ? measure_misses(order_kind[k], box, stencil, block)
                        : (struct misses){0};
}

static void drop_all(struct misses misses[ORDERS])
{
    for (int k = 0; k < ORDERS; k++)
        free(misses[k].misses);
}

static void show_paper(const struct settings *s)
{
    static const bool all[ORDERS] = {true, true, true, true};
    struct misses misses[ORDERS];
    tables_of_paper();
    if (s->folder)
        pictures_of_paper(s->folder);
    for (int n = 0; n < 4; n++) {
        const struct figure *f = &cache_figures[n];
        const struct box box = {{f->side, f->side, f->side}};
        char name[32];
        measure_all(&box, &f->stencil, f->block, all, misses);
        table_of_caches(f, misses);
        snprintf(name, sizeof name, "figure-%d", f->number);
        if (s->csv)
            write_csv(s->csv, name, misses);
        if (s->folder)
            picture_of_caches(s->folder, f, misses);
        drop_all(misses);
    }
    sweeps_print();
    tables_remarks();
}

int main(int argc, char **argv)
{
    const struct settings s = parse(argc, argv);
    make_folder(s.folder);
    make_folder(s.csv);
    if (!s.has_box) {
        show_paper(&s);
        return 0;
    }
    table_of_box(&s.box, &s.stencil, s.block, s.wanted);
    if (s.csv) {
        struct misses misses[ORDERS];
        measure_all(&s.box, &s.stencil, s.block, s.wanted, misses);
        write_csv(s.csv, "box", misses);
        drop_all(misses);
    }
    return 0;
}
