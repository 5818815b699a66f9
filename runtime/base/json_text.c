/*
 * Characters of strings of JSON (json_text.h). UTF-8 as RFC 3629 has it: no
 * longer forms than needed, no surrogates, nothing beyond U+10FFFF.
 */
#include "runtime/base/json_text.h"

#include <stdio.h>
#include <string.h>

/* How many bytes the character has that begins here; 0: none does. */
static size_t utf8_length(const unsigned char *s, size_t length)
{
    unsigned first = s[0], low = 0x80, high = 0xbf;
    size_t count = first < 0x80                    ? 1
                   : first >= 0xc2 && first < 0xe0 ? 2
                   : first >= 0xe0 && first < 0xf0 ? 3
                   : first >= 0xf0 && first < 0xf5 ? 4
                                                   : 0;
    if (count > length)
        return 0;
    if (first == 0xe0)
        low = 0xa0;
    if (first == 0xed)
        high = 0x9f;
    if (first == 0xf0)
        low = 0x90;
    if (first == 0xf4)
        high = 0x8f;
    for (size_t k = 1; k < count; k++, low = 0x80, high = 0xbf)
        if (s[k] < low || s[k] > high)
            return 0;
    return count;
}

size_t json_text_put(const char *text, size_t length, char out[JSON_TEXT_ROOM])
{
    unsigned char first = (unsigned char)text[0];
    size_t count = utf8_length((const unsigned char *)text, length);
    if (first == '"' || first == '\\') {
        snprintf(out, JSON_TEXT_ROOM, "\\%c", first);
        return 1;
    }
    if (first < 0x20 || count == 0) {
        snprintf(out, JSON_TEXT_ROOM, "\\u%04x", first);
        return 1;
    }
    memcpy(out, text, count);
    out[count] = '\0';
    return count;
}
