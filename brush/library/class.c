/* The classes of quartets that a library's kernels are for. */
#include "brush/library/library.h"

/* The shells that take a place in a form's classes. */
struct shells {
    int count, cap, *number;
};

static int primitives_of(const struct library *l, int shell)
{
    return l->shell[shell].source->primitives;
}

/* Those of a kind; `fewest`: that have the fewest primitives. */
static struct shells list_shells(struct arena *arena, const struct library *l,
                                 const struct shell_kind *kind, bool fewest)
{
    struct shells s = {0, 0, NULL};
    int least = BASIS_MAX_PRIMITIVES;

    for (int i = 0; i < l->shells; i++)
        if (shell_kind_equal(&l->kind[l->shell[i].kind], kind) &&
            primitives_of(l, i) < least)
            least = primitives_of(l, i);
    for (int i = 0; i < l->shells; i++)
        if (shell_kind_equal(&l->kind[l->shell[i].kind], kind) &&
            (!fewest || primitives_of(l, i) == least))
            ARENA_PUSH(arena, s.number, s.count, s.cap, i);
    return s;
}

/* How many pairs there are of `a` with `b`, which may be the same things. */
static double count_pairs(double a, double b, bool same)
{
    return same ? a * (a + 1) / 2 : a * b;
}

/* What is the same on both places of a pair, and on both sides. */
struct symmetry {
    bool pair[2], side;
};

static struct symmetry symmetry_of(const struct shell_kind kind[4])
{
    return (struct symmetry){{shell_kind_equal(&kind[0], &kind[1]),
                              shell_kind_equal(&kind[2], &kind[3])},
                             shell_kind_equal(&kind[0], &kind[2]) &&
                                 shell_kind_equal(&kind[1], &kind[3])};
}

double library_count(const struct library *l, int form, bool fewest)
{
    const struct shell_kind *kind = l->kernel[form].shape.kind;
    struct symmetry same = symmetry_of(kind);
    struct arena *arena = arena_new();
    double n[4];

    for (int i = 0; i < 4; i++)
        n[i] = list_shells(arena, l, &kind[i], fewest).count;
    arena_free(arena);
    return count_pairs(count_pairs(n[0], n[1], same.pair[0]),
                       count_pairs(n[2], n[3], same.pair[1]), same.side);
}

/* A pair of shells of a class, in the order of runtime/include/hedra_eri.h. */
struct pair {
    int shell[2];
};

/* All pairs of two shells, ascending; the greater one comes first where kinds
 * are the same. */
static int list_pairs(struct arena *arena, const struct shells *a,
                      const struct shells *b, bool same, struct pair **pair)
{
    int count = 0, cap = 0;

    *pair = NULL;
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < (same ? i + 1 : b->count); k++) {
            struct pair p = {{a->number[i], b->number[k]}};

            ARENA_PUSH(arena, *pair, count, cap, p);
        }
    return count;
}

int library_fewest(struct arena *arena, const struct library *l, int form,
                   int most, struct library_class **class)
{
    const struct shell_kind *kind = l->kernel[form].shape.kind;
    struct symmetry same = symmetry_of(kind);
    struct pair *pair[2];
    int pairs[2], count = 0, cap = 0;

    for (int side = 0; side < 2; side++) {
        struct shells a = list_shells(arena, l, &kind[2 * side], true);
        struct shells b = list_shells(arena, l, &kind[2 * side + 1], true);

        pairs[side] = list_pairs(arena, &a, &b, same.pair[side], &pair[side]);
    }
    *class = NULL;
    for (int p = 0; p < pairs[0]; p++)
        for (int q = 0; q < (same.side ? p + 1 : pairs[1]) && count < most;
             q++) {
            const int *bra = pair[0][p].shell, *ket = pair[1][q].shell;
            struct library_class c = {{bra[0], bra[1], ket[0], ket[1]}};

            ARENA_PUSH(arena, *class, count, cap, c);
        }
    return count;
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
                                        const struct library *l, int form,
                                        const struct library_class *c)
{
    struct kernel_constants *constants = arena_alloc(arena, sizeof *constants);
    struct kernel_shape shape = l->kernel[form].shape;

    constants->classes = library_count(l, form, true);
    for (int side = 0; side < 2; side++)
        shape.primitives[side] = side_constants(
            arena, l, c->shell + (ptrdiff_t)2 * side, &constants->row[side]);
    shape.constants = constants;
    return shape;
}
