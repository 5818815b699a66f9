/* Plans of a run: how they are counted, what is kept of them, and their memory.
 */
#include "runtime/region/run_plan.h"
#include "runtime/base/base.h"

#include "runtime/device/device.h"

#include <stdlib.h>
#include <string.h>

/* A launch of steps of a Plan by levels, or of what runs instead. */
static void count_step(struct hedra_run *run, bool list, int64_t lanes)
{
    const struct hedra_array *state = &run->array[run->levels.row];
    if (!list) {
        run->levels.state = UNKNOWN;
        return;
    }
    if (run->levels.state == KNOWN) {
        run->stats.levels.walked++;
        run->stats.levels.steps += run->levels.steps;
        run->stats.levels.slices += state->hi;
        run->stats.levels.active += run->levels.active;
        run->stats.levels.points += run->levels.points;
    }
    run->levels.state = WALKED;
    if (!run->in_place)
        run->stats.levels.lanes += lanes;
}

FIRST_CODE bool run_plan_count(struct hedra_run *run,
                               const struct hedra_kernel *k,
                               const int64_t grid[3])
{
    unsigned flags = 0;
    if (!run->has_plan_rows)
        return true;
    for (int i = 0; k->signature[i]; i++)
        if (run->memory->arg_array[i])
            flags |= run->memory->arg_array[i]->flags;
    if (!exec_schedule(run, flags & HEDRA_SCHEDULE))
        return false;
    int64_t lanes =
        grid[0] * grid[1] * grid[2] * k->block[0] * k->block[1] * k->block[2];
    if (flags & HEDRA_SCHEDULE)
        return true;
    run->walked |= (flags & HEDRA_LIST) != 0;
    if (run->levels.state != UNKNOWN)
        count_step(run, flags & HEDRA_LIST, lanes);
    if (!run->planned)
        return true;
    run->planned = false;
    run->stats.lists += (flags & HEDRA_LIST) != 0;
    if (!run->in_place)
        run->stats.lanes += lanes;
    return true;
}

/* Counts the Plan whose active points were just fetched. */
static void begin_plan(struct hedra_run *run, int row, const void *value)
{
    uint32_t active;
    if (!(run->array[row].flags & HEDRA_SCHEDULE) || row + 1 == run->count)
        return;
    if (run->array[row].flags & HEDRA_STEPS)
        return;
    const struct hedra_array *list = &run->array[row + 1];
    memcpy(&active, value, sizeof active);
    run->planned = active > 0;
    run->stats.lists += active == 0; /* there is nothing to launch */
    run->stats.plans++;
    run->stats.kept += run->levels.kept && run->levels.row == row + 2;
    run->stats.active += active;
    run->stats.points += (list->hi - list->lo) / (int64_t)sizeof active;
}

/* Counts the Plan by levels whose number of steps was just fetched. */
static bool begin_steps(struct hedra_run *run, int row, int64_t element,
                        const void *value)
{
    uint32_t steps, active;
    if (!(run->array[row].flags & HEDRA_STEPS) || element != 0 ||
        !stats_enabled())
        return true;
    if (!exec_fetch_row(run, row, sizeof active, sizeof active, &active))
        return false;
    memcpy(&steps, value, sizeof steps);
    run->levels.steps = steps;
    run->levels.state = steps > 0 ? KNOWN : UNKNOWN;
    run->levels.active = active;
    run->stats.levels.made += !run->levels.kept;
    run->stats.levels.kept += run->levels.kept;
    return true;
}

bool run_plan_fetched(struct hedra_run *run, int row, int64_t element,
                      const void *value)
{
    begin_plan(run, row, value);
    return begin_steps(run, row, element, value);
}

/* The first row of the Plan of a STATE row. */
static int first_row(const struct hedra_run *run, int state)
{
    int first = state;
    while (first > 0 &&
           (run->array[first - 1].flags & (HEDRA_SCHEDULE | HEDRA_LIST)))
        first--;
    return first;
}

/* Has a row of the Plan any memory? It has none before it is made. */
static bool has_plan(const struct hedra_run *run, int first, int state)
{
    bool any = false;
    for (int k = first; k < state; k++)
        any |= run->place[k].memory != 0;
    return any;
}

/* Takes what the module keeps, and sees whether it holds. False: there is no
 * memory for that, and nothing is kept. */
static bool open_keep(struct hedra_run *run)
{
    size_t rows = (size_t)run->count;
    uint64_t *version = calloc(rows, sizeof *version);
    if (!run->key)
        run->key = calloc(rows, sizeof *run->key);
    if (!run->keyed)
        run->keyed = calloc(rows, sizeof *run->keyed);
    if (version && run->key && run->keyed)
        run->keep = plan_cache_take(&run->binding->keep, run->count);
    for (int k = 0; run->keep && k < run->count; k++)
        version[k] = hedra_row_version(run, k);
    if (run->keep)
        run->same = plan_cache_check(
            run->keep, run->array, version,
            run->in_place && exec_plan_mode() == HEDRA_PLAN_AUTO, run->device);
    free(version);
    return run->keep;
}

void run_plan_find(struct hedra_run *run, int row, int64_t key, void *value)
{
    int first = first_row(run, row);
    int32_t state = HEDRA_PLAN_NEW;
    const struct hedra_array *level = &run->array[first];
    run->levels.row = row;
    run->levels.state = UNKNOWN;
    run->levels.points = (level->hi - level->lo) / level->element_size;
    if ((run->array[row].flags & HEDRA_KEEP) && (run->keep || open_keep(run))) {
        bool again = run->keyed[row] && run->key[row] == key;
        bool here = again && has_plan(run, first, row);
        if (!run->keyed[row])
            here = plan_cache_find(run->keep, run->array, first, row - first,
                                   run->same ? &key : NULL, run->place,
                                   run->memory->reserve, run->device);
        state = here                 ? HEDRA_PLAN_KEPT
                : run->same || again ? HEDRA_PLAN_SEEN
                                     : HEDRA_PLAN_NEW;
        run->key[row] = key;
        run->keyed[row] = true;
    }
    run->levels.kept = state == HEDRA_PLAN_KEPT;
    memcpy(value, &state, sizeof state);
}

/* In place, where no bytes must be copied anyhow, comparing them is a cost of
 * its own. */
FIRST_CODE void run_plan_keep(struct hedra_run *run, bool good)
{
    if (!run->keep)
        return;
    for (int k = 0; good && k < run->count; k++) {
        int first = first_row(run, k);
        if (run->keyed[k] && has_plan(run, first, k))
            plan_cache_put(run->keep, run->array, first, k - first, run->key[k],
                           run->place, run->device);
    }
    plan_cache_judge(run->keep, run->walked || !run->in_place, run->device);
    plan_cache_give(&run->binding->keep, run->keep, run->device);
    run->keep = NULL;
}

/* Memory ------------------------------------------------------------------- */

bool run_plan_take_row(struct hedra_run *run, int row)
{
    struct device_place *reserve = &run->memory->reserve[row];
    if (!reserve->memory)
        return plan_cache_alloc(run->device, &run->array[row], &run->place[row],
                                run->why);
    run->place[row] = *reserve;
    reserve->memory = 0;
    return true;
}

bool run_plan_reserve(struct hedra_run *run)
{
    if (exec_plan_mode() == HEDRA_PLAN_GUARD)
        return true;
    for (int k = 0; k < run->count; k++)
        if ((run->array[k].flags & (HEDRA_SCHEDULE | HEDRA_LIST)) &&
            !run->place[k].memory && !run->memory->reserve[k].memory &&
            !plan_cache_alloc(run->device, &run->array[k],
                              &run->memory->reserve[k], run->why))
            return false;
    return true;
}

FIRST_CODE void run_plan_free(struct hedra_run *run)
{
    for (int k = 0; run->has_plan_rows && k < run->count; k++) {
        if (!(run->array[k].flags & HEDRA_PLAN_ROW))
            continue;
        plan_cache_free(run->device, &run->array[k], &run->place[k]);
        plan_cache_free(run->device, &run->array[k], &run->memory->reserve[k]);
    }
}
