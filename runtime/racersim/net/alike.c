/*
 * Registers that are full at the same times, whatever the data: the coarsest
 * partition of registers and transfers in which those of a class begin alike,
 * are filled and emptied by transfers of the same classes, and transfers of a
 * class take from and fill registers of the same classes. By induction over
 * cycles all of a class do the same. In a graph of exact balance a whole bundle
 * is one class at each place, so that the simulator has one bit to look at.
 *
 * Found by splitting classes until no signature tells two members apart. Only
 * those are looked at again one of whose neighbours went to another class: what
 * is left of a class has the signature that it had, and keeps its number.
 */
#include "runtime/racersim/net/net.h"

#include <stdlib.h>
#include <string.h>

/* Members are registers, and behind them transfers. */
struct split {
    const struct net *net;
    int registers;
    int *class, *size, classes; /* of members, of classes */
    int *dirty, *next, dirty_count, next_count;
    bool *marked; /* is it among the next ones? */
    struct signature *list;
    int *room;
};

/* What is compared: a list of numbers, of which the first is the class up to
 * now. */
struct signature {
    int member, count;
    const int *number;
};

static int compare(const void *a, const void *b)
{
    const struct signature *x = a, *y = b;
    int most = x->count < y->count ? x->count : y->count;

    for (int k = 0; k < most; k++)
        if (x->number[k] != y->number[k])
            return x->number[k] < y->number[k] ? -1 : 1;
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    return (x->member > y->member) - (x->member < y->member);
}

static bool same(const struct signature *a, const struct signature *b)
{
    return a->count == b->count &&
           !memcmp(a->number, b->number, (size_t)a->count * sizeof(int));
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* Appends the classes of a list of registers as a set, and a mark behind it. */
static int add_set(int *to, const struct net_list *list, const int *class)
{
    int n = 0, kept = 0;

    for (int k = 0; k < list->count; k++)
        to[n++] = class[list->reg[k]];
    if (n)
        qsort(to, (size_t)n, sizeof *to, compare_ints);
    for (int k = 0; k < n; k++)
        if (k == 0 || to[k] != to[k - 1])
            to[kept++] = to[k];
    to[kept++] = -1;
    return kept;
}

/* Returns how many numbers it has. */
static int put_signature(const struct split *s, int member, int *to)
{
    const int *class = s->class;
    int n = 0;

    to[n++] = class[member];
    if (member < s->registers) {
        const struct net_register *reg = &s->net->reg[member];

        to[n++] = class[s->registers + reg->filler];
        to[n++] = reg->filler_side;
        to[n++] = class[s->registers + reg->taker];
        to[n++] = reg->taker_side;
        return n;
    }
    for (int side = 0; side < 2; side++) {
        const struct net_transfer *t = &s->net->transfer[member - s->registers];

        n += add_set(to + n, &t->take[side], class);
        n += add_set(to + n, &t->fill[side], class);
    }
    return n;
}

static void mark(struct split *s, int member)
{
    if (s->marked[member])
        return;
    s->marked[member] = true;
    s->next[s->next_count++] = member;
}

static void mark_all(struct split *s, const struct net_list *list)
{
    for (int k = 0; k < list->count; k++)
        mark(s, list->reg[k]);
}

/* Puts a member into the class numbered last; its neighbours are marked. */
static void move(struct split *s, int member)
{
    s->size[s->class[member]]--;
    s->class[member] = s->classes - 1;
    s->size[s->classes - 1]++;
    if (member < s->registers) {
        mark(s, s->registers + s->net->reg[member].filler);
        mark(s, s->registers + s->net->reg[member].taker);
        return;
    }
    for (int side = 0; side < 2; side++) {
        const struct net_transfer *t = &s->net->transfer[member - s->registers];

        mark_all(s, &t->take[side]);
        mark_all(s, &t->fill[side]);
    }
}

/* Splits the classes of the dirty ones, and makes those dirty that this
 * concerns. */
static void split(struct split *s)
{
    int *room = s->room, *swap = s->dirty;
    int count = s->dirty_count, end;

    for (int k = 0; k < count; k++) {
        int n = put_signature(s, s->dirty[k], room);

        s->list[k] = (struct signature){s->dirty[k], n, room};
        room += n;
    }
    qsort(s->list, (size_t)count, sizeof *s->list, compare);
    s->next_count = 0;
    for (int k = 0; k < count; k = end) {
        int class = s->list[k].number[0], first = k;
        bool is_rest;

        for (end = k; end < count && s->list[end].number[0] == class; end++)
            ;
        /* The first ones keep the number if nobody else is left to. */
        is_rest = s->size[class] > end - k;
        for (; k < end; k++) {
            if (!is_rest && same(&s->list[k], &s->list[first]))
                continue;
            if (k == first || !same(&s->list[k], &s->list[k - 1]))
                s->classes++;
            move(s, s->list[k].member);
        }
    }
    s->dirty = s->next;
    s->dirty_count = s->next_count;
    s->next = swap;
    for (int k = 0; k < s->dirty_count; k++)
        s->marked[s->dirty[k]] = false;
}

/* Numbers the classes of members from `begin` to `end` anew, as they come, at
 * first those of moves if `moves`. */
static int number(const struct split *s, int begin, int end, bool moves,
                  int *class)
{
    int *known = s->size, classes = 0; /* the sizes are not wanted any more */

    memset(known, -1, (size_t)s->classes * sizeof *known);
    for (int pass = moves ? 0 : 1; pass < 2; pass++) {
        for (int m = begin; m < end; m++) {
            if (pass == 0 &&
                s->net->transfer[m - s->registers].kind != NET_MOVE)
                continue;
            if (known[s->class[m]] < 0)
                known[s->class[m]] = classes++;
            class[m - begin] = known[s->class[m]];
        }
    }
    return classes;
}

/* Full registers, empty ones, moves, and each other transfer by itself. */
static void begin(struct split *s)
{
    s->classes = 3;
    for (int r = 0; r < s->registers; r++)
        s->class[r] = s->net->reg[r].full;
    for (int t = 0; t < s->net->transfer_count; t++)
        s->class[s->registers + t] =
            s->net->transfer[t].kind == NET_MOVE ? 2 : s->classes++;
    s->dirty_count = s->registers + s->net->transfer_count;
    for (int m = 0; m < s->dirty_count; m++) {
        s->size[s->class[m]]++;
        s->dirty[m] = m;
    }
}

struct net_classes net_alike(struct arena *arena, const struct net *net)
{
    size_t registers = (size_t)net->register_count;
    size_t transfers = (size_t)net->transfer_count;
    size_t members = registers + transfers;
    struct split s = {.net = net, .registers = net->register_count};
    struct net_classes c = {0};

    s.class = arena_alloc(arena, members * sizeof(int));
    s.size = arena_alloc(arena, (members + 3) * sizeof(int));
    s.dirty = arena_alloc(arena, members * sizeof(int));
    s.next = arena_alloc(arena, members * sizeof(int));
    s.marked = arena_alloc(arena, members);
    s.list = arena_alloc(arena, members * sizeof *s.list);
    s.room =
        arena_alloc(arena, (7 * registers + 5 * transfers) * sizeof *s.room);
    begin(&s);
    while (s.dirty_count)
        split(&s);
    c.reg_class = arena_alloc(arena, registers * sizeof(int));
    c.transfer_class = arena_alloc(arena, transfers * sizeof(int));
    c.register_classes = number(&s, 0, s.registers, false, c.reg_class);
    c.transfer_classes =
        number(&s, s.registers, (int)members, true, c.transfer_class);
    return c;
}
