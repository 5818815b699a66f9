/* A loop that the driver runs, around two parts, with a counter that decides
 * where a nest begins. */
enum { N = 100 };

void converge(int most, float tol, float a[N][N], float b[N][N])
{
    float change = 2 * tol;
    int round;
#pragma hedra
    for (round = 0; change > tol; round++) {
        change = 0;
        for (int i = round % 2; i < N; i += 2)
            for (int j = 0; j < N; j++)
                b[i][j] = 0.5f * (a[i][j] + a[N - 1 - i][j]);
        for (int j = 0; j < N; j++)
            change = b[j][0] > change ? b[j][0] : change;
        if (round == most)
            break;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                a[i][j] = b[i][j];
    }
}
