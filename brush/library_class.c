/* The classes of quartets that a library's kernels are for. */
#include "brush/library.h"

#include <string.h>

/* A shell pair of a class, in the order of runtime/eri.h. */
struct pair {
    int shell[2];
};

/* All pairs of shells of two kinds, ascending; the greater shell comes first
 * where kinds are equal. */
static int list_pairs(struct arena *arena, const struct library *l,
                      const struct shell_kind *a, const struct shell_kind *b,
                      struct pair **pair)
{
    bool same = shell_kind_equal(a, b);
    int count = 0, cap = 0;

    *pair = NULL;
    for (int i = 0; i < l->shells; i++)
        for (int k = 0; k < (same ? i + 1 : l->shells); k++) {
            struct pair p = {{i, k}};

            if (shell_kind_equal(&l->kind[l->shell[i].kind], a) &&
                shell_kind_equal(&l->kind[l->shell[k].kind], b))
                ARENA_PUSH(arena, *pair, count, cap, p);
        }
    return count;
}

int library_classes(struct arena *arena, const struct library *l, int kernel,
                    struct library_class **class)
{
    const struct shell_kind *kind = l->kernel[kernel].shape.kind;
    bool same = shell_kind_equal(&kind[0], &kind[2]) &&
                shell_kind_equal(&kind[1], &kind[3]);
    struct pair *pair[2];
    int pairs[2], count = 0, cap = 0;

    for (int side = 0; side < 2; side++)
        pairs[side] = list_pairs(arena, l, &kind[2 * side], &kind[2 * side + 1],
                                 &pair[side]);
    *class = NULL;
    for (int p = 0; p < pairs[0]; p++)
        for (int q = 0; q < (same ? p + 1 : pairs[1]); q++) {
            const int *bra = pair[0][p].shell, *ket = pair[1][q].shell;
            struct library_class c = {{bra[0], bra[1], ket[0], ket[1]}};

            ARENA_PUSH(arena, *class, count, cap, c);
        }
    return count;
}

static int primitives_of(const struct library *l, int shell)
{
    return l->shell[shell].source->primitives;
}

int library_class_quartets(const struct library *l,
                           const struct library_class *c)
{
    int product = 1;

    for (int i = 0; i < 4; i++)
        product *= primitives_of(l, c->shell[i]);
    return product;
}

/* A primitive pair. */
struct primitives {
    double alpha, beta, decay;
    int number[2];
};

/* The primitive pairs of two shells, in the order of rising decay, of equals
 * those of lower numbers first, as the runtime has them. */
static int list_primitives(struct arena *arena, const struct library *l,
                           const int shell[2], struct primitives **list)
{
    int n[2] = {primitives_of(l, shell[0]), primitives_of(l, shell[1])};
    struct primitives *to =
        arena_alloc(arena, (size_t)(n[0] * n[1]) * sizeof *to);

    for (int k = 0; k < n[0] * n[1]; k++) {
        int i = k / n[1], j = k % n[1], at = k;
        double alpha = l->shell[shell[0]].source->exponent[i];
        double beta = l->shell[shell[1]].source->exponent[j];
        struct primitives p = {
            alpha, beta, alpha * beta / (alpha + beta), {i, j}};

        for (; at > 0 && to[at - 1].decay > p.decay; at--)
            to[at] = to[at - 1];
        to[at] = p;
    }
    *list = to;
    return n[0] * n[1];
}

/* Coefficient of a combination of segments of two shells. */
static double coefficient(const struct library *l, const int shell[2],
                          int combination, const struct primitives *p)
{
    int segments = l->shell[shell[1]].source->segments;
    int segment[2] = {combination / segments, combination % segments};
    double product = 1;

    for (int i = 0; i < 2; i++)
        product *= l->shell[shell[i]]
                       .coefficient[segment[i] * primitives_of(l, shell[i]) +
                                    p->number[i]];
    return product;
}

/* The rows of a side; returns how many there are. */
static int side_constants(struct arena *arena, const struct library *l,
                          const int shell[2], const double **rows)
{
    int combinations = l->shell[shell[0]].source->segments *
                       l->shell[shell[1]].source->segments;
    int columns = HEDRA_ERI_COEFFICIENT + combinations;
    struct primitives *list;
    int count = list_primitives(arena, l, shell, &list);
    double *row = arena_alloc(arena, (size_t)(count * columns) * sizeof *row);

    *rows = row;
    for (int k = 0; k < count; k++, row += columns) {
        double zeta = list[k].alpha + list[k].beta;

        row[HEDRA_ERI_FRACTION] = list[k].beta / zeta;
        row[HEDRA_ERI_INVERSE] = 0.5 / zeta;
        row[HEDRA_ERI_TWICE] = 2 * zeta;
        row[HEDRA_ERI_TWICE_SECOND] = 2 * list[k].beta;
        for (int c = 0; c < combinations; c++)
            row[HEDRA_ERI_COEFFICIENT + c] = coefficient(l, shell, c, &list[k]);
    }
    return count;
}

struct kernel_shape library_class_shape(struct arena *arena,
                                        const struct library *l, int kernel,
                                        const struct library_class *c,
                                        int classes)
{
    struct kernel_constants *constants = arena_alloc(arena, sizeof *constants);
    struct kernel_shape shape = l->kernel[kernel].shape;

    constants->classes = classes;
    for (int side = 0; side < 2; side++)
        shape.primitives[side] = side_constants(
            arena, l, c->shell + (ptrdiff_t)2 * side, &constants->row[side]);
    shape.constants = constants;
    return shape;
}

int library_fewest(struct arena *arena, const struct library *l, int kernel,
                   struct library_class **class)
{
    struct library_class *all;
    int n = library_classes(arena, l, kernel, &all), least = 0, count = 0;

    for (int i = 0; i < n; i++) {
        int quartets = library_class_quartets(l, &all[i]);

        least = i == 0 || quartets < least ? quartets : least;
    }
    for (int i = 0; i < n; i++)
        if (library_class_quartets(l, &all[i]) == least)
            all[count++] = all[i];
    *class = all;
    return count;
}
