/* expect: chain 7 */
struct node { double value; struct node *next; };

void f(int n, struct node **first)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        struct node *p = first[i];
        while (p) {
            p->value *= 2;
            p = p->next;
        }
    }
}
