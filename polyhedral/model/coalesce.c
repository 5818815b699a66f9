/* Sets in other forms: in fewer pieces, where isl can be trusted with it, and
 * of parameters. */
#include "polyhedral/model/model.h"

#include <stdio.h>

static isl_stat find_locals(isl_basic_set *piece, void *user)
{
    bool *found = user;
    *found |= isl_basic_set_dim(piece, isl_dim_div) > 0;
    isl_basic_set_free(piece);
    return isl_stat_ok;
}

isl_set *poly_coalesce(isl_set *set)
{
    bool locals = false;
    if (isl_set_n_basic_set(set) < 2 ||
        isl_set_foreach_basic_set(set, find_locals, &locals) < 0 || !locals)
        return isl_set_coalesce(set);
    isl_set *fewer = isl_set_coalesce(isl_set_copy(set));
    if (isl_set_is_equal(fewer, set) != isl_bool_false) {
        isl_set_free(set);
        return fewer;
    }
    isl_set_free(fewer);
    return isl_set_make_disjoint(set);
}

isl_set *poly_as_params(isl_set *set, const char *prefix)
{
    int count = (int)isl_set_dim(set, isl_dim_set);
    int first = (int)isl_set_dim(set, isl_dim_param);
    set = isl_set_move_dims(isl_set_reset_tuple_id(set), isl_dim_param,
                            (unsigned)first, isl_dim_set, 0, (unsigned)count);
    for (int k = 0; k < count; k++) {
        char name[16];
        snprintf(name, sizeof name, "%s%d", prefix, k);
        set = isl_set_set_dim_name(set, isl_dim_param, (unsigned)(first + k),
                                   name);
    }
    return isl_set_params(set);
}
