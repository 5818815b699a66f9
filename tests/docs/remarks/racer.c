/* options: --emit=racer -ffp-contract=off */
void axpy(int n, double a, const double x[restrict n], double y[restrict n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
