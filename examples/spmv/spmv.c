/*
 * Sparse matrix times vector: spmv [FILE.mtx]. The matrix is read in Matrix
 * Market form and kept by rows (CSR): the entries of row i are those from
 * start[i] to before start[i + 1]. Without a file, that of a five-point stencil
 * on a grid of 60 by 40 points, some of them taken out, is written and read.
 */
#include "../show.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
    int rows, columns, entries;
    int *start, *column; /* rows + 1, entries */
    double *value;
};

static void multiply(int rows, int columns, int entries,
                     const int start[restrict rows + 1],
                     const int column[restrict entries],
                     const double value[restrict entries],
                     const double x[restrict columns], double y[restrict rows])
{
#pragma hedra extent(column[entries], value[entries], x[columns])
    for (int i = 0; i < rows; i++) {
        double sum = 0;

        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static void multiply_plain(const struct matrix *a, const double *x, double *y)
{
    for (int i = 0; i < a->rows; i++) {
        double sum = 0;

        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            sum += a->value[k] * x[a->column[k]];
        y[i] = sum;
    }
}

static void refuse(const char *why)
{
    fprintf(stderr, "spmv: %s\n", why);
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
static struct matrix by_rows(int rows, int columns, struct entry *e, int count)
{
    struct matrix a = {rows, columns, count, NULL, NULL, NULL};

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
    e->value = 1;
    if (sscanf(line, pattern ? "%d %d" : "%d %d %lf", &e->row, &e->column,
               &e->value) != 3 - pattern)
        return 0;
    e->row--;
    e->column--;
    return e->row >= 0 && e->row < rows && e->column >= 0 &&
           e->column < columns;
}

/* A matrix in coordinate form: general or symmetric, of real numbers, integers
 * or ones. */
static struct matrix read_matrix(FILE *f)
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
            refuse("an entry is missing or outside of the matrix");
        count++;
        if (symmetry[0] == 's' && e[count - 1].row != e[count - 1].column) {
            e[count] = e[count - 1];
            e[count].row = e[count - 1].column;
            e[count].column = e[count - 1].row;
            count++;
        }
    }
    struct matrix a = by_rows(rows, columns, e, count);
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
                fprintf(f, "%d %d %.2f\n", p + 1, p + 1, 4 + 0.01 * (p % 9));
        }
    }
    rewind(f);
    return f;
}

static void show_rows(const struct matrix *a, const double *y)
{
    int shortest = a->entries, longest = 0;

    for (int i = 0; i < a->rows; i++) {
        int length = a->start[i + 1] - a->start[i];

        shortest = length < shortest ? length : shortest;
        longest = length > longest ? length : longest;
    }
    printf("%d by %d, %d entries, %d to %d in a row\n", a->rows, a->columns,
           a->entries, shortest, longest);
    for (int i = 0; i < 8; i++)
        printf("%10.4f", y[(long long)i * (a->rows - 1) / 7]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    FILE *f = argc > 1 ? fopen(argv[1], "r") : write_stencil(40, 60);

    if (!f)
        refuse("the file cannot be opened");
    struct matrix a = read_matrix(f);
    fclose(f);
    double *x = show_alloc((size_t)a.columns, sizeof *x);
    double *y = show_alloc((size_t)a.rows, sizeof *y);
    double *want = show_alloc((size_t)a.rows, sizeof *want);
    for (int j = 0; j < a.columns; j++)
        x[j] = 1 + j % 7;

    double start = show_now();
    multiply_plain(&a, x, want);
    double plain = show_now() - start;
    /* the first run opens the device */
    multiply(a.rows, a.columns, a.entries, a.start, a.column, a.value, x, y);
    start = show_now();
    multiply(a.rows, a.columns, a.entries, a.start, a.column, a.value, x, y);
    double region = show_now() - start;

    show_rows(&a, y);
    int status = show_verdict(memcmp(y, want, (size_t)a.rows * sizeof *y) != 0,
                              0, plain, region);
    free(a.start);
    free(a.column);
    free(a.value);
    free(x);
    free(y);
    free(want);
    return status;
}
