/* expect: clause 8 */
double a[64][64];
void elsewhere(void);
void f(void)
{
#pragma hedra data(a) layout(a : morton)
    {
        elsewhere();
#pragma hedra
        for (int i = 0; i < 64; i++)
            for (int j = 0; j < 64; j++)
                a[i][j] *= 2;
    }
}
