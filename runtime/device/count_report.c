#include "runtime/device/count_report.h"

#include "runtime/device/device.h"
#include "runtime/base/environment.h"
#include "runtime/device/module.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    void (*show)(FILE *out, const struct show *s);
} form[COUNT_FORMS] = {
    [COUNT_TABLE] = {"table", show_table},
    [COUNT_JSON] = {"json", show_json},
    [COUNT_ANNOTATE] = {"annotate", show_annotated},
};

/* The variable ------------------------------------------------------------- */

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
        if (strcmp(word, form[k].word) != 0)
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

/* The process' counts ------------------------------------------------------ */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct count_request asked;
static bool valid;
static struct report wrong;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct show_region *region; /* in the order in which they came */
static int region_count, region_capacity;

static void read_environment(void)
{
    valid = count_request_parse(getenv("HEDRA_COUNT"), &asked, &wrong);
}

bool count_report_valid(struct report *why)
{
    pthread_once(&once, read_environment);
    return valid || report_set(why, "%s", wrong.text);
}

static bool reserve_region(void)
{
    if (region_count < region_capacity)
        return true;
    int capacity = 2 * region_capacity + 8;
    void *larger = realloc(region, (size_t)capacity * sizeof *region);
    if (!larger)
        return false;
    region = larger;
    region_capacity = capacity;
    return true;
}

bool count_report_observe(const char *name, const char *file, int line,
                          const char *ptx, const struct ptxsim_program *program,
                          struct ptxsim_observer **observer, struct report *why)
{
    *observer = NULL;
    if (!count_report_valid(why) || !count_request_any(&asked))
        return valid;
    struct counts *counts = counts_new(program, ptx, asked.arch);
    pthread_mutex_lock(&lock);
    bool good = counts && reserve_region();
    if (good)
        region[region_count++] = (struct show_region){name, file, line, counts};
    pthread_mutex_unlock(&lock);
    if (!good) {
        counts_free(counts);
        return report_set(why, "out of memory for HEDRA_COUNT");
    }
    *observer = counts_observer(counts);
    return true;
}

static void print_form(int k, const struct show *s)
{
    const char *path = asked.file[k];
    FILE *out = path ? fopen(path, "w") : stderr;
    if (out)
        form[k].show(out, s);
    if (!out || ferror(out) || (path && fclose(out) != 0))
        fprintf(stderr, "hedra: HEDRA_COUNT: '%s' cannot be written: %s\n",
                path ? path : "stderr", strerror(errno));
}

/* A destructor, as for HEDRA_STATS: regions run by the program's own exit
 * handlers count. */
__attribute__((destructor)) static void print_all(void)
{
    struct report why;
    if (device_forked() || !module_first() || !environment_check(&why))
        return;
    if (!count_report_valid(&why)) {
        fprintf(stderr, "hedra: %s\n", why.text);
        return;
    }
    if (!count_request_any(&asked))
        return;
    pthread_mutex_lock(&lock);
    struct show s = {region_count, region, asked.arch, asked.resources};
    if (region_count == 0)
        fputs("hedra: HEDRA_COUNT: nothing was counted, for no region ran with "
              "HEDRA_DEVICE=ptxsim\n",
              stderr);
    for (int k = 0; k < COUNT_FORMS && region_count > 0; k++)
        if (asked.wanted[k])
            print_form(k, &s);
    pthread_mutex_unlock(&lock);
}
