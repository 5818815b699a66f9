/* The verifier: what KIR.md demands and a walk can see. It trusts no number in
 * the module, only that the lists are lists. */
#include "backends/kir/kir.h"

#include <math.h>

struct kir_checker {
    const struct kir_module *module;
    const struct kir_func *f;
    struct faults *faults;
    struct arena *scratch;

    /* of each value: it has a place already; it is in scope now */
    bool *placed, *visible;
    /* the values in scope, in the order of their definition */
    int *scope, scope_count, scope_cap;
    /* the conditions of the IFs around */
    int condition[KIR_MAX_DEPTH + 2], condition_count;
    int depth, line;
};

static void __attribute__((format(printf, 2, 3)))
invalid(struct kir_checker *c, const char *format, ...)
{
    struct loc loc = {c->module->source_file, c->line, 0, 0};
    struct buf text = {0};
    va_list ap;

    va_start(ap, format);
    buf_vprintf(&text, format, ap);
    va_end(ap);
    if (c->f)
        fault_add(c->faults, FAULT_KIR_INVALID, loc, "in '%s': %s", c->f->name,
                  text.text);
    else
        fault_add(c->faults, FAULT_KIR_INVALID, loc, "%s", text.text);
    buf_free(&text);
}

static bool is_type(int type)
{
    return type >= 0 && type < KIR_TYPE_COUNT;
}

/* Values ------------------------------------------------------------------- */

static bool check_const(const struct kir_value *v)
{
    if (kir_is_float(v->type))
        return v->type != KIR_F32 || isnan(v->imm.f) ||
               (double)(float)v->imm.f == v->imm.f;
    return kir_is_value_type(v->type) &&
           kir_wrap(v->type, (uint64_t)v->imm.i) == v->imm.i;
}

static bool check_leaf(const struct kir_func *f, const struct kir_value *v)
{
    switch (v->op) {
    case KIR_CONST:
        return check_const(v);
    case KIR_PARAM:
        return v->imm.i >= 0 && v->imm.i < f->param_count &&
               f->param[v->imm.i].type == v->type;
    case KIR_ITER:
        return kir_is_integer(v->type);
    case KIR_WARPS:
        return f->kind == KIR_KERNEL && v->type == KIR_PRED;
    default:
        return f->kind == KIR_KERNEL && v->imm.i >= 0 && v->imm.i < 3 &&
               v->type == KIR_I32;
    }
}

static bool check_placed(const struct kir_func *f, const struct kir_value *v)
{
    enum kir_type type[3] = {KIR_PRED, KIR_PRED, KIR_PRED}, result;

    for (int i = 0; i < kir_op_operands(v->op); i++) {
        if (v->arg[i] < 0 || v->arg[i] >= f->value_count)
            return false;
        type[i] = f->value[v->arg[i]].type;
    }
    switch (v->op) {
    case KIR_GET:
        return v->imm.i >= 0 && v->imm.i < f->variable_count &&
               f->variable[v->imm.i].type == v->type;
    case KIR_LOAD:
        return v->buffer >= 0 && v->buffer < f->buffer_count &&
               (type[0] == KIR_I32 || type[0] == KIR_I64) &&
               v->type == kir_loaded_type(f->buffer[v->buffer].type);
    case KIR_ALIGNED:
        return v->buffer >= 0 && v->buffer < f->buffer_count &&
               f->buffer[v->buffer].space == KIR_GLOBAL &&
               f->kind == KIR_KERNEL && v->type == KIR_PRED;
    case KIR_FETCH:
        return v->buffer >= 0 && type[0] == KIR_I64 &&
               is_type((int)v->narrow) && v->narrow != KIR_PRED &&
               v->type == kir_loaded_type(v->narrow);
    case KIR_CAST:
    case KIR_BITCAST:
        return is_type((int)v->narrow) &&
               kir_can_convert(v->op, type[0], v->narrow) &&
               v->type == kir_loaded_type(v->narrow);
    default:
        return kir_result_type(v->op, type, &result) && result == v->type;
    }
}

/* Every value is checked by itself, also those without a use. */
static void check_values(struct kir_checker *c)
{
    for (int i = 0; i < c->f->value_count; i++) {
        const struct kir_value *v = &c->f->value[i];
        bool known =
            (int)v->op >= 0 && v->op < KIR_OP_COUNT && is_type((int)v->type);

        if (!known)
            invalid(c, "value %d has no operation or no type", i);
        else if (!(kir_is_leaf(v->op) ? check_leaf : check_placed)(c->f, v))
            invalid(c, "value %d: %s has wrong operands or type", i,
                    kir_op_name(v->op));
    }
}

/* Whether `value` can be used here, and has the type (KIR_TYPE_COUNT: any). */
static bool use(struct kir_checker *c, int value, enum kir_type type,
                const char *what)
{
    const struct kir_func *f = c->f;

    if (value < 0 || value >= f->value_count) {
        invalid(c, "%s: there is no value %d", what, value);
        return false;
    }
    if (!c->visible[value] &&
        (!kir_is_leaf(f->value[value].op) || f->value[value].op == KIR_ITER)) {
        invalid(c, "%s: value %d (%s) is not in scope", what, value,
                kir_op_name(f->value[value].op));
        return false;
    }
    if (type != KIR_TYPE_COUNT && f->value[value].type != type) {
        invalid(c, "%s: value %d is %s, not %s", what, value,
                kir_type_name(f->value[value].type), kir_type_name(type));
        return false;
    }
    return true;
}

static void define(struct kir_checker *c, int value)
{
    if (value < 0 || value >= c->f->value_count) {
        invalid(c, "there is no value %d to define", value);
        return;
    }
    if (c->placed[value])
        invalid(c, "value %d is defined twice", value);
    c->placed[value] = c->visible[value] = true;
    ARENA_PUSH(c->scratch, c->scope, c->scope_count, c->scope_cap, value);
}

static void leave_scope(struct kir_checker *c, int mark)
{
    while (c->scope_count > mark)
        c->visible[c->scope[--c->scope_count]] = false;
}

/* Statements --------------------------------------------------------------- */

static void check_block(struct kir_checker *c, const struct kir_block *block);

/* All threads of a warp come here or none, as far as conditions tell that. */
static void check_shuffle(struct kir_checker *c, const struct kir_value *v)
{
    bool splits = false;

    if (!kir_may_shuffle(c->f, v->imm.i)) {
        invalid(c,
                "a shuffle by %lld in a %s of %d threads: distances are 1 to "
                "%d, blocks of kernels multiples of %d",
                (long long)v->imm.i,
                c->f->kind == KIR_KERNEL ? "block" : "function",
                c->f->block[0] * c->f->block[1] * c->f->block[2],
                KIR_WARP_LANES - 1, KIR_WARP_LANES);
        return;
    }
    for (int k = 0; k < c->condition_count && !splits; k++)
        splits = kir_splits_warp(c->f, c->condition[k]);
    if (splits)
        invalid(c, "a shuffle under a condition that splits a warp");
}

static void check_let(struct kir_checker *c, const struct kir_stmt *s)
{
    const struct kir_value *v;

    if (s->value < 0 || s->value >= c->f->value_count) {
        invalid(c, "let: there is no value %d", s->value);
        return;
    }
    v = &c->f->value[s->value];
    if (kir_is_leaf(v->op))
        invalid(c, "let: %s has no place", kir_op_name(v->op));
    if (v->op == KIR_FETCH && c->f->kind != KIR_HOST)
        invalid(c, "a fetch outside a host function");
    if ((v->op == KIR_BARRED || v->op == KIR_THREADS) && c->f->kind != KIR_HOST)
        invalid(c, "%s outside a host function", kir_op_name(v->op));
    if (v->op == KIR_SHUFFLE_DOWN)
        check_shuffle(c, v);
    for (int i = 0; i < kir_op_operands(v->op); i++)
        use(c, v->arg[i], KIR_TYPE_COUNT, kir_op_name(v->op));
    define(c, s->value);
}

static void check_access(struct kir_checker *c, const struct kir_stmt *s)
{
    const char *what = s->kind == KIR_STORE ? "store" : "atomic";
    const struct kir_buffer *b;

    if (s->buffer < 0 || s->buffer >= c->f->buffer_count) {
        invalid(c, "%s: there is no buffer %d", what, s->buffer);
        return;
    }
    b = &c->f->buffer[s->buffer];
    if (b->read_only || b->space == KIR_CONSTANT)
        invalid(c, "%s: '%s' is read-only", what, b->name);
    if (use(c, s->index, KIR_TYPE_COUNT, what) &&
        c->f->value[s->index].type != KIR_I32)
        use(c, s->index, KIR_I64, what);
    use(c, s->value, kir_loaded_type(b->type), what);
    if (s->kind == KIR_STORE)
        return;
    if (c->f->kind != KIR_KERNEL)
        invalid(c, "an atomic outside a kernel");
    if (!kir_can_atomic(s->op, b->type))
        invalid(c, "no atomic %s on %s", kir_op_name(s->op),
                kir_type_name(b->type));
    if (b->space != KIR_GLOBAL && b->space != KIR_SHARED)
        invalid(c, "an atomic on '%s', which only one thread sees", b->name);
}

static void check_for(struct kir_checker *c, const struct kir_stmt *s)
{
    const struct kir_func *f = c->f;
    int mark = c->scope_count;
    enum kir_type type;

    if (s->iter < 0 || s->iter >= f->value_count ||
        f->value[s->iter].op != KIR_ITER) {
        invalid(c, "for: value %d is no iterator", s->iter);
        return;
    }
    type = f->value[s->iter].type;
    use(c, s->lo, type, "for");
    use(c, s->hi, type, "for");
    if (use(c, s->step, type, "for") && kir_is_const(f, s->step) &&
        (f->value[s->step].imm.i == 0 ||
         (kir_is_signed(type) && f->value[s->step].imm.i < 0)))
        invalid(c, "for: the step is not positive");
    define(c, s->iter);
    check_block(c, &s->body[0]);
    leave_scope(c, mark);
}

static void check_if(struct kir_checker *c, const struct kir_stmt *s)
{
    int mark = c->scope_count;
    bool known = use(c, s->value, KIR_PRED, "if");

    if (known)
        c->condition[c->condition_count++] = s->value;
    for (int i = 0; i < 2; i++) {
        check_block(c, &s->body[i]);
        leave_scope(c, mark);
    }
    c->condition_count -= known;
}

/* What the test computes is in scope in the body too. */
static void check_while(struct kir_checker *c, const struct kir_stmt *s)
{
    int mark = c->scope_count;

    check_block(c, &s->body[0]);
    use(c, s->value, KIR_PRED, "while");
    check_block(c, &s->body[1]);
    leave_scope(c, mark);
}

static void check_launch_args(struct kir_checker *c, const struct kir_stmt *s,
                              const struct kir_func *kernel)
{
    int n = 0;

    for (int i = 0; i < kernel->buffer_count; i++) {
        if (kernel->buffer[i].space != KIR_GLOBAL)
            continue;
        if (n >= s->arg_count || !s->arg[n].is_buffer || s->arg[n].id < 0)
            invalid(c, "launch of '%s': argument %d must be a buffer",
                    kernel->name, n);
        n++;
    }
    for (int i = 0; i < kernel->param_count; i++, n++) {
        if (n >= s->arg_count || s->arg[n].is_buffer)
            invalid(c, "launch of '%s': argument %d must be a value",
                    kernel->name, n);
        else
            use(c, s->arg[n].id, kernel->param[i].type, "launch");
    }
    if (s->arg_count != n)
        invalid(c, "launch of '%s': %d arguments, not %d", kernel->name,
                s->arg_count, n);
}

static void check_launch(struct kir_checker *c, const struct kir_stmt *s)
{
    if (c->f->kind != KIR_HOST)
        invalid(c, "a launch outside a host function");
    for (int i = 0; i < 3; i++)
        use(c, s->grid[i], KIR_I64, "launch");
    if (s->kernel < 0 || s->kernel >= c->module->func_count ||
        c->module->func[s->kernel]->kind != KIR_KERNEL)
        invalid(c, "launch: function %d is no kernel", s->kernel);
    else
        check_launch_args(c, s, c->module->func[s->kernel]);
}

static void check_set(struct kir_checker *c, const struct kir_stmt *s)
{
    if (s->variable < 0 || s->variable >= c->f->variable_count)
        invalid(c, "set: there is no variable %d", s->variable);
    else
        use(c, s->value, c->f->variable[s->variable].type, "set");
}

static void check_stmt(struct kir_checker *c, const struct kir_stmt *s)
{
    switch (s->kind) {
    case KIR_LET:
        check_let(c, s);
        return;
    case KIR_SET:
        check_set(c, s);
        return;
    case KIR_STORE:
    case KIR_ATOMIC:
        check_access(c, s);
        return;
    case KIR_FOR:
        check_for(c, s);
        return;
    case KIR_WHILE:
        check_while(c, s);
        return;
    case KIR_IF:
        check_if(c, s);
        return;
    case KIR_BARRIER:
        if (c->f->kind != KIR_KERNEL)
            invalid(c, "a barrier outside a kernel");
        return;
    case KIR_LAUNCH:
        check_launch(c, s);
        return;
    case KIR_COMMENT:
        if (!s->text)
            invalid(c, "a comment without a text");
        return;
    }
    invalid(c, "a statement of unknown kind %d", (int)s->kind);
}

/* `first`: the one that the access at hand may belong to, and how many are to
 * come after it. */
static void check_pack(struct kir_checker *c, const struct kir_stmt *s,
                       const struct kir_stmt **first, int *rest)
{
    int buffer, index, other;
    const struct kir_buffer *b;

    if (!s->pack && !*rest)
        return;
    if (s->pack != (*rest         ? KIR_PACKED
                    : s->pack > 2 ? 4
                                  : 2) ||
        !kir_accesses(c->f, s, &buffer, &index) ||
        (*rest &&
         ((*first)->kind != s->kind ||
          !kir_accesses(c->f, *first, &other, &index) || other != buffer))) {
        invalid(c, "what is packed is not %d accesses of a kind",
                *rest ? (*first)->pack : s->pack);
        *rest = 0;
        return;
    }
    b = &c->f->buffer[buffer];
    if (*rest == 0) {
        *first = s;
        *rest = s->pack;
    }
    --*rest;
    if (c->f->kind != KIR_KERNEL || !kir_is_value_type(b->type) ||
        (b->space != KIR_SHARED && b->space != KIR_GLOBAL) ||
        kir_type_size(b->type) * (*first)->pack > KIR_PACK_BYTES)
        invalid(c, "accesses to '%s' cannot be packed", b->name);
}

static void check_block(struct kir_checker *c, const struct kir_block *block)
{
    const struct kir_stmt *first = NULL;
    int rest = 0;

    if (c->depth > KIR_MAX_DEPTH) {
        invalid(c, "blocks are nested more than %d deep", KIR_MAX_DEPTH);
        return;
    }
    c->depth++;
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        c->line = s->line;
        check_stmt(c, s);
        check_pack(c, s, &first, &rest);
        if (!s->next && block->last != s)
            invalid(c, "the last statement of a block is not marked");
    }
    if (rest)
        invalid(c, "a pack of %d accesses lacks %d", first->pack, rest);
    c->depth--;
}

/* Functions ---------------------------------------------------------------- */

static void check_name(struct kir_checker *c, struct kir_names *names,
                       const char *name)
{
    int *seen;

    if (!name || !kir_is_identifier(name)) {
        invalid(c, "'%s' is not an identifier", name ? name : "");
        return;
    }
    seen = kir_names_at(c->scratch, names, name);
    if (*seen)
        invalid(c, "the name '%s' is used twice", name);
    *seen = 1;
}

static void check_buffer(struct kir_checker *c, const struct kir_buffer *b)
{
    if (!is_type((int)b->type) || b->type == KIR_PRED)
        invalid(c, "buffer '%s' has no element type", b->name);
    if (b->space != KIR_GLOBAL && b->count <= 0)
        invalid(c, "buffer '%s' has no elements", b->name);
    if (b->space == KIR_CONSTANT && !b->data)
        invalid(c, "constant buffer '%s' has no data", b->name);
    if (b->space == KIR_SHARED && c->f->kind != KIR_KERNEL)
        invalid(c, "shared buffer '%s' outside a kernel", b->name);
}

static void check_declarations(struct kir_checker *c)
{
    const struct kir_func *f = c->f;
    struct kir_names names = {0};

    for (int i = 0; i < f->buffer_count; i++) {
        check_name(c, &names, f->buffer[i].name);
        check_buffer(c, &f->buffer[i]);
    }
    for (int i = 0; i < f->param_count; i++) {
        const struct kir_param *param = &f->param[i];

        check_name(c, &names, param->name);
        if (!is_type((int)param->type) || param->type == KIR_PRED ||
            !kir_is_value_type(param->type))
            invalid(c, "parameter '%s' has no type", param->name);
        if (param->value < 0 || param->value >= f->value_count ||
            f->value[param->value].op != KIR_PARAM ||
            f->value[param->value].imm.i != i)
            invalid(c, "parameter '%s' has no value", param->name);
    }
    for (int i = 0; i < f->variable_count; i++) {
        check_name(c, &names, f->variable[i].name);
        if (!is_type((int)f->variable[i].type) ||
            !kir_is_value_type(f->variable[i].type))
            invalid(c, "variable '%s' has no type", f->variable[i].name);
    }
}

static void check_block_size(struct kir_checker *c)
{
    int64_t threads = 1;

    for (int i = 0; i < 3; i++) {
        if (c->f->block[i] < 1 || c->f->block[i] > 1024) {
            invalid(c, "a block of %d threads along %c", c->f->block[i],
                    "xyz"[i]);
            return;
        }
        threads *= c->f->block[i];
    }
    if (threads > 1024)
        invalid(c, "a block of %lld threads; 1024 is the limit",
                (long long)threads);
}

static void check_func(struct kir_checker *c, const struct kir_func *f)
{
    int before = c->faults->errors;

    c->f = f;
    c->line = f->line;
    if (f->kind == KIR_KERNEL)
        check_block_size(c);
    check_declarations(c);
    check_values(c);
    if (kir_open_blocks(f) != 0)
        invalid(c, "%d blocks are still open", kir_open_blocks(f));
    if (c->faults->errors != before)
        return;
    c->placed = arena_alloc(c->scratch, (size_t)f->value_count);
    c->visible = arena_alloc(c->scratch, (size_t)f->value_count);
    c->scope_count = c->condition_count = 0;
    check_block(c, &f->body);
}

bool kir_check(const struct kir_module *module, struct faults *faults)
{
    struct kir_checker c = {.module = module, .faults = faults};
    struct kir_names names = {0};
    int before = faults->errors;

    c.scratch = arena_new();
    for (int i = 0; i < module->func_count; i++)
        check_name(&c, &names, module->func[i]->name);
    for (int i = 0; i < module->func_count; i++)
        check_func(&c, module->func[i]);
    arena_free(c.scratch);
    return faults->errors == before;
}
