/*
 * Letters and digits of ASCII, in every locale: <ctype.h> and strcasecmp go by
 * the program's, where a byte beyond ASCII may be a letter, and i no small I.
 */
#ifndef HEDRA_RUNTIME_BASE_ASCII_H
#define HEDRA_RUNTIME_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>

bool ascii_is_alpha(char c);
bool ascii_is_digit(char c);
bool ascii_is_alnum(char c);
/* Blank, tab, newline, vertical tab, form feed, carriage return. */
bool ascii_is_space(char c);
char ascii_lower(char c);
/* The value of a hexadecimal digit, or -1. */
int ascii_hex(char c);

/* Are the first n characters the same, but for small and capital letters? Both
 * texts may end earlier, at the same place. */
bool ascii_same(const char *a, const char *b, size_t n);

#endif
