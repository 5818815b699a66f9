/*
 * {
 *   "format": "hedra-counts", "version": 1,
 *   "arch": {"name": "sm_80", "product": …},
 *   "regions": [{"name", "file", "line", "kernels": [{
 *     "name", "launches", "blocks", "threads", "incomplete" (see counts.h),
 *     "warp_instructions", "lanes", "classes": {class: warp instructions},
 *     "flops", "divergent_branches", "barriers",
 *     "memory": [{"space", "kind", TRAFFIC}],
 *     "dram_read_bytes", "dram_written_bytes",
 *     "occupancy": {"block_threads", "registers" (null: unknown),
 *       "spill_bytes" (null), "shared_bytes", "local_bytes", "blocks", "warps",
 *       "share", "limit"},
 *     "roofline": {"bound", "seconds", "clocks": {limit: clocks}},
 *     "instructions": [{"index", "line" (of the PTX), "text", "file" (null:
 *       unknown), "source_line", "class", "issued", "present", "active",
 *       "divergent"; of memory instructions also "space" as written, "kind",
 *       "access" (its number, null: it has none), "access_text", TRAFFIC}]
 *   }]}]
 * }
 * TRAFFIC: the members of struct count_traffic by their names.
 *
 * hedrac --counts reads it, and so may other programs: members may come, but
 * what is there keeps its name and meaning, or the version changes.
 */
#include "runtime/ptxsim/count/print.h"

#include "runtime/base/base.h"
#include "runtime/base/json_text.h"
#include "runtime/ptxsim/count/cache.h"

#include <inttypes.h>
#include <string.h>

struct json {
    FILE *out;
    int depth;
    bool empty; /* nothing yet in the innermost object or array */
};

static void put_string(FILE *out, const char *s, size_t length)
{
    fputc('"', out);
    char one[JSON_TEXT_ROOM];
    for (size_t k = 0; k < length;) {
        k += json_text_put(s + k, length - k, one);
        fputs(one, out);
    }
    fputc('"', out);
}

/* What goes before a member (with a name) or element (without). */
static void next(struct json *j, const char *name)
{
    if (!j->empty)
        fputs(", ", j->out);
    j->empty = false;
    if (!name)
        return;
    put_string(j->out, name, strlen(name));
    fputs(": ", j->out);
}

/* An object or array; of arrays each element begins a line. */
static void open(struct json *j, const char *name, char bracket)
{
    next(j, name);
    fputc(bracket, j->out);
    j->depth++;
    j->empty = true;
}

static void close(struct json *j, char bracket)
{
    j->depth--;
    fputc(bracket, j->out);
    j->empty = false;
}

static void open_element(struct json *j)
{
    if (j->depth > 0)
        fprintf(j->out, "%s\n%*s", j->empty ? "" : ",", 2 * j->depth, "");
    fputc('{', j->out);
    j->empty = true;
    j->depth++;
}

static void text(struct json *j, const char *name, const char *s, int length)
{
    next(j, name);
    put_string(j->out, s, (size_t)length);
}

static void string(struct json *j, const char *name, const char *s)
{
    text(j, name, s, (int)strlen(s));
}

static void number(struct json *j, const char *name, uint64_t value)
{
    next(j, name);
    fprintf(j->out, "%" PRIu64, value);
}

static void real(struct json *j, const char *name, double value)
{
    next(j, name);
    number_write(j->out, "%.9g", value);
}

static void null(struct json *j, const char *name)
{
    next(j, name);
    fputs("null", j->out);
}

static void write_traffic(struct json *j, const struct count_traffic *t)
{
    number(j, "requests", t->requests);
    number(j, "lanes", t->lanes);
    number(j, "bytes", t->bytes);
    number(j, "sectors", t->sectors);
    number(j, "ideal_sectors", t->ideal_sectors);
    number(j, "lines", t->lines);
    number(j, "wavefronts", t->wavefronts);
    number(j, "ideal_wavefronts", t->ideal_wavefronts);
    number(j, "turns", t->turns);
    number(j, "l1_sectors", t->l1_sectors);
    number(j, "l1_hits", t->l1_hits);
    number(j, "l2_sectors", t->l2_sectors);
    number(j, "l2_hits", t->l2_hits);
}

static void write_memory(struct json *j, const struct count_kernel *k)
{
    open(j, "memory", '[');
    for (int space = 0; space < PTXSIM_SPACES; space++)
        for (int kind = 0; kind < COUNT_KINDS; kind++) {
            const struct count_traffic *t = &k->traffic[space][kind];
            if (!t->requests)
                continue;
            open_element(j);
            string(j, "space", show_space((enum ptxsim_space_kind)space));
            string(j, "kind", show_kind((enum ptxsim_kind)kind));
            write_traffic(j, t);
            close(j, '}');
        }
    close(j, ']');
    number(j, "dram_read_bytes", k->dram_read * CACHE_SECTOR);
    number(j, "dram_written_bytes", k->dram_written * CACHE_SECTOR);
}

static void write_occupancy(struct json *j, const struct show *s,
                            const struct count_kernel *k)
{
    const struct resource_kernel *r =
        resources_find(s->resources, k->kernel->name);
    struct occupancy is = show_occupancy(s, k);
    open(j, "occupancy", '{');
    number(j, "block_threads", (uint64_t)k->block_threads);
    if (r) {
        number(j, "registers", (uint64_t)r->registers);
        number(j, "spill_bytes", (uint64_t)(r->spill_stores + r->spill_loads));
    } else {
        null(j, "registers");
        null(j, "spill_bytes");
    }
    number(j, "shared_bytes",
           (uint64_t)(k->kernel->shared_size + k->dynamic_shared));
    number(j, "local_bytes", (uint64_t)k->kernel->local_size);
    number(j, "blocks", (uint64_t)is.blocks);
    number(j, "warps", (uint64_t)is.warps);
    real(j, "share", is.share);
    string(j, "limit", occupancy_limit_name(is.limit));
    close(j, '}');
}

static void write_roofline(struct json *j, const struct show *s,
                           const struct count_kernel *k)
{
    open(j, "roofline", '{');
    string(j, "bound", arch_limit_name(arch_binding(k->clocks)));
    real(j, "seconds", k->bound / s->arch->clock);
    open(j, "clocks", '{');
    for (int limit = 0; limit < ARCH_LIMITS; limit++)
        real(j, arch_limit_name((enum arch_limit)limit), k->clocks[limit]);
    close(j, '}');
    close(j, '}');
}

static void write_access(struct json *j, const struct counts *c,
                         const struct ptxsim_insn *i,
                         const struct count_insn *n)
{
    int access, length;
    const char *origin;
    string(j, "space", show_space((enum ptxsim_space_kind)i->space));
    string(j, "kind", show_kind(show_kind_of(i)));
    if (counts_origin(c, i->line, &access, &origin, &length)) {
        number(j, "access", (uint64_t)access);
        text(j, "access_text", origin, length);
    } else {
        null(j, "access");
        null(j, "access_text");
    }
    write_traffic(j, &n->traffic);
}

static void write_insn(struct json *j, const struct counts *c, int index,
                       const struct count_insn *n)
{
    const struct ptxsim_program *program = counts_program(c);
    const struct ptxsim_insn *i = &program->insn[index];
    int length;
    const char *line = counts_line(c, i->line, &length);
    open_element(j);
    number(j, "index", (uint64_t)index);
    number(j, "line", (uint64_t)i->line);
    text(j, "text", line, length);
    if (i->file >= 0 && i->source_line) {
        string(j, "file", program->file[i->file]);
        number(j, "source_line", (uint64_t)i->source_line);
    } else {
        null(j, "file");
        null(j, "source_line");
    }
    string(j, "class", ptx_class_name((enum ptx_class)i->class));
    number(j, "issued", n->issued);
    number(j, "present", n->present);
    number(j, "active", n->active);
    number(j, "divergent", n->divergent);
    if (show_accesses(i))
        write_access(j, c, i, n);
    close(j, '}');
}

static void write_kernel(struct json *j, const struct show *s,
                         const struct counts *c, const struct count_kernel *k)
{
    open_element(j);
    string(j, "name", k->kernel->name);
    number(j, "launches", k->launches);
    number(j, "blocks", k->blocks);
    number(j, "threads", k->threads);
    next(j, "incomplete");
    fputs(k->incomplete ? "true" : "false", j->out);
    number(j, "warp_instructions", counts_instructions(k));
    number(j, "lanes", k->lanes);
    open(j, "classes", '{');
    for (int class = 0; class < PTX_CLASSES; class ++)
        number(j, ptx_class_name((enum ptx_class) class), k->class[class]);
    close(j, '}');
    number(j, "flops", k->flops);
    number(j, "divergent_branches", k->divergent);
    number(j, "barriers", k->barriers);
    write_memory(j, k);
    write_occupancy(j, s, k);
    write_roofline(j, s, k);
    open(j, "instructions", '[');
    for (int i = k->begin; i < k->end; i++)
        if (show_instruction(c, k, i))
            write_insn(j, c, i, &k->insn[i - k->begin]);
    close(j, ']');
    close(j, '}');
}

void show_json(FILE *out, const struct show *s)
{
    struct json j = {.out = out, .empty = true};
    open_element(&j);
    string(&j, "format", "hedra-counts");
    number(&j, "version", 1);
    open(&j, "arch", '{');
    string(&j, "name", s->arch->name);
    string(&j, "product", s->arch->product);
    close(&j, '}');
    open(&j, "regions", '[');
    for (int r = 0; r < s->count; r++) {
        const struct counts *c = s->region[r].counts;
        open_element(&j);
        string(&j, "name", s->region[r].name);
        string(&j, "file", s->region[r].file);
        number(&j, "line", (uint64_t)s->region[r].line);
        open(&j, "kernels", '[');
        for (int k = 0; k < counts_kernels(c); k++)
            write_kernel(&j, s, c, counts_kernel(c, k));
        close(&j, ']');
        close(&j, '}');
    }
    close(&j, ']');
    close(&j, '}');
    fputc('\n', out);
}
