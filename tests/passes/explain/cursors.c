/* Why cursors are kept in order, and what to write instead. */
int up_and_down(int n, const int *restrict p, int *restrict x)
{
    int k = 0;
#pragma hedra extent(p[n], x[n])
    for (int i = 0; i < n; i++)
        if (p[i])
            x[k++] = i;
        else if (k > 0)
            k--;
    return k;
}

int limited(int n, const int *restrict p, int *restrict x)
{
    int k = 0;
#pragma hedra extent(p[n], x[n])
    for (int i = 0; i < n; i++)
        if (k < 100 && p[i])
            x[k++] = i;
    return k;
}

int limited_write(int n, const int *restrict p, int *restrict x)
{
    int k = 0;
#pragma hedra extent(p[n], x[n])
    for (int i = 0; i < n; i++)
        if (p[i]) {
            if (k < 100)
                x[k] = i;
            k++;
        }
    return k;
}

int in_place(int n, int *restrict x)
{
    int k = 0;
#pragma hedra extent(x[n])
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            x[k++] = 2 * x[i];
    return k;
}

int by_data(int n, const int *restrict p, int *restrict x)
{
    int k = 0;
#pragma hedra extent(p[n], x[n])
    for (int i = 0; i < n; i++)
        if (p[i] > 0) {
            x[k] = i;
            k = k * p[i];
        }
    return k;
}

int short_one(int n, const int *restrict p, int *restrict x)
{
    unsigned char k = 0;
#pragma hedra extent(p[n], x[256])
    for (int i = 0; i < n; i++)
        if (p[i] > 0)
            x[k++] = i;
    return k;
}

int overlapping(int n, const int *restrict p, int *restrict x)
{
    int k = 0;
#pragma hedra extent(p[n], x[n])
    for (int i = 0; i < n; i++)
        if (p[i] > 0) {
            x[k] = i;
            x[k + 1] = -i;
            k++;
        }
    return k;
}

int apart(int n, const int *restrict p, int *restrict x)
{
    int k = 0;
#pragma hedra extent(p[n], x[n + 1])
    for (int i = 0; i < n; i++) {
        x[k] = i;
        if (p[i] > 0)
            k++;
    }
    return k;
}
