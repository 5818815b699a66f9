/*
 * The device `racer`: a data-stream array, simulated cycle by cycle. Each
 * kernel is a graph, whose elements are the kernel's threads, and the rows that
 * it takes are the memories of its memory units. What a graph's sinks and
 * stores write is in the rows when the launch returns.
 */
#include "runtime/device/kind.h"
#include "runtime/device/racer_count.h"
#include "runtime/device/racer_element.h"
#include "runtime/racersim/racersim.h"

#include <stdlib.h>
#include <string.h>

struct racer_kernel {
    struct racer_graph *graph;
    int sizes;                 /* number of the parameter grid_x */
    struct racer_touched *use; /* [array] */
    struct racer_count *of;    /* what its runs cost; NULL: nobody asks */
};

struct racer_touched {
    bool read, written; /* by sources, requests, sinks and stores */
    const struct racer_element *element;
};

struct racer_program {
    struct arena *arena;
    struct racer_arch arch;
    struct racer_kernel kernel[]; /* one per gpu_kernel */
};

static const char *racer_text(const struct hedra_module *module)
{
    return module->gpu_kernel_count > 0 ? module->racer : NULL;
}

static enum device_open racer_open(int number, bool timed,
                                   struct device **device, struct report *why)
{
    struct device *made;

    if (!racer_count_valid(why))
        return DEVICE_FAILED;
    made = device_new(sizeof *made, &racer_device, timed, why);
    if (!made)
        return DEVICE_FAILED;
    made->on_host = true;
    strcpy(made->name, "racer, simulated");
    return device_opened(DEVICE_OPENED, made, device);
}

/* Building ----------------------------------------------------------------- */

/* The first fault, with what helps. */
static bool report_faults(struct report *why, const struct faults *faults)
{
    const struct fault *f = faults->first;

    return report_set(why, "%s:%d: %s%s%s", f->loc.file ? f->loc.file : "graph",
                      f->loc.line, f->message, f->hint ? "; " : "",
                      f->hint ? f->hint : "");
}

static int find_array(const struct racer_graph *g, const char *name)
{
    int k = 0;

    while (k < g->array_count && strcmp(g->array[k].name, name) != 0)
        k++;
    return k;
}

/* What the graph does to each array. False if it names a memory that is none.
 */
static bool find_uses(struct racer_program *p, struct racer_kernel *kernel,
                      struct report *why)
{
    const struct racer_graph *g = kernel->graph;

    kernel->use = arena_alloc(p->arena, ((size_t)g->array_count + 1) *
                                            sizeof *kernel->use);
    for (int k = 0; k < g->array_count; k++)
        kernel->use[k].element = racer_element_named(g->array[k].type);
    for (int n = 0; n < g->node_count; n++) {
        const struct racer_node *node = g->node[n];
        bool writes = node->kind == RACER_SINK || node->writes;
        int k = node->memory ? find_array(g, node->memory) : 0;

        if (!node->memory)
            continue;
        if (k == g->array_count)
            return report_set(why, "graph '%s' has no array '%s'", g->name,
                              node->memory);
        if (writes)
            kernel->use[k].written = true;
        else
            kernel->use[k].read = true;
    }
    return true;
}

static enum racer_type letter_type(char letter)
{
    switch (letter) {
    case 'i':
    case 'u':
        return RACER_I32;
    case 'l':
    case 'm':
        return RACER_I64;
    case 'f':
        return RACER_F32;
    default:
        return RACER_F64;
    }
}

/* Has the graph what the signature has, and the sizes of the grid behind it? */
static bool fits(struct racer_kernel *kernel, const struct hedra_kernel *k)
{
    static const char *const sizes[] = {"grid_x", "grid_y", "grid_z"};
    const struct racer_graph *g = kernel->graph;
    int arrays = (int)strspn(k->signature, "b");
    int params = (int)strlen(k->signature) - arrays;

    if (g->array_count != arrays || g->param_count < params + 3)
        return false;
    for (int n = 0; n < arrays; n++)
        if (!racer_element_named(g->array[n].type))
            return false;
    for (int n = 0; n < params; n++)
        if (!g->param[n].text ||
            g->param[n].type != letter_type(k->signature[arrays + n]))
            return false;
    for (int d = 0; d < 3; d++)
        if (strcmp(g->param[params + d].name, sizes[d]) != 0 ||
            g->param[params + d].type != RACER_I64)
            return false;
    kernel->sizes = params;
    return true;
}

/* Where the graph of that name begins, and where the next one does; NULL: there
 * is none. */
static const char *find_graph(const char *text, const char *name,
                              const char **end)
{
    static const char head[] = "graph ";
    size_t length = strlen(name);

    while (text) {
        const char *next = strstr(text + 1, "\ngraph ");

        next = next ? next + 1 : NULL;
        if (strncmp(text, head, sizeof head - 1) == 0 &&
            strncmp(text + sizeof head - 1, name, length) == 0 &&
            strchr(" \n", text[sizeof head - 1 + length])) {
            *end = next ? next : text + strlen(text);
            return text;
        }
        text = next;
    }
    return NULL;
}

/* The array that the graphs are for, which stands in front of them unless it is
 * the one of the thesis. */
static bool load_arch(struct racer_program *p, const char *text,
                      struct report *why)
{
    struct faults faults = faults_new(p->arena);
    const char *graphs =
        strncmp(text, "graph ", 6) == 0 ? text : strstr(text, "\ngraph ");
    size_t length = graphs ? (size_t)(graphs - text) : 0;

    p->arch = racer_arch_thesis();
    return racer_arch_parse(p->arena, "architecture",
                            arena_strndup(p->arena, text, length), &p->arch,
                            &faults) ||
           report_faults(why, &faults);
}

static bool load_kernel(struct racer_program *p, struct racer_kernel *kernel,
                        const struct hedra_kernel *k, const char *text,
                        struct report *why)
{
    struct faults faults = faults_new(p->arena);
    const char *end, *begin = find_graph(text, k->name, &end);

    if (!begin)
        return report_set(why, "there is no graph '%s'", k->name);
    text = arena_strndup(p->arena, begin, (size_t)(end - begin));
    kernel->graph = racer_parse(p->arena, k->name, text, &faults);
    if (!kernel->graph)
        return report_faults(why, &faults);
    if (!fits(kernel, k))
        return report_set(why,
                          "graph '%s' has not the arrays and parameters of"
                          " signature \"%s\"",
                          k->name, k->signature);
    return find_uses(p, kernel, why);
}

static void *racer_build(struct device *device,
                         const struct hedra_module *module, struct report *why)
{
    size_t count = (size_t)module->gpu_kernel_count;
    struct racer_program *p = calloc(1, sizeof *p + count * sizeof *p->kernel);
    struct racer_count *counts = NULL;
    bool good = p;

    if (!p) {
        report_lack(why, "out of memory");
        return NULL;
    }
    p->arena = arena_new();
    good = load_arch(p, module->racer, why);
    for (size_t k = 0; k < count && good; k++)
        good = load_kernel(p, &p->kernel[k], &module->gpu_kernel[k],
                           module->racer, why);
    good = good && racer_count_region(module, p->arch.name, &counts, why);
    for (size_t k = 0; k < count && counts; k++)
        p->kernel[k].of = &counts[k];
    if (good)
        return p;
    arena_free(p->arena);
    free(p);
    return NULL;
}

/* Memory ------------------------------------------------------------------- */

static bool racer_alloc(struct device *device, size_t size, uint64_t *memory,
                        struct report *why)
{
    enum { ALIGNMENT = 64 };
    size_t whole = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *made = whole < size ? NULL : aligned_alloc(ALIGNMENT, whole);

    if (!made)
        return report_lack(why, "out of memory: %zu bytes", size);
    *memory = (uintptr_t)made;
    return true;
}

static void racer_free(struct device *device, uint64_t memory)
{
    free((void *)(uintptr_t)memory);
}

static bool racer_upload(struct device *device, uint64_t memory, size_t offset,
                         const void *host, size_t size, struct report *why)
{
    memcpy((char *)(uintptr_t)memory + offset, host, size);
    return true;
}

static bool racer_download(struct device *device, void *host, uint64_t memory,
                           size_t offset, size_t size, struct report *why)
{
    memcpy(host, (const char *)(uintptr_t)memory + offset, size);
    return true;
}

static bool racer_wait(struct device *device, struct report *why)
{
    return true;
}

/* Launching ---------------------------------------------------------------- */

/* The bytes of an array that the launch may touch. */
struct racer_bytes {
    uint64_t lo, hi;
};

static struct racer_bytes bytes_of(const struct device_launch *l, int k)
{
    const struct hedra_array *a = l->array[k];
    struct racer_bytes bytes = {0, 0};

    if (l->place[k]->memory && a->lo < a->hi) {
        bytes.lo = l->value[k].m + (uint64_t)a->lo;
        bytes.hi = l->value[k].m + (uint64_t)a->hi;
    }
    return bytes;
}

static bool is_used(const struct racer_touched *use)
{
    return use->read || use->written;
}

/* A memory with what the row holds from its first to its last element. */
static bool add_memory(struct racer_data *data, const struct racer_kernel *of,
                       const struct device_launch *l, int k, struct report *why)
{
    const struct racer_array *array = &of->graph->array[k];
    const struct racer_element *element = of->use[k].element;
    const struct hedra_array *row = l->array[k];
    struct racer_bytes bytes = bytes_of(l, k);
    int64_t elements = (int64_t)(bytes.hi - bytes.lo) / element->size;
    enum racer_type type = racer_array_type(array->type);
    struct racer_memory *memory;

    if (l->place[k]->element_size != element->size || row->lo % element->size ||
        row->hi % element->size)
        return report_set(why,
                          "bytes %lld to %lld of array '%s' are no elements of"
                          " type %s",
                          (long long)row->lo, (long long)row->hi, row->name,
                          array->type);
    if (!racer_data_fits(data, elements, 1))
        return report_set(why,
                          "array '%s' is too large for the simulator, which has"
                          " room for %lld elements of all arrays of a kernel;"
                          " run this nest on another device",
                          row->name, (long long)RACER_MOST_VALUES);
    memory = racer_data_add(data, array->name, 1, &elements, 1, &type);
    memory->first = row->lo / element->size;
    memory->touched = arena_alloc(data->arena, (size_t)elements);
    element->load(memory->bits, (const void *)(uintptr_t)bytes.lo, elements);
    return true;
}

static void set_parameters(struct racer_kernel *kernel,
                           const struct device_launch *l)
{
    struct racer_graph *g = kernel->graph;
    const union hedra_arg *value = l->value + g->array_count;

    for (int k = 0; k < kernel->sizes; k++) {
        union racer_bits bits = {.u = 0};

        if (g->param[k].type == RACER_I32)
            bits.i = value[k].i;
        else if (g->param[k].type == RACER_F32)
            bits.f32 = value[k].f;
        else
            bits.u = value[k].m;
        g->param[k].bits = bits;
    }
    for (int d = 0; d < 3; d++)
        g->param[kernel->sizes + d].bits.i = l->grid[d];
    racer_settle(g);
}

/* What ended the run before its work was done. */
static bool report_end(struct report *why, const struct racersim *sim,
                       const struct racersim_result *result)
{
    struct racersim_wait wait = {0};
    struct buf text = {0};

    if (result->end == RACERSIM_WRONG)
        return report_set(why, "in cycle %lld: %s", (long long)result->cycles,
                          result->wrong);
    wait = racersim_stuck(sim);
    racersim_print_wait(&text, sim, result, &wait);
    if (text.length && text.text[text.length - 1] == '\n')
        text.text[text.length - 1] = '\0';
    report_set(why, "the array is %s", text.text);
    buf_free(&text);
    return false;
}

/* Each thread passes each source and sink once. */
static bool check_passed(const struct racersim_result *result, int64_t threads,
                         struct report *why)
{
    for (int k = 0; k < result->port_count; k++) {
        const struct racersim_port *port = &result->port[k];

        if (port->elements != threads)
            return report_set(
                why,
                "%lld elements passed a %s of memory '%s', and"
                " the kernel has %lld threads",
                (long long)port->elements, racer_kind_name(port->node->kind),
                racer_memory_name(port->node), (long long)threads);
    }
    return true;
}

static bool run_graph(struct arena *arena, struct racer_kernel *kernel,
                      const struct racer_arch *arch,
                      const struct device_launch *l, struct racer_data *data,
                      struct report *why)
{
    static const struct racersim_options options = {0};
    struct faults faults = faults_new(arena);
    struct racersim_result result;
    struct racersim *sim;

    set_parameters(kernel, l);
    sim = racersim_new(arena, kernel->graph, arch, data, &faults);
    if (!sim)
        return report_faults(why, &faults);
    result = racersim_run(sim, &options);
    if (result.end != RACERSIM_DONE)
        return report_end(why, sim, &result);
    if (!check_passed(&result, l->grid[0] * l->grid[1] * l->grid[2], why))
        return false;
    if (kernel->of)
        racer_count_add(kernel->of, l->grid, &result);
    return true;
}

static const struct racer_memory *memory_of(const struct racer_kernel *kernel,
                                            const struct racer_data *data,
                                            int k)
{
    return racer_data_find(data, kernel->graph->array[k].name);
}

/* The first element of array `i` that was written and lies in bytes of an
 * element of array `j` that was touched; -1: there is none. */
static int64_t find_shared(const struct racer_kernel *kernel,
                           const struct device_launch *l,
                           const struct racer_data *data, int i, int j)
{
    const struct racer_memory *from = memory_of(kernel, data, i);
    const struct racer_memory *to = memory_of(kernel, data, j);
    struct racer_bytes a = bytes_of(l, i), b = bytes_of(l, j);
    uint64_t size = (uint64_t)kernel->use[i].element->size;
    uint64_t other = (uint64_t)kernel->use[j].element->size;

    for (int64_t e = 0; e < from->elements; e++) {
        uint64_t lo = a.lo + (uint64_t)e * size, hi = lo + size;

        if (!(from->touched[e] & RACER_WAS_WRITTEN) || hi <= b.lo || lo >= b.hi)
            continue;
        for (uint64_t at = lo < b.lo ? b.lo : lo; at < hi && at < b.hi; at++)
            if (to->touched[(at - b.lo) / other])
                return from->first + e;
    }
    return -1;
}

/* Arrays are memories by themselves. Rows may lie in each other's range, as
 * fields of structs do, but no element that is written may be of two of them.
 */
static bool check_apart(const struct racer_kernel *kernel,
                        const struct device_launch *l,
                        const struct racer_data *data, struct report *why)
{
    int count = kernel->graph->array_count;

    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            struct racer_bytes a = bytes_of(l, i), b = bytes_of(l, j);
            int64_t shared = -1;

            if (i != j && kernel->use[i].written && is_used(&kernel->use[j]) &&
                a.lo < b.hi && b.lo < a.hi)
                shared = find_shared(kernel, l, data, i, j);
            if (shared >= 0)
                return report_set(why,
                                  "element %lld of array '%s' is memory of"
                                  " array '%s', too, which a data-stream array"
                                  " does not share; run this nest on another"
                                  " device",
                                  (long long)shared, l->array[i]->name,
                                  l->array[j]->name);
        }
    }
    return true;
}

/* The rows get the elements that the run has written. */
static void write_back(const struct racer_kernel *kernel,
                       const struct device_launch *l,
                       const struct racer_data *data)
{
    for (int k = 0; k < kernel->graph->array_count; k++) {
        const struct racer_element *element = kernel->use[k].element;
        const struct racer_memory *memory = memory_of(kernel, data, k);
        char *row = (char *)(uintptr_t)bytes_of(l, k).lo;

        for (int64_t e = 0; kernel->use[k].written && e < memory->elements;
             e++) {
            int64_t end = e;

            while (end < memory->elements &&
                   memory->touched[end] & RACER_WAS_WRITTEN)
                end++;
            if (end > e)
                element->store(row + e * element->size, memory->bits + e,
                               end - e);
            e = end;
        }
    }
}

static bool racer_launch(struct device *device, const struct device_launch *l,
                         struct report *why)
{
    struct racer_program *p = l->program;
    struct racer_kernel *kernel = &p->kernel[l->number];
    struct arena *arena = arena_new();
    struct racer_data data = {.arena = arena};
    bool good = true;

    for (int k = 0; k < kernel->graph->array_count && good; k++)
        if (is_used(&kernel->use[k]))
            good = add_memory(&data, kernel, l, k, why);
    good = good && run_graph(arena, kernel, &p->arch, l, &data, why) &&
           check_apart(kernel, l, &data, why);
    if (good)
        write_back(kernel, l, &data);
    arena_free(arena);
    return good;
}

const struct device_ops racer_device = {
    .name = "racer",
    .traits = DEVICE_EXACT,
    .text = racer_text,
    .open = racer_open,
    .build = racer_build,
    .alloc = racer_alloc,
    .free = racer_free,
    .upload = racer_upload,
    .download = racer_download,
    .launch = racer_launch,
    .wait = racer_wait,
};
