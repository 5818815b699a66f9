/* expect: pointer 8 */
struct node { struct node *next; int value; };
void f(int n, struct node **head, int *restrict y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (struct node *p = 0; s < 3;)
            s += head[i]->value;
        y[i] = s;
    }
}
