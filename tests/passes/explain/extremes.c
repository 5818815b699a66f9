/* The greatest and the least by an if: the last condition compares, others may
 * stand before it, which must not read the result. */
void taken(int n, const int *restrict a, const int *restrict b,
           int *restrict result)
{
    int most = 0, least = 9, chosen = 9, far = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] > most)
            most = a[i];
#pragma hedra
    for (int i = 0; i < n; i++)
        if (least > a[i])
            least = a[i];
#pragma hedra
    for (int i = 0; i < n; i++)
        if (b[i] > 3)
            if (a[i] <= chosen)
                chosen = a[i];
#pragma hedra
    for (int i = 0; i < n; i++)
        if (b[i] != 0)
            if (b[i] < 100)
                if (a[i] - b[i] >= far)
                    far = a[i] - b[i];
    result[0] = most + least + chosen + far;
}

void kept(int n, const int *restrict a, const int *restrict b,
          const float *restrict x, int *restrict result)
{
    int first = 0, both = 0, other = 0, equal = 0;
    float real = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] > first)
            if (b[i] > 3)
                first = a[i];
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] > both)
            if (b[i] > both)
                both = b[i];
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] > other)
            other = b[i];
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] == equal)
            equal = a[i];
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > real)
            real = x[i];
    result[0] = first + both + other + equal + (int)real;
}
