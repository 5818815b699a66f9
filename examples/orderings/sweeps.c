/* Sweeps along the three axes of one array: what each order of the loops misses
 * in a cache of lines of 8 elements. */
#include "examples/orderings/sweeps.h"

#include <hedra_order_metric.h>

#include <stdio.h>
#include <stdlib.h>

enum { LINE = 8, SOME = 4096 };

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "error: sweeps: %s\n", why);
    exit(1);
}

static uint32_t *indices_of(const struct hedra_order_options *options)
{
    struct hedra_order *order;
    struct hedra_error why;
    if (hedra_order_create(options, &order, &why))
        give_up(why.text);
    uint32_t *index = malloc(hedra_order_cells(order) * sizeof *index);
    if (!index || hedra_order_rank_table(order, index, NULL, NULL))
        give_up("not enough memory");
    hedra_order_destroy(order);
    return index;
}

/* The share of accesses that miss in loops over axes first, second and third,
 * from the outside in. */
static double share(const uint32_t *index, int64_t side,
                    const struct hedra_cache_level *level, const int axis[3])
{
    const int64_t pitch[3] = {side * side, side, 1};
    struct hedra_cache *cache;
    uint64_t block[SOME];
    int64_t count = 0;
    if (hedra_cache_create(1, level, &cache, NULL))
        give_up("not enough memory");
    for (int64_t n = 0; n < side * side * side; n++) {
        const int64_t cell = n / side / side * pitch[axis[0]] +
                             n / side % side * pitch[axis[1]] +
                             n % side * pitch[axis[2]];
        block[count++] = index[cell] / LINE;
        if (count == SOME || n == side * side * side - 1) {
            hedra_cache_touch(cache, count, block, NULL);
            count = 0;
        }
    }
    const double missed = (double)hedra_cache_misses(cache, 0);
    hedra_cache_destroy(cache);
    return missed / (double)(side * side * side);
}

static void table(int64_t side, const struct hedra_cache_level *level)
{
    static const int axis[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                   {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
    static const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW},
                                            morton = {.kind =
                                                          HEDRA_ORDER_MORTON_I};
    const struct {
        const char *name;
        struct hedra_order_options order;
    } all[] = {{"row", row},
               {"morton_i", morton},
               {"hybrid(morton_i, row, 8)",
                {.kind = HEDRA_ORDER_HYBRID,
                 .tile = {8, 8, 8},
                 .outer = &morton,
                 .inner = &row}}};
    printf("Sweeps of %d x %d x %d, share of misses in %d sets of %d lines of "
           "%d elements\n%-24s",
           (int)side, (int)side, (int)side, (int)level->sets, (int)level->ways,
           LINE, "loops over");
    printf("    ijk    jik    ikj    kij    jki    kji\n");
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        struct hedra_order_options o = all[k].order;
        for (int a = 0; a < 3; a++)
            o.size[a] = side;
        uint32_t *index = indices_of(&o);
        printf("%-24s", all[k].name);
        for (int n = 0; n < 6; n++)
            printf(" %6.3f", share(index, side, level, axis[n]));
        putchar('\n');
        free(index);
    }
    putchar('\n');
}

void sweeps_print(void)
{
    table(64, &(struct hedra_cache_level){.sets = 1, .ways = 512});
    table(128, &(struct hedra_cache_level){.sets = 64, .ways = 8});
}
