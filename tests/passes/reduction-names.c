/* What reductions make has names of its own, whatever the region's parameters and
 * arrays are called. */
double sum(int fold_step, int s_lane, int n, const double *restrict s_part,
           const double *restrict s_row, double *restrict s_block)
{
    double s = 0;
#pragma hedra reassociate
    for (int i = 0; i < fold_step; i++)
        for (int j = 0; j < s_lane; j++)
            s += s_part[i] * s_row[j];
#pragma hedra
    for (int i = 0; i < n; i++)
        s_block[i] = s;
    return s;
}
