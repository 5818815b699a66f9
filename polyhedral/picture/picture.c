/*
 * Draws the picture of one region: its sizes, statements, points, grids and
 * trees, in the order in which they need each other.
 */
#include "polyhedral/picture/local.h"

#include "polyhedral/schedule/schedule.h"

/* A region's part of what a page may hold. */
static int share_of(int all, int regions)
{
    return all / (regions > 4 ? regions : 4);
}

struct picture *picture_make(const struct poly *poly, struct arena *arena,
                             const struct schedule_choice *order,
                             const struct mapping *gpu,
                             const struct mapping *host,
                             const struct region_options *options)
{
    struct picture *picture = arena_alloc(arena, sizeof *picture);
    struct sketch s = {
        .poly = poly,
        .arena = arena,
        .picture = picture,
        .given = options->size,
        .given_count = options->size_count,
        .max_points = share_of(PICTURE_PAGE_POINTS, options->picture),
        .max_arrows = share_of(PICTURE_PAGE_ARROWS, options->picture),
    };
    size_t stmts = (size_t)poly->stmt_count + 1;
    picture->scop = poly->scop;
    picture->window = arena_alloc(
        arena, sizeof *picture->window * ((size_t)poly->scop->loop_count + 1));
    picture->domain = arena_alloc(arena, sizeof *picture->domain * stmts);
    s.box = arena_alloc(arena, sizeof(isl_set *) * stmts);
    picture->context = sketch_keep_text(&s, isl_set_to_str(poly->context));
    sketch_choose_sizes(&s);
    if (picture->sizes_hold)
        sketch_choose_windows(&s);
    sketch_points(&s);
    sketch_plan(&s, PICTURE_GPU, gpu);
    sketch_plan(&s, PICTURE_HOST, host);
    sketch_run(&s, gpu ? gpu : host);
    sketch_grids(&s, gpu);
    poly_budget(poly, 1);
    sketch_tree(&s, "As in the source", poly->original);
    sketch_tree(&s, "Scheduled", order->tree);
    sketch_tree(&s, "Mapped to a GPU", gpu ? gpu->schedule : NULL);
    sketch_tree(&s, "Mapped to the host", host ? host->schedule : NULL);
    sketch_gave_up(&s, "schedule trees");
    for (int k = 0; k < poly->stmt_count; k++)
        isl_set_free(s.box[k]);
    isl_set_free(s.sizes);
    return picture;
}
