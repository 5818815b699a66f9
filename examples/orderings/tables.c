#include "examples/orderings/tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;
static const struct box paper_box = {{16, 16, 16}};

/* Stencils ----------------------------------------------------------------- */

static int64_t sphere(int64_t g)
{
    return measure_count(
        &(struct hedra_stencil_options){.shape = HEDRA_STENCIL_SPHERE, .g = g});
}

static double deviation(int64_t g, int64_t cells)
{
    return 100 * (1 - 4 * PI / 3 * (double)(g * g * g) / (double)cells);
}

static void table_2(void)
{
    int64_t g = 1;
    printf("Table 2: bins of the spherical stencil, eq. 6\n"
           "    g   bins   deviation %%\n");
    for (; g <= 9; g++)
        printf("%5" PRId64 " %6" PRId64 " %13.2f\n", g, sphere(g),
               deviation(g, sphere(g)));
    while (deviation(g, sphere(g)) >= 10)
        g++;
    printf("%5" PRId64 " %6" PRId64 " %13.2f: the first below 10\n\n", g,
           sphere(g), deviation(g, sphere(g)));
}

static void half_stencils(void)
{
    const struct hedra_stencil_options round = {.shape = HEDRA_STENCIL_RADIUS,
                                                .radius = 2.8,
                                                .side = 2.067,
                                                .half = true};
    struct hedra_stencil *stencil = measure_stencil(&round);
    const int32_t(*cell)[3];
    const int64_t count = hedra_stencil_cells(stencil, &cell);
    int planes[3] = {0, 0, 0};
    printf("Eq. 11: bins of half the block, the centre counted\n"
           "    g   bins\n");
    for (int64_t g = 1; g <= 3; g++)
        printf("%5" PRId64 " %6" PRId64 "\n", g,
               measure_count(&(struct hedra_stencil_options){
                   .shape = HEDRA_STENCIL_BLOCK, .g = g, .half = true}));
    for (int64_t n = 0; n < count; n++)
        planes[cell[n][2]]++;
    printf("\nFigure 14: r = 2.8, bins of 2.067, g = %" PRId64 ": %" PRId64
           " bins,\n%d, %d and %d in the planes iz = 0, 1, 2\n\n",
           hedra_stencil_reach(stencil), count, planes[0], planes[1],
           planes[2]);
    hedra_stencil_destroy(stencil);
}

/* Offsets ------------------------------------------------------------------ */

static void figure_5(void)
{
    const struct hedra_stencil_options block = {.shape = HEDRA_STENCIL_BLOCK,
                                                .g = 1};
    struct hedra_offsets row =
        measure_offsets(HEDRA_ORDER_ROW, &paper_box, &block);
    printf("Figure 5: offsets in row-major order, 16 x 16 x 16, block, g = 1, "
           "each %" PRIu64 " times\n",
           row.count[0]);
    for (int64_t n = 0; n < row.kinds; n++)
        printf("%5" PRId64 "%s", row.offset[n], n % 9 == 8 ? "\n" : "");
    putchar('\n');
    hedra_offsets_free(&row);
}

/* Figs 6 and 8, 7 and 9. */
static void offsets(int64_t g)
{
    static const uint64_t limit[] = {99,   199,  299,  499,  899,
                                     1399, 1599, 1799, 2999, 3999};
    const struct hedra_stencil_options block = {.shape = HEDRA_STENCIL_BLOCK,
                                                .g = g};
    printf("Figures %d and %d: share of offsets up to a limit, 16 x 16 x 16, "
           "block, g = %" PRId64 "\n%-10s %7s",
           g == 1 ? 6 : 7, g == 1 ? 8 : 9, g, "order", "largest");
    for (size_t n = 0; n < sizeof limit / sizeof *limit; n++)
        printf(" %6" PRIu64, limit[n]);
    putchar('\n');
    for (int k = 0; k < ORDERS; k++) {
        struct hedra_offsets o =
            measure_offsets(order_kind[k], &paper_box, &block);
        printf("%-10s %7" PRId64, hedra_order_kind_name(order_kind[k]),
               o.offset[o.kinds - 1]);
        for (size_t n = 0; n < sizeof limit / sizeof *limit; n++)
            printf(" %6.3f", hedra_offsets_within(&o, limit[n]));
        putchar('\n');
        hedra_offsets_free(&o);
    }
    putchar('\n');
}

static void faces(const struct box *box, const bool wanted[ORDERS])
{
    printf("Runs in memory of the six faces, one cell deep\n"
           "%-10s %8s %12s\n",
           "order", "runs", "mean length");
    for (int k = 0; k < ORDERS; k++) {
        uint64_t runs, cells;
        if (wanted && !wanted[k])
            continue;
        measure_faces(order_kind[k], box, &runs, &cells);
        printf("%-10s %8" PRIu64 " %12.2f\n",
               hedra_order_kind_name(order_kind[k]), runs,
               (double)cells / (double)runs);
    }
    putchar('\n');
}

void tables_of_paper(void)
{
    table_2();
    half_stencils();
    figure_5();
    offsets(1);
    offsets(3);
    faces(&paper_box, NULL);
}

/* Caches ------------------------------------------------------------------- */

uint64_t misses_at(const struct misses *m, uint64_t c)
{
    return m->misses[c < m->count ? c : m->count - 1];
}

static void caches(const struct misses misses[ORDERS],
                   const bool wanted[ORDERS])
{
    uint64_t most = 0;
    printf("%7s", "c");
    for (int k = 0; k < ORDERS; k++) {
        if (wanted && !wanted[k])
            continue;
        printf(" %18s", hedra_order_kind_name(order_kind[k]));
        most = misses[k].distinct > most ? misses[k].distinct : most;
    }
    putchar('\n');
    for (uint64_t c = 4;; c *= 2) {
        printf("%7" PRIu64, c);
        for (int k = 0; k < ORDERS; k++)
            if (!wanted || wanted[k])
                printf(" %9" PRIu64 " %8.5f", misses_at(&misses[k], c),
                       (double)misses_at(&misses[k], c) /
                           (double)misses[k].accesses);
        putchar('\n');
        if (c >= most)
            break;
    }
    putchar('\n');
}

void table_of_caches(const struct figure *figure,
                     const struct misses misses[ORDERS])
{
    printf("Figure %d: misses of LRU caches of c blocks of %" PRId64
           " bins,\n%" PRId64 " x %" PRId64 " x %" PRId64 ", %s, g = %" PRId64
           ", %" PRIu64 " accesses\n",
           figure->number, figure->block, figure->side, figure->side,
           figure->side,
           figure->stencil.shape == HEDRA_STENCIL_BLOCK ? "block" : "sphere",
           figure->stencil.g, misses[0].accesses);
    caches(misses, NULL);
}

void tables_remarks(void)
{
    puts(
        "Where the paper's words differ from its model\n"
        "  Figures 8, 9: Hilbert leads up to 799 (g = 1) and 899 (g = 3),\n"
        "  Morton beyond, but for bars around 1,600.\n"
        "  Figure 10: Hilbert is best from c = 48 to 768, not to 1024, where\n"
        "  Morton is. In small caches Hilbert is worst beside row-major order\n"
        "  and Morton with i most significant (c = 1 to 8), not with k most\n"
        "  significant, as eq. 5 has it.");
}

void table_of_box(const struct box *box,
                  const struct hedra_stencil_options *stencil, int64_t block,
                  const bool wanted[ORDERS])
{
    struct misses misses[ORDERS] = {{0}};
    printf("%" PRId64 " x %" PRId64 " x %" PRId64 ", %" PRId64
           " bins in the stencil, blocks of %" PRId64 "\n\n",
           box->size[0], box->size[1], box->size[2], measure_count(stencil),
           block);
    printf("%-10s %12s %14s %14s %14s\n", "order", "largest", "up to 100",
           "up to 1000", "up to 10000");
    for (int k = 0; k < ORDERS; k++) {
        if (!wanted[k])
            continue;
        struct hedra_offsets o = measure_offsets(order_kind[k], box, stencil);
        printf("%-10s %12" PRId64 " %14.3f %14.3f %14.3f\n",
               hedra_order_kind_name(order_kind[k]), o.offset[o.kinds - 1],
               hedra_offsets_within(&o, 100), hedra_offsets_within(&o, 1000),
               hedra_offsets_within(&o, 10000));
        hedra_offsets_free(&o);
        misses[k] = measure_misses(order_kind[k], box, stencil, block);
    }
    puts("\nMisses of LRU caches of c blocks, and of the accesses");
    caches(misses, wanted);
    faces(box, wanted);
    for (int k = 0; k < ORDERS; k++)
        free(misses[k].misses);
}

void write_csv(const char *folder, const char *name,
               const struct misses misses[ORDERS])
{
    char path[4096];
    uint64_t most = 0;
    int length = snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    FILE *out =
        length > 0 && (size_t)length < sizeof path ? fopen(path, "w") : NULL;
    if (!out)
        give_up(path, "cannot be written");
    fprintf(out, "c");
    for (int k = 0; k < ORDERS; k++) {
        if (!misses[k].misses)
            continue;
        fprintf(out, ",%s", hedra_order_kind_name(order_kind[k]));
        most = misses[k].distinct > most ? misses[k].distinct : most;
    }
    for (uint64_t c = 1; c <= most; c++) {
        fprintf(out, "\n%" PRIu64, c);
        for (int k = 0; k < ORDERS; k++)
            if (misses[k].misses)
                fprintf(out, ",%" PRIu64, misses_at(&misses[k], c));
    }
    fputc('\n', out);
    const bool bad = ferror(out);
    if (fclose(out) || bad)
        give_up(path, "cannot be written");
}
