/*
 * Increments inside of an assignment or a declaration, as in a[n++] = x: which
 * they are, and which are open, so that their variable's value stands for them.
 * Statements before (++n) or after (n++) the whole do them (stmt.c). Which
 * variables else it mentions C lets us assume that they are others.
 */
#include "compiler/front/statement.h"

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

/* Of a variable, and of no pointer but those that a loop moves by the same? */
static bool is_counter(struct front *f, CXCursor c, bool any)
{
    const struct symbol *s =
        survey_named(&f->survey, clang_children(f->arena, c).at[0]);
    return s && (any || s->induced ||
                 !type_is_pointer(clang_getCursorType(s->decl)));
}

/* Appends the increments in c to f->walk.effect; false if one is conditional,
 * or of no plain variable (`any`: it may be a pointer). */
static bool find(struct front *f, CXCursor c, bool conditional, bool any)
{
    struct children list = clang_children(f->arena, c);
    bool down, good = true;
    if (syntax_is_increment(c, &down)) {
        if (conditional || !list.count || !is_counter(f, c, any))
            return false;
        ARENA_PUSH(f->arena, f->walk.effect, f->walk.effect_count,
                   f->walk.effect_cap, c);
        return true;
    }
    conditional |= is_conditional(c);
    for (int k = 0; k < list.count && good; k++)
        good = find(f, list.at[k], conditional, any);
    return good;
}

bool effect_find(struct front *f, CXCursor c, bool any)
{
    return find(f, c, false, any);
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
