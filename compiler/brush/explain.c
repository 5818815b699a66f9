/* brush explain: the candidates of each class side by side. */
#include "compiler/brush/brush.h"

#include "runtime/base/base.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct loc nowhere;

/* Compares class texts without regard to spaces: "(sp sp|s s)". */
static bool is_class(struct arena *arena, const struct kernel_shape *shape,
                     const char *text)
{
    const char *name[4];
    char *own, *out = arena_strdup(arena, text), *to = out;

    for (int i = 0; i < 4; i++)
        name[i] = shell_kind_name(arena, &shape->kind[i]);
    own =
        arena_printf(arena, "(%s%s|%s%s)", name[0], name[1], name[2], name[3]);
    for (const char *c = text; *c; c++)
        if (*c != ' ')
            *to++ = *c;
    *to = '\0';
    return strcmp(own, out) == 0;
}

static void print_candidate(const struct kernel_candidate *c, bool best)
{
    const struct kernel_work *w = &c->work;

    number_write(stdout, "  %c %-21s %7d %6d %5d %6d %6d %9.0f ",
                 best ? '*' : ' ', path_name(c->path), c->operations, c->fused,
                 c->outer, c->late, c->size, c->total);
    if (isfinite(c->cost))
        number_write(stdout,
                     "%8.0f %7.0f %7.0f %6.0f %6.0f %6.0f %4d %6d %8.0f ",
                     w->arithmetic, w->loads, w->stores, w->spills[0],
                     w->spills[1], w->loops, w->live, w->bytes, c->cost);
    else
        printf("%66s ", "too long to be counted");
    printf(" %s%s\n", path_text(c->path),
           path_is_automatic(c->path) ? "" : " (only if asked for)");
}

/* Why the best one is. */
static void print_reason(const struct kernel_candidate *c, int general)
{
    if (general >= 0 && path_is_general(c->path))
        printf("  %s, the path for all classes: no kernels for these alone "
               "cost less by more than 1 / %d\n",
               path_name(c->path), KERNEL_TRUST);
    else if (general >= 0)
        printf("  %s: kernels for these classes alone that cost less than %s, "
               "the path for all\n",
               path_name(c->path), path_name(general));
    else if (c->size <= KERNEL_BUDGET)
        printf("  %s: of those that need not be asked for, have code of up to "
               "%d operations\n  and cost within 1 / %d of the least, it has "
               "the smallest total\n",
               path_name(c->path), KERNEL_BUDGET, KERNEL_TRUST);
    else
        printf("  %s: of those that need not be asked for none has code of up "
               "to %d operations;\n  it has the shortest\n",
               path_name(c->path), KERNEL_BUDGET);
}

/* The columns: see struct kernel_candidate. */
static void explain_class(struct arena *arena, const struct kernel_shape *shape,
                          int general, const char *which)
{
    struct kernel_candidate candidate[PATH_COUNT];
    int best = kernel_compare(shape, general, candidate);

    printf("(%s %s|%s %s), with %d and %d primitive pairs, %d Boys functions%s:"
           "\n"
           "    path                  quartet  fused  pair   late   code"
           "     total    arith   loads  stores spills   (16)  loops live"
           "  bytes     cost\n",
           shell_kind_name(arena, &shape->kind[0]),
           shell_kind_name(arena, &shape->kind[1]),
           shell_kind_name(arena, &shape->kind[2]),
           shell_kind_name(arena, &shape->kind[3]), shape->primitives[0],
           shape->primitives[1], shape->primitives[0] * shape->primitives[1],
           which);
    for (int p = 0; p < PATH_COUNT; p++)
        if (kernel_applies(shape, p))
            print_candidate(&candidate[p], p == best);
    print_reason(&candidate[best], general);
}

/* The form for all its classes, and for those with the fewest primitive
 * quartets. */
static void explain_form(struct arena *arena, const struct library *l, int form)
{
    const struct library_kernel *k = &l->kernel[form];
    struct library_class *class;
    struct kernel_shape few;

    library_fewest(arena, l, form, 1, &class);
    few = library_class_shape(arena, l, form, class);
    explain_class(arena, &k->shape, -1, "");
    if (few.primitives[0] * few.primitives[1] <= KERNEL_UNROLLED)
        explain_class(arena, &few, k->path,
                      arena_printf(arena, ", as %.0f of %.0f classes are",
                                   library_count(l, form, true),
                                   library_count(l, form, false)));
}

/* Into how many functions the kernel for devices is split, and why. */
static void explain_functions(struct brush_work *w, const struct library *l,
                              int number)
{
    const struct kernel_shape *shape = &l->kernel[number].shape;
    enum path path = l->kernel[number].path;
    struct kernel_function *whole, *function;
    int most = l->options->most;
    int count = kernel_functions(w->arena, shape, path, most, &function);

    kernel_functions(w->arena, shape, path, 0, &whole);
    if (count == 1) {
        printf("  on devices %s, one function of %d operations\n",
               path_name(path), function->operations);
        return;
    }
    printf("  on devices %s, %d functions, since one would have %d operations "
           "and %d are the\n  most:\n",
           path_name(path), count, whole->operations, most);
    for (int i = 0; i < count; i++)
        printf("  %7d operations: %s\n", function[i].operations,
               function[i].text);
}

void brush_explain(struct brush_work *w)
{
    struct basis *basis = work_read_basis(w);
    struct library_options options, threads;
    struct library *l, *devices;
    bool any = false;

    if (!basis)
        return;
    options = work_library_options(w, basis, KIR_F64);
    threads = options;
    threads.lanes = 1;
    l = library_new(w->arena, basis, &options, &w->faults);
    devices = l ? library_new(w->arena, basis, &threads, &w->faults) : NULL;
    for (int i = 0; devices && i < l->kernels; i++) {
        const char *text = w->options->class_text;

        if (text && !is_class(w->arena, &l->kernel[i].shape, text))
            continue;
        explain_form(w->arena, l, i);
        explain_functions(w, devices, i);
        any = true;
    }
    if (l && !any)
        fault_add(&w->faults, FAULT_USAGE, nowhere,
                  "the basis set has no class '%s'", w->options->class_text);
}
