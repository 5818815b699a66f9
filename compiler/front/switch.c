/*
 * switch: each section becomes an if on the value, which is computed once
 * before. One that goes on into the next makes that one's condition wider.
 */
#include "compiler/front/loop.h"

struct section {
    struct scop_expr *test; /* the value is one of its labels; NULL: none yet */
    bool rest;              /* has the default label */
    struct children stmt;   /* without the break at the end */
    bool ended;             /* by a break, return or continue */
    bool skips;             /* by a continue of the loop around it */
    bool follows;           /* the section before it goes on into it */
};

struct switch_choice {
    struct front *f;
    struct scop_expr *value;
    int count, cap;
    struct section *section;
    bool continues; /* a section may end with a continue */
    bool failed;
};

static void refuse(struct switch_choice *choice, CXCursor c, const char *what,
                   const char *hint)
{
    if (choice->failed)
        return;
    choice->failed = true;
    struct fault *fault =
        front_refuse(choice->f, FAULT_STATEMENT, c, "%s", what);
    FRONT_HINT(choice->f, fault, "%s", hint);
}

/* Labels ------------------------------------------------------------------- */

/* The section that a label belongs to: a new one behind a break, or behind
 * statements. */
static struct section *labelled(struct switch_choice *choice)
{
    struct section *last =
        choice->count ? &choice->section[choice->count - 1] : NULL;
    bool open = last && !last->ended;
    if (open && !last->stmt.count)
        return last;
    struct section fresh = {.stmt.arena = choice->f->arena, .follows = open};
    ARENA_PUSH(choice->f->arena, choice->section, choice->count, choice->cap,
               fresh);
    return &choice->section[choice->count - 1];
}

static void add_label(struct switch_choice *choice, struct section *s,
                      CXCursor c)
{
    struct front *f = choice->f;
    struct scop_expr *label = front_expr(f, c);
    if (!label) {
        choice->failed = true;
        return;
    }
    struct scop_expr *test = expr_binary(
        f, SCOP_EQ, choice->value, type_convert(f, label, choice->value->type));
    s->test = s->test ? expr_binary(f, SCOP_LOR, s->test, test) : test;
}

static void add_statement(struct switch_choice *choice, CXCursor c);

static bool holds_break(struct front *f, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children list = clang_children(f->arena, c);
    bool found = kind == CXCursor_BreakStmt;
    if (loop_is(c) || kind == CXCursor_SwitchStmt)
        return false;
    for (int k = 0; k < list.count && !found; k++)
        found = holds_break(f, list.at[k]);
    return found;
}

/* Statements of a block which is all that a section has may end with its
 * break. */
static void add_block(struct switch_choice *choice, CXCursor c)
{
    struct children list = clang_children(choice->f->arena, c);
    for (int k = 0; k < list.count; k++)
        add_statement(choice, list.at[k]);
}

static void add_statement(struct switch_choice *choice, CXCursor c)
{
    struct front *f = choice->f;
    struct section *s =
        choice->count ? &choice->section[choice->count - 1] : NULL;
    struct children part = clang_children(f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    bool label = kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
    if (choice->failed)
        return;
    if (label) {
        s = labelled(choice);
        if (part.count != (kind == CXCursor_CaseStmt ? 2 : 1))
            refuse(choice, c, "a range of cases", "write a case for each");
        else if (kind == CXCursor_CaseStmt)
            add_label(choice, s, part.at[0]);
        else
            s->rest = true;
        if (!choice->failed)
            add_statement(choice, part.at[part.count - 1]);
    } else if (s && kind == CXCursor_BreakStmt) {
        s->ended = true;
    } else if (s && !s->ended && kind == CXCursor_ContinueStmt &&
               choice->continues) {
        s->ended = s->skips = true;
    } else if (!s || s->ended) {
        refuse(choice, c, "a statement that no case leads to",
               "let a case stand before it");
    } else if (kind == CXCursor_CompoundStmt && !s->stmt.count) {
        add_block(choice, c);
    } else if (f->walk.body ? holds_break(f, c)
                            : loop_holds_jump(f->arena, c)) {
        refuse(choice, c, "a break or continue inside of a case",
               "end the case with its only break, and write ifs");
    } else {
        ARENA_PUSH(f->arena, s->stmt.at, s->stmt.count, s->stmt.cap, c);
        s->ended = kind == CXCursor_ReturnStmt || kind == CXCursor_ContinueStmt;
    }
}

/* Ifs ---------------------------------------------------------------------- */

/* The value is none of the other sections' labels. */
static struct scop_expr *none_of(struct switch_choice *choice)
{
    struct scop_expr *any = NULL;
    for (int k = 0; k < choice->count; k++) {
        const struct section *s = &choice->section[k];
        if (!s->rest && s->test)
            any =
                any ? expr_binary(choice->f, SCOP_LOR, any, s->test) : s->test;
    }
    return any ? expr_negated(choice->f, any)
               : expr_int(choice->f, 1, SCOP_I32, choice->value->loc);
}

/* Is the section executed, where `before` says so of the one before it? */
static struct scop_expr *is_reached(struct switch_choice *choice,
                                    const struct section *s,
                                    struct scop_expr *before)
{
    struct scop_expr *own = s->rest ? none_of(choice) : s->test;
    return s->follows ? expr_binary(choice->f, SCOP_LOR, before, own) : own;
}

static void put_section(struct front *f, CXCursor c, struct scop_expr *test,
                        const struct children *stmt, struct nodes *out)
{
    struct nodes nodes = {0};
    if (!stmt->count)
        return;
    if (!f->walk.body) {
        front_choose(f, c, test, stmt->count, stmt->at, out);
        return;
    }
    struct scop_node *node = front_node(f, SCOP_IF, front_loc(f, c));
    node->test = test;
    front_branch(f, stmt->count, stmt->at, &nodes);
    front_children(f, node, front_seq(f, &nodes, node->loc), NULL);
    front_put(f, out, node);
}

struct scop_expr *switch_walk(struct front *f, CXCursor c, bool continues,
                              struct nodes *out)
{
    struct children part = clang_children(f->arena, c);
    struct switch_choice choice = {.f = f, .continues = continues};
    struct scop_expr *skip = NULL;
    struct scop_expr *value =
        part.count == 2 ? front_index(f, part.at[0], true) : NULL;
    if (part.count != 2 ||
        clang_getCursorKind(part.at[1]) != CXCursor_CompoundStmt) {
        refuse(&choice, c, "this form of switch cannot be in a region",
               "write switch (value) { case ...: ... break; ... }");
        return NULL;
    }
    if (!value)
        return NULL;
    value = type_convert(f, value, type_promoted(value->type));
    choice.value =
        expr_is_affine_form(value) ? value : front_keep(f, value, c, out);
    add_block(&choice, part.at[1]);
    struct scop_expr *test = NULL;
    for (int k = 0; k < choice.count && !choice.failed; k++) {
        const struct section *s = &choice.section[k];
        test = is_reached(&choice, s, test);
        put_section(f, c, test, &s->stmt, out);
        if (s->skips)
            skip = skip ? expr_binary(f, SCOP_LOR, skip, test) : test;
    }
    return skip;
}
