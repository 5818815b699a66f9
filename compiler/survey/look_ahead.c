/*
 * Finds the loops that may look ahead: counted loops that test a condition in
 * each iteration and do nothing where it does not hold.
 *
 *   for (int i = 0; i < n; i++) { double d = x[i] - at; if (d < least) ... }
 *
 * Before a block of iterations runs, a loop without branches, which fills
 * vectors, asks whether the condition holds in any of them; where it does the
 * block runs as the author wrote it, so that what counts is evaluated as it
 * was. All that the block asks early must be what the program would ask later
 * on: addresses, and the tests that guard accesses, may not change in a block,
 * and a loop that may end early reads only pages that it has to read anyway.
 * Where the condition reads nothing that the loop writes, the flags of a block
 * also say what is to be done in it.
 *
 * Loops of which C compilers make vectors stay as they are: those that only
 * add up, or store by the iterator.
 */
#include "compiler/survey/look.h"

#include <string.h>

enum { BLOCK = 64, MOST_STRIDE = 32 };

/* Words that the loop in blocks is written with, and which no macro of the
 * user's may change. */
static bool has_macro_of_ours(struct look *l)
{
    static const char *const words[] = {
        "at",       "flag",   "break",    "char",     "const",
        "continue", "for",    "if",       "int",      "sizeof",
        "static",   "struct", "uint16_t", "uint32_t", "uint64_t",
        "uint8_t",  "void",   "while",    "unsigned", "union",
        "__thread", "signed", "size_t",   "int64_t",  "uintptr_t",
    };
    const struct names *names = &l->survey->unit->names;
    for (int k = 0; k < names->macro_count; k++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (!strcmp(names->macro[k], words[i]))
                return true;
    return false;
}

/* The text's form ---------------------------------------------------------- */

/* Is the word there, as the user wrote it, and not in a macro? */
static bool begins_with(struct look *l, CXCursor c, const char *word,
                        size_t *begin)
{
    size_t end, length = strlen(word);
    unsigned offset = 0;
    CXFile file;
    const char *text = l->survey->unit->text;
    clang_getExpansionLocation(clang_getCursorLocation(c), &file, NULL, NULL,
                               &offset);
    return clang_cursor_bytes(l->survey->unit, c, begin, &end) &&
           offset == *begin && end - *begin > length &&
           !strncmp(text + *begin, word, length) &&
           (*word == '{' || !lex_is_letter(text[*begin + length]));
}

/* Behind the parenthesis that closes the one that is next; `inside`: where the
 * text in it begins and ends, and its semicolons. 0: there is none. */
static size_t close_parenthesis(struct look *l, size_t at, size_t inside[2],
                                size_t semicolon[2])
{
    const struct lex *x = &l->survey->unit->source->lex;
    int depth = 0, found = 0;
    size_t end;
    for (at = lex_next(x, at, &end); at < x->length;
         at = lex_next(x, at, &end)) {
        char c = x->text[at];
        if (depth == 0 && c != '(')
            return 0;
        if (c == '(' && depth++ == 0)
            inside[0] = end;
        if (c == ';' && depth == 1 && semicolon && found < 2)
            semicolon[found++] = at;
        if (c == ')' && --depth == 0) {
            inside[1] = at;
            return !semicolon || found == 2 ? end : 0;
        }
        at = end;
    }
    return 0;
}

/* Without blanks around it; one that holds a comment ends with a line. */
static const char *between(struct look *l, size_t begin, size_t end)
{
    const char *text = l->survey->unit->text;
    while (begin < end && strchr(" \t\n", text[begin]))
        begin++;
    while (end > begin && strchr(" \t\n", text[end - 1]))
        end--;
    const char *found =
        arena_strndup(l->survey->arena, text + begin, end - begin);
    return strstr(found, "//") ? arena_printf(l->survey->arena, "%s\n", found)
                               : found;
}

/* i < bound or i <= bound, as text as well. */
static bool read_test(struct look *l, CXCursor test, size_t begin, size_t end,
                      struct look_ahead *made, CXCursor *bound)
{
    const struct lex *x = &l->survey->unit->source->lex;
    test = syntax_strip(l->survey->arena, test);
    struct children list = clang_children(l->survey->arena, test);
    if (clang_getCursorKind(test) != CXCursor_BinaryOperator ||
        !syntax_is_variable(l->survey->arena, list.at[0], l->iterator))
        return false;
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(test);
    made->inclusive = kind == CXBinaryOperator_LE;
    if (kind != CXBinaryOperator_LT && kind != CXBinaryOperator_LE)
        return false;
    *bound = list.at[1];
    size_t next, at = lex_next(x, begin, &next);
    if (!lex_is(x, (struct lex_token){LEX_WORD, at, next}, made->iterator))
        return false;
    at = lex_next(x, next, &next);
    if (x->text[at] != '<')
        return false;
    if (made->inclusive) {
        at = lex_next(x, next, &next);
        if (x->text[at] != '=')
            return false;
    }
    made->bound = between(l, next, end);
    return true;
}

static bool read_head(struct look *l, struct look_ahead *made, CXCursor *bound)
{
    struct arena *arena = l->survey->arena;
    struct unit *unit = l->survey->unit;
    struct children part = clang_children(arena, l->loop);
    size_t inside[2], semicolon[2], end;
    CXCursor operand;
    int64_t step = 1;
    bool down;
    if (part.count != 4 || !loop_iterator(arena, l->loop, &l->iterator) ||
        !loop_step(arena, part.at[2], l->iterator, &operand, &down) || down ||
        (!clang_Cursor_isNull(operand) &&
         (!syntax_constant(operand, &step) || step != 1)) ||
        !begins_with(l, l->loop, "for", &made->begin) ||
        !close_parenthesis(l, made->begin + 3, inside, semicolon) ||
        !clang_cursor_bytes(unit, l->loop, &made->begin, &made->end))
        return false;
    made->iterator = clang_text(arena, clang_getCursorSpelling(l->iterator));
    made->init = between(l, inside[0], semicolon[0]);
    size_t close = close_parenthesis(l, made->begin + 3, inside, semicolon);
    l->body = part.at[3];
    long long size = clang_Type_getSizeOf(clang_getCursorType(l->iterator));
    made->wraps =
        size == 4 &&
        clang_getCanonicalType(clang_getCursorType(l->iterator)).kind ==
            CXType_UInt;
    return size >= 4 && look_is_private(l, l->iterator) &&
           type_is_integer(clang_getCursorType(l->iterator)) &&
           !clang_isConstQualifiedType(clang_getCursorType(l->iterator)) &&
           !type_is_bool(clang_getCursorType(l->iterator)) &&
           clang_cursor_bytes(unit, l->body, &made->body, &end) &&
           lex_next(&unit->source->lex, close, &end) == made->body &&
           read_test(l, part.at[1], semicolon[0] + 1, semicolon[1], made,
                     bound);
}

/* Declarations of the body, each with a value. */
static bool read_own(struct look *l, CXCursor stmt)
{
    struct children list = clang_children(l->survey->arena, stmt);
    for (int k = 0; k < list.count; k++) {
        CXCursor decl = list.at[k];
        CXType type = clang_getCanonicalType(clang_getCursorType(decl));
        enum scop_type scalar;
        if (clang_getCursorKind(decl) != CXCursor_VarDecl ||
            clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(decl)) ||
            (!type_arithmetic(type, &scalar) && type.kind != CXType_Pointer) ||
            !strcmp(clang_text(l->survey->arena, clang_getCursorSpelling(decl)),
                    clang_text(l->survey->arena,
                               clang_getCursorSpelling(l->iterator))))
            return false;
        look_note_writes(l, decl, 0);
        ARENA_PUSH(l->survey->arena, l->own, l->own_count, l->own_cap, decl);
    }
    return list.count > 0;
}

/* if (test) then, or { declarations if (test) then } */
static bool read_body(struct look *l, struct look_ahead *made)
{
    struct children list = clang_children(l->survey->arena, l->body);
    CXCursor last = l->body;
    size_t begin, end, inside[2], open = 0;
    if (clang_getCursorKind(l->body) == CXCursor_CompoundStmt) {
        if (!list.count || !begins_with(l, l->body, "{", &open))
            return false;
        last = list.at[list.count - 1];
        for (int k = 0; k + 1 < list.count; k++)
            if (clang_getCursorKind(list.at[k]) != CXCursor_DeclStmt ||
                !read_own(l, list.at[k]))
                return false;
        open++;
    }
    struct children part = clang_children(l->survey->arena, last);
    if (clang_getCursorKind(last) != CXCursor_IfStmt || part.count != 2 ||
        !begins_with(l, last, "if", &begin))
        return false;
    l->test = part.at[0];
    l->then = part.at[1];
    made->then = close_parenthesis(l, begin + 2, inside, NULL);
    if (!made->then)
        return false;
    made->before = open ? between(l, open, begin) : "";
    made->test = between(l, inside[0], inside[1]);
    return clang_cursor_bytes(l->survey->unit, last, &begin, &end);
}

/* What is done where the test holds, with the semicolon that libclang does not
 * count to the last statement. */
static bool read_then(struct look *l, struct look_ahead *made)
{
    const struct lex *x = &l->survey->unit->source->lex;
    enum CXCursorKind kind = clang_getCursorKind(l->then);
    size_t end, at;
    made->then_end = made->end;
    if (clang_getCursorKind(l->body) == CXCursor_CompoundStmt) {
        made->then_end = made->end - 1;
        return x->text[made->then_end] == '}';
    }
    if (kind == CXCursor_CompoundStmt)
        return true;
    at = lex_next(x, made->end, &end);
    if ((!clang_isExpression(kind) && kind != CXCursor_BreakStmt &&
         kind != CXCursor_ReturnStmt) ||
        at >= x->length || x->text[at] != ';')
        return false;
    made->end = made->then_end = end;
    return true;
}

/* No directive in the loop, nor a pragma before it that speaks of it. */
static bool has_directives(struct look *l, const struct look_ahead *made)
{
    const struct lex_source *source = l->survey->unit->source;
    size_t end;
    for (int k = 0; k < source->directive_count; k++) {
        const struct directive *d = &source->directive[k];
        if (d->begin >= made->begin && d->begin < made->end)
            return true;
        if (d->end <= made->begin && d->kind == DIRECTIVE_PRAGMA &&
            (d->mark == MARK_NONE || d->mark == MARK_ACCEPTED) &&
            lex_next(&source->lex, d->end, &end) == made->begin)
            return true;
    }
    return false;
}

/* Is it sound? ------------------------------------------------------------- */

static int span_of(struct look_ahead *made, const struct look_access *a)
{
    for (int k = 0; k < made->span_count; k++)
        if (!strcmp(made->span[k].text, a->span.text) &&
            made->span[k].size == a->span.size)
            return k;
    if (made->span_count == LOOK_SPANS)
        return -1;
    made->span[made->span_count] = a->span;
    return made->span_count++;
}

/* Notes that the spans must lie apart; false if they never do. */
static bool part(struct look_ahead *made, const struct look_access *store,
                 const struct look_access *load)
{
    int one = span_of(made, store), other = span_of(made, load);
    if (one < 0 || other < 0 || one == other)
        return false;
    for (int k = 0; k < made->pair_count; k++)
        if (made->pair[k][0] == one && made->pair[k][1] == other)
            return true;
    if (made->pair_count == LOOK_PAIRS)
        return false;
    made->pair[made->pair_count][0] = one;
    made->pair[made->pair_count++][1] = other;
    return true;
}

/* What must stay in a block does: nothing that the body writes reaches it, or
 * that is asked of each block. */
static bool stays(struct look *l, struct look_ahead *made, bool all)
{
    for (int k = 0; k < l->loads.count; k++) {
        const struct look_access *a = &l->loads.at[k];
        if (!a->must && !all)
            continue;
        if (l->other_writes && !look_is_hidden(l, a))
            return false;
        for (int s = 0; s < l->stores.count; s++) {
            int meets = look_meets(l, &l->stores.at[s], a);
            if (meets == 2 || (meets == 1 && !part(made, &l->stores.at[s], a)))
                return false;
        }
    }
    for (int k = 0; k < l->read_count && all; k++)
        if (look_has(l->written, l->written_count, l->read[k]))
            return false;
    return true;
}

/* Loads that fill vectors, of which one at least moves. What a test guards does
 * not: compilers keep its branch. */
static bool fills_vectors(struct look *l, struct look_ahead *made)
{
    bool moves = false;
    made->width = 1;
    for (int k = 0; k < l->loads.count; k++) {
        const struct look_access *a = &l->loads.at[k];
        enum scop_type scalar;
        bool pointer = a->type.kind == CXType_Pointer;
        if (a->guarded || (!pointer && !type_arithmetic(a->type, &scalar)))
            return false;
        if (pointer ? a->move.any || a->move.by
                    : a->move.any || a->move.by > MOST_STRIDE ||
                          a->move.by < -MOST_STRIDE)
            return false;
        moves |= a->move.by != 0 && !pointer;
        int size = (int)clang_Type_getSizeOf(a->type);
        if (a->move.by && size > made->width)
            made->width = size;
    }
    return moves;
}

/* Of a loop that may end early: may each load of a block be made before? They
 * go upward, so that the first one is in the page that is read in any case. */
static bool reads_pages(struct look *l, struct look_ahead *made)
{
    for (int k = 0; k < l->loads.count; k++) {
        const struct look_access *a = &l->loads.at[k];
        if (!a->move.by)
            continue;
        if (a->move.by < 0 || !a->span.text ||
            !type_is_pointer(clang_getCursorType(a->root)) ||
            span_of(made, a) < 0)
            return false;
        const char *name =
            clang_text(l->survey->arena, clang_getCursorSpelling(a->root));
        bool known = false;
        for (int i = 0; i < made->hidden_count; i++)
            known |= !strcmp(made->hidden[i], name);
        if (!known)
            ARENA_PUSH(l->survey->arena, made->hidden, made->hidden_count,
                       made->hidden_cap, name);
    }
    made->read_count = made->span_count;
    return true;
}

/* Forgets what was read, and reads the declarations and the test. */
/* Is there a product of floats, which a compiler may contract with a sum here,
 * and not in the author's text, where it is used again? */
static bool has_product(struct look *l, CXCursor c)
{
    struct children list = clang_children(l->survey->arena, c);
    enum scop_type scalar;
    bool found = clang_getCursorKind(c) == CXCursor_BinaryOperator &&
                 clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Mul &&
                 type_arithmetic(clang_getCanonicalType(clang_getCursorType(c)),
                                 &scalar) &&
                 scop_type_is_float(scalar);
    for (int k = 0; k < list.count && !found; k++)
        found = has_product(l, list.at[k]);
    return found;
}

static bool try_test(struct look *l, struct look_ahead *made, CXCursor test)
{
    l->failed = false;
    l->loads.count = l->read_count = 0;
    made->span_count = made->pair_count = made->hidden_count = 0;
    made->read_count = 0;
    for (int k = 0; k < l->own_count; k++)
        look_note_reads(l, clang_Cursor_getVarDeclInitializer(l->own[k]), 0);
    look_note_reads(l, test, 0);
    if (l->failed || !fills_vectors(l, made))
        return false;
    if (l->jumps)
        return reads_pages(l, made) && stays(l, made, false);
    made->lists = !l->loops && stays(l, made, true);
    if (made->lists)
        return true;
    made->span_count = made->pair_count = 0;
    return stays(l, made, false);
}

/* May the operand of && or || be computed where the other one decides? Floats,
 * comparisons and bits may; sums of integers may overflow. */
static bool is_harmless(struct look *l, CXCursor c)
{
    struct children list = clang_children(l->survey->arena, c);
    bool computes = false;
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator)
        switch (clang_getCursorBinaryOperatorKind(c)) {
        case CXBinaryOperator_Add:
        case CXBinaryOperator_Sub:
        case CXBinaryOperator_Mul:
        case CXBinaryOperator_Div:
        case CXBinaryOperator_Rem:
        case CXBinaryOperator_Shl:
        case CXBinaryOperator_Shr:
            computes = true;
            break;
        default:
            break;
        }
    computes |= clang_getCursorKind(c) == CXCursor_UnaryOperator ||
                clang_getCursorKind(c) == CXCursor_CStyleCastExpr ||
                clang_getCursorKind(c) == CXCursor_CallExpr;
    if (computes && type_is_integer(clang_getCursorType(c)))
        return false;
    for (int k = 0; k < list.count; k++)
        if (!is_harmless(l, list.at[k]))
            return false;
    return true;
}

/* The test without branches, which GCC keeps where a comparison of floats might
 * trap; NULL: it cannot be without. */
static const char *joined(struct look *l, CXCursor c)
{
    c = syntax_strip(l->survey->arena, c);
    struct children list = clang_children(l->survey->arena, c);
    enum CXBinaryOperatorKind kind =
        clang_getCursorKind(c) == CXCursor_BinaryOperator
            ? clang_getCursorBinaryOperatorKind(c)
            : CXBinaryOperator_Invalid;
    if (kind != CXBinaryOperator_LAnd && kind != CXBinaryOperator_LOr)
        return look_text(l, c);
    const char *left = joined(l, list.at[0]), *right = joined(l, list.at[1]);
    return left && right && is_harmless(l, list.at[1])
               ? arena_printf(l->survey->arena, "((%s) != 0) %c ((%s) != 0)",
                              left, kind == CXBinaryOperator_LAnd ? '&' : '|',
                              right)
               : NULL;
}

/* The test, or of a && b what stands before the last &&: where that does not
 * hold, the whole does not. */
static bool read_condition(struct look *l, struct look_ahead *made)
{
    CXCursor test = l->test;
    while (!try_test(l, made, test)) {
        test = syntax_strip(l->survey->arena, test);
        if (clang_getCursorKind(test) != CXCursor_BinaryOperator ||
            clang_getCursorBinaryOperatorKind(test) != CXBinaryOperator_LAnd)
            return false;
        test = clang_children(l->survey->arena, test).at[0];
        made->test = look_text(l, test);
        if (!made->test)
            return false;
    }
    made->part = !clang_equalCursors(test, l->test);
    const char *text = joined(l, test);
    if (text)
        made->test = text;
    return true;
}

/* Nothing that the loop writes is in its bound. */
static bool is_bound(struct look *l, CXCursor bound)
{
    struct look_ahead none = {.pair_count = LOOK_PAIRS};
    l->loads.count = l->read_count = 0;
    look_note_reads(l, bound, LOOK_MUST);
    return !l->failed && type_is_integer(clang_getCursorType(bound)) &&
           !syntax_mentions(l->survey->arena, bound, l->iterator) &&
           stays(l, &none, true);
}

/* Does the text name something as the loop in blocks does, or what is something
 * else there: types of variables that are constants in it, and lines? */
static bool has_names_of_ours(struct look *l, const struct look_ahead *made)
{
    static const char *const ours[] = {
        "hedra", "HEDRA", "hdk", "typeof", "assert", "__LINE__", "__auto_type"};
    const char *text =
        arena_strndup(l->survey->arena, l->survey->unit->text + made->begin,
                      made->end - made->begin);
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
        if (strstr(text, ours[k]))
            return true;
    return false;
}

/* Is it worth it? ---------------------------------------------------------- */

/* Does a C compiler leave the loop without vectors: does it end early, store by
 * what it counts or by data, call or loop where the test holds, or write
 * several things of which the test reads one? */
static bool stays_scalar(struct look *l)
{
    bool reads = false;
    if (l->jumps || l->loops)
        return true;
    for (int k = 0; k < l->stores.count; k++) {
        const struct look_access *a = &l->stores.at[k];
        struct children list = clang_children(l->survey->arena, a->c);
        for (int i = 1; i < list.count; i++)
            if (look_loads_in(l, list.at[i]))
                return true;
        if (look_moves_by_writes(l, a->c))
            return true;
        for (int i = 0; i < l->loads.count; i++)
            reads |= !a->move.any && !a->move.by &&
                     look_meets(l, a, &l->loads.at[i]);
    }
    for (int k = 0; k < l->read_count; k++)
        if (look_has(l->written, l->written_count, l->read[k]))
            for (int i = 0; i < l->written_count; i++)
                reads |= !clang_equalCursors(l->written[i], l->read[k]);
    return reads;
}

/* Is it known to be too short for blocks? */
static bool is_short(struct look *l, CXCursor bound)
{
    struct children part = clang_children(l->survey->arena, l->loop);
    CXCursor first = clang_Cursor_getVarDeclInitializer(l->iterator);
    int64_t from, to;
    if (clang_getCursorKind(part.at[0]) != CXCursor_DeclStmt)
        first = clang_children(l->survey->arena, part.at[0]).at[1];
    return syntax_constant(first, &from) && syntax_constant(bound, &to) &&
           to < from + 2 * BLOCK;
}

/* Does the file have objects of two names, or types that may be any other's?
 * Then names and types do not tell what lies apart. Nor is it known where
 * _Generic hands an address on. */
static bool has_aliases(struct look *l)
{
    const char *text = l->survey->unit->text;
    return strstr(text, "_Generic") ||
           (strstr(text, "__attribute") && strstr(text, "alias"));
}

static const struct look_ahead *examine(struct survey *survey, CXCursor loop)
{
    struct look_ahead *made = arena_alloc(survey->arena, sizeof *made);
    struct look l = {.survey = survey, .loop = loop};
    CXCursor bound;
    if (!read_head(&l, made, &bound) || is_short(&l, bound) ||
        !read_body(&l, made) || !read_then(&l, made) ||
        has_directives(&l, made) || has_macro_of_ours(&l) ||
        has_names_of_ours(&l, made) || has_aliases(&l))
        return NULL;
    look_note_writes(&l, l.then, 0);
    if (l.failed || !is_bound(&l, bound))
        return NULL;
    look_finish_stores(&l);
    if (!read_condition(&l, made) || !stays_scalar(&l))
        return NULL;
    made->own_count = l.own_count;
    made->own = arena_alloc(survey->arena,
                            sizeof *made->own * ((size_t)l.own_count + 1));
    for (int k = 0; k < l.own_count; k++)
        made->own[k] =
            clang_text(survey->arena, clang_getCursorSpelling(l.own[k]));
    made->jumps = l.jumps;
    made->multiplies = has_product(&l, l.test);
    for (int k = 0; k < l.own_count; k++)
        made->multiplies |= has_product(&l, l.own[k]);
    made->loc = clang_cursor_loc(survey->unit, loop);
    return made;
}

static void find(struct survey *survey, CXCursor c, struct look_aheads *list)
{
    struct children part = clang_children(survey->arena, c);
    const struct look_ahead *made =
        clang_getCursorKind(c) == CXCursor_ForStmt ? examine(survey, c) : NULL;
    if (made) {
        ARENA_PUSH(survey->arena, list->at, list->count, list->cap, made);
        return;
    }
    for (int k = 0; k < part.count; k++)
        find(survey, part.at[k], list);
}

/* A function that may stand in several files has no variables of its own. */
static bool is_inline(CXCursor function)
{
    return clang_Cursor_isFunctionInlined(function) &&
           clang_Cursor_getStorageClass(function) != CX_SC_Static;
}

void look_ahead_find(struct survey *survey, struct look_aheads *list)
{
    const struct mark *mark = survey->mark;
    if (survey->too_deep || survey->tangled || is_inline(mark->function))
        return;
    for (int k = 0; k < mark->stmt_count; k++)
        find(survey, mark->stmt[k], list);
}
