/* What the model predicts of a candidate, so that the best few are measured. */
#include "compiler/tune/tune.h"

#include "compiler/predict/predict.h"
#include "polyhedral/cost/cost.h"

/* Clocks of a multiprocessor of a GPU: for 64 bytes from the second cache, a
 * wavefront of shared memory, a warp's request. */
static const double SECTOR_COST = 0.5, WAVEFRONT_COST = 1, REQUEST_COST = 1;

/* The work that is not hidden behind the greatest. */
static const double SHOWN = 0.125;

static struct tune_prediction predict_gpu(struct arena *arena,
                                          const struct stub_region *r,
                                          const struct region_size *size,
                                          int count)
{
    static const char *const limit[] = {"memory", "shared memory",
                                        "requests to memory"};
    double cost[3] = {0};
    struct tune_prediction p = {.limit = ""};
    const struct access_totals *totals = access_predict(arena, r, size, count);
    if (totals->spent)
        return p;
    for (int k = 0; k < totals->count; k++) {
        const struct access_total *row = &totals->row[k];
        if (row->shared)
            cost[1] += WAVEFRONT_COST * (double)row->count.wavefronts;
        else
            cost[0] += SECTOR_COST * (double)row->count.sectors;
        cost[2] += REQUEST_COST * (double)row->count.requests;
    }
    int most = 0;
    for (int k = 0; k < 3; k++)
        most = cost[k] > cost[most] ? k : most;
    p.known = totals->complete && cost[most] > 0;
    p.cost = cost[most] + SHOWN * (cost[0] + cost[1] + cost[2]);
    p.limit = limit[most];
    return p;
}

struct tune_prediction tune_predict(struct arena *arena,
                                    const struct stub_region *region,
                                    const struct choice *choice, bool gpu,
                                    const struct region_size *size, int count)
{
    const struct choice_traffic *traffic = &choice->traffic;
    if (gpu && region->gpu)
        return predict_gpu(arena, region, size, count);
    if (gpu || !traffic->known)
        return (struct tune_prediction){.limit = ""};
    return (struct tune_prediction){true, traffic->cycles,
                                    cache_traffic_limit(traffic)};
}
