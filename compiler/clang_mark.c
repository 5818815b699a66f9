/*
 * Where the marked regions are. libclang does not tell of pragmas that clang
 * does not know, so a small lexer finds them in the file's text; what libclang
 * says of conditional compilation and of the places of statements does the
 * rest.
 */
#include "compiler/clang_local.h"
#include "compiler/splice.h"

#include <ctype.h>
#include <string.h>

/* The lexer ---------------------------------------------------------------- */

struct lexer {
    const char *text;
    size_t length;
};

/* The end of the physical line, or of the logical one, that holds `at`. */
static size_t line_end(const struct lexer *x, size_t at)
{
    while (at < x->length && x->text[at] != '\n') {
        if (x->text[at] == '\\' && at + 1 < x->length)
            at += x->text[at + 1] == '\r' && at + 2 < x->length ? 2 : 1;
        at++;
    }
    return at < x->length ? at : x->length;
}

static bool starts(const struct lexer *x, size_t at, const char *s)
{
    size_t n = strlen(s);
    return x->length - at >= n && memcmp(x->text + at, s, n) == 0;
}

static size_t skip_comment(const struct lexer *x, size_t at)
{
    if (starts(x, at, "//"))
        return line_end(x, at);
    const char *end = strstr(x->text + at + 2, "*/");
    return end ? (size_t)(end - x->text) + 2 : x->length;
}

/* Past the closing quote, or to the end of the line if there is none. */
static size_t skip_quoted(const struct lexer *x, size_t at)
{
    char quote = x->text[at++];
    while (at < x->length && x->text[at] != quote && x->text[at] != '\n')
        at += x->text[at] == '\\' && at + 1 < x->length ? 2 : 1;
    if (at >= x->length)
        return x->length;
    return x->text[at] == quote ? at + 1 : at;
}

/* The end of the directive whose '#' is at `at`: of its line, where a comment
 * of several lines does not end it. */
static size_t skip_directive(const struct lexer *x, size_t at)
{
    while (at < x->length && x->text[at] != '\n') {
        if (starts(x, at, "/*") || starts(x, at, "//"))
            at = skip_comment(x, at);
        else if (x->text[at] == '"' || x->text[at] == '\'')
            at = skip_quoted(x, at);
        else if (x->text[at] == '\\' && at + 1 < x->length)
            at += starts(x, at + 1, "\r\n") ? 3 : 2;
        else
            at++;
    }
    return at < x->length ? at : x->length;
}

/* Past blanks and comments, to a directive or a token. *fresh is set where a
 * line ends on the way, so that a '#' begins a directive; a line that ends
 * within a comment does not count. */
static size_t skip_blank(const struct lexer *x, size_t at, bool *fresh)
{
    while (at < x->length) {
        if (isspace((unsigned char)x->text[at]))
            *fresh |= x->text[at++] == '\n';
        else if (starts(x, at, "\\\n"))
            at += 2;
        else if (starts(x, at, "\\\r\n"))
            at += 3;
        else if (starts(x, at, "//") || starts(x, at, "/*"))
            at = skip_comment(x, at);
        else
            break;
    }
    return at;
}

static size_t token_end(const struct lexer *x, size_t at)
{
    unsigned char c = (unsigned char)x->text[at];
    if (c == '"' || c == '\'')
        return skip_quoted(x, at);
    if (!isalnum(c) && c != '_')
        return at + 1;
    while (at < x->length &&
           (isalnum((unsigned char)x->text[at]) || x->text[at] == '_'))
        at++;
    return at;
}

size_t lex_next(const char *text, size_t length, size_t at, size_t *end)
{
    struct lexer x = {text, length};
    bool fresh = at == 0;
    at = skip_blank(&x, at, &fresh);
    while (at < length && text[at] == '#' && fresh)
        at = skip_blank(&x, skip_directive(&x, at), &fresh);
    *end = at < length ? token_end(&x, at) : length;
    return at < length ? at : length;
}

/* Pragmas ------------------------------------------------------------------ */

enum pragma_kind { PRAGMA_HEDRA, PRAGMA_SCOP, PRAGMA_ENDSCOP };

struct pragma {
    enum pragma_kind kind;
    size_t begin, end;
    const char *clause;
    struct loc loc, clause_loc;
    struct loc owner; /* of a pragma right before, which wants a loop */
};

struct pragmas {
    int count, cap;
    struct pragma *at;
};

static struct loc loc_at(const struct unit *unit, size_t at, size_t width)
{
    CXSourceLocation place =
        clang_getLocationForOffset(unit->tu, unit->file, (unsigned)at);
    struct loc loc = clang_loc(unit, place);
    loc.width = (int)width;
    return loc;
}

/* Blanks within a directive, its comments and joined lines. */
static size_t skip_inline_blank(const struct lexer *x, size_t at, size_t end)
{
    while (at < end) {
        if (starts(x, at, "/*"))
            at = skip_comment(x, at);
        else if (x->text[at] == '\\' || isspace((unsigned char)x->text[at]))
            at++;
        else
            break;
    }
    return at < end ? at : end;
}

static bool take_word(const struct lexer *x, size_t *at, size_t end,
                      const char *word)
{
    size_t from = skip_inline_blank(x, *at, end), n = strlen(word);
    if (!starts(x, from, word) || from + n > end ||
        isalnum((unsigned char)x->text[from + n]) || x->text[from + n] == '_')
        return false;
    *at = from + n;
    return true;
}

/* The rest of a directive with comments and joins made blanks, so that columns
 * stay. */
static const char *clause_text(struct unit *unit, const struct lexer *x,
                               size_t at, size_t end)
{
    char *text = arena_strndup(unit->arena, x->text + at, end - at);
    for (size_t k = at; k < end; k++) {
        size_t stop = k + 1;
        if (starts(x, k, "/*") || starts(x, k, "//"))
            stop = skip_comment(x, k);
        else if (x->text[k] != '\\' && x->text[k] != '\n' && x->text[k] != '\r')
            continue;
        for (; k < stop && k < end; k++)
            text[k - at] = ' ';
        k--;
    }
    return text;
}

static bool has_word(const struct lexer *x, size_t at, size_t end,
                     const char *word)
{
    bool found = false;
    while (at < end && !found) {
        size_t next = at;
        found = take_word(x, &next, end, word);
        at = skip_inline_blank(x, at, end);
        at = at < end ? token_end(x, at) : end;
    }
    return found;
}

/* Does the directive work on the loop that must follow it, as those of OpenMP,
 * OpenACC and compilers do? */
static bool wants_loop(const struct lexer *x, size_t at, size_t end)
{
    static const char *const form[][2] = {
        {"omp", "for"},      {"omp", "simd"},       {"omp", "loop"},
        {"omp", "taskloop"}, {"omp", "distribute"}, {"acc", "loop"},
        {"GCC", "unroll"},   {"GCC", "ivdep"},      {"clang", "loop"},
        {"unroll", NULL},    {"nounroll", NULL},    {"ivdep", NULL},
    };
    size_t word = at + 1;
    if (!take_word(x, &word, end, "pragma"))
        return false;
    for (size_t k = 0; k < sizeof form / sizeof *form; k++) {
        size_t rest = word;
        if (take_word(x, &rest, end, form[k][0]) &&
            (!form[k][1] || has_word(x, rest, end, form[k][1])))
            return true;
    }
    return false;
}

static void add_pragma(struct unit *unit, const struct lexer *x, size_t at,
                       size_t end, struct loc owner, struct pragmas *list)
{
    static const char *const name[] = {"hedra", "scop", "endscop"};
    size_t word = at + 1;
    if (!take_word(x, &word, end, "pragma"))
        return;
    for (int k = 0; k < 3; k++) {
        size_t rest = word;
        if (!take_word(x, &rest, end, name[k]))
            continue;
        rest = skip_inline_blank(x, rest, end);
        struct pragma p = {
            .kind = (enum pragma_kind)k,
            .begin = at,
            .end = end,
            .clause = clause_text(unit, x, rest, end),
            .loc = loc_at(unit, at, rest - at),
            .clause_loc = loc_at(unit, rest, 1),
            .owner = owner,
        };
        while (p.loc.width > 1 &&
               isspace((unsigned char)x->text[at + (size_t)p.loc.width - 1]))
            p.loc.width--;
        ARENA_PUSH(unit->arena, list->at, list->count, list->cap, p);
    }
}

/* Is the offset in a part that conditional compilation removes? */
static bool is_skipped(const CXSourceRangeList *skipped, size_t at)
{
    for (unsigned k = 0; k < skipped->count; k++) {
        unsigned from, to;
        clang_getFileLocation(clang_getRangeStart(skipped->ranges[k]), NULL,
                              NULL, NULL, &from);
        clang_getFileLocation(clang_getRangeEnd(skipped->ranges[k]), NULL, NULL,
                              NULL, &to);
        if (at >= from && at < to)
            return true;
    }
    return false;
}

static struct pragmas find_pragmas(struct unit *unit)
{
    struct lexer x = {unit->text, unit->length};
    struct pragmas list = {0};
    CXSourceRangeList *skipped = clang_getSkippedRanges(unit->tu, unit->file);
    struct loc owner = {0};
    bool fresh = true;
    size_t at = skip_blank(&x, 0, &fresh);
    while (at < x.length) {
        size_t end = token_end(&x, at);
        bool skip = skipped && is_skipped(skipped, at);
        if (x.text[at] == '#' && fresh) {
            end = skip_directive(&x, at);
            if (!skip)
                add_pragma(unit, &x, at, end, owner, &list);
            if (!skip && wants_loop(&x, at, end))
                owner = loc_at(unit, at, 1);
        } else if (!skip) {
            owner = (struct loc){0};
        }
        fresh = false;
        at = skip_blank(&x, end, &fresh);
    }
    if (skipped)
        clang_disposeSourceRangeList(skipped);
    return list;
}

/* Statements --------------------------------------------------------------- */

struct search {
    struct unit *unit;
    struct faults *faults;
    size_t begin, end; /* of what is sought */
    CXCursor found;
    bool done;
};

static enum CXChildVisitResult visit_function(CXCursor c, CXCursor parent,
                                              CXClientData data)
{
    struct search *s = data;
    size_t begin, end;
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_FunctionDecl &&
        clang_isCursorDefinition(c) &&
        clang_cursor_bytes(s->unit, c, &begin, &end) && begin <= s->begin &&
        s->begin < end) {
        s->found = c;
        s->done = true;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

/* The body of the function definition around `at`; false if there is none. */
static bool find_function(struct unit *unit, size_t at, CXCursor *function,
                          CXCursor *body)
{
    struct search s = {.unit = unit, .begin = at};
    clang_visitChildren(clang_getTranslationUnitCursor(unit->tu),
                        visit_function, &s);
    if (!s.done)
        return false;
    struct children list = clang_children(unit->arena, s.found);
    *function = s.found;
    for (int k = 0; k < list.count; k++) {
        size_t begin, end;
        *body = list.at[k];
        if (clang_getCursorKind(*body) == CXCursor_CompoundStmt &&
            clang_cursor_bytes(unit, *body, &begin, &end) && begin < at &&
            at < end)
            return true;
    }
    return false;
}

/* Must a ';' follow the statement's last token? */
static bool wants_semicolon(struct arena *arena, CXCursor c)
{
    for (;;) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        if (kind == CXCursor_CompoundStmt || kind == CXCursor_NullStmt ||
            kind == CXCursor_DeclStmt)
            return false;
        if (kind != CXCursor_ForStmt && kind != CXCursor_IfStmt &&
            kind != CXCursor_WhileStmt && kind != CXCursor_SwitchStmt &&
            kind != CXCursor_LabelStmt)
            return true;
        struct children list = clang_children(arena, c);
        if (list.count == 0)
            return true;
        c = list.at[list.count - 1];
    }
}

/* Where the statement ends in the file, its ';' included; 0 if it ends inside
 * of a macro that goes on. */
static size_t stmt_end(struct unit *unit, CXCursor c)
{
    size_t begin, end, next;
    if (!clang_cursor_bytes(unit, c, &begin, &end))
        return 0;
    if (!wants_semicolon(unit->arena, c))
        return end;
    size_t at = lex_next(unit->text, unit->length, end, &next);
    while (at < unit->length && unit->text[at] == ')')
        at = lex_next(unit->text, unit->length, next, &next);
    return at < unit->length && unit->text[at] == ';' ? next : end;
}

static struct fault *refuse(struct search *s, const struct pragma *p,
                            const char *text)
{
    return fault_add(s->faults, FAULT_PRAGMA, p->loc, "%s", text);
}

static void refuse_with(struct search *s, const struct pragma *p,
                        const char *text, const char *hint)
{
    fault_hint(s->faults, refuse(s, p, text), (struct loc){0}, "%s", hint);
}

/* Goes down to the innermost statement around [begin, end), noting the way. */
static CXCursor descend(struct unit *unit, CXCursor body, size_t begin,
                        size_t end, struct mark *mark)
{
    int cap = 0;
    for (;;) {
        ARENA_PUSH(unit->arena, mark->ancestor, mark->ancestor_count, cap,
                   body);
        struct children list = clang_children(unit->arena, body);
        CXCursor inner = clang_getNullCursor();
        for (int k = 0; k < list.count; k++) {
            size_t from, to;
            if (clang_isStatement(clang_getCursorKind(list.at[k])) &&
                clang_cursor_bytes(unit, list.at[k], &from, &to) &&
                from <= begin && end <= to && (from < begin || end < to))
                inner = list.at[k];
        }
        if (clang_Cursor_isNull(inner))
            return body;
        body = inner;
    }
}

/* The children of `parent` that lie in [mark->begin, mark->end) become the
 * region's statements; none may lie across a border. */
static bool take_statements(struct search *s, CXCursor parent,
                            const struct pragma *p, struct mark *mark)
{
    struct children list = clang_children(s->unit->arena, parent);
    int cap = 0;
    for (int k = 0; k < list.count; k++) {
        size_t from, to;
        if (!clang_cursor_bytes(s->unit, list.at[k], &from, &to))
            continue;
        bool inside = from >= mark->begin && to <= mark->end;
        if (inside)
            ARENA_PUSH(s->unit->arena, mark->stmt, mark->stmt_count, cap,
                       list.at[k]);
        if (!inside && from < mark->end && to > mark->begin) {
            struct fault *fault =
                refuse(s, p, "this region and a statement cross");
            fault_hint(s->faults, fault, clang_cursor_loc(s->unit, list.at[k]),
                       "mark whole statements; this one begins or ends "
                       "outside of the region");
            return false;
        }
    }
    return true;
}

/* Where a declaration may be put before the function: the first token after
 * the declaration before it. */
static size_t find_insert(struct unit *unit, CXCursor function)
{
    size_t begin = 0, end, insert = 0, next, depth = 0;
    bool fresh = true;
    CXSourceRangeList *skipped = clang_getSkippedRanges(unit->tu, unit->file);
    clang_cursor_bytes(unit, function, &begin, &end);
    for (size_t at = lex_next(unit->text, unit->length, 0, &next); at < begin;
         at = lex_next(unit->text, unit->length, next, &next)) {
        char c = unit->text[at];
        if (skipped && is_skipped(skipped, at))
            continue;
        if (fresh)
            insert = at;
        depth += c == '{' || c == '(';
        depth -= (c == '}' || c == ')') && depth > 0;
        fresh = depth == 0 && (c == ';' || c == '}');
    }
    if (skipped)
        clang_disposeSourceRangeList(skipped);
    return fresh ? begin : insert;
}

static bool begin_mark(struct search *s, const struct pragma *p,
                       struct mark *mark, CXCursor *body)
{
    *mark = (struct mark){
        .begin = p->begin,
        .loc = p->loc,
        .clause = p->clause,
        .clause_loc = p->clause_loc,
    };
    if (!find_function(s->unit, p->begin, &mark->function, body)) {
        refuse_with(s, p, "this pragma stands outside of any function body",
                    "put it in a function, before the loop that it marks");
        return false;
    }
    if (p->owner.line) {
        struct fault *fault = refuse(s, p,
                                     "the pragma before this one wants a loop, "
                                     "which hedrac puts a block around");
        fault_hint(s->faults, fault, p->owner, "put this one before it");
        return false;
    }
    mark->insert = find_insert(s->unit, mark->function);
    return true;
}

/* #pragma scop ... #pragma endscop */
static void add_scop(struct search *s, const struct pragma *open,
                     const struct pragma *close)
{
    struct mark mark;
    CXCursor body;
    size_t from, to;
    if (!begin_mark(s, open, &mark, &body))
        return;
    mark.end = close->end;
    clang_cursor_bytes(s->unit, body, &from, &to);
    if (close->end >= to) {
        refuse_with(s, close,
                    "the scop does not end in the function it begins in",
                    "put scop and endscop around statements of one block");
        return;
    }
    CXCursor parent = descend(s->unit, body, mark.begin, mark.end, &mark);
    if (take_statements(s, parent, open, &mark))
        ARENA_PUSH(s->unit->arena, s->unit->mark, s->unit->mark_count,
                   s->unit->mark_cap, mark);
}

/* The first statement, from the outside in, that begins at s->begin. */
static enum CXChildVisitResult visit_first(CXCursor c, CXCursor parent,
                                           CXClientData data)
{
    struct search *s = data;
    size_t begin, end;
    (void)parent;
    if (!clang_cursor_bytes(s->unit, c, &begin, &end))
        return CXChildVisit_Continue;
    if (begin == s->begin) {
        s->found = c;
        s->done = true;
        return CXChildVisit_Break;
    }
    return begin < s->begin && end > s->begin ? CXChildVisit_Recurse
                                              : CXChildVisit_Continue;
}

/* #pragma hedra, and the statement that follows it */
static void add_hedra(struct search *s, const struct pragma *p)
{
    struct mark mark;
    CXCursor body;
    size_t next;
    if (!begin_mark(s, p, &mark, &body))
        return;
    s->begin = lex_next(s->unit->text, s->unit->length, p->end, &next);
    s->done = false;
    clang_visitChildren(body, visit_first, s);
    enum CXCursorKind kind =
        s->done ? clang_getCursorKind(s->found) : CXCursor_NullStmt;
    if (kind != CXCursor_ForStmt && kind != CXCursor_CompoundStmt &&
        kind != CXCursor_WhileStmt && kind != CXCursor_DoStmt) {
        refuse_with(s, p, "no loop or block follows this pragma",
                    "put it right before a for or a { block }, with nothing "
                    "but blanks and comments between");
        return;
    }
    mark.end = stmt_end(s->unit, s->found);
    if (mark.end <= s->begin) {
        refuse_with(s, p,
                    "the loop after this pragma ends inside of a macro or of "
                    "another file, where its text cannot be replaced",
                    "write the whole loop here, or a block around it");
        return;
    }
    clang_cursor_bytes(s->unit, s->found, &s->begin, &s->end);
    CXCursor parent = descend(s->unit, body, s->begin, s->end, &mark);
    if (take_statements(s, parent, p, &mark))
        ARENA_PUSH(s->unit->arena, s->unit->mark, s->unit->mark_count,
                   s->unit->mark_cap, mark);
}

/* #pragma hedra data(...), and the block that follows it */
static void add_data(struct search *s, const struct pragma *p)
{
    struct unit *unit = s->unit;
    struct mark mark;
    CXCursor body;
    size_t next;
    if (!begin_mark(s, p, &mark, &body))
        return;
    s->begin = lex_next(unit->text, unit->length, p->end, &next);
    s->done = false;
    clang_visitChildren(body, visit_first, s);
    if (!s->done || clang_getCursorKind(s->found) != CXCursor_CompoundStmt ||
        !clang_cursor_bytes(unit, s->found, &s->begin, &mark.end)) {
        refuse_with(s, p, "no block in braces follows this pragma",
                    "put braces around the statements that use the arrays");
        return;
    }
    descend(unit, body, s->begin, mark.end, &mark);
    struct splice_data data;
    if (data_read(unit, &mark, s->found, &data, s->faults))
        ARENA_PUSH(unit->arena, unit->data, unit->data_count, unit->data_cap,
                   data);
}

/* No region may lie in another. */
static void check_overlap(struct search *s)
{
    for (int k = 1; k < s->unit->mark_count; k++) {
        const struct mark *a = &s->unit->mark[k - 1], *b = &s->unit->mark[k];
        if (b->begin >= a->end)
            continue;
        struct fault *fault = fault_add(s->faults, FAULT_PRAGMA, b->loc,
                                        "a region lies in another");
        fault_hint(s->faults, fault, a->loc, "the other begins here");
    }
}

static void add_marks(struct search *s, const struct pragmas *list)
{
    const struct pragma *open = NULL;
    for (int k = 0; k < list->count; k++) {
        const struct pragma *p = &list->at[k];
        switch (p->kind) {
        case PRAGMA_HEDRA:
            if (!open && data_is_clause(p->clause))
                add_data(s, p);
            else if (open)
                refuse_with(s, p,
                            "a region lies in another: this pragma stands "
                            "between scop and endscop",
                            "take one of the two pragmas away");
            else
                add_hedra(s, p);
            break;
        case PRAGMA_SCOP:
            if (open)
                refuse_with(s, p,
                            "a second scop begins before the first has ended",
                            "write #pragma endscop before this line");
            open = p;
            break;
        case PRAGMA_ENDSCOP:
            if (open)
                add_scop(s, open, p);
            else
                refuse_with(s, p, "endscop without a scop before it",
                            "write #pragma scop before the first statement");
            open = NULL;
        }
    }
    if (open)
        refuse_with(s, open, "this scop has no endscop",
                    "write #pragma endscop behind the last statement");
}

bool mark_find(struct unit *unit, struct faults *faults)
{
    int before = faults->errors;
    struct pragmas list = find_pragmas(unit);
    struct search s = {.unit = unit, .faults = faults};
    add_marks(&s, &list);
    if (faults->errors == before)
        check_overlap(&s);
    return faults->errors == before;
}

/* Names -------------------------------------------------------------------- */

static bool is_named(struct unit *unit, CXCursor c, const char *name)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) &&
           strcmp(clang_text(unit->arena, clang_getCursorSpelling(c)), name) ==
               0;
}

/* The last of the declarations by that name that stand in `c`, directly or in
 * its declaration statements, before the pragma. (Of a file libclang lists the
 * macros first, those behind the pragma among them.) */
static void find_in(struct unit *unit, const struct mark *mark, CXCursor c,
                    const char *name, CXCursor *found)
{
    struct children list = clang_children(unit->arena, c);
    for (int k = 0; k < list.count; k++) {
        size_t begin, end;
        if (clang_isPreprocessing(clang_getCursorKind(list.at[k])))
            continue;
        bool here = clang_cursor_bytes(unit, list.at[k], &begin, &end);
        if (here && begin >= mark->begin)
            continue;
        if (clang_getCursorKind(list.at[k]) == CXCursor_DeclStmt)
            find_in(unit, mark, list.at[k], name, found);
        else if (is_named(unit, list.at[k], name))
            *found = list.at[k];
    }
}

CXCursor mark_find_variable(struct unit *unit, const struct mark *mark,
                            const char *name)
{
    CXCursor found = clang_getNullCursor();
    for (int k = mark->ancestor_count - 1; k >= 0; k--) {
        find_in(unit, mark, mark->ancestor[k], name, &found);
        if (!clang_Cursor_isNull(found))
            return found;
    }
    find_in(unit, mark, mark->function, name, &found);
    if (clang_Cursor_isNull(found))
        find_in(unit, mark, clang_getTranslationUnitCursor(unit->tu), name,
                &found);
    return found;
}
