/* Sectors of rows that begin at multiples of a sector, of 16 and of 4 bytes,
 * and of arrays that may begin anywhere: along lanes, by strides, against the
 * lanes, and along no dimension of a block. */
float whole[100][208], half[100][204], any[100][205], out[100][100], first[100];
double wide[100][102];

void placed(void)
{
#pragma hedra
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < 64; j++)
            out[i][j] = whole[i][j] + whole[i][j + 3] + whole[i][2 * j + 1] +
                        half[i][j + 1] + half[i][2 * j + 1] +
                        half[i][3 * j + 2] + half[i][63 - j] + any[i][j] +
                        any[i][3 * j] + first[i] + half[j][i] +
                        (float)wide[i][j + 1];
}

void anywhere(int n, int m, const float a[restrict n][m],
              const short s[restrict n][m], float b[restrict n][m])
{
#pragma hedra
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m / 3; j++)
            b[i][j] = a[i][j] + a[i - 1][j + 1] + a[i][3 * j] + s[i][2 * j];
}
