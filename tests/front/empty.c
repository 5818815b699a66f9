/* Nothing at all, in several ways. */
void empty(int n)
{
#pragma scop
    ;
    {
    }
    (void)n;
    for (int i = 0; i < n; i++)
        ;
    if (n > 0) {
    }
#pragma endscop
}
