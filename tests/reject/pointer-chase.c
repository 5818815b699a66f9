/* expect: chain 7 */
struct node { double value; struct node *next; };

void f(struct node *first)
{
#pragma hedra
    for (struct node *p = first; p; p = p->next)
        p->value *= 2;
}
