/* The least value and its place: two scalars, of which the test reads one. */
int nearest(int n, const float x[restrict n], float least)
{
    int at = -1;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] < least) {
            least = x[i];
            at = i;
        }
    return at;
}
