/* Temporaries of a time loop over parallel loops stay in it: out of it they
 * would be as large as the whole nest. Of a nest whose arrays are that large
 * anyway they are taken out of the loops. */
void life(int steps, int n, char cell[n][n], char next[n][n])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++) {
                int alive = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (dy != 0 || dx != 0)
                            alive += cell[y + dy][x + dx];
                next[y][x] = alive == 3 || (alive == 2 && cell[y][x]);
            }
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++)
                cell[y][x] = next[y][x];
    }
}

void eliminate(int n, double a[n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            double w = a[i][j];
            for (int k = 0; k < i; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = a[i][j] * w;
        }
}
