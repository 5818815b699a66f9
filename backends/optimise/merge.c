/*
 * Branches that follow each other and ask the same become one: statements that
 * a front end guards one by one. What the first sets, the second then knows.
 */
#include "backends/optimise/local.h"

static bool is_movable(const struct kir_func *f, const struct kir_stmt *s)
{
    return s->kind == KIR_LET &&
           kir_op_properties(f->value[s->value].op) & P_PURE;
}

static void join(struct kir_block *first, const struct kir_block *second)
{
    if (!second->first)
        return;
    if (first->last)
        first->last->next = second->first;
    else
        first->first = second->first;
    first->last = second->last;
}

/* The branch that follows `s`, *before, and asks the same, if only values stand
 * between that can as well be made in front of both; NULL: none. *last receives
 * the last of these, or NULL. */
static struct kir_stmt *find_same(const struct kir_func *f,
                                  const struct kir_stmt *s,
                                  struct kir_stmt **last)
{
    struct kir_stmt *next = s->next;

    *last = NULL;
    for (; next && is_movable(f, next); next = next->next)
        *last = next;
    return next && next->kind == KIR_IF && next->value == s->value ? next
                                                                   : NULL;
}

/* `link` leads to the branch; returns where it then stands. */
static struct kir_stmt *merge_branch(const struct kir_func *f,
                                     struct kir_block *block,
                                     struct kir_stmt **link)
{
    struct kir_stmt *s = *link, *last, *same;

    while ((same = find_same(f, s, &last)) != NULL) {
        if (last) {
            *link = s->next;
            last->next = s;
            link = &last->next;
        }
        s->next = same->next;
        if (block->last == same)
            block->last = s;
        join(&s->body[0], &same->body[0]);
        join(&s->body[1], &same->body[1]);
    }
    return s;
}

static void merge_block(const struct kir_func *f, struct kir_block *block)
{
    for (struct kir_stmt **link = &block->first; *link; link = &(*link)->next) {
        if ((*link)->kind == KIR_IF) {
            struct kir_stmt *s = merge_branch(f, block, link);

            while (*link != s)
                link = &(*link)->next;
        }
        merge_block(f, &(*link)->body[0]);
        merge_block(f, &(*link)->body[1]);
    }
}

void optimise_merge(struct kir_func *f)
{
    merge_block(f, &f->body);
}
