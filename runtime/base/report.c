/*
 * Sentences of fixed size (report.h), formatted as in the C locale.
 */
#include "runtime/base/report.h"

#include "runtime/base/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A sentence as it stands is copied: where a program's first nest begins, the
 * code that prints would have to be mapped for this alone. */
static bool set(struct report *report, bool lack, const char *format,
                va_list ap)
{
    size_t length = strlen(format);
    if (!strchr(format, '%') && length < sizeof report->text)
        memcpy(report->text, format, length + 1);
    else
        number_vprint(report->text, sizeof report->text, format, ap);
    report->lack = lack;
    return false;
}

bool report_set(struct report *report, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    set(report, false, format, ap);
    va_end(ap);
    return false;
}

bool report_lack(struct report *report, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    set(report, true, format, ap);
    va_end(ap);
    return false;
}

bool report_copy(struct report *to, const struct report *from)
{
    memcpy(to->text, from->text, strlen(from->text) + 1);
    to->lack = from->lack;
    return false;
}

void report_prefix(struct report *report, const char *format, ...)
{
    char prefix[512];
    va_list ap;
    va_start(ap, format);
    number_vprint(prefix, sizeof prefix, format, ap);
    va_end(ap);
    size_t room = strlen(prefix);
    size_t keep = strnlen(report->text, sizeof report->text - room - 1);
    memmove(report->text + room, report->text, keep);
    memcpy(report->text, prefix, room);
    report->text[room + keep] = '\0';
}
