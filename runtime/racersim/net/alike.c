/*
 * Registers that are full at the same times, whatever the data: the coarsest
 * partition of registers and transfers in which those of a class begin alike,
 * are filled and emptied by transfers of the same classes, and transfers of a
 * class take from and fill registers of the same classes. By induction over
 * cycles all of a class do the same. In a graph of exact balance a whole bundle
 * is one class at each place, so that the simulator has one bit to look at.
 *
 * Found by splitting classes until no signature tells two members apart.
 */
#include "runtime/racersim/net/net.h"

#include <stdlib.h>
#include <string.h>

/* What is compared: a list of numbers, of which the first is the class up to
 * now. */
struct signature {
    int index, count;
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
    return 0;
}

/* Numbers the different signatures; returns how many there are. */
static int number(struct signature *list, int count, int *class)
{
    int classes = 0;

    if (count)
        qsort(list, (size_t)count, sizeof *list, compare);
    for (int k = 0; k < count; k++) {
        if (k > 0 && compare(&list[k - 1], &list[k]) != 0)
            classes++;
        class[list[k].index] = classes;
    }
    return count ? classes + 1 : 0;
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

static int split_transfers(const struct net *net, struct net_classes *c,
                           struct signature *list, int *room)
{
    for (int t = 0; t < net->transfer_count; t++) {
        const struct net_transfer *transfer = &net->transfer[t];
        int n = 0;

        room[n++] = c->transfer_class[t];
        for (int side = 0; side < 2; side++) {
            n += add_set(room + n, &transfer->take[side], c->reg_class);
            n += add_set(room + n, &transfer->fill[side], c->reg_class);
        }
        list[t] = (struct signature){t, n, room};
        room += n;
    }
    return number(list, net->transfer_count, c->transfer_class);
}

static int split_registers(const struct net *net, struct net_classes *c,
                           struct signature *list, int *room)
{
    for (int r = 0; r < net->register_count; r++) {
        const struct net_register *reg = &net->reg[r];

        room[0] = c->reg_class[r];
        room[1] = c->transfer_class[reg->filler];
        room[2] = reg->filler_side;
        room[3] = c->transfer_class[reg->taker];
        room[4] = reg->taker_side;
        list[r] = (struct signature){r, 5, room};
        room += 5;
    }
    return number(list, net->register_count, c->reg_class);
}

struct net_classes net_alike(struct arena *arena, const struct net *net)
{
    size_t registers = (size_t)net->register_count;
    size_t transfers = (size_t)net->transfer_count;
    size_t most = registers > transfers ? registers : transfers;
    struct net_classes c = {0};
    struct signature *list = arena_alloc(arena, most * sizeof *list);
    int *room =
        arena_alloc(arena, (5 * registers + 5 * transfers) * sizeof *room);

    c.reg_class = arena_alloc(arena, registers * sizeof(int));
    c.transfer_class = arena_alloc(arena, transfers * sizeof(int));
    for (int r = 0; r < net->register_count; r++)
        c.reg_class[r] = net->reg[r].full;
    for (int t = 0; t < net->transfer_count; t++)
        c.transfer_class[t] = net->transfer[t].kind == NET_MOVE ? 0 : t + 1;
    for (;;) {
        int t = split_transfers(net, &c, list, room);
        int r = split_registers(net, &c, list, room);

        if (t == c.transfer_classes && r == c.register_classes)
            return c;
        c.transfer_classes = t;
        c.register_classes = r;
    }
}
