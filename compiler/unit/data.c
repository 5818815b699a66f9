/*
 * #pragma hedra data(a, p[lo:count], ...) before a block: the arrays that stay
 * on the device between the block's regions, as C expressions for the splicer.
 */
#include "compiler/unit/local.h"

#include <ctype.h>
#include <string.h>

#include "compiler/output/output.h"

/* Reading one clause. `at` walks through `text`, the clause of the mark. */
struct data_reader {
    struct unit *unit;
    struct faults *faults;
    const struct mark *mark;
    const char *text, *at;
    struct splice_data *data;
    int base_cap, size_cap;
    int item_count, item_cap;
    struct layout_data *item; /* for the clause layout */
};

static const struct loc nowhere;

static struct loc place_at(const struct data_reader *r, const char *at,
                           size_t width)
{
    struct loc loc = r->mark->clause_loc;
    loc.column += (int)(at - r->text);
    loc.width = (int)width;
    return loc;
}

static void skip_blanks(struct data_reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static bool take(struct data_reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static bool expect(struct data_reader *r, char c)
{
    if (take(r, c))
        return true;
    struct fault *fault =
        fault_add(r->faults, FAULT_CLAUSE, place_at(r, r->at, 1),
                  "expected '%c' in the clause 'data'", c);
    fault_hint(r->faults, fault, nowhere,
               "write data(a, p[0:n]): arrays, or pointers with the first "
               "element and the number of elements");
    return false;
}

static size_t word_length(const char *text)
{
    return isdigit((unsigned char)*text) ? 0 : lex_word_length(text);
}

bool data_is_clause(const char *clause)
{
    return word_length(clause) == 4 && strncmp(clause, "data", 4) == 0;
}

/* Takes an expression up to a `stop` outside of its brackets; NULL if there is
 * none or it is empty and must not be. */
static const char *take_expression(struct data_reader *r, char stop)
{
    skip_blanks(r);
    const char *from = r->at;
    int depth = 0;
    for (; *r->at && (depth > 0 || *r->at != stop); r->at++) {
        depth += *r->at == '(' || *r->at == '[' || *r->at == '{';
        depth -= *r->at == ')' || *r->at == ']' || *r->at == '}';
        if (depth < 0)
            break;
    }
    const char *text =
        arena_strndup(r->unit->arena, from, (size_t)(r->at - from));
    return expect(r, stop) ? text : NULL;
}

/* Sizes -------------------------------------------------------------------- */

static bool is_array(CXType type)
{
    return type.kind == CXType_ConstantArray ||
           type.kind == CXType_VariableArray ||
           type.kind == CXType_IncompleteArray;
}

/* The text of the outermost extent of a parameter that is declared as a VLA:
 * the last expression below its declaration. */
static const char *extent_text(struct data_reader *r, CXCursor decl)
{
    struct children list = clang_children(r->unit->arena, decl);
    size_t begin, end;
    for (int k = list.count - 1; k >= 0; k--)
        if (clang_isExpression(clang_getCursorKind(list.at[k])) &&
            clang_cursor_bytes(r->unit, list.at[k], &begin, &end))
            return arena_strndup(r->unit->arena, r->unit->text + begin,
                                 end - begin);
    return NULL;
}

/* The bytes of a variable whose declaration says how many there are. */
static const char *whole_size(struct data_reader *r, CXCursor decl,
                              const char *name)
{
    struct arena *arena = r->unit->arena;
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    if (!is_array(type) || type.kind == CXType_IncompleteArray)
        return NULL;
    if (clang_getCursorKind(decl) != CXCursor_ParmDecl)
        return arena_printf(arena, "sizeof(%s)", name);
    const char *extent =
        type.kind == CXType_ConstantArray
            ? arena_printf(arena, "%lld", clang_getArraySize(type))
            : extent_text(r, decl);
    return extent ? arena_printf(arena, "(size_t)(%s) * sizeof *(%s)", extent,
                                 name)
                  : NULL;
}

static void add_item(struct data_reader *r, const char *base, const char *size)
{
    struct splice_data *d = r->data;
    int n = d->count;
    ARENA_PUSH(r->unit->arena, d->base, n, r->base_cap, base);
    ARENA_PUSH(r->unit->arena, d->size, d->count, r->size_cap, size);
}

static bool refuse_name(struct data_reader *r, struct loc loc, const char *name,
                        const char *reason)
{
    struct fault *fault =
        fault_add(r->faults, FAULT_CLAUSE, loc, "'%s' %s", name, reason);
    fault_hint(r->faults, fault, nowhere,
               "write %s[0:n] for the n elements from the first on", name);
    return false;
}

static bool is_zero(const char *text)
{
    const char *rest = text + (*text == '0');
    return *text == '0' && rest[strspn(rest, " \t")] == '\0';
}

/* NAME or NAME[first:count] */
static bool read_item(struct data_reader *r)
{
    struct arena *arena = r->unit->arena;
    skip_blanks(r);
    size_t length = word_length(r->at);
    struct loc loc = place_at(r, r->at, length);
    char *name = arena_strndup(arena, r->at, length);
    CXCursor decl = mark_find_variable(r->unit, r->mark, name);
    if (length == 0 || clang_Cursor_isNull(decl)) {
        fault_hint(r->faults,
                   fault_add(r->faults, FAULT_CLAUSE, loc,
                             "the clause 'data' expects the name of a variable "
                             "here"),
                   nowhere,
                   "write data(array, pointer[first:count], ...) with "
                   "variables that are declared before");
        return false;
    }
    r->at += length;
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    if (!is_array(type) && type.kind != CXType_Pointer) {
        fault_hint(r->faults,
                   fault_add(r->faults, FAULT_CLAUSE, loc,
                             "'%s' is neither array nor pointer", name),
                   nowhere, "leave it out: scalars are never kept");
        return false;
    }
    struct layout_data item = {name, NULL, false};
    if (take(r, '[')) {
        const char *first = take_expression(r, ':');
        const char *count = first ? take_expression(r, ']') : NULL;
        if (!count)
            return false;
        add_item(
            r, arena_printf(arena, "%s + (%s)", name, *first ? first : "0"),
            arena_printf(arena, "(size_t)(%s) * sizeof *(%s)", count, name));
        item.rows = count;
        item.inner = *first && !is_zero(first);
        ARENA_PUSH(arena, r->item, r->item_count, r->item_cap, item);
        return true;
    }
    const char *size = whole_size(r, decl, name);
    if (!size)
        return refuse_name(r, loc, name,
                           "does not say how many elements it has");
    add_item(r, name, size);
    ARENA_PUSH(arena, r->item, r->item_count, r->item_cap, item);
    return true;
}

/* layout(...) behind data(...) */
static bool read_layout(struct data_reader *r)
{
    int first = r->unit->laid_count;
    skip_blanks(r);
    if (word_length(r->at) != 6 || strncmp(r->at, "layout", 6) != 0)
        return true;
    r->at += strlen("layout");
    if (!layout_take(r->unit, r->mark, &r->at, r->item, r->item_count, false,
                     r->faults))
        return false;
    layout_collect(r->unit, first, r->data);
    return true;
}

static bool read_clause(struct data_reader *r)
{
    r->at += strlen("data");
    if (!expect(r, '('))
        return false;
    do {
        if (!read_item(r))
            return false;
    } while (take(r, ','));
    if (!expect(r, ')') || !read_layout(r))
        return false;
    skip_blanks(r);
    if (!*r->at)
        return true;
    fault_hint(r->faults,
               fault_add(r->faults, FAULT_CLAUSE, place_at(r, r->at, 1),
                         "nothing but 'layout' may follow the clause 'data'"),
               nowhere, "put other clauses on the nests in the block");
    return false;
}

/* Ways out of the block ---------------------------------------------------- */

struct exits {
    struct data_reader *reader;
    bool in_loop, in_switch; /* within the block: break and continue stay */
};

static enum CXChildVisitResult visit_exit(CXCursor c, CXCursor parent,
                                          CXClientData data)
{
    struct exits *e = data;
    struct exits inner = *e;
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        inner.in_loop = true;
        break;
    case CXCursor_SwitchStmt:
        inner.in_switch = true;
        break;
    case CXCursor_BreakStmt:
        if (e->in_loop || e->in_switch)
            return CXChildVisit_Continue;
        goto refused;
    case CXCursor_ContinueStmt:
        if (e->in_loop)
            return CXChildVisit_Continue;
        goto refused;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        if (!e->in_switch)
            goto refused;
        break;
    case CXCursor_ReturnStmt:
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
    case CXCursor_LabelStmt:
        goto refused;
    default:
        break;
    }
    clang_visitChildren(c, visit_exit, &inner);
    return CXChildVisit_Continue;
refused:
    fault_hint(e->reader->faults,
               fault_add(e->reader->faults, FAULT_STATEMENT,
                         clang_cursor_loc(e->reader->unit, c),
                         "control cannot jump into or out of a block that "
                         "keeps data on the device"),
               nowhere, "let the block end at its closing brace");
    return CXChildVisit_Continue;
}

bool data_read(struct unit *unit, const struct mark *mark, CXCursor block,
               struct splice_data *data, struct faults *faults)
{
    struct data_reader r = {
        .unit = unit,
        .faults = faults,
        .mark = mark,
        .text = mark->clause,
        .at = mark->clause,
        .data = data,
    };
    struct exits exits = {.reader = &r};
    int before = faults->errors;
    *data = (struct splice_data){
        .begin = mark->begin, .end = mark->end, .insert = mark->insert};
    if (read_clause(&r))
        clang_visitChildren(block, visit_exit, &exits);
    return faults->errors == before;
}

int unit_data(const struct unit *unit, const struct splice_data **data)
{
    *data = unit->data;
    return unit->data_count;
}
