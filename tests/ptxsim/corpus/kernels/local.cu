// Arrays per thread with dynamic indices, which live in local memory.
// nvcc: -arch=compute_75

enum { LENGTH = 16 };

extern "C" __global__ void insertion_sort(int rows, float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float own[LENGTH];

    if (i >= rows)
        return;
    for (int k = 0; k < LENGTH; k++)
        own[k] = x[i * LENGTH + k];
    for (int k = 1; k < LENGTH; k++) {
        float value = own[k];
        int j = k;
        while (j > 0 && own[j - 1] > value) {
            own[j] = own[j - 1];
            j--;
        }
        own[j] = value;
    }
    for (int k = 0; k < LENGTH; k++)
        x[i * LENGTH + k] = own[k];
}

// Permutations by their number, bytes in local memory.
extern "C" __global__ void permutation(int n, unsigned char *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char item[8], taken[8];
    int rest = i;

    if (i >= n)
        return;
    for (int k = 0; k < 8; k++) {
        item[k] = (unsigned char)k;
        taken[k] = 0;
    }
    for (int k = 8; k > 0; k--) {
        int skip = rest % k, j = 0;
        rest /= k;
        for (;; j++) {
            if (taken[j])
                continue;
            if (skip-- == 0)
                break;
        }
        taken[j] = 1;
        out[i * 8 + 8 - k] = item[j];
    }
}

// Solves queens by backtracking: a stack per thread.
extern "C" __global__ void queens(int size, int *count)
{
    int first = threadIdx.x;
    int column[12], row = 1, found = 0;

    if (first >= size)
        return;
    column[0] = first;
    column[1] = -1;
    while (row > 0) {
        bool free = false;
        while (!free && ++column[row] < size) {
            free = true;
            for (int k = 0; k < row; k++)
                if (column[k] == column[row] ||
                    abs(column[k] - column[row]) == row - k)
                    free = false;
        }
        if (!free)
            row--;
        else if (row == size - 1)
            found++;
        else
            column[++row] = -1;
    }
    count[first] = found;
}
