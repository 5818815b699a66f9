/*
 * Folds: what the lanes of a team have, combined into one.
 *
 * Where the target has warps, the first one's threads keep their lanes in
 * variables, and shuffles bring what they combine them with. Elsewhere the
 * first thread does all, behind a barrier: in a warp each thread reads what it
 * wrote itself, so that team.c puts none in front of a fold. The operations and
 * their order are the same, as they are where lanes are loops.
 */
#include "polyhedral/lower/local.h"

static int first_threads(struct lower *l, int64_t count)
{
    struct kir_func *f = l->f;
    return kir_binary(f, KIR_LT, kir_thread_index(f, 0),
                      kir_int(f, KIR_I32, count));
}

/* The distance of what is combined in round `k`, from 0. */
static int64_t step_of(const struct scop_fold *fold, int64_t lanes, int k)
{
    return fold->ordered ? (int64_t)1 << k : lanes >> (k + 1);
}

/* All lanes of the first warp at a time: those beyond `step` combine what is of
 * no use to anybody. */
static void lower_warp(struct lower *l, const struct scop_fold *fold)
{
    struct kir_func *f = l->f;
    kir_set(f, lower_variable(l, fold->lane), kir_thread_index(f, 0));
    for (int k = 0; k < fold->count; k++)
        lower_body(l, fold->load[2 * k]);
    for (int round = 0; 1 << round < KIR_WARP_LANES; round++) {
        int step = (int)step_of(fold, KIR_WARP_LANES, round);
        for (int k = 0; k < fold->count; k++) {
            int own = kir_get(f, lower_variable(l, fold->load[2 * k]->lhs));
            kir_set(f, lower_variable(l, fold->load[2 * k + 1]->lhs),
                    kir_shuffle_down(f, own, step));
        }
        lower_body(l, fold->join);
    }
    for (int k = 0; k < fold->count; k++) {
        const struct scop_expr *whole = fold->store[k]->lhs;
        bool memory = lower_variable(l, whole) < 0;
        int own = lower_variable(l, fold->load[2 * k]->lhs);
        if (memory)
            kir_if(f, first_threads(l, 1));
        lower_store(l, whole, kir_get(f, own));
        if (memory)
            kir_end(f);
    }
}

/* One lane after the other. */
static void lower_lanes(struct lower *l, const struct scop_fold *fold,
                        int64_t lanes)
{
    struct kir_func *f = l->f;
    int zero = kir_int(f, KIR_I32, 0);
    for (int round = 0; 1 << round < lanes; round++) {
        int64_t step = step_of(fold, lanes, round);
        int end = kir_int(f, KIR_I32, fold->ordered ? lanes : step);
        int each = kir_int(f, KIR_I32, fold->ordered ? 2 * step : 1);
        int lane = kir_for(f, zero, end, each, KIR_FOR_SIMD);
        kir_set(f, lower_variable(l, fold->lane), lane);
        kir_set(f, lower_variable(l, fold->step), kir_int(f, KIR_I32, step));
        for (int k = 0; k < 2 * fold->count; k++)
            lower_body(l, fold->load[k]);
        lower_body(l, fold->join);
        for (int k = 0; k < fold->count; k++)
            lower_body(l, fold->keep[k]);
        kir_end(f);
    }
    for (int k = 0; k < fold->count; k++)
        lower_body(l, fold->store[k]);
}

void lower_fold(struct lower *l)
{
    const struct scop_stmt *stmt = l->stmt->stmt;
    struct kir_func *f = l->f;
    struct scop_fold fold = scop_fold(stmt);
    int team = l->kernel ? l->kernel->team : 0;
    bool warps = stmt->fold == KIR_WARP_LANES && team % KIR_WARP_LANES == 0;
    if (!team) {
        lower_lanes(l, &fold, stmt->fold);
        return;
    }
    if (warps) {
        kir_if(f, kir_warps(f));
        if (team > KIR_WARP_LANES)
            kir_if(f, first_threads(l, KIR_WARP_LANES));
        lower_warp(l, &fold);
        if (team > KIR_WARP_LANES)
            kir_end(f);
        kir_else(f);
    }
    kir_barrier(f);
    kir_if(f, first_threads(l, 1));
    lower_lanes(l, &fold, stmt->fold);
    kir_end(f);
    if (warps)
        kir_end(f);
}
