/*
 * idiomgen [--edits] [--drop=LIST] [--team] SEED...: one program of a kernel
 * for each seed. The program prints a line for each array, which begins with
 * the seed:
 *
 *   PROGRAM [--verbose] [EVERY [SEED]]
 *
 * runs the kernels whose seeds are multiples of EVERY, or that of SEED alone;
 * --verbose prints elements. --edits prints how many reductions there are,
 * --drop leaves out the pieces of these numbers, as "0-3,5". With --team there
 * are loops under pragmas of OpenMP, too.
 */
#include "tests/fuzz/idiom/idiom.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    bool edits, team;
    bool drop[MAX_PIECES];
};

static void choose_sizes(struct gen *g)
{
    g->size[0] =
        (struct size){gen_text(g, "N_%llu", (unsigned long long)g->seed),
                      6 + gen_pick(g, 33)};
    g->size[1] = (struct size){"n", 5 + gen_pick(g, 36)};
    g->size[2] = (struct size){"m", 3 + gen_pick(g, 18)};
    int few = 3 + gen_pick(g, 7);
    g->size[3] = (struct size){gen_text(g, "%d", few), few};
    g->size_count = MAX_SIZES;
}

static const char *record_name(const struct array *a)
{
    return a->offset ? "struct cell" : "point";
}

/* The element's type of what a parameter points to. */
static const char *pointed_to(const struct array *a)
{
    return a->home == HOME_RECORDS ? record_name(a) : type_name(a->type);
}

/* Is it the first field of its array of records? */
static bool is_first(const struct gen *g, int k)
{
    return k == 0 || strcmp(g->array[k].name, g->array[k - 1].name) != 0;
}

static void put_parameters(struct gen *g, struct buf *out)
{
    buf_printf(out, "int n, %sint m",
               gen_chance(g, 30) ? "const " : ""); /* before what they size */
    for (int k = 0; k < g->array_count; k++) {
        const struct array *a = &g->array[k];
        if (a->home == HOME_GLOBAL || !is_first(g, k))
            continue;
        const char *constant = a->index ? "const " : "";
        buf_printf(out, ",\n    %s%s ", constant, pointed_to(a));
        bool pointer = a->home == HOME_POINTER || a->home == HOME_SLICE ||
                       (a->home == HOME_RECORDS && a->rank == 1);
        bool to_rows = !pointer && a->rank > 1 && gen_chance(g, 40);
        buf_printf(out, pointer ? "*%s" : to_rows ? "(*%s)" : "%s", a->name);
        for (int d = to_rows; d < a->rank && !pointer; d++)
            buf_printf(out, "[%s]", a->dim[d].text);
    }
}

/* Does the text name the array? */
static bool mentions(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n)
        if (!isalnum((unsigned char)p[n]) && p[n] != '_' &&
            (p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '_')))
            return true;
    return false;
}

static void put_extents(struct gen *g, struct buf *out, const char *nest)
{
    bool say = g->extents || gen_chance(g, 60), any = false;
    for (int k = 0; k < g->array_count && say; k++) {
        const struct array *a = &g->array[k];
        if (!mentions(nest, a->name) || a->home == HOME_GLOBAL ||
            !is_first(g, k) ||
            (a->home != HOME_POINTER && a->home != HOME_SLICE && a->rank > 1))
            continue;
        buf_printf(out, "%s%s[", any ? ", " : " extent(", a->name);
        for (int d = 0; d < a->rank; d++)
            buf_printf(out, "%s%s", d ? " * " : "", a->dim[d].text);
        buf_putc(out, ']');
        any = true;
    }
    if (g->reach) {
        buf_printf(out, "%s%s", any ? ", " : " extent(", g->reach);
        any = true;
    }
    buf_puts(out, any ? ")" : "");
    if (g->injective >= 0 && mentions(nest, g->array[g->injective].name))
        buf_printf(out, " injective(%s)", g->array[g->injective].name);
}

static void put_region(struct gen *g, struct buf *out, struct buf *nest,
                       int pieces)
{
    bool scop = g->injective < 0 && !g->extents && gen_chance(g, 20);
    if (gen_chance(g, 10))
        buf_puts(out, "    /* what follows is marked */\n");
    if (scop) {
        buf_printf(out, "#pragma scop\n%s#pragma endscop\n", nest->text);
        return;
    }
    buf_puts(out, gen_chance(g, 10) ? "    #pragma hedra" : "#pragma hedra");
    put_extents(g, out, nest->text);
    buf_puts(out, gen_chance(g, 8) ? " /* so far */\n" : "\n");
    if (gen_chance(g, 8))
        buf_puts(out, "    // the nest:\n\n");
    if (pieces == 1)
        buf_puts(out, nest->text);
    else
        buf_printf(out, "    {\n%s    }\n", nest->text);
}

/* A loop of OpenMP, which is a region by its own pragma. */
static void put_shared(struct gen *g, const struct options *options, int done,
                       struct buf *out)
{
    struct buf nest = {0};
    g->nest = &nest;
    g->indent = 1;
    memset(g->written, 0, sizeof g->written);
    gen_shared(g, done);
    if (!options->drop[done])
        buf_write(out, nest.text, nest.length);
    buf_free(&nest);
}

/* Regions of one to three pieces, and plain code between. */
static void put_kernel(struct gen *g, const struct options *options,
                       struct buf *out)
{
    int pieces = 2 + gen_pick(g, 3), done = 0;
    struct buf nest = {0}, before = {0}, after = {0};
    buf_puts(&nest, "");
    while (done < pieces) {
        if (g->team && gen_chance(g, 60)) {
            put_shared(g, options, done++, out);
            continue;
        }
        int count = 1 + gen_pick(g, 3), kept = 0;
        bool plain = gen_chance(g, 15);
        nest.length = before.length = after.length = 0;
        g->nest = &nest;
        g->before = &before;
        g->after = &after;
        g->extents = false;
        g->reach = NULL;
        g->injective = -1;
        for (int k = 0; k < count && done < MAX_PIECES; k++, done++) {
            size_t length = nest.length;
            g->out = &nest;
            g->indent = 1 + (count > 1);
            gen_piece(g);
            if (options->drop[done]) {
                nest.length = length;
                nest.text[length] = '\0';
            }
            kept += !options->drop[done];
        }
        if (kept == 0)
            continue;
        buf_write(out, before.text ? before.text : "", before.length);
        if (plain)
            buf_write(out, nest.text, nest.length);
        else
            put_region(g, out, &nest, count);
        buf_write(out, after.text ? after.text : "", after.length);
    }
    buf_free(&nest);
    buf_free(&before);
    buf_free(&after);
}

/* How an element k of the array gets its first value. */
static const char *filling(struct gen *g, const struct array *a, uint64_t salt)
{
    unsigned long long s = (unsigned long long)salt;
    if (a->order)
        return gen_text(g, "FILL_ORDER(k, %d)", a->limit);
    if (a->index)
        return gen_text(g, "FILL_BELOW(%lluu, k, %d)", s, a->limit);
    if (type_is_float(a->type))
        return gen_text(g, "FILL_REAL(%lluu, k)", s);
    return gen_text(g, salt % 2 ? "FILL_INT(%lluu, k)" : "FILL_SMALL(%lluu, k)",
                    s);
}

/* Memory, with first values, of what is no global array. */
static void put_memory(struct gen *g, struct buf *out)
{
    for (int k = 0; k < g->array_count; k++) {
        const struct array *a = &g->array[k];
        long long count = array_elements(a);
        if (a->home == HOME_SLICE && is_first(g, k)) {
            bool again = k > 0 && g->array[k - 1].home == HOME_SLICE &&
                         strcmp(a->buffer, g->array[k - 1].buffer) == 0;
            if (!again)
                buf_printf(out, "    %s *%s = calloc(%lld, sizeof *%s);\n",
                           type_name(a->type), a->buffer, 3 * count, a->buffer);
            buf_printf(out, "    %s *%s = %s + %d;\n", type_name(a->type),
                       a->name, a->buffer, a->offset);
        } else if (a->home != HOME_GLOBAL && is_first(g, k)) {
            buf_printf(out, "    %s *%s = calloc(%lld, sizeof *%s);\n",
                       pointed_to(a), a->name, count, a->name);
        }
        const char *flat =
            a->home == HOME_GLOBAL && a->rank > 1
                ? gen_text(g, "((%s *)%s)", type_name(a->type), a->name)
                : a->name;
        buf_printf(out,
                   "    for (uint64_t k = 0; k < %lld; k++)\n"
                   "        %s[k]%s = (%s)%s;\n",
                   count, flat, a->field, type_name(a->type),
                   filling(g, a, g->seed * 64 + (uint64_t)k));
    }
}

/* Chains of links, of which team.c follows some. */
static void put_lists(const struct gen *g, struct buf *out)
{
    unsigned long long s = (unsigned long long)g->seed;
    if (!g->team)
        return;
    buf_printf(out,
               "    for (int k = 0; k < 64; k++) {\n"
               "        link_%llu[k].value = 1.0 / (k + 3);\n"
               "        link_%llu[k].next = list_%llu[k * k %% 16];\n"
               "        list_%llu[k * k %% 16] = &link_%llu[k];\n"
               "    }\n",
               s, s, s, s, s);
}

static void put_results(struct gen *g, struct buf *out)
{
    unsigned long long seed = (unsigned long long)g->seed;
    for (int k = 0; k < g->array_count; k++) {
        const struct array *a = &g->array[k];
        if (a->index)
            continue;
        const char *first =
            gen_text(g,
                     a->home == HOME_GLOBAL && a->rank > 1 ? "((%s *)%s)[0]%s"
                                                           : "%.0s%s[0]%s",
                     type_name(a->type), a->name, a->field);
        buf_printf(out, "    print_array(\"%llu %s%s\", &%s, %d, %lld, ", seed,
                   a->name, a->field, first, type_bytes(a->type),
                   (long long)array_elements(a));
        if (a->home == HOME_RECORDS)
            buf_printf(out, "sizeof(%s)", record_name(a));
        else
            buf_printf(out, "%d", type_bytes(a->type));
        buf_printf(out, ", %d, verbose);\n", type_is_float(a->type));
    }
    if (g->team)
        buf_printf(out,
                   "    print_array(\"%llu team\", team_%llu, 8, %d, 8, 1, "
                   "verbose);\n",
                   seed, seed, MAX_PIECES * 64);
    if (g->results)
        buf_printf(out,
                   "    print_array(\"%llu result\", result_%llu, 8, %d, 8, 1, "
                   "verbose);\n",
                   seed, seed, g->results);
}

static void put_seed(struct arena *arena, uint64_t seed,
                     const struct options *options, struct buf *out)
{
    struct gen *g = arena_alloc(arena, sizeof *g);
    unsigned long long s = (unsigned long long)seed;
    *g = (struct gen){.arena = arena,
                      .seed = seed,
                      .state = seed * 7919,
                      .team = options->team};
    choose_sizes(g);
    gen_arrays(g);
    buf_printf(out, "/* seed %llu */\n#define N_%llu %d\n", s, s,
               g->size[0].value);
    for (int k = 0; k < g->array_count; k++) {
        const struct array *a = &g->array[k];
        if (a->home != HOME_GLOBAL)
            continue;
        buf_printf(out, "static %s %s", type_spelling(g, a->type), a->name);
        for (int d = 0; d < a->rank; d++)
            buf_printf(out, "[%d]", a->dim[d].value);
        buf_puts(out, ";\n");
    }
    if (g->team)
        buf_printf(out,
                   "static double team_%llu[%d][64], passing_%llu;\n"
                   "static struct link link_%llu[64], *list_%llu[16];\n"
                   "static int depth_%llu(int k)\n{\n"
                   "    return k < 2 ? k : depth_%llu(k - 1) + depth_%llu(k - "
                   "2);\n}\n",
                   s, MAX_PIECES, s, s, s, s, s, s);
    buf_printf(out,
               "static double result_%llu[%d];\n\nstatic void kernel_%llu(", s,
               2 * MAX_PIECES, s);
    put_parameters(g, out);
    buf_puts(out, ")\n{\n");
    put_kernel(g, options, out);
    buf_printf(out, "}\n\nstatic void run_%llu(int verbose)\n{\n", s);
    put_memory(g, out);
    put_lists(g, out);
    buf_printf(out, "    kernel_%llu(%d, %d", s, g->size[1].value,
               g->size[2].value);
    for (int k = 0; k < g->array_count; k++) {
        const struct array *a = &g->array[k];
        if (a->home != HOME_GLOBAL && is_first(g, k))
            buf_printf(out,
                       a->rank > 1 && a->home != HOME_POINTER ? ", (void *)%s"
                                                              : ", %s",
                       a->name);
    }
    buf_puts(out, ");\n");
    put_results(g, out);
    buf_puts(out, "}\n\n");
}

static void put_main(struct buf *out, char **seed, int count)
{
    buf_puts(out, "int main(int argc, char **argv)\n{\n"
                  "    int verbose = argc > 1 && !strcmp(argv[1], "
                  "\"--verbose\");\n"
                  "    unsigned long long every = 1, only = 0;\n"
                  "    if (argc > verbose + 1)\n"
                  "        every = strtoull(argv[verbose + 1], NULL, 10);\n"
                  "    if (argc > verbose + 2)\n"
                  "        only = strtoull(argv[verbose + 2], NULL, 10);\n");
    for (int k = 0; k < count; k++)
        buf_printf(out,
                   "    if (only ? only == %su : %su %% every == 0)\n"
                   "        run_%s(verbose);\n",
                   seed[k], seed[k], seed[k]);
    buf_puts(out, "    return 0;\n}\n");
}

static bool read_drop(const char *list, struct options *options)
{
    while (*list) {
        char *end;
        long first = strtol(list, &end, 10), last = first;
        if (*end == '-')
            last = strtol(end + 1, &end, 10);
        if (end == list || first < 0 || last >= MAX_PIECES)
            return false;
        for (long k = first; k <= last; k++)
            options->drop[k] = true;
        list = *end == ',' ? end + 1 : end;
        if (*end && *end != ',')
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    int first = 1;
    for (; first < argc && argv[first][0] == '-'; first++) {
        bool good = strcmp(argv[first], "--edits") == 0;
        options.edits |= good;
        if (strcmp(argv[first], "--team") == 0)
            good = options.team = true;
        if (!good && strncmp(argv[first], "--drop=", 7) == 0)
            good = read_drop(argv[first] + 7, &options);
        if (!good)
            first = argc;
    }
    if (first >= argc) {
        fputs("usage: idiomgen [--edits] [--drop=LIST] [--team] SEED...\n",
              stderr);
        return 2;
    }
    struct buf out = {0};
    struct arena *arena = arena_new();
    buf_puts(&out, "#include \"tests/fuzz/idiom/shared.h\"\n\n");
    for (int k = first; k < argc; k++)
        put_seed(arena, strtoull(argv[k], NULL, 10), &options, &out);
    put_main(&out, argv + first, argc - first);
    if (options.edits)
        printf("%d\n", MAX_PIECES);
    else
        fwrite(out.text, 1, out.length, stdout);
    buf_free(&out);
    arena_free(arena);
    return 0;
}
