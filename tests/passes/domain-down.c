/* domain: loops end where an iterator without a sign has come below zero, also
 * where C converts it for the test. */
#include <stdint.h>

void down(uint8_t b, uint16_t s, uint32_t u, uint64_t l, int *restrict x)
{
#pragma hedra
    for (uint8_t i = b; i != (uint8_t)-1; i--)
        x[i] += 1;
#pragma hedra
    for (uint8_t i = b - 1; i < b; i--)
        x[i] += 2;
#pragma hedra
    for (uint16_t i = s - 1; i < s; i--)
        x[i] += 3;
#pragma hedra
    for (uint32_t i = u - 1; i < u; i--)
        x[i] += 4;
#pragma hedra
    for (uint64_t i = l - 1; i != UINT64_MAX; i--)
        x[i] += 5;
}
