/* What stays the same is read before the nest, also where no iteration would:
 * pointers on the way there may be null then, as those of an empty list. */
#include <stdio.h>
#include <stdlib.h>

struct list {
    int count, step;
    int *value;
    struct list *next;
};

struct matrix {
    int rows, columns;
    double factor, *value;
};

static int out[200];

static void in_bound(int n, const struct list *l)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < l->count; j++)
            out[i] += l->step * l->next->value[j];
}

static void in_branch(int n, const struct list *l, int has)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (has)
            out[i] += l->next->step * i + l->value[i];
        else
            out[i]--;
}

static void in_product(int n, const struct list *l, int has)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < (has ? l->count * l->step : 3); j++)
            out[i + j] += j;
}

/* The product is no sum of what stays the same, and is computed as C does. */
static void by_null(int n, const struct list *l, int times)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < (l ? l->count : 4) * times; j++)
            out[i + j] += 3 * j;
}

static void of_table(int n, int **rows, int has)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        out[i] += has ? rows[1][i] : 7;
}

/* Each of the many pointers may be null. */
static void far_away(int n, const struct list *l)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0;
             j < l->next->next->next->next->next->next->next->next->next->next
                     ->next->next->next->next->next->next->next->next->count;
             j++)
            out[i + j] += j;
}

static void multiply(const struct matrix *a, const struct matrix *b,
                     struct matrix *c)
{
#pragma hedra
    for (int i = 0; i < c->rows; i++)
        for (int j = 0; j < c->columns; j++)
            for (int k = 0; k < a->columns; k++)
                c->value[i * c->columns + j] += a->factor *
                                                a->value[i * a->columns + k] *
                                                b->value[k * b->columns + j];
}

static void sum(int n, struct matrix *a, int has)
{
#pragma hedra reassociate
    for (int i = 0; i < n; i++)
        if (has)
            a->factor += out[i];
}

static void print(const char *name)
{
    unsigned sum = 0;
    for (int i = 0; i < 200; i++)
        sum = sum * 31 + (unsigned)out[i];
    printf("%s %u\n", name, sum);
}

int main(void)
{
    int value[100], *rows[] = {value, value + 50};
    struct list last = {5, 2, value, NULL}, first = {9, 3, value + 9, &last};
    struct matrix none = {0, 9, 1, NULL}, a = {64, 64, 0.5, NULL}, b = a;
    for (int i = 0; i < 100; i++)
        value[i] = i % 9 - 3;
    in_bound(0, NULL);
    in_bound(-7, NULL);
    in_bound(100, &first);
    print("in_bound");
    in_branch(90, NULL, 0);
    in_branch(90, &last, 0);
    in_branch(0, NULL, 1);
    in_branch(90, &first, 1);
    print("in_branch");
    in_product(90, NULL, 0);
    in_product(90, &first, 1);
    print("in_product");
    by_null(90, NULL, 5);
    by_null(90, &first, 2);
    by_null(90, &first, 0);
    print("by_null");
    of_table(100, NULL, 0);
    of_table(50, rows, 1);
    print("of_table");
    struct list ring[17];
    for (int k = 0; k < 17; k++)
        ring[k] = (struct list){k, 1, value, k < 16 ? &ring[k + 1] : NULL};
    far_away(0, ring);
    ring[16].next = ring;
    far_away(90, ring + 4);
    print("far_away");
    multiply(NULL, NULL, &none);
    a.value = calloc(64 * 64, sizeof *a.value);
    b.value = calloc(64 * 64, sizeof *b.value);
    none.value = calloc(64 * 64, sizeof *b.value);
    none.rows = none.columns = 64;
    for (int i = 0; i < 64 * 64; i++) {
        a.value[i] = i % 5;
        b.value[i] = i % 7;
    }
    multiply(&a, &b, &none);
    for (int i = 0; i < 200; i++)
        out[i] = (int)none.value[i * 20];
    print("multiply");
    sum(0, NULL, 1);
    sum(9, NULL, 0);
    sum(200, &a, 1);
    printf("sum %g\n", a.factor);
    free(a.value);
    free(b.value);
    free(none.value);
    return 0;
}
