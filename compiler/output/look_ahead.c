/*
 * Writes loops that look ahead (runtime/include/hedra_ahead.h): blocks of the
 * author's loop, and what is left of it:
 *
 *   while (there are blocks left that may be asked of) {
 *       if (the next one is due) {
 *           any = 0;
 *           for (lane = 0; lane < 64; lane++)
 *               any |= test at i + lane;
 *           if (!any) { i += 64; continue; }
 *       }
 *       for (end = i + take; i < end; i++)
 *           body
 *       if (i < end) { done = 1; break; }
 *   }
 *   if (!done)
 *       for (; i < bound; i++)
 *           body
 *
 * The test is the author's text, in whose scope the iterator is another one.
 */
#include "compiler/output/look_ahead.h"

#include <stdarg.h>

struct writer {
    struct buf *out;
    const struct look_ahead *look;
    const char *source, *tag;
    int depth; /* braces around */
};

static const char *how(const struct look_ahead *look)
{
    return look->lists   ? ", and what"
           : look->part  ? ", by a part of its condition"
           : look->jumps ? ", as far as they lie in pages that it reads anyway"
                         : "";
}

void look_ahead_note(const struct passes *passes, const struct scop *scop,
                     struct faults *faults)
{
    struct buf *out = pass_dump(passes, PASS_LOOK_AHEAD);
    if (!pass_runs(passes, PASS_LOOK_AHEAD))
        return;
    for (int k = 0; k < scop->look_count; k++) {
        const struct look_ahead *look = scop->look[k];
        fault_add(faults, FAULT_LOOK_AHEAD, look->loc,
                  "loop '%s' of the plain nest asks of blocks of 64 iterations "
                  "whether there is anything to do%s",
                  look->iterator, how(look));
        if (!out)
            continue;
        if (k == 0)
            pass_title(passes, PASS_LOOK_AHEAD, NULL);
        buf_printf(out, "line %d: %s < %s: %s%s\n", look->loc.line,
                   look->iterator, look->bound, look->test,
                   look->lists ? " (lists)" : "");
    }
}

const char *look_ahead_macro(const struct look_ahead *look, bool contracted)
{
    bool sums = look->multiplies && contracted;
    if (look->jumps)
        return sums ? "HEDRA_AHEAD_PAGES_EXACT" : "HEDRA_AHEAD_PAGES";
    return sums ? "HEDRA_AHEAD_EXACT" : "HEDRA_AHEAD";
}

static void indent(struct writer *w)
{
    if (w->out->length && w->out->text[w->out->length - 1] == '\n')
        buf_printf(w->out, "%*s", 4 * w->depth, "");
}

/* Appends lines of ours, indented, with hedraTAG_ for each $, and the iterator
 * for each @. */
static void put(struct writer *w, const char *text)
{
    for (; *text; text++) {
        w->depth -= *text == '}';
        indent(w);
        if (*text == '$')
            buf_printf(w->out, "hedra%s_", w->tag);
        else if (*text == '@')
            buf_puts(w->out, w->look->iterator);
        else
            buf_putc(w->out, *text);
        w->depth += *text == '{';
    }
}

/* The same of what a format makes of numbers. */
static void put_numbers(struct writer *w, const char *format, ...)
{
    struct buf line = {0};
    va_list list;
    va_start(list, format);
    buf_vprintf(&line, format, list);
    va_end(list);
    put(w, line.text);
    buf_free(&line);
}

/* What the user has written. */
static void put_own(struct writer *w, const char *text)
{
    indent(w);
    buf_puts(w->out, text);
}

static void put_part(struct writer *w, size_t begin, size_t end)
{
    while (begin < end && w->source[begin] == ' ')
        begin++;
    indent(w);
    buf_write(w->out, w->source + begin, end - begin);
    buf_puts(w->out, "\n");
}

/* Opens the scope of the iteration $lane of the block: the iterator, and what
 * the body declares before its test. */
static void put_lane(struct writer *w)
{
    put(w, "const __typeof__(@) @ = $from + $lane;\n(void)@;\n");
    if (*w->look->before) {
        put_own(w, w->look->before);
        put_own(w, "\n");
    }
    for (int k = 0; k < w->look->own_count; k++) {
        put(w, "(void)");
        put_own(w, w->look->own[k]);
        put(w, ";\n");
    }
}

static void put_spans(struct writer *w)
{
    const struct look_ahead *l = w->look;
    if (!l->span_count)
        return;
    put_numbers(w, "struct hedra_span $span[%d];\n", l->span_count);
    put(w, "for (int $k = 0; $k < 3; $k++) {\n"
           "const int $lane = $k < 2 ? $k : HEDRA_BLOCK - 1;\n");
    put_lane(w);
    for (int k = 0; k < l->span_count; k++) {
        put_numbers(w, "$span[%d].at[$k] = (uintptr_t)&(", k);
        put_own(w, l->span[k].text);
        put(w, ");\n");
    }
    put(w, "}\n");
}

static void put_size(struct writer *w, int span)
{
    const struct look_span *s = &w->look->span[span];
    put_numbers(w, "&$span[%d], ", span);
    put_numbers(w, s->size > 0 ? "%d" : "%d * sizeof *",
                s->size > 0 ? s->size : -s->size);
    if (s->size <= 0)
        put_own(w, s->of);
}

/* What must hold of the block. */
static void put_condition(struct writer *w)
{
    const struct look_ahead *l = w->look;
    for (int k = 0; k < l->read_count; k++) {
        put(w, "$take = hedra_span_in_page(");
        put_size(w, k);
        put(w, ", $take);\n");
    }
    if (l->read_count)
        put(w, "if ($take == HEDRA_BLOCK) {\n");
    for (int k = 0; k < l->pair_count; k++) {
        put(w, k ? " &&\n    hedra_spans_apart(" : "if (hedra_spans_apart(");
        put_size(w, l->pair[k][0]);
        put(w, ", ");
        put_size(w, l->pair[k][1]);
        put(w, ")");
    }
    put(w, l->pair_count ? ") {\n" : "{\n");
}

/* Each base by a pointer of which the compiler knows nothing. */
static void put_hidden(struct writer *w)
{
    const struct look_ahead *l = w->look;
    for (int k = 0; k < l->hidden_count; k++) {
        put(w, "__typeof__(*(");
        put_own(w, l->hidden[k]);
        put_numbers(w, ")) *$base_%d = ", k);
        put_own(w, l->hidden[k]);
        put_numbers(w, ";\nHEDRA_HIDE($base_%d);\n", k);
    }
    put(w, "{\n");
    for (int k = 0; k < l->hidden_count; k++) {
        put_numbers(w, "__typeof__(*$base_%d) *const ", k);
        put_own(w, l->hidden[k]);
        put_numbers(w, " = $base_%d;\n", k);
    }
}

/* Asks whether there is anything to do in the block. */
static void put_any(struct writer *w)
{
    put_numbers(w, "uint%d_t $any = 0;\n", 8 * w->look->width);
    put(w, "for (int $lane = 0; $lane < HEDRA_BLOCK; $lane++) {\n");
    put_lane(w);
    put(w, "$any |= (");
    put_own(w, w->look->test);
    put(w, ") != 0;\n}\n"
           "if (!hedra_ahead_hit(&$state, $any != 0)) {\n"
           "@ += HEDRA_BLOCK;\ncontinue;\n}\n");
}

/* Asks what is to be done, and does it unless the loop itself is better. */
static void put_list(struct writer *w)
{
    const struct look_ahead *l = w->look;
    put(w, "union hedra_flags $flags;\n"
           "for (int $lane = 0; $lane < HEDRA_BLOCK; $lane++) {\n");
    put_lane(w);
    put(w, "$flags.flag[$lane] = (");
    put_own(w, l->test);
    put(w, ") != 0;\n}\n"
           "uint64_t $bits = hedra_flag_bits(&$flags);\n"
           "if (hedra_ahead_list(&$state, $bits)) {\n"
           "for (; $bits; $bits &= $bits - 1) {\n"
           "const int $lane = __builtin_ctzll($bits);\n");
    put_lane(w);
    put_part(w, l->part ? l->body : l->then, l->part ? l->end : l->then_end);
    put(w, "}\n@ += HEDRA_BLOCK;\ncontinue;\n}\n");
}

/* Asks of the next block. */
static void put_block(struct writer *w)
{
    const struct look_ahead *l = w->look;
    put(w, "if ($take == 0) {\n"
           "__typeof__(@) $from = @;\n"
           "$take = HEDRA_BLOCK;\n");
    if (l->wraps)
        put(w, "if ($from > HEDRA_LAST_BLOCK)\nbreak;\n"
               "HEDRA_HIDE($from);\n"
               "if ($from > HEDRA_LAST_BLOCK)\n__builtin_unreachable();\n");
    put_hidden(w);
    put_spans(w);
    put_condition(w);
    if (l->lists)
        put_list(w);
    else
        put_any(w);
    put(w, l->read_count ? "}\n}\n}\n}\n" : "}\n}\n}\n");
}

/* Runs what is to be run of a block, or of several. */
static void put_run(struct writer *w)
{
    const struct look_ahead *l = w->look;
    put(w, "const __typeof__(@ + $bound) $end = @ + $take");
    put(w, l->inclusive ? " - 1;\nfor (; @ <= $end; @++)\n"
                        : ";\nfor (; @ < $end; @++)\n");
    put_part(w, l->body, l->end);
    if (l->jumps)
        put(w, l->inclusive ? "if (@ <= $end) {\n" : "if (@ < $end) {\n");
    if (l->jumps)
        put(w, "$done = 1;\nbreak;\n}\n");
}

void look_ahead_put_head(struct buf *out, const struct look_ahead *look,
                         const char *source, const char *tag)
{
    struct writer w = {out, look, source, tag, 1};
    const char *test = look->inclusive ? "@ <= $bound" : "@ < $bound";
    put(&w, "HEDRA_QUIET\nstatic __thread struct hedra_ahead $state;\n");
    put_own(&w, look->init);
    put(&w, ";\nconst __typeof__((");
    put_own(&w, look->bound);
    put(&w, ") + 0) $bound = ");
    put_own(&w, look->bound);
    put(&w, ";\nuint64_t $take;\n");
    if (look->jumps)
        put(&w, "int $done = 0;\n");
    put(&w, "while (HEDRA_BLOCKS_LEFT(@, $bound) && ");
    put(&w, test);
    put(&w, " &&\n       hedra_ahead_goes(&$state, HEDRA_LEFT(@, $bound)");
    put(&w, look->inclusive ? " + 1" : "");
    put(&w, ", &$take)) {\n");
    put_block(&w);
    put_run(&w);
    put(&w, "}\nHEDRA_NO_LONGER_QUIET\n");
    put(&w, look->jumps ? "if (!$done)\nfor (; " : "for (; ");
    put(&w, test);
    put(&w, "; @++)\n");
}
