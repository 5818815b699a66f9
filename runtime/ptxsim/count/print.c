/*
 * The table of counts, and what the other writers share with it (print.h).
 */
#include "runtime/ptxsim/count/print.h"

#include "runtime/base/base.h"
#include "runtime/ptxsim/count/cache.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Shared by the writers ---------------------------------------------------- */

struct occupancy show_occupancy(const struct show *s,
                                const struct count_kernel *k)
{
    const struct resource_kernel *r =
        resources_find(s->resources, k->kernel->name);
    struct occupancy_input in = {
        .threads = k->block_threads,
        .registers = r ? r->registers : 0,
        .shared = k->kernel->shared_size + k->dynamic_shared,
    };
    return arch_occupancy(s->arch, &in);
}

double show_weight(const struct arch *arch, const struct count_insn *n)
{
    const struct count_traffic *t = &n->traffic;
    double l2 = (double)t->l2_sectors * CACHE_SECTOR * arch->sms;
    return (double)n->issued / arch->rate[ARCH_ISSUE] +
           (double)t->wavefronts / arch->rate[ARCH_SHARED] +
           (double)t->sectors * CACHE_SECTOR / arch->rate[ARCH_L1] +
           l2 / arch->rate[ARCH_L2];
}

const char *show_space(enum ptxsim_space_kind space)
{
    static const char *const name[] = {
#define PTX_SPACE(name, spelling) spelling,
#include "runtime/ptxsim/ptx.def"
#undef PTX_SPACE
    };
    return name[space];
}

const char *show_kind(enum ptxsim_kind kind)
{
    static const char *const name[COUNT_KINDS] = {
        [PTXSIM_LOAD] = "load",
        [PTXSIM_STORE] = "store",
        [PTXSIM_ATOMIC] = "atomic",
        [PTXSIM_REDUCE] = "reduction",
    };
    return name[kind];
}

double show_ratio(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : 0;
}

/* The simulator ends each function with a ret of its own, at its head's line.
 */
bool show_instruction(const struct counts *c, const struct count_kernel *k,
                      int insn)
{
    const struct ptxsim_program *program = counts_program(c);
    const struct ptxsim_function *f = &program->function[k->kernel->function];
    const struct ptxsim_insn *i = &program->insn[insn];
    if (k->insn[insn - k->begin].issued)
        return true;
    return insn >= f->begin && insn < f->end && i->line != f->line;
}

bool show_accesses(const struct ptxsim_insn *i)
{
    return i->class == PTX_CLASS_LOAD || i->class == PTX_CLASS_STORE ||
           i->class == PTX_CLASS_ATOMIC;
}

enum ptxsim_kind show_kind_of(const struct ptxsim_insn *i)
{
    return i->class == PTX_CLASS_LOAD    ? PTXSIM_LOAD
           : i->class == PTX_CLASS_STORE ? PTXSIM_STORE
           : i->op == PTX_OP_red         ? PTXSIM_REDUCE
                                         : PTXSIM_ATOMIC;
}

/* A generic access may have met several spaces: sectors if there were any. */
struct show_cost show_cost_of(enum ptxsim_space_kind space,
                              const struct count_traffic *t)
{
    if (space == PTXSIM_SHARED || (t->wavefronts && !t->sectors))
        return (struct show_cost){"wavefronts", t->wavefronts,
                                  t->ideal_wavefronts};
    if (space == PTXSIM_CONST || space == PTXSIM_PARAM)
        return (struct show_cost){"turns", t->turns, t->requests};
    return (struct show_cost){"sectors", t->sectors, t->ideal_sectors};
}

/* The table ---------------------------------------------------------------- */

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void show_instructions(FILE *out, const struct count_kernel *k)
{
    uint64_t all = counts_instructions(k);
    const char *separator = "    ";
    number_write(out,
                 "  %" PRIu64 " warp instruction%s, %.2f lanes active, %" PRIu64
                 " flop%s, %" PRIu64 " branch%s parted, %" PRIu64
                 " barrier%s\n",
                 all, plural(all), show_ratio(k->lanes, all), k->flops,
                 plural(k->flops), k->divergent, k->divergent == 1 ? "" : "es",
                 k->barriers, plural(k->barriers));
    for (int class = 0; class < PTX_CLASSES; class ++) {
        if (!k->class[class])
            continue;
        number_write(out, "%s%s %.1f %%", separator,
                     ptx_class_name((enum ptx_class) class),
                     100 * show_ratio(k->class[class], all));
        separator = ", ";
    }
    fputc('\n', out);
}

static void show_heads(FILE *out, const char *what)
{
    fprintf(out, "  %-38s %9s %6s %11s %11s %7s %5s\n", what, "requests",
            "lanes", "cost", "ideal", "each", "eta");
}

static void show_cost_row(FILE *out, const char *name,
                          enum ptxsim_space_kind space,
                          const struct count_traffic *t)
{
    struct show_cost cost = show_cost_of(space, t);
    number_write(out,
                 "    %-36s %9" PRIu64 " %6.2f %11" PRIu64 " %11" PRIu64
                 " %7.2f %5.2f %s\n",
                 name, t->requests, show_ratio(t->lanes, t->requests),
                 cost.actual, cost.ideal, show_ratio(cost.actual, t->requests),
                 show_ratio(cost.ideal, cost.actual), cost.unit);
}

static void show_memory(FILE *out, const struct count_kernel *k)
{
    show_heads(out, "memory");
    for (int space = 0; space < PTXSIM_SPACES; space++)
        for (int kind = 0; kind < COUNT_KINDS; kind++) {
            const struct count_traffic *t = &k->traffic[space][kind];
            if (!t->requests || space == PTXSIM_PARAM)
                continue;
            char name[64];
            snprintf(name, sizeof name, "%s %s",
                     show_space((enum ptxsim_space_kind)space),
                     show_kind((enum ptxsim_kind)kind));
            show_cost_row(out, name, (enum ptxsim_space_kind)space, t);
            if (kind >= PTXSIM_ATOMIC)
                number_write(out, "      %" PRIu64 " turns, %.2f each\n",
                             t->turns, show_ratio(t->turns, t->requests));
        }
}

/* An access of the source, as far as some instruction is it. */
struct access_row {
    int number, length, line; /* line of the source, 0: unknown */
    const char *text;
    enum ptxsim_space_kind space;
    enum ptxsim_kind kind;
    struct count_traffic traffic;
};

static bool same_access(const struct access_row *a, const struct access_row *b)
{
    return a->number == b->number && a->space == b->space &&
           a->kind == b->kind && a->length == b->length &&
           memcmp(a->text, b->text, (size_t)a->length) == 0;
}

static void add_access(struct access_row *list, int *count,
                       const struct access_row *a)
{
    int k = 0;
    while (k < *count && !same_access(&list[k], a))
        k++;
    if (k == *count)
        list[(*count)++] = *a;
    else
        counts_add(&list[k].traffic, &a->traffic);
}

static void show_access(FILE *out, const struct access_row *a)
{
    char name[128], line[32] = "";
    if (a->line)
        snprintf(line, sizeof line, ", line %d", a->line);
    snprintf(name, sizeof name, "%s %s: %.*s%s", show_space(a->space),
             show_kind(a->kind), a->length < 80 ? a->length : 80, a->text,
             line);
    show_cost_row(out, name, a->space, &a->traffic);
}

/* By access of the source, where the PTX tells it; in the order of the text. */
static void show_by_access(FILE *out, const struct counts *c,
                           const struct count_kernel *k)
{
    struct access_row *list =
        calloc((size_t)(k->end - k->begin) + 1, sizeof *list);
    int count = 0;
    for (int i = k->begin; list && i < k->end; i++) {
        const struct ptxsim_insn *insn = &counts_program(c)->insn[i];
        struct access_row a = {
            .space = (enum ptxsim_space_kind)insn->space,
            .kind = show_kind_of(insn),
            .line = insn->source_line,
            .traffic = k->insn[i - k->begin].traffic,
        };
        if (a.traffic.requests && show_accesses(insn) &&
            counts_origin(c, insn->line, &a.number, &a.text, &a.length))
            add_access(list, &count, &a);
    }
    if (count > 0)
        show_heads(out, "accesses");
    for (int i = 0; i < count; i++)
        show_access(out, &list[i]);
    free(list);
}

static void show_caches(FILE *out, const struct count_kernel *k)
{
    struct count_traffic all = counts_of_space(k, PTXSIM_GLOBAL);
    struct count_traffic local = counts_of_space(k, PTXSIM_LOCAL);
    counts_add(&all, &local);
    number_write(out,
                 "  L1 holds %.1f %% of %" PRIu64
                 " sectors, L2 %.1f %% of %" PRIu64 "; DRAM: %" PRIu64
                 " bytes read, %" PRIu64 " written\n",
                 100 * show_ratio(all.l1_hits, all.l1_sectors), all.l1_sectors,
                 100 * show_ratio(all.l2_hits, all.l2_sectors), all.l2_sectors,
                 k->dram_read * CACHE_SECTOR, k->dram_written * CACHE_SECTOR);
}

static void show_residence(FILE *out, const struct show *s,
                           const struct count_kernel *k)
{
    const struct resource_kernel *r =
        resources_find(s->resources, k->kernel->name);
    struct occupancy is = show_occupancy(s, k);
    if (is.limit == OCCUPANCY_IMPOSSIBLE)
        fprintf(out, "  occupancy: not even one block fits; ");
    else
        number_write(
            out,
            "  occupancy %.0f %%: %d block%s, %d of %d warps, limited by "
            "%s; ",
            100 * is.share, is.blocks, plural((uint64_t)is.blocks), is.warps,
            s->arch->warps, occupancy_limit_name(is.limit));
    if (r)
        fprintf(out, "%d registers, %d bytes spilled", r->registers,
                r->spill_stores + r->spill_loads);
    else
        fputs("registers not known", out);
    fprintf(out, ", %d bytes shared\n",
            k->kernel->shared_size + k->dynamic_shared);
}

/* "12.3 us": three digits, in the unit that leaves at least one before the
 * point. */
static const char *put_time(char text[32], double seconds)
{
    static const char *const unit[] = {"ns", "us", "ms", "s"};
    double value = 1e9 * seconds;
    int k = 0;
    for (; k < 3 && value >= 999.5; k++)
        value /= 1000;
    number_print(text, 32, "%.3g %s", value, unit[k]);
    return text;
}

/* What takes at least a tenth of the longest limit's time, in the order of the
 * limits. */
static void show_roofline(FILE *out, const struct show *s,
                          const struct count_kernel *k)
{
    enum arch_limit binding = arch_binding(k->clocks);
    const char *separator = "    ";
    uint64_t bytes = (k->dram_read + k->dram_written) * CACHE_SECTOR;
    char time[32];
    number_write(out, "  at least %s, bound by %s; %.3g flop per DRAM byte\n",
                 put_time(time, k->bound / s->arch->clock),
                 arch_limit_name(binding), show_ratio(k->flops, bytes));
    for (int limit = 0; limit < ARCH_LIMITS; limit++) {
        if (k->clocks[limit] < k->clocks[binding] / 10)
            continue;
        fprintf(out, "%s%s %s", separator,
                arch_limit_name((enum arch_limit)limit),
                put_time(time, k->clocks[limit] / s->arch->clock));
        separator = ", ";
    }
    fputc('\n', out);
}

static void show_kernel(FILE *out, const struct show *s, const struct counts *c,
                        const struct count_kernel *k)
{
    fprintf(out,
            "kernel %s: %" PRIu64 " launch%s, %" PRIu64
            " block%s of %d threads%s\n",
            k->kernel->name, k->launches, k->launches == 1 ? "" : "es",
            k->blocks, plural(k->blocks), k->block_threads,
            k->incomplete ? "; stopped launches are left out" : "");
    if (!k->launches)
        return;
    show_instructions(out, k);
    show_memory(out, k);
    show_by_access(out, c, k);
    show_caches(out, k);
    show_residence(out, s, k);
    show_roofline(out, s, k);
}

void show_table(FILE *out, const struct show *s)
{
    for (int r = 0; r < s->count; r++) {
        const struct show_region *region = &s->region[r];
        fprintf(out, "hedra: region '%s' (%s:%d) as %s would run it (%s)\n",
                region->name, region->file, region->line, s->arch->name,
                s->arch->product);
        for (int k = 0; k < counts_kernels(region->counts); k++)
            show_kernel(out, s, region->counts,
                        counts_kernel(region->counts, k));
    }
}
