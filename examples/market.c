#include "market.h"

#include "decimal.h"
#include "show.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void refuse(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    exit(2);
}

/* An entry, as a file has it. */
struct entry {
    int row, column;
    double value;
};

static int by_row(const void *a, const void *b)
{
    const struct entry *p = a, *q = b;

    if (p->row != q->row)
        return (p->row > q->row) - (p->row < q->row);
    return (p->column > q->column) - (p->column < q->column);
}

/* The entries in order as a matrix by rows. */
static struct market by_rows(int rows, int columns, struct entry *e, int count)
{
    struct market a = {rows, columns, count, NULL, NULL, NULL};

    a.start = show_alloc((size_t)rows + 1, sizeof *a.start);
    a.column = show_alloc((size_t)count + 1, sizeof *a.column);
    a.value = show_alloc((size_t)count + 1, sizeof *a.value);
    qsort(e, (size_t)count, sizeof *e, by_row);
    for (int k = 0; k < count; k++) {
        a.start[e[k].row + 1] = k + 1;
        a.column[k] = e[k].column;
        a.value[k] = e[k].value;
    }
    for (int i = 1; i <= rows; i++)
        if (a.start[i] < a.start[i - 1])
            a.start[i] = a.start[i - 1];
    return a;
}

/* One line of an entry, counted from 1 in the file; true if it is good. */
static int read_entry(const char *line, int pattern, int rows, int columns,
                      struct entry *e)
{
    const char *at = line;
    char *end;
    int length = 0;

    e->value = 1;
    if (sscanf(line, "%d %d%n", &e->row, &e->column, &length) != 2)
        return 0;
    at += length;
    if (!pattern) {
        e->value = decimal_read(at, &end);
        if (end == at || !isfinite(e->value))
            return 0;
        at = end;
    }
    if (at[strspn(at, " \t\r\n")])
        return 0;
    e->row--;
    e->column--;
    return e->row >= 0 && e->row < rows && e->column >= 0 &&
           e->column < columns;
}

struct market market_read(FILE *f)
{
    char line[1024], field[64] = "", symmetry[64] = "";
    int rows, columns, listed, count = 0;

    if (!fgets(line, sizeof line, f) ||
        sscanf(line, "%%%%MatrixMarket matrix coordinate %63s %63s", field,
               symmetry) != 2)
        refuse("not a Matrix Market file in coordinate form");
    for (char *c = field; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    if (strcmp(field, "complex") == 0)
        refuse("the entries are complex");
    if (strcmp(symmetry, "general") && strcmp(symmetry, "symmetric"))
        refuse("the matrix is neither general nor symmetric");
    do {
        if (!fgets(line, sizeof line, f))
            refuse("no line with the size");
    } while (line[0] == '%');
    if (sscanf(line, "%d %d %d", &rows, &columns, &listed) != 3 || rows < 1 ||
        columns < 1 || listed < 0 || listed > 1000000000)
        refuse("no good size");
    struct entry *e = show_alloc(2 * (size_t)listed + 1, sizeof *e);
    for (int k = 0; k < listed; k++) {
        if (!fgets(line, sizeof line, f) ||
            !read_entry(line, strcmp(field, "pattern") == 0, rows, columns,
                        &e[count]))
            refuse("an entry is missing, no number or outside of the matrix");
        count++;
        if (symmetry[0] == 's' && e[count - 1].row != e[count - 1].column) {
            e[count] = e[count - 1];
            e[count].row = e[count - 1].column;
            e[count].column = e[count - 1].row;
            count++;
        }
    }
    struct market a = by_rows(rows, columns, e, count);
    free(e);
    return a;
}

/* Writes the lower half of a stencil's matrix: every seventh point of the grid
 * has no neighbours, so that rows differ in length. */
static FILE *write_stencil(int height, int width)
{
    FILE *f = tmpfile();
    int count = 0;

    if (!f)
        refuse("no temporary file");
    fprintf(f, "%%%%MatrixMarket matrix coordinate real symmetric\n"
               "%% a five-point stencil with holes\n");
    for (int pass = 0; pass < 2; pass++) {
        if (pass)
            fprintf(f, "%d %d %d\n", height * width, height * width, count);
        for (int p = 0; p < height * width; p++) {
            int left = p % width > 0 && p % 7 && (p - 1) % 7;
            int above = p >= width && p % 7 && (p - width) % 7;

            count += 1 + left + above;
            if (pass && above)
                fprintf(f, "%d %d -1\n", p + 1, p - width + 1);
            if (pass && left)
                fprintf(f, "%d %d -1\n", p + 1, p);
            if (pass)
                fprintf(f, "%d %d 4.0%d\n", p + 1, p + 1, p % 9);
        }
    }
    rewind(f);
    return f;
}

struct market market_open(const char *path)
{
    FILE *f = path ? fopen(path, "r") : write_stencil(40, 60);

    if (!f)
        refuse("the file cannot be opened");
    struct market a = market_read(f);
    fclose(f);
    return a;
}

void market_free(struct market *a)
{
    free(a->start);
    free(a->column);
    free(a->value);
}
