/* Loops that may not look ahead, since what they write or read is behind what
 * the compiler library has no name for, or is another thing in other text:
 * atomic builtins, va_arg, sizes, addresses of arrays, structures in unions. */
#include <stdarg.h>
#include <stdio.h>

enum { N = 999 };

__extension__ union both {
    struct {
        float f[N + 1];
    };
    struct {
        int a[N + 1];
    };
};

static int x[N + 1], out[N + 1], count, limit = 5;
static union both both;

static int bound_by_atomic(int n)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > 900) {
            __atomic_store_n(&n, i + 5, 0);
            out[k++] = i;
        }
    return k;
}

static int counts_in_test(int n)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > 300 + 0 * __atomic_fetch_add(&count, 1, 0))
            out[k++] = i;
    return k;
}

static int reads_atomic(int n)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > __atomic_load_n(&limit, 0)) {
            out[k++] = i;
            limit = x[i];
        }
    return k;
}

static int stores_atomic(int n)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > 500) {
            out[k++] = i;
            __atomic_store_n(&x[i + 1], 0, 0);
        }
    return k;
}

static int by_arguments(int n, ...)
{
    int k = 0;
    va_list list;
    va_start(list, n);
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > va_arg(list, int))
            out[k++] = i;
    va_end(list);
    return k;
}

static int by_size(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] == (int)sizeof x + 1)
            return i;
    return -1;
}

static int by_address(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if ((*(&x))[i] == (int)(sizeof(int) * (N + 1)) + 1)
            return i;
    return -1;
}

static int by_variable_size(int n)
{
    int least = 500, k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > (int)sizeof(char[least])) {
            least = x[i];
            out[k++] = i;
        }
    return k;
}

static int in_union(int n)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (both.f[i] > 1.0f) {
            both.a[i + 1] = 0;
            out[k++] = i;
        }
    return k;
}

static void fill(void)
{
    unsigned s = 1;
    for (int i = 0; i <= N; i++) {
        s = s * 1103515245u + 12345u;
        x[i] = (int)((s >> 16) % 1000);
        both.f[i] = i % 50 < 5 ? 3 : 0;
    }
    x[333] = (int)sizeof x + 1;
}

int main(void)
{
    fill();
    printf("%d\n", bound_by_atomic(N));
    printf("%d", counts_in_test(N));
    printf(" %d\n", count);
    printf("%d\n", reads_atomic(N));
    printf("%d\n",
           by_arguments(70, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9999, 9999, 9999, 1, 2,
                        3, 4, 5, 6, 7, 8, 9, 9999, 9999, 9999, 1, 2, 3, 4, 5, 6,
                        7, 8, 9, 9999, 9999, 9999, 1, 2, 3, 4, 5, 6, 7, 8, 9,
                        9999, 9999, 9999, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9999, 9999,
                        9999, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9999, 9999, 9999));
    printf("%d %d\n", by_size(N), by_address(N));
    printf("%d %d\n", by_variable_size(N), in_union(N));
    printf("%d\n", stores_atomic(N));
    return 0;
}
