/*
 * Reads layout(a: morton, b[0:n]: hilbert, ...) of a data block or of a nest,
 * finds the arrays that it names, and checks that nothing in the block but its
 * nests uses them, since their elements lie elsewhere meanwhile.
 */
#include "compiler/unit/local.h"

#include <ctype.h>
#include <string.h>

#include "compiler/output/output.h"
#include "polyhedral/scop/scop.h"

static const struct loc nowhere;

/* Reading one clause. `at` walks through the clause of the mark. */
struct layout_reader {
    struct unit *unit;
    struct faults *faults;
    const struct mark *mark;
    const char *at;
};

#define FORM                                                                   \
    "write layout(a: morton, p[0:n]: hybrid(hilbert, row, 8)), with arrays "   \
    "of 2 dimensions or more"

static struct loc place_at(const struct layout_reader *r, const char *at,
                           size_t width)
{
    struct loc loc = r->mark->clause_loc;
    loc.column += (int)(at - r->mark->clause);
    loc.width = (int)(width ? width : 1);
    return loc;
}

static bool refuse(struct layout_reader *r, struct loc loc, const char *what,
                   const char *hint)
{
    struct fault *fault = fault_add(r->faults, FAULT_CLAUSE, loc, "%s", what);
    fault_hint(r->faults, fault, nowhere, "%s", hint);
    return false;
}

static void skip_blanks(struct layout_reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static bool take(struct layout_reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static bool expect(struct layout_reader *r, char c)
{
    if (take(r, c))
        return true;
    return refuse(
        r, place_at(r, r->at, 1),
        arena_printf(r->unit->arena, "expected '%c' in the clause 'layout'", c),
        FORM);
}

/* Arrays ------------------------------------------------------------------- */

static bool is_array(CXType type)
{
    return type.kind == CXType_ConstantArray ||
           type.kind == CXType_VariableArray ||
           type.kind == CXType_IncompleteArray;
}

static CXType element_of(CXType type)
{
    return clang_getCanonicalType(type.kind == CXType_Pointer
                                      ? clang_getPointeeType(type)
                                      : clang_getArrayElementType(type));
}

/* The array with k subscripts of 0, in C. */
static const char *element_text(struct arena *arena, const char *name, int k)
{
    const char *text = arena_printf(arena, "(%s)", name);
    while (k-- > 0)
        text = arena_printf(arena, "%s[0]", text);
    return text;
}

/* The text of how many rows a parameter that is declared as an array has; NULL
 * if that does not say. */
static const char *parameter_rows(struct unit *unit, CXCursor decl, CXType type)
{
    struct children list = clang_children(unit->arena, decl);
    size_t begin, end;
    if (type.kind == CXType_ConstantArray)
        return arena_printf(unit->arena, "%lld", clang_getArraySize(type));
    for (int k = list.count - 1; k >= 0 && type.kind == CXType_VariableArray;
         k--)
        if (clang_isExpression(clang_getCursorKind(list.at[k])) &&
            clang_cursor_bytes(unit, list.at[k], &begin, &end))
            return arena_strndup(unit->arena, unit->text + begin, end - begin);
    return NULL;
}

/* The number of rows of the array, as C text. */
static const char *find_rows(struct layout_reader *r, CXCursor decl,
                             CXType type, const char *name)
{
    if (type.kind == CXType_Pointer || type.kind == CXType_IncompleteArray)
        return NULL;
    if (clang_getCursorKind(decl) == CXCursor_ParmDecl)
        return parameter_rows(r->unit, decl, type);
    return arena_printf(r->unit->arena, "sizeof %s / sizeof %s",
                        element_text(r->unit->arena, name, 0),
                        element_text(r->unit->arena, name, 1));
}

/* Sets rank, sizes and bytes; false, with a fault, if the array is none of 2 to
 * 8 dimensions of known extents. `rows`: as the clause has it, or NULL. */
static bool find_shape(struct layout_reader *r, CXCursor decl, struct loc loc,
                       const char *rows, struct splice_layout *l)
{
    struct arena *arena = r->unit->arena;
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    CXType inner = type;
    while (is_array(inner) || (l->rank == 0 && inner.kind == CXType_Pointer)) {
        if (l->rank < LAYOUT_RANK && l->rank > 0)
            l->size[l->rank] =
                arena_printf(arena, "sizeof %s / sizeof %s",
                             element_text(arena, l->name, l->rank),
                             element_text(arena, l->name, l->rank + 1));
        l->rank++;
        inner = element_of(inner);
    }
    l->bytes =
        arena_printf(arena, "sizeof %s", element_text(arena, l->name, l->rank));
    if (l->rank == 0)
        return refuse(r, loc, arena_printf(arena, "'%s' is no array", l->name),
                      "leave it out: scalars have no layout");
    if (l->rank == 1 && inner.kind == CXType_Pointer)
        return refuse(
            r, loc,
            arena_printf(arena, "'%s' is a table of pointers to rows", l->name),
            "use an array of 2 dimensions or more");
    if (l->rank == 1)
        return refuse(
            r, loc,
            arena_printf(arena,
                         "'%s' has one dimension, and a layout needs 2 "
                         "or more",
                         l->name),
            arena_printf(arena,
                         "declare it with the shape that it has, as in "
                         "double (*%s)[n]",
                         l->name));
    if (l->rank > LAYOUT_RANK)
        return refuse(
            r, loc,
            arena_printf(arena,
                         "'%s' has %d dimensions, and a layout takes 2 "
                         "to %d",
                         l->name, l->rank, LAYOUT_RANK),
            "leave it out, or take parts of it in a function of their own");
    if (inner.kind == CXType_Pointer)
        return refuse(
            r, loc,
            arena_printf(arena, "the elements of '%s' are pointers", l->name),
            "use an array of numbers or of structures");
    l->size[0] = rows ? rows : find_rows(r, decl, type, l->name);
    if (l->size[0])
        return true;
    return refuse(
        r, loc,
        arena_printf(arena, "'%s' does not say how many rows it has", l->name),
        arena_printf(arena, "write %s[0:n] for n rows", l->name));
}

/* Items -------------------------------------------------------------------- */

/* [0:n]; NULL, with a fault, if it begins elsewhere. */
static const char *take_rows(struct layout_reader *r, const char *name)
{
    skip_blanks(r);
    const char *from = r->at, *colon = NULL;
    int depth = 0;
    for (; *r->at && (depth > 0 || *r->at != ']'); r->at++) {
        depth += *r->at == '(' || *r->at == '[' || *r->at == '{';
        depth -= *r->at == ')' || *r->at == ']' || *r->at == '}';
        if (depth == 0 && *r->at == ':' && !colon)
            colon = r->at;
    }
    const char *end = r->at;
    if (!expect(r, ']'))
        return NULL;
    const char *first = from + (*from == '0');
    while (isspace((unsigned char)*first))
        first++;
    if (colon && first == colon && colon + 1 < end)
        return arena_strndup(r->unit->arena, colon + 1,
                             (size_t)(end - colon - 1));
    refuse(r, place_at(r, from, (size_t)(end - from)),
           arena_printf(r->unit->arena,
                        "a layout is that of all of '%s', from its first row "
                        "on",
                        name),
           arena_printf(r->unit->arena, "write %s[0:n] for n rows", name));
    return NULL;
}

/* The name of the data clause that is nearest to what was written. */
static const char *nearest(const struct layout_data *data, int count,
                           const char *name)
{
    const char *best = NULL;
    int length = (int)strlen(name);
    int least = length > 3 ? 3 : length > 1 ? 2 : 1;
    for (int k = 0; k < count; k++)
        if (layout_distance(name, data[k].name) < least) {
            best = data[k].name;
            least = layout_distance(name, best);
        }
    return best;
}

/* Finds the array among those of the data clause; false, with a fault. */
static bool find_data(struct layout_reader *r, const char *name, struct loc loc,
                      const struct layout_data *data, int count,
                      const struct layout_data **found)
{
    for (int k = 0; k < count; k++)
        if (strcmp(data[k].name, name) == 0) {
            *found = &data[k];
            if (!data[k].inner)
                return true;
            return refuse(
                r, loc,
                arena_printf(r->unit->arena,
                             "the data clause keeps a part of '%s' that does "
                             "not begin with its first row",
                             name),
                arena_printf(r->unit->arena, "write data(%s[0:n])", name));
        }
    const char *near = nearest(data, count, name);
    return refuse(
        r, loc,
        arena_printf(r->unit->arena, "'%s' is not in the data clause", name),
        near ? arena_printf(r->unit->arena, "did you mean '%s'?", near)
             : arena_printf(r->unit->arena, "write data(%s) layout(%s: ...)",
                            name, name));
}

/* Is the array laid out already, here or in a block around? */
static bool is_new(struct layout_reader *r, CXCursor decl, const char *name,
                   struct loc loc)
{
    for (int k = 0; k < r->unit->laid_count; k++) {
        const struct laid *other = &r->unit->laid[k];
        if (!clang_equalCursors(other->decl, decl) ||
            r->mark->begin >= other->end || other->begin >= r->mark->end)
            continue;
        struct fault *fault = fault_add(r->faults, FAULT_CLAUSE, loc,
                                        "'%s' has a layout here already", name);
        fault_hint(r->faults, fault, other->loc, "take one of the two away");
        return false;
    }
    return true;
}

/* NAME: LAYOUT or NAME[0:n]: LAYOUT */
static bool take_item(struct layout_reader *r, const struct layout_data *data,
                      int count, bool nest)
{
    struct unit *unit = r->unit;
    skip_blanks(r);
    size_t length = isdigit((unsigned char)*r->at) ? 0 : lex_word_length(r->at);
    struct loc loc = place_at(r, r->at, length);
    const char *name = arena_strndup(unit->arena, r->at, length);
    const struct layout_data *found = NULL;
    if (length == 0)
        return refuse(r, loc, "expected the name of an array", FORM);
    r->at += length;
    if (!nest && !find_data(r, name, loc, data, count, &found))
        return false;
    CXCursor decl = mark_find_variable(unit, r->mark, name);
    if (clang_Cursor_isNull(decl))
        return refuse(
            r, loc,
            arena_printf(unit->arena, "there is no variable '%s' here", name),
            FORM);
    const char *rows = found ? found->rows : NULL;
    if (take(r, '[') && !(rows = take_rows(r, name)))
        return false;
    struct splice_layout *l = arena_alloc(unit->arena, sizeof *l);
    *l = (struct splice_layout){.name = name, .loc = loc};
    if (!find_shape(r, decl, loc, rows, l) || !expect(r, ':') ||
        !is_new(r, decl, name, loc))
        return false;
    struct layout_error error;
    l->layout = layout_read(unit->arena, &r->at, l->rank, &error);
    if (!l->layout)
        return refuse(r, place_at(r, error.at, (size_t)error.width), error.what,
                      error.hint);
    struct laid laid = {.decl = decl,
                        .layout = l,
                        .loc = loc,
                        .nest = nest,
                        .function = r->mark->function,
                        .begin = r->mark->begin,
                        .end = r->mark->end};
    ARENA_PUSH(unit->arena, unit->laid, unit->laid_count, unit->laid_cap, laid);
    return true;
}

bool layout_take(struct unit *unit, const struct mark *mark, const char **at,
                 const struct layout_data *data, int count, bool nest,
                 struct faults *faults)
{
    struct layout_reader r = {unit, faults, mark, *at};
    if (!expect(&r, '('))
        return false;
    do
        if (!take_item(&r, data, count, nest))
            return false;
    while (take(&r, ','));
    *at = r.at;
    if (!expect(&r, ')'))
        return false;
    *at = r.at;
    return true;
}

/* Returns what stands behind the brackets that follow `at`, if any do. */
static const char *behind(const char *at)
{
    int depth = 0;
    while (isspace((unsigned char)*at))
        at++;
    if (*at != '(')
        return at;
    do {
        depth += (*at == '(') - (*at == ')');
        at++;
    } while (*at && depth > 0);
    return at;
}

/* The clause layout among those of a nest. */
static void read_nest(struct unit *unit, const struct mark *mark,
                      struct faults *faults)
{
    const char *at = mark->clause;
    int before = unit->laid_count;
    while (at && *at) {
        size_t n = isdigit((unsigned char)*at) ? 0 : lex_word_length(at);
        if (n == 0) {
            at++;
            continue;
        }
        const char *word = at;
        at += n;
        if (n != 6 || memcmp(word, "layout", n) != 0)
            at = behind(at);
        else if (!layout_take(unit, mark, &at, NULL, 0, true, faults))
            return;
    }
    layout_add_nest(unit, mark, before);
}

void layout_add_nest(struct unit *unit, const struct mark *mark, int first)
{
    struct splice_data *data = NULL, one = {.begin = mark->begin,
                                            .end = mark->end,
                                            .insert = mark->insert,
                                            .nest = true};
    if (unit->laid_count == first)
        return;
    for (int k = 0; k < unit->data_count && !data; k++)
        if (unit->data[k].nest && unit->data[k].begin == mark->begin)
            data = &unit->data[k];
    if (!data) {
        ARENA_PUSH(unit->arena, unit->data, unit->data_count, unit->data_cap,
                   one);
        data = &unit->data[unit->data_count - 1];
    }
    layout_collect(unit, first, data);
}

void layout_collect(struct unit *unit, int first, struct splice_data *data)
{
    int more = unit->laid_count - first, count = data->layout_count;
    const struct splice_layout **all =
        arena_alloc(unit->arena, sizeof *all * (size_t)(count + more + 1));
    for (int k = 0; k < count; k++)
        all[k] = data->layout[k];
    for (int k = 0; k < more; k++)
        all[count + k] = unit->laid[first + k].layout;
    data->layout = all;
    data->layout_count = count + more;
}

/* Uses outside of nests ---------------------------------------------------- */

struct use_search {
    struct unit *unit;
    struct faults *faults;
    const struct laid *laid;
    int depth;       /* calls */
    bool found;      /* in a function that is called */
    CXCursor callee; /* the function that may use it */
};

static bool is_in_nest(const struct unit *unit, size_t at)
{
    for (int k = 0; k < unit->mark_count; k++)
        if (unit->mark[k].begin <= at && at < unit->mark[k].end)
            return true;
    return false;
}

static bool is_global(CXCursor decl)
{
    enum CXLinkageKind linkage = clang_getCursorLinkage(decl);
    return linkage == CXLinkage_External || linkage == CXLinkage_Internal;
}

enum { DEEPEST = 20 };

static enum CXChildVisitResult visit_body(CXCursor c, CXCursor parent,
                                          CXClientData data)
{
    struct use_search *s = data;
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
        clang_equalCursors(clang_getCursorReferenced(c), s->laid->decl))
        s->found = true;
    if (!s->found && clang_getCursorKind(c) == CXCursor_CallExpr &&
        s->depth < DEEPEST) {
        CXCursor body = clang_getCursorDefinition(clang_getCursorReferenced(c));
        s->depth++;
        if (!clang_Cursor_isNull(body))
            clang_visitChildren(body, visit_body, s);
        s->depth--;
    }
    return s->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Looks into functions that an argument names, and takes a pointer to one for
 * any of them. */
static enum CXChildVisitResult visit_handed(CXCursor c, CXCursor parent,
                                            CXClientData data)
{
    struct use_search *s = data;
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    CXCursor named = clang_getCursorReferenced(c);
    CXCursor body = clang_getCursorDefinition(named);
    CXType to = clang_getPointeeType(
        clang_getCanonicalType(clang_getCursorType(named)));
    if (clang_getCursorKind(named) != CXCursor_FunctionDecl)
        s->found = to.kind == CXType_FunctionProto ||
                   to.kind == CXType_FunctionNoProto;
    else if (!clang_Cursor_isNull(body))
        clang_visitChildren(body, visit_body, s);
    return s->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* May a function that is called use the variable, which is a global one? Those
 * of system headers do not, nor those of other files where it is static. */
static bool call_uses(struct use_search *s, CXCursor call)
{
    CXCursor callee = clang_getCursorReferenced(call);
    CXCursor body = clang_getCursorDefinition(callee);
    bool known = clang_getCursorKind(callee) == CXCursor_FunctionDecl;
    s->found = !known; /* through a pointer */
    s->depth = 0;
    if (known && !clang_Cursor_isNull(body))
        clang_visitChildren(body, visit_body, s);
    else if (known)
        s->found =
            clang_getCursorLinkage(s->laid->decl) == CXLinkage_External &&
            !clang_Location_isInSystemHeader(clang_getCursorLocation(callee));
    /* A function that is handed over may be called. */
    if (!s->found)
        clang_visitChildren(call, visit_handed, s);
    s->callee = callee;
    return s->found;
}

static void refuse_use(struct use_search *s, CXCursor c, const char *how)
{
    const struct splice_layout *l = s->laid->layout;
    struct fault *fault =
        fault_add(s->faults, FAULT_CLAUSE, clang_cursor_loc(s->unit, c),
                  "'%s' has the layout %s in this block, and %s", l->name,
                  l->layout->text, how);
    fault_hint(s->faults, fault, s->laid->loc,
               "end the block before, or mark a nest that does this with "
               "#pragma hedra");
}

static enum CXChildVisitResult visit_block(CXCursor c, CXCursor parent,
                                           CXClientData data)
{
    struct use_search *s = data;
    size_t begin, end;
    (void)parent;
    bool here = clang_cursor_bytes(s->unit, c, &begin, &end);
    if (here && (end <= s->laid->begin || begin >= s->laid->end))
        return CXChildVisit_Continue;
    if (here && begin >= s->laid->begin && is_in_nest(s->unit, begin))
        return CXChildVisit_Continue;
    bool inside = here && begin >= s->laid->begin;
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (inside && kind == CXCursor_DeclRefExpr &&
        clang_equalCursors(clang_getCursorReferenced(c), s->laid->decl))
        refuse_use(s, c, "plain C uses it here, which has C's order");
    else if (inside && kind == CXCursor_CallExpr && is_global(s->laid->decl) &&
             call_uses(s, c))
        refuse_use(s, c,
                   arena_printf(
                       s->unit->arena, "'%s', which is called here, may use it",
                       clang_text(s->unit->arena,
                                  clang_getCursorSpelling(s->callee))));
    return CXChildVisit_Recurse;
}

void layout_find(struct unit *unit, struct faults *faults)
{
    for (int k = 0; k < unit->mark_count; k++)
        read_nest(unit, &unit->mark[k], faults);
    for (int k = 0; k < unit->laid_count; k++) {
        struct use_search s = {unit, faults, &unit->laid[k],
                               0,    false,  clang_getNullCursor()};
        if (!unit->laid[k].nest)
            clang_visitChildren(unit->laid[k].function, visit_block, &s);
    }
}

const struct laid *layout_of(const struct unit *unit, const struct mark *mark,
                             CXCursor decl)
{
    for (int k = 0; k < unit->laid_count && !unit->row_order; k++)
        if (clang_equalCursors(unit->laid[k].decl, decl) &&
            unit->laid[k].begin <= mark->begin &&
            mark->begin < unit->laid[k].end)
            return &unit->laid[k];
    return NULL;
}

void layout_add(struct unit *unit, const struct mark *mark, CXCursor decl,
                const char *name)
{
    struct faults ignored = faults_new(unit->arena);
    struct layout_reader r = {unit, &ignored, mark, NULL};
    struct splice_layout *l = arena_alloc(unit->arena, sizeof *l);
    *l = (struct splice_layout){.name = name, .loc = mark->loc};
    if (!find_shape(&r, decl, mark->loc, NULL, l))
        return;
    l->layout = unit->layout[l->rank - 2];
    struct laid laid = {.decl = decl,
                        .function = mark->function,
                        .layout = l,
                        .begin = mark->begin,
                        .end = mark->end,
                        .nest = true,
                        .loc = mark->loc};
    ARENA_PUSH(unit->arena, unit->laid, unit->laid_count, unit->laid_cap, laid);
}

bool unit_set_layout(struct unit *unit, bool any, const char *text,
                     struct faults *faults)
{
    unit->row_order = !any;
    for (int rank = 2; rank <= LAYOUT_RANK && text && any; rank++) {
        struct layout_error error = {.what = NULL};
        const char *at = text;
        unit->layout[rank - 2] = layout_read(unit->arena, &at, rank, &error);
        if (unit->layout[rank - 2] && !*at)
            continue;
        struct fault *fault =
            fault_add(faults, FAULT_USAGE, nowhere, "--layout=%s: %s", text,
                      error.what ? error.what : "something follows the layout");
        fault_hint(faults, fault, nowhere, "%s",
                   error.hint ? error.hint
                              : "name one that suits 2 and 3 dimensions");
        return false;
    }
    return true;
}

const char *unit_layouts(const struct unit *unit)
{
    const char *text = NULL;
    for (int k = 0; k < unit->laid_count; k++) {
        const struct splice_layout *l = unit->laid[k].layout;
        text = arena_printf(unit->arena, "%s%s%s: %s", text ? text : "",
                            text ? ", " : "", l->name, l->layout->text);
    }
    return text;
}

struct loc unit_layouts_place(const struct unit *unit)
{
    return unit->laid_count ? unit->laid[0].loc : nowhere;
}

bool unit_change_layouts(struct unit *unit, const char *text)
{
    for (int k = 0; k < unit->laid_count; k++) {
        struct splice_layout *l = unit->laid[k].layout;
        struct layout_error error = {.what = NULL};
        const char *at = text;
        const struct scop_layout *layout =
            layout_read(unit->arena, &at, l->rank, &error);
        if (!layout || *at)
            return false;
        l->layout = layout;
    }
    return true;
}
