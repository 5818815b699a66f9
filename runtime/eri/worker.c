/*
 * What a thread of the host does with a row of quartets: it lists the primitive
 * quartets that are not negligible, fills a table with what the kernel of the
 * two classes needs of them, and calls it.
 */
#include "runtime/eri/local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void eri_worker_free(struct eri_worker *w)
{
    free(w->table);
    free(w->rows);
    free(w->out);
}

static bool reserve(void **memory, size_t *size, size_t needed)
{
    if (needed <= *size)
        return true;
    free(*memory);
    *memory = aligned_alloc(64, (needed + 63) / 64 * 64);
    *size = *memory ? needed : 0;
    return *memory;
}

bool eri_reserve_out(struct eri_worker *w, int64_t integrals)
{
    return reserve(&w->out, &w->out_size,
                   (size_t)integrals * (size_t)w->eri->set->element_size);
}

bool eri_make_table(struct eri_worker *w, const struct eri_class *bra,
                    const struct eri_class *ket)
{
    const struct hedra_eri_set *set = w->eri->set;
    size_t rows = (size_t)bra->primitives * (size_t)ket->primitives;
    int64_t at = 0;

    if (w->bra == bra && w->ket == ket)
        return true;
    if (!reserve(&w->table, &w->table_size,
                 rows * 2 * (size_t)set->element_size))
        return false;
    for (int l = 0; l < ket->primitives; l++)
        for (int k = 0; k < bra->primitives; k++) {
            double product = bra->zeta[k] * ket->zeta[l];
            double sum = bra->zeta[k] + ket->zeta[l];

            eri_put(set, w->table, at++, product / sum);
            eri_put(set, w->table, at++,
                    2 * pow(PI, 2.5) / (product * sqrt(sum)));
        }
    w->bra = bra;
    w->ket = ket;
    return true;
}

static int compare_shells(const void *key, const void *element)
{
    const int *shell = key;
    const struct hedra_eri_class_kernel *k = element;
    int difference = 0;

    for (int i = 0; i < 4 && !difference; i++)
        difference = shell[i] - k->shell[i];
    return difference;
}

const struct hedra_eri_kernel *eri_kernel_of(const struct hedra_eri_set *set,
                                             const struct eri_class *bra,
                                             const struct eri_class *ket)
{
    int p = bra->pair_kind, q = ket->pair_kind, form = p * (p + 1) / 2 + q;
    int shell[4] = {bra->type[0], bra->type[1], ket->type[0], ket->type[1]};
    const struct hedra_eri_class_kernel *own = NULL;

    if (set->class_kernels)
        own = bsearch(shell, set->class_kernel, (size_t)set->class_kernels,
                      sizeof *own, compare_shells);
    if (own)
        return &own->kernel;
    if (set->single && set->single[form].run && bra->primitives == 1 &&
        ket->primitives == 1)
        return &set->single[form];
    return &set->kernel[form];
}

/* A list for each `lanes` ket pairs. */
static bool make_lists(struct eri_worker *w, struct eri_screen screen,
                       int first, int width)
{
    int lanes = w->eri->set->lanes, size = eri_screen_size(&screen);
    int all = screen.bra->primitives * screen.ket->primitives;

    if (!reserve(&w->rows, &w->rows_size,
                 (size_t)(width / lanes * size) * sizeof(int64_t)))
        return false;
    screen.groups = 1;
    for (int i = 0; i < width / lanes; i++) {
        int64_t done;

        screen.group = first / lanes + i;
        done =
            eri_screen_list(&screen, (int64_t *)w->rows + (ptrdiff_t)i * size);
        w->primitives += done * lanes;
        w->primitives_skipped += (all - done) * lanes;
    }
    return true;
}

bool eri_run(struct eri_worker *w, const struct eri_class *bra,
             const struct eri_class *ket, int pair, int first, int width,
             double negligible)
{
    const struct hedra_eri_set *set = w->eri->set;
    int64_t item[HEDRA_ERI_ITEM] = {pair, first, width, 0, 0};
    union hedra_arg arg[12];
    const struct hedra_eri_kernel *kernel = eri_kernel_of(set, bra, ket);
    struct eri_screen screen = {.kernel = kernel,
                                .bra = bra,
                                .ket = ket,
                                .pair = pair,
                                .negligible = negligible};

    if (!eri_make_table(w, bra, ket) || !make_lists(w, screen, first, width) ||
        !eri_reserve_out(w, (int64_t)bra->functions * ket->functions * width))
        return false;
    arg[0].p = item;
    arg[1].p = bra->field;
    arg[2].p = ket->field;
    arg[3].p = bra->constant;
    arg[4].p = ket->constant;
    arg[5].p = w->table;
    arg[6].p = w->rows;
    arg[7].p = w->out;
    arg[8].l = bra->stride;
    arg[9].l = ket->stride;
    arg[10].l = bra->primitives;
    arg[11].l = ket->primitives;
    kernel->run(arg, 0, 1);
    return true;
}
