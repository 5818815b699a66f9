/* expect: type 8 */
typedef double anywhere __attribute__((aligned(1)));

void f(int n, anywhere *p)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        p[i] = 2;
    }
}
