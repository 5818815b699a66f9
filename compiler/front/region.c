/* A marked region as a scop: the survey, the walk, and what follows from
 * both. */
#include "compiler/front/front.h"
#include "compiler/front/loop.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

/* What the region declares goes when its text is replaced. */
static void check_declarations(struct front *f)
{
    for (int k = 0; k < f->survey.symbol_count; k++) {
        const struct symbol *s = f->survey.symbol[k];
        if (!s->declared_inside || !s->outside)
            continue;
        struct fault *fault = front_refuse(
            f, FAULT_STATEMENT, s->decl,
            "'%s' is declared in the region and used after it", s->name);
        FRONT_HINT(f, fault, "declare it before the region");
    }
}

static void finish_arrays(struct front *f)
{
    for (int k = 0; k < f->scop->array_count; k++) {
        struct scop_array *a = &f->scop->array[k];
        bool outside = a->scope == SCOP_OUTSIDE;
        a->read_only = !f->arrays.written[k];
        a->live_in = outside;
        if (outside)
            a->live_out = f->arrays.written[k] &&
                          (a->pointer || a->each || a->moves ||
                           survey_is_live(&f->survey,
                                          f->survey.symbol[f->arrays.root[k]]));
    }
}

/* What iterators hold after the region is computed without its data. */
static void check_iterators(struct front *f)
{
    for (int k = 0; k < f->scop->loop_count; k++) {
        const struct scop_loop *loop = &f->scop->loop[k];
        if (!loop->live_out || !f->walk.guarded[k])
            continue;
        struct fault *fault = fault_add(
            f->faults, FAULT_STATEMENT, loop->node->loc,
            "iterator '%s' is used after the region, and a test of data "
            "decides whether this loop sets it",
            loop->name);
        fault_hint(f->faults, fault, loop->node->loc,
                   "declare the iterator in the for, or say private(%s)",
                   loop->name);
    }
}

/* Is what begins there one loop of the scop alone, or one for each state of the
 * pointers that a loop around it exchanges? A statement that is walked twice
 * otherwise, of a function that is called twice, is two, and so is what one
 * macro makes. */
static bool is_single(const struct front *f, const struct counted_for *mine)
{
    const struct loop_text *text = f->scop->loop[mine->loop].text_of;
    for (int k = 0; k < f->walk.counted_count; k++) {
        const struct counted_for *c = &f->walk.counted[k];
        const struct loop_text *other = f->scop->loop[c->loop].text_of;
        if (c != mine && other && other->begin == text->begin &&
            c->phase == mine->phase)
            return false;
    }
    return true;
}

/* The text of all loops with this one, if each of them may move; the first
 * one's stands for all. */
static const struct loop_text *common_text(const struct scop *s,
                                           const bool *single, int loop)
{
    const struct loop_text *first = NULL;
    for (int k = 0; k < s->loop_count; k++) {
        const struct loop_text *text = s->loop[k].text_of;
        if (!text || text->begin != s->loop[loop].text_of->begin)
            continue;
        if (!single[k])
            return NULL;
        first = first ? first : text;
    }
    return first;
}

/* Does a loop move a pointer of the region's caller, which has a scalar for
 * that? */
static bool moves_carried(struct front *f, CXCursor loop)
{
    for (int k = 0; k < f->carried->count; k++)
        if (!survey_symbol(&f->survey, f->carried->decl[k])->declared_inside &&
            syntax_assigns(f->arena, loop, f->carried->decl[k]))
            return true;
    return false;
}

/* The loops whose text may be moved. */
static void find_texts(struct front *f)
{
    struct scop *s = f->scop;
    if (!loop_text_may_move(&f->survey))
        return;
    for (int k = 0; k < f->walk.counted_count; k++) {
        const struct counted_for *c = &f->walk.counted[k];
        struct scop_loop *loop = &s->loop[c->loop];
        if (moves_carried(f, c->stmt))
            continue;
        loop->text_of =
            loop_text_find(&f->survey, c->stmt, c->iterator, loop->node->step);
    }
    size_t count = (size_t)s->loop_count + 1;
    bool *single = memset(arena_alloc(f->arena, count), 0, count);
    for (int k = 0; k < f->walk.counted_count; k++) {
        const struct counted_for *c = &f->walk.counted[k];
        const struct scop_loop *loop = &s->loop[c->loop];
        single[c->loop] =
            loop->text_of && !loop->each && !loop->live_out && is_single(f, c);
    }
    const struct loop_text **text =
        arena_alloc(f->arena, sizeof(const struct loop_text *) * count);
    for (int k = 0; k < s->loop_count; k++)
        text[k] = s->loop[k].text_of ? common_text(s, single, k) : NULL;
    for (int k = 0; k < s->loop_count; k++)
        s->loop[k].text_of = text[k];
}

/* Strides ------------------------------------------------------------------
 *
 * a[z * sz + y * sy + x] has a shape where sy divides sz, which only the
 * program knows. So sz is written as (sz / sy) * sy, and when the region starts
 * it must be that. Which stride is larger the loops tell: the one that goes
 * with the outermost, but for one that a loop over neighbours counts up to, as
 * s in a[y * c + h * s + x] for x < s. In a[(b * t + y) * c + h * s + x] the
 * strides t * c and c divide one another as they stand, and c is written as (c
 * / s) * s.
 */

enum { STRIDES_MAX = 4, FACTORS_MAX = 4 };

struct stride {
    int count, param[FACTORS_MAX]; /* what it is the product of, ascending */
    int depth;                     /* of the outermost loop that goes by it */
};

struct strides {
    bool other; /* there are strides that are no products of parameters */
    int count;
    struct stride at[STRIDES_MAX];
    int units, unit[STRIDES_MAX]; /* parameters that loops over neighbours count
                                     up to */
    int pairs;                    /* parameters that are multiples of others */
    struct multiple {
        int longer, shorter;
    } pair[STRIDES_MAX + 1];
};

static bool is_iterator(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op == SCOP_ITER;
}

/* How many loops are around the outermost one whose iterator stands there. */
static int depth_of(const struct scop *scop, const struct scop_expr *e)
{
    int least = INT_MAX;
    if (e->op == SCOP_ITER) {
        least = 0;
        for (int k = scop->loop[e->ref].parent; k >= 0;
             k = scop->loop[k].parent)
            least++;
    }
    for (int k = 0; k < e->count; k++) {
        int own = depth_of(scop, e->arg[k]);
        least = own < least ? own : least;
    }
    return least;
}

static void add_stride(struct strides *s, const struct stride *stride)
{
    int k = 0;
    while (k < s->count &&
           (s->at[k].count != stride->count ||
            memcmp(s->at[k].param, stride->param,
                   sizeof *stride->param * (size_t)stride->count) != 0))
        k++;
    if (k == STRIDES_MAX) {
        s->other = true;
        return;
    }
    if (k == s->count)
        s->at[s->count++] = *stride;
    if (stride->depth < s->at[k].depth)
        s->at[k].depth = stride->depth;
}

static const struct scop_expr *without_casts(const struct scop_expr *e)
{
    while (e->op == SCOP_CAST && !scop_type_is_float(e->arg[0]->type))
        e = e->arg[0];
    return e;
}

/* Multiplies the stride by `e`, a product of parameters and integers. */
static bool add_factors(struct stride *stride, const struct scop_expr *e)
{
    e = without_casts(e);
    if (e->op == SCOP_INT)
        return true;
    if (e->op == SCOP_MUL)
        return add_factors(stride, e->arg[0]) && add_factors(stride, e->arg[1]);
    if (e->op != SCOP_PARAM || stride->count == FACTORS_MAX)
        return false;
    int at = stride->count++;
    for (; at > 0 && stride->param[at - 1] > e->ref; at--)
        stride->param[at] = stride->param[at - 1];
    stride->param[at] = e->ref;
    return true;
}

/* A loop over neighbours. */
static void add_unit(const struct scop *scop, int loop, struct strides *s)
{
    const struct scop_node *node = scop->loop[loop].node;
    const struct scop_expr *cond = node ? node->cond : NULL;
    const struct scop_expr *end =
        cond && cond->op == SCOP_LT ? without_casts(cond->arg[1]) : NULL;
    if (end && end->op == SCOP_PARAM && s->units < STRIDES_MAX)
        s->unit[s->units++] = end->ref;
}

static bool is_unit(const struct strides *s, const struct stride *stride)
{
    bool found = false;
    for (int k = 0; k < s->units && stride->count == 1; k++)
        found |= s->unit[k] == stride->param[0];
    return found;
}

/* Is the stride the other one times one parameter? */
static bool is_multiple(const struct stride *longer,
                        const struct stride *shorter)
{
    int k = 0;
    for (int i = 0; i < longer->count; i++)
        k += k < shorter->count && longer->param[i] == shorter->param[k];
    return k == shorter->count && longer->count == k + 1;
}

/* Is the first stride the longer one, by its factors or what the loops tell? */
static bool is_longer(const struct strides *s, const struct stride *a,
                      const struct stride *b)
{
    bool last = is_unit(s, a), other = is_unit(s, b);
    if (is_multiple(a, b) || is_multiple(b, a))
        return is_multiple(a, b);
    return last == other ? a->depth < b->depth : other;
}

/* The strides of a subscript that is multiplied by `outer`: of terms that go by
 * an iterator. */
static void find_strides(const struct scop *scop, const struct scop_expr *e,
                         const struct stride *outer, struct strides *s)
{
    struct stride stride = *outer;
    e = without_casts(e);
    if (!scop_expr_count(e, is_iterator, NULL))
        return;
    if (e->op == SCOP_ADD || e->op == SCOP_SUB || e->op == SCOP_NEG) {
        for (int k = 0; k < e->count; k++)
            find_strides(scop, e->arg[k], outer, s);
    } else if (e->op == SCOP_MUL) {
        bool second = scop_expr_count(e->arg[1], is_iterator, NULL) != 0;
        if (add_factors(&stride, e->arg[!second]))
            find_strides(scop, e->arg[second], &stride, s);
        else
            s->other = true;
    } else if (stride.count) {
        stride.depth = depth_of(scop, e);
        add_stride(s, &stride);
    } else if (e->op == SCOP_ITER) {
        add_unit(scop, e->ref, s);
    }
}

/* Loops over neighbours tell of strides that stand in one subscript. */
static void note_strides(struct front *f, struct scop_expr *access)
{
    struct strides own = {0}, *s = &f->arrays.strides[access->ref];
    if (access->count != 1)
        return;
    find_strides(f->scop, access->arg[0], &(struct stride){0}, &own);
    s->other |= own.other;
    for (int k = 0; k < own.count; k++)
        add_stride(s, &own.at[k]);
    for (int k = 0; k < own.units && own.count > 1; k++) {
        bool known = s->units == STRIDES_MAX;
        for (int i = 0; i < s->units; i++)
            known |= s->unit[i] == own.unit[k];
        if (!known)
            s->unit[s->units++] = own.unit[k];
    }
}

/* Sorts them, the longest first, and notes which parameters must be multiples
 * of others. False if there is no order, or none must. */
static bool are_in_order(const struct scop *scop, struct strides *s)
{
    bool good = !s->other;
    for (int k = 1; k < s->count; k++)
        for (int i = k; i > 0 && is_longer(s, &s->at[i], &s->at[i - 1]); i--) {
            struct stride swap = s->at[i];
            s->at[i] = s->at[i - 1];
            s->at[i - 1] = swap;
        }
    for (int k = 1; k < s->count; k++) {
        const struct stride *a = &s->at[k - 1], *b = &s->at[k];
        good &= is_longer(s, a, b);
        if (is_multiple(a, b))
            continue;
        good &= a->count == 1 && b->count == 1 &&
                scop->param[a->param[0]].type == scop->param[b->param[0]].type;
        s->pair[s->pairs++] = (struct multiple){a->param[0], b->param[0]};
    }
    return good && s->pairs;
}

/* What the caller computes of two strides, if there is the shorter one. */
static struct scop_expr *of_strides(struct front *f, int longer, int shorter,
                                    const char *operator,
                                    const char * otherwise, const char *suffix)
{
    const struct scop_param *a = &f->scop->param[longer],
                            *b = &f->scop->param[shorter];
    const char *text =
        arena_printf(f->arena, "(%s) > 0 ? (%s) %s (%s) : %s", b->text,
                     a->text, operator, b->text, otherwise);
    const char *name = arena_printf(f->arena, "%s_%s", a->name, suffix);
    return front_param(f, name, text, a->type, f->scop->loc);
}

static struct scop_expr *parameter(struct front *f, int number)
{
    struct scop_expr *e = scop_expr_new(
        f->arena, SCOP_PARAM, f->scop->param[number].type, 0, f->scop->loc);
    e->ref = number;
    return e;
}

/* The parameter as a product of the one that it is a multiple of. */
static struct scop_expr *as_product(struct front *f, const struct strides *s,
                                    int param)
{
    for (int k = 0; k < s->pairs; k++)
        if (s->pair[k].longer == param) {
            struct scop_expr *ratio =
                of_strides(f, param, s->pair[k].shorter, "/", "0", "rows");
            return expr_binary(f, SCOP_MUL, ratio,
                               as_product(f, s, s->pair[k].shorter));
        }
    return parameter(f, param);
}

/* The subscript with products for strides; what it reads stays as it is. */
static struct scop_expr *with_products(struct front *f, const struct strides *s,
                                       struct scop_expr *e)
{
    if (e->op == SCOP_ACCESS)
        return e;
    for (int k = 0; e->op == SCOP_PARAM && k < s->pairs; k++)
        if (e->ref == s->pair[k].longer)
            return as_product(f, s, e->ref);
    struct scop_expr *copy =
        scop_expr_new(f->arena, e->op, e->type, e->count, e->loc);
    struct scop_expr **arg = copy->arg;
    *copy = *e;
    copy->arg = arg;
    for (int k = 0; k < e->count; k++)
        arg[k] = with_products(f, s, e->arg[k]);
    return copy;
}

static void put_products(struct front *f, struct scop_expr *access)
{
    const struct strides *s = &f->arrays.strides[access->ref];
    if (access->count == 1 && s->pairs)
        access->arg[0] = with_products(f, s, access->arg[0]);
}

static void rely_on(struct front *f, struct scop_expr *test)
{
    for (int k = 0; k < f->scop->rely_count; k++)
        if (scop_expr_equal(f->scop->rely[k], test))
            return;
    ARENA_PUSH(f->arena, f->scop->rely, f->scop->rely_count, f->arrays.rely_cap,
               test);
}

/* A parameter that is a multiple of the shortest stride elsewhere is one in the
 * offsets of this array, too, as in qkv[y * c3 + c + h * s + x]. */
static void share_multiples(struct front *f, struct strides *s)
{
    if (!s->pairs)
        return;
    int shortest = s->pair[s->pairs - 1].shorter;
    for (int a = 0; a < f->scop->array_count; a++) {
        const struct strides *other = &f->arrays.strides[a];
        for (int k = 0; k < other->pairs && s->pairs <= STRIDES_MAX; k++) {
            bool known = other->pair[k].shorter != shortest;
            for (int i = 0; i < s->pairs; i++)
                known |= s->pair[i].longer == other->pair[k].longer;
            if (!known)
                s->pair[s->pairs++] = other->pair[k];
        }
    }
}

static void shape_by_strides(struct front *f)
{
    struct scop *scop = f->scop;
    f->arrays.strides = arena_alloc(
        f->arena, sizeof *f->arrays.strides * ((size_t)scop->array_count + 1));
    array_visit(f, note_strides);
    for (int a = 0; a < scop->array_count; a++) {
        struct strides *s = &f->arrays.strides[a];
        if (scop->array[a].rank != 1 || scop->array[a].layout ||
            !are_in_order(scop, s))
            s->pairs = 0;
        for (int k = 0; k < s->pairs; k++) {
            struct scop_expr *shorter = parameter(f, s->pair[k].shorter);
            struct scop_expr *rest = of_strides(
                f, s->pair[k].longer, s->pair[k].shorter, "%", "1", "rest");
            struct scop_expr *zero = expr_int(f, 0, rest->type, scop->loc);
            rely_on(f, expr_binary(f, SCOP_GT, shorter, zero));
            rely_on(f, expr_binary(f, SCOP_EQ, rest, zero));
        }
    }
    for (int a = 0; a < scop->array_count; a++)
        share_multiples(f, &f->arrays.strides[a]);
    array_visit(f, put_products);
}

/* Does the C text mention the name? */
static bool mentions(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at++) {
        bool begins = at == text || !(isalnum((unsigned char)at[-1]) ||
                                      at[-1] == '_' || at[-1] == '$');
        char next = at[length];
        if (begins &&
            !(isalnum((unsigned char)next) || next == '_' || next == '$'))
            return true;
    }
    return false;
}

/* A parameter is computed when the region starts, whatever tests stand around
 * what it is for: none may read by way of a pointer that may be null. */
static void check_tested(struct front *f)
{
    const struct scop *scop = f->scop;
    for (int k = 0; k < scop->param_count; k++) {
        const char *name = scop->param[k].tested;
        for (int p = 0; name && p < scop->param_count; p++) {
            if (p == k || !mentions(scop->param[p].text, name))
                continue;
            struct fault *fault = fault_add(
                f->faults, FAULT_POINTER, scop->loc,
                "'%s' may be null, and '%s' is needed before it is tested",
                name, scop->param[p].text);
            FRONT_HINT(f, fault, "test the pointer before the region");
            return;
        }
    }
}

static bool repeats(const struct scop_node *node)
{
    bool found = node->kind == SCOP_REPEAT;
    for (int k = 0; k < node->count && !found; k++)
        found = repeats(node->child[k]);
    return found;
}

/* What loops of the host count by begins with what the caller has put there:
 * from that, a parameter, they only move up or down. */
static void add_entries(struct front *f)
{
    const struct scop *scop = f->scop;
    bool scaled;
    for (int k = 0; k < scop->array_count && repeats(scop->root); k++) {
        const struct scop_array *a = &scop->array[k];
        if (a->rank == 0 && a->scope == SCOP_OUTSIDE && a->view_of == k &&
            (a->type == SCOP_I32 || a->type == SCOP_I64) &&
            scop_direction(scop, k, NULL, &scaled))
            front_param(f, arena_printf(f->arena, "%s_first", a->name), a->base,
                        a->type, a->loc);
    }
}

/* What is done first to a scalar, as far as that is done in any case. */
enum first_use { USE_NONE, USE_SETS, USE_READS };

static enum first_use first_use_of(const struct scop_expr *lhs,
                                   const struct scop_expr *rhs, int array)
{
    bool reads = scop_expr_reads(rhs, array);
    for (int k = 0; k < lhs->count; k++)
        reads |= scop_expr_reads(lhs->arg[k], array);
    return reads ? USE_READS : lhs->ref == array ? USE_SETS : USE_NONE;
}

static enum first_use first_use_in(const struct scop_node *node, int array)
{
    enum first_use use = USE_NONE;
    if (node->kind == SCOP_SET)
        return first_use_of(node->lhs, node->rhs, array);
    if (node->test && !node->last && scop_expr_reads(node->test, array))
        return USE_READS;
    for (int k = 0; k < node->count && use == USE_NONE; k++)
        use = first_use_in(node->child[k], array);
    bool always = node->kind == SCOP_SEQ || node->last;
    return use != USE_NONE && !always ? USE_READS : use;
}

/* May the region read what the scalar holds before? It may not hold anything if
 * a statement sets it first. */
static bool is_read_first(const struct scop *scop, int array)
{
    enum first_use use = USE_NONE;
    for (int k = 0; k < scop->stmt_count && use == USE_NONE; k++) {
        const struct scop_stmt *s = &scop->stmt[k];
        use = s->body ? first_use_in(s->body, array)
                      : first_use_of(s->lhs, s->rhs, array);
        if (s->guard_count && use != USE_NONE)
            use = USE_READS;
        for (int g = 0; g < s->guard_count; g++)
            if (scop_expr_reads(s->guard[g], array))
                use = USE_READS;
    }
    return use == USE_READS;
}

/* The value with which the scalar begins, as a parameter. */
static void add_first(struct front *f, int array)
{
    const struct scop_array *a = &f->scop->array[array];
    if (a->rank == 0 && a->scope == SCOP_OUTSIDE && a->view_of == array &&
        !a->read_only && a->live_in && !a->each && !a->moves &&
        !scop_type_is_float(a->type) && is_read_first(f->scop, array))
        front_param(f, arena_printf(f->arena, "%s_first", a->name), a->base,
                    a->type, a->loc);
}

static void add_firsts_of(struct front *f, const struct scop_expr *e)
{
    if (e->op == SCOP_ACCESS)
        add_first(f, e->ref);
    for (int k = 0; k < e->count; k++)
        add_firsts_of(f, e->arg[k]);
}

/* How far memory is touched that a scalar of the caller's counts along tells
 * where that begins. */
static void add_cursor(struct front *f, struct scop_expr *access)
{
    bool open = access->count && !f->scop->array[access->ref].extent[0];
    for (int k = 0; k < access->count && open; k++)
        add_firsts_of(f, access->arg[k]);
}

static void find_looks(struct survey *survey, struct scop *scop)
{
    struct look_aheads list = {0};
    if (!clang_counts(survey->unit, survey->mark->begin, survey->mark->end))
        look_ahead_find(survey, &list);
    scop->look_count = list.count;
    scop->look = list.at;
}

static struct scop *place(struct unit *unit, int k)
{
    struct scop *scop = arena_alloc(unit->arena, sizeof *scop);
    const struct mark *mark = &unit->mark[k];
    scop->arena = unit->arena;
    scop->file = unit->path;
    scop->function =
        clang_text(unit->arena, clang_getCursorSpelling(mark->function));
    scop->begin = mark->begin;
    scop->end = mark->end;
    scop->insert = mark->insert;
    scop->loc = mark->loc;
    return scop;
}

struct scop *front_place(struct unit *unit, int k)
{
    struct survey *survey = arena_alloc(unit->arena, sizeof *survey);
    struct scop *scop = place(unit, k);
    survey->unit = unit;
    survey->mark = &unit->mark[k];
    survey->arena = unit->arena;
    survey_function(survey);
    find_looks(survey, scop);
    scop->promised = promise_find(survey);
    return scop;
}

/* Where else the same was found. */
static void note_repeats(struct front *f)
{
    for (struct fault *fault = fault_since(f->faults, &f->before); fault;
         fault = fault->next)
        if (fault->repeats)
            fault_note(f->faults, fault, fault->loc,
                       "so %s %d more place%s of the region",
                       fault->repeats == 1 ? "is" : "are", fault->repeats,
                       fault->repeats == 1 ? "" : "s");
}

static struct scop *take_region(struct unit *unit, int k, struct faults *faults,
                                struct carried *carried)
{
    const struct mark *mark = &unit->mark[k];
    struct front *f = arena_alloc(unit->arena, sizeof *f);
    struct nodes nodes = {0};
    f->unit = f->survey.unit = unit;
    f->mark = f->survey.mark = mark;
    f->arena = f->survey.arena = unit->arena;
    f->faults = faults;
    f->errors = faults->errors;
    f->before = *faults;
    f->scop = place(unit, k);
    f->walk.statements = &statements_of_c;
    f->carried = carried;
    survey_function(&f->survey);
    find_looks(&f->survey, f->scop);
    f->scop->promised = promise_find(&f->survey);
    check_declarations(f);
    if (f->survey.too_deep)
        front_refuse(f, FAULT_TOO_COMPLEX, mark->function,
                     "the function around the region is nested too deeply");
    if (clang_counts(unit, mark->begin, mark->end))
        front_refuse_with(f, FAULT_EXPRESSION,
                          mark->stmt_count ? mark->stmt[0] : mark->function,
                          "__COUNTER__ would count the copies of this region",
                          "give its value to a constant before the region");
    pointer_begin(f, &nodes);
    for (int s = 0; s < mark->stmt_count; s++)
        if (!chase_refuse(f, mark->stmt[s], mark->stmt[s], true))
            front_stmt(f, mark->stmt[s], &nodes);
    struct scop_node *root = arena_alloc(f->arena, sizeof *root);
    root->kind = SCOP_SEQ;
    root->loc = mark->loc;
    root->count = nodes.count;
    root->child = nodes.at;
    f->scop->root = root;
    finish_arrays(f);
    clause_parse(f);
    lvalue_parameter_extents(f);
    layout_apply(f);
    for (int a = 0; a < f->arrays.promised_count; a++)
        private_find(f, f->arrays.promised[a], true);
    for (int a = 0; a < f->scop->array_count; a++)
        private_find(f, a, false);
    check_iterators(f);
    if (faults->errors == f->errors)
        array_linearise(f);
    if (faults->errors == f->errors)
        shape_by_strides(f);
    if (faults->errors == f->errors)
        find_texts(f);
    if (faults->errors == f->errors)
        check_tested(f);
    if (faults->errors == f->errors)
        add_entries(f);
    if (faults->errors == f->errors)
        array_visit(f, add_cursor);
    note_repeats(f);
    return faults->errors == f->errors ? f->scop : NULL;
}

struct scop *front_region(struct unit *unit, int k, struct faults *faults)
{
    struct carried carried = {0};
    const struct faults before = *faults;
    struct scop *scop = take_region(unit, k, faults, &carried);
    while (!scop && carried.more) {
        carried.more = false;
        carried.count = carried.astray ? 0 : carried.count; /* as at first */
        fault_rewind(faults, &before);
        scop = take_region(unit, k, faults, &carried);
        carried.more |= carried.astray && carried.count;
    }
    return scop;
}
