/*
 * Where the marked regions are. libclang does not tell of pragmas that clang
 * does not know, so the directives of the file's text are looked at; what
 * libclang says of conditional compilation and of the places of statements does
 * the rest.
 */
#include "compiler/output/output.h"
#include "compiler/unit/local.h"

#include <ctype.h>
#include <string.h>

#include "backends/kir/kir.h"

/* Directives --------------------------------------------------------------- */

/* Whether the dialect that is asked for, clang's own if none is, has what
 * strict or new ones have. */
static struct lex dialect(const struct unit *unit, int argc,
                          const char *const *args)
{
    static const char *const new[] = {"c2x",   "c23", "gnu2x",
                                      "gnu23", "c2y", "gnu2y"};
    bool gnu = true;
    struct lex x = {.text = unit->text, .length = unit->length};
    int forced = -1;
    for (int k = 0; k < argc; k++) {
        const char *name = strncmp(args[k], "-std=", 5) ? NULL : args[k] + 5;
        if (!strcmp(args[k], "-ansi"))
            name = "c89";
        if (!strcmp(args[k], "-trigraphs") || !strcmp(args[k], "-ftrigraphs"))
            forced = 1;
        if (!strcmp(args[k], "-fno-trigraphs"))
            forced = 0;
        if (!name)
            continue;
        x.separators = false;
        for (size_t n = 0; n < sizeof new / sizeof *new; n++)
            x.separators |= !strcmp(name, new[n]);
        gnu = strncmp(name, "gnu", 3) == 0 && name[3] != '8' && name[3] != '9';
        gnu |= strcmp(name, "gnu99") == 0 || strcmp(name, "gnu9x") == 0;
        x.trigraphs = !x.separators && strncmp(name, "gnu", 3) != 0;
    }
    if (forced >= 0)
        x.trigraphs = forced;
    x.raw_strings = gnu && clang_major(unit->arena) >= 19;
    return x;
}

/* Is the offset in a part that conditional compilation removes? */
static bool is_skipped(const struct unit *unit, size_t at)
{
    for (int k = 0; k < unit->skipped_count; k++)
        if (at >= unit->skipped[2 * k] && at < unit->skipped[2 * k + 1])
            return true;
    return false;
}

static void find_skipped(struct unit *unit)
{
    CXSourceRangeList *list = clang_getSkippedRanges(unit->tu, unit->file);
    if (!list)
        return;
    unit->skipped =
        arena_alloc(unit->arena, 2 * list->count * sizeof *unit->skipped);
    unit->skipped_count = (int)list->count;
    for (unsigned k = 0; k < list->count; k++) {
        unsigned from, to;
        clang_getFileLocation(clang_getRangeStart(list->ranges[k]), NULL, NULL,
                              NULL, &from);
        clang_getFileLocation(clang_getRangeEnd(list->ranges[k]), NULL, NULL,
                              NULL, &to);
        unit->skipped[2 * k] = from;
        unit->skipped[2 * k + 1] = to;
    }
    clang_disposeSourceRangeList(list);
}

/* #line, what follows made by macros. */
static void expand_line(struct unit *unit, struct directive *d)
{
    struct lex_token behind = lex_token(&unit->source->lex, d->end);
    CXSourceLocation at =
        clang_getLocationForOffset(unit->tu, unit->file, (unsigned)behind.end);
    CXString name;
    unsigned line;
    struct buf text = {0};
    clang_getPresumedLocation(at, &name, &line, NULL);
    const char *file = clang_text(unit->arena, name);
    literal_put_escaped(&text, file, strlen(file));
    d->line = (int)line;
    d->file_length = text.length;
    d->file = arena_strndup(unit->arena, text.text, text.length);
    buf_free(&text);
}

void mark_read(struct unit *unit, int argc, const char *const *args)
{
    struct lex x = dialect(unit, argc, args);
    unit->source = lex_source(unit->arena, &x);
    find_skipped(unit);
    for (int k = 0; k < unit->source->directive_count; k++) {
        struct directive *d = &unit->source->directive[k];
        d->skipped = is_skipped(unit, d->begin);
        if (d->kind == DIRECTIVE_LINE && !d->skipped && d->line == 0)
            expand_line(unit, d);
    }
}

/* Pragmas ------------------------------------------------------------------ */

struct pragma {
    enum directive_mark kind;
    bool alone, team, promised; /* accepted: see accept.c */
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

/* The rest of a directive: its tokens where they stand, so that columns stay;
 * comments and joins become blanks. */
static const char *clause_text(struct unit *unit, size_t at, size_t end)
{
    const struct lex *x = &unit->source->lex;
    char *text = arena_alloc(unit->arena, end - at + 2);
    memset(text, ' ', end - at);
    struct lex_token token = lex_token_before(x, at, end);
    for (; token.kind != LEX_BREAK;
         token = lex_token_before(x, token.end, end)) {
        char *to = text + (token.begin - at);
        to[lex_spell(x, token.begin, token.end, to)] = ' ';
    }
    text[end - at] = '\0';
    return text;
}

/* Does the directive work on the loop that must follow it, as those of OpenMP,
 * OpenACC and compilers do? */
static bool wants_loop(const struct lex *x, const struct directive *d)
{
    static const char *const form[][2] = {
        {"omp", "for"},      {"omp", "simd"},       {"omp", "loop"},
        {"omp", "taskloop"}, {"omp", "distribute"}, {"acc", "loop"},
        {"GCC", "unroll"},   {"GCC", "ivdep"},      {"clang", "loop"},
        {"unroll", NULL},    {"nounroll", NULL},    {"ivdep", NULL},
    };
    if (d->kind != DIRECTIVE_PRAGMA)
        return false;
    struct lex_token first = lex_token_before(x, d->rest, d->end);
    for (size_t k = 0; k < sizeof form / sizeof *form; k++)
        if (lex_is(x, first, form[k][0]) &&
            (!form[k][1] || lex_has_word(x, first.end, d->end, form[k][1])))
            return true;
    return false;
}

/* Where the first token behind `at` is that is compiled. */
static size_t first_compiled(const struct unit *unit, size_t at)
{
    const struct lex *x = &unit->source->lex;
    size_t end, first = lex_next(x, at, &end);
    while (first < x->length && is_skipped(unit, first))
        first = lex_next(x, end, &end);
    return first;
}

/* Returns the place of the directive before number k that wants a loop, with
 * nothing that is compiled between; no place if there is none. */
static struct loc find_owner(struct unit *unit, int k)
{
    const struct lex *x = &unit->source->lex;
    const struct directive *list = unit->source->directive;
    int before = k - 1;
    while (before >= 0 &&
           (list[before].skipped || !wants_loop(x, &list[before])))
        before--;
    if (before < 0)
        return (struct loc){0};
    return first_compiled(unit, list[before].end) < list[k].begin
               ? (struct loc){0}
               : loc_at(unit, list[before].begin, 1);
}

static void add_accepted_pragma(struct unit *unit, const struct directive *d,
                                int k, const struct accepted *accepted,
                                bool team, struct pragmas *list)
{
    struct pragma p = {
        .kind = MARK_ACCEPTED,
        .alone = accepted->alone,
        .team = team,
        .promised = accepted->promised,
        .begin = d->begin,
        .end = d->end,
        .clause = accepted->clause,
        .loc = loc_at(unit, d->begin, d->rest - d->begin),
        .clause_loc = loc_at(unit, d->begin, 1),
        .owner = find_owner(unit, k),
    };
    ARENA_PUSH(unit->arena, list->at, list->count, list->cap, p);
}

static struct pragmas find_pragmas(struct unit *unit)
{
    const struct lex_source *source = unit->source;
    struct pragmas list = {0};
    for (int k = 0; k < source->directive_count; k++) {
        struct directive *d = &source->directive[k];
        struct accepted accepted = {false, false, ""};
        bool team = unit->accept && accept_opens_team(unit, d);
        if (unit->accept && (team || accept_mark(unit, d, &accepted))) {
            add_accepted_pragma(unit, d, k, &accepted, team, &list);
            continue;
        }
        if (d->mark == MARK_NONE || d->skipped)
            continue;
        size_t rest = lex_token_before(&source->lex, d->rest, d->end).begin;
        struct pragma p = {
            .kind = d->mark,
            .begin = d->begin,
            .end = d->end,
            .clause = clause_text(unit, rest, d->end),
            .loc = loc_at(unit, d->begin, d->rest - d->begin),
            .clause_loc = loc_at(unit, rest, 1),
            .owner = find_owner(unit, k),
        };
        ARENA_PUSH(unit->arena, list.at, list.count, list.cap, p);
    }
    return list;
}

/* Statements --------------------------------------------------------------- */

struct mark_search {
    struct unit *unit;
    struct faults *faults;
    size_t team_begin, team_end; /* the last block of a team of threads, with
                                    its pragma */
    size_t begin, end;           /* of what is sought */
    CXCursor found;
    bool done;
};

static enum CXChildVisitResult visit_function(CXCursor c, CXCursor parent,
                                              CXClientData data)
{
    struct mark_search *s = data;
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
    struct mark_search s = {.unit = unit, .begin = at};
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

/* Returns where the statement ends in the file, its ';' included; 0 if it ends
 * inside of a macro that goes on. A ';' that it does not need, which may be
 * that of another statement of a macro, does no harm. */
static size_t stmt_end(struct unit *unit, CXCursor c)
{
    size_t begin, end, next;
    if (!clang_cursor_bytes(unit, c, &begin, &end))
        return 0;
    if (!clang_leave_macros(unit, begin, &end))
        return 0;
    size_t at = lex_next(&unit->source->lex, end, &next);
    return at < unit->length && unit->text[at] == ';' ? next : end;
}

static struct fault *refuse(struct mark_search *s, const struct pragma *p,
                            const char *text)
{
    return fault_add(s->faults, FAULT_PRAGMA, p->loc, "%s", text);
}

static void refuse_with(struct mark_search *s, const struct pragma *p,
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

struct inclusion {
    struct unit *unit;
    CXFile file;
    size_t begin, end;
    bool found;
};

static void find_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth,
                           CXClientData data)
{
    struct inclusion *s = data;
    for (unsigned k = 0; k < depth && clang_File_isEqual(file, s->file); k++) {
        CXFile in;
        unsigned at;
        clang_getFileLocation(stack[k], &in, NULL, NULL, &at);
        s->found |= in && clang_File_isEqual(in, s->unit->file) &&
                    at >= s->begin && at < s->end;
    }
}

/* Does an #include in [begin, end) make a statement of `parent`? A file may be
 * included more than once: asks what stands before it and behind it, too. */
static bool includes_statements(struct unit *unit, CXCursor parent,
                                size_t begin, size_t end)
{
    struct children list = clang_children(unit->arena, parent);
    struct inclusion s = {.unit = unit, .begin = begin, .end = end};
    for (int k = 0; k < list.count && s.begin < end; k++) {
        CXFile to;
        CXSourceRange range = clang_getCursorExtent(list.at[k]);
        size_t from, behind;
        if (clang_cursor_bytes(unit, list.at[k], &from, &behind)) {
            s.begin = s.begin < behind ? behind : s.begin;
            continue;
        }
        s.end = end;
        for (int next = k + 1; next < list.count && s.end == end; next++)
            if (clang_cursor_bytes(unit, list.at[next], &from, &behind) &&
                from < end)
                s.end = from;
        clang_getFileLocation(clang_getRangeStart(range), &s.file, NULL, NULL,
                              NULL);
        clang_getFileLocation(clang_getRangeEnd(range), &to, NULL, NULL, NULL);
        if (s.file && clang_File_isEqual(s.file, unit->file))
            s.file = to;
        if (s.file && s.begin < s.end)
            clang_getInclusions(unit->tu, find_inclusion, &s);
    }
    return s.found;
}

static bool refuse_included(struct mark_search *s, const struct pragma *p)
{
    refuse_with(s, p,
                "an included file has statements behind this pragma, which it "
                "would not mark",
                "put a block in braces around the #include and all else that "
                "belongs to the region, and the pragma before it");
    return false;
}

/* The children of `parent` that lie in [mark->begin, mark->end) become the
 * region's statements; none may lie across a border. */
static bool take_statements(struct mark_search *s, CXCursor parent,
                            const struct pragma *p, struct mark *mark)
{
    struct children list = clang_children(s->unit->arena, parent);
    int cap = 0;
    if (includes_statements(s->unit, parent, mark->begin, mark->end))
        return refuse_included(s, p);
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

/* Do macros keep the region's text from being replaced? */
static bool hides_text(struct mark_search *s, const struct pragma *p,
                       const struct mark *mark)
{
    if (!clang_holds_others(s->unit, mark->function, mark->stmt,
                            mark->stmt_count))
        return false;
    refuse_with(s, p,
                "a macro behind this pragma makes more statements than those "
                "that it marks",
                "put a block in braces around all that the macro makes, and "
                "the pragma before it");
    return true;
}

/* Returns where a declaration may be put before the function: at the first
 * token after the declaration before it. */
static size_t find_insert(struct unit *unit, CXCursor function)
{
    size_t begin = 0, end, insert = 0, next, depth = 0;
    bool fresh = true;
    clang_cursor_bytes(unit, function, &begin, &end);
    for (size_t at = lex_next(&unit->source->lex, 0, &next); at < begin;
         at = lex_next(&unit->source->lex, next, &next)) {
        char c = unit->text[at];
        if (is_skipped(unit, at))
            continue;
        if (fresh)
            insert = at;
        depth += c == '{' || c == '(';
        depth -= (c == '}' || c == ')') && depth > 0;
        fresh = depth == 0 && (c == ';' || c == '}');
    }
    return fresh ? begin : insert;
}

static bool begin_mark(struct mark_search *s, const struct pragma *p,
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
    size_t from, to;
    clang_cursor_bytes(s->unit, mark->function, &from, &to);
    if (clang_follows_operator(s->unit, from, p->begin)) {
        refuse_with(s, p,
                    "the _Pragma before this pragma may want a loop, which "
                    "hedrac puts a block around",
                    "put this pragma before it");
        return false;
    }
    mark->insert = find_insert(s->unit, mark->function);
    return true;
}

/* #pragma scop ... #pragma endscop */
static void add_scop(struct mark_search *s, const struct pragma *open,
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
    struct mark_search *s = data;
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
static void add_hedra(struct mark_search *s, const struct pragma *p)
{
    struct mark mark;
    CXCursor body;
    if (!begin_mark(s, p, &mark, &body))
        return;
    s->begin = first_compiled(s->unit, p->end);
    s->done = false;
    clang_visitChildren(body, visit_first, s);
    enum CXCursorKind kind =
        s->done ? clang_getCursorKind(s->found) : CXCursor_NullStmt;
    if (kind != CXCursor_ForStmt && kind != CXCursor_CompoundStmt &&
        kind != CXCursor_WhileStmt && kind != CXCursor_DoStmt) {
        CXCursor around = descend(s->unit, body, p->begin, p->end, &mark);
        if (includes_statements(s->unit, around, p->begin, s->begin))
            refuse_included(s, p);
        else
            refuse_with(
                s, p, "no loop or block follows this pragma",
                "put it right before a for or a { block }, with nothing "
                "but blanks, comments and lines of the preprocessor "
                "between");
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
    if (take_statements(s, parent, p, &mark) && !hides_text(s, p, &mark))
        ARENA_PUSH(s->unit->arena, s->unit->mark, s->unit->mark_count,
                   s->unit->mark_cap, mark);
}

/* The statement that follows the pragma in the function's body. */
static bool find_statement(struct mark_search *s, const struct pragma *p,
                           CXCursor body)
{
    s->begin = first_compiled(s->unit, p->end);
    s->done = false;
    clang_visitChildren(body, visit_first, s);
    return s->done && clang_cursor_bytes(s->unit, s->found, &s->begin, &s->end);
}

static void leave_accepted(struct mark_search *s, const struct pragma *p,
                           const char *why)
{
    fault_add(s->faults, FAULT_NOT_ACCEPTED, p->loc,
              "the loop behind this pragma stays as it is: %s", why);
}

/* #pragma omp ... or acc ..., and the loop or block that follows it. What is in
 * a region, or is no loop, stays as it is. */
static void add_accepted(struct mark_search *s, const struct pragma *p)
{
    struct unit *unit = s->unit;
    struct mark mark = {.begin = p->begin,
                        .loc = p->loc,
                        .clause = p->clause,
                        .clause_loc = p->clause_loc,
                        .promised = p->promised};
    CXCursor body;
    if (p->begin < s->team_end)
        mark.team = s->team_begin + 1;
    bool within =
        unit->mark_count && p->begin < unit->mark[unit->mark_count - 1].end;
    if (within || !find_function(unit, p->begin, &mark.function, &body) ||
        !find_statement(s, p, body))
        return;
    enum CXCursorKind kind = clang_getCursorKind(s->found);
    if (p->team) {
        s->team_begin = p->begin;
        s->team_end = s->end;
        return;
    }
    if (kind != CXCursor_ForStmt && kind != CXCursor_CompoundStmt)
        return;
    mark.end = stmt_end(unit, s->found);
    if (p->alone && p->begin < s->team_end)
        leave_accepted(s, p, "each thread of the block around it has its own");
    else if (p->owner.line)
        leave_accepted(s, p, "another pragma before it wants a loop");
    else if (mark.end <= s->begin)
        leave_accepted(s, p, "it ends inside of a macro or another file");
    else {
        mark.insert = find_insert(unit, mark.function);
        CXCursor parent = descend(unit, body, s->begin, s->end, &mark);
        if (includes_statements(unit, parent, mark.begin, mark.end))
            leave_accepted(s, p, "an included file has statements before it");
        else if (take_statements(s, parent, p, &mark) &&
                 !hides_text(s, p, &mark))
            ARENA_PUSH(unit->arena, unit->mark, unit->mark_count,
                       unit->mark_cap, mark);
    }
}

/* #pragma hedra data(...), and the block that follows it */
static void add_data(struct mark_search *s, const struct pragma *p)
{
    struct unit *unit = s->unit;
    struct mark mark;
    CXCursor body;
    if (!begin_mark(s, p, &mark, &body))
        return;
    s->begin = first_compiled(unit, p->end);
    s->done = false;
    clang_visitChildren(body, visit_first, s);
    if (!s->done || clang_getCursorKind(s->found) != CXCursor_CompoundStmt ||
        !clang_cursor_bytes(unit, s->found, &s->begin, &mark.end)) {
        refuse_with(s, p, "no block in braces follows this pragma",
                    "put braces around the statements that use the arrays");
        return;
    }
    CXCursor parent = descend(unit, body, s->begin, mark.end, &mark);
    struct splice_data data;
    if (includes_statements(unit, parent, mark.begin, mark.end))
        refuse_included(s, p);
    else if (data_read(unit, &mark, s->found, &data, s->faults))
        ARENA_PUSH(unit->arena, unit->data, unit->data_count, unit->data_cap,
                   data);
}

/* No region may lie in another. */
static void check_overlap(struct mark_search *s)
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

static void add_marks(struct mark_search *s, const struct pragmas *list)
{
    const struct pragma *open = NULL;
    for (int k = 0; k < list->count; k++) {
        const struct pragma *p = &list->at[k];
        switch (p->kind) {
        case MARK_HEDRA:
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
        case MARK_SCOP:
            if (open)
                refuse_with(s, p,
                            "a second scop begins before the first has ended",
                            "write #pragma endscop before this line");
            open = p;
            break;
        case MARK_ENDSCOP:
            if (open)
                add_scop(s, open, p);
            else
                refuse_with(s, p, "endscop without a scop before it",
                            "write #pragma scop before the first statement");
            open = NULL;
            break;
        case MARK_ACCEPTED:
            if (!open)
                add_accepted(s, p);
            break;
        case MARK_NONE:
            break;
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
    struct mark_search s = {.unit = unit, .faults = faults};
    add_marks(&s, &list);
    if (faults->errors == before)
        check_overlap(&s);
    if (faults->errors == before)
        layout_find(unit, faults);
    return faults->errors == before;
}
