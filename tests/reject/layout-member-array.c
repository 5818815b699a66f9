/* expect: clause 7 */
static struct {
    double m[3];
} u[8][8];
void f(void)
{
#pragma hedra layout(u : morton)
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            u[i][0].m[k] = 1;
}
