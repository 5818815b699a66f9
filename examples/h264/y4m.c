/*
 * Reads y4m, the format of mjpegtools' yuv4mpeg(5): a header line of fields
 * that a letter names, and for each frame a line FRAME and its planes.
 */
#include "y4m.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 16384, LINE = 1024 };

static _Noreturn void refuse(const struct y4m *in, const char *what)
{
    fprintf(stderr, "error: %s: %s\n", in->path, what);
    exit(1);
}

/* Reads up to a newline, which is not kept. False at the end of the file, or
 * where a line is longer than any header. */
static bool read_line(FILE *f, char line[LINE])
{
    int n = 0, c = getc(f);

    while (c != EOF && c != '\n' && n < LINE - 1) {
        line[n++] = (char)c;
        c = getc(f);
    }
    line[n] = 0;
    return c == '\n';
}

static int size_field(const struct y4m *in, const char *text, char letter)
{
    char why[160], *end;
    long n = strtol(text, &end, 10);

    if (*end || end == text || n < 2 || n > LARGEST || n % 2) {
        snprintf(why, sizeof why,
                 "%s is '%c%.40s'; wanted is an even number of 2 to %d",
                 letter == 'W' ? "the width" : "the height", letter, text,
                 LARGEST);
        refuse(in, why);
    }
    return (int)n;
}

static void rate_field(struct y4m *in, const char *text)
{
    long rate, scale = 0;
    char *end;

    rate = strtol(text, &end, 10);
    if (*end == ':')
        scale = strtol(end + 1, &end, 10);
    if (*end || rate < 0 || scale < 0 || rate > 100000000 ||
        scale > 100000000) {
        char why[128];
        snprintf(why, sizeof why,
                 "the frame rate is 'F%.40s'; wanted is F25:1, say", text);
        refuse(in, why);
    }
    in->rate = rate && scale ? (int)rate : 0;
    in->scale = rate && scale ? (int)scale : 0;
}

/* 420, 420jpeg, 420mpeg2 and 420paldv differ in where chroma samples lie, which
 * makes no difference here; 420p10 and the like have more bits. */
static bool is_taken(const char *chroma)
{
    return !strcmp(chroma, "420") || !strcmp(chroma, "420jpeg") ||
           !strcmp(chroma, "420mpeg2") || !strcmp(chroma, "420paldv");
}

static void read_field(struct y4m *in, const char *field)
{
    char why[160];

    switch (field[0]) {
    case 'W':
        in->width = size_field(in, field + 1, 'W');
        break;
    case 'H':
        in->height = size_field(in, field + 1, 'H');
        break;
    case 'F':
        rate_field(in, field + 1);
        break;
    case 'I':
        if (field[1] == 'p' || field[1] == '?')
            break;
        snprintf(why, sizeof why,
                 "it is interlaced ('%.40s'); wanted are whole frames (Ip)",
                 field);
        refuse(in, why);
    case 'C':
        if (is_taken(field + 1))
            break;
        snprintf(why, sizeof why,
                 "its samples are '%.40s'; wanted is C420 with 8 bits", field);
        refuse(in, why);
    default: /* the pixels' shape, comments */
        break;
    }
}

void y4m_open(struct y4m *in, const char *path)
{
    char line[LINE];
    bool whole;

    *in = (struct y4m){.path = path, .file = fopen(path, "rb")};
    if (!in->file)
        refuse(in, strerror(errno));
    whole = read_line(in->file, line);
    if (ferror(in->file))
        refuse(in, strerror(errno));
    if (!whole || strncmp(line, "YUV4MPEG2", 9) || (line[9] && line[9] != ' '))
        refuse(in, "it does not begin with 'YUV4MPEG2'; wanted is a y4m file");
    for (char *field = strtok(line + 9, " "); field; field = strtok(NULL, " "))
        read_field(in, field);
    if (!in->width || !in->height)
        refuse(in, in->width ? "its header has no H; wanted is the height"
                             : "its header has no W; wanted is the width");
}

bool y4m_read(struct y4m *in, uint8_t *samples, char *why)
{
    size_t luma = (size_t)in->width * (size_t)in->height;
    size_t bytes = luma + luma / 2, got;
    char line[LINE];
    int c = getc(in->file);

    *why = 0;
    if (c == EOF && !ferror(in->file))
        return false;
    ungetc(c, in->file);
    if (!read_line(in->file, line) || strncmp(line, "FRAME", 5) ||
        (line[5] && line[5] != ' ')) {
        snprintf(why, 256, "frame %ld does not begin with 'FRAME'", in->frames);
        return false;
    }
    got = fread(samples, 1, bytes, in->file);
    if (ferror(in->file)) {
        snprintf(why, 256, "frame %ld: %s", in->frames, strerror(errno));
        return false;
    }
    if (got < bytes) {
        snprintf(why, 256, "frame %ld ends early: %zu bytes of %zu are missing",
                 in->frames, bytes - got, bytes);
        return false;
    }
    in->frames++;
    return true;
}

void y4m_close(struct y4m *in)
{
    fclose(in->file);
}
