#include "compiler/splice.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/place.h"

/* Copying the source from front to back. */
struct copier {
    const struct splice_source *source;
    struct buf *out;
    size_t at; /* everything before is copied */
};

static bool ends_line(const struct buf *out)
{
    return out->length == 0 || out->text[out->length - 1] == '\n';
}

static void end_line(struct buf *out)
{
    if (!ends_line(out))
        buf_putc(out, '\n');
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Says that what is copied next stands at offset `at` of the source. */
static void put_line_directive(struct copier *c, size_t at)
{
    const struct splice_source *s = c->source;
    struct place place = place_find(s->text, at);
    end_line(c->out);
    buf_printf(c->out, "#line %d \"", place.line);
    if (place.file)
        buf_write(c->out, place.file, place.file_length);
    else
        glue_put_escaped(c->out, s->path, strlen(s->path));
    buf_puts(c->out, "\"\n");
}

/* Does `text` begin with the word `word`, and the word end there? */
static bool is_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(text, word, n) != 0)
        return false;
    char c = text[n];
    return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             (c >= '0' && c <= '9') || c == '_');
}

static const char *skip_blanks(const char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

/* Is the line that begins at `line` a pragma of ours? */
static bool is_marking_pragma(const char *line)
{
    line = skip_blanks(line);
    if (*line != '#')
        return false;
    line = skip_blanks(line + 1);
    if (!is_word(line, "pragma"))
        return false;
    line = skip_blanks(line + strlen("pragma"));
    return is_word(line, "hedra") || is_word(line, "scop") ||
           is_word(line, "endscop");
}

/* Do only blanks stand before offset `at` in its line? */
static bool is_line_start(const char *text, size_t at)
{
    while (at > 0 && is_blank(text[at - 1]))
        at--;
    return at == 0 || text[at - 1] == '\n';
}

/* Copies up to offset `end`, line by line; of marking pragmas only the ends of
 * their lines. */
static void copy_to(struct copier *c, size_t end)
{
    const char *text = c->source->text;
    bool dropped = false;
    while (c->at < end) {
        size_t at = c->at, stop = at;
        while (stop < end && text[stop] != '\n')
            stop++;
        bool continues = dropped && at >= 2 && text[at - 2] == '\\';
        dropped = continues ||
                  (is_line_start(text, at) && is_marking_pragma(text + at));
        if (!dropped)
            buf_write(c->out, text + at, stop - at);
        if (stop < end)
            buf_putc(c->out, text[stop++]);
        c->at = stop;
    }
}

static bool put_region(struct copier *c, const struct glue_region *r)
{
    struct buf iterators = {0};
    bool done = glue_put_iterators(&iterators, r->scop);
    copy_to(c, r->scop->begin);
    end_line(c->out);
    buf_puts(c->out, "{ if (");
    glue_put_call(c->out, r);
    buf_puts(c->out, ") {\n");
    put_line_directive(c, r->scop->begin);
    copy_to(c, r->scop->end);
    end_line(c->out);
    if (iterators.length > 0) {
        buf_puts(c->out, "} else {\n");
        buf_puts(c->out, iterators.text);
    }
    buf_puts(c->out, "} }\n");
    put_line_directive(c, r->scop->end);
    buf_free(&iterators);
    return done;
}

static int compare_regions(const void *left, const void *right)
{
    const struct glue_region *const *a = left, *const *b = right;
    size_t x = (*a)->scop->begin, y = (*b)->scop->begin;
    return x < y ? -1 : x > y;
}

/* The regions that replace something, in the order of the source. */
static const struct glue_region **sort_regions(struct arena *arena,
                                               const struct glue_region *region,
                                               int count, int *used)
{
    const struct glue_region **sorted =
        arena_alloc(arena, (size_t)count * sizeof *sorted);
    *used = 0;
    for (int i = 0; i < count; i++)
        if (!region[i].region->kept)
            sorted[(*used)++] = &region[i];
    if (*used > 1)
        qsort(sorted, (size_t)*used, sizeof *sorted, compare_regions);
    return sorted;
}

bool splice_source(const struct splice_source *source,
                   const struct glue_region *region, int count, struct buf *out,
                   struct faults *faults)
{
    struct copier c = {source, out, 0};
    int used;
    const struct glue_region **sorted =
        sort_regions(faults->arena, region, count, &used);
    bool done = true;
    for (int i = 0; i < used; i++) {
        const struct scop *scop = sorted[i]->scop;
        bool first = i == 0 || scop->insert != sorted[i - 1]->scop->insert;
        if (first) {
            copy_to(&c, scop->insert);
            end_line(out);
            if (i == 0)
                glue_put_prologue(out);
            for (int k = i; k < used && sorted[k]->scop->insert == scop->insert;
                 k++)
                glue_put_definitions(out, sorted[k]);
            put_line_directive(&c, scop->insert);
        }
        if (!put_region(&c, sorted[i])) {
            fault_add(faults, FAULT_LOOP_FORM, scop->loc,
                      "the last value of an iterator is read after the region,"
                      " and its bounds are read from memory");
            done = false;
        }
    }
    copy_to(&c, source->length);
    return done;
}
