/*
 * The names of loops' iterators: those of the source, where a loop is one of
 * the source's. Only short names are taken, of which it is known that no
 * dialect has another use for them; a loop within another one of the same name
 * has none.
 */
#include "backends/c/print.h"

#include <string.h>

enum { LONGEST = 3 };

static bool is_good(const char *name)
{
    static const char *const taken[] = {
        "abs", "and", "asm", "cos", "erf", "exp", "fma", "hd",  "log", "max",
        "min", "new", "not", "or",  "pow", "sin", "tan", "try", "xor"};
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char digits[] = "0123456789_";
    size_t length = strspn(name, letters);

    if (length == 0 || strlen(name) > LONGEST ||
        name[length + strspn(name + length, digits)])
        return false;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(name, taken[i]) == 0)
            return false;
    return strncmp(name, "hd", 2) != 0 && strncmp(name, "HD", 2) != 0;
}

/* The loops around a statement. */
struct loops_around {
    const struct loops_around *outer;
    const char *name;
};

static void name_block(struct c_printer *c, const struct kir_block *block,
                       const struct loops_around *around)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        struct loops_around here = {around, NULL};

        if (s->kind == KIR_FOR) {
            const char *name = c->f->value[s->iter].origin;
            bool free = name && is_good(name);

            for (const struct loops_around *a = around; a && free; a = a->outer)
                free = !a->name || strcmp(a->name, name) != 0;
            here.name = c->name[s->iter] = free ? name : NULL;
        }
        name_block(c, &s->body[0], &here);
        name_block(c, &s->body[1], &here);
    }
}

void c_name_iterators(struct c_printer *c)
{
    c->name =
        arena_alloc(c->arena, (size_t)c->f->value_count * sizeof *c->name);
    name_block(c, &c->f->body, NULL);
}
