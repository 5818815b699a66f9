/* A marked region as a scop: the survey, the walk, and what follows from
 * both. */
#include "compiler/front/front.h"
#include "compiler/front/loop.h"

#include <string.h>

/* What the region declares goes when its text is replaced. */
static void check_declarations(struct front *f)
{
    for (int k = 0; k < f->survey.symbol_count; k++) {
        const struct symbol *s = f->survey.symbol[k];
        if (!s->declared_inside || !s->outside)
            continue;
        struct fault *fault = front_refuse(
            f, FAULT_STATEMENT, s->decl,
            "'%s' is declared in the region and used after it", s->name);
        FRONT_HINT(f, fault, "declare it before the region");
    }
}

static void finish_arrays(struct front *f)
{
    for (int k = 0; k < f->scop->array_count; k++) {
        struct scop_array *a = &f->scop->array[k];
        bool outside = a->scope == SCOP_OUTSIDE;
        a->read_only = !f->arrays.written[k];
        a->live_in = outside;
        if (outside)
            a->live_out = f->arrays.written[k] &&
                          (a->pointer || a->each ||
                           survey_is_live(&f->survey,
                                          f->survey.symbol[f->arrays.root[k]]));
    }
}

/* What iterators hold after the region is computed without its data. */
static void check_iterators(struct front *f)
{
    for (int k = 0; k < f->scop->loop_count; k++) {
        const struct scop_loop *loop = &f->scop->loop[k];
        if (!loop->live_out || !f->walk.guarded[k])
            continue;
        struct fault *fault = fault_add(
            f->faults, FAULT_STATEMENT, loop->node->loc,
            "iterator '%s' is used after the region, and a test of data "
            "decides whether this loop sets it",
            loop->name);
        fault_hint(f->faults, fault, loop->node->loc,
                   "declare the iterator in the for, or say private(%s)",
                   loop->name);
    }
}

/* Is what begins there one loop of the scop alone? A statement that is walked
 * twice, of a function that is called twice or of pointers in other places, is
 * two, and so is what one macro makes. */
static bool is_single(const struct front *f, int number)
{
    const struct loop_text *text = f->scop->loop[number].text_of;
    for (int k = 0; k < f->scop->loop_count; k++) {
        const struct loop_text *other = f->scop->loop[k].text_of;
        if (k != number && other && other->begin == text->begin)
            return false;
    }
    return true;
}

/* The loops whose text may be moved. */
static void find_texts(struct front *f)
{
    struct scop *s = f->scop;
    if (!loop_text_may_move(&f->survey))
        return;
    for (int k = 0; k < f->walk.counted_count; k++) {
        const struct counted_for *c = &f->walk.counted[k];
        struct scop_loop *loop = &s->loop[c->loop];
        loop->text_of =
            loop_text_find(&f->survey, c->stmt, c->iterator, loop->node->step);
    }
    bool *single = arena_alloc(f->arena, (size_t)s->loop_count + 1);
    for (int k = 0; k < s->loop_count; k++)
        single[k] = s->loop[k].text_of && is_single(f, k);
    for (int k = 0; k < s->loop_count; k++)
        if (!single[k] || s->loop[k].each || s->loop[k].live_out)
            s->loop[k].text_of = NULL;
}

struct scop *front_place(struct unit *unit, int k)
{
    struct scop *scop = arena_alloc(unit->arena, sizeof *scop);
    const struct mark *mark = &unit->mark[k];
    scop->arena = unit->arena;
    scop->file = unit->path;
    scop->function =
        clang_text(unit->arena, clang_getCursorSpelling(mark->function));
    scop->begin = mark->begin;
    scop->end = mark->end;
    scop->insert = mark->insert;
    scop->loc = mark->loc;
    return scop;
}

struct scop *front_region(struct unit *unit, int k, struct faults *faults)
{
    const struct mark *mark = &unit->mark[k];
    struct front *f = arena_alloc(unit->arena, sizeof *f);
    struct nodes nodes = {0};
    f->unit = f->survey.unit = unit;
    f->mark = f->survey.mark = mark;
    f->arena = f->survey.arena = unit->arena;
    f->faults = faults;
    f->errors = faults->errors;
    f->scop = front_place(unit, k);
    f->walk.statements = &statements_of_c;
    survey_function(&f->survey);
    check_declarations(f);
    if (f->survey.too_deep)
        front_refuse(f, FAULT_TOO_COMPLEX, mark->function,
                     "the function around the region is nested too deeply");
    for (int s = 0; s < mark->stmt_count; s++)
        if (!chase_refuse(f, mark->stmt[s], mark->stmt[s], true))
            front_stmt(f, mark->stmt[s], &nodes);
    struct scop_node *root = arena_alloc(f->arena, sizeof *root);
    root->kind = SCOP_SEQ;
    root->loc = mark->loc;
    root->count = nodes.count;
    root->child = nodes.at;
    f->scop->root = root;
    finish_arrays(f);
    clause_parse(f);
    lvalue_parameter_extents(f);
    layout_apply(f);
    for (int a = 0; a < f->arrays.promised_count; a++)
        private_find(f, f->arrays.promised[a], true);
    for (int a = 0; a < f->scop->array_count; a++)
        private_find(f, a, false);
    check_iterators(f);
    if (faults->errors == f->errors)
        array_linearise(f);
    if (faults->errors == f->errors)
        find_texts(f);
    return faults->errors == f->errors ? f->scop : NULL;
}
