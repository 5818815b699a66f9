#include "runtime/ptxsim/show.h"

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

/* A line of the source: file (into program->file, -1: unknown) and number. */
struct place {
    int file, line;
    double weight;
    struct count_insn sum;
};

/* Neighbouring instructions mostly share a line, or one that came just before.
 */
static void add_place(struct place *list, int *count,
                      const struct ptxsim_insn *i, const struct count_insn *n,
                      double weight)
{
    int file = i->source_line ? i->file : -1, k = *count - 1;
    int line = file < 0 ? 0 : i->source_line;
    while (k >= 0 && (list[k].file != file || list[k].line != line))
        k--;
    if (k < 0) {
        k = (*count)++;
        list[k] = (struct place){.file = file, .line = line};
    }
    list[k].weight += weight;
    list[k].sum.issued += n->issued;
    list[k].sum.active += n->active;
    counts_add(&list[k].sum.traffic, &n->traffic);
}

static int by_weight(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    if (p->weight != q->weight)
        return p->weight < q->weight ? 1 : -1;
    return p->file != q->file ? p->file - q->file : p->line - q->line;
}

static struct place *hot_places(const struct show *s, const struct counts *c,
                                const struct count_kernel *k, int *count)
{
    struct place *list = calloc((size_t)(k->end - k->begin) + 1, sizeof *list);
    *count = 0;
    for (int i = k->begin; list && i < k->end; i++) {
        const struct count_insn *n = &k->insn[i - k->begin];
        if (n->issued)
            add_place(list, count, &counts_program(c)->insn[i], n,
                      show_weight(s->arch, n));
    }
    if (list)
        qsort(list, (size_t)*count, sizeof *list, by_weight);
    return list;
}

/* "12.3 %", the lanes, what a request costs, as far as there is any. */
static void write_columns(FILE *out, double share, const struct count_insn *n)
{
    const struct count_traffic *t = &n->traffic;
    struct show_cost cost = show_cost_of(PTXSIM_GLOBAL, t);
    fprintf(out, "%6.1f %% %11" PRIu64 " %6.2f ", 100 * share, n->issued,
            show_ratio(n->active, n->issued));
    if (cost.actual)
        fprintf(out, "%7.2f %7.2f %-10s", show_ratio(cost.actual, t->requests),
                show_ratio(cost.ideal, t->requests), cost.unit);
    else
        fprintf(out, "%26s", "");
}

static const char heads[] =
    "   weight      issued  lanes per request ideal          \n";

static void write_hot(FILE *out, const struct counts *c,
                      const struct source *source, const struct place *list,
                      int count)
{
    double all = 0;
    for (int k = 0; k < count; k++)
        all += list[k].weight;
    fputs(heads, out);
    for (int k = 0; k < count && k < HOT_LINES; k++) {
        write_columns(out, list[k].weight / all, &list[k].sum);
        if (list[k].file < 0)
            fputs(" (no line)\n", out);
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
    write_columns(out, all > 0 ? show_weight(s->arch, n) / all : 0, n);
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
    const struct ptxsim_function *f = &program->function[k->kernel->function];
    int file = -1, line = 0;
    for (int i = k->begin; i < k->end; i++) {
        const struct ptxsim_insn *insn = &program->insn[i];
        if ((i < f->begin || i >= f->end) && !k->insn[i - k->begin].issued)
            continue;
        if (insn->file >= 0 && insn->source_line &&
            (insn->file != file || insn->source_line != line)) {
            file = insn->file;
            line = insn->source_line;
            fprintf(out, "%56s%s:%d: %s\n", "", program->file[file], line,
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
    struct place *list = hot_places(s, c, k, &count);
    fprintf(out, "kernel %s: %" PRIu64 " launch%s, %" PRIu64 " blocks\n",
            k->kernel->name, k->launches, k->launches == 1 ? "" : "es",
            k->blocks);
    for (int p = 0; list && p < count; p++)
        all += list[p].weight;
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
