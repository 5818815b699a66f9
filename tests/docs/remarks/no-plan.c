/* A filter that saves too little to be worth a list. */
void some(int n, const int on[restrict n], double x[restrict n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (on[i])
            x[i] *= 2;
}
