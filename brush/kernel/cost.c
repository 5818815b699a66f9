/* What a kernel costs, by one walk over its statements: how often each loop
 * runs is known or given, and within each straight run of statements values are
 * followed that do not fit into registers. Put away is what is needed last,
 * which is the least that can be done; compilers do more, but it grows as
 * theirs does. */
#include "brush/kernel/local.h"

#include <limits.h>

/* Registers of a GPU's thread, of 32 bits, but for those with addresses. */
enum { THREAD_REGISTERS = 224, MOST_REGISTERS = THREAD_REGISTERS };

/* Bytes of an instruction, about: on the host with its prefix and its offset,
 * on GPUs exactly. */
enum { HOST_BYTES = 8, DEVICE_BYTES = 16 };

/* What is divided or rooted, and what lies at a place of each lane's own, in
 * operations on vectors. */
enum { SPECIAL = 8, GATHER = 8 };

/* What else is weighed against an operation: chosen by hand, so that the order
 * of what brush tune measured of s and p shells on a core with AVX-512 comes
 * out best. Loads and stores of lines that the nearest cache holds go beside
 * arithmetic, and count as a third; what leaves registers and comes back is
 * waited for; a round of a loop costs as much as six operations, which is what
 * short loops over brackets lose. */
static const double weight_load = 0.3, weight_store = 0.3, weight_spill = 1,
                    weight_loop = 6;

/* A value where it is computed or used in a run. */
struct touch {
    int value;
    int next; /* the place of its next use in the run, or INT_MAX */
};

/* A file of registers. */
struct file {
    int size, count;
    struct touch held[MOST_REGISTERS];
    int *where; /* per value: its register + 1 */
    int *saved; /* per value: the run in which it was put away */
};

struct walker {
    struct arena *arena;
    const struct kir_func *f;
    int lanes;
    int trip_count[2]; /* of the loops over primitive pairs, outermost first */
    int depth;         /* how many of them are open */
    struct file file[KERNEL_FILES];
    bool *counted; /* per value: a number, or an integer made of numbers */
    int *source; /* per value: itself, or what it is the negative or bits of */
    int *born;   /* per value: the run that it was computed in */
    int *next;   /* per value, while a run is looked at from its end */
    int run;
    struct touch *touch; /* of the run at hand */
    int touches, cap;
    int instructions;
    struct kernel_work *work;
};

/* Runs --------------------------------------------------------------------- */

/* Whether memory has a value that leaves a register. */
static bool is_saved(const struct walker *w, const struct file *file, int value)
{
    return w->born[value] != w->run || file->saved[value] == w->run;
}

static void drop(struct file *file, int at)
{
    file->where[file->held[at].value] = 0;
    file->held[at] = file->held[--file->count];
    if (at < file->count)
        file->where[file->held[at].value] = at + 1;
}

/* Frees a register; returns how many stores that took. */
static int make_room(const struct walker *w, struct file *file)
{
    int last = 0, value;
    bool saved;

    if (file->count < file->size)
        return 0;
    for (int i = 1; i < file->count; i++)
        if (file->held[i].next > file->held[last].next)
            last = i;
    value = file->held[last].value;
    saved = is_saved(w, file, value);
    file->saved[value] = w->run;
    drop(file, last);
    return !saved;
}

/* The loads and stores that a run needs with these registers, beyond the first
 * loads of what was there before. */
static int follow(struct walker *w, struct file *file)
{
    int traffic = 0;

    for (int i = 0; i < w->touches; i++) {
        const struct touch *t = &w->touch[i];
        int at = file->where[t->value] - 1;

        if (at < 0) {
            traffic += make_room(w, file);
            traffic += file->saved[t->value] == w->run;
            at = file->count++;
            file->where[t->value] = at + 1;
        }
        file->held[at] = *t;
        if (t->next == INT_MAX)
            drop(file, at);
    }
    return traffic;
}

/* Finds the next uses; counts the most values alive, and what is loaded: in
 * vectors what was there before, spread to all lanes. */
static int look_back(struct walker *w, int *most)
{
    int live = 0, loads = 0;

    for (int i = w->touches - 1; i >= 0; i--) {
        struct touch *t = &w->touch[i];

        t->next = w->next[t->value] ? w->next[t->value] : INT_MAX;
        w->next[t->value] = i + 1;
    }
    for (int i = 0; i < w->touches; i++) {
        const struct touch *t = &w->touch[i];

        if (w->next[t->value] == i + 1) {
            live++;
            loads += w->lanes > 1 && w->born[t->value] != w->run;
        }
        *most = live > *most ? live : *most;
        live -= t->next == INT_MAX;
    }
    for (int i = 0; i < w->touches; i++)
        w->next[w->touch[i].value] = 0;
    return loads;
}

/* How often a run is executed, and how often the loop is begun that it is in:
 * where all values fit, what was there before the loop stays. */
struct frequency {
    double times, begun;
};

static void end_run(struct walker *w, struct frequency q)
{
    int live = 0, loads = look_back(w, &live);

    w->instructions += loads;
    w->work->loads += loads * (live <= w->file[0].size ? q.begun : q.times);
    for (int i = 0; i < KERNEL_FILES; i++) {
        int traffic = follow(w, &w->file[i]);

        if (i == 0)
            w->instructions += traffic;
        w->work->spills[i] += q.times * traffic;
    }
    w->work->live = live > w->work->live ? live : w->work->live;
    w->touches = 0;
    w->run++;
}

static void touch(struct walker *w, int value)
{
    struct touch t = {w->source[value], INT_MAX};

    if (w->counted[value])
        ARENA_PUSH(w->arena, w->touch, w->touches, w->cap, t);
}

/* Statements --------------------------------------------------------------- */

static void count_load(struct walker *w, const struct kir_value *v,
                       double times)
{
    if (w->counted[v->arg[0]] && w->lanes > 1)
        w->work->arithmetic += times * GATHER;
    else
        w->work->loads += times;
    w->instructions++;
}

/* Signs are part of the operation that takes them, and bits are what they are.
 * Addresses, which are integers not made of numbers, are free: the machine adds
 * them up beside the load, and the optimiser shares the rest. */
static void count_value(struct walker *w, int number, double times)
{
    const struct kir_value *v = &w->f->value[number];
    bool special = v->op == KIR_DIV || v->op == KIR_SQRT;

    if (v->op == KIR_NEG || v->op == KIR_BITCAST) {
        w->source[number] = w->source[v->arg[0]];
        w->counted[number] = w->counted[v->arg[0]];
        return;
    }
    for (int i = 0; i < kir_op_operands(v->op); i++) {
        w->counted[number] = w->counted[number] || w->counted[v->arg[i]];
        touch(w, v->arg[i]);
    }
    w->born[number] = w->run;
    if (v->op == KIR_LOAD) {
        count_load(w, v, times);
    } else if (w->counted[number] && v->op != KIR_GET) {
        w->work->arithmetic += times * (special ? SPECIAL : 1);
        w->instructions++;
    }
    touch(w, number);
}

static bool is_constant(const struct walker *w, int value)
{
    return w->f->value[value].op == KIR_CONST;
}

/* How often a loop runs: over lanes, once for all of them. A loop with a given
 * beginning and without a given end goes over primitive pairs. */
static double trip_count(const struct walker *w, const struct kir_stmt *s)
{
    const struct kir_value *value = w->f->value;

    if (!is_constant(w, s->lo))
        return 1;
    if (!is_constant(w, s->hi))
        return w->trip_count[w->depth];
    return (double)(value[s->hi].imm.i - value[s->lo].imm.i) /
           (s->flags & KIR_FOR_SIMD ? w->lanes : 1);
}

static void walk(struct walker *w, const struct kir_block *block,
                 struct frequency q);

static void walk_loop(struct walker *w, const struct kir_stmt *s,
                      struct frequency q)
{
    int open = is_constant(w, s->lo) && !is_constant(w, s->hi);
    double trips = trip_count(w, s);
    struct frequency inner = {q.times * trips, trips == 1 ? q.begun : q.times};

    w->work->loops += inner.times;
    w->depth += open;
    walk(w, &s->body[0], inner);
    w->depth -= open;
}

static void walk(struct walker *w, const struct kir_block *block,
                 struct frequency q)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        switch (s->kind) {
        case KIR_LET:
            count_value(w, s->value, q.times);
            break;
        case KIR_SET:
            touch(w, s->value);
            break;
        case KIR_STORE:
            touch(w, s->value);
            w->work->stores += q.times;
            w->instructions++;
            break;
        case KIR_FOR:
            end_run(w, q);
            walk_loop(w, s, q);
            break;
        default:
            end_run(w, q);
            walk(w, &s->body[0], q);
            break;
        }
    end_run(w, q);
}

/* The whole ---------------------------------------------------------------- */

static int *per_value(const struct walker *w)
{
    return arena_alloc(w->arena, (size_t)w->f->value_count * sizeof(int));
}

static void init_file(struct walker *w, struct file *file, int size)
{
    file->size = size;
    file->where = per_value(w);
    file->saved = per_value(w);
}

static void init_values(struct walker *w)
{
    w->source = per_value(w);
    w->born = per_value(w);
    w->next = per_value(w);
    w->counted =
        arena_alloc(w->arena, (size_t)w->f->value_count * sizeof *w->counted);
    for (int i = 0; i < w->f->value_count; i++) {
        w->source[i] = i;
        w->counted[i] = kir_is_float(w->f->value[i].type);
    }
}

void kernel_count(const struct kir_func *f, const struct kernel_shape *shape,
                  int inner, struct kernel_work *work)
{
    struct walker *w;
    struct arena *arena = arena_new();
    bool threads = shape->lanes == 1;

    *work = (struct kernel_work){.live = 0};
    w = arena_alloc(arena, sizeof *w);
    w->arena = arena;
    w->f = f;
    w->lanes = shape->lanes;
    w->trip_count[0] = shape->primitives[!inner];
    w->trip_count[1] = shape->primitives[inner];
    w->run = 1;
    w->work = work;
    init_values(w);
    for (int i = 0; i < KERNEL_FILES; i++)
        init_file(w, &w->file[i],
                  threads ? THREAD_REGISTERS * 4 / kir_type_size(shape->type)
                          : KERNEL_VECTORS >> i);
    walk(w, &f->body, (struct frequency){1, 1});
    work->bytes = w->instructions * (threads ? DEVICE_BYTES : HOST_BYTES);
    arena_free(arena);
}

double kernel_cost(const struct kernel_work *work)
{
    return work->arithmetic + weight_load * work->loads +
           weight_store * work->stores + weight_spill * work->spills[0] +
           weight_loop * work->loops;
}
