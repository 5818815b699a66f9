/* Names of PTX: scopes, ranges of registers, labels, opcodes. */
#include "runtime/ptxsim/text/parse.h"

#include <string.h>

/* Ranges are found by the name without the number. */
static unsigned hash_name(const char *name, size_t length)
{
    unsigned hash = 2166136261u;

    for (size_t k = 0; k < length; k++)
        hash = (hash ^ (unsigned char)name[k]) * 16777619u;
    return (hash ^ hash >> 15) % PTX_HASH;
}

static struct ptx_symbol *find(struct ptx_symbol *s, const char *name,
                               size_t length)
{
    while (s && (strncmp(s->name, name, length) || s->name[length]))
        s = s->next;
    return s;
}

/* A new symbol of the present line and scope, first of its list. */
static struct ptx_symbol *add(struct ptx_parser *p, struct ptx_symbol **head,
                              const char *name, enum ptx_symbol_kind kind)
{
    struct ptx_symbol *s = arena_alloc(p->t->arena, sizeof *s);

    s->name = name;
    s->kind = kind;
    s->line = p->x.line;
    s->scope = p->scope;
    s->next = *head;
    *head = s;
    return s;
}

struct ptx_symbol *ptx_declare(struct ptx_parser *p, const char *name,
                               enum ptx_symbol_kind kind)
{
    struct ptx_symbol **head = &p->name[hash_name(name, strlen(name))];
    struct ptx_symbol *s = find(*head, name, strlen(name));

    if (s && s->scope == p->scope &&
        (s->kind == PTX_SYM_RANGE) == (kind == PTX_SYM_RANGE))
        ptx_fail(p->t, p->x.line, "'%s' is declared twice, first in line %d",
                 name, s->line);
    s = add(p, head, name, kind);
    s->owner = p->function ? p->function->index : -1;
    s->user = -1;
    ARENA_PUSH(p->t->arena, p->declared, p->declarations, p->declared_cap, s);
    return s;
}

/* "%r12": a register of its own name, or the thirteenth of %r<n>. */
const struct ptx_symbol *ptx_look_up(struct ptx_parser *p, const char *name,
                                     size_t length, int *number)
{
    struct ptx_symbol *s = find(p->name[hash_name(name, length)], name, length);
    size_t stem = length;

    if (s && s->kind != PTX_SYM_RANGE) {
        *number = s->number;
        return s;
    }
    while (stem > 0 && name[stem - 1] >= '0' && name[stem - 1] <= '9')
        stem--;
    if (stem == length || length - stem > 9 ||
        (name[stem] == '0' && length - stem > 1))
        return NULL;
    for (s = p->name[hash_name(name, stem)]; s; s = s->next) {
        int k = 0;

        s = find(s, name, stem);
        if (!s)
            return NULL;
        for (size_t d = stem; d < length; d++)
            k = 10 * k + (name[d] - '0');
        if (s->kind != PTX_SYM_RANGE || k >= s->count)
            continue;
        *number = s->number + k;
        return s;
    }
    return NULL;
}

void ptx_close_names(struct ptx_parser *p, int declarations)
{
    while (p->declarations > declarations) {
        struct ptx_symbol *s = p->declared[--p->declarations];

        p->name[hash_name(s->name, strlen(s->name))] = s->next;
    }
}

static struct ptx_symbol *find_label(struct ptx_parser *p, const char *name,
                                     int scope)
{
    size_t length = strlen(name);
    struct ptx_symbol *s =
        find(p->label[hash_name(name, length)], name, length);

    while (s && s->scope != scope)
        s = find(s->next, name, length);
    return s;
}

void ptx_declare_label(struct ptx_parser *p, const char *name, int target)
{
    struct ptx_symbol **head = &p->label[hash_name(name, strlen(name))];
    struct ptx_symbol *s = find_label(p, name, p->scope);

    if (s)
        ptx_fail(p->t, p->x.line, "label '%s' is there twice, first in line %d",
                 name, s->line);
    add(p, head, name, PTX_SYM_LABEL)->target = target;
}

/* A label is seen in its scope and those within. */
void ptx_resolve_labels(struct ptx_parser *p)
{
    for (int k = 0; k < p->open_labels; k++) {
        struct ptx_operand *o = p->open_label[k];
        struct ptx_symbol *s = NULL;

        for (int scope = o->number; !s && scope >= 0; scope = p->parent[scope])
            s = find_label(p, o->name, scope);
        if (!s)
            ptx_fail(p->t, p->open_line[k], "'%s' is not declared", o->name);
        o->number = s->target;
    }
    p->open_labels = 0;
    memset(p->label, 0, sizeof p->label);
}

struct ptx_opcode *ptx_intern_opcode(struct ptx_parser *p)
{
    struct ptx_opcode **head = &p->opcode[hash_name(p->x.text, p->x.length)];
    struct ptx_opcode *o = *head;

    while (o &&
           (strncmp(o->text, p->x.text, p->x.length) || o->text[p->x.length]))
        o = o->next;
    if (o)
        return o;
    o = arena_alloc(p->t->arena, sizeof *o);
    o->text = arena_strndup(p->t->arena, p->x.text, p->x.length);
    ptx_split_opcode(p->t, p->x.line, o);
    o->next = *head;
    *head = o;
    return o;
}

void ptx_use_variable(struct ptx_parser *p, const struct ptx_symbol *s)
{
    struct ptx_function *f = p->function;

    if (s->owner >= 0 || s->space != PTXSIM_SHARED)
        return;
    for (int k = 0; k < f->uses; k++)
        if (f->use[k] == s)
            return;
    ARENA_PUSH(p->t->arena, f->use, f->uses, f->uses_cap, s);
}

struct ptx_function *ptx_find_function(const struct ptx_parser *p,
                                       const char *name, size_t length)
{
    for (int k = 0; k < p->t->functions; k++) {
        struct ptx_function *f = p->t->function[k];

        if (!strncmp(f->name, name, length) && !f->name[length])
            return f;
    }
    return NULL;
}
