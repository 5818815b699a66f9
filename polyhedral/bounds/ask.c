/*
 * What can be told of an access, and of its rows: the code that would look is
 * made for iterators, elements and parameters of any value, and thrown away.
 * Where it demands nothing, no value matters.
 */
#include "polyhedral/bounds/bounds.h"

/* A value of which nothing is known, unlike any other. */
static int some_number(struct kir_func *f)
{
    return kir_param(f, "any", KIR_I64);
}

static bool any_interval(struct kir_func *f, struct interval *out)
{
    out->low = some_number(f);
    out->high = some_number(f);
    out->some = kir_binary(f, KIR_LE, out->low, out->high);
    return true;
}

static bool any_iterator(void *user, int stmt, int loop, struct interval *out)
{
    (void)stmt;
    (void)loop;
    return any_interval(((struct bounds_of *)user)->f, out);
}

/* A byte, or two, may be whatever they hold. */
static bool any_element(void *user, int array, struct interval *out)
{
    struct bounds_of *of = user;
    enum scop_type type = of->scop->array[array].type;
    int size = scop_type_size(type);
    if (size > 2)
        return any_interval(of->f, out);
    int64_t count = INT64_C(1) << (8 * size);
    int64_t low = scop_type_is_signed(type) ? -count / 2 : 0;
    *out = (struct interval){kir_int(of->f, KIR_I64, low),
                             kir_int(of->f, KIR_I64, low + count - 1),
                             kir_int(of->f, KIR_PRED, 1)};
    return true;
}

static int any_value(void *user, const struct scop_expr *e)
{
    struct kir_func *f = ((struct bounds_of *)user)->f;
    return e->op == SCOP_INT ? kir_int(f, KIR_I64, e->ival) : some_number(f);
}

static struct bounds_of any(struct arena *arena, const struct scop *scop,
                            bool part)
{
    struct kir_module *module = kir_module_new(arena, "any", scop->file);
    struct kir_func *f = kir_func_new(module, KIR_HOST, "any", 1, 1, 1);
    return (struct bounds_of){.scop = scop,
                              .part = part,
                              .f = f,
                              .fits = kir_variable(f, "fits", KIR_I64),
                              .iterator = any_iterator,
                              .elements = any_element,
                              .value = any_value};
}

bool bounds_ask(struct arena *arena, const struct bounds_of *of, int stmt,
                const struct scop_expr *access)
{
    struct bounds_of some = any(arena, of->scop, of->part);
    some.user = &some;
    return bounds_widen(&some, stmt, access, -1, -1);
}

enum bounds_rows bounds_ask_rows(struct arena *arena, const struct scop *scop,
                                 bool part, int stmt,
                                 const struct scop_expr *access, bool all)
{
    struct bounds_of of = any(arena, scop, part);
    of.user = &of;
    if (!bounds_demand_rows(&of, stmt, access, all))
        return BOUNDS_NEVER;
    return of.f->body.first ? BOUNDS_AT_START : BOUNDS_ALWAYS;
}
