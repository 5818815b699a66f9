/*
 * How full the registers of PEs are in the course of a run: half full where
 * elements pass at full speed, full where they wait, empty where none come.
 * Frames lie evenly over the run, whose length is not known before its end:
 * when there are too many, each second one is dropped.
 */
#include "backends/racer/place/place.h"

#include <string.h>

enum { MOST_FRAMES = 100, WINDOW = 8 /* cycles that a frame looks at */ };

struct watch {
    struct racersim *sim;
    struct place_times *times;
    int pair_count, pair_cap;
    int (*pair)[2]; /* a register, and a PE that it lies in */
    int *all;       /* [PE] registers */
    int *full;      /* [PE] of these, in all cycles of a frame */
};

/* The registers that nodes fill, without those on the way to takers. */
static void list_registers(struct watch *w, struct arena *arena,
                           const struct racer_arch *arch)
{
    const struct net *net = racersim_net(w->sim);
    int columns = arch->factor[RACER_FACTOR_columns];

    for (int r = 0; r < net->register_count; r++) {
        const struct racer_node *node = net->reg[r].value->node;

        for (int k = 0; k < node->place_count; k++) {
            const struct racer_place *place = &node->place[k];
            int pair[2] = {r, place->row * columns + place->column};

            if (net->reg[r].taker_node >= 0 || place->row < 0 ||
                place->row >= arch->factor[RACER_FACTOR_rows] ||
                place->column < 0 || place->column >= columns)
                continue;
            w->pair = arena_grow(arena, w->pair, w->pair_count, &w->pair_cap,
                                 sizeof *w->pair);
            memcpy(w->pair[w->pair_count++], pair, sizeof pair);
            w->all[pair[1]]++;
        }
    }
}

static void keep_each_second(struct place_times *times)
{
    size_t size = (size_t)times->pes;

    times->frames /= 2;
    for (int k = 1; k < times->frames; k++) {
        times->cycle[k] = times->cycle[2 * k];
        memcpy(times->full + size * (size_t)k,
               times->full + size * (size_t)(2 * k), size);
    }
}

/* The run's end if it comes within the frame, which is dropped then. */
static enum racersim_end take_frame(struct watch *w, int64_t at,
                                    struct racersim_options *options,
                                    int64_t until,
                                    struct racersim_result *result)
{
    struct place_times *times = w->times;
    unsigned char *frame =
        times->full + (size_t)times->frames * (size_t)times->pes;

    memset(w->full, 0, (size_t)times->pes * sizeof *w->full);
    for (int k = 1; k <= WINDOW; k++) {
        options->max_cycles = at + k < until ? at + k : until;
        *result = racersim_run(w->sim, options);
        if (result->end != RACERSIM_LIMIT || options->max_cycles == until)
            return result->end;
        for (int n = 0; n < w->pair_count; n++)
            w->full[w->pair[n][1]] += racersim_full(w->sim, w->pair[n][0]);
    }
    for (int p = 0; p < times->pes; p++)
        frame[p] = w->all[p]
                       ? (unsigned char)(10 * w->full[p] / (WINDOW * w->all[p]))
                       : PLACE_NOTHING;
    times->cycle[times->frames++] = at;
    return RACERSIM_LIMIT;
}

struct racersim_result place_times_run(struct arena *arena,
                                       const struct racer_arch *arch,
                                       struct racersim *sim,
                                       const struct racersim_options *options,
                                       struct place_times *times)
{
    int pes =
        arch->factor[RACER_FACTOR_rows] * arch->factor[RACER_FACTOR_columns];
    int64_t until = options->max_cycles ? options->max_cycles : INT64_MAX;
    int64_t at = 0, step = WINDOW;
    struct racersim_options some = *options;
    struct racersim_result result;
    struct watch w = {.sim = sim, .times = times};

    *times = (struct place_times){.pes = pes};
    times->cycle = arena_alloc(arena, MOST_FRAMES * sizeof *times->cycle);
    times->full = arena_alloc(arena, MOST_FRAMES * (size_t)pes);
    w.all = arena_alloc(arena, (size_t)pes * sizeof *w.all);
    w.full = arena_alloc(arena, (size_t)pes * sizeof *w.full);
    list_registers(&w, arena, arch);
    while (take_frame(&w, at, &some, until, &result) == RACERSIM_LIMIT &&
           some.max_cycles < until) {
        at += step;
        if (times->frames == MOST_FRAMES) {
            keep_each_second(times);
            step *= 2;
        }
        some.max_cycles = at < until ? at : until;
        result = racersim_run(sim, &some);
        if (result.end != RACERSIM_LIMIT || some.max_cycles == until)
            break;
    }
    memcpy(times->distance, result.distance, sizeof times->distance);
    return result;
}
