/* The least value and its place, which the plain nest finds. */
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
