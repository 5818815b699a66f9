/* Scalars: parameters if they are integers that are only read; else arrays of
 * rank 0. */
static int size;
static const double weight = 0.5;
extern float factor;

void scalars(int n, long m, char c, double x, double *a)
{
    int count = 0, twice = 2 * n;
    _Bool any = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        double t = a[i] * weight, unset;
        int k = 2 * i + 1, kk = k * k, changing = i;
        const long double_m = m + m;
        changing += 1;
        unset = t + factor;
        a[k] = unset + x + size + c + twice + double_m + kk + changing;
        count++;
        any = any || a[i] < 0;
    }
#pragma endscop
    a[0] = count + any;
}
