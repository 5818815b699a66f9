/*
 * This file asks what the accesses of a region do to one array: which elements
 * they touch, and whether they are made whatever data say; and what its
 * dimensions are.
 */
#include "polyhedral/model/model.h"

int poly_iterator_of(const struct poly_array *array, int k)
{
    int first = array->turned ? array->rank - array->expand : 0;
    return k >= first && k < first + array->expand ? k - first : -1;
}

isl_union_map *array_accesses(const struct poly *poly, int array)
{
    isl_union_map *all = isl_union_map_empty(affine_space(poly, 0));
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array)
            all = isl_union_map_add_map(all, isl_map_copy(poly->access[k].map));
    return all;
}

bool array_is_certain(const struct poly *poly, int array)
{
    bool certain = true;
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array)
            certain &= poly->access[k].certain;
    return certain;
}
