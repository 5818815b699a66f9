/*
 * Text in strings of JSON (RFC 8259), which is UTF-8 throughout: what quotes
 * and control characters become, and bytes of names that are in another code.
 */
#ifndef HEDRA_RUNTIME_BASE_JSON_TEXT_H
#define HEDRA_RUNTIME_BASE_JSON_TEXT_H

#include <stddef.h>

enum { JSON_TEXT_ROOM = 8 };

/* Puts the first character of the `length` bytes, at least 1, as a string of
 * JSON has it at `out`, with a '\0'; returns how many bytes it takes there. A
 * byte that begins no character of UTF-8 counts as one of Latin-1. */
size_t json_text_put(const char *text, size_t length, char out[JSON_TEXT_ROOM]);

#endif
