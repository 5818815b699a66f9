/*
 * Recognises closures such as Floyd and Warshall's, and rewrites them so that
 * several steps are done on a block at once (closure_blocking.h has the forms
 * and the order that they need).
 */
#include "polyhedral/rewrite/closure_blocking.h"
#include "polyhedral/rewrite/build.h"
#include "polyhedral/rewrite/reduction.h"

/* The loops, by what they do: K, the steps; X, the rows; Y, the columns. */
enum { K, X, Y, LOOPS };

/* What an access to the array is in step k. */
enum kind { OWN, COLUMN, ROW, KINDS, OTHER };

/* Where rows or columns are: less than those of the block, or beyond. What is
 * less sees a version from before the step, what is beyond from after it. */
enum side { BEFORE, AFTER, SIDES };

struct closure {
    struct scop_build *b;
    const struct scop *scop;
    const struct scop_stmt *stmt;
    struct strip loop[LOOPS];
    struct scop_expr *at[LOOPS]; /* the number of each loop's open iteration */
    int block;                   /* the open loop over blocks */
    int version[KINDS][SIDES];   /* of columns and rows: [step][number] */
    int access_count, access_cap;
    const struct scop_expr **access; /* to the array */
    bool from_zero;                  /* no loop has an iteration below */
    const struct scop_expr *end;     /* all loops' bound, plainly */
};

/* Finding ------------------------------------------------------------------ */

/* Without conversions that change no value, as far as signs are concerned of
 * what is below zero nowhere. */
static const struct scop_expr *plain(const struct closure *c,
                                     const struct scop_expr *e)
{
    const struct scop_expr *inner = scop_expr_unwidened(e);
    while (c->from_zero && inner->op == SCOP_CAST &&
           !scop_type_is_float(inner->arg[0]->type) &&
           scop_type_size(inner->type) >= scop_type_size(inner->arg[0]->type))
        inner = scop_expr_unwidened(inner->arg[0]);
    return inner;
}

static bool is_loop(const struct closure *c, const struct scop_expr *e,
                    const struct scop_node *node)
{
    e = plain(c, e);
    return e->op == SCOP_ITER && e->ref == node->loop;
}

/* An access's row and column; NULL: they are not to be told apart. */
struct place {
    const struct scop_expr *row, *column;
};

/* Is it the operation, in a type in which it does not wrap around? */
static bool is_exact(const struct scop_expr *e, enum scop_op op)
{
    return e->op == op &&
           (scop_type_is_signed(e->type) || scop_type_size(e->type) == 8);
}

/* Of element [row * n + column], where rows and columns are below n. */
static struct place place_in(const struct closure *c, const struct scop_expr *e)
{
    struct place place = {NULL, NULL};
    e = plain(c, e);
    for (int k = 0; is_exact(e, SCOP_ADD) && c->from_zero && k < 2; k++) {
        const struct scop_expr *product = plain(c, e->arg[k]);
        for (int i = 0; is_exact(product, SCOP_MUL) && i < 2; i++)
            if (scop_expr_equal(plain(c, product->arg[i]), c->end))
                place = (struct place){product->arg[!i], e->arg[!k]};
    }
    return place;
}

static struct place place_of(const struct closure *c,
                             const struct scop_expr *access)
{
    if (access->count == 1)
        return place_in(c, access->arg[0]);
    return (struct place){access->arg[0], access->arg[1]};
}

static enum kind kind_of(const struct closure *c,
                         const struct scop_expr *access)
{
    static const struct {
        int row, column;
    } subscript[KINDS] = {[OWN] = {X, Y}, [COLUMN] = {X, K}, [ROW] = {K, Y}};
    struct place place = place_of(c, access);
    for (int k = 0; place.row && k < KINDS; k++)
        if (is_loop(c, place.row, c->loop[subscript[k].row].node) &&
            is_loop(c, place.column, c->loop[subscript[k].column].node))
            return (enum kind)k;
    return OTHER;
}

static bool note_accesses(struct closure *c, const struct scop_expr *e)
{
    bool known = true;
    if (e->op == SCOP_ACCESS && e->ref == c->stmt->lhs->ref) {
        ARENA_PUSH(c->scop->arena, c->access, c->access_count, c->access_cap,
                   e);
        return kind_of(c, e) != OTHER;
    }
    for (int k = 0; k < e->count && known; k++)
        known = note_accesses(c, e->arg[k]);
    return known;
}

static bool has_kind(const struct closure *c, enum kind kind)
{
    bool found = false;
    for (int k = 0; k < c->access_count; k++)
        found |= kind_of(c, c->access[k]) == kind;
    return found;
}

/* Has the array's memory no other name, and are its elements told apart by one
 * or two subscripts? */
static bool is_plain_array(const struct scop *scop, int array)
{
    const struct scop_array *a = &scop->array[array];
    bool alone = (a->rank == 1 || a->rank == 2) && a->unit == 1 && !a->made;
    for (int k = 0; k < scop->array_count; k++)
        alone &= k == array || scop->array[k].view_of != a->view_of;
    return alone;
}

/* Do both go through the same numbers, which depend on neither? They end at a
 * bound, so that what is beyond it can be asked for. */
static bool are_alike(const struct closure *c, const struct scop_node *x,
                      const struct scop_node *y)
{
    const struct scop_loop *loop = c->scop->loop;
    const struct scop_expr *p = x->cond, *q = y->cond;
    bool upward = x->step > 0 && x->step == y->step && p->op == q->op &&
                  (p->op == SCOP_LT || p->op == SCOP_LE) &&
                  p->type == q->type &&
                  loop[x->loop].type == loop[y->loop].type &&
                  p->arg[0]->type == q->arg[0]->type;
    return upward && scop_expr_equal(x->init, y->init) &&
           scop_expr_equal(p->arg[1], q->arg[1]) && is_loop(c, p->arg[0], x) &&
           is_loop(c, q->arg[0], y);
}

static bool is_constant(const struct scop_expr *e)
{
    bool constant = e->op != SCOP_ITER && e->op != SCOP_ACCESS;
    for (int k = 0; k < e->count && constant; k++)
        constant = is_constant(e->arg[k]);
    return constant;
}

/* The loops and their bound, which all share. */
static bool take_loops(struct closure *c, const struct scop_node *const *loop)
{
    const struct scop_expr *first = loop[0]->init;
    enum scop_type type = c->scop->loop[loop[0]->loop].type;
    c->from_zero = first->op == SCOP_INT && first->ival >= 0 &&
                   loop[0]->cond->op == SCOP_LT;
    if (!is_constant(first) || !is_constant(loop[0]->cond->arg[1]) ||
        !are_alike(c, loop[0], loop[1]) || !are_alike(c, loop[0], loop[2]) ||
        !scop_type_is_signed(type))
        return false;
    c->end = plain(c, loop[0]->cond->arg[1]);
    struct place own = place_of(c, c->stmt->lhs);
    bool turned = own.row && is_loop(c, own.row, loop[2]);
    for (int k = 0; k < LOOPS; k++)
        c->loop[k] = (struct strip){
            .node = loop[k && turned ? LOOPS - k : k],
            .type = type == SCOP_I32 ? SCOP_I32 : SCOP_I64,
            .size = CLOSURE_STEPS,
        };
    return true;
}

/* Three loops around nothing but each other and one assignment? */
static bool find_nest(struct closure *c, const struct scop_node *node)
{
    const struct scop_node *loop[LOOPS];
    for (int k = 0; k < LOOPS; k++) {
        if (node->kind != SCOP_FOR || !strip_may_take(c->scop, node))
            return false;
        loop[k] = node;
        node = strip_only_child(node->child[0]);
    }
    if (node->kind != SCOP_STMT)
        return false;
    c->stmt = &c->scop->stmt[node->stmt];
    return !c->stmt->body && is_plain_array(c->scop, c->stmt->lhs->ref) &&
           take_loops(c, loop);
}

static bool is_closure(struct closure *c, const struct scop_node *node)
{
    enum { FEW = 4 * CLOSURE_STEPS };
    c->access_count = 0;
    bool known = find_nest(c, node) && strip_trips(node) > FEW &&
                 note_accesses(c, c->stmt->lhs) &&
                 note_accesses(c, c->stmt->rhs);
    for (int k = 0; known && k < c->stmt->guard_count; k++)
        known = note_accesses(c, c->stmt->guard[k]);
    return known && kind_of(c, c->stmt->lhs) == OWN && has_kind(c, COLUMN) &&
           has_kind(c, ROW);
}

/* Expressions -------------------------------------------------------------- */

static struct scop_expr *number(const struct closure *c, int64_t value)
{
    return build_int(c->b, c->loop[K].type, value);
}

static struct scop_expr *below(const struct closure *c, struct scop_expr *x,
                               struct scop_expr *y)
{
    return build_binary(c->b, SCOP_LT, x, y);
}

/* The number of the block's first step, or with `blocks` that of a later one.
 */
static struct scop_expr *first_step(const struct closure *c, int blocks)
{
    struct scop_expr *block =
        build_sum(c->b, build_iter(c->b, c->block), number(c, blocks));
    return build_times(c->b, block, CLOSURE_STEPS);
}

/* Row or column k, as it is before or after step k. */
static struct scop_expr *version(const struct closure *c, enum kind kind,
                                 enum side side, int step)
{
    struct scop_expr *subscript[] = {build_iter(c->b, step),
                                     c->at[kind == ROW ? Y : X]};
    return build_access(c->b, c->version[kind][side], 2, subscript);
}

/* The first access of that kind, as the statement has it. */
static struct scop_expr *original(const struct closure *c, enum kind kind)
{
    int k = 0;
    while (kind_of(c, c->access[k]) != kind)
        k++;
    return build_copy(c->b, c->access[k]);
}

static void put(const struct closure *c, struct scop_expr *lhs,
                struct scop_expr *rhs)
{
    build_stmt(c->b, lhs, rhs, 0, NULL);
}

/* What may not be evaluated where C does not: it fails, or is no element that
 * the statement touches anyway. */
static bool is_unsafe(const struct scop_expr *e, const void *user)
{
    const struct closure *c = user;
    return e->op == SCOP_DIV || e->op == SCOP_REM || e->op == SCOP_CALL ||
           (e->op == SCOP_ACCESS && e->count && e->ref != c->stmt->lhs->ref);
}

static bool is_bit(const struct scop_expr *e)
{
    if (e->op == SCOP_AND || e->op == SCOP_OR)
        return is_bit(e->arg[0]) && is_bit(e->arg[1]);
    return scop_op_is_test(e->op);
}

/* Makes both tests of && and ||, so that no branches keep iterations from
 * filling vectors. */
static void make_all_tests(struct scop_expr *e)
{
    for (int k = 0; k < e->count; k++)
        make_all_tests(e->arg[k]);
    if ((e->op == SCOP_LAND || e->op == SCOP_LOR) && is_bit(e->arg[0]) &&
        is_bit(e->arg[1]))
        e->op = e->op == SCOP_LAND ? SCOP_AND : SCOP_OR;
}

/* What the element becomes: what it was, where a guard does not hold. */
static struct scop_expr *new_value(const struct closure *c)
{
    struct scop_build *b = c->b;
    const struct scop_stmt *s = c->stmt;
    enum scop_type type = s->lhs->type;
    bool narrow = !scop_type_is_float(type) && scop_type_size(type) < 4;
    enum scop_type wide = narrow ? SCOP_I32 : type;
    int unsafe = scop_expr_count(s->rhs, is_unsafe, c);
    struct scop_expr *value = build_copy(b, s->rhs);
    for (int k = s->guard_count; k-- > 0;) {
        struct scop_expr *test = build_copy(b, s->guard[k]);
        if (!is_bit(test))
            test = build_binary(b, SCOP_NE, test, build_int(b, test->type, 0));
        unsafe += scop_expr_count(s->guard[k], is_unsafe, c);
        value = build_choice(b, test, build_cast(b, wide, value),
                             build_cast(b, wide, build_copy(b, s->lhs)));
    }
    value = build_cast(b, type, value);
    if (!unsafe)
        make_all_tests(value);
    return value;
}

/* The statement, what it accesses being `by` (NULL: the array). */
static void put_update(const struct closure *c, struct scop_expr *const *by)
{
    struct scop_build *b = c->b;
    int replaced = b->replaced_count;
    for (int k = 0; k < c->access_count; k++) {
        struct scop_expr *other = by[kind_of(c, c->access[k])];
        if (other)
            build_replace(b, c->access[k], other);
    }
    put(c, build_copy(b, c->stmt->lhs), new_value(c));
    b->replaced_count = replaced;
}

/* Loops -------------------------------------------------------------------- */

static void bind(struct closure *c, int loop, struct scop_expr *at)
{
    c->at[loop] = at;
    strip_bind(c->b, &c->loop[loop], at);
}

static void close(struct closure *c)
{
    build_close(c->b);
    build_unbind(c->b, 1);
}

/* The iterations of a loop that are in the block. */
static int open_inside(struct closure *c, int loop, const char *suffix)
{
    const struct strip *s = &c->loop[loop];
    int iter = build_for(c->b, s->node->loop, suffix, s->type);
    bind(c, loop, build_sum(c->b, first_step(c, 0), build_iter(c->b, iter)));
    build_while(c->b, strip_both(c->b, s, iter, CLOSURE_STEPS));
    return iter;
}

static int open_lane_inside(struct closure *c, int loop)
{
    int iter = open_inside(c, loop, "lane");
    build_lane(c->b, iter);
    return iter;
}

/* Iteration `from`, counted from the first on that side. */
static struct scop_expr *outside(const struct closure *c, enum side side,
                                 struct scop_expr *from)
{
    return side == BEFORE ? from : build_sum(c->b, first_step(c, 1), from);
}

static struct scop_expr *goes_on(const struct closure *c, int loop,
                                 enum side side)
{
    return side == BEFORE ? below(c, c->at[loop], first_step(c, 0))
                          : strip_goes_on(c->b, &c->loop[loop]);
}

static void open_outside(struct closure *c, int loop, enum side side)
{
    const struct strip *s = &c->loop[loop];
    int iter = build_for(c->b, s->node->loop, "other", s->type);
    bind(c, loop, outside(c, side, build_iter(c->b, iter)));
    build_while(c->b, goes_on(c, loop, side));
}

/* A team for a block's number of them. */
static int open_team(struct closure *c, int loop)
{
    const struct strip *s = &c->loop[loop];
    int team = build_for(c->b, s->node->loop, "team", s->type);
    build_team(c->b, team, CLOSURE_STEPS);
    bind(c, loop, build_times(c->b, build_iter(c->b, team), CLOSURE_STEPS));
    build_while(c->b, strip_goes_on(c->b, s));
    build_unbind(c->b, 1);
    return team;
}

/* The team's iterations of a loop, each a lane or one after the other. */
static int open_of_team(struct closure *c, int loop, int team, bool lanes)
{
    const struct strip *s = &c->loop[loop];
    struct scop_build *b = c->b;
    int iter = build_for(b, s->node->loop, lanes ? "lane" : "step", s->type);
    if (lanes)
        build_lane(b, iter);
    bind(c, loop,
         build_sum(b, build_times(b, build_iter(b, team), CLOSURE_STEPS),
                   build_iter(b, iter)));
    build_while(b, strip_both(b, s, iter, CLOSURE_STEPS));
    return iter;
}

/* Pieces ------------------------------------------------------------------- */

/* A team's elements: a block's steps, rows or columns by as many. */
struct tile {
    int array, team;
};

/* What follows each other in a tile is padded: lanes that go along it together
 * are in different banks. */
static struct tile new_tile(struct closure *c, const char *name, int team)
{
    const struct scop_expr *of = c->stmt->lhs;
    const char *own = c->scop->array[of->ref].name;
    const int64_t extent[] = {CLOSURE_STEPS, CLOSURE_STEPS + 1};
    struct tile tile = {.team = team};
    tile.array = build_array(
        c->b, arena_printf(c->b->arena, "%s_%s", own, name), of->type, 3);
    build_team_array(c->b, tile.array, 2, extent);
    return tile;
}

static struct scop_expr *element(const struct closure *c,
                                 const struct tile *tile,
                                 struct scop_expr *first, int second)
{
    struct scop_expr *subscript[] = {build_iter(c->b, tile->team), first,
                                     build_iter(c->b, second)};
    return build_access(c->b, tile->array, 3, subscript);
}

static struct scop_expr *at(const struct closure *c, const struct tile *tile,
                            int first, int second)
{
    return element(c, tile, build_iter(c->b, first), second);
}

/* The block's rows (inner: X) or columns (Y), of which a team has as many
 * elements each; and of the others what they are on either side. */
struct panel {
    int inner, outer, team;
    struct tile tile, other[SIDES];
};

static int open_panel_lane(struct closure *c, const struct panel *p)
{
    return open_of_team(c, p->outer, p->team, true);
}

/* Between memory and the tile elements are moved along rows. */
static void move_panel(struct closure *c, const struct panel *p, bool out)
{
    bool rows = p->inner == X;
    int step =
        rows ? open_inside(c, X, "step") : open_of_team(c, X, p->team, false);
    int lane = rows ? open_panel_lane(c, p) : open_lane_inside(c, Y);
    struct scop_expr *tile =
        rows ? at(c, &p->tile, step, lane) : at(c, &p->tile, lane, step);
    if (out)
        put(c, original(c, OWN), tile);
    else
        put(c, tile, original(c, OWN));
    close(c);
    close(c);
}

static void open_team_if(struct closure *c, const struct panel *p,
                         enum scop_op op)
{
    build_if(c->b, build_binary(c->b, op, build_iter(c->b, p->team),
                                build_iter(c->b, c->block)));
}

/* What the others are in the tile on the diagonal, on the team's side of it. */
static void fetch_others(struct closure *c, const struct panel *p)
{
    static const enum scop_op test[SIDES] = {SCOP_LE, SCOP_GE};
    int step = open_inside(c, K, "step"), lane = open_lane_inside(c, p->inner);
    for (int side = 0; side < SIDES; side++) {
        open_team_if(c, p, test[side]);
        put(c, at(c, &p->other[side], step, lane),
            version(c, p->inner == X ? COLUMN : ROW, (enum side)side, step));
        build_endif(c->b);
    }
    close(c);
    close(c);
}

/* Columns leave the tile on the diagonal to the rows, which still need it as it
 * was. */
static void return_panel(struct closure *c, const struct panel *p)
{
    if (p->inner == Y)
        open_team_if(c, p, SCOP_NE);
    move_panel(c, p, true);
    if (p->inner == Y)
        build_endif(c->b);
}

static void keep_panel(struct closure *c, const struct panel *p, enum side when,
                       int step)
{
    int lane = open_panel_lane(c, p);
    put(c, version(c, p->inner == X ? ROW : COLUMN, when, step),
        at(c, &p->tile, step, lane));
    close(c);
}

/* Lanes up to the step see the old version, those beyond it the new one. */
static void update_panel(struct closure *c, const struct panel *p,
                         enum side side, int step)
{
    enum kind mine = p->inner == X ? ROW : COLUMN;
    enum kind other = p->inner == X ? COLUMN : ROW;
    int inner = open_inside(c, p->inner, "step"), lane = open_panel_lane(c, p);
    struct scop_expr *by[KINDS];
    by[OWN] = at(c, &p->tile, inner, lane);
    by[mine] = at(c, &p->tile, step, lane);
    by[other] = at(c, &p->other[side], step, inner);
    build_if(c->b, build_binary(c->b, side == BEFORE ? SCOP_LE : SCOP_GT,
                                c->at[p->outer], c->at[K]));
    put_update(c, by);
    build_endif(c->b);
    close(c);
    close(c);
}

static void build_panel(struct closure *c, int inner)
{
    static const char *const name[SIDES] = {"before", "after"};
    struct panel p = {.inner = inner, .outer = inner == X ? Y : X};
    p.team = open_team(c, p.outer);
    p.tile = new_tile(c, inner == X ? "rows" : "columns", p.team);
    for (int side = 0; side < SIDES; side++)
        p.other[side] = new_tile(c, name[side], p.team);
    move_panel(c, &p, false);
    fetch_others(c, &p);
    int step = open_inside(c, K, "step");
    keep_panel(c, &p, BEFORE, step);
    for (int side = 0; side < SIDES; side++)
        update_panel(c, &p, (enum side)side, step);
    keep_panel(c, &p, AFTER, step);
    close(c);
    return_panel(c, &p);
    build_close(c->b);
}

/* The tile on the diagonal; and row k in step k, of either side. */
struct diagonal {
    struct tile tile, row;
};

static void fetch_diagonal(struct closure *c, const struct diagonal *d)
{
    int step = open_inside(c, X, "step"), lane = open_lane_inside(c, Y);
    put(c, at(c, &d->tile, lane, step), original(c, OWN));
    close(c);
    close(c);
}

/* Here a lane has a column. */
static void keep_row(struct closure *c, const struct diagonal *d,
                     enum side when, int step)
{
    int lane = open_lane_inside(c, Y);
    struct scop_expr *row = element(c, &d->row, number(c, when), lane);
    build_body_open(c->b);
    build_set(c->b, row, at(c, &d->tile, lane, step));
    build_set(c->b, version(c, ROW, when, step), row);
    build_body_close(c->b);
    close(c);
}

/* The rows up to step k, or those beyond it: a lane has one. */
static void update_rows(struct closure *c, const struct diagonal *d,
                        enum side side, int step)
{
    int column = open_inside(c, Y, "step"), lane = open_lane_inside(c, X);
    struct scop_expr *by[KINDS] = {
        [OWN] = at(c, &d->tile, column, lane),
        [COLUMN] = at(c, &d->tile, step, lane),
        [ROW] = element(c, &d->row, number(c, side), column),
    };
    build_if(c->b,
             build_binary(c->b, side == BEFORE ? SCOP_LE : SCOP_GT,
                          build_iter(c->b, lane), build_iter(c->b, step)));
    put_update(c, by);
    build_endif(c->b);
    close(c);
    close(c);
}

/* The versions of the rows in the tile on the diagonal, by a single team. */
static void build_diagonal(struct closure *c)
{
    const struct strip *s = &c->loop[Y];
    int team = build_for(c->b, s->node->loop, "team", s->type);
    build_team(c->b, team, CLOSURE_STEPS);
    build_while(c->b, below(c, build_iter(c->b, team), number(c, 1)));
    struct diagonal d = {.tile = new_tile(c, "tile", team),
                         .row = new_tile(c, "row", team)};
    fetch_diagonal(c, &d);
    int step = open_inside(c, K, "step");
    for (int side = 0; side < SIDES; side++) {
        keep_row(c, &d, (enum side)side, step);
        update_rows(c, &d, (enum side)side, step);
    }
    close(c);
    build_close(c->b);
}

/* All steps of the block at once, for the elements on these sides. */
static void build_rest(struct closure *c, enum side row, enum side column)
{
    open_outside(c, X, row);
    open_outside(c, Y, column);
    int step = open_inside(c, K, "step");
    struct scop_expr *by[KINDS] = {
        [COLUMN] = version(c, COLUMN, column, step),
        [ROW] = version(c, ROW, row, step),
    };
    put_update(c, by);
    close(c);
    close(c);
    close(c);
}

static void new_versions(struct closure *c)
{
    static const char *const name[KINDS] = {[COLUMN] = "column", [ROW] = "row"};
    static const char *const when[SIDES] = {"before", "after"};
    const struct scop_expr *of = c->stmt->lhs;
    for (int k = COLUMN; k < KINDS; k++)
        for (int side = 0; side < SIDES; side++)
            c->version[k][side] = build_array(
                c->b,
                arena_printf(c->b->arena, "%s_%s_%s",
                             c->scop->array[of->ref].name, name[k], when[side]),
                of->type, 2);
}

static void build_blocks(struct closure *c)
{
    struct scop_build *b = c->b;
    const struct strip *s = &c->loop[K];
    struct loc loc = b->loc;
    b->loc = c->stmt->loc;
    new_versions(c);
    c->block = build_for(b, s->node->loop, "block", s->type);
    bind(c, K, first_step(c, 0));
    build_while(b, strip_goes_on(b, s));
    build_unbind(b, 1);
    build_diagonal(c);
    build_panel(c, Y);
    build_panel(c, X);
    for (int row = 0; row < SIDES; row++)
        for (int column = 0; column < SIDES; column++)
            build_rest(c, (enum side)row, (enum side)column);
    build_close(b);
    b->loc = loc;
}

/* The region ----------------------------------------------------------------
 */

static bool find_one(struct closure *c, const struct scop_node *node)
{
    bool found = false;
    if (node->kind == SCOP_FOR)
        return is_closure(c, node);
    for (int k = 0; node->kind == SCOP_SEQ && k < node->count && !found; k++)
        found = find_one(c, node->child[k]);
    return found;
}

static void rebuild(struct closure *c, const struct scop_node *node)
{
    if (node->kind == SCOP_SEQ) {
        for (int k = 0; k < node->count; k++)
            rebuild(c, node->child[k]);
    } else if (node->kind == SCOP_FOR && is_closure(c, node)) {
        build_blocks(c);
    } else {
        build_node(c->b, node);
    }
}

struct scop *closure_scop(const struct scop *scop, struct faults *faults)
{
    struct scop_build b;
    struct closure c = {.b = &b, .scop = scop};
    if (!find_one(&c, scop->root))
        return NULL;
    fault_add(faults, FAULT_BLOCKED, scop->loop[c.loop[K].node->loop].loc,
              "step '%s' needs of the others its row and its column of '%s' "
              "alone: blocks of %d steps are done together, with what these "
              "are in each step",
              scop->loop[c.loop[K].node->loop].name,
              scop->array[c.stmt->lhs->ref].name, CLOSURE_STEPS);
    build_start(&b, scop);
    rebuild(&c, scop->root);
    struct scop *made = build_end(&b);
    made->blocked = CLOSURE_STEPS;
    return made;
}
