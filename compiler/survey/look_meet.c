/*
 * Do two accesses of a loop that may look ahead reach one object? What their
 * types, their names and restrict tell; else addresses tell when a block
 * begins.
 */
#include "compiler/survey/look.h"

/* Bytes of an object of the type, as the rules of C tell those apart that
 * pointers of several types lead to; 0: any. */
static int kind_of(CXType type)
{
    enum scop_type scalar;
    if (type.kind == CXType_Pointer)
        return 64;
    if (!type_arithmetic(type, &scalar))
        return 0;
    int size = (int)scop_type_size(scalar);
    return size == 1 ? 0 : scop_type_is_float(scalar) ? 16 + size : size;
}

/* Is it a parameter that nobody assigns to? */
static bool is_steady(struct look *l, CXCursor decl)
{
    const struct symbol *s = survey_symbol(l->survey, decl);
    return clang_getCursorKind(decl) == CXCursor_ParmDecl &&
           !((s->inside | s->outside) & (REF_WRITE | REF_ADDRESS));
}

static bool is_restrict(struct look *l, CXCursor decl)
{
    return is_steady(l, decl) &&
           clang_isRestrictQualifiedType(
               clang_getCanonicalType(clang_getCursorType(decl)));
}

/* Is the object that is accessed a variable, or a part of one? */
static bool is_named(const struct look_access *a)
{
    return !clang_Cursor_isNull(a->root) &&
           (look_is_object(a->root) || syntax_names(a->c, a->root));
}

/* Is it memory that no pointer leads to? */
static bool is_hidden(struct look *l, const struct look_access *a)
{
    return is_named(a) && look_is_unreached(l, a->root);
}

static bool are_apart(struct look *l, const struct look_access *a,
                      const struct look_access *b)
{
    int one = kind_of(a->type), other = kind_of(b->type);
    if (one && other && one != other)
        return true;
    bool whole = !clang_Cursor_isNull(a->root) && !clang_Cursor_isNull(b->root);
    if (whole && clang_equalCursors(a->root, b->root))
        return false;
    if ((is_named(a) && is_named(b)) || is_hidden(l, a) || is_hidden(l, b))
        return true;
    return whole && is_steady(l, a->root) && is_steady(l, b->root) &&
           (is_restrict(l, a->root) || is_restrict(l, b->root));
}

bool look_is_hidden(struct look *l, const struct look_access *a)
{
    return is_hidden(l, a);
}

int look_meets(struct look *l, const struct look_access *store,
               const struct look_access *load)
{
    return are_apart(l, store, load)             ? 0
           : store->span.text && load->span.text ? 1
                                                 : 2;
}
