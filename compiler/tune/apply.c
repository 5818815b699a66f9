/*
 * Applies the tuning file to one region: takes the entry of the nearest sizes
 * for its key, for the host and for a GPU as far as the options' targets need
 * them, and says by a remark which one.
 */
#include "compiler/tune/apply.h"

#include "compiler/predict/predict.h"

/* "n=1000 m=20", with a word before it; "" for none. */
static const char *sizes_text(struct arena *arena, const struct tune_entry *e)
{
    struct buf text = {0};
    buf_puts(&text, e->size_count ? " with" : "");
    for (int k = 0; k < e->size_count; k++)
        buf_printf(&text, "%s %s = %lld", k ? "," : "", e->size[k].name,
                   (long long)e->size[k].value);
    const char *copy = arena_strdup(arena, text.text);
    buf_free(&text);
    return copy;
}

static void remark(const struct tune_file *file, const struct tune_entry *e,
                   struct loc loc, struct faults *faults)
{
    struct arena *arena = faults->arena;
    struct buf choice = {0};
    choice_print(e->want, &choice);
    const char *where = arena_printf(arena, "%s: on %s%s", file->path,
                                     e->device, sizes_text(arena, e));
    if (!choice.length)
        fault_add(faults, FAULT_TILED, loc,
                  "%s, the model's choice was the best of %ld measured: %.4g s,"
                  " limited by %s",
                  where, e->measured, e->seconds, e->limit);
    else
        fault_add(faults, FAULT_TILED, loc,
                  "%s, %s was the best of %ld measured: %.4g s, and the model's"
                  " choice %.4g s; limited by %s",
                  where, choice.text, e->measured, e->seconds, e->model,
                  e->limit);
    buf_free(&choice);
}

bool tune_apply(const struct tune_file *file, const struct scop *scop,
                const struct options *options, struct choice *choice,
                struct faults *faults)
{
    const unsigned targets[] = {OPTIONS_HOST, OPTIONS_GPUS};
    const enum choice_target target[] = {CHOICE_HOST, CHOICE_GPU};
    const struct tune_entry *last = NULL;
    uint64_t key = tune_key(scop);
    int known;
    const struct region_size *size = access_known_sizes(
        faults->arena, scop, options->size, options->size_count, &known);
    for (int side = 0; side < 2; side++) {
        const struct tune_entry *e = tune_file_find(
            file, key, side, side ? options->tuned_for : NULL, size, known);
        bool wanted = options->form != OPTIONS_FORM_FAT ||
                      options->targets & targets[side];
        if (!e || !wanted)
            continue;
        bool newest = !last || e > last;
        for (int k = 0; k < CHOICE_COUNT; k++)
            if (choice_rows[k].target == target[side] ||
                (choice_rows[k].target == CHOICE_BOTH && newest))
                choice->want[k] = e->want[k];
        last = newest ? e : last;
        remark(file, e, scop->loc, faults);
    }
    return last;
}
