/*
 * Writes the functions of shared loops. Variables of the function around a loop
 * come as a list of addresses: of copies, since a compiler knows less of a
 * variable whose own address leaves the function; arrays are pointers to their
 * first elements. What constants variables hold the functions say, so that
 * compilers make the loops for them.
 *
 * Of each loop there are two functions: the one that threads call reads the
 * list, and the other one has the variables as parameters, since that is where
 * compilers believe in `restrict`; of local variables gcc does not. It becomes
 * a part of its callers, of which the user's function is one: there compilers
 * know the variables' values, too.
 *
 * Sums (polyhedral/scop/loop_text.h) are another thing: threads have copies of
 * them. A sum that is no array the function keeps in a variable of its own, as
 * compilers do with the user's.
 *
 * These pointers are `restrict` where each is an array of the scop for itself:
 * the loops run in this form only if what is written overlaps nothing
 * (hedra_overlap, hedra_apart). Without that compilers lose what they knew in
 * the user's function, where they may have seen that malloc made both: not any
 * more, since the region's call has the addresses.
 */
#include "compiler/output/shared_nest.h"

#include "compiler/output/apart.h"
#include "compiler/output/layout_stub.h"
#include "compiler/output/usual_value.h"

#include <inttypes.h>
#include <string.h>

static int row_of(const struct region *region, int array)
{
    for (int k = 0; k < region->row_count; k++)
        if (region->row[k].array == array)
            return k;
    return -1;
}

int shared_count(const struct stub_region *r)
{
    int count = 0;
    bool shares = (r->host || r->region->kept) && r->region->shared &&
                  !r->openmp && !stub_is_laid(r);
    for (int k = 0; shares && k < r->scop->loop_count; k++)
        count += r->region->shared[k];
    return count;
}

/* Does the plain nest run where nothing is in the way of the kernels, or is
 * timed beside them? */
static bool is_a_choice(const struct stub_region *r)
{
    return r->region->plain != REGION_PLAIN_NEVER || r->exact;
}

bool shared_runs_alone(const struct stub_region *r)
{
    const struct scop *s = r->scop;
    bool exchanged = false;
    for (int k = 0; k < s->loop_count; k++)
        exchanged |= s->loop[k].each != NULL;
    return shared_count(r) > 0 && is_a_choice(r) && !exchanged &&
           !shared_loop(r, 0)->targeted;
}

const struct loop_text *shared_loop(const struct stub_region *r, int k)
{
    const struct loop_text *last = NULL;
    for (; k >= 0; k--) {
        const struct loop_text *next = NULL;
        for (int i = 0; i < r->scop->loop_count; i++) {
            const struct loop_text *text = r->scop->loop[i].text_of;
            if (r->region->shared[i] && (!last || text->begin > last->begin) &&
                (!next || text->begin < next->begin))
                next = text;
        }
        last = next;
    }
    return last;
}

/* How far rows of loop k are behind each other; -1: they are not. */
static int64_t ahead_of(const struct stub_region *r, int k)
{
    int loop = usual_loop_of(r->scop, shared_loop(r, k));
    return loop < 0 || !r->region->ahead ? -1 : r->region->ahead[loop];
}

const struct loop_text *shared_columns(const struct stub_region *r, int k)
{
    if (ahead_of(r, k) < 0)
        return NULL;
    const struct scop *s = r->scop;
    int loop = usual_loop_of(s, shared_loop(r, k));
    const struct scop_node *node = s->loop[loop].node->child[0];
    while (node->kind == SCOP_SEQ)
        node = node->child[0];
    return s->loop[node->loop].text_of;
}

bool shared_is_inner(const struct stub_region *r, int k)
{
    const struct loop_text *text = shared_loop(r, k);
    bool inner = false;
    for (int i = 0; i < r->scop->loop_count; i++)
        inner |=
            r->scop->loop[i].text_of == text && r->scop->loop[i].parent >= 0;
    return inner;
}

void shared_put_notes(struct buf *out, const struct stub_region *r,
                      const char *tag)
{
    for (int k = 0; k < shared_count(r); k++)
        if (shared_is_inner(r, k))
            buf_printf(out, "struct hedra_note hedra%s_note_%d = {0, 0};\n",
                       tag, k);
}

/* Have threads copies of loop k's sums? */
static bool has_sums(const struct stub_region *r, int k)
{
    const struct loop_text *text = shared_loop(r, k);
    for (int i = 0; i < r->scop->loop_count; i++)
        if (r->region->summed && r->region->summed[i] &&
            r->scop->loop[i].text_of == text)
            return true;
    return false;
}

/* Is it a sum of its own name, not an array of them? */
static bool is_total(const struct loop_capture *c)
{
    return c->written && c->sum;
}

/* Does the function declare it itself: what the text writes, which it sets
 * before it reads it, in each iteration, arrays to work in, and constants that
 * no type of an array mentions? */
static bool is_own(const struct loop_capture *c)
{
    return c->work || (c->written && !c->sum) ||
           (c->constant && (c->real || c->enumerator));
}

/* Does the call hand it over? */
static bool is_passed(const struct loop_capture *c)
{
    return (!c->written || c->sum) && !c->constant && !c->work;
}

int shared_sum_row(const struct stub_region *r, int number)
{
    for (int k = 0; k < shared_count(r); k++) {
        const struct loop_text *text = shared_loop(r, k);
        for (int c = 0; has_sums(r, k) && c < text->capture_count; c++)
            if (text->capture[c].array && text->capture[c].sum && number-- == 0)
                return row_of(r->region,
                              apart_array(r->scop, &text->capture[c]));
    }
    return -1;
}

/* A parameter of the function, or what is the function's own. */
static void put_variable(struct buf *out, const struct loop_capture *c,
                         bool apart)
{
    buf_printf(out, "__typeof__(%s) %s%s", c->type,
               !c->array ? ""
               : apart   ? "*restrict "
                         : "*",
               c->name);
}

static void put_parameter(struct buf *out, const struct loop_capture *c,
                          bool apart)
{
    if (is_total(c))
        buf_printf(out, "__typeof__(%s) *hdk_sum_%s", c->type, c->name);
    else if (c->field_count)
        buf_printf(out, "__typeof__(%s) *hdk_at_%s", c->type, c->name);
    else
        put_variable(out, c, apart);
}

static void put_parameters(struct buf *out, const struct loop_text *text,
                           bool apart, bool rows)
{
    for (int c = 0; c < text->capture_count; c++)
        if (!is_own(&text->capture[c])) {
            put_parameter(out, &text->capture[c], apart);
            buf_puts(out, ",\n    ");
        }
    buf_printf(out, "int64_t hdk_from, int64_t hdk_end%s)\n{\n",
               rows ? ", struct hedra_rows *hdk_rows" : "");
}

/* A compiler that saw where the value came from made narrow vectors of it. */
static void put_range(struct buf *out, const struct loop_capture *v)
{
    buf_puts(out, "    if (");
    if (v->least < 0)
        buf_printf(out, "%s < (%" PRId64 ") || ", v->name, v->least);
    else if (v->negative)
        buf_printf(out, "%s < 0 || ", v->name);
    buf_printf(out, "%s > %" PRId64 ")\n        __builtin_unreachable();\n",
               v->name, v->most);
}

/* What the function declares, what it knows of its parameters, and what it is
 * not to know: that a table is a variable of its caller. */
static void put_captures(struct buf *out, const struct scop *s,
                         const struct loop_text *text)
{
    for (int c = 0; c < text->capture_count; c++) {
        const struct loop_capture *v = &text->capture[c];
        if (v->enumerator) {
            buf_printf(out, "    enum { %s = %s };\n", v->name, v->constant);
        } else if (v->work) {
            buf_printf(out, "    __typeof__(%s) %s;\n", v->work, v->name);
        } else if (is_own(v)) {
            buf_puts(out, "    ");
            put_variable(out, v, false);
            if (v->constant)
                buf_printf(out, " = (__typeof__(%s))%s", v->type, v->constant);
            buf_puts(out, ";\n");
        } else if (is_total(v)) {
            buf_printf(out, "    __typeof__(%s) %s = *hdk_sum_%s;\n", v->type,
                       v->name, v->name);
        } else if (v->constant) {
            buf_printf(out,
                       "    if (%s != (__typeof__(%s))%s)\n"
                       "        __builtin_unreachable();\n",
                       v->name, v->type, v->constant);
        } else if (v->narrow) {
            put_range(out, v);
        }
        int array = v->array ? apart_array(s, v) : -1;
        if (array >= 0 && apart_is_table(s, text, array))
            buf_printf(out, "    __asm__(\"\" : \"+r\"(%s));\n", v->name);
        if (!v->named && !v->field_count)
            buf_printf(out, "    (void)%s;\n", v->name);
    }
}

/* The variable `own`, with the fields that the text reads, if `from` leads to
 * any. */
static void put_fields(struct buf *out, const struct loop_capture *v,
                       const char *own, const char *from, const char *indent)
{
    buf_printf(out, "%s__typeof__(%s) %s = {0};\n%sif (%s) {\n", indent,
               v->record, own, indent, from);
    for (int k = 0; k < v->field_count; k++)
        buf_printf(out, "%s    %s.%s = %s->%s;\n", indent, own, v->field[k],
                   from, v->field[k]);
    buf_printf(out, "%s}\n", indent);
}

/* Structures of which the text reads fields: nothing that it writes is one of
 * them, which compilers know of a copy whose address nobody has. */
static void put_copies(struct buf *out, struct arena *arena,
                       const struct loop_text *text)
{
    for (int c = 0; c < text->capture_count; c++) {
        const struct loop_capture *v = &text->capture[c];
        if (!v->field_count)
            continue;
        put_fields(out, v, arena_printf(arena, "hdk_own_%s", v->name),
                   arena_printf(arena, "hdk_at_%s", v->name), "    ");
        buf_printf(out, "    __typeof__(%s) *%s = &hdk_own_%s;\n", v->type,
                   v->name, v->name);
    }
}

/* A function that is called as if nothing were known of it. noipa: GCC 12 drops
 * calls of functions that store through restrict pointers which they, or their
 * callers, have loaded from memory. */
static void put_apart(struct buf *out, const char *more)
{
    buf_printf(out,
               "#if defined __clang__ || __GNUC__ < 8\n"
               "__attribute__((noinline%s))\n#else\n"
               "__attribute__((noinline, noipa%s))\n#endif\n"
               "static ",
               more, more);
}

/* Is the loop's function a part of its callers? Not where it calls functions of
 * the file that are long: compilers make these parts of a loop that alone calls
 * them, and the loop has become several; so its function takes all of them in
 * (flatten). */
static bool is_part(const struct stub_region *r, int k)
{
    return shared_runs_alone(r) && !shared_loop(r, k)->calls_long;
}

static bool is_iterator(const struct scop_expr *e, int loop)
{
    e = scop_expr_unwidened(e);
    return e->op == SCOP_ITER && e->ref == loop;
}

/* Is a loop's iterator compared with a number? */
static bool is_test_of(const struct scop_expr *e, const void *user)
{
    const int *loop = user;
    return scop_op_is_test(e->op) && e->count == 2 &&
           ((is_iterator(e->arg[0], *loop) && e->arg[1]->op == SCOP_INT) ||
            (is_iterator(e->arg[1], *loop) && e->arg[0]->op == SCOP_INT));
}

static bool tests_iterator(const struct scop *s, const struct loop_text *text)
{
    for (int k = 0; k < s->loop_count; k++)
        if (s->loop[k].text_of == text &&
            scop_node_count(s, s->loop[k].node->child[0], is_test_of, &k))
            return true;
    return false;
}

/* What is known of the first value, if it is a number in the source, and the
 * body compares the iterator with numbers, as y > 0. (Loops that do not gain
 * nothing, and some lose: GCC 12 makes vectors then of what it looks up in
 * tables.) */
static void put_first(struct buf *out, const struct scop *s,
                      const struct loop_text *text)
{
    const char *digits = "0123456789";
    size_t length = strlen(text->first);
    bool number = length > 0 && length < 10 &&
                  strspn(text->first, digits) == length &&
                  (length == 1 || text->first[0] != '0');
    if (number && text->step > 0 && tests_iterator(s, text))
        buf_printf(out,
                   "    hedra_no_less((int64_t)(__typeof__(%s))hdk_from, %s);"
                   "\n",
                   text->type, text->first);
}

/* What leads from the bound of a loop that runs with it as well to the end of
 * its range, or back. */
static const char *beyond(const struct loop_text *text, bool back)
{
    if (!text->inclusive)
        return "";
    return (text->step > 0) != back ? " + 1" : " - 1";
}

/* The head of the function's loop. An empty range may end where the iterator's
 * type does not reach. GCC 12 sees neighbours in the loop's accesses, and that
 * subscripts do not wrap, if its head converts nothing: so the comparison is
 * the author's, whose bound `hdk_end` is where the call in the author's
 * function hands it. */
static void put_bounds(struct buf *out, const struct scop *s,
                       const struct loop_text *text)
{
    bool up = text->step > 0;
    const char *same = text->inclusive ? "=" : "";
    buf_printf(out, "    if (!(hdk_from %c%s hdk_end))\n        return;\n",
               up ? '<' : '>', same);
    put_copies(out, s->arena, text);
    put_first(out, s, text);
    buf_printf(out,
               "    const __typeof__(%s) hdk_bound = (__typeof__(%s))hdk_end;"
               "\n",
               text->type, text->type);
}

static void put_loop(struct buf *out, const struct loop_text *text)
{
    const char *same = text->inclusive ? "=" : "";
    buf_printf(out,
               "    for (__typeof__(%s) %s = (__typeof__(%s))hdk_from;"
               " %s %c%s hdk_bound; %s += %" PRId64 ")\n",
               text->type, text->iterator, text->type, text->iterator,
               text->step > 0 ? '<' : '>', same, text->iterator, text->step);
}

void shared_put_head(struct buf *out, const struct stub_region *r, int k)
{
    const struct loop_text *text = shared_loop(r, k);
    if (is_part(r, k))
        buf_puts(out, "__attribute__((always_inline))\nstatic inline ");
    else
        put_apart(out, text->calls ? ", flatten" : "");
    buf_printf(out, "void %s_p%d(", r->region->name, k);
    put_parameters(out, text, apart_are_all(r->scop, text), false);
    put_captures(out, r->scop, text);
    put_bounds(out, r->scop, text);
}

void shared_put_loop(struct buf *out, const struct stub_region *r, int k)
{
    put_loop(out, shared_loop(r, k));
}

struct look_ahead shared_look(const struct stub_region *r, int k,
                              const struct look_ahead *look)
{
    const struct loop_text *text = shared_loop(r, k);
    struct look_ahead own = *look;
    own.init = arena_printf(r->scop->arena,
                            "__typeof__(%s) %s = (__typeof__(%s))hdk_from",
                            text->type, text->iterator, text->type);
    own.bound = "hdk_bound";
    return own;
}

void shared_put_rows_head(struct buf *out, const struct stub_region *r, int k)
{
    const struct loop_text *text = shared_loop(r, k);
    put_apart(out, text->calls ? ", flatten" : "");
    buf_printf(out, "void %s_r%d(", r->region->name, k);
    put_parameters(out, text, false, true);
    put_captures(out, r->scop, text);
    put_bounds(out, r->scop, text);
    put_loop(out, text);
}

void shared_put_columns_head(struct buf *out, const struct stub_region *r,
                             int k, const char *tag)
{
    const struct loop_text *text = shared_columns(r, k);
    buf_printf(out,
               "for (int64_t hdk_at = hedra%s_first, hdk_stop = hedra%s_end%s;"
               " hdk_at < hdk_stop;) {\n"
               "const int64_t hdk_next ="
               " hedra_row_part(hdk_rows, hdk_at, hdk_stop, %" PRId64 ");\n",
               tag, tag, beyond(text, false), text->step);
    buf_printf(out,
               "const __typeof__(%s) hdk_last = (__typeof__(%s))hdk_next;\n"
               "for (__typeof__(%s) %s = (__typeof__(%s))hdk_at; %s < hdk_last;"
               " %s += %" PRId64 ")\n",
               text->type, text->type, text->type, text->iterator, text->type,
               text->iterator, text->iterator, text->step);
}

void shared_put_tail(struct buf *out, const struct stub_region *r, int k)
{
    const struct loop_text *text = shared_loop(r, k);
    for (int c = 0; c < text->capture_count; c++)
        if (is_total(&text->capture[c]))
            buf_printf(out, "    *hdk_sum_%s = %s;\n", text->capture[c].name,
                       text->capture[c].name);
    buf_puts(out, "}\n\n");
}

/* Usual values ------------------------------------------------------------- */

static bool is_tested(const struct scop *s, const struct loop_text *text,
                      const struct loop_capture *c, int64_t *value)
{
    if (c->array || !is_passed(c) || c->written)
        return false;
    *value = c->usual ? c->usual_value : 1;
    return c->usual || usual_is_unit_stride(s, text, c);
}

/* Opens the case in which all strides are 1, sizes are what the file's calls
 * say, and the inner loop runs; false: there is nothing to ask. */
static bool put_usual_test(struct buf *out, const struct stub_region *r, int k)
{
    const struct loop_text *text = shared_loop(r, k);
    int passed = 0, count = 0;
    for (int c = 0; c < text->capture_count && is_part(r, k); c++) {
        const struct loop_capture *v = &text->capture[c];
        int64_t first = 0, value;
        if (is_tested(r->scop, text, v, &value))
            buf_printf(out,
                       "%s*(__typeof__(%s) *)hdk_variable[%d] == (__typeof__"
                       "(%s))%" PRId64 "LL",
                       count++ ? " &&\n        " : "if (", v->type, passed,
                       v->type, value);
        else if (usual_ends_inner(r->scop, text, v, &first))
            buf_printf(out,
                       "%s%" PRId64 " < *(__typeof__(%s) *)hdk_variable[%d]",
                       count++ ? " && " : "if (", first, v->type, passed);
        passed += is_passed(v);
    }
    buf_puts(out, count ? ")\n        " : "");
    return count > 0;
}

/* The call of the loop's function up to its range, of the one that runs rows if
 * `rows`: the variables are those of the list (`tag` NULL), or those of the
 * function around. `usual`: they hold what was asked for. */
static void put_arguments(struct buf *out, const struct stub_region *r, int k,
                          const char *tag, bool usual, bool rows)
{
    const struct loop_text *text = shared_loop(r, k);
    int64_t value;
    int passed = 0;
    buf_printf(out, "%s_%c%d(", r->region->name, rows ? 'r' : 'p', k);
    for (int c = 0; c < text->capture_count; c++) {
        const struct loop_capture *v = &text->capture[c];
        if (is_own(v))
            continue;
        if (v->constant)
            buf_printf(out, "(__typeof__(%s))%s, ", v->type, v->constant);
        else if (usual && is_tested(r->scop, text, v, &value))
            buf_printf(out, "(__typeof__(%s))%" PRId64 "LL, ", v->type, value);
        else if (tag && is_total(v))
            buf_printf(out, "&hedra%s_value_%d, ", tag, c);
        else if (tag)
            buf_printf(out, "%s%s, ", v->array ? "(void *)" : "", v->name);
        else if (v->array || is_total(v))
            buf_printf(out, "hdk_variable[%d], ", passed);
        else
            buf_printf(out, "*(__typeof__(%s) *)hdk_variable[%d], ", v->type,
                       passed);
        passed += is_passed(v);
    }
}

/* What tells which of two is better. */
static void put_better(struct buf *out, const struct stub_region *r, int k)
{
    const struct loop_text *text = shared_loop(r, k);
    const char *type = "";
    for (int c = 0; c < text->capture_count; c++)
        if (!strcmp(text->capture[c].name, text->best))
            type = text->capture[c].type;
    put_apart(out, "");
    buf_printf(out,
               "int %s_b%d(const void *hdk_a, const void *hdk_b)\n{\n"
               "    return *(const __typeof__(%s) *)hdk_a %c"
               " *(const __typeof__(%s) *)hdk_b;\n}\n\n",
               r->region->name, k, type, text->pick[0], type);
}

void shared_put_entry(struct buf *out, const struct stub_region *r, int k)
{
    const struct loop_text *text = shared_loop(r, k);
    bool rows = ahead_of(r, k) >= 0;
    const char *end = beyond(text, true);
    put_apart(out, "");
    buf_printf(out,
               "void %s_s%d(void *const *hdk_variable, int64_t hdk_from,"
               "\n    int64_t hdk_to%s)\n{\n    (void)hdk_variable;\n    ",
               r->region->name, k, rows ? ", struct hedra_rows *hdk_rows" : "");
    if (rows) {
        buf_puts(out, "if (hdk_rows)\n        ");
        put_arguments(out, r, k, NULL, false, true);
        buf_printf(out, "hdk_from, hdk_to%s, hdk_rows);\n    else ", end);
    }
    if (put_usual_test(out, r, k)) {
        put_arguments(out, r, k, NULL, true, false);
        buf_printf(out, "hdk_from, hdk_to%s);\n    else\n        ", end);
    }
    put_arguments(out, r, k, NULL, false, false);
    buf_printf(out, "hdk_from, hdk_to%s);\n}\n\n", end);
    if (has_sums(r, k) && text->pick)
        put_better(out, r, k);
}

/* Copies of variables, whose addresses leave the function. */
static void put_values(struct buf *out, struct arena *arena,
                       const struct loop_text *text, const char *tag,
                       bool totals)
{
    for (int c = 0; c < text->capture_count; c++) {
        const struct loop_capture *v = &text->capture[c];
        if (v->field_count && !totals)
            put_fields(out, v, arena_printf(arena, "hedra%s_value_%d", tag, c),
                       v->name, "");
        else if (is_passed(v) && !v->array && (!totals || is_total(v)))
            buf_printf(out, "__typeof__(%s) hedra%s_value_%d = %s;\n", v->type,
                       tag, c, v->name);
    }
}

static void put_totals_back(struct buf *out, const struct loop_text *text,
                            const char *tag)
{
    for (int c = 0; c < text->capture_count; c++)
        if (is_total(&text->capture[c]))
            buf_printf(out, "%s = hedra%s_value_%d;\n", text->capture[c].name,
                       tag, c);
}

/* The array hedraTAG_sum, by the list's variables. Returns how many there are.
 */
static int put_sums(struct buf *out, const struct stub_region *r, int k,
                    const char *tag)
{
    static const char *const names[] = {
        [LOOP_SUM_ADD] = "ADD",
        [LOOP_SUM_OR] = "OR",
        [LOOP_SUM_XOR] = "XOR",
        [LOOP_SUM_AND] = "AND",
    };
    const struct loop_text *text = shared_loop(r, k);
    int passed = 0, count = 0, number = 0;
    for (int i = 0; i < k; i++)
        for (int c = 0; c < shared_loop(r, i)->capture_count; c++)
            number += has_sums(r, i) && shared_loop(r, i)->capture[c].array &&
                      shared_loop(r, i)->capture[c].sum;
    for (int c = 0; c < text->capture_count; c++) {
        const struct loop_capture *v = &text->capture[c];
        if (v->sum && is_passed(v)) {
            buf_printf(out,
                       count++ ? ",\n    {"
                               : "struct hedra_sum hedra%s_sum[] = {\n    {",
                       tag);
            buf_printf(out, "%d, HEDRA_SUM_%s, %d, ", passed, names[v->sum],
                       v->sum_size);
            if (v->array)
                buf_printf(out, "hedra%s_touched[%d], hedra%s_touched[%d]}",
                           tag, 2 * number, tag, 2 * number + 1);
            else
                buf_printf(out, "0, %d}", v->sum_size);
            number += v->array;
        }
        passed += is_passed(v);
    }
    buf_puts(out, count ? "};\n" : "");
    return count;
}

/* The array hedraTAG_pick, the best first. Returns how many there are. */
static int put_picks(struct buf *out, const struct loop_text *text,
                     const char *tag)
{
    int count = 0;
    for (int rest = 0; rest < 2; rest++) {
        int passed = 0;
        for (int c = 0; c < text->capture_count; c++) {
            const struct loop_capture *v = &text->capture[c];
            bool other = strcmp(v->name, text->best) != 0;
            if (v->sum && other == rest) {
                if (count == 0)
                    buf_printf(
                        out, "const struct hedra_pick hedra%s_pick[] = {", tag);
                buf_printf(out, "%s{%d, %d}", count++ ? ", " : "", passed,
                           v->sum_size);
            }
            passed += is_passed(v);
        }
    }
    buf_puts(out, "};\n");
    return count;
}

/* The list of the variables, and the call that shares the loop. */
static void put_share(struct buf *out, const struct stub_region *r, int k,
                      const char *tag)
{
    const struct loop_text *text = shared_loop(r, k);
    int count = 0;
    put_values(out, r->scop->arena, text, tag, false);
    buf_printf(out, "void *hedra%s_variable[] = {", tag);
    for (int c = 0; c < text->capture_count; c++) {
        const struct loop_capture *v = &text->capture[c];
        if (!is_passed(v))
            continue;
        buf_puts(out, count++ ? ", " : "");
        int array = v->array ? apart_array(r->scop, v) : -1;
        if (array >= 0 && stub_is_copied(r, array))
            buf_printf(out, "(void *)hedra%s_variable_%d", tag, array);
        else if (v->array && !v->field_count)
            buf_printf(out, "(void *)%s", v->name);
        else
            buf_printf(out, "(void *)&hedra%s_value_%d", tag, c);
    }
    buf_puts(out, count ? "};\n" : "0};\n");
    if (ahead_of(r, k) >= 0) {
        buf_printf(out,
                   "hedra_share_rows(%s_s%d, hedra%s_variable, hedra%s_first,"
                   " hedra%s_end%s, %" PRId64 ", %" PRId64 ");\n",
                   r->region->name, k, tag, tag, tag, beyond(text, false),
                   text->step, ahead_of(r, k));
        return;
    }
    if (has_sums(r, k) && text->pick) {
        int picks = put_picks(out, text, tag);
        buf_printf(out,
                   "hedra_share_picks(%s_s%d, hedra%s_variable, hedra%s_first,"
                   " hedra%s_end%s, %" PRId64 ",\n    %d, hedra%s_pick, %d,"
                   " %s_b%d, %d);\n",
                   r->region->name, k, tag, tag, tag, beyond(text, false),
                   text->step, count, tag, picks, r->region->name, k,
                   text->pick[1] == '=');
        put_totals_back(out, text, tag);
        return;
    }
    int sums = has_sums(r, k) ? put_sums(out, r, k, tag) : 0;
    buf_printf(out,
               "hedra_share%s(%s_s%d, hedra%s_variable, hedra%s_first,"
               " hedra%s_end%s, %" PRId64 ", ",
               sums ? "_sums" : "", r->region->name, k, tag, tag, tag,
               beyond(text, false), text->step);
    if (shared_is_inner(r, k))
        buf_printf(out, "&hedra%s_note_%d", tag, k);
    else
        buf_puts(out, "0");
    if (sums)
        buf_printf(out, ",\n    %d, hedra%s_sum, %d", count, tag, sums);
    buf_puts(out, ");\n");
    put_totals_back(out, text, tag);
}

/* A loop is shared if it runs more than once: its iterator goes farther than
 * this. */
static int64_t steps_of_one(const struct loop_text *text)
{
    int64_t step = text->step < 0 ? -text->step : text->step;
    return text->inclusive ? step - 1 : step;
}

void shared_put_call(struct buf *out, const struct stub_region *r, int k,
                     const char *tag)
{
    const struct loop_text *text = shared_loop(r, k);
    bool up = text->step > 0;
    if (shared_is_inner(r, k))
        buf_printf(out,
                   "if (hedra%s_way == 2 &&\n    hedra_pays(&hedra%s_note_%d,"
                   " hedra%s_%s, hedra%s_%s)) {\n",
                   tag, tag, k, tag, up ? "first" : "end", tag,
                   up ? "end" : "first");
    else
        buf_printf(out,
                   "if (hedra%s_way == 2 && hedra%s_%s - hedra%s_%s > %" PRId64
                   ") {\n",
                   tag, tag, up ? "end" : "first", tag, up ? "first" : "end",
                   steps_of_one(text));
    put_share(out, r, k, tag);
    buf_puts(out, "} else {\n");
    put_values(out, r->scop->arena, text, tag, true);
    put_arguments(out, r, k, tag, false, false);
    buf_printf(out, "hedra%s_first, hedra%s_end);\n", tag, tag);
    put_totals_back(out, text, tag);
    buf_puts(out, "}\n");
}
