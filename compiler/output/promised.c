/* Regions whose loop threads share by their author's word. */
#include "compiler/output/promised.h"

#include "backends/kir/kir.h"
#include "compiler/output/shared_nest.h"
#include "runtime/include/hedra.h"

#include <inttypes.h>
#include <string.h>

bool promised_is_there(const struct stub_region *r)
{
    return r->region->kept && r->scop->promised && r->region->name;
}

struct stub_region promised_region(struct arena *arena,
                                   const struct stub_region *r)
{
    struct scop *scop = arena_alloc(arena, sizeof *scop);
    struct scop_loop *loop = arena_alloc(arena, sizeof *loop);
    struct scop_node *node = arena_alloc(arena, sizeof *node);
    struct scop_node **child = arena_alloc(arena, sizeof *child);
    struct region *region = arena_alloc(arena, sizeof *region);
    bool *shared = arena_alloc(arena, sizeof *shared);
    *scop = *r->scop;
    *child = arena_alloc(arena, sizeof **child);
    (*child)->kind = SCOP_SEQ;
    *node = (struct scop_node){.kind = SCOP_SEQ, .count = 1, .child = child};
    *loop = (struct scop_loop){.text_of = scop->promised,
                               .loc = scop->loc,
                               .parent = -1,
                               .node = node};
    scop->root = node;
    scop->loop = loop;
    scop->loop_count = 1;
    scop->stmt_count = scop->array_count = scop->param_count = 0;
    *shared = true;
    *region = *r->region;
    region->shared = shared;
    return (struct stub_region){.scop = scop, .region = region};
}

void promised_put_definitions(struct buf *out, const struct stub_region *r)
{
    const struct scop *s = r->scop;
    buf_printf(out,
               "/* The marked region in line %d. */\n\n"
               "#if defined __GNUC__ && !defined _OPENMP\n"
               "static struct hedra_module %s_module = {\n"
               "    HEDRA_ABI, \"",
               s->loc.line, r->region->name);
    const char *name = s->function ? s->function : r->region->name;
    const char *file = s->file ? s->file : "";
    literal_put_escaped(out, name, strlen(name));
    buf_puts(out, "\", \"");
    literal_put_escaped(out, file, strlen(file));
    buf_printf(out,
               "\", %d,\n    0, 0, 0, 0, 0, 0, 0, 0,"
               " HEDRA_SHARES | HEDRA_PLAIN_FEW};\n#endif\n\n",
               s->loc.line);
}

void promised_put_way(struct buf *out, const struct stub_region *r,
                      const char *tag)
{
    buf_printf(out,
               "int hedra%s_way = hedra_promised(&%s_module, hedra%s_first,"
               " hedra%s_end,\n    %" PRId64 ") ? 2 : 1;\n",
               tag, r->region->name, tag, tag, r->scop->promised->step);
}
