/* expect: type 8 */
typedef float vec __attribute__((vector_size(16)));

void f(int n, vec *a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] *= 2;
    }
}
