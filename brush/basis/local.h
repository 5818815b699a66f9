/*
 * Reading basis sets inside: what basis.c shares with the readers of the two
 * formats. Functions that return bool return false with a fault.
 */
#ifndef HEDRA_BRUSH_BASIS_LOCAL_H
#define HEDRA_BRUSH_BASIS_LOCAL_H

#include "brush/basis/basis.h"

enum { BASIS_MAX_COLUMNS = 64, BASIS_MAX_WORDS = 2 + BASIS_MAX_COLUMNS };

/* The words of the line at hand point into the text. */
struct basis_word {
    const char *text;
    size_t length;
};

struct basis_reader {
    struct arena *arena;
    struct faults *faults;
    const struct basis_options *options;
    struct basis *basis;
    const char *text, *next; /* all of it, and the rest */
    int line, words;
    struct basis_word word[BASIS_MAX_WORDS];
    bool more;              /* the line has more words than `word` holds */
    enum basis_form form;   /* that the file tells */
    int zs, z[BASIS_MAX_Z]; /* the elements whose shells are read */
    int block, shells;      /* the line of their header; how many there were */
    int core_line[BASIS_MAX_Z + 1];
};

/* A shell as it stands in the file: a column for each contraction. */
struct basis_rows {
    int line;
    int count; /* of the primitives that the file announces; 0: not at all */
    int primitives, columns, l[BASIS_MAX_COLUMNS];
    double scale[BASIS_MAX_COLUMNS];
    double exponent[BASIS_MAX_PRIMITIVES]; /* not scaled */
    double coefficient[BASIS_MAX_COLUMNS][BASIS_MAX_PRIMITIVES];
};

/* Appends a fault about the line at hand, or about `line`; false. */
bool basis_complain(struct basis_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool basis_complain_at(struct basis_reader *r, int line, const char *format,
                       ...) __attribute__((format(printf, 3, 4)));
void basis_warn(struct basis_reader *r, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The next line that has words; false without a fault at the end. */
bool basis_next_line(struct basis_reader *r);
bool basis_word_is(const struct basis_word *w, const char *text);
/* What an error says of it: its beginning. */
char *basis_word_shown(struct basis_reader *r, const struct basis_word *w);
/* Whether it is a number, or an integer from `low` to `high`; no faults. */
bool basis_word_number(struct basis_reader *r, const struct basis_word *w,
                       double *value);
bool basis_word_count(struct basis_reader *r, const struct basis_word *w,
                      int low, int high, int *count);

/* Atomic number of a symbol or a name in any case; 0 without a fault. */
int basis_element(const struct basis_word *w);
/* Whether the line is an element and a type of shell. */
bool basis_is_shell(const struct basis_reader *r);
bool basis_asks_for(const struct basis_reader *r, int z);
/* Whether one of the elements at hand was asked for: their shells are judged,
 * others are only skipped. */
bool basis_is_judged(const struct basis_reader *r);
/* Checks that none of the elements at hand has had shells before. */
bool basis_check_new(struct basis_reader *r);

/* An empty shell that begins in the line at hand; its type becomes columns. */
struct basis_rows basis_rows_new(const struct basis_reader *r);
bool basis_read_type(struct basis_reader *r, const struct basis_word *w,
                     struct basis_rows *rows);
/* One primitive: the exponent, then a coefficient for each column. */
bool basis_read_row(struct basis_reader *r, struct basis_rows *rows);
/* The line at hand stands where primitive `number` of `count` of the shell in
 * `line` is due. */
bool basis_no_primitive(struct basis_reader *r, int line, int number,
                        int count);
/* Puts the shell into the elements that were asked for. */
bool basis_keep_shell(struct basis_reader *r, struct basis_rows *rows);

bool basis_set_form(struct basis_reader *r, enum basis_form form);
/* The file has an effective core potential of z, which replaces as many
 * electrons; -1: it does not say how many. */
void basis_set_core(struct basis_reader *r, int z, int electrons, int line);

/* From the line at hand to the end. */
bool basis_read_gaussian(struct basis_reader *r);
bool basis_read_nwchem(struct basis_reader *r);

/* Atomic number of "hydrogen" and the like in any case, 0 if there is none. */
int basis_element_named(const char *name, size_t length);

#endif
