/* expect: type 11 */
union p {
    int x;
    double y;
};

void f(int n, union p *p)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        p[i].x = 2;
    }
}
