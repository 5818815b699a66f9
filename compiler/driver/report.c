/*
 * The report of --report=json, as one object:
 *
 *   {"version": 1, "file": "a.c",
 *    "skipped": 0, "compiled": 1, "kept": 0, "refused": 1,
 *    "regions": [{"number": 1, "line": 4, "function": "f", "state": "refused",
 *                 "summary": {"name": "hedra_f_1", "nests": 1,
 *                             "runs": "…", "limited": "…", "expected": "…",
 *                             "help": "…",
 *                             "kernels": [{"target": "gpu", …}],
 *                             "helps": [{"line": 5, "text": "…"}]},
 *                 "messages": [{"severity": "error", "kind": "call",
 *                               "file": "a.c", "line": 6, "column": 9,
 *                               "text": "…", "hint": "…"}]}]}
 */
#include "compiler/driver/report.h"

#include "runtime/base/base.h"
#include "runtime/base/json_text.h"

#include <string.h>

static void put_string(struct buf *out, const char *text)
{
    buf_putc(out, '"');
    char one[JSON_TEXT_ROOM];
    for (const char *c = text ? text : ""; *c;) {
        c += json_text_put(c, strlen(c), one);
        buf_puts(out, one);
    }
    buf_putc(out, '"');
}

static void put_member(struct buf *out, const char *name, const char *text)
{
    buf_printf(out, "\"%s\": ", name);
    put_string(out, text);
}

static void put_message(struct buf *out, const struct fault *fault)
{
    static const char *const severity[] = {[FAULT_ERROR] = "error",
                                           [FAULT_WARNING] = "warning",
                                           [FAULT_REMARK] = "remark"};
    buf_puts(out, "{");
    put_member(out, "severity", severity[fault_counts_as(fault)]);
    buf_puts(out, ", ");
    put_member(out, "kind", fault_name(fault->kind));
    buf_puts(out, ", ");
    put_member(out, "file", fault->loc.file);
    buf_printf(out, ", \"line\": %d, \"column\": %d, ", fault->loc.line,
               fault->loc.column);
    put_member(out, "text", fault->message);
    if (fault->hint) {
        buf_puts(out, ", ");
        put_member(out, "hint", fault->hint);
    }
    buf_puts(out, "}");
}

static void put_text(struct buf *out, const char *name, const char *text)
{
    if (!text)
        return;
    buf_puts(out, ", ");
    put_member(out, name, text);
}

static void put_kernel(struct buf *out, const struct report_kernel *k)
{
    buf_puts(out, "{");
    put_member(out, "target", k->gpu ? "gpu" : "host");
    put_text(out, "name", k->name);
    buf_printf(out, ", \"line\": %d, \"parallel\": %d", k->line, k->dims);
    put_text(out, "loops", k->loops);
    put_text(out, "again", k->around);
    if (k->gpu)
        buf_printf(out, ", \"threads\": [%d, %d, %d]", k->threads[0],
                   k->threads[1], k->threads[2]);
    if (k->counted)
        buf_printf(out,
                   ", \"launches\": %lld, \"blocks\": %lld, \"largest\": "
                   "[%lld, %lld, %lld]",
                   k->launches, k->blocks, k->most_blocks[0], k->most_blocks[1],
                   k->most_blocks[2]);
    if (k->predicted)
        buf_printf(out, ", \"operations\": %.6g, \"bytes\": %.6g",
                   k->operations, k->bytes);
    put_text(out, "limit", k->limit);
    buf_puts(out, "}");
}

static void put_summary(struct buf *out, const struct report_summary *s)
{
    buf_puts(out, ",\n    \"summary\": {");
    put_member(out, "name", s->name);
    buf_printf(out, ", \"nests\": %d", s->nests);
    put_text(out, "runs", s->runs);
    put_text(out, "limited", s->limit);
    put_text(out, "expected", s->expected);
    put_text(out, "help", s->help);
    buf_puts(out, ",\n     \"kernels\": [");
    for (int k = 0; k < s->kernel_count; k++) {
        buf_puts(out, k > 0 ? ",\n       " : "\n       ");
        put_kernel(out, &s->kernel[k]);
    }
    buf_puts(out, "],\n     \"helps\": [");
    for (int k = 0; k < s->help_count; k++) {
        buf_printf(out, "%s{\"line\": %d, ", k > 0 ? ",\n       " : "\n       ",
                   s->helps[k].line);
        put_member(out, "text", s->helps[k].text);
        buf_puts(out, "}");
    }
    buf_puts(out, "]}");
}

/* How many messages there were before: what separates them. */
static int put_span(struct buf *out, const struct report_span *span,
                    const struct faults *faults,
                    const struct diag_options *asked, int count)
{
    const struct fault *f = span->after ? span->after->next : faults->first;
    if (span->after == span->last)
        return count;
    for (bool more = true; f && more; f = f->next) {
        more = f != span->last;
        if (fault_counts_as(f) == FAULT_REMARK &&
            (f->kind == FAULT_SUMMARY || !diag_asks_for(f, asked)))
            continue;
        buf_puts(out, count++ > 0 ? ",\n       " : "\n       ");
        put_message(out, f);
    }
    return count;
}

void report_put(struct buf *out, const char *file,
                const struct report_region *region, int count,
                const struct faults *faults, const struct diag_options *asked)
{
    static const char *const state[] = {[REPORT_SKIPPED] = "skipped",
                                        [REPORT_COMPILED] = "compiled",
                                        [REPORT_KEPT] = "kept",
                                        [REPORT_REFUSED] = "refused"};
    int number[REPORT_REFUSED + 1] = {0};
    for (int k = 0; k < count; k++)
        number[region[k].state]++;
    buf_puts(out, "{\"version\": 1, ");
    put_member(out, "file", file);
    for (int k = 0; k <= REPORT_REFUSED; k++)
        buf_printf(out, ", \"%s\": %d", state[k], number[k]);
    buf_puts(out, ",\n \"regions\": [");
    for (int k = 0; k < count; k++) {
        const struct report_region *r = &region[k];
        buf_printf(out, "%s\n   {\"number\": %d, \"line\": %d, ",
                   k > 0 ? "," : "", k + 1, r->loc.line);
        put_member(out, "function", r->function);
        buf_puts(out, ", ");
        put_member(out, "state", state[r->state]);
        if (r->summary)
            put_summary(out, r->summary);
        buf_puts(out, ",\n    \"messages\": [");
        int messages = put_span(out, &r->read, faults, asked, 0);
        put_span(out, &r->chosen, faults, asked, messages);
        buf_puts(out, "]}");
    }
    buf_puts(out, "]}\n");
}
