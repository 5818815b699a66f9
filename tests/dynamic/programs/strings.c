/* Scanning strings: no element behind the terminator is read. */
#include <stdio.h>
#include <string.h>

enum { N = 60, M = 40 };
static char text[N][M];
static int length[N], words[N], vowels[N];

int main(void)
{
    static const char source[] = "the quick brown fox jumps over the lazy dog";

    for (int i = 0; i < N; i++) {
        memcpy(text[i], source + i % 20, (size_t)(i * 7 % 24));
    }
#pragma hedra
    for (int i = 0; i < N; i++) {
        int k = 0, w = 0, v = 0;
        while (k < M && text[i][k] != 0) {
            char c = text[i][k];
            if (c != ' ' && (k == 0 || text[i][k - 1] == ' '))
                w++;
            if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u')
                v++;
            k++;
        }
        length[i] = k;
        words[i] = w;
        vowels[i] = v;
    }
    for (int i = 0; i < N; i++)
        printf("%d %d %d\n", length[i], words[i], vowels[i]);
    return 0;
}
