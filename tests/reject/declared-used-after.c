/* expect: statement 5 */
double f(int n, double *a)
{
#pragma scop
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma endscop
    return s;
}
