/*
 * Accesses to memory: what is predicted of each, for a full warp and for given
 * sizes, and what the simulator counted.
 */
#include "backends/memory/memory.h"
#include "compiler/page/local.h"

#include "compiler/predict/predict.h"

static const char *const kinds[] = {
    [KIR_ACCESS_LOAD] = "read",
    [KIR_ACCESS_STORE] = "write",
    [KIR_ACCESS_ATOMIC] = "update",
};

static void put_ratio(struct buf *out, int64_t ideal, int64_t actual)
{
    if (actual)
        buf_printf(out, "%.2f", (double)ideal / (double)actual);
    else
        buf_puts(out, "&#8211;");
}

/* A head over rows or columns, with its terms. */
static void put_wide(struct buf *out, const char *span, int count,
                     const char *text)
{
    buf_printf(out, "<th %s=\"%d\">", span, count);
    page_put_words(out, text);
    buf_puts(out, "</th>");
}

static void put_greek(struct buf *out, const char *id, const char *html)
{
    buf_puts(out, "<th>");
    page_put_term(out, id, html);
    buf_puts(out, "</th>");
}

static void put_caption(const struct page_part *part)
{
    const struct access_totals *totals = part->region->accesses;
    struct buf *out = part->out;
    page_put_words(out, "Accesses of the GPU kernels to memory, by warps of 32 "
                        "lanes in sectors of 32 bytes");
    if (*totals->sizes) {
        buf_puts(out, "; counted beforehand for ");
        page_put_text(out, totals->sizes);
        buf_puts(out, ", arrays beginning at a sector");
    }
}

static void put_head(const struct page_part *part)
{
    static const char *const first[] = {"access", "line", "kernel", "kind",
                                        "memory"};
    const struct counts *counts = part->page->counts;
    struct buf *out = part->out;
    buf_puts(out, "<div class=\"wide\"><table class=\"accesses\">\n<caption>");
    put_caption(part);
    buf_puts(out, "</caption>\n<thead>\n<tr>");
    for (size_t k = 0; k < sizeof first / sizeof *first; k++)
        put_wide(out, "rowspan", 2, first[k]);
    put_wide(out, "colspan", 6, "a full warp");
    put_wide(out, "colspan", 4, "in all, predicted");
    if (counts)
        put_wide(
            out, "colspan", 2,
            arena_printf(part->arena, "counted (%s)", counts_arch(counts)));
    buf_puts(out, "</tr>\n<tr>");
    page_put_columns(out, "stride of lanes|sectors|ideal");
    put_greek(out, "eta", "&#951;(&#8706;(P, &#928;))");
    put_greek(out, "eta", "&#951;(&#8706;(&#928;))");
    put_greek(out, "theta", "&#952;");
    page_put_columns(out, "requests|sectors or wavefronts|ideal");
    put_greek(out, "eta", "&#951;");
    if (counts)
        page_put_columns(out, "requests|sectors or wavefronts");
    buf_puts(out, "</tr>\n</thead>\n<tbody>\n");
}

/* What holds for every full warp (polyhedral/cost/access_pattern.c). */
static void put_warp(struct buf *out, const struct region_access *access,
                     bool shared)
{
    if (!access || !access->known) {
        buf_puts(out, access
                          ? "<td colspan=\"6\" class=\"note\">not affine</td>"
                          : "<td colspan=\"6\"></td>");
        return;
    }
    buf_puts(out, "<td>");
    page_put_text(out, access->stride);
    if (shared) {
        buf_printf(out,
                   "</td><td colspan=\"5\">from a tile (directly: %g sectors)"
                   "</td>",
                   access->direct);
        return;
    }
    const double numbers[] = {access->eta, access->eta_best, access->theta};
    buf_printf(out,
               "</td><td class=\"number\">%g</td><td class=\"number\">%g</td>",
               access->sectors, access->ideal);
    for (int k = 0; k < 3; k++)
        buf_printf(out, "<td class=\"number\">%.2f</td>", numbers[k]);
}

static void put_counted(const struct page_part *part,
                        const struct access_total *row)
{
    struct buf *out = part->out;
    struct kir_access_count counted;
    if (!counts_find(part->page->counts, row, &counted)) {
        buf_puts(out, "<td colspan=\"2\">not run</td>");
        return;
    }
    int64_t expected = row->shared ? row->count.wavefronts : row->count.sectors;
    int64_t made = row->shared ? counted.wavefronts : counted.sectors;
    bool same = !row->unknown && made == expected &&
                counted.requests == row->count.requests;
    buf_printf(out,
               "<td class=\"number\">%lld</td><td class=\"number %s\">%lld%s"
               "</td>",
               (long long)counted.requests, same ? "equal" : "differs",
               (long long)made, same ? " =" : " &#8800;");
}

static void put_row(const struct page_part *part,
                    const struct access_total *row)
{
    struct buf *out = part->out;
    int64_t actual = row->shared ? row->count.wavefronts : row->count.sectors;
    int64_t ideal =
        row->shared ? row->count.ideal_wavefronts : row->count.ideal_sectors;
    buf_puts(out, "<tr><td><code>");
    page_put_text(out, row->text);
    buf_puts(out, "</code></td><td class=\"number\">");
    page_put_line(part, row->loc.line);
    buf_puts(out, "</td><td><code>");
    page_put_text(out, row->kernel);
    buf_printf(out, "</code></td><td>%s</td><td>%s</td>", kinds[row->kind],
               row->shared ? "shared" : "global");
    put_warp(out, row->access, row->shared);
    if (row->unknown) {
        buf_puts(out, "<td colspan=\"4\" class=\"note\">unknown: it depends on "
                      "what arrays hold, or on sizes</td>");
    } else {
        buf_printf(out,
                   "<td class=\"number\">%lld</td><td class=\"number\">%lld "
                   "%s</td><td class=\"number\">%lld</td><td "
                   "class=\"number\">",
                   (long long)row->count.requests, (long long)actual,
                   row->shared ? "wavefronts" : "sectors", (long long)ideal);
        put_ratio(out, ideal, actual);
        buf_puts(out, "</td>");
    }
    if (part->page->counts)
        put_counted(part, row);
    buf_puts(out, "</tr>\n");
}

void page_put_accesses(const struct page_part *part)
{
    const struct access_totals *totals = part->region->accesses;
    if (!totals || (totals->count == 0 && !totals->spent))
        return;
    if (totals->spent) {
        buf_puts(part->out, "<p class=\"note\">The accesses are too many to be "
                            "counted for ");
        page_put_text(part->out, totals->sizes);
        buf_puts(part->out, ".</p>\n");
        return;
    }
    put_head(part);
    for (int k = 0; k < totals->count; k++)
        put_row(part, &totals->row[k]);
    buf_puts(part->out, "</tbody>\n</table></div>\n");
    if (part->page->counts)
        buf_puts(part->out, "<p>Counts that differ come from other sizes, or "
                            "from arrays that do not begin at a sector.</p>\n");
}
