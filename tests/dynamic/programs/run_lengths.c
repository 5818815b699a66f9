/* Runs of equal symbols: where one begins, how long it is and of what. */
#include <stdio.h>

enum { N = 1203 };
static char text[N + 1];
static int length[N], place[N];

int main(void)
{
    int runs = 0;
    for (int i = 0; i < N; i++)
        text[i] = "aaabccddddde"[(i / (1 + i % 3)) % 12];
#pragma hedra
    for (int i = 0; i < N; i++) {
        int n = 0;
        if (i == 0 || text[i] != text[i - 1]) {
            n = 1;
            while (i + n < N && text[i + n] == text[i])
                n++;
        }
        length[i] = n;
    }
#pragma hedra
    for (int i = 0; i < N; i++) {
        place[i] = runs;
        if (length[i] > 0)
            runs++;
    }
    printf("%d runs\n", runs);
    for (int i = 0; i < N; i++)
        if (length[i])
            printf("%d:%c%d ", place[i], text[i], length[i]);
    printf("\n");
    return 0;
}
