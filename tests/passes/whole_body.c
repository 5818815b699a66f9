/* t is an iteration's own: with all that an iteration does in one statement it
 * needs no memory for all of them. */
void transform(int n, const float x[n][4], float y[n][4])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        float t[4];
        for (int k = 0; k < 4; k++)
            t[k] = x[i][k] + x[i][3 - k];
        for (int k = 0; k < 4; k++)
            y[i][k] = t[k] - t[(k + 1) % 4];
    }
}
