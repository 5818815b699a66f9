/*
 * Whether a region gains by kernels, or stays as it is.
 */
#include "polyhedral/region_verdict.h"

#include "polyhedral/map/map.h"
#include "polyhedral/plan/plan.h"

/* Is there nothing to launch: no instance, or the prologue's alone? */
bool region_nothing_to_launch(const struct stages *s)
{
    return (!s->gpu || s->gpu->kernel_count == 0) &&
           (!s->host || s->host->kernel_count == 0);
}

enum share region_parallel_share(const struct parts *parts,
                                 const struct stages *s)
{
    enum share most = SHARE_NONE;
    for (int gpu = 0; gpu < 2; gpu++) {
        double parallel = 0, serial = 0;
        for (int p = 0; p < parts->part_count; p++) {
            struct gain gain = poly_gain(s[p].poly, s[p].host_order.tree,
                                         gpu ? s[p].gpu : s[p].host);
            parallel += gain.parallel;
            serial += gain.serial;
        }
        enum share share = parallel == 0       ? SHARE_NONE
                           : parallel < serial ? SHARE_LITTLE
                                               : SHARE_MOST;
        most = share > most ? share : most;
    }
    return most;
}

bool region_is_kept(const struct parts *parts, const struct stages *s,
                    enum share share, const struct region_options *options)
{
    bool nothing = true;
    for (int p = 0; p < parts->part_count; p++)
        nothing &= region_nothing_to_launch(&s[p]);
    return nothing || (share < SHARE_MOST && !options->compile_serial);
}

/* Does one thread run the kernel, which no Plan takes apart, on the host as
 * well? */
static bool is_serial_nest(const struct stages *s,
                           const struct mapping *mapping,
                           const struct map_kernel *kernel)
{
    bool parallel = false;
    for (int k = 0; s->host && k < s->host->kernel_count; k++)
        parallel |= s->host->kernel[k].dims &&
                    isl_union_set_is_disjoint(s->host->kernel[k].domain,
                                              kernel->domain) == isl_bool_false;
    for (int k = 0; mapping->levels && k < mapping->levels->count; k++)
        parallel |= isl_union_set_is_disjoint(mapping->levels->levels[k].domain,
                                              kernel->domain) == isl_bool_false;
    return !kernel->dims && !parallel &&
           !poly_only_prepares(s->poly, kernel->domain);
}

/* Does data that cannot be known beforehand keep a nest in order? */
bool region_is_for_data(const struct parts *parts, const struct stages *s,
                        enum share share, const struct region_options *options)
{
    bool found = false;
    if (options->compile_serial)
        return false;
    for (int p = 0; p < parts->part_count; p++) {
        const struct poly *poly = s[p].poly;
        const struct mapping *mapping = s[p].gpu ? s[p].gpu : s[p].host;
        if (share == SHARE_NONE)
            found |= poly_warn_of_data(poly, NULL, poly->scop->loc, "region");
        for (int k = 0; share && k < mapping->kernel_count; k++)
            if (is_serial_nest(&s[p], mapping, &mapping->kernel[k]))
                found |= poly_warn_of_data(poly, mapping->kernel[k].domain,
                                           mapping->kernel[k].loc, "nest");
    }
    return found;
}

bool region_only_shares(const struct parts *parts, const struct stages *s,
                        enum share share, const struct region_options *options)
{
    struct faults before = *s[0].faults;
    if (options->compile_serial || (!s[0].summed && !s[0].ahead) ||
        parts->scop->device == SCOP_DEVICE_GPU)
        return false;
    bool shares = region_is_kept(parts, s, share, options) ||
                  region_is_for_data(parts, s, share, options);
    fault_rewind(s[0].faults, &before);
    return shares;
}
