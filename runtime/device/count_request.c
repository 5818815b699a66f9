/*
 * The text of HEDRA_COUNT, taken apart: which reports are wanted, for which
 * GPU, and where registers are read (count_request.h).
 */
#include "runtime/device/count_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const form_word[COUNT_FORMS] = {
    [COUNT_TABLE] = "table",
    [COUNT_JSON] = "json",
    [COUNT_ANNOTATE] = "annotate",
};

static bool refuse(struct report *why, const char *word)
{
    report_set(why,
               "HEDRA_COUNT: '%s' is not valid; it is a list, separated by "
               "commas, of table[:FILE], json[:FILE], annotate[:FILE], "
               "arch:NAME and ptxas:FILE, where NAME is one of",
               word);
    for (int k = 0; arch_at(k); k++) {
        size_t length = strlen(why->text);
        snprintf(why->text + length, sizeof why->text - length, " %s",
                 arch_at(k)->name);
    }
    return false;
}

/* A word without and with what follows its colon (NULL: no colon). */
static bool take_word(struct count_request *request, const char *word,
                      const char *value, struct report *why)
{
    for (int k = 0; k < COUNT_FORMS; k++) {
        if (strcmp(word, form_word[k]) != 0)
            continue;
        request->wanted[k] = true;
        free(request->file[k]);
        request->file[k] = value && *value ? strdup(value) : NULL;
        if (value && *value && !request->file[k])
            return report_set(why, "out of memory");
        return !value || *value;
    }
    if (strcmp(word, "arch") == 0 && value && arch_find(value)) {
        request->arch = arch_find(value);
        return true;
    }
    if (strcmp(word, "ptxas") == 0 && value && *value) {
        free(request->ptxas);
        request->ptxas = strdup(value);
        return request->ptxas || report_set(why, "out of memory");
    }
    return false;
}

static bool take_words(struct count_request *request, char *text,
                       struct report *why)
{
    for (char *word = text, *end; word; word = end) {
        end = strchr(word, ',');
        if (end)
            *end++ = '\0';
        char *shown = strdup(word), *value = strchr(word, ':');
        if (value)
            *value++ = '\0';
        why->text[0] = '\0';
        bool good = shown && take_word(request, word, value, why);
        if (!good && why->text[0] == '\0')
            refuse(why, shown ? shown : word);
        free(shown);
        if (!good)
            return false;
    }
    if (!count_request_any(request))
        return report_set(why,
                          "HEDRA_COUNT names none of table, json, annotate");
    return true;
}

static bool read_resources(struct count_request *request, struct report *why)
{
    if (request->ptxas)
        request->resources =
            resources_read(request->ptxas, request->arch->name, why);
    return !request->ptxas || request->resources;
}

/* count_request_parse, with or without what the files hold. */
static bool parse(const char *text, struct count_request *request, bool files,
                  struct report *why)
{
    *request = (struct count_request){.arch = arch_at(0)};
    if (!text || !*text)
        return true;
    char *copy = strdup(text);
    bool good = copy ? take_words(request, copy, why)
                     : report_set(why, "out of memory");
    free(copy);
    good = good && (!files || read_resources(request, why));
    if (!good)
        count_request_clear(request);
    return good;
}

bool count_request_check(const char *text, struct report *why)
{
    struct count_request request;
    bool good = parse(text, &request, false, why);
    count_request_clear(&request);
    return good;
}

bool count_request_parse(const char *text, struct count_request *request,
                         struct report *why)
{
    return parse(text, request, true, why);
}

void count_request_clear(struct count_request *request)
{
    for (int k = 0; k < COUNT_FORMS; k++)
        free(request->file[k]);
    free(request->ptxas);
    resources_free(request->resources);
    *request = (struct count_request){.arch = arch_at(0)};
}

bool count_request_any(const struct count_request *request)
{
    bool any = false;
    for (int k = 0; k < COUNT_FORMS; k++)
        any |= request->wanted[k];
    return any;
}
