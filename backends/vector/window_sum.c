/*
 * Loops that compare a block of bytes with those at neighbouring places, as the
 * search for a moved block or for a template does:
 *
 *   for (x = lo; x < hi; x++) {
 *     P
 *     s = 0;
 *     for (i = 0; i < R; i++)
 *       for (j = 0; j < C; j++)
 *         s += abs(a[… + j] - b[… + j + x]);
 *     Q
 *   }
 *
 * What a compiler makes of that is one sum at a time. Processors make those of
 * several neighbours at once (hedra_window_sums), so that the sums of up to
 * KIR_WINDOW iterations are made in the first of them, and wait in a small
 * array. This takes the place of the loops over i and j:
 *
 *     if ((x - lo) % KIR_WINDOW == 0)
 *       for (w = 0; w < min(KIR_WINDOW, hi - x); w++)
 *         window[w] = the sum of iteration x + w;
 *     s = window[(x - lo) % KIR_WINDOW];
 *
 * Nobody writes a and b while the kernel runs, and which elements they are
 * depends on the iterators alone and on what stays the same in the loop over x:
 * so the sums are the same before P and Q of the iterations between. Elements
 * are read that the loop would have read, and no others.
 */
#include "backends/vector/kernels.h"

enum {
    MOST_STEPS = 512, /* through the operations of an index */
    COLUMNS = 16,     /* bytes of a row that are compared at once */
    FEWEST = 16,      /* iterations that are worth it */
    MOST_BLOCK = 1 << 16
};

/* What a value in the loop over places is made of: what stays the same there;
 * the iterators of the three loops, too; other things. */
enum made_of { SAME, ITERATORS, OTHER };

struct window {
    struct kir_func *f;
    struct kir_stmt *loop, *clear, *rows, *columns;
    int sum;       /* the variable */
    int load[2];   /* of the fixed block, and of the moving one */
    char *made;    /* per value: enum made_of */
    bool *in_rows; /* per value: made in the loop over rows */
    int steps;     /* left, through the operations of an index */
};

static const struct kir_value *value_of(const struct window *w, int value)
{
    return &w->f->value[value];
}

static bool is_number(const struct window *w, int value, int64_t number)
{
    return kir_is_const(w->f, value) && value_of(w, value)->imm.i == number;
}

/* Indices ------------------------------------------------------------------ */

static enum made_of made_of(const struct window *w, int value)
{
    const struct kir_value *v = value_of(w, value);
    enum made_of made = SAME;

    if (v->op != KIR_ADD && v->op != KIR_SUB && v->op != KIR_MUL &&
        v->op != KIR_CAST)
        return OTHER;
    for (int k = 0; k < kir_op_operands(v->op); k++)
        if ((enum made_of)w->made[v->arg[k]] > made)
            made = (enum made_of)w->made[v->arg[k]];
    return made;
}

/* What stands before the loop over places is the same in it. */
static void mark(struct window *w, const struct kir_block *block, bool in_rows)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        bool ours = s == w->rows || s == w->columns;
        int value = s->kind == KIR_LET   ? s->value
                    : s->kind == KIR_FOR ? s->iter
                                         : -1;
        if (value >= 0) {
            w->made[value] = (char)(ours                 ? ITERATORS
                                    : s->kind == KIR_LET ? made_of(w, value)
                                                         : OTHER);
            w->in_rows[value] = in_rows || s == w->rows;
        }
        for (int k = 0; k < 2; k++)
            mark(w, &s->body[k], in_rows || s == w->rows);
    }
}

/* Is the index a sum of the iterators, each times something that stays the same
 * in the loop, and of such things? No operation may wrap beside them. */
static bool is_linear(struct window *w, int value)
{
    const struct kir_value *v = value_of(w, value);
    enum made_of made = (enum made_of)w->made[value];

    if (made != ITERATORS || w->steps-- <= 0)
        return made == SAME;
    if (v->op == KIR_CAST)
        return v->type == KIR_I64 && v->narrow == KIR_I64 &&
               value_of(w, v->arg[0])->op == KIR_ITER;
    if (v->type != KIR_I64)
        return false;
    if (v->op == KIR_ITER)
        return true;
    if (v->op == KIR_MUL && w->made[v->arg[0]] && w->made[v->arg[1]])
        return false;
    return is_linear(w, v->arg[0]) && is_linear(w, v->arg[1]);
}

/* What an iterator is multiplied by in a linear index, if that is a number;
 * sets *known to false if it is none. */
static uint64_t number_times(const struct window *w, int value, int iter,
                             bool *known)
{
    const struct kir_value *v = value_of(w, value);
    uint64_t a, b;

    if (value == iter)
        return 1;
    if (w->made[value] != ITERATORS || v->op == KIR_ITER)
        return 0;
    a = number_times(w, v->arg[0], iter, known);
    if (v->op == KIR_CAST)
        return a;
    b = number_times(w, v->arg[1], iter, known);
    if (v->op == KIR_ADD || v->op == KIR_SUB)
        return v->op == KIR_ADD ? a + b : a - b;
    if (a == 0 && b == 0)
        return 0;
    const struct kir_value *by = value_of(w, v->arg[a != 0]);
    *known &= by->op == KIR_CONST;
    return (a + b) * (uint64_t)by->imm.i;
}

static bool moves_by(const struct window *w, int load, int iter, uint64_t by)
{
    bool known = true;

    return number_times(w, value_of(w, load)->arg[0], iter, &known) == by &&
           known;
}

/* Finding ------------------------------------------------------------------ */

/* The value without the operation `op`, whose other operand is `beside`; -1: it
 * is no such value. */
static int without(const struct window *w, int value, enum kir_op op,
                   int beside)
{
    const struct kir_value *v = value_of(w, value);

    if (v->op != op)
        return -1;
    return v->arg[0] == beside   ? v->arg[1]
           : v->arg[1] == beside ? v->arg[0]
                                 : -1;
}

/* The bytes that nobody writes while the kernel runs? */
static bool is_byte(const struct window *w, int value)
{
    const struct kir_value *v = value_of(w, value);
    const struct kir_buffer *b;

    if (v->op != KIR_LOAD || v->type != KIR_I32)
        return false;
    b = &w->f->buffer[v->buffer];
    return b->type == KIR_U8 && b->space == KIR_GLOBAL && b->read_only &&
           b->no_alias;
}

/* Does the choice ask for the sign of d to choose between d and `minus`, its
 * negative? */
static bool is_absolute(const struct window *w, const struct kir_value *choice,
                        int d, int minus)
{
    const struct kir_value *asks = value_of(w, choice->arg[0]);
    const struct kir_value *m = value_of(w, minus);
    bool chooses_d = choice->arg[1] == d; /* where 0 <= d, or 0 < d */

    return (asks->op == KIR_LT || asks->op == KIR_LE) &&
           is_number(w, asks->arg[!chooses_d], 0) &&
           asks->arg[chooses_d] == d && m->op == KIR_NEG && m->arg[0] == d;
}

/* The value whose absolute value this is; -1: it is none. */
static int absolute_of(const struct window *w, int value)
{
    const struct kir_value *v = value_of(w, value);

    if (v->op == KIR_ABS)
        return v->arg[0];
    if (v->op != KIR_SELECT)
        return -1;
    for (int k = 1; k < 3; k++)
        if (is_absolute(w, v, v->arg[k], v->arg[3 - k]))
            return v->arg[k];
    return -1;
}

/* s += abs(a - b), and nothing but values beside it. */
static bool take_sum(struct window *w)
{
    const struct kir_stmt *set = w->columns->body[0].last;
    int old = -1, distance;

    for (const struct kir_stmt *s = w->columns->body[0].first; s != set;
         s = s->next) {
        if (s->kind != KIR_LET)
            return false;
        const struct kir_value *v = value_of(w, s->value);
        if (v->op == KIR_GET && v->imm.i == w->sum)
            old = s->value;
    }
    if (old < 0 || set->kind != KIR_SET || set->variable != w->sum)
        return false;
    distance = without(w, set->value, KIR_ADD, old);
    distance = distance < 0 ? -1 : absolute_of(w, distance);
    if (distance < 0)
        return false;
    const struct kir_value *v = value_of(w, distance);
    if (v->op != KIR_SUB || !is_byte(w, v->arg[0]) || !is_byte(w, v->arg[1]))
        return false;
    w->load[0] = v->arg[0];
    w->load[1] = v->arg[1];
    return true;
}

/* How often a loop from 0 on in steps of 1 runs; 0: it is none. */
static int64_t trips(const struct window *w, const struct kir_stmt *s)
{
    const unsigned plain = KIR_FOR_UNROLL | KIR_FOR_WHOLE;

    return s && s->kind == KIR_FOR && !(s->flags & ~plain) &&
                   is_number(w, s->lo, 0) && is_number(w, s->step, 1) &&
                   kir_is_const(w->f, s->hi)
               ? value_of(w, s->hi)->imm.i
               : 0;
}

/* The one statement of the block that is no value. */
static struct kir_stmt *only(const struct kir_block *block)
{
    struct kir_stmt *found = NULL;

    for (struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET)
            continue;
        if (found)
            return NULL;
        found = s;
    }
    return found;
}

/* The loops over rows and columns, of a size that is worth it. */
static bool take_block(struct window *w, struct kir_stmt *rows)
{
    int64_t r, c;

    w->rows = rows;
    r = trips(w, rows);
    w->columns = r > 0 ? only(&rows->body[0]) : NULL;
    c = trips(w, w->columns);
    return r > 0 && c > 0 && r <= MOST_BLOCK && c <= MOST_BLOCK &&
           r * c <= MOST_BLOCK && c % COLUMNS == 0 && take_sum(w);
}

/* Finds s = 0 and the loops behind it, between which there are values alone, of
 * which none is s. */
static bool take_body(struct window *w)
{
    for (struct kir_stmt *s = w->loop->body[0].first; s; s = s->next) {
        if (s->kind == KIR_SET)
            w->clear = s;
        if (w->clear && s->kind == KIR_FOR) {
            w->sum = w->clear->variable;
            if (is_number(w, w->clear->value, 0) &&
                value_of(w, w->clear->value)->type == KIR_I32 &&
                take_block(w, s))
                return true;
        }
        if ((s->kind != KIR_SET && s->kind != KIR_LET) ||
            (s->kind == KIR_LET && value_of(w, s->value)->op == KIR_GET))
            w->clear = NULL;
    }
    return false;
}

/* Does one of the blocks stay where it is, and the other one move by a byte
 * from place to place? Orders the loads so. */
static bool take_indices(struct window *w)
{
    const int place = w->loop->iter, column = w->columns->iter;

    for (int k = 0; k < 2; k++) {
        w->steps = MOST_STEPS;
        int index = value_of(w, w->load[k])->arg[0];
        if (value_of(w, index)->type != KIR_I64 || !is_linear(w, index) ||
            !moves_by(w, w->load[k], column, 1))
            return false;
    }
    if (moves_by(w, w->load[0], place, 1)) {
        int moving = w->load[0];
        w->load[0] = w->load[1];
        w->load[1] = moving;
    }
    return moves_by(w, w->load[0], place, 0) &&
           moves_by(w, w->load[1], place, 1);
}

/* Iterations that are known to be too few make no window. */
static bool take_loop(struct window *w)
{
    const struct kir_stmt *s = w->loop;
    struct arena *arena = w->f->module->arena;
    const size_t values = (size_t)w->f->value_count;
    enum kir_type type;

    if (s->kind != KIR_FOR || s->flags || !is_number(w, s->step, 1))
        return false;
    type = value_of(w, s->iter)->type;
    if ((type != KIR_I32 && type != KIR_I64) || !take_body(w))
        return false;
    if (kir_is_const(w->f, s->lo) && kir_is_const(w->f, s->hi) &&
        value_of(w, s->hi)->imm.i - value_of(w, s->lo)->imm.i < FEWEST)
        return false;
    w->made = arena_alloc(arena, values * sizeof *w->made);
    w->in_rows = arena_alloc(arena, values * sizeof *w->in_rows);
    w->made[s->iter] = ITERATORS;
    mark(w, &s->body[0], false);
    return take_indices(w);
}

/* The window's loop -------------------------------------------------------- */

/* As it is where the loop over rows begins: rows and columns are 0. */
static int at_first(struct window *w, int value)
{
    struct kir_value v = *value_of(w, value);

    if (!w->in_rows[value])
        return value;
    if (v.op == KIR_ITER)
        return kir_int(w->f, v.type, 0);
    if (v.op == KIR_CAST)
        return kir_cast(w->f, v.narrow, at_first(w, v.arg[0]));
    int a = at_first(w, v.arg[0]), b = at_first(w, v.arg[1]);
    return kir_binary(w->f, v.op, a, b);
}

/* What the iterator of rows is multiplied by in a linear index. */
static int times_row(struct window *w, int value)
{
    struct kir_value v = *value_of(w, value);

    if (value == w->rows->iter)
        return kir_i64(w->f, 1);
    if (!w->in_rows[value] || w->made[value] != ITERATORS || v.op == KIR_ITER)
        return kir_i64(w->f, 0);
    if (v.op == KIR_CAST)
        return times_row(w, v.arg[0]);
    if (v.op == KIR_MUL) {
        int by = w->made[v.arg[0]] == SAME ? 0 : 1;
        int times = times_row(w, v.arg[1 - by]);
        return kir_mul(w->f, at_first(w, v.arg[by]), times);
    }
    int a = times_row(w, v.arg[0]), b = times_row(w, v.arg[1]);
    return kir_binary(w->f, v.op, a, b);
}

/* The operation as it is written: kir_find_window knows it by its form. */
static int raw(struct kir_func *f, enum kir_op op, int a, int b)
{
    struct kir_value v = kir_value_of(op, KIR_I64);

    v.arg[0] = a;
    v.arg[1] = b;
    return kir_put_value(f, &v);
}

/* first + row * i, and + w if that is a value. */
static int row_at(struct kir_func *f, int first, int row, int i, int w)
{
    int at = raw(f, KIR_ADD, first, raw(f, KIR_MUL, i, row));

    return w < 0 ? at : raw(f, KIR_ADD, at, w);
}

static int count_to(struct kir_func *f, int end, unsigned flags)
{
    return kir_for(f, kir_i64(f, 0), end, kir_i64(f, 1), flags);
}

static void window_put(struct kir_func *f, const struct kir_window *what)
{
    int w, i, j, at[2], byte[2];

    w = count_to(f, what->places, KIR_FOR_WINDOW);
    kir_set(f, what->sum, kir_i32(f, 0));
    i = count_to(f, kir_i64(f, what->rows), 0);
    for (int k = 0; k < 2; k++)
        at[k] = row_at(f, what->first[k], what->row[k], i, k ? w : -1);
    j = count_to(f, kir_i64(f, what->columns), 0);
    for (int k = 0; k < 2; k++)
        byte[k] = kir_load(f, what->buffer[k], raw(f, KIR_ADD, at[k], j));
    byte[0] = kir_unary(f, KIR_ABS, kir_sub(f, byte[0], byte[1]));
    kir_set(f, what->sum, kir_add(f, kir_get(f, what->sum), byte[0]));
    kir_end(f);
    kir_end(f);
    kir_store(f, what->to, w, kir_get(f, what->sum));
    kir_end(f);
}

/* Fills the window for the iteration and those behind it. */
static void fill(struct window *w, struct kir_window *what)
{
    for (int k = 0; k < 2; k++) {
        int index = value_of(w, w->load[k])->arg[0];
        what->buffer[k] = value_of(w, w->load[k])->buffer;
        what->first[k] = at_first(w, index);
        what->row[k] = times_row(w, index);
    }
    window_put(w->f, what);
}

/* The block's sum is taken from the window, which is filled where the next one
 * begins. */
static struct kir_block build(struct window *w)
{
    struct kir_func *f = w->f;
    struct kir_stmt place = {.kind = KIR_IF};
    struct kir_window what = {.to = kir_local(f, "window", KIR_I32, KIR_WINDOW),
                              .sum = w->sum,
                              .rows = value_of(w, w->rows->hi)->imm.i,
                              .columns = value_of(w, w->columns->hi)->imm.i};
    int lo, hi, at, in_window;

    kir_line(f, w->rows->line);
    kir_open(f, &place, 0);
    lo = kir_cast(f, KIR_I64, w->loop->lo);
    hi = kir_cast(f, KIR_I64, w->loop->hi);
    at = kir_cast(f, KIR_I64, w->loop->iter);
    in_window =
        kir_binary(f, KIR_AND, kir_sub(f, at, lo), kir_i64(f, KIR_WINDOW - 1));
    kir_if(f, kir_binary(f, KIR_EQ, in_window, kir_i64(f, 0)));
    what.places =
        kir_binary(f, KIR_MIN, kir_sub(f, hi, at), kir_i64(f, KIR_WINDOW));
    fill(w, &what);
    kir_end(f);
    kir_set(f, w->sum, kir_load(f, what.to, in_window));
    kir_close(f);
    return place.body[0];
}

/* Puts what was built in the place of the loop over rows. */
static void change_body(struct window *w)
{
    struct kir_block *body = &w->loop->body[0];
    struct kir_stmt *last = NULL, *next;

    for (struct kir_stmt *s = body->first; s; s = next) {
        struct kir_block made = {s, s};
        next = s->next;
        if (s == w->rows)
            made = build(w);
        last = kir_replace_stmt(body, last, &made, next);
    }
}

static bool change_block(struct kir_func *f, struct kir_block *block)
{
    bool any = false;

    for (struct kir_stmt *s = block->first; s; s = s->next) {
        struct window w = {.f = f, .loop = s};
        if (take_loop(&w)) {
            change_body(&w);
            any = true;
            continue;
        }
        for (int k = 0; k < 2; k++)
            any |= change_block(f, &s->body[k]);
    }
    return any;
}

bool kir_sum_windows(struct kir_module *module)
{
    return vector_change_kernels(module, change_block);
}

/* Its form ----------------------------------------------------------------- */

/* The block's statements but values, which are of these kinds, in order. */
static bool is_made_of(const struct kir_block *block, int count,
                       const enum kir_stmt_kind *kind,
                       const struct kir_stmt **found)
{
    int k = 0;

    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind != KIR_LET) {
            if (k == count || s->kind != kind[k])
                return false;
            found[k++] = s;
        }
    return k == count;
}

static bool makes(const struct kir_block *block, int value)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if ((s->kind == KIR_LET && s->value == value) ||
            (s->kind == KIR_FOR && s->iter == value) ||
            makes(&s->body[0], value) || makes(&s->body[1], value))
            return true;
    return false;
}

/* first + row * i, both made outside. */
static bool find_row(const struct window *w, int index, struct kir_window *what,
                     int k)
{
    const struct kir_value *v = value_of(w, index);

    if (v->op != KIR_ADD)
        return false;
    what->first[k] = v->arg[0];
    what->row[k] = without(w, v->arg[1], KIR_MUL, w->rows->iter);
    return what->row[k] >= 0 && !makes(&w->loop->body[0], what->first[k]) &&
           !makes(&w->loop->body[0], what->row[k]);
}

static bool find_indices(const struct window *w, struct kir_window *what)
{
    for (int k = 0; k < 2; k++) {
        const struct kir_value *load = value_of(w, w->load[k]);
        int at = without(w, load->arg[0], KIR_ADD, w->columns->iter);
        if (k == 1 && at >= 0)
            at = without(w, at, KIR_ADD, w->loop->iter);
        if (at < 0 || !find_row(w, at, what, k))
            return false;
        what->buffer[k] = load->buffer;
    }
    return true;
}

/* Is the number of places none too many? */
static bool is_in_window(const struct window *w, int places)
{
    const struct kir_value *v = value_of(w, places);

    return v->op == KIR_MIN && (is_number(w, v->arg[0], KIR_WINDOW) ||
                                is_number(w, v->arg[1], KIR_WINDOW));
}

bool kir_find_window(const struct kir_func *f, const struct kir_stmt *loop,
                     struct kir_window *what)
{
    static const enum kir_stmt_kind kinds[] = {KIR_SET, KIR_FOR, KIR_STORE};
    const struct kir_stmt *s[3];
    struct window w = {.f = (struct kir_func *)f,
                       .loop = (struct kir_stmt *)loop};

    if (!(loop->flags & KIR_FOR_WINDOW) || !is_number(&w, loop->lo, 0) ||
        !is_in_window(&w, loop->hi) || !is_number(&w, loop->step, 1) ||
        !is_made_of(&loop->body[0], 3, kinds, s) ||
        !is_number(&w, s[0]->value, 0))
        return false;
    w.sum = s[0]->variable;
    if (!take_block(&w, (struct kir_stmt *)s[1]) || !find_indices(&w, what))
        return false;
    const struct kir_value *stored = value_of(&w, s[2]->value);
    what->places = loop->hi;
    what->to = s[2]->buffer;
    what->sum = w.sum;
    what->rows = value_of(&w, w.rows->hi)->imm.i;
    what->columns = value_of(&w, w.columns->hi)->imm.i;
    return stored->op == KIR_GET && stored->imm.i == w.sum &&
           s[2]->index == loop->iter &&
           f->buffer[what->to].space == KIR_LOCAL &&
           f->buffer[what->to].type == KIR_I32 &&
           f->buffer[what->to].count == KIR_WINDOW;
}
