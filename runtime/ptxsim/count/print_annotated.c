/*
 * Counts beside the lines of the source and of the PTX (print.h).
 */
#include "runtime/ptxsim/count/print.h"

#include "runtime/base/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HOT_LINES = 10 };

/* Source files ------------------------------------------------------------- */

/* The lines of a source file; none if it cannot be read. */
struct source {
    char *text;
    size_t length;
    int count;
    char **line;
};

static void free_source(struct source *s)
{
    free(s->text);
    free(s->line);
    *s = (struct source){0};
}

static void read_source(struct source *s, const char *path)
{
    size_t capacity = 0;
    *s = (struct source){0};
    FILE *in = path ? fopen(path, "r") : NULL;
    if (!in)
        return;
    ssize_t length = getdelim(&s->text, &capacity, '\0', in);
    fclose(in);
    for (ssize_t k = 0; k < length; k++)
        s->count += s->text[k] == '\n' || k == length - 1;
    s->line = calloc((size_t)s->count + 1, sizeof *s->line);
    if (length <= 0 || !s->line) {
        free_source(s);
        return;
    }
    char *at = s->text;
    for (int k = 0; k < s->count; k++) {
        char *end = strchr(at, '\n');
        s->line[k] = at;
        if (!end)
            break;
        *end = '\0';
        at = end + 1;
    }
}

/* Line `line` without the white space before it; "" if it is not there. */
static const char *source_line(const struct source *s, int line)
{
    if (line < 1 || line > s->count)
        return "";
    return s->line[line - 1] + strspn(s->line[line - 1], " \t");
}

/* Hot lines ---------------------------------------------------------------- */

/* What an instruction costs, or all of a line. */
struct cost {
    double weight;
    uint64_t issued, active;
    struct count_traffic memory, shared;
};

static void add_cost(struct cost *to, const struct arch *arch,
                     const struct count_insn *n)
{
    to->weight += show_weight(arch, n);
    to->issued += n->issued;
    to->active += n->active;
    if (n->traffic.sectors)
        counts_add(&to->memory, &n->traffic);
    if (n->traffic.wavefronts)
        counts_add(&to->shared, &n->traffic);
}

/* A line of the source: file (into program->file, -1: unknown) and number. */
struct line_cost {
    int file, line;
    struct cost cost;
};

/* Neighbouring instructions mostly share a line, or one that came just before.
 */
static void add_place(struct line_cost *list, int *count,
                      const struct arch *arch, const struct ptxsim_insn *i,
                      const struct count_insn *n)
{
    int file = i->source_line ? i->file : -1, k = *count - 1;
    int line = file < 0 ? 0 : i->source_line;
    while (k >= 0 && (list[k].file != file || list[k].line != line))
        k--;
    if (k < 0) {
        k = (*count)++;
        list[k] = (struct line_cost){.file = file, .line = line};
    }
    add_cost(&list[k].cost, arch, n);
}

static int by_weight(const void *a, const void *b)
{
    const struct line_cost *p = a, *q = b;
    if (p->cost.weight != q->cost.weight)
        return p->cost.weight < q->cost.weight ? 1 : -1;
    return p->file != q->file ? p->file - q->file : p->line - q->line;
}

static struct line_cost *hot_places(const struct show *s,
                                    const struct counts *c,
                                    const struct count_kernel *k, int *count)
{
    struct line_cost *list =
        calloc((size_t)(k->end - k->begin) + 1, sizeof *list);
    *count = 0;
    for (int i = k->begin; list && i < k->end; i++) {
        const struct count_insn *n = &k->insn[i - k->begin];
        if (n->issued)
            add_place(list, count, s->arch, &counts_program(c)->insn[i], n);
    }
    if (list)
        qsort(list, (size_t)*count, sizeof *list, by_weight);
    return list;
}

static void write_ratio(FILE *out, uint64_t a, uint64_t b)
{
    if (a)
        number_write(out, " %6.2f", show_ratio(a, b));
    else
        fprintf(out, " %6s", "");
}

/* Share of the weight, times issued, lanes; of each request to global or local
 * memory the sectors, of each to shared memory the wavefronts, and how few
 * would do. */
static void write_columns(FILE *out, double share, const struct cost *c)
{
    number_write(out, "%6.1f %% %10" PRIu64 " %6.2f", 100 * share, c->issued,
                 show_ratio(c->active, c->issued));
    write_ratio(out, c->memory.sectors, c->memory.requests);
    write_ratio(out, c->memory.ideal_sectors, c->memory.requests);
    write_ratio(out, c->shared.wavefronts, c->shared.requests);
    write_ratio(out, c->shared.ideal_wavefronts, c->shared.requests);
}

static const char heads[] =
    "  weight     issued  lanes sector  ideal   wave  ideal\n";

static void write_hot(FILE *out, const struct counts *c,
                      const struct source *source, const struct line_cost *list,
                      int count)
{
    double all = 0;
    for (int k = 0; k < count; k++)
        all += list[k].cost.weight;
    fputs(heads, out);
    for (int k = 0; k < count && k < HOT_LINES; k++) {
        write_columns(out, list[k].cost.weight / all, &list[k].cost);
        if (list[k].file < 0)
            fputs("  (no line)\n", out);
        else
            fprintf(out, " %s:%d: %s\n", counts_program(c)->file[list[k].file],
                    list[k].line,
                    source_line(&source[list[k].file], list[k].line));
    }
}

/* The PTX ------------------------------------------------------------------ */

static void write_insn(FILE *out, const struct show *s, const struct counts *c,
                       int index, const struct count_insn *n, double all)
{
    const struct ptxsim_insn *i = &counts_program(c)->insn[index];
    int length, access, origin_length;
    const char *text = counts_line(c, i->line, &length), *origin;
    struct cost cost = {0};
    add_cost(&cost, s->arch, n);
    write_columns(out, all > 0 ? cost.weight / all : 0, &cost);
    fprintf(out, " %6d  %.*s", i->line, length, text);
    if (counts_origin(c, i->line, &access, &origin, &origin_length))
        fprintf(out, "  // %.*s", origin_length, origin);
    if (n->divergent)
        fprintf(out, "  // parted %" PRIu64 " time%s", n->divergent,
                n->divergent == 1 ? "" : "s");
    fputc('\n', out);
}

static void write_ptx(FILE *out, const struct show *s, const struct counts *c,
                      const struct source *source, const struct count_kernel *k,
                      double all)
{
    const struct ptxsim_program *program = counts_program(c);
    int file = -1, line = 0;
    for (int i = k->begin; i < k->end; i++) {
        const struct ptxsim_insn *insn = &program->insn[i];
        if (!show_instruction(c, k, i))
            continue;
        if (insn->file >= 0 && insn->source_line &&
            (insn->file != file || insn->source_line != line)) {
            file = insn->file;
            line = insn->source_line;
            fprintf(out, "%54s  %s:%d: %s\n", "", program->file[file], line,
                    source_line(&source[file], line));
        }
        write_insn(out, s, c, i, &k->insn[i - k->begin], all);
    }
}

static void write_kernel(FILE *out, const struct show *s,
                         const struct counts *c, const struct source *source,
                         const struct count_kernel *k)
{
    int count;
    double all = 0;
    struct line_cost *list = hot_places(s, c, k, &count);
    fprintf(out, "kernel %s: %" PRIu64 " launch%s, %" PRIu64 " blocks\n",
            k->kernel->name, k->launches, k->launches == 1 ? "" : "es",
            k->blocks);
    for (int p = 0; list && p < count; p++)
        all += list[p].cost.weight;
    if (list && count > 0) {
        write_hot(out, c, source, list, count);
        fputs("\n", out);
        fputs(heads, out);
        write_ptx(out, s, c, source, k, all);
    }
    free(list);
}

void show_annotated(FILE *out, const struct show *s)
{
    for (int r = 0; r < s->count; r++) {
        const struct show_region *region = &s->region[r];
        const struct counts *c = region->counts;
        const struct ptxsim_program *program = counts_program(c);
        struct source *source =
            calloc((size_t)program->file_count + 1, sizeof *source);
        if (!source)
            return;
        for (int k = 0; k < program->file_count; k++)
            read_source(&source[k], program->file[k]);
        fprintf(out, "hedra: region '%s' (%s:%d) as %s would run it (%s)\n",
                region->name, region->file, region->line, s->arch->name,
                s->arch->product);
        for (int k = 0; k < counts_kernels(c); k++)
            write_kernel(out, s, c, source, counts_kernel(c, k));
        for (int k = 0; k < program->file_count; k++)
            free_source(&source[k]);
        free(source);
    }
}
