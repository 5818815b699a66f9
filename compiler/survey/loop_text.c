/*
 * Can the text of a counted loop stand in a function of its own?
 *
 * It can if it names nothing that only the function around it declares but
 * variables, if these have types that can be spelled at file scope, if no macro
 * changes between both places, and if each thread sees the same variables.
 * Values are copied, arrays go by pointers to their elements; a variable that
 * the text writes is told apart, so that polyhedral/ can say whether each
 * iteration may have its own.
 */
#include "compiler/survey/survey.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Structures by value, which each part of a loop copies. */
enum { RECORD_MAX = 256 };

struct capturing {
    struct survey *survey;
    CXCursor iterator;
    struct loop_text *text;
    bool failed;
};

static CXCursor function_of(CXCursor decl)
{
    CXCursor parent = clang_getCursorSemanticParent(decl);
    while (!clang_Cursor_isNull(parent) &&
           clang_getCursorKind(parent) != CXCursor_FunctionDecl &&
           !clang_isTranslationUnit(clang_getCursorKind(parent)) &&
           !clang_equalCursors(clang_getCursorSemanticParent(parent), parent))
        parent = clang_getCursorSemanticParent(parent);
    return clang_getCursorKind(parent) == CXCursor_FunctionDecl
               ? parent
               : clang_getNullCursor();
}

static bool is_of_function(CXCursor decl)
{
    return !clang_Cursor_isNull(function_of(decl)) ||
           clang_getCursorKind(clang_getCursorLexicalParent(decl)) ==
               CXCursor_FunctionDecl;
}

static bool is_within(const struct capturing *c, CXCursor decl)
{
    size_t begin, end;
    return clang_cursor_bytes(c->survey->unit, decl, &begin, &end) &&
           begin >= c->text->begin && end <= c->text->end;
}

static CXType element_of(CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    CXType element = canonical.kind == CXType_Pointer
                         ? clang_getPointeeType(type)
                         : clang_getArrayElementType(type);
    if (element.kind != CXType_Invalid)
        return element;
    return canonical.kind == CXType_Pointer
               ? clang_getPointeeType(canonical)
               : clang_getArrayElementType(canonical);
}

/* Does the type have a name at file scope, and no qualifier that forbids
 * copies? */
static bool can_spell(CXType type)
{
    for (;;) {
        CXCursor decl = clang_getTypeDeclaration(type);
        if (clang_isVolatileQualifiedType(type) ||
            (clang_getCursorKind(decl) != CXCursor_NoDeclFound &&
             is_of_function(decl)))
            return false;
        CXType canonical = clang_getCanonicalType(type);
        decl = clang_getTypeDeclaration(canonical);
        if (clang_isVolatileQualifiedType(canonical) ||
            canonical.kind == CXType_Atomic ||
            (clang_getCursorKind(decl) != CXCursor_NoDeclFound &&
             is_of_function(decl)))
            return false;
        if (!type_is_pointer(type))
            return true;
        type = element_of(type);
        if (type.kind == CXType_Invalid)
            return false;
    }
}

/* Looks for what the name means where the loop stands: the innermost variable
 * among the node's parts, and in the part that holds the loop. */
static void look_up(struct capturing *c, CXCursor node, const char *name,
                    CXCursor *found)
{
    struct children list = clang_children(c->survey->arena, node);
    for (int k = 0; k < list.count; k++) {
        size_t begin, end;
        enum CXCursorKind kind = clang_getCursorKind(list.at[k]);
        if (!clang_cursor_bytes(c->survey->unit, list.at[k], &begin, &end) ||
            begin >= c->text->begin)
            continue;
        bool declares = kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl;
        if (declares &&
            strcmp(name, clang_text(c->survey->arena,
                                    clang_getCursorSpelling(list.at[k]))) == 0)
            *found = list.at[k];
        if (kind == CXCursor_DeclStmt || c->text->begin < end)
            look_up(c, list.at[k], name, found);
    }
}

/* Does the name mean the variable where the loop stands? Of a type's extents it
 * may not. */
static bool is_visible(struct capturing *c, CXCursor decl, const char *name)
{
    CXCursor found = clang_getNullCursor();
    look_up(c, c->survey->mark->function, name, &found);
    return clang_equalCursors(found, decl);
}

static struct loop_capture *find(const struct loop_text *text, const char *name)
{
    for (int k = 0; k < text->capture_count; k++)
        if (!strcmp(text->capture[k].name, name))
            return &text->capture[k];
    return NULL;
}

static void capture(struct capturing *c, CXCursor decl, bool named,
                    bool written);

/* Does the expression give the same wherever it stands, if the variables that
 * it names do? */
static bool is_of_variables(CXCursor c)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_CallExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_StmtExpr:
        return false;
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_Deref;
    default:
        return true;
    }
}

/* The variables that the type's extents name, in the declaration but its
 * initialiser. They must hold what they held where the array was declared: a
 * variable of the file may not. */
static void capture_extents(struct capturing *c, CXCursor part, CXCursor value)
{
    struct children list = clang_children(c->survey->arena, part);
    for (int k = 0; k < list.count && !c->failed; k++) {
        if (clang_equalCursors(list.at[k], value))
            continue;
        c->failed |= !is_of_variables(list.at[k]);
        if (clang_getCursorKind(list.at[k]) == CXCursor_DeclRefExpr) {
            CXCursor decl = clang_getCursorReferenced(list.at[k]);
            struct symbol *s = survey_symbol(c->survey, decl);
            bool variable = clang_getCursorKind(decl) == CXCursor_VarDecl;
            c->failed |=
                ((s->inside | s->outside) & (REF_WRITE | REF_ADDRESS)) != 0 ||
                (variable && !is_of_function(decl));
            capture(c, decl, false, false);
        }
        capture_extents(c, list.at[k], value);
    }
}

static bool has_extents(CXType type)
{
    for (type = clang_getCanonicalType(type); type_is_pointer(type);
         type = clang_getCanonicalType(element_of(type)))
        if (type.kind == CXType_VariableArray)
            return true;
    return false;
}

/* Names like generated ones, which may get a tag, stay where they are. */
static bool is_like_generated(const char *name)
{
    static const char *const begins[] = {"hd", "HD", "hedra", "HEDRA"};
    for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
        if (strncmp(name, begins[k], strlen(begins[k])) == 0)
            return true;
    return false;
}

/* Notes what a variable that nobody writes holds as its initialiser says, if
 * that is a constant. */
static void note_constant(struct capturing *c, CXCursor decl,
                          const struct symbol *s, struct loop_capture *made)
{
    CXCursor first = clang_Cursor_getVarDeclInitializer(decl);
    if (c->survey->too_deep || clang_Cursor_isNull(first) ||
        clang_isVolatileQualifiedType(clang_getCursorType(decl)) ||
        (s->inside | s->outside) & (REF_WRITE | REF_ADDRESS))
        return;
    CXEvalResult value = clang_Cursor_Evaluate(first);
    enum CXTypeKind kind =
        clang_getCanonicalType(clang_getCursorType(decl)).kind;
    CXEvalResultKind is =
        value ? clang_EvalResult_getKind(value) : CXEval_UnExposed;
    made->real = kind == CXType_Float || kind == CXType_Double;
    if (is == CXEval_Int && clang_EvalResult_isUnsignedInt(value))
        made->constant = arena_printf(c->survey->arena, "%lluULL",
                                      clang_EvalResult_getAsUnsigned(value));
    else if (is == CXEval_Int &&
             clang_EvalResult_getAsLongLong(value) != LLONG_MIN)
        made->constant = arena_printf(c->survey->arena, "%lldLL",
                                      clang_EvalResult_getAsLongLong(value));
    else if (is == CXEval_Float && made->real &&
             isfinite(clang_EvalResult_getAsDouble(value)))
        made->constant = arena_printf(c->survey->arena, "%.17e",
                                      clang_EvalResult_getAsDouble(value));
    if (value)
        clang_EvalResult_dispose(value);
}

/* Notes the range of a variable that nobody writes if its initialiser is of a
 * narrower type, as an element of a table may be. */
static void note_range(struct capturing *c, CXCursor decl,
                       const struct symbol *s, struct loop_capture *made)
{
    CXCursor first = clang_Cursor_getVarDeclInitializer(decl);
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    if (c->survey->too_deep || made->global || clang_Cursor_isNull(first) ||
        clang_isVolatileQualifiedType(type) ||
        (s->inside | s->outside) & (REF_WRITE | REF_ADDRESS))
        return;
    bool wide = type.kind == CXType_Int || type.kind == CXType_UInt ||
                type.kind == CXType_Long || type.kind == CXType_ULong ||
                type.kind == CXType_LongLong || type.kind == CXType_ULongLong;
    CXType from = clang_getCanonicalType(
        clang_getCursorType(syntax_strip(c->survey->arena, first)));
    int64_t least = 0, most;
    switch (from.kind) {
    case CXType_Char_U:
    case CXType_UChar:
        most = UINT8_MAX;
        break;
    case CXType_UShort:
        most = UINT16_MAX;
        break;
    case CXType_Char_S:
    case CXType_SChar:
        least = INT8_MIN;
        most = INT8_MAX;
        break;
    case CXType_Short:
        least = INT16_MIN;
        most = INT16_MAX;
        break;
    default:
        return;
    }
    made->negative = type.kind == CXType_Int || type.kind == CXType_Long ||
                     type.kind == CXType_LongLong;
    made->narrow = wide && (made->negative || least == 0);
    made->least = least;
    made->most = most;
}

static void add(struct capturing *c, CXCursor decl, const char *name)
{
    struct loop_text *text = c->text;
    struct symbol *s = survey_symbol(c->survey, decl);
    CXType type = clang_getCursorType(decl);
    CXType canonical = clang_getCanonicalType(type);
    struct loop_capture made = {
        .name = name,
        .global = !is_of_function(decl),
        .array = type_is_pointer(type),
        .pointer = canonical.kind == CXType_Pointer,
        .automatic = s->local && !s->parameter && type_is_pointer(type) &&
                     canonical.kind != CXType_Pointer,
        .iterator = s->iterates && !s->as_variable && !s->counts_on &&
                    !s->declared_inside && !survey_is_live(c->survey, s),
    };
    c->failed |=
        !can_spell(type) ||
        (type_is_record(type) && clang_Type_getSizeOf(canonical) > RECORD_MAX);
    c->failed |= is_like_generated(name) ||
                 (!made.global && !is_visible(c, decl, name)) ||
                 clang_Cursor_getStorageClass(decl) == CX_SC_Register;
    if (made.automatic)
        made.work = work_array_type(c->survey, text, decl);
    if (has_extents(type))
        capture_extents(c, decl, clang_Cursor_getVarDeclInitializer(decl));
    if (!made.array)
        note_constant(c, decl, s, &made);
    if (!made.array)
        note_range(c, decl, s, &made);
    if (!made.array && s->parameter && type_is_integer(type))
        made.usual = argument_is_usual(c->survey, decl, &made.usual_value);
    CXType spelled = made.array ? element_of(type) : type;
    if (made.pointer)
        made.record = loop_record_spelled(c->survey, spelled);
    made.type = clang_text(c->survey->arena, clang_getTypeSpelling(spelled));
    c->failed |= strstr(made.type, "unnamed") ||
                 strstr(made.type, "anonymous") || strstr(made.type, "typeof");
    ARENA_PUSH(c->survey->arena, text->capture, text->capture_count,
               text->capture_cap, made);
}

/* A constant of an enumeration that the function declares. */
static void add_enumerator(struct capturing *c, CXCursor decl)
{
    struct loop_text *text = c->text;
    long long value = clang_getEnumConstantDeclValue(decl);
    struct loop_capture made = {
        .name = clang_text(c->survey->arena, clang_getCursorSpelling(decl)),
        .type = "int",
        .constant = arena_printf(c->survey->arena, "%lld", value),
        .enumerator = true,
        .named = true,
    };
    struct loop_capture *known = find(text, made.name);
    c->failed |= value <= INT_MIN || value > INT_MAX ||
                 is_like_generated(made.name) ||
                 (known && !known->enumerator) ||
                 (known && strcmp(known->constant, made.constant) != 0);
    if (!known)
        ARENA_PUSH(c->survey->arena, text->capture, text->capture_count,
                   text->capture_cap, made);
}

/* Are there integers in the variable of the file, which a loop may add to? */
static bool may_be_sum(CXType type)
{
    while (type_is_pointer(type)) {
        type = element_of(type);
        if (type.kind == CXType_Invalid)
            return false;
    }
    return type_is_integer(type) && !clang_isConstQualifiedType(type) &&
           can_spell(type);
}

/* Variables of the file that are no sums are named as what they are: so are
 * all of them where functions of the file run, which may read them. */
static void drop_globals(struct capturing *c)
{
    struct loop_text *text = c->text;
    int count = 0;
    for (int k = 0; k < text->capture_count; k++) {
        const struct loop_capture *v = &text->capture[k];
        bool own = v->temporary && v->written && !v->sum;
        bool dropped = v->global && !own && (!v->sum || text->calls);
        c->failed |= dropped && v->written;
        if (!dropped)
            text->capture[count++] = *v;
    }
    text->capture_count = count;
}

/* The text names the variable, or a type does; `written`: as what is assigned
 * to, or where its address is taken. */
static void capture(struct capturing *c, CXCursor decl, bool named,
                    bool written)
{
    enum CXCursorKind kind = clang_getCursorKind(decl);
    bool variable = kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl;
    if (is_within(c, decl) || clang_equalCursors(decl, c->iterator))
        return;
    CXType type = clang_getCursorType(decl);
    if (variable && written && type_is_pointer(type) &&
        clang_getCanonicalType(type).kind != CXType_Pointer)
        written = false;
    c->failed |= variable && clang_getCursorTLSKind(decl) != CXTLS_None;
    bool temporary =
        variable && !is_of_function(decl) && temporary_of_unit(c->survey, decl);
    if (!is_of_function(decl) &&
        (!variable || !(may_be_sum(type) || temporary))) {
        c->failed |= variable && written;
        return;
    }
    if (kind == CXCursor_EnumConstantDecl) {
        add_enumerator(c, decl);
        c->failed |=
            !named; /* parameters stand before what the body declares */
        return;
    }
    if (!variable) {
        c->failed = true;
        return;
    }
    const char *name =
        clang_text(c->survey->arena, clang_getCursorSpelling(decl));
    struct loop_capture *known = find(c->text, name);
    c->failed |=
        known && (known->enumerator || known->global == is_of_function(decl) ||
                  (!known->global && !is_visible(c, decl, name)));
    if (!known) {
        add(c, decl, name);
        known = find(c->text, name);
    }
    c->failed |= written && type_is_record(type);
    known->named |= named;
    known->written |= written;
    known->temporary = temporary;
}

/* What an expression that is assigned to names: the variable itself, a part of
 * a structure, or an element. */
static void visit(struct capturing *c, CXCursor cursor, bool target);

static void visit_all(struct capturing *c, CXCursor cursor, bool first)
{
    struct children list = clang_children(c->survey->arena, cursor);
    for (int k = 0; k < list.count && !c->failed; k++)
        visit(c, list.at[k], first && k == 0);
}

/* Is what is subscripted, or has a member, itself the object? */
static bool holds_object(struct capturing *c, CXCursor cursor)
{
    struct children list = clang_children(c->survey->arena, cursor);
    if (!list.count)
        return false;
    CXCursor base = list.at[0];
    if (clang_getCursorKind(cursor) == CXCursor_ArraySubscriptExpr)
        base = syntax_strip(c->survey->arena, base);
    return clang_getCanonicalType(clang_getCursorType(base)).kind !=
           CXType_Pointer;
}

/* Is it sizeof or & of an array by its name? The function has a pointer in the
 * array's place. */
static bool asks_of_array(struct capturing *c, CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool address =
        kind == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_AddrOf;
    struct children list = clang_children(c->survey->arena, cursor);
    if ((kind != CXCursor_UnaryExpr && !address) || !list.count)
        return false;
    CXCursor operand = syntax_strip(c->survey->arena, list.at[0]);
    CXCursor decl = clang_getCursorReferenced(operand);
    CXType type = clang_getCanonicalType(clang_getCursorType(operand));
    return clang_getCursorKind(operand) == CXCursor_DeclRefExpr &&
           type_is_pointer(type) && type.kind != CXType_Pointer &&
           is_of_function(decl) && !is_within(c, decl);
}

static bool changes_operand(CXCursor cursor)
{
    bool down;
    return syntax_is_assignment(cursor) || syntax_is_increment(cursor, &down) ||
           (clang_getCursorKind(cursor) == CXCursor_UnaryOperator &&
            clang_getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_AddrOf);
}

static bool can_stand_elsewhere(CXCursor cursor)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
    case CXCursor_ReturnStmt:
    case CXCursor_GCCAsmStmt:
    case CXCursor_StmtExpr:
        return false;
    case CXCursor_VarDecl:
        return clang_Cursor_getStorageClass(cursor) != CX_SC_Static &&
               clang_Cursor_getStorageClass(cursor) != CX_SC_Extern;
    default:
        return true;
    }
}

static bool calls_definition(struct capturing *c, CXCursor cursor)
{
    struct children part = clang_children(c->survey->arena, cursor);
    CXCursor named = clang_getCursorReferenced(cursor);
    bool found = clang_getCursorKind(cursor) == CXCursor_CallExpr &&
                 !clang_Cursor_isNull(clang_getCursorDefinition(named));
    for (int k = 0; k < part.count && !found; k++)
        found = calls_definition(c, part.at[k]);
    return found;
}

/* Do C compilers make the function a part of several callers? GCC does so where
 * it counts few instructions (at -O2 70, or 15 if nothing says `inline`). */
static bool is_short(struct capturing *c, CXCursor function)
{
    enum { LETTERS = 300, NOT_INLINE = 80 };
    CXSourceRange extent = clang_getCursorExtent(function);
    unsigned begin, end;
    clang_getFileLocation(clang_getRangeStart(extent), NULL, NULL, NULL,
                          &begin);
    clang_getFileLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
    unsigned most =
        clang_Cursor_isFunctionInlined(function) ? LETTERS : NOT_INLINE;
    return end - begin <= most && !calls_definition(c, function);
}

static void note_call(struct capturing *c, CXCursor function)
{
    if (clang_Cursor_isNull(function))
        return;
    c->text->calls = true;
    c->text->calls_long |= !is_short(c, function);
}

static void visit(struct capturing *c, CXCursor cursor, bool target)
{
    CXCursor named = clang_getCursorReferenced(cursor);
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr:
        capture(c, named, true, target);
        return;
    case CXCursor_TypeRef:
        c->failed |= is_of_function(named) && !is_within(c, named);
        return;
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr:
        visit_all(c, cursor, target && holds_object(c, cursor));
        return;
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
        visit_all(c, cursor, target);
        return;
    case CXCursor_CallExpr:
        note_call(c, clang_getCursorDefinition(named));
        visit_all(c, cursor, false);
        return;
    default:
        c->failed |= !can_stand_elsewhere(cursor) || asks_of_array(c, cursor);
        visit_all(c, cursor, changes_operand(cursor));
    }
}

/* May a macro mean something else behind the directive? */
static bool changes_macros(const struct survey *survey,
                           const struct directive *d)
{
    const struct lex *x = &survey->unit->source->lex;
    struct lex_token first = lex_token_before(x, d->rest, d->end);
    return d->kind != DIRECTIVE_PRAGMA ||
           (!lex_is(x, first, "omp") && !lex_is(x, first, "acc"));
}

/* May it stand in what is moved? */
static bool is_simd(const struct survey *survey, const struct directive *d)
{
    const struct lex *x = &survey->unit->source->lex;
    struct lex_token first = lex_token_before(x, d->rest, d->end);
    struct lex_token second = lex_token_before(x, first.end, d->end);
    return d->kind == DIRECTIVE_PRAGMA && lex_is(x, first, "omp") &&
           lex_is(x, second, "simd");
}

/* A call would stand behind the pragma, not a loop. */
static bool follows_pragma(const struct survey *survey, size_t begin)
{
    const struct lex_source *source = survey->unit->source;
    size_t end;
    for (int k = 0; k < source->directive_count; k++) {
        const struct directive *d = &source->directive[k];
        if (d->begin > survey->mark->begin && d->end <= begin &&
            d->kind == DIRECTIVE_PRAGMA &&
            lex_next(&source->lex, d->end, &end) == begin)
            return true;
    }
    return false;
}

/* Do directives, or macros that make pragmas or statements, hold more of the
 * loop than its text? */
static bool is_entangled(struct survey *survey, CXCursor loop,
                         const struct loop_text *text)
{
    size_t from, to;
    CXCursor function = survey->mark->function;
    return follows_pragma(survey, text->begin) ||
           !clang_cursor_bytes(survey->unit, function, &from, &to) ||
           clang_follows_operator(survey->unit, from, text->begin) ||
           clang_in_macro(survey->unit, text->begin) ||
           clang_holds_others(survey->unit, function, &loop, 1);
}

/* Does a macro mean the same before the function and in the region? Of pragmas
 * there only the region's own and those that ask for vectors may be. */
static bool has_same_macros(const struct survey *survey)
{
    const struct lex_source *source = survey->unit->source;
    const struct mark *mark = survey->mark;
    for (int k = 0; k < source->directive_count; k++) {
        const struct directive *d = &source->directive[k];
        if (d->begin < mark->insert || d->begin >= mark->end ||
            d->begin == mark->begin ||
            (d->mark != MARK_NONE && d->mark != MARK_ACCEPTED))
            continue;
        if (d->begin > mark->begin ? !is_simd(survey, d)
                                   : changes_macros(survey, d))
            return false;
    }
    return true;
}

static bool holds_label(struct survey *survey, CXCursor c)
{
    struct children list = clang_children(survey->arena, c);
    bool found = clang_getCursorKind(c) == CXCursor_LabelStmt;
    for (int k = 0; k < list.count && !found; k++)
        found = holds_label(survey, list.at[k]);
    return found;
}

bool loop_text_may_move(struct survey *survey)
{
    bool label = false;
    for (int k = 0; k < survey->mark->stmt_count; k++)
        label |= holds_label(survey, survey->mark->stmt[k]);
    return !label && has_same_macros(survey);
}

static bool is_mark_of(const struct lex *x, size_t at, const char *marks)
{
    return at < x->length && x->text[at] && strchr(marks, x->text[at]);
}

/* The last token before `at`, from the loop's begin on. */
static size_t token_before(const struct lex *x, size_t begin, size_t at)
{
    size_t last = begin, end;
    for (size_t k = lex_next(x, begin, &end); k < at;
         k = lex_next(x, end, &end))
        last = k;
    return last;
}

/* The text of a part of the loop's head that stands between tokens which end in
 * such marks: no macro makes these, and so none makes more than the part. */
static const char *part_of(struct survey *survey, const struct loop_text *text,
                           CXCursor c, const char *before, const char *behind)
{
    const struct lex *x = &survey->unit->source->lex;
    size_t begin, end, next;
    if (!clang_cursor_bytes(survey->unit, c, &begin, &end) || begin >= end ||
        !is_mark_of(x, token_before(x, text->begin, begin), before) ||
        !is_mark_of(x, lex_next(x, end, &next), behind))
        return NULL;
    return arena_strndup(survey->arena, x->text + begin, end - begin);
}

/* Is it "for (...)", and then the body, in the file itself? */
static bool has_plain_head(struct survey *survey, const struct loop_text *text)
{
    const struct lex *x = &survey->unit->source->lex;
    size_t end, next, word = lex_next(x, text->begin, &end);
    return lex_is(x, (struct lex_token){LEX_WORD, word, end}, "for") &&
           is_mark_of(x, lex_next(x, end, &next), "(") &&
           is_mark_of(x, token_before(x, text->begin, text->body), ")") &&
           lex_next(x, text->body, &end) == text->body;
}

/* Does a comparison make numbers without a sign of an iterator that has one?
 * The range of a loop downward, in 64 bits with a sign, is another one then. */
static bool loses_sign(CXCursor side, CXCursor decl)
{
    enum CXTypeKind compared =
        clang_getCanonicalType(clang_getCursorType(side)).kind;
    enum CXTypeKind own =
        clang_getCanonicalType(clang_getCursorType(decl)).kind;
    bool has_sign = own == CXType_Char_S || own == CXType_SChar ||
                    own == CXType_Short || own == CXType_Int ||
                    own == CXType_Long || own == CXType_LongLong;
    return has_sign && (compared == CXType_UInt || compared == CXType_ULong ||
                        compared == CXType_ULongLong);
}

static bool read_test(struct survey *survey, CXCursor test, CXCursor decl,
                      struct loop_text *text)
{
    test = syntax_strip(survey->arena, test);
    struct children list = clang_children(survey->arena, test);
    if (clang_getCursorKind(test) != CXCursor_BinaryOperator ||
        !syntax_is_variable(survey->arena, list.at[0], decl) ||
        syntax_mentions(survey->arena, list.at[1], decl))
        return false;
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(test);
    bool up = kind == CXBinaryOperator_LT || kind == CXBinaryOperator_LE;
    bool down = kind == CXBinaryOperator_GT || kind == CXBinaryOperator_GE;
    text->inclusive =
        kind == CXBinaryOperator_LE || kind == CXBinaryOperator_GE;
    text->bound = part_of(survey, text, list.at[1], "<>=", ";)");
    return text->bound &&
           (text->step > 0 ? up : down && !loses_sign(list.at[0], decl));
}

static bool read_head(struct survey *survey, CXCursor loop, CXCursor decl,
                      struct loop_text *text)
{
    struct children part = clang_children(survey->arena, loop);
    CXCursor first = clang_Cursor_getVarDeclInitializer(decl);
    CXCursor operand;
    size_t end;
    bool down;
    if (part.count != 4 ||
        !loop_step(survey->arena, part.at[2], decl, &operand, &down))
        return false;
    if (clang_getCursorKind(part.at[0]) != CXCursor_DeclStmt)
        first = clang_children(survey->arena, part.at[0]).at[1];
    text->iterator = clang_text(survey->arena, clang_getCursorSpelling(decl));
    text->type = clang_text(survey->arena,
                            clang_getTypeSpelling(clang_getCursorType(decl)));
    if (!clang_cursor_bytes(survey->unit, loop, &text->begin, &text->end))
        return false;
    text->first = part_of(survey, text, first, "=", ";,");
    return text->first && !is_like_generated(text->iterator) &&
           can_spell(clang_getCursorType(decl)) &&
           clang_cursor_bytes(survey->unit, part.at[3], &text->body, &end) &&
           end == text->end && read_test(survey, part.at[1], decl, text);
}

/* Does the statement end with a semicolon that libclang does not count to it?
 */
static bool leaves_semicolon(struct survey *survey, CXCursor c)
{
    struct children list;
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundStmt:
    case CXCursor_NullStmt:
    case CXCursor_DeclStmt:
        return false;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        list = clang_children(survey->arena, c);
        return leaves_semicolon(survey, list.at[list.count - 1]);
    default:
        return true;
    }
}

/* Adds it to the loop's text; false if it is not there. */
static bool take_semicolon(struct survey *survey, CXCursor loop,
                           struct loop_text *text)
{
    const struct lex *x = &survey->unit->source->lex;
    size_t end, next = lex_next(x, text->end, &end);
    if (!leaves_semicolon(survey, loop))
        return true;
    text->end = end;
    return next < x->length && x->text[next] == ';';
}

/* Does the head of the function around speak of a target? */
static bool is_targeted(struct survey *survey)
{
    size_t begin, end;
    if (!clang_cursor_bytes(survey->unit, survey->mark->function, &begin, &end))
        return false;
    const char *text = survey->unit->text + begin;
    const char *found = strstr(text, "target"), *body = strchr(text, '{');
    return found && (!body || found < body);
}

const struct loop_text *loop_text_find(struct survey *survey, CXCursor loop,
                                       CXCursor decl, int64_t step)
{
    struct loop_text *text = arena_alloc(survey->arena, sizeof *text);
    struct capturing c = {survey, decl, text, false};
    text->step = step;
    text->targeted = is_targeted(survey);
    if (!read_head(survey, loop, decl, text) ||
        text->begin < survey->mark->begin || text->end > survey->mark->end ||
        !has_plain_head(survey, text))
        return NULL;
    const struct symbol *s = survey_symbol(survey, decl);
    bool own = is_within(&c, decl) || (!s->counts_on && !s->as_variable);
    if (!own || !take_semicolon(survey, loop, text) ||
        is_entangled(survey, loop, text))
        return NULL;
    CXCursor body = clang_children(survey->arena, loop).at[3];
    visit(&c, body, false);
    byte_sum_find(survey, loop, text);
    loop_sum_find(survey, body, text);
    loop_pick_find(survey, body, text);
    loop_record_find(survey, body, text);
    for (int k = 0; k < text->capture_count; k++)
        if (text->capture[k].sum)
            text->capture[k].work = NULL;
    drop_globals(&c);
    return c.failed ? NULL : text;
}
