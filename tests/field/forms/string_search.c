/* Where a pattern begins in a text: all places, and the first. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 2000, 4000000);
    char *text = field_zeros(n + 1, 1);
    const char *pattern = "abcab";
    int m = (int)strlen(pattern), first = n, count = 0;
    unsigned char *is = field_zeros(n, 1);
    for (int i = 0; i < n; i++)
        text[i] = "abc"[(i * i + i / 7) % 3];
    memcpy(text + n / 2, "abcab", 5);
    field_begin();
#pragma hedra
    for (int i = 0; i <= n - m; i++) {
        int j = 0;
        while (j < m && text[i + j] == pattern[j])
            j++;
        is[i] = j == m;
    }
#pragma hedra
    for (int i = 0; i < n; i++) {
        count += is[i];
        if (is[i] && i < first)
            first = i;
    }
    field_end();
    printf("%d %d\n", first, count);
    field_sum("is", is, n);
}
