/* A row whose number is a parameter: the pitch of the other rows is its. */
void known_pitch(int n, int row, float *a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * (n + 3) + j] *= 2;
    for (int j = 0; j < n; j++)
        a[(row - 1) * (n + 3) + j] = a[n * (n + 3) + j];
#pragma endscop
}
