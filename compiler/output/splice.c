/*
 * Walks through the user's text once, from event to event (a region's begin
 * and end, a data block's, a place for definitions), and copies what lies
 * between as it stands. After each text of its own a #line directive tells the
 * compiler where the user's goes on.
 */
#include "compiler/output/splice.h"

#include <stdlib.h>
#include <string.h>

#include "backends/kir/kir.h"
#include "compiler/output/layout_stub.h"
#include "compiler/output/look_ahead.h"
#include "compiler/output/openmp.h"
#include "compiler/output/promised.h"
#include "compiler/output/shared_nest.h"
#include "compiler/output/splice_event.h"
#include "compiler/source/source.h"

/* Copying the source from front to back. */
struct splice_copier {
    const struct splice_source *source;
    const struct stub_region *region;
    int region_count;
    struct faults *faults;
    struct buf *out;
    size_t at;      /* everything before is copied */
    int directive;  /* the first that is not */
    size_t counted; /* bytes of `out` whose lines are counted */
    int lines;
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
    return c == ' ' || c == '\t';
}

/* Says that what is copied next stands at offset `at` of the source. */
static void put_line_directive(struct splice_copier *c, size_t at)
{
    const struct splice_source *s = c->source;
    struct source_place place = place_find(s->source, at);
    end_line(c->out);
    if (s->openmp)
        return;
    buf_printf(c->out, "#line %d \"", place.line);
    if (place.file)
        buf_write(c->out, place.file, place.file_length);
    else
        literal_put_escaped(c->out, s->path, strlen(s->path));
    buf_puts(c->out, "\"\n");
}

/* Says that what is put next stands in the output itself. */
static void put_own_directive(struct splice_copier *c)
{
    end_line(c->out);
    if (c->source->openmp)
        return;
    for (; c->counted < c->out->length; c->counted++)
        c->lines += c->out->text[c->counted] == '\n';
    const char *output = c->source->output;
    buf_printf(c->out, "#line %d \"", c->lines + 2);
    literal_put_escaped(c->out, output, strlen(output));
    buf_puts(c->out, "\"\n");
}

static bool is_dropped(const struct directive *d)
{
    return d->mark != MARK_NONE && !d->skipped;
}

/* Copies what is before a directive; if that is dropped, without the blanks
 * that it alone follows in its line. */
static void copy_before(struct splice_copier *c, const struct directive *d)
{
    const char *text = c->source->source->lex.text;
    size_t stop = d->begin;
    while (stop > 0 && is_blank(text[stop - 1]))
        stop--;
    bool alone = stop == 0 || text[stop - 1] == '\n';
    if (!is_dropped(d) || !alone)
        stop = d->begin;
    if (stop > c->at)
        buf_write(c->out, text + c->at, stop - c->at);
    c->at = d->begin;
}

/* Copies up to offset `end`, which lies in no directive; of marking pragmas
 * only the ends of their lines. */
static void copy_as_it_is(struct splice_copier *c, size_t end)
{
    const struct lex_source *source = c->source->source;
    const char *text = source->lex.text;
    for (; c->directive < source->directive_count; c->directive++) {
        const struct directive *d = &source->directive[c->directive];
        if (d->begin > end)
            break;
        if (d->begin > c->at)
            copy_before(c, d);
        if (d->begin == end)
            break;
        for (; is_dropped(d) && c->at < d->end; c->at++)
            if (text[c->at] == '\n')
                buf_putc(c->out, '\n');
    }
    if (end > c->at)
        buf_write(c->out, text + c->at, end - c->at);
    c->at = end > c->at ? end : c->at;
}

static const char *tag(const struct splice_copier *c)
{
    return names_tag(c->source->names);
}

/* The next loop that looks ahead in what is to be copied; NULL: there is none.
 */
static const struct look_ahead *next_look(const struct splice_copier *c,
                                          size_t end)
{
    const struct look_ahead *next = NULL;
    for (int r = 0;
         r < c->region_count && c->source->looks_ahead && !c->source->openmp;
         r++)
        for (int k = 0; k < c->region[r].scop->look_count; k++) {
            const struct look_ahead *look = c->region[r].scop->look[k];
            if (look->begin >= c->at && look->end <= end &&
                (!next || look->begin < next->begin))
                next = look;
        }
    return next;
}

/* Appends declarations, and frees them. */
static void put_names(struct splice_copier *c, struct buf *text)
{
    names_put(c->out, c->source->names, text->text);
    buf_free(text);
}

/* Leaves out the text up to `end`. */
static void skip_to(struct splice_copier *c, size_t end)
{
    const struct lex_source *source = c->source->source;
    while (c->directive < source->directive_count &&
           source->directive[c->directive].begin < end)
        c->directive++;
    c->at = end;
}

/* The loop with the author's body, once: the head and the end are of one kind
 * or the other. `head`: of the author's kind; NULL: the author's. */
static void copy_look(struct splice_copier *c, const struct look_ahead *look,
                      struct buf *head)
{
    const char *text = c->source->source->lex.text;
    const char *macro = look_ahead_macro(look, c->source->contracted);
    end_line(c->out);
    buf_printf(c->out, "#ifdef %s\n{\n", macro);
    look_ahead_put_head(c->out, look, text, tag(c));
    buf_puts(c->out, "#else\n");
    put_line_directive(c, look->begin);
    if (head) {
        put_names(c, head);
        skip_to(c, look->body);
    } else {
        copy_as_it_is(c, look->body);
    }
    end_line(c->out);
    buf_puts(c->out, "#endif\n");
    put_line_directive(c, look->body);
    copy_as_it_is(c, look->end);
    end_line(c->out);
    buf_printf(c->out, "#ifdef %s\n}\n#endif\n", macro);
    put_line_directive(c, look->end);
}

static void copy_to(struct splice_copier *c, size_t end)
{
    const struct look_ahead *look;
    while ((look = next_look(c, end))) {
        copy_as_it_is(c, look->begin);
        copy_look(c, look, NULL);
    }
    copy_as_it_is(c, end);
}

/* Goes to where what stands before a region or block from `begin` to `end` is
 * put. If that depends on an #if that ends before the region does, so does what
 * is put there and behind the region. */
static struct conditional open_region(struct splice_copier *c, size_t begin,
                                      size_t end)
{
    struct conditional found = conditional_find(c->source->source, begin, end);
    put_line_directive(c, begin);
    if (found.found) {
        buf_printf(c->out, "#define HEDRA%s_REGION_%zu\n", tag(c), begin);
        put_line_directive(c, begin);
        copy_to(c, found.at);
        end_line(c->out);
        buf_printf(c->out, "#ifdef HEDRA%s_REGION_%zu\n", tag(c), begin);
    }
    return found;
}

/* Behind what was put there, or behind the region. */
static void close_conditional(struct splice_copier *c,
                              const struct conditional *found, size_t at)
{
    if (found->found) {
        end_line(c->out);
        buf_puts(c->out, "#endif\n");
    }
    put_line_directive(c, at);
}

/* Before what is put behind the region. */
static void open_end(struct splice_copier *c, const struct conditional *found,
                     size_t begin)
{
    end_line(c->out);
    if (found->found)
        buf_printf(c->out, "#ifdef HEDRA%s_REGION_%zu\n", tag(c), begin);
}

/* Appends statements, and frees them. */
static void put_statements(struct splice_copier *c, struct buf *text)
{
    if (text->length)
        names_put_statements(c->out, c->source->names, text->text);
    buf_free(text);
}

/* Does the block hold the region, or belong to it? */
static bool holds(const struct splice_data *data, const struct scop *scop)
{
    return data->begin <= scop->begin && scop->end <= data->end;
}

/* Before a plain nest: what has a layout around it lies as C has it again. */
static void put_home(const struct splice_copier *c, struct buf *text,
                     const struct scop *scop)
{
    const struct splice_source *s = c->source;
    for (int k = 0; k < s->data_count && !s->openmp; k++)
        if (holds(&s->data[k], scop) &&
            !splice_is_idle(s, &s->data[k], c->region, c->region_count))
            stub_put_layout_home(text, tag(c), &s->data[k]);
}

/* Declares a value for the call; its text is the user's, of which macros are
 * part. */
static void put_value(struct splice_copier *c, const char *open,
                      const char *name, const char *value)
{
    struct buf text = {0};
    buf_printf(&text, "%sconst int64_t hedra%s_%s =\n", open, tag(c), name);
    put_statements(c, &text);
    buf_printf(c->out, "    (%s);\n", value);
}

/* Before the region as it was: what threads share in its place. */
static void put_promised(struct splice_copier *c, const struct stub_region *r)
{
    struct stub_region own = promised_region(c->faults->arena, r);
    const struct loop_text *loop = shared_loop(&own, 0);
    struct buf text = {0};
    end_line(c->out);
    buf_puts(c->out, "#if defined __GNUC__ && !defined _OPENMP\n");
    put_line_directive(c, loop->begin);
    put_value(c, "if (1) { ", "first", loop->first);
    put_value(c, "", "end", loop->bound);
    promised_put_way(&text, r, tag(c));
    shared_put_call(&text, &own, 0, tag(c));
    buf_printf(&text, "hedra_plain_done(&%s_module);\n} else\n",
               r->region->name);
    put_statements(c, &text);
    buf_puts(c->out, "#endif\n");
    put_line_directive(c, c->at);
}

/* The region as it was: with libhedra told, which may keep on a device what it
 * uses. */
static void put_kept(struct splice_copier *c, const struct stub_region *r)
{
    const struct scop *scop = r->scop;
    struct conditional found = open_region(c, scop->begin, scop->end);
    struct buf text = {0};
    buf_puts(&text, "{ hedra_plain(0, HEDRA_KEPT);\n");
    size_t length = text.length;
    put_home(c, &text, scop);
    if (text.length > length)
        fault_add(c->faults, FAULT_KEPT, scop->loc,
                  "this region stays as it is, so that arrays with a layout "
                  "are converted back before it, and again behind it");
    put_statements(c, &text);
    if (promised_is_there(r))
        put_promised(c, r);
    close_conditional(c, &found, found.at);
    copy_to(c, scop->end);
    open_end(c, &found, scop->begin);
    buf_puts(c->out, "}\n");
    close_conditional(c, &found, scop->end);
}

/* Behind the plain nest, which the call may make run. */
static bool put_behind(struct splice_copier *c, const struct stub_region *r)
{
    struct buf text = {0}, iterators = {0};
    stub_put_results(&iterators, r, tag(c));
    bool done = stub_put_iterators(&iterators, r->scop, tag(c));
    if (shared_count(r))
        buf_puts(&text, "}\n");
    buf_printf(&text, "hedra_plain_done(&%s_module);\n", r->region->name);
    if (r->trial)
        buf_printf(&text, "hedra_trial_plain(&%s_trial);\n", r->region->name);
    if (iterators.length > 0) {
        buf_puts(&text, "} else {\n");
        buf_puts(&text, iterators.text);
    }
    buf_puts(&text, "} }\n");
    put_statements(c, &text);
    buf_free(&iterators);
    return done;
}

/* Opens the block of the call, and declares what clauses' texts are, of which
 * the user's macros are part. Returns what is to be put before what follows. */
static const char *put_extents(struct splice_copier *c, const struct scop *scop)
{
    const char *open = "{ ";
    for (int k = 0; k < scop->param_count; k++) {
        char name[32];
        if (!scop->param[k].clause)
            continue;
        snprintf(name, sizeof name, "extent_%d", k);
        put_value(c, open, name, scop->param[k].text);
        open = "";
    }
    return open;
}

/* A region that a team of threads would share, by a pragma that was accepted,
 * is executed by one of them, and the others wait as they would there. */
static void put_single(struct splice_copier *c, const struct scop *scop)
{
    const struct lex_source *source = c->source->source;
    for (int k = 0; k < source->directive_count; k++) {
        struct directive *d = &source->directive[k];
        if (d->begin != scop->begin || !d->shares)
            continue;
        d->mark = MARK_ACCEPTED; /* dropped */
        end_line(c->out);
        buf_puts(c->out, "#pragma omp single\n");
        put_line_directive(c, scop->begin);
    }
}

/* The region's own pragma asks another compiler to run its loop in parallel,
 * where the loop is. */
static void skip_own_pragma(struct splice_copier *c, const struct scop *scop)
{
    const struct lex_source *source = c->source->source;
    for (int k = 0; k < source->directive_count; k++)
        if (source->directive[k].begin == scop->begin)
            skip_to(c, source->directive[k].end);
}

/* The region's text with calls in the place of loops; what comes next is the
 * region once more. */
static void put_shared(struct splice_copier *c, const struct stub_region *r)
{
    size_t at = c->at;
    int directive = c->directive;
    struct buf text = {0};
    end_line(c->out);
    buf_puts(c->out, "#ifdef __GNUC__\n");
    buf_printf(&text, "if (hedra%s_way > 1) {\n", tag(c));
    shared_put_notes(&text, r, tag(c));
    put_statements(c, &text);
    put_line_directive(c, at);
    skip_own_pragma(c, r->scop);
    for (int k = 0; k < shared_count(r); k++) {
        const struct loop_text *loop = shared_loop(r, k);
        copy_to(c, loop->begin);
        end_line(c->out);
        put_value(c, "{ ", "first", loop->first);
        put_value(c, "", "end", loop->bound);
        shared_put_call(&text, r, k, tag(c));
        put_statements(c, &text);
        skip_to(c, loop->end);
        buf_puts(c->out, "}\n");
        put_line_directive(c, loop->end);
    }
    copy_to(c, r->scop->end);
    end_line(c->out);
    buf_puts(&text, "} else\n");
    put_statements(c, &text);
    buf_puts(c->out, "#endif\n{\n");
    put_line_directive(c, at);
    c->at = at;
    c->directive = directive;
}

static bool put_call(struct splice_copier *c, const struct stub_region *r)
{
    put_single(c, r->scop);
    struct conditional found = open_region(c, r->scop->begin, r->scop->end);
    struct buf text = {0};
    bool shared = shared_count(r) > 0;
    buf_puts(&text, put_extents(c, r->scop));
    stub_put_counters(&text, r->scop);
    stub_put_variables(&text, r, tag(c));
    int sums = 0;
    while (shared_sum_row(r, sums) >= 0)
        sums++;
    if (sums)
        buf_printf(&text, "int64_t hedra%s_touched[%d];\n", tag(c), 2 * sums);
    if (shared)
        buf_printf(&text, "int hedra%s_way = ", tag(c));
    else
        buf_puts(&text, "if (");
    stub_put_call(&text, r, tag(c));
    if (shared)
        buf_printf(&text, ";\nif (hedra%s_way) {\n", tag(c));
    else
        buf_puts(&text, ") {\n");
    put_home(c, &text, r->scop);
    put_statements(c, &text);
    if (shared)
        put_shared(c, r);
    close_conditional(c, &found, found.at);
    copy_to(c, r->scop->end);
    open_end(c, &found, r->scop->begin);
    bool done = put_behind(c, r);
    close_conditional(c, &found, r->scop->end);
    return done;
}

/* A call in the place of the region, or before it, where the call may find that
 * the region must run as it is. */
static bool put_openmp(struct splice_copier *c, const struct stub_region *r)
{
    put_single(c, r->scop);
    struct conditional found = open_region(c, r->scop->begin, r->scop->end);
    struct buf text = {0}, after = {0};
    bool certain = !found.found && openmp_is_certain(r);
    buf_puts(&text, put_extents(c, r->scop));
    stub_put_counters(&text, r->scop);
    stub_put_variables(&text, r, tag(c));
    buf_puts(&text, certain ? "" : "if (");
    stub_put_call(&text, r, tag(c));
    buf_puts(&text, certain ? ";\n" : ") {\n");
    put_statements(c, &text);
    close_conditional(c, &found, found.at);
    if (certain)
        skip_to(c, r->scop->end);
    else
        copy_to(c, r->scop->end);
    open_end(c, &found, r->scop->begin);
    stub_put_results(&after, r, tag(c));
    bool done = stub_put_iterators(&after, r->scop, tag(c));
    if (!certain && after.length > 0)
        buf_puts(&text, "} else {\n");
    buf_write(&text, after.text ? after.text : "", after.length);
    buf_puts(&text, certain ? "}\n" : "} }\n");
    put_statements(c, &text);
    close_conditional(c, &found, r->scop->end);
    buf_free(&after);
    return done;
}

static bool put_region(struct splice_copier *c, const struct stub_region *r)
{
    if (r->region->kept && !c->source->openmp)
        put_kept(c, r);
    if (r->region->kept)
        return true;
    return c->source->openmp ? put_openmp(c, r) : put_call(c, r);
}

/* Declares where an array that a block keeps lies, and how long it is; the
 * texts are the user's, of which macros are part. */
static void put_kept_range(struct splice_copier *c,
                           const struct splice_data *data, int k)
{
    struct buf text = {0};
    buf_printf(&text, "    void *hedra%s_base_%d = (void *)\n", tag(c), k);
    put_statements(c, &text);
    buf_printf(c->out, "        (%s);\n", data->base[k]);
    buf_printf(&text, "    size_t hedra%s_size_%d = (size_t)\n", tag(c), k);
    put_statements(c, &text);
    buf_printf(c->out, "        (%s);\n", data->size[k]);
}

/* What was kept is released even if the block changes what tells its place. */
static void open_data(struct splice_copier *c, const struct splice_data *data)
{
    struct conditional found = open_region(c, data->begin, data->end);
    struct buf text = {0};
    buf_puts(c->out, "{\n");
    for (int k = 0; k < data->count; k++)
        put_kept_range(c, data, k);
    for (int k = 0; k < data->count; k++)
        buf_printf(&text, "    hedra_keep(hedra%s_base_%d, hedra%s_size_%d);\n",
                   tag(c), k, tag(c), k);
    put_statements(c, &text);
    if (!c->source->row_order)
        stub_put_layout_open(c->out, tag(c), c->source->path, data);
    close_conditional(c, &found, found.at);
}

static void close_data(struct splice_copier *c, const struct splice_data *data)
{
    struct conditional found =
        conditional_find(c->source->source, data->begin, data->end);
    open_end(c, &found, data->begin);
    struct buf text = {0};
    if (!c->source->row_order)
        stub_put_layout_close(&text, tag(c), data);
    for (int k = 0; k < data->count; k++)
        buf_printf(&text,
                   "    hedra_release(hedra%s_base_%d, hedra%s_size_%d);\n",
                   tag(c), k, tag(c), k);
    put_statements(c, &text);
    buf_puts(c->out, "}\n");
    close_conditional(c, &found, data->end);
}

/* The body of a shared loop, with a word to GCC before loops that it is to
 * write out: another compiler does not know it. */
static void copy_body(struct splice_copier *c, const struct loop_text *loop)
{
    skip_to(c, loop->body);
    put_line_directive(c, loop->body);
    for (int k = 0; k < loop->unroll_count; k++) {
        copy_to(c, loop->unroll[k]);
        end_line(c->out);
        buf_puts(c->out, "#ifndef __clang__\n#pragma GCC unroll 16\n#endif\n");
        put_line_directive(c, loop->unroll[k]);
    }
    copy_to(c, loop->end);
}

/* The function of a loop whose rows threads run one behind the other: columns
 * run in parts. */
static void put_rows(struct splice_copier *c, const struct stub_region *r,
                     int k)
{
    const struct loop_text *row = shared_loop(r, k);
    const struct loop_text *column = shared_columns(r, k);
    struct buf text = {0};
    shared_put_rows_head(&text, r, k);
    put_names(c, &text);
    skip_to(c, row->body);
    put_line_directive(c, row->body);
    copy_to(c, column->begin);
    end_line(c->out);
    put_value(c, "{ ", "first", column->first);
    put_value(c, "", "end", column->bound);
    shared_put_columns_head(&text, r, k, tag(c));
    put_statements(c, &text);
    copy_body(c, column);
    end_line(c->out);
    buf_puts(&text, "hedra_row_done(hdk_rows, hdk_next);\n"
                    "hdk_at = hdk_next;\n}\n}\n");
    put_statements(c, &text);
    put_line_directive(c, column->end);
    copy_to(c, row->end);
    put_own_directive(c);
    shared_put_tail(&text, r, k);
    put_names(c, &text);
}

/* The loop of such a function, which may look ahead as the author's may. */
static void put_shared_loop(struct splice_copier *c,
                            const struct stub_region *r, int k)
{
    const struct loop_text *loop = shared_loop(r, k);
    struct buf head = {0};
    shared_put_loop(&head, r, k);
    skip_to(c, loop->begin);
    const struct look_ahead *look = next_look(c, loop->end);
    if (look && look->begin == loop->begin) {
        struct look_ahead own = shared_look(r, k, look);
        copy_look(c, &own, &head);
    } else {
        put_names(c, &head);
        copy_body(c, loop);
    }
}

/* The functions of shared loops, whose bodies are the user's text. */
static void put_shared_functions(struct splice_copier *c,
                                 const struct stub_region *r)
{
    size_t at = c->at;
    int directive = c->directive, count = shared_count(r);
    for (int k = 0; k < count; k++) {
        struct buf text = {0};
        if (k == 0 && r->region->kept)
            buf_puts(c->out, "#if defined __GNUC__ && !defined _OPENMP\n");
        else if (k == 0)
            buf_puts(c->out, "#ifdef __GNUC__\n");
        shared_put_head(&text, r, k);
        put_names(c, &text);
        put_shared_loop(c, r, k);
        put_own_directive(c);
        shared_put_tail(&text, r, k);
        put_names(c, &text);
        if (shared_columns(r, k))
            put_rows(c, r, k);
        shared_put_entry(&text, r, k);
        put_names(c, &text);
    }
    if (count)
        buf_puts(c->out, "#endif\n\n");
    c->at = at;
    c->directive = directive;
}

static void define(struct splice_copier *c, const struct splice_events *list,
                   int k)
{
    const struct splice_event *e = &list->event[k];
    const struct scop *scop = e->region->scop;
    if (!splice_is_defining(list, k - 1, e->at))
        put_own_directive(c);
    struct buf text = {0};
    bool optional =
        conditional_find(c->source->source, scop->begin, scop->end).found;
    struct stub_region own = *e->region;
    if (e->region->region->kept) {
        own = promised_region(c->faults->arena, e->region);
        promised_put_definitions(&text, e->region);
    } else {
        (c->source->openmp ? openmp_put_definitions
                           : stub_put_definitions)(&text, e->region, optional);
    }
    put_names(c, &text);
    if (!c->source->openmp)
        put_shared_functions(c, &own);
    if (!splice_is_defining(list, k + 1, e->at))
        put_line_directive(c, e->at);
}

static void include(struct splice_copier *c, size_t at,
                    const struct stub_region *region, int count)
{
    put_own_directive(c);
    struct buf text = {0};
    if (c->source->openmp)
        openmp_put_prologue(&text, region, count);
    else
        stub_put_prologue(&text);
    put_names(c, &text);
    put_line_directive(c, at);
}

/* A byte order mark is none in the midst of a file. */
static size_t mark_length(const struct splice_source *source)
{
    static const char mark[] = "\xef\xbb\xbf";
    const struct lex *x = &source->source->lex;
    bool found =
        x->length >= sizeof mark - 1 && !memcmp(x->text, mark, sizeof mark - 1);
    return found ? sizeof mark - 1 : 0;
}

bool splice_source(const struct splice_source *source,
                   const struct stub_region *region, int count, struct buf *out,
                   struct faults *faults)
{
    struct splice_events list =
        splice_events_of(faults->arena, source, region, count);
    struct splice_copier c = {.source = source,
                              .region = region,
                              .region_count = count,
                              .faults = faults,
                              .out = out,
                              .at = list.count ? mark_length(source) : 0};
    bool done = true;
    for (int k = 0; k < list.count; k++) {
        const struct splice_event *e = &list.event[k];
        copy_to(&c, e->at);
        switch (e->kind) {
        case SPLICE_INCLUDE:
            include(&c, e->at, region, count);
            break;
        case SPLICE_DEFINE:
            define(&c, &list, k);
            break;
        case SPLICE_OPEN_DATA:
            open_data(&c, e->data);
            break;
        case SPLICE_CLOSE_DATA:
            close_data(&c, e->data);
            break;
        case SPLICE_REPLACE:
            if (put_region(&c, e->region))
                break;
            fault_hint(faults,
                       fault_add(faults, FAULT_LOOP_FORM, e->region->scop->loc,
                                 "the last value of an iterator is read after "
                                 "the region, and its bounds are read from "
                                 "memory"),
                       (struct loc){0}, "declare the iterator in the for");
            done = false;
        }
    }
    copy_to(&c, source->source->lex.length);
    return done;
}
