#include "picture.h"

#include "../show.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 480, GAP = 16, WIDTH = 2 * SIDE + GAP, WHITE = 255 };

/* PNG (RFC 2083), a palette and one byte to a pixel, not compressed. */
struct png {
    FILE *f;
    uint32_t crc;
};

static void put(struct png *p, const unsigned char *bytes, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        p->crc ^= bytes[k];
        for (int bit = 0; bit < 8; bit++)
            p->crc = p->crc >> 1 ^ (p->crc & 1 ? 0xedb88320u : 0);
    }
    fwrite(bytes, 1, count, p->f);
}

static void put32(struct png *p, uint32_t v)
{
    unsigned char bytes[] = {(unsigned char)(v >> 24), (unsigned char)(v >> 16),
                             (unsigned char)(v >> 8), (unsigned char)v};
    put(p, bytes, sizeof bytes);
}

static void begin_chunk(struct png *p, const char *type, size_t length)
{
    put32(p, (uint32_t)length);
    p->crc = 0xffffffffu;
    put(p, (const unsigned char *)type, 4);
}

static void end_chunk(struct png *p)
{
    put32(p, ~p->crc);
}

/* The pixels in stored blocks of one row each (RFC 1950, 1951). */
static void put_pixels(struct png *p, const unsigned char *pixels)
{
    enum { ROW = 1 + WIDTH, BLOCK = 5 + ROW };
    uint32_t a = 1, b = 0;
    begin_chunk(p, "IDAT", 2 + (size_t)BLOCK * SIDE + 4);
    put(p, (const unsigned char[]){0x78, 0x01}, 2);
    for (int y = 0; y < SIDE; y++) {
        unsigned char row[BLOCK] = {y == SIDE - 1, ROW & 255, ROW >> 8,
                                    ~ROW & 255, (~ROW >> 8) & 255};
        memcpy(row + 6, pixels + (size_t)y * WIDTH, WIDTH);
        for (int k = 5; k < BLOCK; k++) {
            a = (a + row[k]) % 65521;
            b = (b + a) % 65521;
        }
        put(p, row, sizeof row);
    }
    put32(p, b << 16 | a);
    end_chunk(p);
}

/* From yellow over red to blue, and white. */
static void put_palette(struct png *p)
{
    begin_chunk(p, "PLTE", 3 * 256);
    for (int k = 0; k < 256; k++) {
        int late = k < 128 ? 0 : 2 * (k - 128), early = k < 128 ? 2 * k : 255;
        unsigned char rgb[] = {(unsigned char)(240 - late * 15 / 16),
                               (unsigned char)(200 - early * 3 / 4),
                               (unsigned char)(late * 7 / 8)};
        if (k == WHITE)
            memset(rgb, 255, sizeof rgb);
        put(p, rgb, sizeof rgb);
    }
    end_chunk(p);
}

static int write_png(const char *path, const unsigned char *pixels)
{
    struct png p = {fopen(path, "wb"), 0};
    if (!p.f)
        return 0;
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, p.f);
    begin_chunk(&p, "IHDR", 13);
    put32(&p, WIDTH);
    put32(&p, SIDE);
    put(&p, (const unsigned char[]){8, 3, 0, 0, 0}, 5);
    end_chunk(&p);
    put_palette(&p);
    put_pixels(&p, pixels);
    begin_chunk(&p, "IEND", 0);
    end_chunk(&p);
    int good = !ferror(p.f);
    return fclose(p.f) == 0 && good;
}

/* Row `i` at place[i]. */
static void draw(unsigned char *pixels, int left, const struct market *a,
                 const int *level, int levels, const int *place)
{
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            int y = (int)((long long)place[i] * SIDE / a->rows);
            int x = (int)((long long)place[a->column[k]] * SIDE / a->rows);
            unsigned char *at = pixels + (size_t)y * WIDTH + left + x;
            *at = (unsigned char)((long long)(level[i] - 1) * (WHITE - 1) /
                                  (levels > 1 ? levels - 1 : 1));
        }
}

int picture_write(const char *path, const struct market *a, const int *level,
                  int levels)
{
    unsigned char *pixels = show_alloc((size_t)SIDE * WIDTH, 1);
    int *place = show_alloc((size_t)a->rows, sizeof *place);
    int *begin = calloc((size_t)levels + 2, sizeof *begin);
    if (!begin)
        return 0;
    memset(pixels, WHITE, (size_t)SIDE * WIDTH);
    for (int i = 0; i < a->rows; i++) {
        place[i] = i;
        begin[level[i] + 1]++;
    }
    draw(pixels, 0, a, level, levels, place);
    for (int k = 1; k <= levels; k++)
        begin[k + 1] += begin[k];
    for (int i = 0; i < a->rows; i++)
        place[i] = begin[level[i]]++;
    draw(pixels, SIDE + GAP, a, level, levels, place);
    int good = write_png(path, pixels);
    free(pixels);
    free(place);
    free(begin);
    return good;
}
