/*
 * Kernels and programs as C text. A program fills its arrays, runs its kernels
 * and prints a line per array: the seed, the name and a hash of the bytes.
 */
#include "tests/fuzz/print.h"

static const char prelude[] =
    "#include <math.h>\n"
    "#include <stdint.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "\n"
    "static uint64_t bits_of(uint64_t seed, uint64_t index)\n"
    "{\n"
    "    uint64_t z = seed * 0x100000001b3u + index + 0x9e3779b97f4a7c15u;\n"
    "    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;\n"
    "    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;\n"
    "    return z ^ (z >> 31);\n"
    "}\n"
    "#define FILL_REAL(s, i) \\\n"
    "    ((double)((int64_t)(bits_of(s, i) % 4001) - 2000) / 97.0)\n"
    "#define FILL_SMALL(s, i) ((int64_t)(bits_of(s, i) % 41) - 20)\n"
    "#define FILL_WIDE(s, i) ((int64_t)bits_of(s, i))\n"
    "#define FILL_INDEX(s, i, n) ((int64_t)(bits_of(s, i) % n))\n"
    "#define FILL_ROWS(s, i, n) ((int64_t)(i * n + bits_of(s, i) % (n + 1)))\n"
    "#define FILL_PERM(i, n) ((int64_t)((i * 31 + 7) % n))\n"
    "\n"
    "enum { GUARD = 256 };\n"
    "static void *guarded_new(size_t bytes)\n"
    "{\n"
    "    unsigned char *p = malloc(bytes + 2 * GUARD);\n"
    "    if (!p)\n"
    "        abort();\n"
    "    memset(p, 0xa5, bytes + 2 * GUARD);\n"
    "    return p + GUARD;\n"
    "}\n"
    "static void guarded_end(const char *name, void *data, size_t bytes)\n"
    "{\n"
    "    unsigned char *p = (unsigned char *)data - GUARD;\n"
    "    for (size_t i = 0; i < GUARD; i++) {\n"
    "        if (p[i] != 0xa5 || p[GUARD + bytes + i] != 0xa5) {\n"
    "            printf(\"%s: written outside\\n\", name);\n"
    "            break;\n"
    "        }\n"
    "    }\n"
    "    free(p);\n"
    "}\n"
    "static void show(const char *name, const void *data, size_t size,\n"
    "                 size_t count, size_t stride, char kind, int verbose)\n"
    "{\n"
    "    uint64_t hash = 0xcbf29ce484222325u;\n"
    "    for (size_t i = 0; i < count; i++) {\n"
    "        const unsigned char *p = (const unsigned char *)data + i * "
    "stride;\n"
    "        uint64_t bits = 0;\n"
    "        float f;\n"
    "        double d;\n"
    "        memcpy(&bits, p, size);\n"
    "        memcpy(&f, &bits, sizeof f);\n"
    "        memcpy(&d, &bits, sizeof d);\n"
    "        if (verbose && kind == 'r')\n"
    "            printf(\"%s[%zu] = %a\\n\", name, i, size == 4 ? f : d);\n"
    "        else if (verbose)\n"
    "            printf(\"%s[%zu] = 0x%llx\\n\", name, i,\n"
    "                   (unsigned long long)bits);\n"
    "        for (size_t b = 0; b < size; b++)\n"
    "            hash = (hash ^ p[b]) * 0x100000001b3u;\n"
    "    }\n"
    "    printf(\"%s %016llx\\n\", name, (unsigned long long)hash);\n"
    "}\n";

void print_prelude(struct buf *out)
{
    buf_puts(out, prelude);
}

static void indent(int depth, struct buf *out)
{
    for (int i = 0; i < depth; i++)
        buf_puts(out, "    ");
}

static const char *array_type(const struct array *a)
{
    return type_table[a->type].spelling[a->spelling];
}

static void print_step(const struct kernel *k, const struct stmt *s,
                       struct buf *out)
{
    const char *name = k->iter[s->iter].name;
    char sign = s->step < 0 ? '-' : '+';
    long long size = (long long)(s->step < 0 ? -s->step : s->step);
    if (size == 1 && s->step_spelling == 0)
        buf_printf(out, "%s%c%c", name, sign, sign);
    else if (size == 1 && s->step_spelling == 1)
        buf_printf(out, "%c%c%s", sign, sign, name);
    else if (s->step_spelling == 2)
        buf_printf(out, "%s = %s %c %lld", name, name, sign, size);
    else
        buf_printf(out, "%s %c= %lld", name, sign, size);
}

static void print_stmt(const struct kernel *k, const struct stmt *s, int depth,
                       struct buf *out);

static void print_children(const struct kernel *k, const struct stmt *s,
                           int depth, struct buf *out)
{
    for (int i = 0; i < s->count; i++)
        print_stmt(k, s->child[i], depth, out);
}

/* One statement that needs no braces and takes no else from outside. */
static bool is_single(const struct stmt *s)
{
    if (s->count != 1)
        return false;
    enum stmt_kind kind = s->child[0]->kind;
    return kind == STMT_ASSIGN || kind == STMT_BREAK || kind == STMT_CONTINUE ||
           (kind == STMT_FOR && s->child[0]->form == LOOP_FOR);
}

/* " {", the children and "}", or the single child on the next line. */
static void print_body(const struct kernel *k, const struct stmt *s, bool bare,
                       int depth, struct buf *out)
{
    buf_puts(out, bare ? "\n" : " {\n");
    print_children(k, s, depth + 1, out);
    if (bare && out->length > 0)
        out->text[--out->length] = '\0';
    if (bare)
        return;
    indent(depth, out);
    buf_putc(out, '}');
}

static void print_init(const struct kernel *k, const struct stmt *s,
                       struct buf *out)
{
    const struct iter *it = &k->iter[s->iter];
    if (!it->outside)
        buf_printf(out, "%s ", type_table[it->type].spelling[it->spelling]);
    buf_printf(out, "%s = ", it->name);
    print_expr(k, s->init, out);
    buf_putc(out, ';');
}

/* { T i = init; while (cond) { ...; i += step; } }, or do. */
static void print_while(const struct kernel *k, const struct stmt *s, int depth,
                        struct buf *out)
{
    buf_puts(out, "{\n");
    indent(depth + 1, out);
    print_init(k, s, out);
    buf_putc(out, '\n');
    indent(depth + 1, out);
    buf_puts(out, s->form == LOOP_DO ? "do {\n" : "while (");
    if (s->form == LOOP_WHILE) {
        print_expr(k, s->cond, out);
        buf_puts(out, ") {\n");
    }
    print_children(k, s, depth + 2, out);
    indent(depth + 2, out);
    print_step(k, s, out);
    buf_puts(out, ";\n");
    indent(depth + 1, out);
    buf_puts(out, s->form == LOOP_DO ? "} while (" : "}\n");
    if (s->form == LOOP_DO) {
        print_expr(k, s->cond, out);
        buf_puts(out, ");\n");
    }
    indent(depth, out);
    buf_puts(out, "}\n");
}

static bool jumps(const struct stmt *s)
{
    bool found = s->kind == STMT_BREAK || s->kind == STMT_CONTINUE;
    for (int i = 0; i < s->count; i++)
        found |= jumps(s->child[i]);
    return found;
}

/* The children of a loop's body or a part of it, the last of which is an if
 * that a continue takes the place of. */
static void print_skipping(const struct kernel *k, const struct stmt *s,
                           int depth, struct buf *out)
{
    const struct stmt *last = s->count ? s->child[s->count - 1] : NULL;
    if (!last || last->kind != STMT_IF) {
        print_children(k, s, depth, out);
        return;
    }
    for (int i = 0; i + 1 < s->count; i++)
        print_stmt(k, s->child[i], depth, out);
    indent(depth, out);
    buf_puts(out, "if (!(");
    print_expr(k, last->test, out);
    buf_puts(out, "))");
    if (last->count > 1) {
        buf_puts(out, " {\n");
        print_children(k, last->child[1], depth + 1, out);
    } else {
        buf_putc(out, '\n');
    }
    indent(depth + 1, out);
    buf_puts(out, "continue;\n");
    if (last->count > 1) {
        indent(depth, out);
        buf_puts(out, "}\n");
    }
    print_skipping(k, last->child[0], depth, out);
}

static void print_for(const struct kernel *k, const struct stmt *s, int depth,
                      struct buf *out)
{
    if (s->form != LOOP_FOR) {
        print_while(k, s, depth, out);
        return;
    }
    buf_puts(out, "for (");
    print_init(k, s, out);
    buf_putc(out, ' ');
    print_expr(k, s->cond, out);
    buf_puts(out, "; ");
    print_step(k, s, out);
    buf_putc(out, ')');
    if ((k->seed + (uint64_t)s->iter) % 4 == 0 && s->count &&
        s->child[s->count - 1]->kind == STMT_IF && !jumps(s)) {
        buf_puts(out, " {\n");
        print_skipping(k, s, depth + 1, out);
        indent(depth, out);
        buf_puts(out, "}\n");
        return;
    }
    print_body(k, s, s->bare && is_single(s), depth, out);
    buf_putc(out, '\n');
}

static void print_if(const struct kernel *k, const struct stmt *s, int depth,
                     struct buf *out)
{
    buf_puts(out, "if (");
    print_expr(k, s->test, out);
    buf_putc(out, ')');
    bool bare = s->bare && is_single(s->child[0]);
    if (s->count > 1)
        bare &= s->child[0]->child[0]->kind != STMT_FOR;
    print_body(k, s->child[0], bare, depth, out);
    if (s->count > 1) {
        if (bare) {
            buf_putc(out, '\n');
            indent(depth, out);
        }
        buf_puts(out, bare ? "else" : " else");
        print_body(k, s->child[1], s->bare && is_single(s->child[1]), depth,
                   out);
    }
    buf_putc(out, '\n');
}

/* Is `rhs` still `lhs op value`, with nothing repaired around it? */
static bool is_compound(const struct stmt *s)
{
    const struct expr *r = s->rhs;
    return s->spelling != ASSIGN_PLAIN && !r->wrap && !r->safe && !r->clamp &&
           !r->arg[0]->clamp;
}

static void print_assign(const struct kernel *k, const struct stmt *s,
                         struct buf *out)
{
    const struct array *a = &k->array[s->lhs->ref];
    if (s->kind == STMT_DECL)
        buf_printf(out, "%s ", array_type(a));
    if (!s->rhs) {
        buf_printf(out, "%s[%lld];\n", a->name, (long long)a->elements);
        return;
    }
    print_expr(k, s->lhs, out);
    if (is_compound(s) && s->spelling == ASSIGN_STEP) {
        buf_puts(out, s->rhs->op == OP_ADD ? "++;\n" : "--;\n");
        return;
    }
    if (is_compound(s)) {
        buf_printf(out, " %s= ", op_spelling(s->rhs->op));
        print_expr(k, s->rhs->arg[1], out);
    } else {
        buf_puts(out, " = ");
        print_expr(k, s->rhs, out);
    }
    buf_puts(out, ";\n");
}

static bool has_real_sum(const struct expr *e)
{
    if (!e)
        return false;
    bool sum = op_kind(e->op) == KIND_ARITH && type_table[e->type].is_float;
    for (int i = 0; i < e->count; i++)
        sum |= has_real_sum(e->arg[i]);
    return sum;
}

/* Whatever `reassociate` permits would change results then. */
static bool adds_reals(const struct stmt *s)
{
    bool adds = has_real_sum(s->test) || has_real_sum(s->lhs) ||
                has_real_sum(s->rhs) || has_real_sum(s->cond);
    for (int i = 0; i < s->count; i++)
        adds |= adds_reals(s->child[i]);
    return adds;
}

static bool expr_reads(const struct expr *e, int array)
{
    bool reads = e && e->op == OP_ACCESS && e->ref == array;
    for (int i = 0; e && i < e->count; i++)
        reads |= expr_reads(e->arg[i], array);
    return reads;
}

static bool stmt_uses(const struct stmt *s, int array)
{
    bool uses = expr_reads(s->init, array) || expr_reads(s->cond, array) ||
                expr_reads(s->test, array) || expr_reads(s->lhs, array) ||
                expr_reads(s->rhs, array);
    for (int i = 0; i < s->count; i++)
        uses |= stmt_uses(s->child[i], array);
    return uses;
}

/* extent(p[12]) for the pointers of the region, but those that are read at
 * negative subscripts or share their storage. */
static void print_pointer_extents(const struct kernel *k, const struct stmt *s,
                                  struct buf *out)
{
    const char *before = " extent(";
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        bool pointer = a->form == FORM_POINTER || a->form == FORM_VLA ||
                       a->form == FORM_ROWS || a->form == FORM_CONSTANT ||
                       a->form == FORM_LINEAR;
        if (!pointer || a->base || a->owner != i || !stmt_uses(s, i))
            continue;
        long long size =
            (long long)(a->form == FORM_LINEAR ? a->elements
                                               : a->extent[0].value);
        buf_printf(out, "%s%s[%lld]", before, a->name, size);
        before = ", ";
    }
    if (before[0] == ',')
        buf_putc(out, ')');
}

static void print_region(const struct kernel *k, const struct stmt *s,
                         int depth, struct buf *out)
{
    if (s->scop) {
        buf_puts(out, "#pragma scop\n");
        print_children(k, s, depth, out);
        buf_puts(out, "#pragma endscop\n");
        return;
    }
    buf_puts(out, "#pragma hedra");
    for (int i = 0; i < s->tile_count; i++)
        buf_printf(out, "%s%d", i ? ", " : " tile(", s->tile[i]);
    buf_puts(out, s->tile_count ? ")" : "");
    if (s->assume >= 0)
        buf_printf(out, " assume(%s > 0)", k->param[s->assume].name);
    if (s->whole)
        buf_puts(out, " whole");
    if (s->reassociate && !adds_reals(s))
        buf_puts(out, " reassociate");
    if (s->extents)
        print_pointer_extents(k, s, out);
    buf_putc(out, '\n');
    if (s->count == 1 && s->child[0]->kind == STMT_FOR) {
        print_children(k, s, depth, out);
        return;
    }
    indent(depth, out);
    buf_puts(out, "{\n");
    print_children(k, s, depth + 1, out);
    indent(depth, out);
    buf_puts(out, "}\n");
}

static void print_stmt(const struct kernel *k, const struct stmt *s, int depth,
                       struct buf *out)
{
    if (s->kind == STMT_REGION) {
        print_region(k, s, depth, out);
        return;
    }
    indent(depth, out);
    switch (s->kind) {
    case STMT_FOR:
        print_for(k, s, depth, out);
        break;
    case STMT_IF:
        print_if(k, s, depth, out);
        break;
    case STMT_BLOCK:
        buf_puts(out, "{\n");
        print_children(k, s, depth + 1, out);
        indent(depth, out);
        buf_puts(out, "}\n");
        break;
    case STMT_BREAK:
        buf_puts(out, "break;\n");
        break;
    case STMT_CONTINUE:
        buf_puts(out, "continue;\n");
        break;
    default:
        print_assign(k, s, out);
        break;
    }
}

static void print_helpers(const struct kernel *k, struct buf *out)
{
    for (int h = 0; h < k->helper_count; h++) {
        const struct helper *f = &k->helper[h];
        if (!f->used)
            continue;
        buf_printf(out, "static %s %s(", type_table[f->type].spelling[0],
                   f->name);
        for (int i = 0; i < f->count; i++)
            buf_printf(out, "%s%s x%d", i ? ", " : "",
                       type_table[f->formal[i]].spelling[0], i);
        buf_puts(out, ")\n{\n    return ");
        print_expr(k, f->body, out);
        buf_puts(out, ";\n}\n\n");
    }
}

/* File-scope arrays and scalars, and the structure whose fields are arrays. */
static void print_globals(const struct kernel *k, struct buf *out)
{
    bool fields = false;
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        fields |= a->used && a->form == FORM_FIELD;
        if (!a->used ||
            (a->form != FORM_GLOBAL && a->form != FORM_GLOBAL_SCALAR))
            continue;
        buf_printf(out, "static %s %s", array_type(a), a->name);
        for (int d = 0; d < a->rank; d++)
            buf_printf(out, "[%lld]", (long long)a->extent[d].value);
        buf_puts(out, ";\n");
    }
    if (!fields)
        return;
    buf_printf(out, "struct record_%llu {\n", (unsigned long long)k->seed);
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        if (a->used && a->form == FORM_FIELD)
            buf_printf(out, "    %s %s;\n", array_type(a), a->name);
    }
    buf_puts(out, "};\n");
}

static void print_extents(const struct kernel *k, const struct array *a,
                          int from, const char *qualifier, struct buf *out)
{
    for (int d = from; d < a->rank; d++) {
        buf_printf(out, "[%s", d == 0 ? qualifier : "");
        print_extent(k, &a->extent[d], out);
        buf_putc(out, ']');
    }
}

/* The declaration of an array as a parameter of the kernel; false if it is
 * none. `fields`: the structure was declared already. */
static bool print_formal(const struct kernel *k, const struct array *a,
                         bool fields, struct buf *out)
{
    const char *restricted = a->restricted ? "restrict " : "";
    const char *constant = a->read_only && !a->written ? "const " : "";
    if (!a->used)
        return false;
    switch (a->form) {
    case FORM_POINTER:
    case FORM_LINEAR:
    case FORM_DEREF:
        buf_printf(out, ", %s%s *%s%s", constant, array_type(a), restricted,
                   a->name);
        return true;
    case FORM_LOCAL:
    case FORM_LOCAL_ARRAY:
        buf_printf(out, ", %s *%s%s_end", array_type(a), restricted, a->name);
        return true;
    case FORM_VLA:
    case FORM_CONSTANT:
        buf_printf(out, ", %s%s %s", constant, array_type(a), a->name);
        print_extents(k, a, 0, restricted, out);
        return true;
    case FORM_ROWS:
        buf_printf(out, ", %s%s (*%s%s)", constant, array_type(a), restricted,
                   a->name);
        print_extents(k, a, 1, "", out);
        return true;
    case FORM_FIELD:
        if (!fields)
            buf_printf(out, ", struct record_%llu *%sr",
                       (unsigned long long)k->seed, restricted);
        return !fields;
    default:
        return false;
    }
}

static void print_local_array(const struct kernel *k, const struct array *a,
                              struct buf *out)
{
    buf_printf(out, "    %s %s", array_type(a), a->name);
    print_extents(k, a, 0, "", out);
    buf_printf(out, ";\n    memcpy(%s, %s_end, sizeof %s);\n", a->name, a->name,
               a->name);
}

static void print_function(const struct kernel *k, struct buf *out)
{
    buf_printf(out, "void kernel_%llu(", (unsigned long long)k->seed);
    for (int i = 0; i < k->param_count; i++)
        buf_printf(out, "%s%s %s", i ? ", " : "",
                   type_table[k->param[i].type].spelling[k->param[i].spelling],
                   k->param[i].name);
    bool fields = false;
    for (int i = 0; i < k->array_count; i++) {
        print_formal(k, &k->array[i], fields, out);
        fields |= k->array[i].used && k->array[i].form == FORM_FIELD;
    }
    for (int i = 0; i < k->iter_count; i++) {
        if (k->iter[i].live && k->iter[i].used)
            buf_printf(out, ", long *%s_end", k->iter[i].name);
    }
    buf_puts(out, ")\n{\n");
    for (int i = 0; i < k->iter_count; i++) {
        const struct iter *it = &k->iter[i];
        if (it->outside && it->used)
            buf_printf(out, "    %s %s = 0;\n",
                       type_table[it->type].spelling[it->spelling], it->name);
    }
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        if (!a->used)
            continue;
        if (a->form == FORM_LOCAL)
            buf_printf(out, "    %s %s = *%s_end;\n", array_type(a), a->name,
                       a->name);
        else if (a->form == FORM_LOCAL_ARRAY)
            print_local_array(k, a, out);
        else if (a->form == FORM_DEAD && type_table[a->type].is_float)
            buf_printf(out, "    %s %s = (%s)FILL_REAL(%lluu, 0);\n",
                       array_type(a), a->name, array_type(a),
                       (unsigned long long)a->fill);
        else if (a->form == FORM_DEAD)
            buf_printf(out, "    %s %s = (%s)FILL_%s(%lluu, 0);\n",
                       array_type(a), a->name, array_type(a),
                       a->wide ? "WIDE" : "SMALL", (unsigned long long)a->fill);
    }
    print_children(k, k->body, 1, out);
    for (int i = 0; i < k->array_count; i++) {
        if (k->array[i].used && k->array[i].form == FORM_LOCAL)
            buf_printf(out, "    *%s_end = %s;\n", k->array[i].name,
                       k->array[i].name);
    }
    for (int i = 0; i < k->iter_count; i++) {
        if (k->iter[i].live && k->iter[i].used)
            buf_printf(out, "    *%s_end = %s;\n", k->iter[i].name,
                       k->iter[i].name);
    }
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        if (a->used && a->form == FORM_LOCAL_ARRAY)
            buf_printf(out, "    memcpy(%s_end, %s, sizeof %s);\n", a->name,
                       a->name, a->name);
    }
    buf_puts(out, "}\n\n");
}

static bool has_block(const struct array *a, int index)
{
    return a->owner == index && a->used && a->form != FORM_DEAD &&
           a->form != FORM_TEMP;
}

static const char *element(const struct array *a, struct arena *arena)
{
    switch (a->form) {
    case FORM_FIELD:
        return arena_printf(arena, "r[q].%s", a->name);
    case FORM_GLOBAL:
        return arena_printf(arena, "((%s *)%s)[q]", array_type(a), a->name);
    case FORM_GLOBAL_SCALAR:
        return arena_printf(arena, "(&%s)[q]", a->name);
    default:
        return arena_printf(arena, "%s[q]", a->name);
    }
}

/* What element q holds at first. */
static const char *fill_text(const struct array *a, struct arena *arena)
{
    unsigned long long seed = a->fill;
    long long limit = (long long)a->limit;
    if (a->content == CONTENT_PERM)
        return arena_printf(arena, "FILL_PERM(q, %lldu)", limit);
    if (a->content == CONTENT_CURSOR)
        return arena_printf(arena, "(%lld + FILL_INDEX(%lluu, q, %lldu))",
                            (long long)a->start, seed, limit);
    if (a->content != CONTENT_ANY)
        return arena_printf(arena, "FILL_%s(%lluu, q, %lldu)",
                            a->content == CONTENT_ROWS ? "ROWS" : "INDEX", seed,
                            limit);
    const char *kind = type_table[a->type].is_float ? "REAL"
                       : a->wide                    ? "WIDE"
                                                    : "SMALL";
    return arena_printf(arena, "FILL_%s(%lluu, q)", kind, seed);
}

static void print_setup(const struct kernel *k, struct buf *out)
{
    bool fields = false;
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        if (!has_block(a, i))
            continue;
        long long n = (long long)a->elements;
        if (a->form == FORM_FIELD && !fields)
            buf_printf(out,
                       "    struct record_%llu *r = guarded_new(%lld * sizeof "
                       "*r);\n",
                       (unsigned long long)k->seed, n);
        else if (a->form != FORM_FIELD && a->form != FORM_GLOBAL &&
                 a->form != FORM_GLOBAL_SCALAR)
            buf_printf(out, "    %s *%s = guarded_new(%lld * sizeof *%s);\n",
                       array_type(a), a->name, n, a->name);
        fields |= a->form == FORM_FIELD;
        buf_printf(out,
                   "    for (uint64_t q = 0; q < %lld; q++)\n"
                   "        %s = (%s)%s;\n",
                   n, element(a, k->arena), array_type(a),
                   fill_text(a, k->arena));
    }
    for (int i = 0; i < k->iter_count; i++) {
        if (k->iter[i].live && k->iter[i].used)
            buf_printf(out, "    long %s_end = 0;\n", k->iter[i].name);
    }
}

static void print_call(const struct kernel *k, struct buf *out)
{
    buf_printf(out, "    kernel_%llu(", (unsigned long long)k->seed);
    for (int i = 0; i < k->param_count; i++)
        buf_printf(out, "%s%lld", i ? ", " : "", (long long)k->param[i].value);
    bool fields = false;
    struct buf unused = {0};
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        if (print_formal(k, a, fields, &unused)) {
            if (a->form == FORM_FIELD)
                buf_puts(out, ", r");
            else
                buf_printf(out, ", (void *)(%s + %lld)",
                           k->array[a->owner].name, (long long)a->base);
        }
        fields |= a->used && a->form == FORM_FIELD;
    }
    buf_free(&unused);
    for (int i = 0; i < k->iter_count; i++) {
        if (k->iter[i].live && k->iter[i].used)
            buf_printf(out, ", &%s_end", k->iter[i].name);
    }
    buf_puts(out, ");\n");
}

static void print_results(const struct kernel *k, struct buf *out)
{
    unsigned long long seed = (unsigned long long)k->seed;
    bool fields = false;
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        if (!has_block(a, i))
            continue;
        bool field = a->form == FORM_FIELD;
        bool single = a->form == FORM_GLOBAL_SCALAR;
        buf_printf(out,
                   "    show(\"%llu %s\", %s%s%s, sizeof(%s), %lld, %s%s%s, "
                   "'%c', verbose);\n",
                   seed, a->name, field || single ? "&" : "",
                   field ? "r->" : "", a->name, array_type(a),
                   (long long)a->elements, field ? "sizeof *r" : "sizeof(",
                   field ? "" : array_type(a), field ? "" : ")",
                   type_table[a->type].is_float ? 'r' : 'i');
    }
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        bool again = a->form == FORM_FIELD && fields;
        if (!has_block(a, i) || a->form == FORM_GLOBAL ||
            a->form == FORM_GLOBAL_SCALAR || again)
            continue;
        const char *name = a->form == FORM_FIELD ? "r" : a->name;
        fields |= a->form == FORM_FIELD;
        buf_printf(out,
                   "    guarded_end(\"%llu %s\", %s, %lld * sizeof *%s);\n",
                   seed, name, name, (long long)a->elements, name);
    }
    for (int i = 0; i < k->iter_count; i++) {
        if (k->iter[i].live && k->iter[i].used)
            buf_printf(out, "    printf(\"%llu %s %%ld\\n\", %s_end);\n", seed,
                       k->iter[i].name, k->iter[i].name);
    }
}

void print_kernel(const struct kernel *k, struct buf *out)
{
    unsigned long long seed = (unsigned long long)k->seed;
    buf_printf(out, "\n/* seed %llu */\n", seed);
    print_globals(k, out);
    print_helpers(k, out);
    print_function(k, out);
    buf_printf(out, "static void run_%llu(int verbose)\n{\n", seed);
    print_setup(k, out);
    print_call(k, out);
    print_results(k, out);
    buf_puts(out, "}\n");
}

void print_main(const uint64_t *seed, int count, struct buf *out)
{
    buf_puts(out, "\nstatic const struct {\n    unsigned long long seed;\n"
                  "    void (*run)(int);\n} kernels[] = {\n");
    for (int i = 0; i < count; i++)
        buf_printf(out, "    {%llu, run_%llu},\n", (unsigned long long)seed[i],
                   (unsigned long long)seed[i]);
    buf_printf(
        out,
        "};\n\n/* PROGRAM [--verbose] [every [seed]]: each kernel whose place\n"
        " * is a multiple of `every`, or that of the seed alone */\n"
        "int main(int argc, char **argv)\n{\n"
        "    int verbose = argc > 1 && strcmp(argv[1], \"--verbose\") == 0;\n"
        "    unsigned long long every = 1, only = 0;\n"
        "    if (argc > verbose + 1)\n"
        "        every = strtoull(argv[verbose + 1], NULL, 10);\n"
        "    if (argc > verbose + 2)\n"
        "        only = strtoull(argv[verbose + 2], NULL, 10);\n"
        "    for (int i = 0; i < %d; i++) {\n"
        "        if (argc > verbose + 2 ? kernels[i].seed != only\n"
        "                               : kernels[i].seed %% every != 0)\n"
        "            continue;\n"
        "        kernels[i].run(verbose);\n"
        "        fflush(stdout);\n"
        "    }\n"
        "    return 0;\n}\n",
        count);
}

void print_expected(const struct kernel *k, struct buf *out)
{
    unsigned long long seed = (unsigned long long)k->seed;
    for (int i = 0; i < k->array_count; i++) {
        const struct array *a = &k->array[i];
        if (has_block(a, i))
            buf_printf(out, "%llu %s %016llx\n", seed, a->name,
                       (unsigned long long)array_hash(a));
    }
    for (int i = 0; i < k->iter_count; i++) {
        if (k->iter[i].live && k->iter[i].used)
            buf_printf(out, "%llu %s %lld\n", seed, k->iter[i].name,
                       (long long)k->iter[i].value);
    }
}
