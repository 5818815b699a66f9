/* Four loops, of fixed lengths: shown at one value of the first, and clipped.
 */
void deep(double A[40][50][60][70])
{
#pragma hedra
    for (int i = 1; i < 40; i++)
        for (int j = 0; j < 50; j++)
            for (int k = 0; k < 60; k++)
                for (int l = 1; l < 70; l++)
                    A[i][j][k][l] = 0.5 * A[i][j][k][l - 1];
}
