/* What integer variables are known to hold. */
#include "compiler/front/local.h"

void known_learn(struct front *f, struct symbol *s, struct scop_expr *value)
{
    if (!s || !s->local || (s->inside | s->outside) & REF_ADDRESS)
        return;
    bool known = value && !f->body && !scop_type_is_float(value->type) &&
                 !expr_is_larger(value, KNOWN_SIZE_MAX) && !expr_reads(value);
    s->known = known ? value : NULL;
    ARENA_PUSH(f->arena, f->known, f->known_count, f->known_cap, s);
}

void known_forget(struct front *f, int mark)
{
    while (f->known_count > mark)
        f->known[--f->known_count]->known = NULL;
}

void known_forget_assigned(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    bool down;
    if (list.count &&
        (front_is_assignment(c) || front_is_increment(c, &down))) {
        struct symbol *s = front_named(f, list.at[0]);
        if (s)
            s->known = NULL;
    }
    for (int k = 0; k < list.count; k++)
        known_forget_assigned(f, list.at[k]);
}

struct symbol *front_named(struct front *f, CXCursor c)
{
    CXCursor inner = front_strip(f, c);
    CXCursor decl = clang_getCursorReferenced(inner);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    bool variable = clang_getCursorKind(inner) == CXCursor_DeclRefExpr &&
                    (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl);
    return variable ? survey_symbol(f, decl) : NULL;
}
