/* Cases that a break ends, and some that go on into the next one. */
void switches(int n, int *restrict a, const int *restrict b)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        switch (b[i]) {
        case 0:
            a[i] = 1; /* goes on */
        case 1:
        case 2:
            a[i] += 2;
            break;
        case 3:
            a[i] = 3; /* goes on */
        default:
            a[i] -= 4;
        }
}

/* Sections that continue the loop. */
int skipped(const int *a, int n, int *count)
{
    int s = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        int t = a[i];
        switch (t & 3) {
        case 0:
            count[i] = -1;
            continue;
        case 1:
            t += 2;
            break;
        case 2:
            t = 7;
        default:
            t -= 1;
        }
        count[i] = t;
    }
    return s;
}
