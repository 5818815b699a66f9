/*
 * <math.h>: its functions by their names, and what its macros (INFINITY, isnan
 * and their like) become in common C libraries.
 */
#include "compiler/clang_local.h"

#include <math.h>
#include <string.h>

/* What a call becomes. */
struct meaning {
    enum { NOTHING, FUNCTION, CONSTANT, PROPERTY } kind;
    enum scop_func func;
    enum scop_type type; /* FUNCTION: unless ABS */
    double value;        /* CONSTANT */
    enum { NOT_A_NUMBER, INFINITE, FINITE } property;
};

static const char *strip_prefix(const char *name)
{
    static const char prefix[] = "__builtin_";
    return strncmp(name, prefix, sizeof prefix - 1) == 0
               ? name + sizeof prefix - 1
               : name;
}

/* sqrt, sqrtf, labs: the F64 form as scop.h has it, the F32 form with an f. */
static struct meaning find_function(const char *name)
{
    static const char *const integer[] = {"abs", "labs", "llabs", "imaxabs"};
    struct meaning m = {.kind = FUNCTION, .func = SCOP_FUNC_ABS};
    for (size_t k = 0; k < sizeof integer / sizeof *integer; k++)
        if (strcmp(name, integer[k]) == 0)
            return m;
    for (int k = 0; k < SCOP_FUNC_COUNT; k++) {
        const char *math = scop_func_name((enum scop_func)k);
        size_t n = strlen(math);
        if (k == SCOP_FUNC_ABS || strncmp(name, math, n) != 0)
            continue;
        m.func = (enum scop_func)k;
        m.type = name[n] ? SCOP_F32 : SCOP_F64;
        if (!name[n] || strcmp(name + n, "f") == 0)
            return m;
    }
    return (struct meaning){.kind = NOTHING};
}

static struct meaning find(const char *full)
{
    static const struct {
        const char *name;
        struct meaning meaning;
    } table[] = {
        {"inf", {.kind = CONSTANT, .value = INFINITY}},
        {"inff", {.kind = CONSTANT, .value = INFINITY}},
        {"huge_val", {.kind = CONSTANT, .value = INFINITY}},
        {"huge_valf", {.kind = CONSTANT, .value = INFINITY}},
        {"nan", {.kind = CONSTANT, .value = NAN}},
        {"nanf", {.kind = CONSTANT, .value = NAN}},
        {"isnan", {.kind = PROPERTY, .property = NOT_A_NUMBER}},
        {"isinf_sign", {.kind = PROPERTY, .property = INFINITE}},
        {"isfinite", {.kind = PROPERTY, .property = FINITE}},
    };
    const char *name = strip_prefix(full);
    for (size_t k = 0; name != full && k < sizeof table / sizeof *table; k++)
        if (strcmp(name, table[k].name) == 0)
            return table[k].meaning;
    return find_function(name);
}

bool math_is_known(const char *name)
{
    return find(name).kind != NOTHING;
}

static struct scop_expr *call_function(struct front *f, CXCursor c,
                                       const struct meaning *m)
{
    enum scop_type type;
    int count = clang_Cursor_getNumArguments(c);
    if (!type_scalar(f, clang_getCursorType(c), c, &type))
        return NULL;
    bool good = count == scop_func_operands(m->func) &&
                (m->func == SCOP_FUNC_ABS ? !scop_type_is_float(type)
                                          : type == m->type);
    struct scop_expr *e = scop_expr_new(f->arena, SCOP_CALL, type,
                                        good ? count : 0, front_loc(f, c));
    e->ref = (int)m->func;
    for (int k = 0; k < e->count; k++) {
        e->arg[k] = front_expr(f, clang_Cursor_getArgument(c, (unsigned)k));
        if (!e->arg[k])
            return NULL;
        good &= e->arg[k]->type == type;
    }
    if (good)
        return e;
    FRONT_HINT(f,
               front_refuse(f, FAULT_CALL, c,
                            "this function is not declared as in <math.h>"),
               "include <math.h>, or give a function of your own another "
               "name");
    return NULL;
}

/* isnan(x): x != x. isinf(x): x == inf ? 1 : x == -inf ? -1 : 0, as its builtin
 * has it. isfinite(x): |x| < inf. */
static struct scop_expr *test_property(struct front *f, CXCursor c,
                                       const struct meaning *m)
{
    struct scop_expr *x = front_expr(f, clang_Cursor_getArgument(c, 0));
    if (!x)
        return NULL;
    if (!scop_type_is_float(x->type)) {
        front_refuse(f, FAULT_CALL, c,
                     "this asks an integer for a property of "
                     "floating numbers");
        return NULL;
    }
    struct scop_expr *inf = expr_float(f, INFINITY, x->type, x->loc);
    if (m->property == NOT_A_NUMBER)
        return expr_binary(f, SCOP_NE, x, x);
    if (m->property == FINITE) {
        struct scop_expr *size =
            scop_expr_new(f->arena, SCOP_CALL, x->type, 1, x->loc);
        size->ref = SCOP_FUNC_FABS;
        size->arg[0] = x;
        return expr_binary(f, SCOP_LT, size, inf);
    }
    struct scop_expr *negative =
        expr_binary(f, SCOP_EQ, x, expr_float(f, -INFINITY, x->type, x->loc));
    return expr_choose(
        f, expr_binary(f, SCOP_EQ, x, inf), expr_int(f, 1, SCOP_I32, x->loc),
        expr_choose(f, negative, expr_int(f, -1, SCOP_I32, x->loc),
                    expr_int(f, 0, SCOP_I32, x->loc)));
}

struct scop_expr *math_call(struct front *f, CXCursor c, const char *name)
{
    struct meaning m = find(name);
    enum scop_type type;
    switch (m.kind) {
    case FUNCTION:
        return call_function(f, c, &m);
    case CONSTANT:
        return type_scalar(f, clang_getCursorType(c), c, &type)
                   ? expr_float(f, m.value, type, front_loc(f, c))
                   : NULL;
    case PROPERTY:
        return test_property(f, c, &m);
    case NOTHING:
        break;
    }
    return NULL;
}
