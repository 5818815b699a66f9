/* Look-ups in a hash table with open addressing: each walks until it finds its
 * key or a hole. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SLOTS = 1024, KEYS = 600, QUERIES = 1500 };
static uint32_t slot_key[SLOTS];
static int slot_value[SLOTS], answer[QUERIES], probes[QUERIES];

static uint32_t place_of(uint32_t key)
{
    key ^= key >> 15;
    key *= 0x2c1b3c6du;
    key ^= key >> 12;
    return key % SLOTS;
}

int main(void)
{
    for (uint32_t i = 0; i < KEYS; i++) {
        uint32_t key = i * 3 + 1, at = place_of(key);
        while (slot_key[at])
            at = (at + 1) % SLOTS;
        slot_key[at] = key;
        slot_value[at] = (int)i;
    }
#pragma hedra
    for (int q = 0; q < QUERIES; q++) {
        uint32_t key = (uint32_t)q + 1, at = place_of(key);
        int n = 1;
        while (slot_key[at] != 0 && slot_key[at] != key) {
            at = (at + 1) % SLOTS;
            n++;
        }
        answer[q] = slot_key[at] == key ? slot_value[at] : -1;
        probes[q] = n;
    }
    for (int q = 0; q < QUERIES; q++)
        printf("%d/%d%c", answer[q], probes[q], q % 16 == 15 ? '\n' : ' ');
    return 0;
}
