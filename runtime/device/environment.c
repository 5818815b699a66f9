/* The variables HEDRA_... of the environment (runtime/device/environment.h). */
#include "runtime/device/environment.h"

#include "runtime/base/base.h"
#include "runtime/device/count_report.h"
#include "runtime/device/device.h"
#include "runtime/host/host.h"
#include "runtime/ptxsim/check/check.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

struct variable {
    const char *name;
    bool (*check)(const struct variable *v, const char *text,
                  struct report *why);
    const char *valid;
};

/* The number of the word in the list "a, b, c"; -1: it is none of them. */
static int find_word(const char *list, const char *text)
{
    size_t length = strlen(text);
    for (int k = 0;; k++) {
        const char *end = strchr(list, ',');
        size_t word = end ? (size_t)(end - list) : strlen(list);
        if (word == length && strncmp(list, text, length) == 0)
            return k;
        if (!end)
            return -1;
        list = end + 2;
    }
}

static bool check_word(const struct variable *v, const char *text,
                       struct report *why)
{
    return find_word(v->valid, text) >= 0;
}

/* A word of the list, or a number behind "word:" if the list has "word[:n]". */
static bool check_device(const struct variable *v, const char *text,
                         struct report *why)
{
    const char *colon = strchr(text, ':');
    int number;
    if (!colon && find_word(v->valid, text) >= 0)
        return true;
    char word[16] = "";
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    if (length + sizeof "[:n]" > sizeof word)
        return false;
    memcpy(word, text, length);
    memcpy(word + length, "[:n]", sizeof "[:n]");
    return find_word(v->valid, word) >= 0 &&
           (!colon || number_whole(colon + 1, &number));
}

static bool check_checks(const struct variable *v, const char *text,
                         struct report *why)
{
    unsigned mask;
    return ptxsim_check_parse(text, &mask, why);
}

static bool check_counts(const struct variable *v, const char *text,
                         struct report *why)
{
    return count_request_check(text, why);
}

static bool check_threads(const struct variable *v, const char *text,
                          struct report *why)
{
    return host_pool_size(text, why) > 0;
}

static bool check_trial(const struct variable *v, const char *text,
                        struct report *why)
{
    const char *file = strchr(text, ':');
    return (strncmp(text, "time:", 5) == 0 ||
            strncmp(text, "check:", 6) == 0) &&
           file[1];
}

static bool check_nothing(const struct variable *v, const char *text,
                          struct report *why)
{
    return true;
}

static const struct variable variables[ENVIRONMENT_NAMES] = {
#define VARIABLE(name, check, valid, help) {"HEDRA_" #name, check, valid},
#include "runtime/device/environment.def"
#undef VARIABLE
};

static const char *value_of(const struct variable *v)
{
    const char *text = getenv(v->name);
    return text && *text ? text : NULL;
}

/* Looks at each variable when the program is loaded, and judges none: the names
 * and what searches them are in memory then (runtime/base/touch.h). */
__attribute__((constructor)) static void look_at_start(void)
{
    volatile bool any = false;
    for (int k = 0; k < ENVIRONMENT_NAMES; k++)
        any |= value_of(&variables[k]) != NULL;
}

int environment_word(enum environment_name name)
{
    const struct variable *v = &variables[name];
    const char *text = value_of(v);
    int word = text ? find_word(v->valid, text) : 0;
    return word < 0 ? 0 : word;
}

/* Whether the entry "NAME=value" of the environment is of a known variable. */
static bool is_known(const char *entry)
{
    for (int k = 0; k < ENVIRONMENT_NAMES; k++) {
        size_t length = strlen(variables[k].name);
        if (strncmp(entry, variables[k].name, length) == 0 &&
            (entry[length] == '=' || !entry[length]))
            return true;
    }
    return false;
}

/* Returns the known variable that is spelled most like an unknown one. */
static const char *find_nearest(const char *name)
{
    const char *nearest = NULL;
    int least = INT_MAX;
    for (int k = 0; k < ENVIRONMENT_NAMES; k++) {
        int distance = base_edit_distance(name, variables[k].name);
        if (distance < least) {
            least = distance;
            nearest = variables[k].name;
        }
    }
    return nearest;
}

static void warn_unknown(void)
{
    static const char own[] = "HEDRA_", tests[] = "HEDRA_TEST_";
    for (char **e = environ; e && *e; e++) {
        if (strncmp(*e, own, sizeof own - 1) != 0 ||
            strncmp(*e, tests, sizeof tests - 1) == 0 || is_known(*e))
            continue;
        char name[64];
        int length = (int)strcspn(*e, "=");
        snprintf(name, sizeof name, "%.*s", length, *e);
        fprintf(stderr,
                "hedra: warning: the variable %.*s of the environment means"
                " nothing to hedra; the nearest is %s\n",
                length, *e, find_nearest(name));
    }
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

bool environment_check(struct report *why)
{
    pthread_once(&once, warn_unknown);
    for (int k = 0; k < ENVIRONMENT_NAMES; k++) {
        const struct variable *v = &variables[k];
        const char *text = value_of(v);
        if (text && !v->check(v, text, why))
            return report_set(why, "%s=%s is not valid; valid are %s", v->name,
                              text, v->valid);
    }
    return true;
}
