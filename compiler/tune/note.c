/*
 * Notes what the tuning found: an entry of each region for the tuning file,
 * and the summary that the user reads.
 */
#include "compiler/tune/local.h"

#include <errno.h>
#include <string.h>

static const char *region_place(struct tuner *t, int k)
{
    const struct scop *scop = t->source->scop[k];
    return arena_printf(t->arena, "%s:%d: %s", scop->file, scop->loc.line,
                        scop->function ? scop->function : "region");
}

static void note(struct tuner *t, struct tune_file *file, int k,
                 const struct tune_prediction *guess)
{
    const struct tune_region *r = &t->region[k];
    const struct tune_sample *best = &r->sample[r->best];
    struct tune_entry e = {
        .key = tune_key(t->source->scop[k]),
        .name = region_place(t, k),
        .device = r->first.device,
        .limit = *r->limit      ? r->limit
                 : guess->known ? guess->limit
                                : "what the model does not know",
        .size_count = r->first.size_count,
        .size = r->first.size,
        .seconds = best->seconds,
        .model = r->sample[0].seconds,
        .measured = r->sample_count,
    };
    memcpy(e.want, best->want, sizeof e.want);
    tune_file_add(t->arena, file, &e);
}

static void summarise(struct tuner *t, int k, struct buf *out)
{
    static const char *const why[] = {
        [FATE_KEPT] = "stays as it is: nothing of it runs in parallel",
        [FATE_UNREACHED] = "was not reached in this run of the program",
        [FATE_PLAIN] = "the plain nest ran: HEDRA_STATS=1 says why",
    };
    const struct tune_region *r = &t->region[k];
    buf_printf(out, "%s: ", region_place(t, k));
    if (r->fate != FATE_TUNED) {
        buf_printf(out, "%s\n", why[r->fate]);
        return;
    }
    const struct tune_sample *best = &r->sample[r->best];
    struct buf choice = {0};
    choice_print(best->want, &choice);
    buf_printf(out, "%s: %d measured, %d refused; %s: %.4g s", r->first.device,
               r->sample_count, r->refused,
               choice.length ? choice.text : "the model's choice is the best",
               best->seconds);
    if (choice.length)
        buf_printf(out, ", the model's choice %.4g s (%.2f times as fast)",
                   r->sample[0].seconds, r->sample[0].seconds / best->seconds);
    buf_putc(out, '\n');
    buf_free(&choice);
}

bool tune_write_notes(struct tuner *t, struct tune_file *file, struct buf *out)
{
    struct buf text = {0};
    const struct tune_prediction *guess = tune_guess_best(t);
    bool any = false;
    for (int k = 0; k < t->source->count; k++) {
        summarise(t, k, out);
        if (t->region[k].fate != FATE_TUNED)
            continue;
        note(t, file, k, &guess[k]);
        any = true;
    }
    tune_file_print(file, &text);
    bool done = !any || base_write_file(file->path, text.text, text.length);
    if (!done)
        fault_add(t->faults, FAULT_FILE, (struct loc){0}, "cannot write %s: %s",
                  file->path, strerror(errno));
    buf_free(&text);
    return done;
}
