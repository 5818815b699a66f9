/* t is of one iteration: it stays in its registers. */
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
