/* Every other element: of what is fetched half is not used. */
void halve(int n, const double x[restrict n], double y[restrict n])
{
#pragma hedra
    for (int i = 0; i < n / 2; i++)
        y[i] = x[2 * i];
}
