#include "tests/bench/plot.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 800,
    HEIGHT = 600,
    LEFT = 50,
    RIGHT = 20,
    TOP = 20,
    BOTTOM = 40
};
enum { WHITE, BLACK, GREY, FIRST_COLOUR, COLOURS = 4 };

static const unsigned char palette[FIRST_COLOUR + COLOURS][3] = {
    {255, 255, 255}, {0, 0, 0},     {210, 210, 210}, {31, 119, 180},
    {214, 39, 40},   {44, 160, 44}, {148, 103, 189}};

/* Pixels: each row begins with the filter type of PNG, 0. */
struct canvas {
    unsigned char row[HEIGHT][1 + WIDTH];
    double x[2], y[2]; /* logarithms at the edges */
};

static void dot(struct canvas *c, int x, int y, int colour)
{
    if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT)
        c->row[y][1 + x] = (unsigned char)colour;
}

static void line(struct canvas *c, double x0, double y0, double x1, double y1,
                 int colour)
{
    int steps = (int)fmax(fabs(x1 - x0), fabs(y1 - y0)) + 1;
    for (int k = 0; k <= steps; k++) {
        double t = (double)k / steps;
        int x = (int)lround(x0 + t * (x1 - x0));
        int y = (int)lround(y0 + t * (y1 - y0));
        dot(c, x, y, colour);
        if (colour >= FIRST_COLOUR)
            dot(c, x, y + 1, colour);
    }
}

static double place_x(const struct canvas *c, double x)
{
    return LEFT +
           (log10(x) - c->x[0]) / (c->x[1] - c->x[0]) * (WIDTH - LEFT - RIGHT);
}

static double place_y(const struct canvas *c, double y)
{
    return HEIGHT - BOTTOM -
           (log10(y) - c->y[0]) / (c->y[1] - c->y[0]) * (HEIGHT - TOP - BOTTOM);
}

/* Digits and the minus sign, three dots by five, a row in each octal digit. */
static void write_number(struct canvas *c, int x, int y, int number)
{
    static const int shape[] = {075557, 026227, 071747, 071717, 055711, 074717,
                                074757, 071111, 075757, 075717, 000700};
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    for (int k = 0; text[k]; k++)
        for (int bit = 0; bit < 15; bit++) {
            int glyph = text[k] == '-' ? 10 : text[k] - '0';
            if (!(shape[glyph] >> (14 - bit) & 1))
                continue;
            for (int i = 0; i < 4; i++)
                dot(c, x + k * 8 + bit % 3 * 2 + i % 2, y + bit / 3 * 2 + i / 2,
                    BLACK);
        }
}

static void draw_axes(struct canvas *c)
{
    const int right = WIDTH - RIGHT, bottom = HEIGHT - BOTTOM;
    for (int d = (int)c->x[0]; d <= c->x[1]; d++) {
        double x = place_x(c, pow(10, d));
        line(c, x, TOP, x, bottom, GREY);
        write_number(c, (int)x - 4, bottom + 8, d);
    }
    for (int d = (int)c->y[0]; d <= c->y[1]; d++) {
        double y = place_y(c, pow(10, d));
        line(c, LEFT, y, right, y, GREY);
        write_number(c, LEFT - 30, (int)y - 5, d);
    }
    line(c, LEFT, TOP, LEFT, bottom, BLACK);
    line(c, LEFT, bottom, right, bottom, BLACK);
}

static void draw_curve(struct canvas *c, const struct plot_curve *p, int colour)
{
    for (int k = 0; k < p->count; k++) {
        double x = place_x(c, p->x[k]), y = place_y(c, p->y[k]);
        for (int i = -2; i <= 2; i++)
            line(c, x - 2, y + i, x + 2, y + i, colour);
        if (k > 0)
            line(c, place_x(c, p->x[k - 1]), place_y(c, p->y[k - 1]), x, y,
                 colour);
    }
    if (p->mark <= 0)
        return;
    double x = place_x(c, p->mark), y = HEIGHT - BOTTOM;
    line(c, x, y - 40, x, y - 4, colour);
    line(c, x - 5, y - 12, x, y - 4, colour);
    line(c, x + 5, y - 12, x, y - 4, colour);
}

/* Whole decades around all points. */
static void find_range(struct canvas *c, const struct plot_curve *curve,
                       int curves)
{
    c->x[0] = c->y[0] = INFINITY;
    c->x[1] = c->y[1] = -INFINITY;
    for (int i = 0; i < curves; i++)
        for (int k = 0; k < curve[i].count; k++) {
            c->x[0] = fmin(c->x[0], floor(log10(curve[i].x[k])));
            c->x[1] = fmax(c->x[1], ceil(log10(curve[i].x[k])));
            c->y[0] = fmin(c->y[0], floor(log10(curve[i].y[k])));
            c->y[1] = fmax(c->y[1], ceil(log10(curve[i].y[k])));
        }
    c->x[1] = fmax(c->x[1], c->x[0] + 1);
    c->y[1] = fmax(c->y[1], c->y[0] + 1);
}

/* PNG -----------------------------------------------------------------------*/

static uint32_t crc(uint32_t sum, const unsigned char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        sum ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return sum;
}

static void put32(unsigned char *at, uint32_t value)
{
    for (int k = 0; k < 4; k++)
        at[k] = (unsigned char)(value >> (24 - 8 * k));
}

static void put_chunk(FILE *f, const char *type, const unsigned char *data,
                      size_t size)
{
    unsigned char length[4], sum[4];
    uint32_t c = crc(~UINT32_C(0), (const unsigned char *)type, 4);
    put32(length, (uint32_t)size);
    put32(sum, ~crc(c, data, size));
    fwrite(length, 1, 4, f);
    fwrite(type, 1, 4, f);
    if (size > 0)
        fwrite(data, 1, size, f);
    fwrite(sum, 1, 4, f);
}

/* The rows as zlib's stored blocks, one for each row. */
static size_t pack(const struct canvas *c, unsigned char *out)
{
    const unsigned row = 1 + WIDTH;
    size_t size = 2;
    uint32_t a = 1, b = 0;
    out[0] = 0x78;
    out[1] = 0x01;
    for (int y = 0; y < HEIGHT; y++) {
        const unsigned char head[] = {y + 1 == HEIGHT, row & 255, row >> 8,
                                      ~row & 255, ~row >> 8 & 255};
        memcpy(out + size, head, sizeof head);
        memcpy(out + size + sizeof head, c->row[y], row);
        size += sizeof head + row;
        for (unsigned x = 0; x < row; x++) {
            a = (a + c->row[y][x]) % 65521;
            b = (b + a) % 65521;
        }
    }
    put32(out + size, b << 16 | a);
    return size + 4;
}

static bool write_png(const char *file, const struct canvas *c)
{
    unsigned char *out = malloc(sizeof c->row + 5 * HEIGHT + 16);
    unsigned char head[13] = {0};
    FILE *f = fopen(file, "wb");
    bool good = out && f;
    if (good) {
        put32(head, WIDTH);
        put32(head + 4, HEIGHT);
        head[8] = 8; /* bits of an index into … */
        head[9] = 3; /* … a palette */
        fwrite("\x89PNG\r\n\x1a\n", 1, 8, f);
        put_chunk(f, "IHDR", head, sizeof head);
        put_chunk(f, "PLTE", palette[0], sizeof palette);
        put_chunk(f, "IDAT", out, pack(c, out));
        put_chunk(f, "IEND", NULL, 0);
        good = !ferror(f);
    }
    if (f)
        good = fclose(f) == 0 && good;
    free(out);
    return good;
}

bool plot_write(const char *file, const struct plot_curve *curve, int curves)
{
    struct canvas *c = calloc(1, sizeof *c);
    if (!c)
        return false;
    find_range(c, curve, curves);
    draw_axes(c);
    for (int k = 0; k < curves; k++)
        draw_curve(c, &curve[k], FIRST_COLOUR + k % COLOURS);
    bool good = write_png(file, c);
    free(c);
    return good;
}
