/* Where a word occurs in a text, if a letter may be wrong. */
#include <stdio.h>
#include <string.h>

static int count_matches(const char *text, int n, const char *word, int m,
                         int allowed, unsigned char *found)
{
    int total = 0;
#pragma hedra extent(text[n], word[m])
    for (int i = 0; i <= n - m; i++) {
        int wrong = 0;
        for (int k = 0; k < m; k++) {
            if (text[i + k] == word[k])
                continue;
            wrong++;
            if (wrong > allowed)
                break;
        }
        found[i] = wrong <= allowed;
        total += wrong <= allowed;
    }
    return total;
}

int main(void)
{
    static const char line[] =
        "the cat that sat at the mat met a rat in a hat ";
    static char text[2000];
    static unsigned char found[2000];
    while (strlen(text) + sizeof line < sizeof text)
        strcat(text, line);
    int n = (int)strlen(text);
    printf("%d\n", count_matches(text, n, "that", 4, 1, found));
    for (int i = 0; i < n; i++)
        putchar(found[i] ? '#' : '.');
    printf("\n%d\n", count_matches(text, n, "mat", 3, 0, found));
    return 0;
}
