/* Of the product of large matrices the next tile is loaded while this one is
 * in use. */
void double_buffer(const float a[restrict 1024][1024],
                   const float b[restrict 1024][1024],
                   float c[restrict 1024][1024])
{
#pragma hedra
    for (int i = 0; i < 1024; i++)
        for (int j = 0; j < 1024; j++)
            for (int k = 0; k < 1024; k++)
                c[i][j] += a[i][k] * b[k][j];
}
