/*
 * Routes of wanted lengths by negotiated congestion (McMurchie and Ebeling's
 * PathFinder, FPGA 1995): each net takes its cheapest route, links that carry
 * too much become dearer from round to round, and those nets route anew.
 *
 * A route has between `least` and `most` registers, as its REs and bypasses are
 * set; it serves a net if the wanted number lies between them. The search goes
 * over pairs of a cell and the most registers up to it, cut off at the wanted
 * number, so that short nets find detours that are long enough.
 */
#include "backends/racer/place/local.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 60,
    PATIENCE = 12,  /* rounds without less too much than ever before, */
    MANY = 8,       /* if that is more words than these */
    STEP = 16,      /* the cost of a word on a link that is free */
    HISTORY = 12,   /* added for each word too many, each round */
    PASSING = 4,    /* the cost of a word of a bypass */
    MARGIN = 2,     /* PEs around both ends that a search looks at */
    FREE_ENDS = -2, /* of a label: where the search begins */
    MOST_LABELS = 1 << 23
};

struct label {
    int64_t cost;
    int cell, least, most;
    int before, link; /* FREE_ENDS: the first */
};

struct search {
    struct layout *l;
    int *use, *history;       /* [link] words */
    int *pass, *pass_history; /* [cell] words */
    int pressure;             /* dearer the later the round */
    int *local;               /* [cell]: its number in the box, -1 */
    int *boxed, box_count;    /* cells of the box */
    int *rest;                /* [in the box] registers to the end */
    int64_t *best;            /* [in the box][most] */
    uint32_t *stamp, stamps;  /* [in the box][most] whose `best` it is */
    size_t best_cap;
    struct label *label;
    int label_count, label_cap;
    int *heap, heap_count, heap_cap; /* labels */
};

/* Use ---------------------------------------------------------------------- */

/* Registers of a route up to its end, and with those that it may have there. */
struct span route_span(const struct layout *l, const struct wire *net,
                       int *without_end)
{
    struct span span = {0, 0};

    if (!net->count) {
        span = net_within(l, net);
        *without_end = span.least;
        return span;
    }
    for (int k = 0; k < net->count; k++) {
        struct span enter = fabric_enter(l->fabric, net->link[k]);
        struct span pass = {0, 0};

        if (k)
            pass = fabric_pass(l->fabric, l->fabric->link[net->link[k]].from);
        span.least += enter.least + pass.least;
        span.most += enter.most + pass.most;
    }
    *without_end = span.most;
    span.most += l->arch->factor[RACER_FACTOR_bypass_most];
    return span;
}

static void count_use(struct search *s, const struct wire *net, int sign)
{
    const struct layout *l = s->l;
    int without_end;

    if (!net->routed)
        return;
    route_span(l, net, &without_end);
    for (int k = 0; k < net->count; k++) {
        int from = l->fabric->link[net->link[k]].from;

        s->use[net->link[k]] += sign * net->words;
        if (k && l->fabric->cell[from].kind == CELL_PE)
            s->pass[from] += sign * net->words;
    }
    if (net->wanted > without_end)
        s->pass[l->part[net->to].cell] += sign * net->words;
}

static int64_t price(int words, int base, int used, int capacity, int history,
                     int pressure)
{
    int over = used + words - capacity;

    return (int64_t)words * (base + history) *
           (over > 0 ? 1 + (int64_t)over * pressure : 1);
}

/* How often the way to a label has taken a link, or passed a cell. */
static int own_use(const struct search *s, const struct label *label, int link,
                   int cell)
{
    int count = 0;

    while (label->link >= 0) {
        const struct label *before = &s->label[label->before];

        if (link >= 0)
            count += label->link == link;
        else
            count += before->link >= 0 && before->cell == cell;
        label = before;
    }
    return count;
}

static int64_t pass_price(const struct search *s, const struct wire *net,
                          const struct label *label, int cell)
{
    return price(net->words, PASSING,
                 s->pass[cell] + net->words * own_use(s, label, -1, cell),
                 s->l->arch->factor[RACER_FACTOR_bypass_words],
                 s->pass_history[cell], s->pressure);
}

static int64_t link_price(const struct search *s, const struct wire *net,
                          const struct label *label, int link)
{
    return price(net->words, STEP,
                 s->use[link] + net->words * own_use(s, label, link, -1),
                 s->l->arch->factor[RACER_FACTOR_words], s->history[link],
                 s->pressure);
}

/* The heap: cheapest first, and of those the label made first -------------- */

static bool before(const struct search *s, int a, int b)
{
    if (s->label[a].cost != s->label[b].cost)
        return s->label[a].cost < s->label[b].cost;
    return a < b;
}

static void push(struct search *s, int label)
{
    int at = s->heap_count;

    s->heap =
        arena_grow(s->l->arena, s->heap, at, &s->heap_cap, sizeof *s->heap);
    s->heap_count++;
    while (at > 0 && before(s, label, s->heap[(at - 1) / 2])) {
        s->heap[at] = s->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    s->heap[at] = label;
}

static int pop(struct search *s)
{
    int top = s->heap[0], last = s->heap[--s->heap_count], at = 0;

    for (;;) {
        int child = 2 * at + 1;

        if (child >= s->heap_count)
            break;
        if (child + 1 < s->heap_count &&
            before(s, s->heap[child + 1], s->heap[child]))
            child++;
        if (!before(s, s->heap[child], last))
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

/* The box ------------------------------------------------------------------ */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The region along both ends of a net, `margin` wide around them. */
static void choose_box(struct search *s, const struct wire *net, int margin)
{
    const struct fabric *f = s->l->fabric;
    const struct cell *a = &f->cell[s->l->part[net->from].cell];
    const struct cell *b = &f->cell[s->l->part[net->to].cell];
    int block = s->l->arch->factor[RACER_FACTOR_block];
    struct region box = net_region(s->l, net), *r = &s->l->region;
    struct bounds bounds;
    int bottom, right;

    if (s->l->arch->fabric == RACER_THESIS)
        margin = larger(margin, block);
    box.row = larger(r->row, smaller(a->row, b->row) - margin);
    box.column = larger(r->column, smaller(a->column, b->column) - margin);
    bottom = smaller(r->row + r->rows, larger(a->row, b->row) + margin + 1);
    right = smaller(r->column + r->columns,
                    larger(a->column, b->column) + margin + 1);
    box.rows = bottom - box.row;
    box.columns = right - box.column;
    bounds = fabric_bounds(f, &box);
    for (int k = 0; k < s->box_count; k++)
        s->local[s->boxed[k]] = -1;
    s->box_count = 0;
    for (int k = 0; k < f->cell_count; k++)
        if (fabric_within(f, &bounds, k)) {
            s->local[k] = s->box_count;
            s->boxed[s->box_count++] = k;
        }
}

/* Registers at least from each cell of the box to the end, by rounds. */
static void measure_rest(struct search *s, int end)
{
    const struct fabric *f = s->l->fabric;
    int count = 0, head = 0, *queue;
    bool *queued = calloc((size_t)s->box_count, sizeof *queued);

    queue = malloc(((size_t)s->box_count + 1) * sizeof *queue);
    for (int k = 0; k < s->box_count; k++)
        s->rest[k] = -1;
    s->rest[s->local[end]] = 0;
    queue[count++] = end;
    while (head != count) {
        int cell = queue[head];

        head = (head + 1) % (s->box_count + 1);
        queued[s->local[cell]] = false;
        for (int k = f->cell[cell].back; k >= 0; k = f->link[k].back) {
            int from = f->link[k].from, at = s->local[from];
            int length = s->rest[s->local[cell]] + fabric_enter(f, k).least +
                         fabric_pass(f, from).least;

            if (at < 0 || (s->rest[at] >= 0 && s->rest[at] <= length))
                continue;
            s->rest[at] = length;
            if (queued[at])
                continue;
            queued[at] = true;
            queue[count] = from;
            count = (count + 1) % (s->box_count + 1);
        }
    }
    free(queued);
    free(queue);
}

/* The search --------------------------------------------------------------- */

static void add_label(struct search *s, struct label label)
{
    ARENA_PUSH(s->l->arena, s->label, s->label_count, s->label_cap, label);
    push(s, s->label_count - 1);
}

/* Goes on from a label along a link. */
static void follow(struct search *s, const struct wire *net, int at, int link)
{
    const struct fabric *f = s->l->fabric;
    const struct label label = s->label[at];
    int to = f->link[link].to, end = s->l->part[net->to].cell;
    struct span enter = fabric_enter(f, link), pass = {0, 0};
    struct label next = {
        .cost = label.cost, .cell = to, .before = at, .link = link};
    size_t at_best;

    if (s->local[to] < 0 || s->rest[s->local[to]] < 0 ||
        (f->cell[to].kind == CELL_PORT && to != end))
        return;
    if (label.link >= 0) {
        pass = fabric_pass(f, label.cell);
        if (f->cell[label.cell].kind == CELL_PE)
            next.cost += pass_price(s, net, &label, label.cell);
    }
    next.least = label.least + enter.least + pass.least;
    next.most = smaller(net->wanted, label.most + enter.most + pass.most);
    if (next.least + s->rest[s->local[to]] > net->wanted)
        return;
    next.cost += link_price(s, net, &label, link);
    at_best =
        (size_t)s->local[to] * ((size_t)net->wanted + 1) + (size_t)next.most;
    if (s->stamp[at_best] == s->stamps && next.cost >= s->best[at_best])
        return;
    s->stamp[at_best] = s->stamps;
    s->best[at_best] = next.cost;
    add_label(s, next);
}

/* What it costs to end here: -1, this is no end. */
static int64_t ending(const struct search *s, const struct wire *net,
                      const struct label *label)
{
    const struct layout *l = s->l;
    struct span within = net_within(l, net);
    int more = l->arch->factor[RACER_FACTOR_bypass_most];
    int without = label->most;

    if (label->cell != l->part[net->to].cell || label->least > net->wanted)
        return -1;
    if (label->link < 0) {
        more = within.most - within.least;
        without = within.least;
        if (net->wanted < within.least)
            return -1;
    }
    if (net->wanted <= without)
        return label->cost;
    if (net->wanted > without + more)
        return -1;
    return label->cost + pass_price(s, net, label, label->cell);
}

static void keep(struct search *s, struct wire *net, int at)
{
    int count = 0;

    for (int k = at; s->label[k].link >= 0; k = s->label[k].before)
        count++;
    net->count = 0;
    for (int k = 0; k < count; k++)
        ARENA_PUSH(s->l->arena, net->link, net->count, net->cap, -1);
    for (int k = at; s->label[k].link >= 0; k = s->label[k].before)
        net->link[--count] = s->label[k].link;
    net->routed = true;
}

/* Finds the cheapest route of the wanted length in the box; false: none. */
static bool find(struct search *s, struct wire *net)
{
    struct layout *l = s->l;
    size_t states = (size_t)s->box_count * ((size_t)net->wanted + 1);
    int64_t end = INT64_MAX;
    int found = -1;

    if (states > s->best_cap) {
        s->best_cap = states *= 2;
        s->best = arena_alloc(l->arena, states * sizeof *s->best);
        s->stamp = arena_alloc(l->arena, states * sizeof *s->stamp);
    }
    s->stamps++;
    s->label_count = s->heap_count = 0;
    add_label(s, (struct label){.cell = l->part[net->from].cell,
                                .before = FREE_ENDS,
                                .link = FREE_ENDS});
    while (s->heap_count && s->label_count < MOST_LABELS) {
        int at = pop(s), cell = s->label[at].cell;
        int64_t cost = ending(s, net, &s->label[at]);

        if (s->label[at].cost >= end)
            break;
        if (cost >= 0 && cost < end) {
            end = cost;
            found = at;
        }
        for (int k = l->fabric->cell[cell].begin; k < l->fabric->cell[cell].end;
             k++)
            follow(s, net, at, k);
    }
    if (found < 0)
        return false;
    keep(s, net, found);
    return true;
}

static bool route_net(struct search *s, struct wire *net)
{
    int most = larger(s->l->region.rows, s->l->region.columns);

    for (int margin = MARGIN;; margin *= 4) {
        choose_box(s, net, margin);
        measure_rest(s, s->l->part[net->to].cell);
        if (find(s, net))
            return true;
        if (margin >= most)
            return false;
    }
}

/* Rounds ------------------------------------------------------------------- */

/* Counts words too many, adds them to the history, and tells the worst. */
static int negotiate(struct search *s, struct overuse *over)
{
    const struct layout *l = s->l;
    const int *factor = l->arch->factor;
    int sum = 0, worst = 0;

    for (int k = 0; k < l->fabric->link_count; k++) {
        int words = s->use[k] - factor[RACER_FACTOR_words];

        if (words <= 0)
            continue;
        sum += words;
        s->history[k] += HISTORY * words;
        if (words > worst) {
            worst = words;
            *over = (struct overuse){k, -1, s->use[k], -1};
        }
    }
    for (int k = 0; k < l->fabric->cell_count; k++) {
        int words = s->pass[k] - factor[RACER_FACTOR_bypass_words];

        if (words <= 0 || l->fabric->cell[k].kind != CELL_PE)
            continue;
        sum += words;
        s->pass_history[k] += HISTORY * words;
        if (words > worst) {
            worst = words;
            *over = (struct overuse){-1, k, s->pass[k], -1};
        }
    }
    return sum;
}

/* Does the net go where there is too much? */
static bool is_crowded(const struct search *s, const struct wire *net)
{
    const struct layout *l = s->l;
    int words = l->arch->factor[RACER_FACTOR_words];
    int bypass = l->arch->factor[RACER_FACTOR_bypass_words];

    if (!net->routed || s->pass[l->part[net->to].cell] > bypass)
        return true;
    for (int k = 0; k < net->count; k++)
        if (s->use[net->link[k]] > words ||
            s->pass[l->fabric->link[net->link[k]].from] > bypass)
            return true;
    return false;
}

static void start(struct search *s, struct layout *l)
{
    size_t links = (size_t)l->fabric->link_count;
    size_t cells = (size_t)l->fabric->cell_count;

    *s = (struct search){.l = l, .pressure = 1};
    s->use = arena_alloc(l->arena, links * sizeof(int));
    s->history = arena_alloc(l->arena, links * sizeof(int));
    s->pass = arena_alloc(l->arena, cells * sizeof(int));
    s->pass_history = arena_alloc(l->arena, cells * sizeof(int));
    s->local = arena_alloc(l->arena, cells * sizeof(int));
    s->boxed = arena_alloc(l->arena, cells * sizeof(int));
    s->rest = arena_alloc(l->arena, cells * sizeof(int));
    memset(s->local, -1, cells * sizeof(int));
    if (!l->taken)
        return;
    memcpy(s->use, l->taken->words, links * sizeof(int));
    memcpy(s->pass, l->taken->bypass, cells * sizeof(int));
}

bool layout_route(struct layout *l, struct overuse *over)
{
    struct search s;
    int best = INT_MAX, best_round = 0;

    start(&s, l);
    for (int k = 0; k < l->net_count; k++) {
        if (!l->net[k].fixed)
            l->net[k].routed = false;
        count_use(&s, &l->net[k], 1);
    }
    for (int round = 0; round < ROUNDS; round++) {
        int sum;

        for (int k = 0; k < l->net_count; k++) {
            if (!is_crowded(&s, &l->net[k]))
                continue;
            if (layout_is_late(l))
                return false;
            count_use(&s, &l->net[k], -1);
            l->net[k].routed = false;
            if (!route_net(&s, &l->net[k])) {
                *over = (struct overuse){-1, -1, 0, k};
                return false;
            }
            count_use(&s, &l->net[k], 1);
        }
        sum = negotiate(&s, over);
        if (!sum)
            return true;
        if (sum < best) {
            best = sum;
            best_round = round;
        }
        if (best > MANY && round - best_round >= PATIENCE)
            return false;
        s.pressure += 1 + s.pressure / 2;
        if (s.pressure > 1000)
            s.pressure = 1000;
    }
    return false;
}
