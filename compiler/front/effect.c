/*
 * Increments inside of an assignment or a declaration, as in a[n++] = x: they
 * become statements before (++n) or after (n++) it. Which variables else it
 * mentions C lets us assume that they are others.
 */
#include "compiler/front/local.h"

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
    const struct symbol *s = front_named(f, clang_children(f->arena, c).at[0]);
    return s && (any || s->induced ||
                 !type_is_pointer(clang_getCursorType(s->decl)));
}

/* Appends the increments in c to f->effect; false if one is conditional, or of
 * no plain variable (`any`: it may be a pointer). */
static bool find(struct front *f, CXCursor c, bool conditional, bool any)
{
    struct children list = clang_children(f->arena, c);
    bool down, good = true;
    if (front_is_increment(c, &down)) {
        if (conditional || !list.count || !is_counter(f, c, any))
            return false;
        ARENA_PUSH(f->arena, f->effect, f->effect_count, f->effect_cap, c);
        return true;
    }
    conditional |= is_conditional(c);
    for (int k = 0; k < list.count && good; k++)
        good = find(f, list.at[k], conditional, any);
    return good;
}

bool effect_is_inside(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    bool down, inside = front_is_increment(c, &down);
    for (int k = 0; k < list.count && !inside; k++)
        inside = effect_is_inside(f, list.at[k]);
    return inside;
}

void effect_list(struct front *f, CXCursor c, struct children *list)
{
    int mark = f->effect_count;
    *list = (struct children){.arena = f->arena};
    if (find(f, c, false, true))
        for (int k = mark; k < f->effect_count; k++)
            ARENA_PUSH(f->arena, list->at, list->count, list->cap,
                       f->effect[k]);
    f->effect_count = mark;
}

void effect_open(struct front *f, CXCursor c)
{
    ARENA_PUSH(f->arena, f->effect, f->effect_count, f->effect_cap, c);
}

void effect_close(struct front *f)
{
    f->effect_count--;
}

static void put(struct front *f, int mark, bool before, struct nodes *out)
{
    for (int k = mark; k < f->effect_count; k++) {
        bool down;
        enum CXUnaryOperatorKind kind =
            clang_getCursorUnaryOperatorKind(f->effect[k]);
        bool first =
            kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PreDec;
        front_is_increment(f->effect[k], &down);
        if (first == before)
            front_increment(f, f->effect[k], down, out);
    }
}

int effect_begin(struct front *f, CXCursor c, struct nodes *out)
{
    int mark = f->effect_count;
    if (!find(f, c, false, false))
        f->effect_count = mark;
    put(f, mark, true, out);
    value_calls(f, c, out);
    return mark;
}

bool effect_is_open(const struct front *f, CXCursor c)
{
    for (int k = 0; k < f->effect_count; k++)
        if (clang_equalCursors(f->effect[k], c))
            return true;
    return false;
}

void effect_end(struct front *f, int mark, struct nodes *out)
{
    put(f, mark, false, out);
    f->effect_count = mark;
}
