/*
 * Libraries: shells with equal constants are one, and each form of quartet that
 * they need has a kernel. The registration that is printed ties both together
 * for the runtime.
 */
#include "brush/library/library.h"

#include "runtime/base/base.h"

#include <stdlib.h>
#include <string.h>

static const double most_single = 1e12; /* exponent in f32 */

/* The shells of a basis --------------------------------------------------- */

static struct shell_kind kind_of(const struct basis *basis,
                                 const struct basis_shell *s)
{
    struct shell_kind k = {.segments = s->segments};

    memcpy(k.l, s->l, sizeof k.l);
    k.pure = basis->pure && shell_max_l(&k) >= 2;
    return k;
}

static int find_kind(const struct library *l, const struct shell_kind *k)
{
    int i = 0;

    while (i < l->kinds && !shell_kind_equal(&l->kind[i], k))
        i++;
    return i;
}

static int compare_kinds(const void *a, const void *b)
{
    return shell_kind_compare(a, b);
}

/* All kinds must be there and sorted before shells refer to them. */
static void add_kinds(struct arena *arena, struct library *l,
                      const struct basis *basis)
{
    for (int z = 1; z <= BASIS_MAX_Z; z++) {
        const struct basis_element *e = &basis->element[z];

        for (int i = 0; l->options->wanted[z] && i < e->shells; i++) {
            struct shell_kind k = kind_of(basis, &e->shell[i]);

            if (find_kind(l, &k) == l->kinds)
                ARENA_PUSH(arena, l->kind, l->kinds, l->kind_cap, k);
        }
    }
    qsort(l->kind, (size_t)l->kinds, sizeof *l->kind, compare_kinds);
}

static bool equal_shells(const struct library_shell *a,
                         const struct library_shell *b)
{
    size_t n = (size_t)a->source->primitives;

    return a->kind == b->kind &&
           a->source->primitives == b->source->primitives &&
           memcmp(a->source->exponent, b->source->exponent,
                  n * sizeof(double)) == 0 &&
           memcmp(a->coefficient, b->coefficient,
                  n * (size_t)a->source->segments * sizeof(double)) == 0;
}

/* Whether the integrals' intermediate numbers are in the range of their type:
 * products of two exponents times the root of a third. */
static bool fits_type(const struct library *l, const struct basis_shell *s)
{
    for (int k = 0; k < s->primitives; k++)
        if (l->options->type == KIR_F32 && s->exponent[k] > most_single)
            return false;
    return true;
}

/* Its number; -1 with a fault if it cannot be. */
static int add_shell(struct arena *arena, struct library *l,
                     const struct basis *basis, const struct basis_shell *s,
                     struct faults *faults)
{
    struct shell_kind k = kind_of(basis, s);
    struct library_shell shell = {find_kind(l, &k), s, NULL};
    int n = s->primitives;

    if (!fits_type(l, s)) {
        fault_add(faults, FAULT_BASIS, (struct loc){basis->file, s->line, 0, 0},
                  "in f32 the exponents of a shell may be 1e12 at most");
        return -1;
    }
    shell.coefficient = arena_alloc(arena, (size_t)(n * s->segments) *
                                               sizeof *shell.coefficient);
    for (int i = 0; i < s->segments; i++)
        if (!shell_normalise(s, i, shell.coefficient + i * n)) {
            fault_add(faults, FAULT_BASIS,
                      (struct loc){basis->file, s->line, 0, 0},
                      "the shell cannot be normalised: its primitives cancel, "
                      "or coefficients are too large or too small");
            return -1;
        }
    for (int i = 0; i < l->shells; i++)
        if (equal_shells(&l->shell[i], &shell))
            return i;
    ARENA_PUSH(arena, l->shell, l->shells, l->shell_cap, shell);
    return l->shells - 1;
}

/* "H, He, O". */
static const char *list_elements(struct arena *arena, const struct basis *basis)
{
    const char *list = "";

    for (int z = 1; z <= BASIS_MAX_Z; z++)
        if (basis->there[z])
            list = arena_printf(arena, "%s%s%s", list, *list ? ", " : "",
                                element_symbol(z));
    return list;
}

static bool add_element(struct arena *arena, struct library *l,
                        const struct basis *basis, int z, struct faults *faults)
{
    const struct basis_element *e = &basis->element[z];

    if (!e->shells) {
        struct loc loc = {basis->file, 0, 0, 0};

        fault_add(faults, FAULT_BASIS, loc,
                  "the basis set has no element %s; it has %s",
                  element_symbol(z), list_elements(arena, basis));
        return false;
    }
    l->element_shells[z] = e->shells;
    l->element_shell[z] =
        arena_alloc(arena, (size_t)e->shells * sizeof *l->element_shell[z]);
    for (int i = 0; i < e->shells; i++) {
        int number = add_shell(arena, l, basis, &e->shell[i], faults);

        if (number < 0)
            return false;
        l->element_shell[z][i] = number;
    }
    return true;
}

/* How many primitives shells of a kind have, in the mean. */
static double mean_primitives(const struct library *l, int kind)
{
    int sum = 0, count = 0;

    for (int i = 0; i < l->shells; i++)
        if (l->shell[i].kind == kind) {
            sum += l->shell[i].source->primitives;
            count++;
        }
    return (double)sum / count;
}

static int primitive_pairs(const struct library *l, const int kind[2])
{
    return (int)(mean_primitives(l, kind[0]) * mean_primitives(l, kind[1]) +
                 0.5);
}

/* Kernels for all pairs of pairs of kinds, in the order of
 * runtime/include/hedra_eri.h. */
static void add_kernels(struct arena *arena, struct library *l)
{
    int pairs = l->kinds * (l->kinds + 1) / 2;
    int(*pair)[2] = arena_alloc(arena, (size_t)pairs * sizeof *pair), n = 0;

    for (int i = 0; i < l->kinds; i++)
        for (int j = 0; j <= i; j++, n++) {
            pair[n][0] = i;
            pair[n][1] = j;
        }
    for (int p = 0; p < pairs; p++)
        for (int q = 0; q <= p; q++) {
            struct library_kernel k = {
                .shape = {{l->kind[pair[p][0]], l->kind[pair[p][1]],
                           l->kind[pair[q][0]], l->kind[pair[q][1]]},
                          l->options->type,
                          l->options->lanes,
                          {primitive_pairs(l, pair[p]),
                           primitive_pairs(l, pair[q])}}};

            k.name = kernel_name(arena, &k.shape);
            ARENA_PUSH(arena, l->kernel, l->kernels, l->kernel_cap, k);
        }
    l->forms = l->kernels;
}

/* The path of kernels for a form's classes with the fewest primitive quartets,
 * beside the one for all; -1: none. */
static int choose_special(const struct library *l, int form, enum path general)
{
    struct arena *arena = arena_new();
    struct library_class *class;
    struct kernel_shape shape;
    enum path best;

    library_fewest(arena, l, form, 1, &class);
    shape = library_class_shape(arena, l, form, class);
    best = kernel_choose(&shape, general);
    arena_free(arena);
    return path_is_general(best) ? -1 : (int)best;
}

void library_set_path(struct library *l, int form, enum path path, int special)
{
    struct library_kernel *k = &l->kernel[form];

    k->path = path_general(path);
    k->special = k->path == path ? special : (int)path;
}

const char *library_path_name(struct arena *arena, enum path path, int special)
{
    return special < 0 ? path_name(path)
                       : arena_printf(arena, "%s+%s", path_name(path),
                                      path_name(special));
}

bool library_path_find(const char *name, int *path, int *special)
{
    char first[64];
    size_t length = strcspn(name, "+");

    *path = *special = -1;
    if (length >= sizeof first)
        return false;
    memcpy(first, name, length);
    first[length] = '\0';
    *path = path_find(first);
    if (*path < 0 || !name[length])
        return *path >= 0;
    *special = path_find(name + length + 1);
    return path_is_general(*path) && *special >= 0 &&
           !path_is_general(*special);
}

static void choose_paths(struct library *l)
{
    for (int i = 0; i < l->forms; i++) {
        enum path path;

        if (l->options->path >= 0) {
            library_set_path(l, i, l->options->path, -1);
            continue;
        }
        path = kernel_choose(&l->kernel[i].shape, -1);
        library_set_path(l, i, path, choose_special(l, i, path));
    }
}

/* Kernels for single classes, which come in the order of their shells; none of
 * their own if they are more than LIBRARY_CLASSES. */
static void add_special(struct arena *arena, struct library *l, int form)
{
    enum path path = l->kernel[form].special;
    bool own = path_form(path) == FORM_UNROLLED;
    struct library_class *class;
    int n =
        library_fewest(arena, l, form, own ? LIBRARY_CLASSES + 1 : 1, &class);

    for (int i = 0; n <= LIBRARY_CLASSES && i < n; i++) {
        const int *shell = class[i].shell;
        struct library_kernel k = {
            .shape = library_class_shape(arena, l, form, &class[i]),
            .path = path,
            .special = -1,
            .form = form,
            .shell = {shell[0], shell[1], shell[2], shell[3]}};

        if (!kernel_applies(&k.shape, path))
            return;
        k.name =
            own ? arena_printf(arena, "%s_of_%d_%d_%d_%d", l->kernel[form].name,
                               shell[0], shell[1], shell[2], shell[3])
                : arena_printf(arena, "%s_single", l->kernel[form].name);
        ARENA_PUSH(arena, l->kernel, l->kernels, l->kernel_cap, k);
    }
}

/* Their own choice stays if both serve the same classes. */
void library_match(struct library *threads, const struct library *host)
{
    for (int i = 0; i < threads->forms; i++) {
        int mine = threads->kernel[i].special,
            special = host->kernel[i].special;

        if (mine < 0 || special < 0 ||
            path_is_single(mine) != path_is_single(special))
            threads->kernel[i].special = special;
    }
}

void library_complete(struct arena *arena, struct library *l)
{
    for (int i = 0; i < l->forms; i++)
        if (l->kernel[i].special >= 0)
            add_special(arena, l, i);
}

struct library *library_new(struct arena *arena, struct basis *basis,
                            const struct library_options *options,
                            struct faults *faults)
{
    struct library *l = arena_alloc(arena, sizeof *l);

    l->options = options;
    l->basis = basis;
    if (options->merge)
        shell_merge(arena, basis, options->merge);
    add_kinds(arena, l, basis);
    for (int z = 1; z <= BASIS_MAX_Z; z++)
        if (options->wanted[z] && !add_element(arena, l, basis, z, faults))
            return NULL;
    add_kernels(arena, l);
    choose_paths(l);
    return l;
}

static void build_kernel(struct kir_module *module, struct library *l,
                         int number)
{
    struct library_kernel *k = &l->kernel[number];

    k->scratch =
        kernel_build(module, k->name, &k->shape, k->path, l->options->most);
}

struct kir_module *library_build(struct arena *arena, struct library *l,
                                 int number)
{
    struct kir_module *module =
        kir_module_new(arena, l->kernel[number].name, l->options->name);

    build_kernel(module, l, number);
    return module;
}

struct kir_module *library_build_all(struct arena *arena, struct library *l)
{
    struct kir_module *module =
        kir_module_new(arena, l->options->name, l->options->name);

    for (int i = 0; i < l->kernels; i++)
        build_kernel(module, l, i);
    return module;
}

const char *library_entry(struct arena *arena, const struct library *l,
                          int number)
{
    return arena_printf(arena, "%s_%s", l->options->name,
                        l->kernel[number].name);
}

const char *library_device(struct arena *arena, const struct library *l,
                           int number)
{
    return arena_printf(arena, "%s_device", library_entry(arena, l, number));
}

/* The registration -------------------------------------------------------- */

static void print_doubles(struct buf *out, const char *name, int number,
                          const double *value, int count)
{
    buf_printf(out, "static const double %s_%d[] = {", name, number);
    for (int i = 0; i < count; i++)
        buf_printf(out, "%s%a",
                   i % 3 ? ", "
                   : i   ? ",\n    "
                         : "\n    ",
                   value[i]);
    buf_puts(out, "};\n");
}

/* The transformation of a pure kind: a row for each function. */
static void print_spherical(const struct shell_kind *k, int number,
                            struct buf *out)
{
    double row[BASIS_MAX_SEGMENTS * 10];
    int columns = 0, at = 0, last = 0;

    for (int s = 0; s < k->segments; s++)
        columns += bracket_component_count(k->l[s]);
    buf_printf(out, "\nstatic const double spherical_%d[] = {", number);
    for (int f = 0; f < shell_kind_functions(k); f++) {
        struct shell_function fn = shell_function(k, f);

        for (; last < fn.segment; last++)
            at += bracket_component_count(k->l[last]);
        memset(row, 0, sizeof row);
        if (!fn.pure)
            row[at + fn.component] = 1;
        for (int n = 0; fn.pure && n < bracket_component_count(fn.l); n++)
            row[at + n] = shell_harmonic(fn.l, fn.component - fn.l, n);
        for (int c = 0; c < columns; c++)
            buf_printf(out, "%s%a,", c % 3 ? " " : "\n    ", row[c]);
    }
    buf_puts(out, "};\n");
}

static void print_kinds(const struct library *l, struct buf *out)
{
    for (int i = 0; i < l->kinds; i++)
        if (l->kind[i].pure)
            print_spherical(&l->kind[i], i, out);
    buf_puts(out, "\nstatic const struct hedra_eri_kind kind[] = {\n");
    for (int i = 0; i < l->kinds; i++) {
        const struct shell_kind *k = &l->kind[i];

        buf_printf(out, "    {%d, %d, {", shell_kind_functions(k), k->segments);
        for (int s = 0; s < k->segments; s++)
            buf_printf(out, "%s%d", s ? ", " : "", k->l[s]);
        if (k->pure)
            buf_printf(out, "}, 1, spherical_%d},\n", i);
        else
            buf_puts(out, "}, 0, 0},\n");
    }
    buf_puts(out, "};\n\n");
}

static void print_shells(const struct library *l, struct buf *out)
{
    for (int i = 0; i < l->shells; i++) {
        const struct library_shell *s = &l->shell[i];
        int n = s->source->primitives;

        print_doubles(out, "exponent", i, s->source->exponent, n);
        print_doubles(out, "coefficient", i, s->coefficient,
                      n * s->source->segments);
    }
    buf_puts(out, "\nstatic const struct hedra_eri_shell shell[] = {\n");
    for (int i = 0; i < l->shells; i++)
        buf_printf(out, "    {%d, %d, exponent_%d, coefficient_%d},\n",
                   l->shell[i].kind, l->shell[i].source->primitives, i, i);
    buf_puts(out, "};\n\n");
}

static int print_elements(const struct library *l, struct buf *out)
{
    int count = 0;

    for (int z = 1; z <= BASIS_MAX_Z; z++) {
        if (!l->element_shells[z])
            continue;
        buf_printf(out, "static const int shells_of_%s[] = {",
                   element_symbol(z));
        for (int i = 0; i < l->element_shells[z]; i++)
            buf_printf(out, "%s%d", i ? ", " : "", l->element_shell[z][i]);
        buf_puts(out, "};\n");
    }
    buf_puts(out, "\nstatic const struct hedra_eri_element element[] = {\n");
    for (int z = 1; z <= BASIS_MAX_Z; z++) {
        if (!l->element_shells[z])
            continue;
        buf_printf(out, "    {%d, %d, shells_of_%s},\n", z,
                   l->element_shells[z], element_symbol(z));
        count++;
    }
    buf_puts(out, "};\n\n");
    return count;
}

static void print_declarations(const struct library *l,
                               const struct library *devices, struct buf *out)
{
    struct arena *arena = arena_new();

    for (int i = 0; i < l->kernels; i++) {
        buf_printf(out,
                   "void %s(const union hedra_arg *arg, int64_t begin,\n"
                   "    int64_t end);\n",
                   library_entry(arena, l, i));
        if (devices)
            buf_printf(out, "extern struct hedra_module %s;\n",
                       library_device(arena, l, i));
    }
    arena_free(arena);
}

/* The initialiser of a struct hedra_eri_kernel. */
static void print_kernel(const struct library *l, const struct library *devices,
                         int number, struct buf *out)
{
    struct arena *arena = arena_new();
    const struct library_kernel *k = &l->kernel[number];

    buf_printf(out, "{%s, %d, %s%s, %d, %d}", library_entry(arena, l, number),
               kernel_inner(k->path), devices ? "&" : "",
               devices ? library_device(arena, l, number) : "0",
               !path_is_general(k->path),
               devices ? devices->kernel[number].scratch : 0);
    arena_free(arena);
}

static int compare_kernels(const void *x, const void *y)
{
    const struct library_kernel *const *a = x, *const *b = y;

    int difference = 0;

    for (int i = 0; i < 4 && !difference; i++)
        difference = (*a)->shell[i] - (*b)->shell[i];
    return difference;
}

/* Kernels for one class each, by its shells; returns their number. */
static int print_class_kernels(const struct library *l,
                               const struct library *devices, struct buf *out)
{
    struct arena *arena = arena_new();
    const struct library_kernel **kernel = arena_alloc(
        arena, (size_t)(l->kernels - l->forms + 1) * sizeof *kernel);
    int count = 0;

    for (int i = l->forms; i < l->kernels; i++)
        if (path_form(l->kernel[i].path) == FORM_UNROLLED)
            kernel[count++] = &l->kernel[i];
    qsort(kernel, (size_t)count, sizeof *kernel, compare_kernels);
    if (count)
        buf_puts(out, "static const struct hedra_eri_class_kernel "
                      "class_kernel[] = {\n");
    for (int i = 0; i < count; i++) {
        const int *shell = kernel[i]->shell;

        buf_printf(out, "    {{%d, %d, %d, %d}, ", shell[0], shell[1], shell[2],
                   shell[3]);
        print_kernel(l, devices, (int)(kernel[i] - l->kernel), out);
        buf_puts(out, "},\n");
    }
    if (count)
        buf_puts(out, "};\n\n");
    arena_free(arena);
    return count;
}

/* The kernel for a form's classes of one primitive quartet; -1 if there is
 * none. */
static int find_single(const struct library *l, int form)
{
    for (int i = l->forms; i < l->kernels; i++)
        if (l->kernel[i].form == form && path_is_single(l->kernel[i].path))
            return i;
    return -1;
}

/* Returns whether there is any. */
static bool print_single_kernels(const struct library *l,
                                 const struct library *devices, struct buf *out)
{
    bool any = false;

    for (int i = 0; i < l->forms && !any; i++)
        any = find_single(l, i) >= 0;
    if (!any)
        return false;
    buf_puts(out, "static const struct hedra_eri_kernel single[] = {\n");
    for (int i = 0; i < l->forms; i++) {
        int number = find_single(l, i);

        buf_puts(out, "    ");
        if (number >= 0)
            print_kernel(l, devices, number, out);
        else
            buf_puts(out, "{0, 0, 0, 0, 0}");
        buf_puts(out, ",\n");
    }
    buf_puts(out, "};\n\n");
    return true;
}

static void print_general_kernels(const struct library *l,
                                  const struct library *devices,
                                  struct buf *out)
{
    buf_puts(out, "\nstatic const struct hedra_eri_kernel kernel[] = {\n");
    for (int i = 0; i < l->forms; i++) {
        buf_puts(out, "    ");
        print_kernel(l, devices, i, out);
        buf_puts(out, ",\n");
    }
    buf_puts(out, "};\n\n");
}

void library_print_set(const struct library *l, const struct library *devices,
                       struct buf *out)
{
    const char *name = l->options->name;
    int elements, class_kernels;
    bool single;

    buf_printf(out, "/* Written by brush: the shells and kernels of %s. */\n",
               name);
    buf_printf(out, "#include \"%s.h\"\n", name);
    print_kinds(l, out);
    print_shells(l, out);
    elements = print_elements(l, out);
    print_declarations(l, devices, out);
    print_general_kernels(l, devices, out);
    single = print_single_kernels(l, devices, out);
    class_kernels = print_class_kernels(l, devices, out);
    buf_printf(out, "const struct hedra_eri_set %s = {\n", name);
    buf_printf(out, "    HEDRA_ERI_ABI, \"%s\", %d, %d, %d, %d, %d,\n", name,
               kir_type_size(l->options->type), l->options->lanes, l->kinds,
               l->shells, elements);
    buf_printf(out, "    kind, shell, element, kernel, %s, %d, %s};\n",
               single ? "single" : "0", class_kernels,
               class_kernels ? "class_kernel" : "0");
}

/* The electrons that the element's shells are not for. */
static void print_core(const struct basis *basis, int z, struct buf *out)
{
    buf_printf(out,
               "/* The shells of %s are for an effective core potential, which "
               "is not in\n * the set",
               element_symbol(z));
    if (basis->core[z] > 0)
        buf_printf(out, ": it replaces %d electrons", basis->core[z]);
    buf_puts(out, ". */\n\n");
}

void library_print_header(const struct library *l, struct buf *out)
{
    const char *name = l->options->name;

    buf_printf(out,
               "/* Written by brush. */\n"
               "#ifndef HEDRA_SET_%s\n#define HEDRA_SET_%s\n\n"
               "#include <hedra_eri.h>\n\n",
               name, name);
    for (int z = 1; z <= BASIS_MAX_Z; z++)
        if (l->element_shells[z] && l->basis->core[z])
            print_core(l->basis, z, out);
    buf_printf(out,
               "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
               "extern const struct hedra_eri_set %s;\n\n"
               "#ifdef __cplusplus\n}\n#endif\n\n#endif\n",
               name);
}
