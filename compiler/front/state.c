/*
 * What the walk has at hand: the place of a cursor and faults there, how much
 * is around the statement, and which variables hold what calls have returned.
 */
#include "compiler/front/region.h"

struct loc front_loc(struct front *f, CXCursor c)
{
    return clang_cursor_loc(f->unit, c);
}

struct fault *front_refuse(struct front *f, enum fault_kind kind, CXCursor c,
                           const char *format, ...)
{
    va_list ap;
    struct buf text = {0};
    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    struct fault *fault =
        fault_add(f->faults, kind, front_loc(f, c), "%s", text.text);
    buf_free(&text);
    return fault;
}

void front_refuse_with(struct front *f, enum fault_kind kind, CXCursor c,
                       const char *what, const char *hint)
{
    struct fault *fault = front_refuse(f, kind, c, "%s", what);
    FRONT_HINT(f, fault, "%s", hint);
}

int front_level(const struct front *f)
{
    return f->walk.loop_count + f->walk.repeats + f->walk.branches;
}

void front_begin_scope(struct front *f, struct symbol *s)
{
    s->copy = f->inlining.copy;
    s->as_variable = false;
    s->scope = f->walk.body         ? SCOP_POINT
               : f->walk.loop_count ? f->walk.loop[f->walk.loop_count - 1]
                                    : SCOP_REGION;
}

/* Are both cursors of one expression? Those that lead to it by the function's
 * arguments and by the tree may differ otherwise. */
static bool is_same(CXCursor a, CXCursor b)
{
    return clang_getCursorKind(a) == clang_getCursorKind(b) &&
           clang_equalRanges(clang_getCursorExtent(a),
                             clang_getCursorExtent(b));
}

struct lvalue *value_lvalue(const struct front *f, CXCursor c)
{
    for (int k = f->inlining.valued_count; k-- > 0;)
        if (is_same(f->inlining.valued[k].call, c))
            return f->inlining.valued[k].lvalue;
    return NULL;
}

struct scop_expr *value_of_call(const struct front *f, CXCursor c)
{
    for (int k = f->inlining.valued_count; k-- > 0;)
        if (is_same(f->inlining.valued[k].call, c))
            return f->inlining.valued[k].value;
    return NULL;
}
