/* expect: type 11 */
struct p {
    char c;
    double x;
} __attribute__((packed));

void f(int n, struct p *p)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        p[i].x = 2;
    }
}
