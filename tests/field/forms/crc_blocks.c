/* CRC-32 of packets, by a table that the program makes. */
#include "tests/field/field.h"

static uint32_t table[256];
static void sums(const uint8_t *data, int packets, int length, uint32_t *crc)
{
#pragma hedra
    for (int k = 0; k < 256; k++) {
        uint32_t c = k;
        for (int b = 0; b < 8; b++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[k] = c;
    }
#pragma hedra
    for (int p = 0; p < packets; p++) {
        uint32_t c = ~0u;
        const uint8_t *byte = data + (size_t)p * length;
        for (int i = 0; i < length; i++)
            c = table[(c ^ byte[i]) & 0xff] ^ (c >> 8);
        crc[p] = ~c;
    }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 60, 20000);
    uint8_t *data = field_bytes(n * 64);
    uint32_t *crc = field_zeros(n, 4);
    field_begin();
    sums(data, n, 64, crc);
    field_end();
    field_sum("crc", crc, n * 4);
}
