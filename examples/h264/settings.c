/*
 * Reads the command line; what it does not understand ends the process.
 */
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: example-h264 IN.y4m OUT.264 [OPTION...]\n"
    "Encodes 4:2:0 video of 8 bits as H.264, Constrained Baseline Profile.\n"
    "  --qp N           the quantiser of all frames, 0 to 51 (default: 26)\n"
    "  --bitrate KBIT   QP by frame, so that a second has so many thousand "
    "bits\n"
    "  --gop N          each Nth frame is an I frame (default: 30)\n"
    "  --range N        vectors are searched up to N samples, 1 to 64, from "
    "what\n"
    "                   neighbours had in the last frame, and are up to 3 N "
    "long\n"
    "                   (default: 8)\n"
    "  --no-deblock     without the deblocking filter\n"
    "  --frames N       only the first N frames\n"
    "  --intra plain|corrected\n"
    "                   all of intra coding behind its neighbours, or only "
    "the\n"
    "                   correction of DC (default: corrected); the stream is\n"
    "                   the same\n"
    "  --recon FILE     writes what a decoder will show, as planes\n"
    "  --stats          prints a line for each frame\n"
    "  --bits           prints how many bits say what\n"
    "  --times          prints the seconds that each stage has taken\n"
    "  --kinds PERCENT  for tests: so many macroblocks of P frames are intra, "
    "by\n"
    "                   chance\n";

static _Noreturn void misuse(const char *option, const char *needs)
{
    fprintf(stderr, "error: %s %s; --help lists all options\n", option, needs);
    exit(1);
}

static long number(const char *option, const char *text, long low, long high)
{
    char *end, needs[96];
    long n = text ? strtol(text, &end, 10) : 0;

    if (!text || end == text || *end || n < low || n > high) {
        snprintf(needs, sizeof needs,
                 "is '%.20s'; wanted is a whole number of %ld to %ld",
                 text ? text : "", low, high);
        misuse(option, needs);
    }
    return n;
}

static bool intra_form(const char *text)
{
    if (text && strcmp(text, "plain") == 0)
        return true;
    if (!text || strcmp(text, "corrected") != 0)
        misuse("--intra", "is plain or corrected");
    return false;
}

/* True if the option has a value. */
static bool parse_option(const char *option, const char *value,
                         struct settings *s)
{
    if (!strcmp(option, "--no-deblock"))
        return s->deblock = false;
    if (!strcmp(option, "--stats"))
        return !(s->stats = true);
    if (!strcmp(option, "--bits"))
        return !(s->bits = true);
    if (!strcmp(option, "--times"))
        return !(s->times = true);
    if (!strcmp(option, "--qp"))
        s->qp = (int)number(option, value, 0, 51);
    else if (!strcmp(option, "--bitrate"))
        s->bitrate = 1000.0 * (double)number(option, value, 1, 1000000);
    else if (!strcmp(option, "--gop"))
        s->gop = (int)number(option, value, 1, 1000000);
    else if (!strcmp(option, "--range"))
        s->range = (int)number(option, value, 1, 64);
    else if (!strcmp(option, "--frames"))
        s->frames = number(option, value, 1, 1000000000);
    else if (!strcmp(option, "--kinds"))
        s->kinds = (int)number(option, value, 0, 100);
    else if (!strcmp(option, "--intra"))
        s->plain = intra_form(value);
    else if (!strcmp(option, "--recon") && value)
        s->recon = value;
    else
        misuse(option, "is no option, or lacks its value");
    return true;
}

void settings_parse(int argc, char **argv, struct settings *s)
{
    bool has_qp = false;

    *s = (struct settings){
        .qp = 26, .gop = 30, .range = 8, .deblock = true, .kinds = -1};
    for (int k = 1; k < argc; k++) {
        if (!strcmp(argv[k], "--help")) {
            fputs(usage, stdout);
            exit(0);
        }
        has_qp |= !strcmp(argv[k], "--qp");
        if (argv[k][0] == '-' && argv[k][1] == '-')
            k += parse_option(argv[k], k + 1 < argc ? argv[k + 1] : NULL, s);
        else if (!s->in)
            s->in = argv[k];
        else if (!s->out)
            s->out = argv[k];
        else
            misuse(argv[k], "is a third file; wanted are IN.y4m and OUT.264");
    }
    if (!s->in || !s->out)
        misuse("the command line", "needs IN.y4m and OUT.264");
    if (has_qp && s->bitrate > 0)
        misuse("--bitrate", "chooses QP by itself and goes without --qp");
}
