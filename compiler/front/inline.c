/*
 * Calls: <math.h>, and functions of the unit that compute a value without side
 * effects, which are evaluated symbolically: locals become the expressions that
 * they hold, ifs become conditionals.
 */
#include "compiler/front/expr.h"
#include "compiler/front/lvalue.h"

#include <string.h>

/* INLINED_MAX: what inlining may make in one region. A value that is put in
 * several places is made once, and counts as a part of its size in each: so
 * much quicker are the walks over it. */
enum { STEPS_MAX = 2000, LEVELS_MAX = 100, INLINED_MAX = 100000, SHARED = 16 };

static const char too_much[] =
    "compute what the functions give in a loop of its own, before the region "
    "or as its first, and read it from an array here";

/* Statements still to be done: those of a block from `at`, then the rest. */
struct inline_rest {
    struct children list;
    int at;
    const struct inline_rest *next;
};

struct inline_call {
    struct front *f;
    CXCursor function;
    const char *name;
    int steps;
    bool failed;
};

/* The local variables' values, kept while one side of an if is followed. */
struct inline_state {
    int count;
    struct scop_expr **value;
};

static struct fault *refuse(struct inline_call *call, CXCursor c,
                            const char *what)
{
    if (call->failed)
        return NULL;
    call->failed = true;
    struct fault *fault = front_refuse(call->f, FAULT_CALL, c,
                                       "%s in function '%s', which the "
                                       "region calls",
                                       what, call->name);
    FRONT_HINT(call->f, fault,
               "only declarations, assignments to locals, if and return can "
               "be inlined where a value is computed: let it return nothing, "
               "and store its result");
    return fault;
}

static void check_size(struct inline_call *call, CXCursor c,
                       const struct scop_expr *e)
{
    struct front *f = call->f;
    if (!e || f->walk.grown || !expr_is_larger(e, EXPR_SIZE_MAX))
        return;
    struct fault *fault = front_refuse(
        f, FAULT_TOO_COMPLEX, c,
        "an expression of more than %d operations, once function '%s', which "
        "the region calls, is put in place of the call",
        EXPR_SIZE_MAX, call->name);
    FRONT_HINT(f, fault, "%s", too_much);
    call->failed = f->walk.grown = true;
}

bool inline_charge(struct front *f, int operations)
{
    if (f->walk.grown || f->inlining.count == 0)
        return !f->walk.grown;
    f->inlining.made += operations;
    if (f->inlining.made <= INLINED_MAX)
        return true;
    struct fault *fault = front_refuse(
        f, FAULT_TOO_COMPLEX, f->inlining.outermost,
        "the functions that the region calls, put in place of their calls, "
        "come to more than %d operations",
        INLINED_MAX);
    FRONT_HINT(f, fault, "%s", too_much);
    f->walk.grown = true;
    return false;
}

struct scop_expr *inline_value(struct front *f, struct scop_expr *value)
{
    return inline_charge(f, expr_size(value) / SHARED) ? value : NULL;
}

static struct inline_state save(struct front *f)
{
    struct inline_state s = {.count = f->survey.symbol_count};
    inline_charge(f, s.count / SHARED);
    s.value = arena_alloc(f->arena, (size_t)s.count * sizeof *s.value);
    for (int k = 0; k < s.count; k++)
        s.value[k] = f->survey.symbol[k]->value;
    return s;
}

static void restore(struct front *f, const struct inline_state *s)
{
    for (int k = 0; k < s->count; k++)
        if (f->survey.symbol[k]->inlined)
            f->survey.symbol[k]->value = s->value[k];
}

/* After the other side of an if was followed: each variable that differs. A
 * narrow type is promoted, as the operands of ?: are. */
static void merge(struct front *f, struct scop_expr *test,
                  const struct inline_state *yes)
{
    for (int k = 0; k < yes->count; k++) {
        struct symbol *s = f->survey.symbol[k];
        struct scop_expr *a = yes->value[k], *b = s->value;
        if (!s->inlined || a == b)
            continue;
        if (!a || !b) {
            s->value = a ? a : b;
            continue;
        }
        enum scop_type wide = type_promoted(a->type);
        if (!inline_value(f, test))
            return;
        s->value = type_convert(f,
                                expr_choose(f, test, type_convert(f, a, wide),
                                            type_convert(f, b, wide)),
                                a->type);
    }
}

static bool has_return(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    if (clang_getCursorKind(c) == CXCursor_ReturnStmt)
        return true;
    for (int k = 0; k < list.count; k++)
        if (has_return(f, list.at[k]))
            return true;
    return false;
}

/* Statements without return
 * ---------------------------------------------------- */

static void follow(struct inline_call *call, CXCursor c);

static void follow_declaration(struct inline_call *call, CXCursor decl)
{
    struct front *f = call->f;
    if (clang_getCursorKind(decl) != CXCursor_VarDecl)
        return;
    struct symbol *s = survey_symbol(&f->survey, decl);
    CXCursor initial = clang_Cursor_getVarDeclInitializer(decl);
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    enum scop_type scalar;
    s->inlined = true;
    s->value = NULL;
    s->lvalue = NULL;
    if (clang_Cursor_getStorageClass(decl) == CX_SC_Static) {
        refuse(call, decl, "a static variable");
    } else if (type.kind == CXType_Pointer) {
        s->lvalue =
            clang_Cursor_isNull(initial) ? NULL : lvalue_pointer(f, initial);
        call->failed |= !s->lvalue && f->faults->errors > f->errors;
        if (!s->lvalue)
            refuse(call, decl, "a pointer that changes");
    } else if (type_is_pointer(type)) {
        refuse(call, decl, "a local array");
    } else if (!type_scalar(f, type, decl, &scalar)) {
        call->failed = true;
    } else if (!clang_Cursor_isNull(initial)) {
        s->value = front_expr_as(f, initial, type);
        call->failed |= !s->value;
        check_size(call, decl, s->value);
    }
}

/* Parentheses and implicit conversions aside. */
static CXCursor strip(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    while (list.count == 1 &&
           (clang_getCursorKind(c) == CXCursor_ParenExpr ||
            clang_getCursorKind(c) == CXCursor_UnexposedExpr)) {
        c = list.at[0];
        list = clang_children(f->arena, c);
    }
    return c;
}

static struct symbol *assigned(struct inline_call *call, CXCursor lhs)
{
    CXCursor inner = strip(call->f, lhs);
    CXCursor decl = clang_getCursorReferenced(inner);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    struct symbol *s = NULL;
    if (clang_getCursorKind(inner) == CXCursor_DeclRefExpr &&
        (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl))
        s = survey_symbol(&call->f->survey, decl);
    if (s && s->inlined && !s->lvalue)
        return s;
    refuse(call, lhs, "a write to what is not a local scalar");
    return NULL;
}

/* lhs = rhs, lhs op= rhs, lhs++ */
static void follow_assignment(struct inline_call *call, CXCursor c)
{
    struct front *f = call->f;
    struct children list = clang_children(f->arena, c);
    struct symbol *s = list.count ? assigned(call, list.at[0]) : NULL;
    bool plain = clang_getCursorKind(c) == CXCursor_BinaryOperator;
    if (!s)
        return;
    CXType type = clang_getCursorType(s->decl);
    if (plain) {
        s->value = front_expr_as(f, list.at[1], type);
        call->failed |= !s->value;
        check_size(call, c, s->value);
        return;
    }
    struct scop_expr *rhs = list.count == 2
                                ? front_expr(f, list.at[1])
                                : expr_int(f, 1, SCOP_I32, front_loc(f, c));
    if (rhs && !s->value) {
        refuse(call, c, "a variable without a value");
        return;
    }
    if (rhs && list.count == 1) {
        enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(c);
        bool down =
            kind == CXUnaryOperator_PostDec || kind == CXUnaryOperator_PreDec;
        enum scop_type wide = type_promoted(s->value->type);
        rhs = expr_binary(f, down ? SCOP_SUB : SCOP_ADD,
                          type_convert(f, s->value, wide),
                          type_convert(f, rhs, wide));
    } else if (rhs) {
        rhs = front_compound(f, c, s->value, rhs);
    }
    s->value = type_convert_to(f, rhs, type, c);
    call->failed |= !s->value;
    check_size(call, c, s->value);
}

static void follow_if(struct inline_call *call, CXCursor c)
{
    struct front *f = call->f;
    struct children part = clang_children(f->arena, c);
    struct scop_expr *test =
        part.count >= 2 ? front_test(f, part.at[0]) : NULL;
    if (!test) {
        call->failed = true;
        return;
    }
    struct inline_state before = save(f);
    follow(call, part.at[1]);
    struct inline_state yes = save(f);
    restore(f, &before);
    if (part.count > 2)
        follow(call, part.at[2]);
    merge(f, test, &yes);
    for (int k = 0; k < f->survey.symbol_count; k++)
        check_size(call, c, f->survey.symbol[k]->value);
}

static bool is_step(CXCursor c)
{
    if (clang_getCursorKind(c) != CXCursor_UnaryOperator)
        return false;
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        return true;
    default:
        return false;
    }
}

static void follow(struct inline_call *call, CXCursor c)
{
    struct children list = clang_children(call->f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (call->failed)
        return;
    if (++call->steps > STEPS_MAX) {
        refuse(call, c, "too many statements");
    } else if (kind == CXCursor_CompoundStmt) {
        for (int k = 0; k < list.count; k++)
            follow(call, list.at[k]);
    } else if (kind == CXCursor_DeclStmt) {
        for (int k = 0; k < list.count && !call->failed; k++)
            follow_declaration(call, list.at[k]);
    } else if (kind == CXCursor_IfStmt) {
        follow_if(call, c);
    } else if (kind == CXCursor_CompoundAssignOperator || is_step(c) ||
               (kind == CXCursor_BinaryOperator &&
                clang_getCursorBinaryOperatorKind(c) ==
                    CXBinaryOperator_Assign)) {
        follow_assignment(call, c);
    } else if (kind != CXCursor_NullStmt) {
        refuse(call, c, "a statement that cannot be inlined");
    }
}

/* Statements with return
 * ------------------------------------------------------- */

static struct scop_expr *value_of(struct inline_call *call,
                                  const struct inline_rest *rest);

static struct scop_expr *value_of_if(struct inline_call *call, CXCursor c,
                                     const struct inline_rest *rest)
{
    struct front *f = call->f;
    struct children part = clang_children(f->arena, c);
    struct scop_expr *test =
        part.count >= 2 ? front_test(f, part.at[0]) : NULL;
    if (!test)
        return NULL;
    struct inline_state before = save(f);
    struct inline_rest yes = {{.count = 1, .at = &part.at[1]}, 0, rest};
    struct scop_expr *a = value_of(call, &yes);
    restore(f, &before);
    struct inline_rest no = {
        {.count = part.count > 2, .at = &part.at[2]}, 0, rest};
    struct scop_expr *b = a ? value_of(call, &no) : NULL;
    if (!b)
        return NULL;
    enum scop_type type = a->type, wide = type_promoted(type);
    return type_convert(f,
                        expr_choose(f, test, type_convert(f, a, wide),
                                    type_convert(f, b, wide)),
                        type);
}

/* What the function returns from here on. */
static struct scop_expr *value_of(struct inline_call *call,
                                  const struct inline_rest *rest)
{
    struct front *f = call->f;
    struct inline_rest here;
    if (call->failed)
        return NULL;
    while (rest && rest->at >= rest->list.count)
        rest = rest->next;
    if (!rest) {
        refuse(call, call->function, "a way out without return");
        return NULL;
    }
    here = *rest;
    CXCursor c = here.list.at[here.at++];
    if (++call->steps > STEPS_MAX) {
        refuse(call, c, "too many statements");
        return NULL;
    }
    struct children list = clang_children(f->arena, c);
    if (clang_getCursorKind(c) == CXCursor_ReturnStmt)
        return list.count == 1 ? front_expr(f, list.at[0]) : NULL;
    if (clang_getCursorKind(c) == CXCursor_CompoundStmt) {
        struct inline_rest inner = {list, 0, &here};
        return value_of(call, &inner);
    }
    if (clang_getCursorKind(c) == CXCursor_IfStmt && has_return(f, c))
        return value_of_if(call, c, &here);
    follow(call, c);
    return value_of(call, &here);
}

/* Calls
 * ------------------------------------------------------------------------ */

static bool is_recursive(struct front *f, CXCursor function)
{
    for (int k = 0; k < f->inlining.count; k++)
        if (clang_equalCursors(f->inlining.function[k], function))
            return true;
    return false;
}

bool inline_enter(struct front *f, CXCursor c, CXCursor function)
{
    const char *name = clang_text(f->arena, clang_getCursorSpelling(function));
    struct fault *fault = NULL;
    if (f->inlining.count == 0)
        f->inlining.outermost = c;
    if (is_recursive(f, function)) {
        fault =
            front_refuse(f, FAULT_CALL, c, "function '%s' calls itself", name);
        FRONT_HINT(f, fault, "write the recursion as a loop");
    } else if (f->inlining.count == LEVELS_MAX) {
        fault = front_refuse(f, FAULT_TOO_COMPLEX, c,
                             "function '%s' is called through %d others", name,
                             LEVELS_MAX);
        FRONT_HINT(f, fault, "%s", too_much);
    }
    f->walk.grown |= fault != NULL;
    if (!inline_charge(f, 1))
        return false;
    ARENA_PUSH(f->arena, f->inlining.function, f->inlining.count,
               f->inlining.cap, function);
    return true;
}

void inline_leave(struct front *f)
{
    f->inlining.count--;
}

/* Where the structure is that is given. */
static struct lvalue *record_argument(struct front *f, CXCursor given)
{
    CXCursor inner = syntax_strip(f->arena, given);
    enum CXCursorKind kind = clang_getCursorKind(inner);
    if (value_lvalue(f, inner))
        return value_lvalue(f, inner);
    if (kind != CXCursor_CompoundLiteralExpr && kind != CXCursor_CallExpr &&
        kind != CXCursor_ConditionalOperator)
        return lvalue_of(f, inner);
    struct fault *fault =
        front_refuse(f, FAULT_EXPRESSION, inner,
                     "a structure that is no variable or element is given to "
                     "a function here");
    FRONT_HINT(f, fault, "assign it to a variable first, and give that");
    return NULL;
}

struct argument *inline_arguments(struct front *f, CXCursor c,
                                  CXCursor function)
{
    int count = clang_Cursor_getNumArguments(function);
    struct argument *list =
        arena_alloc(f->arena, (size_t)(count > 0 ? count : 1) * sizeof *list);
    for (int k = 0; k < count; k++) {
        struct argument *a = &list[k];
        CXCursor given = clang_Cursor_getArgument(c, (unsigned)k);
        a->parameter = survey_symbol(
            &f->survey, clang_Cursor_getArgument(function, (unsigned)k));
        CXType type = clang_getCursorType(a->parameter->decl);
        if (type_is_pointer(type))
            a->lvalue = lvalue_pointer(f, given);
        else if (type_is_record(type))
            a->lvalue = record_argument(f, given);
        else
            a->value = front_expr_as(f, given, type);
        if (!a->value && !a->lvalue)
            return NULL;
    }
    return list;
}

static bool bind(struct front *f, CXCursor c, CXCursor function)
{
    struct argument *list = inline_arguments(f, c, function);
    int count = clang_Cursor_getNumArguments(function);
    for (int k = 0; list && k < count; k++) {
        list[k].parameter->inlined = true;
        list[k].parameter->value = list[k].value;
        list[k].parameter->lvalue = list[k].lvalue;
    }
    return list != NULL;
}

static struct scop_expr *inline_body(struct front *f, CXCursor c,
                                     CXCursor function, const char *name)
{
    struct inline_call call = {.f = f, .function = function, .name = name};
    struct children list = clang_children(f->arena, function);
    if (clang_getCursorResultType(function).kind == CXType_Void ||
        clang_Cursor_isVariadic(function)) {
        struct fault *fault =
            front_refuse(f, FAULT_CALL, c, "function '%s' %s", name,
                         clang_Cursor_isVariadic(function) ? "is variadic"
                                                           : "returns nothing");
        FRONT_HINT(f, fault,
                   "only functions that compute a value can be inlined: write "
                   "the body into the region");
        return NULL;
    }
    if (!bind(f, c, function) || !inline_enter(f, c, function))
        return NULL;
    struct inline_rest body = {{0}, 0, NULL};
    if (list.count)
        body.list =
            (struct children){.count = 1, .at = &list.at[list.count - 1]};
    struct scop_expr *e = value_of(&call, &body);
    inline_leave(f);
    check_size(&call, c, e);
    return call.failed ? NULL : e;
}

/* Statements from which on an expression may grow too large. */
static bool has_many_steps(struct front *f, CXCursor c, int *left)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children list = clang_children(f->arena, c);
    if ((kind == CXCursor_VarDecl || kind == CXCursor_IfStmt ||
         syntax_is_assignment(c)) &&
        --*left <= 0)
        return true;
    for (int k = 0; k < list.count; k++)
        if (has_many_steps(f, list.at[k], left))
            return true;
    return false;
}

bool inline_grows(struct front *f, CXCursor c)
{
    enum { MANY = 6 };
    CXCursor function = clang_getCursorDefinition(clang_getCursorReferenced(c));
    int left = MANY, count = f->survey.symbol_count, level = f->inlining.count;
    for (int k = 0; k < f->inlining.large_count; k++)
        if (clang_equalCursors(f->inlining.large[k], function))
            return true;
    if (f->walk.grown || !has_many_steps(f, function, &left) ||
        !inline_charge(f, count / SHARED))
        return false;
    struct symbol *before =
        arena_alloc(f->arena, (size_t)count * sizeof *before);
    for (int k = 0; k < count; k++)
        before[k] = *f->survey.symbol[k];
    struct faults faults = *f->faults;
    inline_body(f, c, function, "");
    fault_rewind(f->faults, &faults);
    bool grown = f->walk.grown;
    f->walk.grown = false;
    f->inlining.count = level;
    for (int k = 0; k < f->survey.symbol_count; k++) {
        struct symbol *s = f->survey.symbol[k];
        s->value = k < count ? before[k].value : NULL;
        s->lvalue = k < count ? before[k].lvalue : NULL;
        s->inlined = k < count ? before[k].inlined : s->inlined;
    }
    if (grown)
        ARENA_PUSH(f->arena, f->inlining.large, f->inlining.large_count,
                   f->inlining.large_cap, function);
    return grown;
}

/* A function of <math.h>, its arguments from left to right. */
static struct scop_expr *call_math(struct front *f, CXCursor c,
                                   const char *name)
{
    struct scop_expr *arg[MATH_OPERANDS_MAX] = {0};
    int count = math_operands(f, c, name);
    for (int k = 0; k < count; k++) {
        arg[k] = front_expr(f, clang_Cursor_getArgument(c, (unsigned)k));
        if (!arg[k])
            return NULL;
    }
    return count < 0 ? NULL : math_call(f, c, name, arg);
}

/* Functions of the library that print, end the program, keep a state, or are
 * not on all devices: only plain C can call them. */
static bool is_for_plain(const char *name)
{
    static const char table[] =
        " printf fprintf vprintf vfprintf dprintf sprintf snprintf puts fputs "
        "putchar putc fputc fwrite fflush perror scanf fscanf sscanf fread "
        "fgets getc fgetc getchar exit _exit _Exit quick_exit abort raise "
        "longjmp siglongjmp __builtin_trap __builtin_unreachable __assert_fail "
        "__assert __assert_rtn __assert_perror_fail rand srand random rand_r "
        "drand48 erand48 lrand48 mrand48 malloc calloc realloc free time clock "
        "clock_gettime gettimeofday usleep sleep strlen strcmp strncmp strcpy "
        "memcmp qsort bsearch atoi atof strtol strtod erfc erfcf tgamma "
        "tgammaf lgamma lgammaf asinh asinhf acosh acoshf atanh atanhf exp10 "
        "exp10f remainder remainderf remquo remquof ldexp ldexpf scalbn "
        "scalbnf frexp frexpf modf modff logb logbf ilogb ilogbf nextafter "
        "nextafterf j0 j1 jn y0 y1 yn omp_get_thread_num omp_get_num_threads "
        "omp_get_wtime omp_set_lock omp_unset_lock ";
    const char *at = table;
    size_t n = strlen(name);
    while ((at = strstr(at, name))) {
        if (at[-1] == ' ' && at[n] == ' ')
            return true;
        at += n;
    }
    return false;
}

static bool refuse_for_plain(struct front *f, CXCursor c, const char *name)
{
    if (!is_for_plain(name))
        return false;
    bool tests = strncmp(name, "__assert", 8) == 0;
    struct fault *fault =
        front_refuse(f, FAULT_PLAIN, c,
                     tests ? "assert can only be tested in plain C; the plain "
                             "nest runs"
                           : "function '%s' can only be called in plain C; the "
                             "plain nest runs",
                     name);
    FRONT_HINT(f, fault,
               tests ? "test it before the region, in a loop of its own, or "
                       "compile with -DNDEBUG"
                     : "call it in a loop of its own, before or after the "
                       "region; for a case that hardly comes, have the region "
                       "set a flag, and look at that afterwards");
    return true;
}

bool inline_is_plain(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    if (clang_getCursorKind(c) == CXCursor_CallExpr &&
        refuse_for_plain(f, c,
                         clang_text(f->arena, clang_getCursorSpelling(c))))
        return true;
    for (int k = 0; k < list.count; k++)
        if (inline_is_plain(f, list.at[k]))
            return true;
    return false;
}

struct scop_expr *inline_call(struct front *f, CXCursor c)
{
    CXCursor function = clang_getCursorReferenced(c);
    struct fault *fault;
    if (callee_is_computed(&f->survey, c)) {
        fault = front_refuse(
            f, FAULT_CALL, c,
            "a call of '%s', which has loops, arrays or stores, where no "
            "statement can go before it",
            clang_text(f->arena, clang_getCursorSpelling(function)));
        FRONT_HINT(f, fault,
                   "assign its value to a variable before the region, or in a "
                   "statement of a loop's body, and use that here");
        return NULL;
    }
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl) {
        fault = front_refuse(f, FAULT_PLAIN, c,
                             "a call through a pointer; the plain nest runs");
        FRONT_HINT(f, fault, "call the function by its name");
        return NULL;
    }
    const char *name = clang_text(f->arena, clang_getCursorSpelling(function));
    CXCursor definition = clang_getCursorDefinition(function);
    if (!clang_Cursor_isNull(definition))
        return inline_body(f, c, definition, name);
    if (math_is_known(name))
        return call_math(f, c, name);
    if (strcmp(name, "__builtin_expect") == 0 &&
        clang_Cursor_getNumArguments(c) == 2)
        return front_expr(f, clang_Cursor_getArgument(c, 0));
    if (refuse_for_plain(f, c, name))
        return NULL;
    fault = front_refuse(f, FAULT_PLAIN, c,
                         "function '%s' has no body here; the plain nest runs",
                         name);
    FRONT_HINT(f, fault,
               "give its body in this file or in a header, or call functions "
               "of <math.h> that hedrac knows (man hedrac, FUNCTIONS)");
    return NULL;
}
