/*
 * Numbers as text. Every reader and printer of numbers that have a point goes
 * through this pair, number_parse and number_print: the decimal point is a
 * point whatever locale the program, or one of its threads, has set, also while
 * another thread sets one. (Whole numbers by strtol or %d do not depend on the
 * locale.) buf_printf and arena_printf of runtime/base/base.h print by it.
 *
 * Owns no memory. Nothing here changes errno.
 */
#ifndef HEDRA_RUNTIME_BASE_NUMBER_H
#define HEDRA_RUNTIME_BASE_NUMBER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What number_parse takes beside decimal numbers such as -1.5e+3. */
enum number_form {
    NUMBER_FORTRAN = 1, /* 1.5D+03, 1.5d3 */
    NUMBER_HEX = 2,     /* 0x1.8p+3 */
    NUMBER_SPECIAL = 4, /* inf, infinity, nan, nan(...) in either case */
    NUMBER_SINGLE = 8   /* a float: rounded once, and its range */
};

/* Reads the number that begins at *at, without blanks before it, and moves *at
 * behind it: what follows is the caller's to look at. `forms`: of enum
 * number_form, or 0. False, with *at and *value as they were, if no number
 * begins there; false with *at behind it if it is too large for its type. What
 * is too small becomes 0 or what is nearest to it. */
bool number_parse(const char **at, unsigned forms, double *value);

/* Is the text from its first to its last character one finite number in
 * decimal, and no more? *value is set if so. NULL is none. */
bool number_parse_all(const char *text, double *value);

/* Is the text one whole number of digits alone, without sign or blanks, up to
 * INT_MAX? *value is set if so. */
bool number_whole(const char *text, int *value);

/* Do what snprintf, vsnprintf, fprintf and vfprintf do. */
int number_print(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int number_vprint(char *text, size_t size, const char *format, va_list ap)
    __attribute__((format(printf, 3, 0)));
int number_write(FILE *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int number_vwrite(FILE *file, const char *format, va_list ap)
    __attribute__((format(printf, 2, 0)));

/* The fewest digits that number_parse reads as the same finite double, or with
 * `single` as the same float, in the form of %g. */
enum { NUMBER_TEXT = 40 };
void number_shortest(char text[NUMBER_TEXT], double value, bool single);

#endif
