/*
 * check_picture ROOT [--some] FILE.c…: the pictures of the regions in these
 * files against the nests themselves, walked in the order of the source. ROOT
 * is where headers are looked for; with --some, regions may be refused.
 *
 *   - the points of each statement are its executions, no more and no fewer,
 *     where the figures are not clipped
 *   - flow arrows go from the last write of an element to each read of it
 *   - on either side every arrow is respected: the sink is in a later launch
 *     than the source, or later on the same core
 *   - each point is executed once, and the steps of a core have no gaps
 *   - Plans made at run time: the nest, walked with the data that the picture
 *     made up, finds every execution in the Plan, and of two that use one
 *     element the earlier one in an earlier step or before it at its point;
 *     each step but a Plan's first has only points that need one of the step
 *     before, so that no Plan has fewer
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/front/front.h"
#include "polyhedral/picture/picture.h"
#include "polyhedral/region.h"

enum { MAX_LOOPS = 64, MAX_EVENTS = 200000 };

/* One access of one execution, in the order of the source. */
struct event {
    int stmt, point;
    const struct scop_expr *access;
    int64_t at[8];
    bool write;
};

struct walk {
    const struct scop *scop;
    const struct picture *picture;
    int64_t iter[MAX_LOOPS];
    bool lost;     /* an expression that is not evaluated here */
    int *executed; /* per statement */
    int event_count;
    struct event *event;
    bool run;      /* with made-up data */
    double *value; /* then: per array of rank 0 that belongs to the region */
    bool *planned; /* … per statement: does a Plan execute points of it? */
};

static int failures;
static bool may_refuse;

static void fail(const struct scop *scop, const char *what, int stmt)
{
    fprintf(stderr, "%s:%d: %s: %s\n", scop->file, scop->loc.line,
            stmt < 0 ? "region" : scop->stmt[stmt].name, what);
    failures++;
}

static int64_t evaluate(struct walk *w, const struct scop_expr *e)
{
    int64_t a = 0, b = 0;
    if (e->op != SCOP_ACCESS && e->op != SCOP_CALL && e->count > 0)
        a = evaluate(w, e->arg[0]);
    if (e->op != SCOP_ACCESS && e->op != SCOP_CALL && e->count > 1)
        b = evaluate(w, e->arg[1]);
    switch (e->op) {
    case SCOP_INT:
        return e->ival;
    case SCOP_ITER:
        return w->iter[e->ref];
    case SCOP_PARAM:
        return w->picture->size[e->ref];
    case SCOP_CAST:
        return a;
    case SCOP_NEG:
        return -a;
    case SCOP_NOT:
        return !a;
    case SCOP_ADD:
        return a + b;
    case SCOP_SUB:
        return a - b;
    case SCOP_MUL:
        return a * b;
    case SCOP_DIV:
        return b ? a / b : 0;
    case SCOP_REM:
        return b ? a % b : 0;
    case SCOP_LT:
        return a < b;
    case SCOP_LE:
        return a <= b;
    case SCOP_GT:
        return a > b;
    case SCOP_GE:
        return a >= b;
    case SCOP_EQ:
        return a == b;
    case SCOP_NE:
        return a != b;
    case SCOP_LAND:
        return a && b;
    case SCOP_LOR:
        return a || b;
    case SCOP_COND:
        return a ? b : evaluate(w, e->arg[2]);
    default:
        w->lost = true;
        return 0;
    }
}

static void add_event(struct walk *w, int stmt, int point,
                      const struct scop_expr *access, bool write)
{
    struct event event = {stmt, point, access, {0}, write};
    if (w->event_count == MAX_EVENTS || access->count > 8) {
        w->lost = true;
        return;
    }
    for (int k = 0; k < access->count; k++)
        event.at[k] = evaluate(w, access->arg[k]);
    w->event[w->event_count++] = event;
}

static void add_reads(struct walk *w, int stmt, int point,
                      const struct scop_expr *e)
{
    if (e->op == SCOP_COND || e->op == SCOP_LAND || e->op == SCOP_LOR)
        w->lost = true; /* which side is evaluated depends on data */
    for (int k = 0; k < e->count; k++)
        add_reads(w, stmt, point, e->arg[k]);
    if (e->op == SCOP_ACCESS)
        add_event(w, stmt, point, e, false);
}

static int find_point(const struct walk *w, int stmt)
{
    const struct picture_domain *domain = &w->picture->domain[stmt];
    const struct scop_stmt *s = &w->scop->stmt[stmt];
    for (int k = 0; k < domain->point_count; k++) {
        bool same = true;
        for (int d = 0; d < s->depth; d++)
            same &= domain->point[k].at[d] == w->iter[s->loop[d]];
        if (same)
            return k;
    }
    return -1;
}

/* With made-up data -------------------------------------------------------- */

static double run_value(struct walk *w, int stmt, int point,
                        const struct scop_expr *e);

/* Notes the access; false: its place depends on what is not known. */
static bool run_access(struct walk *w, int stmt, int point,
                       const struct scop_expr *e, bool write, int64_t *at)
{
    for (int k = 0; k < e->count; k++) {
        double value = run_value(w, stmt, point, e->arg[k]);
        w->lost |= isnan(value) || e->count > PICTURE_SUBSCRIPTS;
        if (w->lost)
            return false;
        at[k] = (int64_t)value;
    }
    if (w->event_count == MAX_EVENTS)
        w->lost = true;
    else if (w->scop->array[e->ref].scope == SCOP_OUTSIDE) {
        struct event *event = &w->event[w->event_count++];
        *event = (struct event){stmt, point, e, {0}, write};
        memcpy(event->at, at, sizeof *at * (size_t)e->count);
    }
    return !w->lost;
}

static double run_read(struct walk *w, int stmt, int point,
                       const struct scop_expr *e)
{
    const struct scop_array *array = &w->scop->array[e->ref];
    int64_t at[PICTURE_SUBSCRIPTS] = {0};
    bool written = false;
    if (!run_access(w, stmt, point, e, false, at))
        return NAN;
    if (array->scope != SCOP_OUTSIDE)
        return array->rank ? NAN : w->value[e->ref];
    for (int k = 0; k < w->scop->stmt_count; k++)
        written |= w->scop->stmt[k].lhs && w->scop->stmt[k].lhs->ref == e->ref;
    return written ? NAN
                   : (double)picture_value(w->picture, e->ref, e->count, at);
}

/* NaN: what the nest itself computes. */
static double run_value(struct walk *w, int stmt, int point,
                        const struct scop_expr *e)
{
    if (e->op == SCOP_ACCESS)
        return run_read(w, stmt, point, e);
    if (e->op == SCOP_FLOAT)
        return e->fval;
    if (e->count == 0)
        return (double)evaluate(w, e);
    double a = run_value(w, stmt, point, e->arg[0]);
    bool chooses =
        e->op == SCOP_COND || e->op == SCOP_LAND || e->op == SCOP_LOR;
    w->lost |= chooses && isnan(a);
    if (w->lost || (e->op == SCOP_LAND && a == 0) ||
        (e->op == SCOP_LOR && a != 0))
        return a != 0;
    if (e->op == SCOP_COND)
        return run_value(w, stmt, point, e->arg[a != 0 ? 1 : 2]);
    double b = e->count > 1 ? run_value(w, stmt, point, e->arg[1]) : 0;
    if (chooses)
        return isnan(b) ? NAN : b != 0;
    return isnan(a) || isnan(b) ? NAN : picture_operate(e, a, b);
}

static void run_stmt(struct walk *w, int stmt)
{
    const struct scop_stmt *s = &w->scop->stmt[stmt];
    int64_t at[PICTURE_SUBSCRIPTS] = {0};
    int point = find_point(w, stmt);
    w->lost |= s->body != NULL;
    for (int g = 0; g < s->guard_count && !w->lost; g++) {
        double value = run_value(w, stmt, point, s->guard[g]);
        w->lost |= isnan(value);
        if (value == 0)
            return;
    }
    if (w->lost)
        return;
    double value = run_value(w, stmt, point, s->rhs);
    if (!run_access(w, stmt, point, s->lhs, true, at))
        return;
    if (s->lhs->count == 0)
        w->value[s->lhs->ref] = value;
    const struct picture_domain *domain = &w->picture->domain[stmt];
    if (point >= 0 && w->planned[stmt] &&
        w->scop->array[s->lhs->ref].scope == SCOP_OUTSIDE &&
        domain->point[point].place[PICTURE_RUN].launch < 0)
        fail(w->scop, "the Plan lacks an execution", stmt);
}

/* -------------------------------------------------------------------------- */

static void walk_stmt(struct walk *w, int stmt)
{
    const struct scop_stmt *s = &w->scop->stmt[stmt];
    if (w->run) {
        run_stmt(w, stmt);
        return;
    }
    int point = find_point(w, stmt);
    w->executed[stmt]++;
    if (point < 0 && !w->picture->domain[stmt].clipped &&
        !w->picture->domain[stmt].prologue)
        fail(w->scop, "an execution is no point", stmt);
    w->lost |= s->guard_count > 0 || s->body;
    if (s->body)
        return;
    add_reads(w, stmt, point, s->rhs);
    for (int k = 0; k < s->lhs->count; k++)
        add_reads(w, stmt, point, s->lhs->arg[k]);
    add_event(w, stmt, point, s->lhs, true);
}

static void walk_node(struct walk *w, const struct scop_node *node)
{
    switch (node->kind) {
    case SCOP_SEQ:
        for (int k = 0; k < node->count && !w->lost; k++)
            walk_node(w, node->child[k]);
        break;
    case SCOP_IF:
        if (evaluate(w, node->test))
            walk_node(w, node->child[0]);
        else if (node->count > 1)
            walk_node(w, node->child[1]);
        break;
    case SCOP_FOR:
        w->iter[node->loop] = evaluate(w, node->init);
        for (; !w->lost && evaluate(w, node->cond);
             w->iter[node->loop] += node->step)
            walk_node(w, node->child[0]);
        break;
    case SCOP_STMT:
        walk_stmt(w, node->stmt);
        break;
    default: /* stands in bodies only */
        break;
    }
}

static bool is_same_element(const struct event *a, const struct event *b)
{
    return a->access->ref == b->access->ref &&
           memcmp(a->at, b->at, sizeof a->at) == 0;
}

static bool has_arrow(const struct picture *picture, int source, int from,
                      int sink, int to)
{
    for (int k = 0; k < picture->dependence_count; k++) {
        const struct picture_dependence *d = &picture->dependence[k];
        for (int i = 0; d->flow && d->source == source && d->sink == sink &&
                        i < d->arrow_count;
             i++)
            if (d->arrow[i].from == from && d->arrow[i].to == to)
                return true;
    }
    return false;
}

/* Every pair of last write and read is an arrow, and there are no others: the
 * pairs, each counted once, are as many as the arrows. */
static int check_flow(struct walk *w)
{
    int count = 0;
    for (int k = 0; k < w->event_count; k++) {
        struct event *read = &w->event[k];
        if (read->write || read->point < 0)
            continue;
        int last = k - 1;
        while (last >= 0 && !(w->event[last].write &&
                              is_same_element(&w->event[last], read)))
            last--;
        if (last < 0 || w->picture->domain[w->event[last].stmt].prologue)
            continue;
        const struct event *write = &w->event[last];
        if (!has_arrow(w->picture, write->stmt, write->point, read->stmt,
                       read->point))
            fail(w->scop, "a value moves without an arrow", read->stmt);
        bool again = false; /* a second read of it by the same execution */
        for (int j = k - 1; j > last && !again; j--)
            again = !w->event[j].write && w->event[j].stmt == read->stmt &&
                    w->event[j].point == read->point &&
                    is_same_element(&w->event[j], read);
        count += !again;
    }
    return count;
}

static void check_nest(const struct scop *scop, const struct picture *picture)
{
    struct walk w = {.scop = scop, .picture = picture};
    bool clipped = false, whole = true;
    w.executed = calloc((size_t)scop->stmt_count + 1, sizeof *w.executed);
    w.event = calloc(MAX_EVENTS, sizeof *w.event);
    for (int k = 0; k < scop->stmt_count; k++)
        clipped |= picture->domain[k].clipped;
    if (!clipped && scop->loop_count <= MAX_LOOPS)
        walk_node(&w, scop->root);
    else
        w.lost = true;
    for (int k = 0; k < scop->stmt_count && !w.lost; k++) {
        const struct picture_domain *domain = &picture->domain[k];
        whole &= !domain->prologue;
        if (!domain->prologue && domain->point_count != w.executed[k])
            fail(scop, "points are not the executions", k);
    }
    if (!w.lost) {
        int arrows = 0, pairs = check_flow(&w);
        for (int k = 0; k < picture->dependence_count; k++)
            arrows += picture->dependence[k].flow
                          ? picture->dependence[k].arrow_count
                          : 0;
        if (whole && arrows > pairs)
            fail(scop, "an arrow without a value that moves", -1);
    }
    printf("%s:%d: %s, %d accesses\n", scop->file, scop->loc.line,
           w.lost ? "not walked whole" : "walked", w.event_count);
    free(w.executed);
    free(w.event);
}

static bool is_in_block(const struct picture_plan *plan,
                        const struct picture_place *place)
{
    int kernel = plan->launch[place->launch].kernel;
    bool in = true;
    for (int k = 0; k < PICTURE_AXES; k++)
        in &= place->thread[k] >= 0 &&
              place->thread[k] < plan->kernel[kernel].block[k];
    return in;
}

static void check_plan(const struct scop *scop, const struct picture *picture,
                       enum picture_side side)
{
    const struct picture_plan *plan = &picture->plan[side];
    int points = 0;
    for (int s = 0; s < scop->stmt_count; s++)
        for (int k = 0; k < picture->domain[s].point_count; k++) {
            points++;
            const struct picture_place *place =
                &picture->domain[s].point[k].place[side];
            if (place->launch < 0)
                fail(scop, "a point is never executed", s);
            else if (!is_in_block(plan, place))
                fail(scop, "a thread outside of its block", s);
        }
    for (int k = 0; k < plan->launch_count; k++)
        points -= plan->launch[k].points;
    if (points != 0)
        fail(scop, "launches do not execute all points once", -1);
    for (int k = 0; k < picture->dependence_count; k++) {
        const struct picture_dependence *d = &picture->dependence[k];
        for (int i = 0; i < d->arrow_count; i++) {
            const struct picture_place *a =
                &picture->domain[d->source].point[d->arrow[i].from].place[side];
            const struct picture_place *b =
                &picture->domain[d->sink].point[d->arrow[i].to].place[side];
            bool same = a->launch == b->launch && a->core == b->core;
            if (a->launch >= b->launch && !(same && a->order < b->order))
                fail(scop, "an arrow is not respected by the plan", d->sink);
        }
    }
}

static const struct picture_place *place_in_run(const struct walk *w,
                                                const struct event *event)
{
    static const struct picture_place nowhere = {.launch = -1};
    return event->point < 0 ? &nowhere
                            : &w->picture->domain[event->stmt]
                                   .point[event->point]
                                   .place[PICTURE_RUN];
}

/* Marks the points (launches times cores) that need one of the step before. */
static void check_conflicts(const struct walk *w, bool *needs)
{
    int cores = w->picture->plan[PICTURE_RUN].cores;
    for (int k = 0; k < w->event_count; k++)
        for (int j = 0; j < k; j++) {
            const struct event *first = &w->event[j], *then = &w->event[k];
            const struct picture_place *a = place_in_run(w, first);
            const struct picture_place *b = place_in_run(w, then);
            if (a->launch < 0 || b->launch < 0 || a == b ||
                !(first->write || then->write) || !is_same_element(first, then))
                continue;
            bool same = a->launch == b->launch && a->core == b->core;
            if (a->launch >= b->launch && !(same && a->order <= b->order))
                fail(w->scop, "a conflict is not respected by the Plan",
                     then->stmt);
            if (a->launch == b->launch - 1)
                needs[b->launch * cores + b->core] = true;
        }
}

/* Do the dependences that are said to hold lead to later steps? Marks as above,
 * where the nest is not walked since its subscripts are made up, too. */
static void check_held(const struct scop *scop, const struct picture *picture,
                       bool *needs)
{
    int cores = picture->plan[PICTURE_RUN].cores;
    for (int k = 0; k < picture->held_count; k++) {
        const struct picture_dependence *d = &picture->held[k];
        for (int i = 0; i < d->arrow_count; i++) {
            const struct picture_place *a = &picture->domain[d->source]
                                                 .point[d->arrow[i].from]
                                                 .place[PICTURE_RUN];
            const struct picture_place *b = &picture->domain[d->sink]
                                                 .point[d->arrow[i].to]
                                                 .place[PICTURE_RUN];
            if (a->launch < 0 || a->launch >= b->launch)
                fail(scop, "an arrow of the Plan leads to no later step",
                     d->sink);
            if (picture->run.inspected && a->launch == b->launch - 1)
                needs[b->launch * cores + b->core] = true;
        }
    }
}

/* The dependences that are said to hold, and those that the nest has. */
static void check_run(const struct scop *scop, const struct picture *picture)
{
    enum { MOST = 4000 }; /* accesses, of which all pairs are looked at */
    const struct picture_plan *plan = &picture->plan[PICTURE_RUN];
    bool clipped = false;
    struct walk w = {.scop = scop, .picture = picture, .run = true};
    w.event = calloc(MAX_EVENTS, sizeof *w.event);
    w.value = calloc((size_t)scop->array_count + 1, sizeof *w.value);
    w.planned = calloc((size_t)scop->stmt_count + 1, 1);
    bool *needs = calloc((size_t)(plan->launch_count * plan->cores) + 1, 1);
    for (int k = 0; k < scop->stmt_count; k++) {
        clipped |= picture->domain[k].clipped;
        for (int i = 0; i < picture->domain[k].point_count; i++)
            w.planned[k] |=
                picture->domain[k].point[i].place[PICTURE_RUN].launch >= 0;
    }
    if (scop->loop_count <= MAX_LOOPS)
        walk_node(&w, scop->root);
    w.lost |= w.event_count > MOST || picture->run.inspected;
    if (!w.lost)
        check_conflicts(&w, needs);
    check_held(scop, picture, needs);
    bool known = !clipped && (!w.lost || picture->run.inspected);
    for (int k = 1; k < plan->launch_count && known; k++)
        for (int c = 0; c < plan->launch[k].cores; c++)
            if (plan->launch[k].kernel == plan->launch[k - 1].kernel &&
                !needs[k * plan->cores + c])
                fail(scop, "a point of the Plan comes later than it must", -1);
    printf("%s:%d: Plan of %d steps, %s, %d accesses\n", scop->file,
           scop->loc.line, picture->run.steps,
           w.lost ? "not walked whole" : "walked", w.event_count);
    free(w.event);
    free(w.value);
    free(w.planned);
    free(needs);
}

/* No two points at one place, and none but the first of a core without one
 * before it. */
static void check_steps(const struct scop *scop, const struct picture *picture,
                        enum picture_side side)
{
    const struct picture_plan *plan = &picture->plan[side];
    size_t area = (size_t)plan->time * (size_t)plan->cores;
    char *taken = calloc(area + 1, 1);
    for (int s = 0; s < scop->stmt_count; s++)
        for (int k = 0; k < picture->domain[s].point_count; k++) {
            const struct picture_place *p =
                &picture->domain[s].point[k].place[side];
            if (p->launch < 0)
                continue;
            size_t at = (size_t)(plan->launch[p->launch].begin + p->order) *
                            (size_t)plan->cores +
                        (size_t)p->core;
            if (at >= area || taken[at]++)
                fail(scop, "two points at one place of the plan", s);
        }
    for (int k = 0; k < plan->launch_count; k++)
        for (int t = 1; t < plan->launch[k].steps; t++)
            for (int c = 0; c < plan->cores; c++) {
                size_t at =
                    (size_t)(plan->launch[k].begin + t) * (size_t)plan->cores +
                    (size_t)c;
                if (taken[at] && !taken[at - (size_t)plan->cores])
                    fail(scop, "a core pauses within a launch", -1);
            }
    free(taken);
}

static void check_region(struct arena *arena, const struct scop *scop,
                         struct faults *faults)
{
    struct region_options options = {
        .name = "region",
        .gpu = true,
        .host = true,
        .picture = 1,
    };
    const struct region *region = region_compile(arena, scop, &options, faults);
    if (!region) {
        if (!may_refuse)
            fail(scop, "refused", -1);
        return;
    }
    const struct picture *picture = region->picture;
    if (!picture->sizes_hold || picture->missing)
        fail(scop, picture->missing ? picture->missing : "no sizes", -1);
    scop = picture->scop;
    check_nest(scop, picture);
    check_plan(scop, picture, PICTURE_GPU);
    check_plan(scop, picture, PICTURE_HOST);
    if (picture->plan[PICTURE_RUN].present)
        check_run(scop, picture);
    for (int side = 0; side < PICTURE_SIDES; side++)
        check_steps(scop, picture, (enum picture_side)side);
}

static void check_file(const char *path, const char *root)
{
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    const char *const args[] = {"-I", root};
    struct unit *unit = unit_open(arena, path, 0, 2, args, &faults);
    int regions = unit ? unit_region_count(unit) : 0;
    for (int k = 0; k < regions; k++) {
        const struct scop *scop = front_region(unit, k, &faults);
        if (scop)
            check_region(arena, scop, &faults);
    }
    if (!may_refuse && (regions == 0 || faults.errors)) {
        fprintf(stderr, "%s: %s\n", path,
                faults.first ? faults.first->message : "no region");
        failures++;
    }
    unit_close(unit);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    may_refuse = argc > 2 && !strcmp(argv[2], "--some");
    for (int k = 2 + may_refuse; k < argc; k++)
        check_file(argv[k], argv[1]);
    return failures > 0 || argc < 3;
}
