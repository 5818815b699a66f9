/*
 * Pointer chasing: p = p->next, or p = next[p] where a loop that no counter
 * bounds goes along a chain. Each iteration waits for what the one before it
 * reads, and nothing tells beforehand where the chain leads. The fault names
 * both places; the region stays as it is.
 */
#include "compiler/front/loop.h"

struct chase {
    struct front *f;
    bool pointers; /* only of these */
    bool found;
    CXCursor step, decl; /* p = ..., and what p is */
    CXCursor use;
    bool used;
};

/* Is memory read whose place depends on the variable? */
static bool follows(struct front *f, CXCursor c, CXCursor decl)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children list = clang_children(f->arena, c);
    bool reads = kind == CXCursor_ArraySubscriptExpr ||
                 (kind == CXCursor_MemberRefExpr && list.count &&
                  type_is_pointer(clang_getCursorType(list.at[0])));
    bool found = reads && syntax_mentions(f->arena, c, decl);
    for (int k = 0; k < list.count && !found; k++)
        found = follows(f, list.at[k], decl);
    return found;
}

static void find_step(struct chase *s, CXCursor c)
{
    struct children list = clang_children(s->f->arena, c);
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator && list.count == 2 &&
        clang_getCursorKind(list.at[0]) == CXCursor_DeclRefExpr) {
        CXCursor decl = clang_getCursorReferenced(list.at[0]);
        bool wanted =
            !s->pointers || type_is_pointer(clang_getCursorType(list.at[0]));
        if (wanted && syntax_is_assignment(c) &&
            follows(s->f, list.at[1], decl)) {
            s->found = true;
            s->step = c;
            s->decl = decl;
        }
    }
    for (int k = 0; k < list.count && !s->found; k++)
        find_step(s, list.at[k]);
}

static void find_use(struct chase *s, CXCursor c)
{
    struct children list = clang_children(s->f->arena, c);
    if (clang_equalCursors(c, s->step))
        return;
    if (syntax_names(c, s->decl)) {
        s->used = true;
        s->use = c;
    }
    for (int k = 0; k < list.count && !s->used; k++)
        find_use(s, list.at[k]);
}

bool chase_refuse(struct front *f, CXCursor c, CXCursor part, bool pointers)
{
    struct chase s = {.f = f, .pointers = pointers};
    find_step(&s, part);
    if (!s.found)
        return false;
    find_use(&s, c);
    const char *name = clang_text(f->arena, clang_getCursorSpelling(s.decl));
    struct fault *fault = front_refuse(
        f, FAULT_CHAIN, c,
        "this loop follows a chain in memory: each iteration needs the '%s' "
        "that the one before it reads",
        name);
    fault_note(f->faults, fault, front_loc(f, s.step), "'%s' is read here",
               name);
    if (s.used)
        fault_note(f->faults, fault, front_loc(f, s.use),
                   "'%s' is needed here, by the next iteration", name);
    FRONT_HINT(f, fault,
               "put the chain's elements into an array before the region, and "
               "count through it");
    return true;
}
