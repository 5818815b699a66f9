/*
 * Makes variables of an array of the thread all of whose subscripts are
 * constants, in place: an element for each variable. Unrolling (unroll.c) makes
 * them so.
 */
#include "backends/optimise/local.h"

struct local_array {
    struct kir_func *f;
    bool *fixed; /* per buffer: LOCAL, with constant subscripts alone */
    int *first;  /* of a fixed one: the variable of its element 0 */
};

static bool is_element(const struct kir_func *f, int buffer, int index)
{
    const struct kir_value *at = &f->value[index];
    return at->op == KIR_CONST && at->imm.i >= 0 &&
           at->imm.i < f->buffer[buffer].count;
}

static void look(struct local_array *l, const struct kir_block *block)
{
    int buffer, index;
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_ATOMIC)
            l->fixed[s->buffer] = false;
        else if (kir_accesses(l->f, s, &buffer, &index) &&
                 !is_element(l->f, buffer, index))
            l->fixed[buffer] = false;
        look(l, &s->body[0]);
        look(l, &s->body[1]);
    }
}

/* What a STORE leaves in a buffer of a narrow type, of a value. */
static int narrowed(struct kir_func *f, enum kir_type type, int value,
                    struct kir_block *to)
{
    struct kir_value cast = kir_value_of(KIR_CAST, KIR_I32);
    struct kir_stmt *let;
    if (kir_is_value_type(type))
        return value;
    cast.narrow = type;
    cast.arg[0] = value;
    let = kir_new_stmt(f, KIR_LET);
    let->value = kir_add_value(f, &cast);
    kir_append(to, let);
    return let->value;
}

/* Makes the access one to a variable; what it needs goes before it. */
static void replace(struct local_array *l, struct kir_stmt *s, int buffer,
                    int index, struct kir_block *to)
{
    int element = (int)l->f->value[index].imm.i;
    if (s->kind == KIR_STORE) {
        l->f->current_line = s->line;
        s->value = narrowed(l->f, l->f->buffer[buffer].type, s->value, to);
    }
    optimise_use_variable(l->f, s, l->first[buffer] + element);
}

static void replace_in(struct local_array *l, struct kir_block *block)
{
    struct kir_block done = {NULL, NULL};
    int buffer, index;
    for (struct kir_stmt *s = block->first, *next; s; s = next) {
        next = s->next;
        s->next = NULL;
        replace_in(l, &s->body[0]);
        replace_in(l, &s->body[1]);
        if (kir_accesses(l->f, s, &buffer, &index) && l->fixed[buffer])
            replace(l, s, buffer, index, &done);
        kir_append(&done, s);
    }
    *block = done;
}

void optimise_local_arrays(struct arena *scratch, struct kir_func *f)
{
    size_t count = (size_t)f->buffer_count + 1;
    struct local_array l = {f, arena_alloc(scratch, count * sizeof(bool)),
                            arena_alloc(scratch, count * sizeof(int))};
    bool any = false;
    for (int k = 0; k < f->buffer_count; k++) {
        const struct kir_buffer *b = &f->buffer[k];
        l.fixed[k] =
            b->space == KIR_LOCAL && b->count <= OPTIMISE_MOST_ELEMENTS;
        any |= l.fixed[k];
    }
    if (!any)
        return;
    look(&l, &f->body);
    for (int k = 0; k < f->buffer_count; k++) {
        l.first[k] = f->variable_count;
        for (int i = 0; l.fixed[k] && i < f->buffer[k].count; i++)
            kir_variable(f, f->buffer[k].name,
                         kir_loaded_type(f->buffer[k].type));
    }
    replace_in(&l, &f->body);
}
