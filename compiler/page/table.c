/*
 * What is said in words: remarks, dependences, kernels, schedule trees.
 */
#include "compiler/page/local.h"

#include <string.h>

static void put_remark(const struct page_part *part, const struct fault *f)
{
    static const char *const severity[] = {
        [FAULT_ERROR] = "error",
        [FAULT_WARNING] = "warning",
        [FAULT_REMARK] = "remark",
    };
    struct buf *out = part->out;
    buf_puts(out, "<tr><td class=\"number\">");
    page_put_line(part, f->loc.line);
    buf_printf(out, "</td><td class=\"%s\">",
               severity[fault_severity(f->kind)]);
    page_put_kind(out, f->kind);
    buf_puts(out, "</td><td>");
    page_put_words(out, f->message);
    for (const struct fault_note *n = f->note; n; n = n->next) {
        buf_printf(out, "; line %d: ", n->loc.line);
        page_put_words(out, n->text);
    }
    if (f->hint) {
        buf_puts(out, "; ");
        page_put_words(out, f->hint);
    }
    buf_puts(out, "</td></tr>\n");
}

/* Warnings, then remarks by kind, as --explain has them; accesses have a table
 * of their own. */
void page_put_remarks(const struct page_part *part)
{
    struct buf *out = part->out;
    const struct fault *first = part->region->first, *end = part->region->end;
    if (first == end)
        return;
    buf_puts(out, "<table class=\"remarks\">\n<caption>What became of the "
                  "loops</caption>\n<thead><tr><th>line</th><th>kind</th>"
                  "<th>remark</th></tr></thead>\n<tbody>\n");
    for (int kind = 0; kind < FAULT_COUNT; kind++)
        for (const struct fault *f = first; f && f != end; f = f->next)
            if ((int)f->kind == kind && kind != FAULT_ACCESS &&
                kind != FAULT_SUMMARY && !f->rejected)
                put_remark(part, f);
    buf_puts(out, "</tbody>\n</table>\n");
}

void page_put_dependences(const struct page_part *part)
{
    struct buf *out = part->out;
    const struct picture *picture = part->picture;
    if (picture->dependence_count == 0) {
        buf_puts(out, "<p>No iteration depends on another.</p>\n");
        return;
    }
    buf_printf(out,
               "<details><summary>%d relation%s of dependence</summary>\n"
               "<table>\n<caption>Dependences</caption>\n<thead><tr>",
               picture->dependence_count,
               picture->dependence_count == 1 ? "" : "s");
    page_put_columns(out, "from|to|kind of dependence|arrows|relation");
    buf_puts(out, "</tr></thead>\n<tbody>\n");
    for (int k = 0; k < picture->dependence_count; k++) {
        const struct picture_dependence *d = &picture->dependence[k];
        buf_puts(out, "<tr><td>");
        page_put_text(out, part->scop->stmt[d->source].name);
        buf_puts(out, "</td><td>");
        page_put_text(out, part->scop->stmt[d->sink].name);
        buf_puts(out, "</td><td>");
        page_put_words(out, d->flow ? "flow" : "reuse");
        buf_printf(out, "</td><td class=\"number\">%s%d</td><td><code>",
                   d->clipped ? "over " : "", d->arrow_count);
        page_put_text(out, d->relation);
        buf_puts(out, "</code></td></tr>\n");
    }
    buf_puts(out, "</tbody>\n</table>\n</details>\n");
}

static void put_block(struct buf *out, const int64_t *block, int count)
{
    for (int k = 0; k < count; k++)
        buf_printf(out, "%s%lld", k ? " &#215; " : "", (long long)block[k]);
    if (count == 0)
        buf_puts(out, "1");
}

static void put_shared(const struct page_part *part,
                       const struct picture_kernel *kernel)
{
    struct buf *out = part->out;
    for (int k = 0; k < kernel->tile_count; k++) {
        const struct picture_tile *tile = &kernel->tile[k];
        buf_puts(out, k ? "<br/>" : "");
        page_put_text(out, part->scop->array[tile->array].name);
        for (int d = 0; d < tile->rank; d++)
            buf_printf(out, "[%lld]", (long long)tile->size[d]);
        buf_printf(out, ": %lld B", (long long)tile->bytes);
    }
    if (kernel->tile_count == 0)
        buf_puts(out, "&#8211;");
}

static void count_launches(const struct picture_plan *plan, int kernel,
                           int *launches, int *points)
{
    *launches = *points = 0;
    for (int k = 0; k < plan->launch_count; k++)
        if (plan->launch[k].kernel == kernel) {
            ++*launches;
            *points += plan->launch[k].points;
        }
}

static void put_kernel(const struct page_part *part,
                       const struct picture_plan *plan, int number,
                       enum picture_side side)
{
    struct buf *out = part->out;
    const struct picture_kernel *kernel = &plan->kernel[number];
    int launches, points;
    count_launches(plan, number, &launches, &points);
    buf_printf(out, "<tr><td>%s</td><td class=\"number\">", kernel->name);
    page_put_line(part, kernel->loc.line);
    buf_printf(out, "</td><td>%s</td><td>",
               kernel->dims ? "parallel" : "one thread");
    put_block(out, kernel->block, kernel->dims);
    if (side == PICTURE_GPU) {
        buf_puts(out, "</td><td>");
        put_shared(part, kernel);
    }
    buf_printf(out,
               "</td><td class=\"number\">%d</td><td class=\"number\">%d</td>"
               "<td><code>",
               launches, points);
    page_put_text(out, kernel->parallel);
    buf_puts(out, "</code></td></tr>\n");
}

static void put_side(const struct page_part *part, enum picture_side side)
{
    const struct picture_plan *plan = &part->picture->plan[side];
    struct buf *out = part->out;
    if (!plan->present)
        return;
    bool gpu = side == PICTURE_GPU;
    buf_printf(out,
               "<table class=\"kernels\">\n<caption>Kernels of the %s"
               "</caption>\n<thead><tr>",
               page_side_name[side]);
    page_put_columns(out, gpu ? "kernel|line|how|threads of a block|tiles in "
                                "shared memory|launches|points|mapped "
                                "dimensions, x first"
                              : "kernel|line|how|chunk|launches|points|mapped "
                                "dimensions, x first");
    buf_puts(out, "</tr></thead>\n<tbody>\n");
    for (int k = 0; k < plan->kernel_count; k++)
        put_kernel(part, plan, k, side);
    buf_puts(out, "</tbody>\n</table>\n");
}

/* The functions that were made, as they are printed for the targets. */
static void put_functions(const struct page_part *part)
{
    const struct kir_module *gpu = part->region->launch->gpu;
    struct buf *out = part->out;
    if (!gpu)
        return;
    buf_puts(out,
             "<table class=\"functions\">\n<caption>GPU functions, counted "
             "once through their text</caption>\n<thead><tr>");
    page_put_columns(out, "function|block|bytes of shared memory|flops|special|"
                          "integer|loads|stores|barriers|live registers");
    buf_puts(out, "</tr></thead>\n<tbody>\n");
    for (int k = 0; k < gpu->func_count; k++) {
        const struct kir_func *f = gpu->func[k];
        if (f->kind != KIR_KERNEL)
            continue;
        struct kir_cost cost = kir_cost(f);
        int64_t shared = 0;
        for (int b = 0; b < f->buffer_count; b++)
            if (f->buffer[b].space == KIR_SHARED)
                shared += f->buffer[b].count * kir_type_size(f->buffer[b].type);
        buf_puts(out, "<tr><td><code>");
        page_put_text(out, f->name);
        buf_printf(out, "</code></td><td>%d &#215; %d &#215; %d</td>",
                   f->block[0], f->block[1], f->block[2]);
        const long long number[] = {
            shared,        cost.flops,
            cost.special,  cost.integer_ops,
            cost.loads,    cost.stores,
            cost.barriers, cost.max_live_32bit_registers};
        for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
            buf_printf(out, "<td class=\"number\">%lld</td>", number[i]);
        buf_puts(out, "</tr>\n");
    }
    buf_puts(out, "</tbody>\n</table>\n");
}

void page_put_kernels(const struct page_part *part)
{
    put_side(part, PICTURE_GPU);
    put_functions(part);
    put_side(part, PICTURE_HOST);
}

static void put_node(struct buf *out, const struct picture_node *node)
{
    bool inner = node->child_count > 0;
    buf_puts(out, inner ? "<li><details open=\"open\"><summary>" : "<li>");
    buf_printf(out, "<b class=\"%s\">", node->kind);
    page_put_term(out, strcmp(node->kind, "band") == 0 ? "band" : "tree",
                  node->kind);
    buf_puts(out, "</b> <code>");
    page_put_text(out, node->text);
    buf_puts(out, "</code>");
    if (*node->flags) {
        buf_puts(out, " <i>");
        page_put_words(out, node->flags);
        buf_puts(out, "</i>");
    }
    if (inner) {
        buf_puts(out, "</summary>\n<ul>\n");
        for (int k = 0; k < node->child_count; k++)
            put_node(out, &node->child[k]);
        buf_puts(out, "</ul>\n</details>");
    }
    buf_puts(out, "</li>\n");
}

void page_put_trees(const struct page_part *part)
{
    struct buf *out = part->out;
    for (int k = 0; k < part->picture->tree_count; k++) {
        const struct picture_tree *tree = &part->picture->tree[k];
        buf_printf(out, "<details class=\"tree\"><summary>%s</summary>\n<ul>\n",
                   tree->title);
        put_node(out, &tree->root);
        buf_puts(out, "</ul>\n</details>\n");
    }
}
