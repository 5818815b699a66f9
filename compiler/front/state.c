/*
 * What the walk has at hand: the place of a cursor and faults there, how much
 * is around the statement, which variables hold what calls have returned, which
 * increments are open, and which names are given.
 */
#include "compiler/front/statement.h"

#include <ctype.h>
#include <string.h>

struct loc front_loc(struct front *f, CXCursor c)
{
    return clang_cursor_loc(f->unit, c);
}

/* What has been said of the region in the same words; NULL: nothing. */
static struct fault *said_before(const struct front *f, enum fault_kind kind,
                                 const char *text)
{
    struct fault *said = fault_since(f->faults, &f->before);
    while (said && (said->kind != kind || strcmp(said->message, text) != 0))
        said = said->next;
    return said;
}

/* Who mends the first place knows how to mend the others. */
struct fault *front_refuse(struct front *f, enum fault_kind kind, CXCursor c,
                           const char *format, ...)
{
    va_list ap;
    struct buf text = {0};
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    struct fault *fault = said_before(f, kind, text.text);
    if (fault)
        fault->repeats++;
    else
        fault = fault_add(f->faults, kind, front_loc(f, c), "%s", text.text);
    buf_free(&text);
    return fault;
}

void front_refuse_with(struct front *f, enum fault_kind kind, CXCursor c,
                       const char *what, const char *hint)
{
    struct fault *fault = front_refuse(f, kind, c, "%s", what);
    FRONT_HINT(f, fault, "%s", hint);
}

/* Pointers with scalars of their own ---------------------------------------
 */

void carried_ask(struct front *f, const struct symbol *s)
{
    struct carried *list = f->carried;
    CXType type = clang_getCanonicalType(clang_getCursorType(s->decl));
    if (list->astray || type.kind != CXType_Pointer || !s->local ||
        s->carried || s->exchanged || (s->inside | s->outside) & REF_ADDRESS ||
        clang_isVolatileQualifiedType(type) ||
        clang_Type_getSizeOf(clang_getPointeeType(type)) <= 0 ||
        clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_Void)
        return;
    for (int k = 0; k < list->count; k++)
        if (clang_equalCursors(list->decl[k], s->decl))
            return;
    ARENA_PUSH(f->arena, list->decl, list->count, list->cap, s->decl);
    list->more = true;
}

int front_level(const struct front *f)
{
    return f->walk.loop_count + f->walk.repeats + f->walk.branches;
}

void front_begin_scope(struct front *f, struct symbol *s)
{
    s->copy = f->inlining.copy;
    s->as_variable = false;
    s->scope = f->walk.body         ? SCOP_POINT
               : f->walk.loop_count ? f->walk.loop[f->walk.loop_count - 1]
                                    : SCOP_REGION;
}

/* Are both cursors of one expression? Those that lead to it by the function's
 * arguments and by the tree may differ otherwise. */
static bool is_same(CXCursor a, CXCursor b)
{
    return clang_getCursorKind(a) == clang_getCursorKind(b) &&
           clang_equalRanges(clang_getCursorExtent(a),
                             clang_getCursorExtent(b));
}

struct lvalue *value_lvalue(const struct front *f, CXCursor c)
{
    for (int k = f->inlining.valued_count; k-- > 0;)
        if (is_same(f->inlining.valued[k].call, c))
            return f->inlining.valued[k].lvalue;
    return NULL;
}

struct scop_expr *value_of_call(const struct front *f, CXCursor c)
{
    for (int k = f->inlining.valued_count; k-- > 0;)
        if (is_same(f->inlining.valued[k].call, c))
            return f->inlining.valued[k].value;
    return NULL;
}

/* Increments -----------------------------------------------------------------
 *
 * Increments inside of an assignment, a declaration or a condition, as in
 * a[n++] = x: which they are, and which are open, so that their variable's
 * value stands for them. Statements before (++n) or after (n++) the whole do
 * them (stmt.c); before, too, those of memory, a[count[k]++] = x, for which a
 * scalar then stands, assignments, if ((t = x) > 0), and what stands left of a
 * comma. Which variables else it mentions C lets us assume that they
 * are others.
 */

/* May the operands of c not be evaluated? */
static bool is_conditional(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_BinaryOperator) {
        enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
        return op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr;
    }
    return kind == CXCursor_ConditionalOperator || kind == CXCursor_UnaryExpr ||
           kind == CXCursor_CallExpr;
}

/* Of a variable, and of no pointer but those that a loop moves by the same, or
 * that have a scalar of their own? */
static bool is_counter(const struct symbol *s, bool any)
{
    return any || s->induced || s->carried ||
           !type_is_pointer(clang_getCursorType(s->decl));
}

bool effect_is_in_memory(struct front *f, CXCursor c)
{
    bool down;
    if (!syntax_is_increment(c, &down))
        return false;
    CXCursor operand = clang_children(f->arena, c).at[0];
    return !survey_named(&f->survey, operand) &&
           !type_is_pointer(clang_getCursorType(operand)) &&
           !type_is_bool(clang_getCursorType(operand));
}

static bool find(struct front *f, CXCursor c, bool conditional, bool any);

/* &&, || and ?:, whose first operand is evaluated before all else. */
static bool is_choice(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return (kind == CXCursor_BinaryOperator && is_conditional(c)) ||
           kind == CXCursor_ConditionalOperator;
}

/* Does no other operand see what increments in the first one do, which are done
 * after the whole? */
static bool is_seen_late(struct front *f, int mark, const struct children *list)
{
    for (int k = mark; k < f->walk.effect_count; k++) {
        CXCursor c = f->walk.effect[k];
        bool down;
        const struct symbol *s =
            syntax_is_increment(c, &down)
                ? survey_named(&f->survey, clang_children(f->arena, c).at[0])
                : NULL;
        for (int n = 1; s && n < list->count; n++)
            if (syntax_mentions(f->arena, list->at[n], s->decl))
                return false;
    }
    return true;
}

/* What stands in an assignment; one that is all of the right side is done with
 * it. */
static bool find_in_assignment(struct front *f, CXCursor c, bool any)
{
    struct children list = clang_children(f->arena, c);
    CXCursor inner = list.count == 2 ? syntax_strip(f->arena, list.at[1]) : c;
    if (list.count != 2 || !find(f, list.at[0], false, any))
        return false;
    return syntax_is_assignment(inner) ? find_in_assignment(f, inner, any)
                                       : find(f, list.at[1], false, any);
}

/* Appends the effects in c to f->walk.effect; false if one is conditional, or
 * of a pointer (`any`: it may be one, and elements of memory are left out). */
static bool find(struct front *f, CXCursor c, bool conditional, bool any)
{
    struct children list = clang_children(f->arena, c);
    bool down, good = true, sets = syntax_is_assignment(c);
    if (syntax_is_increment(c, &down)) {
        const struct symbol *s =
            list.count ? survey_named(&f->survey, list.at[0]) : NULL;
        bool memory = list.count && effect_is_in_memory(f, c);
        if (conditional || !(s ? is_counter(s, any) : memory) ||
            (memory && !find(f, list.at[0], false, any)))
            return false;
        if (!memory || !any)
            ARENA_PUSH(f->arena, f->walk.effect, f->walk.effect_count,
                       f->walk.effect_cap, c);
        return true;
    }
    if (sets || syntax_is_comma(c)) {
        CXType type = clang_getCursorType(c);
        if (conditional || list.count != 2 ||
            (sets && (type_is_pointer(type) || type_is_record(type))) ||
            (sets && !find_in_assignment(f, c, any)))
            return false;
        ARENA_PUSH(f->arena, f->walk.effect, f->walk.effect_count,
                   f->walk.effect_cap, c);
        return sets || find(f, list.at[1], false, any);
    }
    int mark = f->walk.effect_count;
    for (int k = 0; k < list.count && good; k++) {
        bool first = k == 0 && is_choice(c);
        good = find(f, list.at[k], conditional || (is_conditional(c) && !first),
                    any);
        if (first && list.count > 1)
            good = good && is_seen_late(f, mark, &list);
    }
    return good;
}

bool effect_find(struct front *f, CXCursor c, bool any)
{
    CXCursor initial = clang_getCursorKind(c) == CXCursor_VarDecl
                           ? clang_Cursor_getVarDeclInitializer(c)
                           : clang_getNullCursor();
    CXCursor inner =
        clang_Cursor_isNull(initial) ? c : syntax_strip(f->arena, initial);
    return syntax_is_assignment(inner) ? find_in_assignment(f, inner, any)
                                       : find(f, c, false, any);
}

bool effect_find_in(struct front *f, CXCursor c)
{
    return find(f, c, false, false);
}

void effect_list(struct front *f, CXCursor c, struct children *list)
{
    int mark = f->walk.effect_count;
    *list = (struct children){.arena = f->arena};
    if (effect_find(f, c, true))
        for (int k = mark; k < f->walk.effect_count; k++)
            ARENA_PUSH(f->arena, list->at, list->count, list->cap,
                       f->walk.effect[k]);
    f->walk.effect_count = mark;
}

void effect_open(struct front *f, CXCursor c)
{
    ARENA_PUSH(f->arena, f->walk.effect, f->walk.effect_count,
               f->walk.effect_cap, c);
}

void effect_close(struct front *f)
{
    f->walk.effect_count--;
}

bool effect_is_open(const struct front *f, CXCursor c)
{
    for (int k = 0; k < f->walk.effect_count; k++)
        if (clang_equalCursors(f->walk.effect[k], c))
            return true;
    return false;
}

/* Names -----------------------------------------------------------------------
 *
 * Of parameters, arrays and loops, for the generated texts: made of letters of
 * ASCII from what the source has, each of the first two given once.
 */

struct name {
    const char *text;
    int number;
    struct name *next; /* in its bucket */
};

/* FNV-1a. */
static struct name **bucket_of(struct name_table *names, const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return &names->bucket[hash % NAME_BUCKETS];
}

int *name_find(struct name_table *names, const char *text)
{
    for (struct name *n = *bucket_of(names, text); n; n = n->next)
        if (strcmp(n->text, text) == 0)
            return &n->number;
    return NULL;
}

void name_add(struct arena *arena, struct name_table *names, const char *text,
              int number)
{
    struct name **bucket = bucket_of(names, text);
    struct name *n = arena_alloc(arena, sizeof *n);
    *n = (struct name){text, number, *bucket};
    *bucket = n;
}

/* The number of the letter at *s, in UTF-8, which *s goes behind. */
static unsigned take_letter(const char **s)
{
    unsigned char c = (unsigned char)*(*s)++;
    unsigned number = c < 0xc0   ? c
                      : c < 0xe0 ? c & 0x1fu
                      : c < 0xf0 ? c & 0xfu
                                 : c & 7u;
    while (c >= 0xc0 && ((unsigned char)**s & 0xc0) == 0x80)
        number = number << 6 | ((unsigned char)*(*s)++ & 0x3fu);
    return number;
}

const char *front_plain(struct front *f, const char *name)
{
    struct buf plain = {0};
    while (*name) {
        unsigned letter = take_letter(&name);
        if (letter >= 0x80)
            buf_printf(&plain, "u%04x", letter);
        else
            buf_putc(&plain, letter == '$' ? 'S' : (char)letter);
    }
    name = arena_strndup(f->arena, plain.text ? plain.text : "", plain.length);
    buf_free(&plain);
    return name;
}

const char *front_name(struct front *f, const char *text)
{
    struct buf name = {0};
    text = front_plain(f, text);
    bool gap = false;
    for (const char *s = text; *s && name.length < 40; s++) {
        bool good = isalnum((unsigned char)*s) || *s == '_';
        if (good && gap && name.length)
            buf_putc(&name, '_');
        if (good && name.length == 0 && isdigit((unsigned char)*s))
            buf_putc(&name, '_');
        if (good)
            buf_putc(&name, *s);
        gap = !good;
    }
    if (name.length == 0)
        buf_puts(&name, "x");
    const char *result = arena_strdup(f->arena, name.text);
    int *last = name_find(&f->arrays.names, result);
    while (name_find(&f->arrays.names, result))
        result = arena_printf(f->arena, "%s_%d", name.text, ++*last);
    name_add(f->arena, &f->arrays.names, result, 1);
    buf_free(&name);
    return result;
}
