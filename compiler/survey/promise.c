/*
 * A loop that threads may share because its author says so, where hedrac finds
 * no proof of its own: #pragma omp for, or parallel for, promises that no
 * iteration writes what another one reads or writes. The promise is taken for
 * what arrays and pointers lead to; scalars have to be set in each iteration
 * before it reads them, and not to be read behind the loop.
 *
 * OpenMP's threads see other variables than a program that is compiled without
 * it: private ones, those of functions and blocks that each thread of a team
 * executes, and threadprivate ones. What stands in their place here is one
 * variable for all. Where the loop may write through such a one, nothing is
 * taken; nor where something in the loop, or in a function that it calls, may
 * mean something else to a team: directives, calls that nobody knows, static
 * variables, numbers that each thread may have set for itself, atomic and
 * volatile objects, texts that conditions choose. A promise that need not hold
 * for any number of threads, or that leaves runs of iterations to one of them
 * (if, num_threads, sizes of chunks), is none.
 */
#include "compiler/survey/survey.h"

#include <string.h>

enum { CALLEES = 64 };

struct promise {
    struct survey *survey;
    CXCursor iterator, body;
    int seen_count, seen_cap;
    CXCursor *seen; /* variables around the loop that have been looked at */
    int callee_count;
    CXCursor callee[CALLEES]; /* functions that have been looked at */
    bool kept;
};

/* Is it declared outside of the statement? */
static bool is_outside(const struct promise *p, CXCursor decl, CXCursor around)
{
    size_t begin, end, from, to;
    return !clang_cursor_bytes(p->survey->unit, decl, &begin, &end) ||
           !clang_cursor_bytes(p->survey->unit, around, &from, &to) ||
           begin < from || end > to;
}

static bool is_array(CXType type)
{
    return type_is_pointer(type) &&
           clang_getCanonicalType(type).kind != CXType_Pointer;
}

static bool is_at_file_scope(CXCursor decl)
{
    return clang_getCursorKind(clang_getCursorSemanticParent(decl)) !=
           CXCursor_FunctionDecl;
}

/* Is there an array in the structure, which gives pointers without a word? */
static enum CXVisitorResult visit_field(CXCursor c, CXClientData data)
{
    bool *found = data;
    CXType type = clang_getCanonicalType(clang_getCursorType(c));
    *found |= is_array(type);
    if (type_is_record(type))
        clang_Type_visitFields(type, visit_field, data);
    return CXVisit_Continue;
}

static bool holds_array(CXType type)
{
    bool found = false;
    clang_Type_visitFields(clang_getCanonicalType(type), visit_field, &found);
    return found;
}

/* Is it copied for threads though a pointer may lead to it? */
static bool is_copied(const struct promise *p, CXCursor decl)
{
    CXType type = clang_getCursorType(decl);
    const struct symbol *s = survey_symbol(p->survey, decl);
    return s->local && !is_array(type) &&
           ((s->inside | s->outside) & REF_ADDRESS ||
            (type_is_record(type) && holds_array(type)));
}

/* Does the loop leave alone what the pointer or array leads to? */
static bool is_constant(CXType type)
{
    type = clang_getCanonicalType(type);
    while (type_is_pointer(type)) {
        type = clang_getCanonicalType(type.kind == CXType_Pointer
                                          ? clang_getPointeeType(type)
                                          : clang_getArrayElementType(type));
    }
    return clang_isConstQualifiedType(type);
}

/* Have OpenMP's threads one each, whose value, or what it leads to, may differ?
 */
static bool is_private(const struct promise *p, CXCursor decl, const char *name)
{
    const struct unit *unit = p->survey->unit;
    const struct mark *mark = p->survey->mark;
    size_t begin, end;
    if (team_pragma_names(unit, mark->begin, name))
        return true;
    if (!team_exists_at(unit, mark))
        return false;
    if (mark->team && team_pragma_names(unit, mark->team - 1, name))
        return true;
    return !is_at_file_scope(decl) &&
           (!mark->team || !clang_cursor_bytes(unit, decl, &begin, &end) ||
            begin > mark->team);
}

/* Have they all the same number in it, as nothing but its declaration, in front
 * of the team, sets it? */
static bool is_same(const struct promise *p, CXCursor decl)
{
    const struct mark *mark = p->survey->mark;
    const struct symbol *s = survey_symbol(p->survey, decl);
    size_t begin, end;
    if (!team_exists_at(p->survey->unit, mark))
        return true;
    return mark->team && !((s->inside | s->outside) & REF_WRITE) &&
           (!clang_cursor_bytes(p->survey->unit, decl, &begin, &end) ||
            begin < mark->team);
}

/* May the variable's declaration be another one with OpenMP? */
static bool varies(const struct promise *p, CXCursor decl)
{
    size_t begin, end;
    return clang_getCursorTLSKind(decl) != CXTLS_None ||
           (clang_cursor_bytes(p->survey->unit, decl, &begin, &end) &&
            variant_exists(p->survey->unit, begin, end));
}

/* May threads use this variable of the function, or of the file, as one thread
 * does? */
static bool is_shareable(struct promise *p, CXCursor decl)
{
    struct survey *survey = p->survey;
    CXType type = clang_getCursorType(decl);
    const char *name = clang_text(survey->arena, clang_getCursorSpelling(decl));
    if (team_has_own(survey->unit, name) || varies(p, decl) ||
        is_copied(p, decl))
        return false;
    if (!is_array(type) && syntax_assigns(survey->arena, p->body, decl))
        return temporary_in(p->body, decl) &&
               !survey_is_live(survey, survey_symbol(survey, decl));
    if (!is_private(p, decl, name))
        return true;
    return type_is_pointer(type) || type_is_record(type) ? is_constant(type)
                                                         : is_same(p, decl);
}

static bool is_new(struct promise *p, CXCursor decl)
{
    for (int k = 0; k < p->seen_count; k++)
        if (clang_equalCursors(p->seen[k], decl))
            return false;
    ARENA_PUSH(p->survey->arena, p->seen, p->seen_count, p->seen_cap, decl);
    return true;
}

static void check(struct promise *p, CXCursor c, CXCursor around);

/* A function that the loop calls, or one that such a function calls. */
static void check_call(struct promise *p, CXCursor call)
{
    struct unit *unit = p->survey->unit;
    CXCursor named = clang_getCursorReferenced(call);
    CXCursor function = clang_getCursorKind(named) == CXCursor_FunctionDecl
                            ? clang_getCursorDefinition(named)
                            : clang_getNullCursor();
    size_t begin, end;
    if (clang_Cursor_isNull(function)) {
        p->kept &= clang_getCursorKind(named) == CXCursor_FunctionDecl &&
                   callee_is_known(p->survey->arena, named);
        return;
    }
    for (int k = 0; k < p->callee_count; k++)
        if (clang_equalCursors(p->callee[k], function))
            return;
    p->kept &= p->callee_count < CALLEES &&
               clang_cursor_bytes(unit, function, &begin, &end) &&
               !team_has_directive(unit, begin, end) &&
               !variant_exists(unit, begin, end);
    if (!p->kept)
        return;
    p->callee[p->callee_count++] = function;
    check(p, function, function);
}

/* A variable that a function has which the loop calls. */
static bool is_shareable_in(struct promise *p, CXCursor decl, CXCursor function)
{
    struct survey *survey = p->survey;
    const char *name = clang_text(survey->arena, clang_getCursorSpelling(decl));
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    if (!is_outside(p, decl, function))
        return clang_Cursor_getStorageClass(decl) != CX_SC_Static;
    return !team_has_own(survey->unit, name) && !varies(p, decl) &&
           (is_array(type) || (!type_is_record(type) &&
                               !syntax_assigns(survey->arena, function, decl)));
}

/* Is it the address of a variable from outside, which is no array? */
static bool takes_address(const struct promise *p, CXCursor c, CXCursor around)
{
    struct children list = clang_children(p->survey->arena, c);
    if (clang_getCursorKind(c) != CXCursor_UnaryOperator || !list.count ||
        clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_AddrOf)
        return false;
    CXCursor named =
        clang_getCursorReferenced(syntax_strip(p->survey->arena, list.at[0]));
    return clang_getCursorKind(named) != CXCursor_FunctionDecl &&
           !clang_Cursor_isNull(named) && is_outside(p, named, around) &&
           !is_array(clang_getCursorType(named));
}

/* Is the object atomic or volatile, or what the pointer leads to? */
static bool is_watched(CXType type)
{
    bool found = false;
    for (type = clang_getCanonicalType(type); type.kind != CXType_Invalid;) {
        found |= type.kind == CXType_Atomic ||
                 clang_isVolatileQualifiedType(type) ||
                 clang_isVolatileQualifiedType(clang_getArrayElementType(type));
        if (!type_is_pointer(type))
            break;
        type = clang_getCanonicalType(type.kind == CXType_Pointer
                                          ? clang_getPointeeType(type)
                                          : clang_getArrayElementType(type));
    }
    return found;
}

/* Is it an operation that threads see each other by, or what runs a function
 * that is not called? libclang has no names for these: conversions have one
 * operand, atomic operations several; attributes may be cleanup. */
static bool is_hidden(CXCursor c, int operands)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_GCCAsmStmt || kind == CXCursor_UnexposedAttr ||
           (kind == CXCursor_UnexposedExpr && operands > 1) ||
           (clang_isExpression(kind) && is_watched(clang_getCursorType(c)));
}

/* Whatever stands in the loop's body, `around`, or in such a function. */
static void check(struct promise *p, CXCursor c, CXCursor around)
{
    struct children list = clang_children(p->survey->arena, c);
    CXCursor named = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(named);
    bool variable = clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
                    (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) &&
                    !clang_equalCursors(named, p->iterator);
    if (variable && !clang_equalCursors(around, p->body))
        p->kept &= is_shareable_in(p, named, around);
    else if (variable && is_outside(p, named, around) && is_new(p, named))
        p->kept &= is_shareable(p, named);
    if ((is_hidden(c, list.count) && !clang_equalCursors(c, around)) ||
        takes_address(p, c, around))
        p->kept = false;
    if (clang_getCursorKind(c) == CXCursor_CallExpr)
        check_call(p, c);
    for (int k = 0; k < list.count && p->kept; k++)
        check(p, list.at[k], around);
}

/* Does a break end the loop itself? */
static bool is_left(struct arena *arena, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children list = clang_children(arena, c);
    bool found = kind == CXCursor_BreakStmt;
    if (loop_is(c) || kind == CXCursor_SwitchStmt)
        return false;
    for (int k = 0; k < list.count && !found; k++)
        found = is_left(arena, list.at[k]);
    return found;
}

/* The step of the loop; 0: it is no number. */
static int64_t step_of(struct arena *arena, CXCursor loop, CXCursor iterator)
{
    struct children part = clang_children(arena, loop);
    CXCursor operand;
    bool down;
    int64_t step = 1;
    if (!loop_step(arena, part.at[2], iterator, &operand, &down) ||
        (!clang_Cursor_isNull(operand) && !syntax_constant(operand, &step)))
        return 0;
    return down ? -step : step;
}

/* Does the expression's value keep its size and sign in the type? */
static bool fits(struct arena *arena, CXCursor e, CXType type)
{
    enum scop_type from, to;
    int64_t value;
    e = syntax_strip(arena, e);
    if (!type_arithmetic(clang_getCanonicalType(clang_getCursorType(e)),
                         &from) ||
        !type_arithmetic(clang_getCanonicalType(type), &to) ||
        scop_type_is_float(from))
        return false;
    bool wider = scop_type_size(to) > scop_type_size(from);
    return (syntax_constant(e, &value) && value <= INT8_MAX &&
            (value >= 0 || (scop_type_is_signed(to) && value >= INT8_MIN))) ||
           from == to || (wider && scop_type_is_signed(to)) ||
           (wider && !scop_type_is_signed(from));
}

/* Are first and last value of the iterator the same in 64 bits? */
static bool has_exact_head(struct arena *arena, CXCursor loop,
                           CXCursor iterator)
{
    struct children part = clang_children(arena, loop);
    CXCursor first = clang_Cursor_getVarDeclInitializer(iterator);
    CXCursor test = syntax_strip(arena, part.at[1]);
    struct children side = clang_children(arena, test);
    CXType type = clang_getCursorType(iterator);
    enum scop_type bound;
    int64_t value;
    if (clang_getCursorKind(part.at[0]) != CXCursor_DeclStmt)
        first = clang_children(arena, part.at[0]).at[1];
    if (side.count != 2 || !fits(arena, first, type))
        return false;
    CXCursor last = syntax_strip(arena, side.at[1]);
    return type_arithmetic(clang_getCanonicalType(clang_getCursorType(last)),
                           &bound) &&
           !scop_type_is_float(bound) &&
           ((syntax_constant(syntax_strip(arena, first), &value) &&
             value >= 0) ||
            fits(arena, last, type) || scop_type_is_signed(bound));
}

/* May the loop's head be evaluated once? */
static bool has_steady_head(struct arena *arena, CXCursor loop,
                            CXCursor iterator, CXCursor body)
{
    struct children part = clang_children(arena, loop);
    return !syntax_holds_effect(arena, part.at[1]) &&
           !syntax_assigns(arena, body, iterator) &&
           !syntax_holds_call(arena, part.at[0]) &&
           !syntax_holds_call(arena, part.at[1]);
}

static bool is_own_iterator(struct survey *survey, CXCursor loop,
                            CXCursor iterator)
{
    const struct symbol *s = survey_symbol(survey, iterator);
    bool declared =
        clang_getCursorKind(clang_children(survey->arena, loop).at[0]) ==
        CXCursor_DeclStmt;
    return type_is_integer(clang_getCursorType(iterator)) &&
           (declared ||
            (s->local && !((s->inside | s->outside) & REF_ADDRESS) &&
             !survey_is_live(survey, s)));
}

const struct loop_text *promise_find(struct survey *survey)
{
    const struct mark *mark = survey->mark;
    struct promise p = {.survey = survey, .kept = true};
    if (!mark->promised || mark->stmt_count != 1 || survey->too_deep ||
        clang_getCursorKind(mark->stmt[0]) != CXCursor_ForStmt ||
        !loop_iterator(survey->arena, mark->stmt[0], &p.iterator) ||
        !is_own_iterator(survey, mark->stmt[0], p.iterator) ||
        survey->unit->pragma_operators || !loop_text_may_move(survey))
        return NULL;
    CXCursor loop = mark->stmt[0];
    int64_t step = step_of(survey->arena, loop, p.iterator);
    p.body = clang_children(survey->arena, loop).at[3];
    size_t begin, end;
    if (!step || is_left(survey->arena, p.body) ||
        !clang_cursor_bytes(survey->unit, loop, &begin, &end) ||
        variant_exists(survey->unit, begin, end) ||
        !team_is_unconditional(survey->unit, mark) ||
        !has_exact_head(survey->arena, loop, p.iterator) ||
        !has_steady_head(survey->arena, loop, p.iterator, p.body))
        return NULL;
    check(&p, p.body, p.body);
    const struct loop_text *text =
        p.kept ? loop_text_find(survey, loop, p.iterator, step) : NULL;
    for (int k = 0; text && k < text->capture_count; k++) {
        text->capture[k].work = NULL; /* what it holds comes from before */
        if (text->capture[k].written && text->capture[k].sum)
            return NULL;
    }
    return text;
}
