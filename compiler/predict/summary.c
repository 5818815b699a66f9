/*
 * The summary of --explain, in four lines below the region's name: made of the
 * plan that is taken (polyhedral/report/summary.h), of its kernels' KIR, and of
 * the launches that its driver makes for sizes that are known. What would help
 * most is found in summary_help.c.
 */
#include "compiler/predict/summary.h"

#include "backends/target.h"
#include "compiler/predict/summary_help.h"

#include <string.h>

struct writer {
    struct arena *arena;
    const struct stub_region *r;
    const struct region_summary *plan; /* NULL: the region stays as it is */
    const struct options *options;
    struct report_summary *summary;
};

static const char *arena_copy(struct arena *arena, struct buf *text)
{
    const char *copy = arena_strdup(arena, text->text ? text->text : "");
    buf_free(text);
    return copy;
}

/* Kernels ------------------------------------------------------------------ */

static void add_kernel(struct writer *w, const struct summary_kernel *from,
                       const struct kir_func *f,
                       const struct kir_launches *launches)
{
    struct report_summary *s = w->summary;
    struct report_kernel k = {.gpu = launches || f->module == w->r->gpu,
                              .name = f->name,
                              .line = f->line};
    if (from) {
        k.line = from->loc.line;
        k.loops = from->loops;
        k.around = from->around;
        k.dims = from->dims;
        k.depth = from->depth;
        k.predicted = from->predicted;
        k.operations = from->operations;
        k.bytes = from->bytes;
        k.limit = from->limit;
    }
    memcpy(k.threads, f->block, sizeof k.threads);
    if (launches && !launches->unknown) {
        k.counted = true;
        k.launches = launches->count;
        k.blocks = launches->blocks;
        for (int d = 0; d < 3; d++)
            k.most_blocks[d] = launches->most_blocks[d];
    }
    ARENA_PUSH(w->arena, s->kernel, s->kernel_count, s->kernel_cap, k);
}

static const struct summary_kernel *find_kernel(const struct summary_kernel *of,
                                                int count, int function)
{
    for (int k = 0; k < count; k++)
        if (of[k].function == function)
            return &of[k];
    return NULL;
}

static void list_kernels(struct writer *w)
{
    const struct region_summary *plan = w->plan;
    const struct options *o = w->options;
    const struct kir_module *gpu = w->r->gpu, *host = w->r->host;
    const struct kir_launches *launches =
        gpu ? access_launches(w->arena, w->r, o->size, o->size_count) : NULL;
    for (int k = 0; gpu && k < gpu->func_count; k++)
        if (gpu->func[k]->kind == KIR_KERNEL)
            add_kernel(w, find_kernel(plan->gpu, plan->gpu_count, k),
                       gpu->func[k], launches ? &launches[k] : NULL);
    for (int k = 0; k < host->func_count; k++)
        if (host->func[k]->kind == KIR_KERNEL)
            add_kernel(w, find_kernel(plan->host, plan->host_count, k),
                       host->func[k], NULL);
}

/* Is the first kernel less worth telling of? One that runs, as far as that is
 * known, comes before others, then one that is parallel, whose loops are
 * deeper, that asks memory for more. */
static bool is_less(const struct report_kernel *a,
                    const struct report_kernel *b)
{
    bool runs[] = {!a->counted || a->launches, !b->counted || b->launches};
    if (runs[0] != runs[1])
        return runs[1];
    if (!a->dims != !b->dims)
        return b->dims;
    return a->depth == b->depth ? a->bytes < b->bytes : a->depth < b->depth;
}

/* NULL: there is none. */
static const struct report_kernel *main_kernel(const struct report_summary *s,
                                               bool gpu)
{
    const struct report_kernel *best = NULL;
    for (int k = 0; k < s->kernel_count; k++)
        if (s->kernel[k].gpu == gpu && (!best || is_less(best, &s->kernel[k])))
            best = &s->kernel[k];
    return best;
}

static int count_kernels(const struct report_summary *s, bool gpu)
{
    int count = 0;
    for (int i = 0; i < s->kernel_count; i++)
        count += s->kernel[i].gpu == gpu;
    return count;
}

/* What runs where ---------------------------------------------------------- */

static bool has_vectors(const struct kir_block *block)
{
    const unsigned vectors =
        KIR_FOR_SIMD | KIR_FOR_LANES | KIR_FOR_TRANSPOSE | KIR_FOR_WINDOW;
    bool found = false;
    for (const struct kir_stmt *s = block->first; s && !found; s = s->next)
        found = (s->kind == KIR_FOR && s->flags & vectors) ||
                has_vectors(&s->body[0]) || has_vectors(&s->body[1]);
    return found;
}

/* The most elements that one access of a GPU's thread takes. */
static int widest_access(const struct kir_block *block)
{
    int most = 1;
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->pack > most && s->pack != KIR_PACKED)
            most = s->pack;
        for (int k = 0; k < 2; k++) {
            int below = widest_access(&s->body[k]);
            most = below > most ? below : most;
        }
    }
    return most;
}

static void put_shared(const struct writer *w, struct buf *out)
{
    const struct scop *scop = w->r->region->scop;
    const bool *shared = w->r->region->shared;
    const char *before = "";
    for (int k = 0; k < scop->loop_count; k++)
        if (shared[k]) {
            const struct scop_loop *loop = &scop->loop[k];
            bool rows = w->r->region->ahead && w->r->region->ahead[k] >= 0;
            buf_printf(out, "%s'%s' (line %d)%s", before,
                       loop->text ? loop->text : loop->name, loop->loc.line,
                       rows ? ", one iteration behind the other" : "");
            before = " and ";
        }
}

static void put_host_kernels(const struct writer *w, struct buf *out)
{
    const struct report_kernel *k = main_kernel(w->summary, false);
    const struct kir_module *host = w->r->host;
    int count = count_kernels(w->summary, false);
    bool vectors = false;
    for (int f = 0; f < host->func_count; f++)
        vectors |= host->func[f]->kind == KIR_KERNEL &&
                   has_vectors(&host->func[f]->body);
    if (count > 1)
        buf_printf(out, "%d kernels, ", count);
    if (w->plan->levels)
        buf_puts(out, "a Plan by levels that is made when the nest starts");
    if (k && k->dims)
        buf_printf(out, "%sthreads share %s", w->plan->levels ? ", " : "",
                   k->loops ? k->loops : "the nest");
    else if (!w->plan->levels)
        buf_puts(out, "one thread");
    if (k && k->dims && k->around)
        buf_printf(out, " in each iteration of %s", k->around);
    if (vectors)
        buf_puts(out, ", innermost loops fill vectors (-march tells how wide)");
}

static void put_host(const struct writer *w, struct buf *out)
{
    const struct region *region = w->r->region;
    buf_puts(out, "host: ");
    if (region->plain == REGION_PLAIN_FEW && region->shared) {
        buf_puts(out, "plain C, threads share ");
        put_shared(w, out);
        return;
    }
    if (region->plain != REGION_PLAIN_NEVER)
        buf_printf(out, "plain C with %s, else ",
                   region->plain == REGION_PLAIN_ALONE ? "one thread"
                                                       : "few threads");
    put_host_kernels(w, out);
}

static void put_grid(struct buf *out, const long long *size)
{
    if (size[1] == 1 && size[2] == 1)
        buf_printf(out, "%lld", size[0]);
    else if (size[2] == 1)
        buf_printf(out, "(%lld x %lld)", size[0], size[1]);
    else
        buf_printf(out, "(%lld x %lld x %lld)", size[0], size[1], size[2]);
}

static void put_blocks(struct buf *out, const struct report_kernel *k)
{
    const long long threads[] = {k->threads[0], k->threads[1], k->threads[2]};
    long long most = k->most_blocks[0] * k->most_blocks[1] * k->most_blocks[2];
    if (k->counted && k->launches) {
        buf_puts(out, most * k->launches > k->blocks ? "up to " : "");
        put_grid(out, k->most_blocks);
        buf_printf(out, " block%s x ", most == 1 ? "" : "s");
    } else {
        buf_puts(out, "blocks of ");
    }
    put_grid(out, threads);
    buf_puts(out, " threads");
}

/* Names of sizes that are not given, as "n=N,m=N"; "" if all are. */
static const char *unknown_sizes(const struct writer *w)
{
    const struct scop *scop = w->r->scop;
    const struct options *o = w->options;
    struct buf text = {0};
    int known;
    const struct region_size *size =
        access_known_sizes(w->arena, scop, o->size, o->size_count, &known);
    for (int p = 0; p < scop->param_count; p++) {
        bool found = false;
        for (int k = 0; k < known && !found; k++)
            found = strcmp(size[k].name, scop->param[p].name) == 0;
        if (!found && !scop->param[p].clause)
            buf_printf(&text, "%s%s=N", text.length ? "," : "",
                       scop->param[p].text);
    }
    return arena_copy(w->arena, &text);
}

/* How many launches of the GPU's kernels; -1: that is not known. */
static long long count_launches(const struct report_summary *s)
{
    long long count = 0;
    for (int k = 0; k < s->kernel_count; k++)
        if (s->kernel[k].gpu && count >= 0)
            count = s->kernel[k].counted ? count + s->kernel[k].launches : -1;
    return count;
}

static void put_launches(const struct writer *w, struct buf *out)
{
    long long launches = count_launches(w->summary);
    const char *unknown = unknown_sizes(w);
    if (launches >= 0)
        buf_printf(out, "%lld launch%s", launches, launches == 1 ? "" : "es");
    else if (*unknown)
        buf_printf(out,
                   "launches unknown without sizes (give --assume-size=%s)",
                   unknown);
    else
        buf_puts(out, "launches unknown, since data tells");
}

/* A data-stream array takes the place of the GPU. */
static void put_array(const struct writer *w, struct buf *out)
{
    const struct report_kernel *k = main_kernel(w->summary, true);
    int count = count_kernels(w->summary, true);
    buf_puts(out, "; data-stream array: ");
    buf_printf(out, "%d graph%s, ", count, count == 1 ? "" : "s");
    put_launches(w, out);
    if (k && k->dims && k->loops)
        buf_printf(out, ", %selements along %s",
                   count > 1 ? "the deepest nest has " : "", k->loops);
}

static void put_gpu(const struct writer *w, struct buf *out)
{
    const struct report_summary *s = w->summary;
    const struct report_kernel *k = main_kernel(s, true);
    int count = count_kernels(s, true), wide = 1;
    const struct kir_module *gpu = w->r->gpu;
    if (!gpu) {
        buf_puts(out, "; GPU: nothing is compiled for it");
        return;
    }
    for (int f = 0; f < gpu->func_count; f++)
        if (gpu->func[f]->kind == KIR_KERNEL) {
            int own = widest_access(&gpu->func[f]->body);
            wide = own > wide ? own : wide;
        }
    buf_puts(out, "; GPU: ");
    if (count > 1)
        buf_printf(out, "%d kernels, ", count);
    put_launches(w, out);
    if (k && (k->dims || !w->plan->levels)) {
        buf_printf(out, ", %s", count > 1 ? "the deepest nest in " : "");
        put_blocks(out, k);
        if (k->dims && k->loops)
            buf_printf(out, " along %s", k->loops);
    }
    if (wide > 1)
        buf_printf(out, ", up to %d elements an access", wide);
}

static const char *say_runs(const struct writer *w)
{
    struct buf out = {0};
    if (!w->plan)
        return "as it stands, in the thread that comes to it";
    put_host(w, &out);
    if (w->r->gpu && w->options->elements)
        put_array(w, &out);
    else
        put_gpu(w, &out);
    return arena_copy(w->arena, &out);
}

/* What limits it ----------------------------------------------------------- */

static void put_limit(const struct writer *w, struct buf *out, bool gpu)
{
    const struct report_kernel *k = main_kernel(w->summary, gpu);
    if (gpu && (!w->r->gpu || w->options->elements))
        return;
    buf_puts(out, gpu ? "; GPU: " : "host: ");
    if (w->plan->levels) {
        buf_puts(out, "dependences that data tells");
        return;
    }
    buf_puts(out, k && k->limit ? k->limit : "no model tells");
    if (k && k->predicted)
        buf_printf(out, ", %s%.3g byte%s and %.3g operation%s an iteration",
                   gpu ? "at least " : "", k->bytes, k->bytes == 1 ? "" : "s",
                   k->operations, k->operations == 1 ? "" : "s");
    if (k && k->dims && k->around)
        buf_printf(out, ", or %s where these have little to do",
                   gpu ? "launches" : "waking threads");
}

static const char *say_limit(const struct writer *w,
                             const struct faults *faults)
{
    struct buf out = {0};
    if (!w->plan)
        return summary_verdict(faults);
    put_limit(w, &out, false);
    put_limit(w, &out, true);
    return arena_copy(w->arena, &out);
}

/* What is expected --------------------------------------------------------- */

static const char *say_expected(const struct writer *w)
{
    struct buf out = {0};
    if (!w->plan)
        return "as fast as the plain nest, which it is";
    const struct region *region = w->r->region;
    if (region->plain != REGION_PLAIN_NEVER && region->gain)
        buf_printf(&out,
                   "host: as fast as the plain nest with one thread, faster "
                   "with more, %s",
                   region->gain);
    else if (region->plain != REGION_PLAIN_NEVER)
        buf_puts(&out, "host: as fast as the plain nest, kernels would gain "
                       "nothing");
    else
        buf_printf(&out, "host: faster, %s", region->gain);
    if (w->plan->plain_bytes >= w->plan->host_bytes &&
        w->plan->plain_bytes > 0 && region->plain == REGION_PLAIN_NEVER)
        buf_printf(&out,
                   " (%.3g bytes from memory an iteration, %.3g in the "
                   "plain nest)",
                   w->plan->host_bytes, w->plan->plain_bytes);
    if (w->r->gpu && !w->options->elements)
        buf_puts(&out, "; GPU: no model compares it with the host");
    return arena_copy(w->arena, &out);
}

/* -------------------------------------------------------------------------- */

static int count_nests(const struct scop_node *node)
{
    int count = 0;
    if (node->kind == SCOP_FOR || node->kind == SCOP_REPEAT ||
        node->kind == SCOP_LOOP)
        return 1;
    for (int k = 0; k < node->count; k++)
        count += count_nests(node->child[k]);
    return count;
}

const struct report_summary *
summary_make(struct arena *arena, const struct stub_region *r, const char *name,
             const struct options *options, struct faults *faults)
{
    struct report_summary *s = arena_alloc(arena, sizeof *s);
    struct writer w = {arena, r, NULL, options, s};
    s->name = name;
    s->nests = r->scop->root ? count_nests(r->scop->root) : 1;
    if (!r->region->kept && r->host)
        w.plan = r->region->summary;
    if (w.plan)
        list_kernels(&w);
    summary_find_helps(arena, r, faults, s);
    s->runs = say_runs(&w);
    s->limit = say_limit(&w, faults);
    s->expected = say_expected(&w);
    s->help = s->help_count ? arena_printf(arena, "line %d: %s",
                                           s->helps[0].line, s->helps[0].text)
                            : "nothing that hedrac knows of";
    struct fault *fault =
        fault_add(faults, FAULT_SUMMARY, r->scop->loc, "region %s, %d nest%s",
                  name, s->nests, s->nests == 1 ? "" : "s");
    fault->detail = arena_printf(arena,
                                 "  runs: %s\n  limited by: %s\n  expected: "
                                 "%s\n  would help: %s\n",
                                 s->runs, s->limit, s->expected, s->help);
    return s;
}
