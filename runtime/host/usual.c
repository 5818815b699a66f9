/* The usual environment (usual.h). Calls no function of libc, and has what it
 * compares with beside other variables of a first region. */
#include "runtime/host/usual.h"

#include "runtime/base/first.h"
#include "runtime/host/pool.h"

#include <stddef.h>

extern char **environ;

enum { MOST_DIGITS = 4 };

static struct {
    char own[8], device_auto[24], device_host[24], threads[16];
    const void *self; /* to be written before the program begins (first.h) */
} words FIRST_DATA = {"HEDRA_", "HEDRA_DEVICE=auto", "HEDRA_DEVICE=host",
                      "HEDRA_THREADS=", &words};

/* How many characters of the entry the word is; 0: it does not begin so. */
FIRST_CODE static size_t begins_with(const char *entry, const char *word)
{
    size_t length = 0;
    while (word[length] && entry[length] == word[length])
        length++;
    return word[length] ? 0 : length;
}

FIRST_CODE static bool is_word(const char *entry, const char *word)
{
    size_t length = begins_with(entry, word);
    return length > 0 && !entry[length];
}

/* The number; 0: it is none, or has more digits than HEDRA_THREADS may. */
FIRST_CODE static int number(const char *text)
{
    int value = 0, digits = 0;
    if (*text == '0')
        return 0;
    for (; *text >= '0' && *text <= '9' && digits < MOST_DIGITS; digits++)
        value = 10 * value + (*text++ - '0');
    return *text ? 0 : value;
}

/* False for a variable that is there twice, too: getenv has the first. */
FIRST_CODE static bool read_entry(const char *entry, struct usual *usual)
{
    size_t length = begins_with(entry, words.threads);
    bool host = is_word(entry, words.device_host);
    if (host || is_word(entry, words.device_auto)) {
        bool again = usual->named;
        usual->named = true;
        usual->host = host;
        return !again;
    }
    if (length == 0 || usual->threads > 0)
        return false;
    usual->threads = number(entry + length);
    return usual->threads > 0 && usual->threads <= HOST_POOL_MAX_THREADS;
}

FIRST_CODE bool usual_environment(struct usual *usual)
{
    *usual = (struct usual){.threads = 0};
    for (char **entry = environ; entry && *entry; entry++)
        if (begins_with(*entry, words.own) && !read_entry(*entry, usual))
            return false;
    return true;
}
