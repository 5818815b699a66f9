/* A compiler makes as much of this as hedrac does. */
void scale(int n, double x[restrict n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        x[i] = 2 * x[i];
}
