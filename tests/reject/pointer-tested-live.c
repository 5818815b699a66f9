/* expect: pointer 5 */
double *f(double *p, double *end)
{
#pragma hedra
    while (p++ < end)
        p[-1] = 2;
    return p;
}
