/* What the rest of polyhedral/ relies on, checked for scops from anywhere. */
#include "polyhedral/scop/scop.h"

#include "polyhedral/limits/limits.h"
#include "runtime/base/base.h"

#include <string.h>

enum { DEPTH_MAX = 4000 };

/* Where an expression stands decides what it may mention. */
enum context { IN_EXTENT, IN_TREE, IN_STMT };

struct checker {
    const struct scop *scop;
    struct faults *faults;
    int before; /* faults when the check began */
    struct loc loc;
    int depth;
    int loop_depth, loop_cap;
    int if_depth, repeat_depth; /* IFs and REPEATs around */
    int *loop;                  /* around the node at hand */
    int stmt;                   /* statements met so far */
    bool in_body;
    int body_loops; /* around the node at hand, in the body */
    int *met;       /* per loop: how often it stands in the tree */
};

#define INVALID(c, ...)                                                        \
    ((void)fault_add((c)->faults, FAULT_SCOP_INVALID, (c)->loc, __VA_ARGS__))

/* A broken scop can be broken everywhere: the first few findings do. */
static bool is_over(const struct checker *c)
{
    return c->faults->errors - c->before >= 20;
}

/* Expressions -------------------------------------------------------------- */

static bool is_float(const struct scop_expr *e)
{
    return scop_type_is_float(e->type);
}

static bool fits(int64_t value, enum scop_type type)
{
    int bits = 8 * scop_type_size(type);
    if (bits == 64)
        return true;
    int64_t half = INT64_C(1) << (bits - 1);
    return scop_type_is_signed(type) ? value >= -half && value < half
                                     : value >= 0 && value < 2 * half;
}

static void check_count(struct checker *c, const struct scop_expr *e)
{
    int count = scop_op_operands(e->op);
    if (e->op == SCOP_CALL)
        count = scop_func_operands((enum scop_func)e->ref);
    if (e->op == SCOP_ACCESS)
        count = c->scop->array[e->ref].rank;
    if (e->count != count)
        INVALID(c, "'%s' has %d operands, not %d", scop_op_name(e->op),
                e->count, count);
}

static bool check_ref(struct checker *c, const struct scop_expr *e,
                      enum context context)
{
    int count = e->op == SCOP_ITER     ? c->scop->loop_count
                : e->op == SCOP_PARAM  ? c->scop->param_count
                : e->op == SCOP_ACCESS ? c->scop->array_count
                : e->op == SCOP_CALL   ? SCOP_FUNC_COUNT
                                       : INT32_MAX;
    if (e->ref < 0 || e->ref >= count) {
        INVALID(c, "'%s' refers to number %d of %d", scop_op_name(e->op),
                e->ref, count);
        return false;
    }
    if (context == IN_EXTENT && (e->op == SCOP_ITER || e->op == SCOP_ACCESS)) {
        INVALID(c, "an expression of parameters mentions '%s'",
                scop_op_name(e->op));
        return false;
    }
    return true;
}

static enum scop_type ref_type(const struct scop *scop,
                               const struct scop_expr *e)
{
    return e->op == SCOP_ITER    ? scop->loop[e->ref].type
           : e->op == SCOP_PARAM ? scop->param[e->ref].type
                                 : scop->array[e->ref].type;
}

static bool is_enclosing(const struct checker *c, int loop)
{
    for (int k = 0; k < c->loop_depth; k++)
        if (c->loop[k] == loop)
            return true;
    return false;
}

static void check_leaf(struct checker *c, const struct scop_expr *e)
{
    if (e->op == SCOP_INT && (is_float(e) || !fits(e->ival, e->type)))
        INVALID(c, "%lld is not an %s", (long long)e->ival,
                scop_type_name(e->type));
    if (e->op == SCOP_FLOAT && !is_float(e))
        INVALID(c, "a floating constant has type %s", scop_type_name(e->type));
    if (e->op == SCOP_FLOAT && e->type == SCOP_F32 && e->fval == e->fval &&
        (double)(float)e->fval != e->fval)
        INVALID(c, "%a is not an f32", e->fval);
    if ((e->op == SCOP_ITER || e->op == SCOP_PARAM || e->op == SCOP_ACCESS) &&
        ref_type(c->scop, e) != e->type)
        INVALID(c, "a mention of an %s has type %s",
                scop_type_name(ref_type(c->scop, e)), scop_type_name(e->type));
    if (e->op == SCOP_ITER && !is_enclosing(c, e->ref))
        INVALID(c, "iterator '%s' is used outside of its loop",
                c->scop->loop[e->ref].name);
    if (e->op == SCOP_ACCESS && c->scop->array[e->ref].scope == SCOP_POINT &&
        !c->in_body)
        INVALID(c, "array '%s' is used outside of its scope",
                c->scop->array[e->ref].name);
    if (e->op == SCOP_ACCESS && c->scop->array[e->ref].scope >= 0 &&
        !is_enclosing(c, c->scop->array[e->ref].scope))
        INVALID(c, "array '%s' is used outside of its scope",
                c->scop->array[e->ref].name);
}

/* What the operands of an operator must be. */
enum rule {
    ANY,
    ALIKE,          /* of one type */
    ALIKE_INTEGERS, /* of one integer type */
    INTEGERS,
    TESTS,     /* i32, as comparisons are */
    CHOICE,    /* a test, and two of one type */
    SAME_SIZE, /* of 4 or 8 bytes, as the result */
    FUNCTION   /* of one type, which the function has */
};

static enum rule rule_of(enum scop_op op)
{
    static const enum rule rule[SCOP_OP_COUNT] = {
        [SCOP_NEG] = ALIKE,          [SCOP_ADD] = ALIKE,
        [SCOP_SUB] = ALIKE,          [SCOP_MUL] = ALIKE,
        [SCOP_DIV] = ALIKE,          [SCOP_LT] = ALIKE,
        [SCOP_LE] = ALIKE,           [SCOP_GT] = ALIKE,
        [SCOP_GE] = ALIKE,           [SCOP_EQ] = ALIKE,
        [SCOP_NE] = ALIKE,           [SCOP_BITNOT] = ALIKE_INTEGERS,
        [SCOP_REM] = ALIKE_INTEGERS, [SCOP_AND] = ALIKE_INTEGERS,
        [SCOP_OR] = ALIKE_INTEGERS,  [SCOP_XOR] = ALIKE_INTEGERS,
        [SCOP_SHL] = INTEGERS,       [SCOP_SHR] = INTEGERS,
        [SCOP_ACCESS] = INTEGERS,    [SCOP_NOT] = TESTS,
        [SCOP_LAND] = TESTS,         [SCOP_LOR] = TESTS,
        [SCOP_COND] = CHOICE,        [SCOP_CALL] = FUNCTION,
        [SCOP_BITS] = SAME_SIZE,
    };
    return rule[op];
}

/* Operands from `from` on: are they of one type, that C computes in? */
static bool are_alike(const struct scop_expr *e, int from)
{
    bool alike = true;
    for (int k = from; k < e->count; k++)
        alike &= e->arg[k]->type == e->arg[from]->type &&
                 scop_type_size(e->arg[k]->type) >= 4;
    return alike;
}

static bool are_integers(const struct scop_expr *e)
{
    bool integers = true;
    for (int k = 0; k < e->count; k++)
        integers &= !is_float(e->arg[k]);
    return integers;
}

static bool operands_fit(const struct scop_expr *e)
{
    switch (rule_of(e->op)) {
    case ALIKE:
        return are_alike(e, 0);
    case ALIKE_INTEGERS:
        return are_alike(e, 0) && are_integers(e);
    case INTEGERS:
        return are_integers(e);
    case TESTS:
        return are_alike(e, 0) && e->arg[0]->type == SCOP_I32;
    case CHOICE:
        return are_alike(e, 1) && e->arg[0]->type == SCOP_I32;
    case SAME_SIZE:
        return scop_type_size(e->type) >= 4 &&
               scop_type_size(e->type) == scop_type_size(e->arg[0]->type);
    case FUNCTION:
        return are_alike(e, 0) &&
               (e->ref < SCOP_FUNC_ABS
                    ? is_float(e)
                    : !is_float(e) && scop_type_is_signed(e->type) ==
                                          (e->ref == SCOP_FUNC_ABS));
    case ANY:
        break;
    }
    return true;
}

static void check_types(struct checker *c, const struct scop_expr *e)
{
    enum scop_type want = e->type;
    if (scop_op_is_test(e->op))
        want = SCOP_I32;
    else if (e->op != SCOP_ACCESS && e->op != SCOP_CAST && e->op != SCOP_BITS &&
             e->count)
        want = e->arg[e->op == SCOP_COND]->type;
    if (!operands_fit(e))
        INVALID(c, "'%s' has operands of types that do not go together",
                e->op == SCOP_CALL ? scop_func_name((enum scop_func)e->ref)
                                   : scop_op_name(e->op));
    else if (want != e->type)
        INVALID(c, "'%s' has type %s, not %s", scop_op_name(e->op),
                scop_type_name(e->type), scop_type_name(want));
}

static void check_expr(struct checker *c, const struct scop_expr *e,
                       enum context context)
{
    struct loc outer = c->loc;
    if (is_over(c))
        return;
    if (!e || e->op >= SCOP_OP_COUNT || e->type >= SCOP_TYPE_COUNT ||
        c->depth >= DEPTH_MAX) {
        INVALID(c, e && c->depth >= DEPTH_MAX ? "an expression is too deep"
                                              : "an expression is missing");
        return;
    }
    if (e->loc.line)
        c->loc = e->loc;
    if (check_ref(c, e, context)) {
        int before = c->faults->errors;
        check_count(c, e);
        c->depth++;
        for (int k = 0; k < e->count; k++)
            check_expr(c, e->arg[k], context);
        c->depth--;
        if (before == c->faults->errors) {
            check_leaf(c, e);
            check_types(c, e);
        }
    }
    c->loc = outer;
}

static bool has_access(const struct scop_expr *e)
{
    bool found = e->op == SCOP_ACCESS;
    for (int k = 0; k < e->count && !found; k++)
        found = has_access(e->arg[k]);
    return found;
}

static void check_test(struct checker *c, const struct scop_expr *e,
                       const char *what, enum context context)
{
    int before = c->faults->errors;
    check_expr(c, e, context);
    if (before == c->faults->errors && e->type != SCOP_I32)
        INVALID(c, "%s has type %s, not i32", what, scop_type_name(e->type));
}

/* The tree ----------------------------------------------------------------- */

/* lhs = rhs, of the statement `name`. */
static void check_assignment(struct checker *c, const char *name,
                             const struct scop_expr *lhs,
                             const struct scop_expr *rhs)
{
    int before = c->faults->errors;
    check_expr(c, lhs, IN_STMT);
    check_expr(c, rhs, IN_STMT);
    if (before != c->faults->errors)
        return;
    if (lhs->op != SCOP_ACCESS)
        INVALID(c, "statement %s assigns to no array or scalar", name);
    else if (c->scop->array[lhs->ref].read_only)
        INVALID(c, "statement %s writes '%s', which is read-only", name,
                c->scop->array[lhs->ref].name);
    if (lhs->type != rhs->type)
        INVALID(c, "statement %s assigns an %s to an %s", name,
                scop_type_name(rhs->type), scop_type_name(lhs->type));
}

static void check_loop(struct checker *c, const char *name,
                       const struct scop_node *node);

/* Is there a node to look at? Then it is the place of what is invalid. */
static bool enter(struct checker *c, const struct scop_node *node)
{
    if (is_over(c))
        return false;
    if (!node || c->depth >= DEPTH_MAX) {
        INVALID(c, node ? "the tree is too deep" : "a node is missing");
        return false;
    }
    if (node->loc.line)
        c->loc = node->loc;
    c->depth++;
    return true;
}

static void check_part(struct checker *c, const char *name,
                       const struct scop_node *node)
{
    struct loc outer = c->loc;
    if (!enter(c, node))
        return;
    switch (node->kind) {
    case SCOP_SEQ:
        for (int k = 0; k < node->count; k++)
            check_part(c, name, node->child[k]);
        break;
    case SCOP_IF:
        if (node->count != 1 && node->count != 2)
            INVALID(c, "an if has %d branches", node->count);
        check_test(c, node->test, "the condition of an if", IN_STMT);
        for (int k = 0; k < node->count; k++)
            check_part(c, name, node->child[k]);
        break;
    case SCOP_SET:
        check_assignment(c, name, node->lhs, node->rhs);
        break;
    case SCOP_LOOP:
        check_loop(c, name, node);
        break;
    case SCOP_BREAK:
    case SCOP_CONTINUE:
        if (!c->body_loops || node->count)
            INVALID(c, "a break or continue stands in no loop of its body");
        break;
    default:
        INVALID(c, "this node cannot stand in a body");
    }
    c->depth--;
    c->loc = outer;
}

static void check_loop(struct checker *c, const char *name,
                       const struct scop_node *node)
{
    if (node->count != 1 && node->count != 2) {
        INVALID(c, "a loop has %d parts", node->count);
        return;
    }
    check_test(c, node->test, "the condition of a loop", IN_STMT);
    c->body_loops++;
    check_part(c, name, node->child[0]);
    c->body_loops--;
    if (node->count > 1)
        check_part(c, name, node->child[1]);
}

static void check_stmt(struct checker *c, int number)
{
    if (number != c->stmt++) {
        INVALID(c, "statement %d stands where %d should", number, c->stmt - 1);
        return;
    }
    if (number >= c->scop->stmt_count) {
        INVALID(c, "there is no statement %d", number);
        return;
    }
    const struct scop_stmt *s = &c->scop->stmt[number];
    int before = c->faults->errors;
    c->loc = s->loc;
    if (s->body) {
        c->in_body = true;
        check_part(c, s->name, s->body);
        c->in_body = false;
    } else {
        check_assignment(c, s->name, s->lhs, s->rhs);
    }
    for (int k = 0; k < s->guard_count; k++)
        check_test(c, s->guard[k], "a guard", IN_STMT);
    if (before != c->faults->errors)
        return;
    if (s->depth != c->loop_depth ||
        (s->depth &&
         memcmp(s->loop, c->loop, (size_t)s->depth * sizeof *s->loop) != 0))
        INVALID(c, "statement %s does not list the loops around it", s->name);
}

static void check_node(struct checker *c, const struct scop_node *node);

static void check_for(struct checker *c, const struct scop_node *node)
{
    if (node->count != 1 || node->loop < 0 ||
        node->loop >= c->scop->loop_count) {
        INVALID(c, "a for needs one body and a loop");
        return;
    }
    const struct scop_loop *loop = &c->scop->loop[node->loop];
    int around = c->loop_depth ? c->loop[c->loop_depth - 1] : -1;
    if (c->met[node->loop]++ || loop->node != node)
        INVALID(c, "loop '%s' stands in the tree twice", loop->name);
    if (loop->parent != around)
        INVALID(c, "loop '%s' does not name the loop around it", loop->name);
    if (node->step == 0)
        INVALID(c, "loop '%s' has step 0", loop->name);
    int before = c->faults->errors;
    check_expr(c, node->init, IN_TREE);
    if (before == c->faults->errors && node->init->type != loop->type)
        INVALID(c, "loop '%s' starts with an %s", loop->name,
                scop_type_name(node->init->type));
    ARENA_PUSH(c->scop->arena, c->loop, c->loop_depth, c->loop_cap, node->loop);
    check_test(c, node->cond, "the condition of a for", IN_TREE);
    check_node(c, node->child[0]);
    c->loop_depth--;
}

static void check_if(struct checker *c, const struct scop_node *node)
{
    if (node->count != 1 && node->count != 2)
        INVALID(c, "an if has %d branches", node->count);
    int before = c->faults->errors;
    check_test(c, node->test, "the condition of an if", IN_TREE);
    if (before == c->faults->errors && has_access(node->test))
        INVALID(c, "the condition of an if reads data: it must be a guard");
    c->if_depth++;
    for (int k = 0; k < node->count; k++)
        check_node(c, node->child[k]);
    c->if_depth--;
}

static void check_repeat(struct checker *c, const struct scop_node *node)
{
    if (node->count != 1) {
        INVALID(c, "a repeat needs one body");
        return;
    }
    if (c->loop_depth || c->if_depth)
        INVALID(c, "a repeat stands in a for or an if");
    c->repeat_depth++;
    check_node(c, node->child[0]);
    c->repeat_depth--;
}

static bool reads_elements(const struct scop_expr *e)
{
    bool found = e->op == SCOP_ACCESS && e->count > 0;
    for (int k = 0; k < e->count && !found; k++)
        found = reads_elements(e->arg[k]);
    return found;
}

static void check_until(struct checker *c, const struct scop_node *node)
{
    int before = c->faults->errors;
    if (!c->repeat_depth || c->loop_depth || c->if_depth)
        INVALID(c, "an until does not stand in a repeat alone");
    check_test(c, node->test, "the condition of an until", IN_STMT);
    if (before == c->faults->errors && reads_elements(node->test))
        INVALID(c, "the condition of an until reads elements of arrays");
}

static void check_node(struct checker *c, const struct scop_node *node)
{
    struct loc outer = c->loc;
    if (!enter(c, node))
        return;
    switch (node->kind) {
    case SCOP_SEQ:
        for (int k = 0; k < node->count; k++)
            check_node(c, node->child[k]);
        break;
    case SCOP_FOR:
        check_for(c, node);
        break;
    case SCOP_IF:
        check_if(c, node);
        break;
    case SCOP_STMT:
        check_stmt(c, node->stmt);
        break;
    case SCOP_REPEAT:
        check_repeat(c, node);
        break;
    case SCOP_UNTIL:
        check_until(c, node);
        break;
    default:
        INVALID(c, "a node is of no known kind");
    }
    c->depth--;
    c->loc = outer;
}

/* The tables --------------------------------------------------------------- */

static void check_name(struct checker *c, const char *name, const char *what)
{
    const char *s = name ? name : "";
    bool good = ascii_is_alpha(*s) || *s == '_';
    while (ascii_is_alnum(*s) || *s == '_')
        s++;
    if (!good || *s)
        INVALID(c, "'%s' is no name for %s", name ? name : "", what);
}

static void check_unique(struct checker *c)
{
    const struct scop *scop = c->scop;
    int count = scop->param_count + scop->array_count;
    for (int k = 0; k < count; k++) {
        const char *name = k < scop->param_count
                               ? scop->param[k].name
                               : scop->array[k - scop->param_count].name;
        check_name(c, name, "a parameter or array");
        for (int m = 0; m < k && name; m++) {
            const char *other = m < scop->param_count
                                    ? scop->param[m].name
                                    : scop->array[m - scop->param_count].name;
            if (other && strcmp(name, other) == 0)
                INVALID(c, "'%s' names two things", name);
        }
    }
}

static void check_view(struct checker *c, int number)
{
    const struct scop_array *a = &c->scop->array[number];
    if (a->unit < 1 || a->offset < 0)
        INVALID(c, "array '%s' has unit %lld and offset %lld", a->name,
                (long long)a->unit, (long long)a->offset);
    if (a->view_of < 0 || a->view_of > number ||
        c->scop->array[a->view_of].view_of != a->view_of)
        INVALID(c, "array '%s' is a view of number %d", a->name, a->view_of);
    else if (a->view_of != number &&
             (!a->base || !c->scop->array[a->view_of].base ||
              strcmp(a->base, c->scop->array[a->view_of].base) != 0))
        INVALID(c, "array '%s' is a view of another object", a->name);
}

/* Who lays an array out otherwise knows its extents. */
static void check_layout(struct checker *c, const struct scop_array *a)
{
    const struct scop *scop = c->scop;
    bool known = a->rank == a->layout->lead + a->layout->dims &&
                 a->scope == SCOP_OUTSIDE && !a->rows && a->rank > 0;
    for (int k = 0; k < a->rank && known; k++)
        known = a->extent[k] != NULL;
    if (!known)
        INVALID(c, "array '%s' has a layout, and no box of known extents",
                a->name);
    else if (scop_is_tabled(a) &&
             (a->order < 0 || a->order >= scop->array_count ||
              !scop->array[a->order].is_order))
        INVALID(c, "array '%s' has a layout without its tables", a->name);
}

static void check_array(struct checker *c, int number)
{
    const struct scop_array *a = &c->scop->array[number];
    c->loc = a->loc.line ? a->loc : c->scop->loc;
    if (a->type >= SCOP_TYPE_COUNT || a->rank < 0) {
        INVALID(c, "array '%s' has no type or rank", a->name);
        return;
    }
    if (a->scope < SCOP_POINT || a->scope >= c->scop->loop_count)
        INVALID(c, "array '%s' has scope %d", a->name, a->scope);
    if ((a->scope == SCOP_OUTSIDE) != (a->base != NULL))
        INVALID(c,
                "array '%s' must have an address if it is the caller's, and "
                "only then",
                a->name);
    if (a->scope != SCOP_OUTSIDE && (a->live_in || a->live_out || a->pointer))
        INVALID(c, "array '%s' is local, but lives outside", a->name);
    if (a->injective && !a->read_only)
        INVALID(c, "array '%s' is injective, but written", a->name);
    check_view(c, number);
    for (int k = 0; k < a->rank; k++) {
        int before = c->faults->errors;
        if (k > 0 || a->extent[k])
            check_expr(c, a->extent[k], IN_EXTENT);
        if (before == c->faults->errors && a->extent[k] &&
            is_float(a->extent[k]))
            INVALID(c, "array '%s' has a floating extent", a->name);
    }
    for (int k = 0; k < a->rank && a->scope == SCOP_POINT; k++)
        if (!a->extent[k] || a->extent[k]->op != SCOP_INT ||
            a->extent[k]->ival < 1)
            INVALID(c, "array '%s' of a body has no constant extent", a->name);
    if (a->rank && !a->extent[0] && a->scope != SCOP_OUTSIDE)
        INVALID(c, "local array '%s' has an open extent", a->name);
    if (a->layout)
        check_layout(c, a);
    if (a->is_order &&
        (a->rank != 1 || a->type != SCOP_I32 || a->scope != SCOP_OUTSIDE))
        INVALID(c, "array '%s' holds tables, and is no table", a->name);
}

static void check_tables(struct checker *c)
{
    const struct scop *scop = c->scop;
    check_unique(c);
    for (int k = 0; k < scop->param_count && !is_over(c); k++)
        if (scop->param[k].type >= SCOP_TYPE_COUNT || !scop->param[k].text ||
            scop_type_is_float(scop->param[k].type))
            INVALID(c, "parameter '%s' is no integer", scop->param[k].name);
    for (int k = 0; k < scop->loop_count && !is_over(c); k++) {
        check_name(c, scop->loop[k].name, "an iterator");
        if (scop->loop[k].type >= SCOP_TYPE_COUNT ||
            scop_type_is_float(scop->loop[k].type))
            INVALID(c, "iterator '%s' is no integer", scop->loop[k].name);
    }
    for (int k = 0; k < scop->array_count && !is_over(c); k++)
        check_array(c, k);
    c->loc = scop->loc;
    for (int k = 0; k < scop->assume_count; k++)
        check_test(c, scop->assume[k], "an assumption", IN_EXTENT);
    for (int k = 0; k < scop->rely_count; k++)
        check_test(c, scop->rely[k], "a condition", IN_EXTENT);
    for (int k = 0; k < scop->tile_count; k++)
        if (scop->tile[k] < 1)
            INVALID(c, "tile size %lld", (long long)scop->tile[k]);
}

bool scop_check(const struct scop *scop, struct faults *faults)
{
    struct checker c = {
        .scop = scop,
        .faults = faults,
        .before = faults->errors,
        .loc = scop->loc,
    };
    c.met = arena_alloc(scop->arena, (size_t)scop->loop_count * sizeof *c.met);
    check_tables(&c);
    if (faults->errors == c.before) {
        if (!scop->root || scop->root->kind != SCOP_SEQ)
            INVALID(&c, "the tree's root is not a sequence");
        else
            check_node(&c, scop->root);
    }
    if (faults->errors == c.before && c.stmt != scop->stmt_count)
        INVALID(&c, "%d of %d statements stand in the tree", c.stmt,
                scop->stmt_count);
    for (int k = 0; k < scop->loop_count && faults->errors == c.before; k++)
        if (!c.met[k])
            INVALID(&c, "loop '%s' is not in the tree", scop->loop[k].name);
    return faults->errors == c.before;
}
