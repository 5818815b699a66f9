/* expect: type 10 */
struct p {
    double x, y;
} __attribute__((packed));

void f(int n, struct p *p)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        p[i].x = 2;
    }
}
