/*
 * What a loop that may look ahead reads in its test, and writes where the test
 * holds: variables whose address nobody has by their names, all else as
 * accesses to memory, with how their addresses move.
 */
#include "compiler/survey/look.h"

#include <string.h>

bool look_has(const CXCursor *list, int count, CXCursor decl)
{
    for (int k = 0; k < count; k++)
        if (clang_equalCursors(list[k], decl))
            return true;
    return false;
}

bool look_is_own(const struct look *l, CXCursor decl)
{
    return look_has(l->own, l->own_count, decl);
}

static bool is_variable(CXCursor decl)
{
    enum CXCursorKind kind = clang_getCursorKind(decl);
    return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl;
}

bool look_is_object(CXCursor decl)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    bool array = type_is_pointer(type) && type.kind != CXType_Pointer;
    return (array && clang_getCursorKind(decl) == CXCursor_VarDecl) ||
           type_is_record(type);
}

bool look_is_unreached(struct look *l, CXCursor decl)
{
    const struct symbol *s = survey_symbol(l->survey, decl);
    return s->local && !((s->inside | s->outside) & REF_ADDRESS);
}

bool look_is_private(struct look *l, CXCursor decl)
{
    return is_variable(decl) && !look_is_object(decl) &&
           look_is_unreached(l, decl);
}

const char *look_text(struct look *l, CXCursor c)
{
    size_t begin, end;
    unsigned offset = 0;
    CXFile file;
    clang_getExpansionLocation(clang_getRangeStart(clang_getCursorExtent(c)),
                               &file, NULL, NULL, &offset);
    if (!clang_cursor_bytes(l->survey->unit, c, &begin, &end) ||
        offset != begin || begin >= end)
        return NULL;
    clang_getExpansionLocation(clang_getRangeEnd(clang_getCursorExtent(c)),
                               &file, NULL, NULL, &offset);
    return offset == end
               ? arena_strndup(l->survey->arena, l->survey->unit->text + begin,
                               end - begin)
               : NULL;
}

/* Is it what an operand is converted to, and nothing that libclang has no name
 * for, such as __atomic_… or va_arg? */
static bool is_conversion(struct look *l, CXCursor c)
{
    struct children list = clang_children(l->survey->arena, c);
    enum scop_type scalar;
    if (list.count != 1)
        return false;
    CXType to = clang_getCanonicalType(clang_getCursorType(c));
    CXType from = clang_getCanonicalType(clang_getCursorType(list.at[0]));
    if (type_is_pointer(to) && type_is_pointer(from)) {
        CXType a = clang_getCanonicalType(to.kind == CXType_Pointer
                                              ? clang_getPointeeType(to)
                                              : clang_getArrayElementType(to));
        CXType b = clang_getCanonicalType(
            from.kind == CXType_Pointer ? clang_getPointeeType(from)
                                        : clang_getArrayElementType(from));
        return type_is_record(a) == type_is_record(b);
    }
    if (type_arithmetic(to, &scalar))
        return type_arithmetic(from, &scalar) || from.kind == CXType_Enum;
    return to.kind == from.kind || to.kind == CXType_Pointer;
}

/* Addresses ---------------------------------------------------------------- */

static const struct look_move unknown = {true, 0};

static struct look_move sum(struct look_move a, struct look_move b, int sign)
{
    return (struct look_move){a.any || b.any, a.by + sign * b.by};
}

/* In elements of a size that may be unknown, as a row's of a VLA. */
static struct look_move scaled(struct look_move a, int64_t size)
{
    a.any |= a.by && (size <= 0 || a.by > 1000 || a.by < -1000);
    return (struct look_move){a.any, a.any ? 0 : a.by * size};
}

static bool mentions_iterator(struct look *l, CXCursor c)
{
    struct children list = clang_children(l->survey->arena, c);
    bool found = syntax_names(c, l->iterator);
    for (int k = 0; k < l->own_count; k++)
        found |= syntax_names(c, l->own[k]);
    for (int k = 0; k < list.count && !found; k++)
        found = mentions_iterator(l, list.at[k]);
    return found;
}

static int64_t size_of_target(CXType pointer)
{
    CXType type = clang_getCanonicalType(pointer);
    return type.kind == CXType_Pointer
               ? clang_Type_getSizeOf(clang_getPointeeType(type))
           : type_is_pointer(type)
               ? clang_Type_getSizeOf(clang_getArrayElementType(type))
               : 1;
}

static struct look_move move_of(struct look *l, CXCursor c);

static struct look_move move_of_binary(struct look *l, CXCursor c,
                                       struct children list)
{
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
    struct look_move a = move_of(l, list.at[0]), b = move_of(l, list.at[1]);
    int64_t value;
    if (kind == CXBinaryOperator_Add || kind == CXBinaryOperator_Sub) {
        if (type_is_pointer(clang_getCursorType(list.at[0])))
            b = scaled(b, size_of_target(clang_getCursorType(list.at[0])));
        else if (type_is_pointer(clang_getCursorType(list.at[1])))
            a = scaled(a, size_of_target(clang_getCursorType(list.at[1])));
        return sum(a, b, kind == CXBinaryOperator_Add ? 1 : -1);
    }
    if (!a.any && !b.any && !a.by && !b.by)
        return a;
    if (kind == CXBinaryOperator_Mul && !a.by &&
        syntax_constant(list.at[0], &value))
        return (struct look_move){a.any || b.any, b.by * value};
    if (kind == CXBinaryOperator_Mul && !b.by &&
        syntax_constant(list.at[1], &value))
        return (struct look_move){a.any || b.any, a.by * value};
    return unknown;
}

static struct look_move move_of(struct look *l, CXCursor c)
{
    struct children list = clang_children(l->survey->arena, c);
    CXCursor decl = clang_getCursorReferenced(c);
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        if (clang_equalCursors(decl, l->iterator))
            return (struct look_move){false, 1};
        return look_is_own(l, decl)
                   ? move_of(l, clang_Cursor_getVarDeclInitializer(decl))
                   : (struct look_move){false, 0};
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        return list.count && !type_is_pointer(clang_getCursorType(c)) ==
                                 !type_is_pointer(clang_getCursorType(
                                     list.at[list.count - 1]))
                   ? move_of(l, list.at[list.count - 1])
                   : unknown;
    case CXCursor_BinaryOperator:
        return list.count == 2 ? move_of_binary(l, c, list) : unknown;
    default:
        return mentions_iterator(l, c) ? unknown : (struct look_move){false, 0};
    }
}

static bool is_unary(CXCursor c, enum CXUnaryOperatorKind kind)
{
    return clang_getCursorKind(c) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(c) == kind;
}

/* Is it a pointer that is read from memory? */
static bool is_loaded(struct look *l, CXCursor pointer)
{
    CXCursor inner = syntax_strip(l->survey->arena, pointer);
    enum CXCursorKind kind = clang_getCursorKind(inner);
    return clang_getCanonicalType(clang_getCursorType(inner)).kind ==
               CXType_Pointer &&
           (kind == CXCursor_ArraySubscriptExpr ||
            kind == CXCursor_MemberRefExpr || kind == CXCursor_UnaryOperator);
}

/* By how much p + e, of a pointer, moves for e; *pointer: p. */
static struct look_move move_beside(struct look *l, CXCursor c,
                                    CXCursor *pointer)
{
    struct children list = clang_children(l->survey->arena, c);
    bool left = type_is_pointer(clang_getCursorType(list.at[0]));
    bool down = clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Sub;
    *pointer = list.at[!left];
    return sum((struct look_move){0},
               scaled(move_of(l, list.at[left]),
                      size_of_target(clang_getCursorType(c))),
               down ? -1 : 1);
}

/* Also in a structure without a name in one. */
static bool is_in_union(CXCursor field)
{
    CXCursor around = clang_getCursorSemanticParent(field);
    while (clang_getCursorKind(around) == CXCursor_StructDecl &&
           clang_Cursor_isAnonymous(around))
        around = clang_getCursorSemanticParent(around);
    return clang_getCursorKind(around) == CXCursor_UnionDecl;
}

/* Takes the path of an access apart, from the element to where it begins. */
static void follow(struct look *l, struct look_access *a, CXCursor c,
                   bool *reads_address)
{
    struct arena *arena = l->survey->arena;
    for (;;) {
        c = syntax_strip(arena, c);
        struct children list = clang_children(arena, c);
        CXCursor field = clang_getCursorReferenced(c);
        CXCursor pointer = clang_getNullCursor();
        enum CXCursorKind kind = clang_getCursorKind(c);
        if (kind == CXCursor_DeclRefExpr && is_variable(field)) {
            a->root = field;
            return;
        }
        if (kind == CXCursor_ArraySubscriptExpr && list.count == 2) {
            a->move = sum(a->move,
                          scaled(move_of(l, list.at[1]),
                                 clang_Type_getSizeOf(clang_getCursorType(c))),
                          1);
            pointer = list.at[0];
        } else if (is_unary(c, CXUnaryOperator_Deref)) {
            pointer = list.at[0];
        } else if (is_unary(c, CXUnaryOperator_AddrOf)) {
            c = list.at[0];
            continue;
        } else if (kind == CXCursor_MemberRefExpr && list.count == 1) {
            l->failed |= clang_Cursor_isBitField(field) || is_in_union(field);
            pointer = list.at[0];
        } else if (kind == CXCursor_BinaryOperator && list.count == 2 &&
                   type_is_pointer(clang_getCursorType(c))) {
            a->move = sum(a->move, move_beside(l, c, &c), 1);
            continue;
        } else {
            a->move.any |= mentions_iterator(l, c);
            a->root = clang_getNullCursor();
            return;
        }
        if (is_loaded(l, pointer)) { /* an access of its own */
            CXCursor inner = syntax_strip(arena, pointer);
            *reads_address = true;
            a->move.any |= mentions_iterator(l, inner);
            a->root = clang_getNullCursor();
            return;
        }
        c = pointer;
    }
}

static struct look_access access_of(struct look *l, CXCursor c, unsigned how)
{
    struct look_access a = {
        .c = c,
        .type = clang_getCanonicalType(clang_getCursorType(c)),
        .guarded = how & LOOK_GUARDED,
        .must = how & LOOK_MUST,
    };
    bool reads_address = false;
    follow(l, &a, c, &reads_address);
    while (!clang_Cursor_isNull(a.root) && look_is_own(l, a.root))
        follow(l, &a, clang_Cursor_getVarDeclInitializer(a.root),
               &reads_address);
    if (!a.move.any && !clang_Cursor_isNull(a.root) && !reads_address)
        a.span = (struct look_span){look_text(l, c),
                                    (int)clang_Type_getSizeOf(a.type), NULL};
    if (a.span.size <= 0)
        a.span.text = NULL;
    return a;
}

static void add(struct look *l, struct look_accesses *list,
                struct look_access a)
{
    ARENA_PUSH(l->survey->arena, list->at, list->count, list->cap, a);
}

static bool is_volatile(CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    return clang_isVolatileQualifiedType(type) ||
           clang_isVolatileQualifiedType(canonical) ||
           canonical.kind == CXType_Atomic;
}

/* Reads -------------------------------------------------------------------- */

static void note_path(struct look *l, CXCursor c, unsigned how)
{
    struct children list = clang_children(l->survey->arena, c);
    CXCursor inner = c;
    l->failed |= is_volatile(clang_getCursorType(c));
    switch (clang_getCursorKind(c)) {
    case CXCursor_ArraySubscriptExpr:
        l->failed |= !type_is_pointer(clang_getCursorType(list.at[0]));
        look_note_reads(l, list.at[1], how | LOOK_MUST);
        inner = list.at[0];
        break;
    case CXCursor_UnaryOperator:
    case CXCursor_MemberRefExpr:
        inner = list.at[0];
        break;
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
        for (int k = 0; k < list.count; k++)
            note_path(l, list.at[k], how);
        l->failed |= list.count != 1;
        return;
    case CXCursor_DeclRefExpr:
        if (!look_is_object(clang_getCursorReferenced(c)))
            look_note_reads(l, c, how | LOOK_MUST);
        return;
    default:
        look_note_reads(l, c, how | LOOK_MUST);
        return;
    }
    bool pointer = clang_getCanonicalType(clang_getCursorType(inner)).kind ==
                   CXType_Pointer;
    CXCursor base = syntax_strip(l->survey->arena, inner);
    bool decays =
        pointer && clang_getCanonicalType(clang_getCursorType(base)).kind !=
                       CXType_Pointer;
    if (pointer && !decays)
        look_note_reads(l, base, how | LOOK_MUST);
    else
        note_path(l, base, how);
}

static void note_variable(struct look *l, CXCursor c, unsigned how)
{
    CXCursor decl = clang_getCursorReferenced(c);
    if (clang_getCursorKind(decl) == CXCursor_EnumConstantDecl ||
        clang_equalCursors(decl, l->iterator))
        return;
    l->failed |= !is_variable(decl) || is_volatile(clang_getCursorType(decl)) ||
                 clang_getCursorTLSKind(decl) != CXTLS_None;
    if (l->failed)
        return;
    if (look_is_own(l, decl)) {
        if (how & LOOK_MUST)
            look_note_reads(l, clang_Cursor_getVarDeclInitializer(decl), how);
        return;
    }
    if (look_is_object(decl)) /* its address */
        return;
    if (!look_is_private(l, decl)) {
        add(l, &l->loads, access_of(l, c, how & LOOK_MUST));
        return;
    }
    ARENA_PUSH(l->survey->arena, l->read, l->read_count, l->read_cap, decl);
    l->failed |=
        (how & LOOK_MUST) && look_has(l->written, l->written_count, decl);
}

static bool is_harmless_call(struct look *l, CXCursor c)
{
    static const char *const names[] = {"fabs", "fabsf", "abs", "labs"};
    const char *name =
        clang_text(l->survey->arena,
                   clang_getCursorSpelling(clang_getCursorReferenced(c)));
    CXCursor definition = callee_definition(c);
    if (!clang_Cursor_isNull(definition) &&
        !clang_Location_isInSystemHeader(clang_getCursorLocation(definition)))
        return false;
    if (strncmp(name, "__builtin_", 10) == 0)
        name += 10;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(name, names[k]) == 0)
            return true;
    return false;
}

static void note_binary(struct look *l, CXCursor c, struct children list,
                        unsigned how)
{
    int64_t value;
    switch (clang_getCursorBinaryOperatorKind(c)) {
    case CXBinaryOperator_Div:
    case CXBinaryOperator_Rem:
        l->failed |= type_is_integer(clang_getCursorType(c)) &&
                     (!syntax_constant(list.at[1], &value) || value <= 0);
        break;
    case CXBinaryOperator_LAnd:
    case CXBinaryOperator_LOr: {
        look_note_reads(l, list.at[0], how);
        int before = l->loads.count;
        look_note_reads(l, list.at[1], how | LOOK_GUARDED);
        bool loads = false;
        for (int k = before; k < l->loads.count; k++)
            loads |= l->loads.at[k].guarded;
        if (loads)
            look_note_reads(l, list.at[0], how | LOOK_MUST);
        return;
    }
    case CXBinaryOperator_Assign:
    case CXBinaryOperator_Comma:
    case CXBinaryOperator_Invalid:
    case CXBinaryOperator_PtrMemD:
    case CXBinaryOperator_PtrMemI:
        l->failed = true;
        return;
    default:
        break;
    }
    look_note_reads(l, list.at[0], how);
    look_note_reads(l, list.at[1], how);
}

static void note_unary(struct look *l, CXCursor c, struct children list,
                       unsigned how)
{
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_Deref:
        note_path(l, c, how);
        add(l, &l->loads, access_of(l, c, how));
        return;
    case CXUnaryOperator_AddrOf: /* another type where pages are read */
        l->failed |= l->jumps;
        note_path(l, list.at[0], how | LOOK_MUST);
        return;
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Minus:
    case CXUnaryOperator_Not:
    case CXUnaryOperator_LNot:
        look_note_reads(l, list.at[0], how);
        return;
    default:
        l->failed = true;
    }
}

void look_note_reads(struct look *l, CXCursor c, unsigned how)
{
    struct children list = clang_children(l->survey->arena, c);
    int64_t value;
    if (l->failed)
        return;
    switch (clang_getCursorKind(c)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
        return;
    case CXCursor_UnaryExpr: /* sizeof, of what has another type in the text
                                that reads pages */
        l->failed |= l->jumps || !syntax_constant(c, &value);
        return;
    case CXCursor_DeclRefExpr:
        note_variable(l, c, how);
        return;
    case CXCursor_UnexposedExpr:
        l->failed |= !is_conversion(l, c);
        look_note_reads(l, list.at[0], how);
        return;
    case CXCursor_ParenExpr:
        look_note_reads(l, list.at[0], how);
        return;
    case CXCursor_CStyleCastExpr:
        if (list.count)
            look_note_reads(l, list.at[list.count - 1], how);
        return;
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr:
        note_path(l, c, how);
        if (clang_getArrayElementType(
                clang_getCanonicalType(clang_getCursorType(c)))
                .kind == CXType_Invalid)
            add(l, &l->loads, access_of(l, c, how));
        return;
    case CXCursor_UnaryOperator:
        note_unary(l, c, list, how);
        return;
    case CXCursor_BinaryOperator:
        note_binary(l, c, list, how);
        return;
    case CXCursor_CallExpr:
        l->failed |= !is_harmless_call(l, c);
        for (int k = 0; k < clang_Cursor_getNumArguments(c); k++)
            look_note_reads(l, clang_Cursor_getArgument(c, (unsigned)k), how);
        return;
    default:
        l->failed = true;
    }
}

/* Writes ------------------------------------------------------------------- */

/* The variable that is counted up by the expression, by one. */
static CXCursor counted_by(struct look *l, CXCursor c)
{
    c = syntax_strip(l->survey->arena, c);
    if (!is_unary(c, CXUnaryOperator_PostInc) &&
        !is_unary(c, CXUnaryOperator_PreInc))
        return clang_getNullCursor();
    CXCursor inner = syntax_strip(l->survey->arena,
                                  clang_children(l->survey->arena, c).at[0]);
    return clang_getCursorKind(inner) == CXCursor_DeclRefExpr
               ? clang_getCursorReferenced(inner)
               : clang_getNullCursor();
}

/* The variable that the expression is, or counts. */
static CXCursor counter_of(struct look *l, CXCursor c)
{
    CXCursor inner = syntax_strip(l->survey->arena, c);
    return clang_getCursorKind(inner) == CXCursor_DeclRefExpr
               ? clang_getCursorReferenced(inner)
               : counted_by(l, c);
}

/* How often an iteration may count the variable, if it does nothing else with
 * it and it does not begin again where sums with it do not; 0: it may. */
static int counts_of(const struct look *l, CXCursor decl)
{
    int counted = 0, written = 0;
    for (int k = 0; k < l->counted_count; k++)
        counted += clang_equalCursors(l->counted[k], decl);
    for (int k = 0; k < l->written_count; k++)
        written += clang_equalCursors(l->written[k], decl);
    bool wide = clang_Type_getSizeOf(clang_getCursorType(decl)) >= 4;
    return counted == written && wide && !l->loops ? counted : 0;
}

/* p[k] or p[k++], of p and k that are variables; *p++ as well, with no k. What
 * stands around it of members moves nothing. */
static bool split_counted(struct look *l, CXCursor c, CXCursor *base,
                          CXCursor *counter)
{
    struct arena *arena = l->survey->arena;
    c = syntax_strip(arena, c);
    struct children list = clang_children(arena, c);
    while (clang_getCursorKind(c) == CXCursor_MemberRefExpr &&
           !type_is_pointer(clang_getCursorType(list.at[0]))) {
        c = syntax_strip(arena, list.at[0]);
        list = clang_children(arena, c);
    }
    *base = *counter = clang_getNullCursor();
    if (clang_getCursorKind(c) == CXCursor_ArraySubscriptExpr) {
        CXCursor inner = syntax_strip(arena, list.at[0]);
        if (clang_getCursorKind(inner) == CXCursor_DeclRefExpr)
            *base = clang_getCursorReferenced(inner);
        *counter = counter_of(l, list.at[1]);
    } else if (is_unary(c, CXUnaryOperator_Deref)) {
        *base = *counter = counter_of(l, list.at[0]);
    }
    return !clang_Cursor_isNull(*base) && !clang_Cursor_isNull(*counter);
}

/* A store by what the body counts reaches as far as that may get in a block. */
static void span_counted(struct look *l, struct look_access *a)
{
    CXCursor base, counter;
    a->move = unknown;
    a->span.text = NULL;
    if (!split_counted(l, a->c, &base, &counter) ||
        !look_is_private(l, counter))
        return;
    int counts = counts_of(l, counter);
    bool pointer = clang_equalCursors(base, counter);
    if (!counts || counts > 4 ||
        (!pointer && look_has(l->written, l->written_count, base)) ||
        (!pointer && !look_is_object(base) && !look_is_private(l, base)))
        return;
    const char *p = clang_text(l->survey->arena, clang_getCursorSpelling(base));
    const char *k =
        clang_text(l->survey->arena, clang_getCursorSpelling(counter));
    const char *tag = names_tag(&l->survey->unit->names);
    a->root = base;
    a->span.size = -2 * counts;
    a->span.of = p;
    a->span.text =
        pointer ? arena_printf(l->survey->arena, "%s[%d * hedra%s_lane]", p,
                               counts, tag)
                : arena_printf(l->survey->arena, "%s[%s + %d * hedra%s_lane]",
                               p, k, counts, tag);
}

/* Is a variable that the body writes in the store's address? */
bool look_moves_by_writes(struct look *l, CXCursor c)
{
    struct children list = clang_children(l->survey->arena, c);
    bool found =
        clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
        look_has(l->written, l->written_count, clang_getCursorReferenced(c));
    for (int k = 0; k < list.count && !found; k++)
        found = look_moves_by_writes(l, list.at[k]);
    return found;
}

static bool is_within(struct look *l, CXCursor decl)
{
    size_t begin, end, from, to;
    struct unit *unit = l->survey->unit;
    return clang_cursor_bytes(unit, decl, &begin, &end) &&
           clang_cursor_bytes(unit, l->body, &from, &to) && begin >= from &&
           end <= to;
}

/* Does it name what only the body knows, or what memory may change? */
static bool names_local(struct look *l, CXCursor c)
{
    struct children list = clang_children(l->survey->arena, c);
    CXCursor decl = clang_getCursorReferenced(c);
    bool found =
        clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
        (is_within(l, decl) || (is_variable(decl) && !look_is_object(decl) &&
                                !look_is_private(l, decl)));
    for (int k = 0; k < list.count && !found; k++)
        found = names_local(l, list.at[k]);
    return found;
}

bool look_loads_in(struct look *l, CXCursor c)
{
    struct children list = clang_children(l->survey->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    bool found = kind == CXCursor_ArraySubscriptExpr ||
                 kind == CXCursor_MemberRefExpr || kind == CXCursor_CallExpr ||
                 is_unary(c, CXUnaryOperator_Deref);
    for (int k = 0; k < list.count && !found; k++)
        found = look_loads_in(l, list.at[k]);
    return found;
}

/* Once all that the body writes is noted. */
void look_finish_stores(struct look *l)
{
    for (int k = 0; k < l->stores.count; k++) {
        struct look_access *a = &l->stores.at[k];
        if (look_moves_by_writes(l, a->c)) {
            span_counted(l, a);
        } else {
            bool loads = false;
            struct children list = clang_children(l->survey->arena, a->c);
            for (int i = 0; i < list.count; i++)
                loads |= look_loads_in(l, list.at[i]);
            if (names_local(l, a->c) || loads)
                a->span.text = NULL;
        }
    }
}

static void note_target(struct look *l, CXCursor target)
{
    CXCursor c = syntax_strip(l->survey->arena, target);
    CXCursor decl = clang_getCursorReferenced(c);
    bool name = clang_getCursorKind(c) == CXCursor_DeclRefExpr;
    if ((name && clang_equalCursors(decl, l->iterator)) ||
        is_unary(c, CXUnaryOperator_Real) ||
        is_unary(c, CXUnaryOperator_Imag)) {
        l->failed = true;
        return;
    }
    if (name && is_within(l, decl) && !look_is_object(decl)) {
        l->failed |=
            look_is_own(l, decl) && type_is_pointer(clang_getCursorType(decl));
        return;
    }
    if (name && look_is_private(l, decl)) {
        ARENA_PUSH(l->survey->arena, l->written, l->written_count,
                   l->written_cap, decl);
        return;
    }
    add(l, &l->stores, access_of(l, c, 0));
}

static void note_call(struct look *l, CXCursor c)
{
    if (!is_harmless_call(l, c))
        l->jumps = l->other_writes = true;
}

void look_note_writes(struct look *l, CXCursor c, int inner)
{
    struct children list = clang_children(l->survey->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    bool down;
    if (clang_isExpression(kind))
        l->failed |= is_volatile(clang_getCursorType(c));
    if (kind == CXCursor_UnexposedExpr)
        l->failed |= !is_conversion(l, c);
    if (list.count &&
        (syntax_is_assignment(c) || syntax_is_increment(c, &down)))
        note_target(l, list.at[0]);
    CXCursor counter = counted_by(l, c);
    if (is_unary(c, CXUnaryOperator_PostInc) ||
        is_unary(c, CXUnaryOperator_PreInc))
        if (!clang_Cursor_isNull(counter))
            ARENA_PUSH(l->survey->arena, l->counted, l->counted_count,
                       l->counted_cap, counter);
    switch (kind) {
    case CXCursor_CallExpr:
        note_call(l, c);
        break;
    case CXCursor_BreakStmt:
        l->jumps |= !inner;
        break;
    case CXCursor_ReturnStmt:
        l->jumps = true;
        break;
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
    case CXCursor_LabelStmt:
    case CXCursor_GCCAsmStmt:
    case CXCursor_StmtExpr:
    case CXCursor_AddrLabelExpr:
        l->failed = true;
        break;
    case CXCursor_VarDecl:
        l->failed |= clang_Cursor_getStorageClass(c) == CX_SC_Static ||
                     clang_Cursor_getStorageClass(c) == CX_SC_Extern ||
                     is_volatile(clang_getCursorType(c));
        break;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_SwitchStmt:
        l->loops = true;
        inner++;
        break;
    default:
        break;
    }
    for (int k = 0; k < list.count && !l->failed; k++)
        look_note_writes(l, list.at[k], inner);
}
