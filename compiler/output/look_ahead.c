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

const char *look_ahead_macro(const struct look_ahead *look)
{
    return look->jumps ? "HEDRA_AHEAD_PAGES" : "HEDRA_AHEAD";
}

struct writer {
    struct buf *out;
    const struct look_ahead *look;
    const char *source, *tag;
};

/* Appends the text with hedraTAG_ for each $, and the iterator for each @. */
static void put(const struct writer *w, const char *text)
{
    for (; *text; text++)
        if (*text == '$')
            buf_printf(w->out, "hedra%s_", w->tag);
        else if (*text == '@')
            buf_puts(w->out, w->look->iterator);
        else
            buf_putc(w->out, *text);
}

/* Opens the scope of the iteration $lane of the block: the iterator, and what
 * the body declares before its test. */
static void put_lane(const struct writer *w)
{
    put(w, "const __typeof__(@) @ = $from + $lane;\n");
    if (*w->look->before)
        buf_printf(w->out, "%s\n", w->look->before);
    for (int k = 0; k < w->look->own_count; k++)
        buf_printf(w->out, "(void)%s;\n", w->look->own[k]);
}

static void put_spans(const struct writer *w)
{
    const struct look_ahead *l = w->look;
    if (!l->span_count)
        return;
    buf_printf(w->out, "struct hedra_span hedra%s_span[%d];\n", w->tag,
               l->span_count);
    put(w, "for (int $k = 0; $k < 3; $k++) {\n"
           "const int $lane = $k < 2 ? $k : HEDRA_BLOCK - 1;\n");
    put_lane(w);
    for (int k = 0; k < l->span_count; k++) {
        buf_printf(w->out, "hedra%s_span[%d].at", w->tag, k);
        put(w, "[$k] = (uintptr_t)&(");
        buf_printf(w->out, "%s);\n", l->span[k].text);
    }
    buf_puts(w->out, "}\n");
}

static void put_size(const struct writer *w, int span)
{
    const struct look_span *s = &w->look->span[span];
    if (s->size > 0)
        buf_printf(w->out, "%d", s->size);
    else
        buf_printf(w->out, "%d * sizeof %s[0]", -s->size, s->of);
}

/* What must hold of the block. */
static void put_condition(const struct writer *w)
{
    const struct look_ahead *l = w->look;
    for (int k = 0; k < l->read_count; k++) {
        put(w, "$take = hedra_span_in_page(&$span");
        buf_printf(w->out, "[%d], ", k);
        put_size(w, k);
        put(w, ", $take);\n");
    }
    if (l->read_count)
        put(w, "if ($take == HEDRA_BLOCK) {\n");
    for (int k = 0; k < l->pair_count; k++) {
        buf_printf(w->out, k ? " &&\n    " : "if (");
        put(w, "hedra_spans_apart(&$span");
        buf_printf(w->out, "[%d], ", l->pair[k][0]);
        put_size(w, l->pair[k][0]);
        put(w, ", &$span");
        buf_printf(w->out, "[%d], ", l->pair[k][1]);
        put_size(w, l->pair[k][1]);
        buf_puts(w->out, ")");
    }
    buf_puts(w->out, l->pair_count ? ") {\n" : "{\n");
}

/* Each base by a pointer of which the compiler knows nothing. */
static void put_hidden(const struct writer *w)
{
    const struct look_ahead *l = w->look;
    for (int k = 0; k < l->hidden_count; k++)
        buf_printf(w->out,
                   "__typeof__(*(%s)) *hedra%s_base_%d = %s;\n"
                   "HEDRA_HIDE(hedra%s_base_%d);\n",
                   l->hidden[k], w->tag, k, l->hidden[k], w->tag, k);
    buf_puts(w->out, "{\n");
    for (int k = 0; k < l->hidden_count; k++)
        buf_printf(w->out,
                   "__typeof__(*hedra%s_base_%d) *const %s ="
                   " hedra%s_base_%d;\n",
                   w->tag, k, l->hidden[k], w->tag, k);
}

/* Asks whether there is anything to do in the block. */
static void put_any(const struct writer *w)
{
    buf_printf(w->out, "uint%d_t hedra%s_any = 0;\n", 8 * w->look->width,
               w->tag);
    put(w, "for (int $lane = 0; $lane < HEDRA_BLOCK; $lane++) {\n");
    put_lane(w);
    put(w, "$any |= (");
    buf_puts(w->out, w->look->test);
    put(w, "\n) != 0;\n}\n"
           "if (!hedra_ahead_hit(&$state, $any != 0)) {\n"
           "@ += HEDRA_BLOCK;\ncontinue;\n}\n");
}

/* Asks what is to be done, and does it unless the loop itself is better. */
static void put_list(const struct writer *w)
{
    const struct look_ahead *l = w->look;
    put(w, "union hedra_flags $flags;\n"
           "for (int $lane = 0; $lane < HEDRA_BLOCK; $lane++) {\n");
    put_lane(w);
    put(w, "$flags.flag[$lane] = (");
    buf_puts(w->out, l->test);
    put(w, "\n) != 0;\n}\n"
           "uint64_t $bits = hedra_flag_bits(&$flags);\n"
           "if (hedra_ahead_list(&$state, $bits)) {\n"
           "for (; $bits; $bits &= $bits - 1) {\n"
           "const int $lane = __builtin_ctzll($bits);\n");
    put_lane(w);
    if (l->part)
        buf_write(w->out, w->source + l->body, l->end - l->body);
    else
        buf_write(w->out, w->source + l->then, l->then_end - l->then);
    put(w, "\n}\n@ += HEDRA_BLOCK;\ncontinue;\n}\n");
}

/* Runs what is to be run of a block, or of several. */
static void put_run(const struct writer *w)
{
    const struct look_ahead *l = w->look;
    put(w, "const __typeof__(@ + $bound) $end = @ + $take");
    put(w, l->inclusive ? " - 1;\nfor (; @ <= $end; @++)\n"
                        : ";\nfor (; @ < $end; @++)\n");
    buf_write(w->out, w->source + l->body, l->end - l->body);
    buf_puts(w->out, "\n");
    if (l->jumps)
        put(w, l->inclusive ? "if (@ <= $end) {\n" : "if (@ < $end) {\n");
    if (l->jumps)
        put(w, "$done = 1;\nbreak;\n}\n");
}

void look_ahead_put_head(struct buf *out, const struct look_ahead *look,
                         const char *source, const char *tag)
{
    const struct writer w = {out, look, source, tag};
    const char *test = look->inclusive ? "@ <= $bound" : "@ < $bound";
    put(&w, "{\nstatic __thread struct hedra_ahead $state;\n");
    buf_printf(out, "%s;\n", look->init);
    buf_printf(out, "const __typeof__((%s) + 0) hedra%s_bound = %s;\n",
               look->bound, tag, look->bound);
    put(&w, "uint64_t $take;\n");
    if (look->jumps)
        put(&w, "int $done = 0;\n");
    put(&w, "while (");
    put(&w, test);
    put(&w, " &&\n    hedra_ahead_goes(&$state, HEDRA_LEFT(@, $bound)");
    put(&w, look->inclusive ? " + 1" : "");
    put(&w, ", &$take)) {\n"
            "if ($take == 0) {\n"
            "__typeof__(@) $from = @;\n"
            "$take = HEDRA_BLOCK;\n");
    if (look->wraps)
        put(&w, "if ($from > HEDRA_LAST_BLOCK)\nbreak;\n"
                "HEDRA_HIDE($from);\n"
                "if ($from > HEDRA_LAST_BLOCK)\n__builtin_unreachable();\n");
    put_hidden(&w);
    put_spans(&w);
    put_condition(&w);
    if (look->lists)
        put_list(&w);
    else
        put_any(&w);
    buf_puts(out, look->read_count ? "}\n}\n}\n}\n" : "}\n}\n}\n");
    put_run(&w);
    put(&w, look->jumps ? "}\nif (!$done)\nfor (; " : "}\nfor (; ");
    put(&w, test);
    put(&w, "; @++)\n");
}
