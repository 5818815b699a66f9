#include "market.h"

#include "decimal.h"
#include "show.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
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

/* The integer from low to high at *at, which is moved behind it; less than low:
 * there is none. (scanf may make any number of one that is too long.) */
static int read_int(const char **at, int low, int high)
{
    char *end;
    long long value;

    errno = 0;
    value = strtoll(*at, &end, 10);
    if (end == *at || errno || value < low || value > high)
        return low - 1;
    *at = end;
    return (int)value;
}

/* Is there nothing but white space? */
static int is_end(const char *at)
{
    return !at[strspn(at, " \t\r\n")];
}

/* One line of an entry, counted from 1 in the file; true if it is good. */
static int read_entry(const char *line, int pattern, int rows, int columns,
                      struct entry *e)
{
    const char *at = line;
    char *end;

    e->value = 1;
    e->row = read_int(&at, 1, rows) - 1;
    e->column = read_int(&at, 1, columns) - 1;
    if (e->row < 0 || e->column < 0)
        return 0;
    if (!pattern) {
        e->value = decimal_read(at, &end);
        if (end == at || !isfinite(e->value))
            return 0;
        at = end;
    }
    return is_end(at);
}

/* What the first lines of a file say. */
struct form {
    int rows, columns, listed; /* entries in the file */
    int pattern, symmetric;
};

static void read_line(FILE *f, char *line, int size, const char *why)
{
    if (!fgets(line, size, f) || (!strchr(line, '\n') && !feof(f)))
        refuse(why);
}

static struct form read_form(FILE *f)
{
    char line[1024], field[64] = "", symmetry[64] = "";
    const char *at = line;
    struct form form;

    read_line(f, line, sizeof line, "no first line");
    if (sscanf(line, "%%%%MatrixMarket matrix coordinate %63s %63s", field,
               symmetry) != 2)
        refuse("not a Matrix Market file in coordinate form");
    for (char *c = field; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    form.pattern = strcmp(field, "pattern") == 0;
    form.symmetric = strcmp(symmetry, "symmetric") == 0;
    if (!form.pattern && strcmp(field, "real") && strcmp(field, "integer"))
        refuse("the entries are neither real nor integer nor pattern");
    if (!form.symmetric && strcmp(symmetry, "general"))
        refuse("the matrix is neither general nor symmetric");
    do
        read_line(f, line, sizeof line, "no line with the size");
    while (line[0] == '%');
    form.rows = read_int(&at, 1, INT_MAX);
    form.columns = read_int(&at, 1, INT_MAX);
    form.listed = read_int(&at, 0, 1000000000);
    if (form.rows < 1 || form.columns < 1 || form.listed < 0 || !is_end(at))
        refuse("no good size");
    if (form.symmetric && form.rows != form.columns)
        refuse("the matrix is symmetric and not square");
    return form;
}

struct market market_read(FILE *f)
{
    struct form form = read_form(f);
    char line[1024];
    int count = 0;

    struct entry *e = show_alloc(2 * (size_t)form.listed + 1, sizeof *e);
    for (int k = 0; k < form.listed; k++) {
        read_line(f, line, sizeof line, "an entry is missing");
        if (!read_entry(line, form.pattern, form.rows, form.columns, &e[count]))
            refuse("an entry is no number or outside of the matrix");
        count++;
        if (form.symmetric && e[count - 1].row != e[count - 1].column) {
            e[count] = e[count - 1];
            e[count].row = e[count - 1].column;
            e[count].column = e[count - 1].row;
            count++;
        }
    }
    while (fgets(line, sizeof line, f))
        if (!is_end(line))
            refuse("there are more entries than the size says");
    struct market a = by_rows(form.rows, form.columns, e, count);
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
