/* No iteration needs what another one makes. */
void scale(int n, double x[restrict n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        x[i] = 2 * x[i];
}
