/* XTEA in counter mode. */
#include "tests/field/field.h"
static inline void xtea(const uint32_t k[4], uint32_t *v0, uint32_t *v1)
{
    uint32_t a = *v0, b = *v1, sum = 0, delta = 0x9E3779B9;
    for (int i = 0; i < 32; i++) {
        a += (((b << 4) ^ (b >> 5)) + b) ^ (sum + k[sum & 3]);
        sum += delta;
        b += (((a << 4) ^ (a >> 5)) + a) ^ (sum + k[(sum >> 11) & 3]);
    }
    *v0 = a;
    *v1 = b;
}
static void ctr(const uint32_t *key, uint64_t nonce, uint32_t *buf,
                size_t blocks)
{
#pragma hedra
    for (size_t i = 0; i < blocks; i++) {
        uint64_t c = nonce + i;
        uint32_t l = (uint32_t)c, h = (uint32_t)(c >> 32);
        xtea(key, &l, &h);
        buf[2 * i] ^= l;
        buf[2 * i + 1] ^= h;
    }
}
int main(int argc, char **argv)
{
    size_t n = field_size(argc, argv, 300, 100000);
    uint32_t *b = (uint32_t *)field_bytes(n * 8),
             key[4] = {1, 2, 3, 0xdeadbeef};
    field_begin();
    for (int r = 0; r < 4; r++)
        ctr(key, 0xfffffff0ull + r, b, n);
    field_end();
    field_sum("b", b, n * 8);
}
