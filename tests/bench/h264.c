/*
 * bench-h264: the encoder of examples/h264 on the host. Each stage of what
 * hedrac made against gcc's plain program, the benchmark of the thesis (sec.
 * 2.7.3: one video in four sizes and qualities, in real time), the size of the
 * stream against x264's fastest, and how well --bitrate is met.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/bench.h"
#include "tests/bench/plot.h"

static const char about[] =
    "Encodes made-up videos with examples/h264, compiled by gcc -O3\n"
    "-march=native alone and by way of hedrac, on the host. --kernel stages,\n"
    "intra, sets, size or rate does one part. `size` needs ffmpeg with x264,\n"
    "and is left out without it. --quick: small pictures, which mean little.\n";

static const char *const files[] = {
    "cavlc", "corrected", "deblock",  "frame",  "h264",       "inter",
    "intra", "join",      "kinds",    "motion", "neighbours", "rate",
    "pcm",   "reference", "settings", "stream", "y4m"};
static const char *const stages[] = {"input",    "modes", "reference", "search",
                                     "quarters", "agree", "kinds",     "inter",
                                     "before",   "intra", "after",     "counts",
                                     "entropy",  "join",  "deblock"};
enum {
    FILES = sizeof files / sizeof *files,
    STAGES = sizeof stages / sizeof *stages,
    INTRA = 9, /* of the stages */
    PATH = 4200,
};

struct race {
    const struct bench_options *o;
    char folder[256], plain[300], hedra[300], clip[300], out[300];
    int turns;
    const char *choose; /* HEDRA_CHOOSE=…; NULL: as it is */
};

/* What an encoder said of a stream; chain: the longest ones' sum over P frames.
 */
struct said {
    double seconds, bytes, kbit, psnr, stage[STAGES];
    long frames, chain;
};

/* Compiles the encoder; with hedrac if `by` is not NULL. */
static bool compile(const struct race *r, const char *by, const char *program)
{
    static char path[FILES][PATH];
    struct bench_command c = {.count = 0};

    bench_add(&c, "gcc", "-O3", "-march=native", "-w", "-D_DEFAULT_SOURCE",
              "-I" HEDRA_SOURCE_DIR "/examples/h264", NULL);
    for (int k = 0; k < FILES; k++) {
        char source[PATH];
        snprintf(source, sizeof source, HEDRA_SOURCE_DIR "/examples/h264/%s.c",
                 files[k]);
        snprintf(path[k], PATH, "%s", source);
        if (by) {
            struct bench_command h = {.count = 0};
            snprintf(path[k], PATH, "%s/%s.hedra.c", r->folder, files[k]);
            bench_progress("hedrac %s.c", files[k]);
            bench_add(&h, by, source, "-o", path[k], NULL);
            if (!bench_do(&h, NULL))
                return false;
        }
        bench_add(&c, path[k], NULL);
    }
    bench_progress("gcc %s", program);
    bench_add(&c, "-o", program, NULL);
    bench_add_library(&c);
    return bench_do(&c, NULL);
}

static bool prepare(struct race *r)
{
    struct bench_command c = {.count = 0};

    bench_make_folder(r->folder, sizeof r->folder);
    bench_file(r->plain, sizeof r->plain, r->folder, "plain");
    bench_file(r->hedra, sizeof r->hedra, r->folder, "hedra");
    bench_file(r->clip, sizeof r->clip, r->folder, "clip");
    bench_file(r->out, sizeof r->out, r->folder, "out.264");
    bench_add(&c, "gcc", "-O2", "-w", HEDRA_SOURCE_DIR "/examples/h264/clip.c",
              "-o", r->clip, "-lm", NULL);
    return bench_do(&c, NULL) && compile(r, NULL, r->plain) &&
           compile(r, r->o->hedrac, r->hedra);
}

/* Runs a shell command, in which $0 is a path. */
static bool shell(const char *command, const char *path)
{
    struct bench_command c = {.count = 0};

    bench_add(&c, "sh", "-c", command, path, NULL);
    return bench_do(&c, NULL);
}

/* Makes a video with clip.c: "KIND W H FRAMES". */
static bool make_clip(const struct race *r, const char *what, char *path,
                      size_t size)
{
    char command[900];

    snprintf(path, size, "%s/%.60s.y4m", r->folder, what);
    for (char *at = path; *at; at++)
        *at = *at == ' ' ? '-' : *at;
    bench_progress("the clip %s", what);
    snprintf(command, sizeof command, "%s %s >$0", r->clip, what);
    return shell(command, path);
}

/* Encodes; the options are words up to a NULL. */
static bool encode(const struct race *r, const char *program, const char *clip,
                   const char *const *options, struct said *said)
{
    const char *const env[] = {"HEDRA_DEVICE=host", r->choose, NULL};
    struct bench_command c = {.count = 0};
    struct spawn_result result;
    bool good;

    bench_add(&c, program, clip, r->out, "--stats", "--times", NULL);
    for (int k = 0; options[k]; k++)
        bench_add(&c, options[k], NULL);
    good = bench_call(&c, env, false, &result);
    *said = (struct said){.seconds = 0};
    for (char *line = result.out; good && line && *line;) {
        char name[16];
        double s;
        int chain;
        if (sscanf(line, "stage %15s %lf s", name, &s) == 2) {
            for (int k = 0; k < STAGES; k++)
                said->stage[k] += !strcmp(name, stages[k]) ? s : 0;
            said->seconds += s;
        }
        if (sscanf(line, "%*d P %*d %*d %*d %*d %d", &chain) == 1)
            said->chain += chain;
        sscanf(line, "%ld frames, %lf bytes, %lf kbit/s, PSNR-Y %lf dB",
               &said->frames, &said->bytes, &said->kbit, &said->psnr);
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    spawn_free(&result);
    return good && said->frames > 0;
}

/* The least of both, stage by stage; of the first run if `first`. */
static void take_least(const struct said *said, bool first, struct said *least)
{
    if (first)
        *least = *said;
    least->seconds = fmin(least->seconds, said->seconds);
    for (int k = 0; k < STAGES; k++)
        least->stage[k] = fmin(least->stage[k], said->stage[k]);
}

/* Several runs of both programs by turns, since others use the machine, too,
 * now and then. */
static bool encode_both(const struct race *r, const char *clip,
                        const char *const *options, struct said *plain,
                        struct said *hedra)
{
    for (int turn = 0; turn < r->turns; turn++) {
        struct said said[2];
        if (!encode(r, r->plain, clip, options, &said[0]) ||
            !encode(r, r->hedra, clip, options, &said[1]))
            return false;
        take_least(&said[0], turn == 0, plain);
        take_least(&said[1], turn == 0, hedra);
    }
    return true;
}

/* Figures are told of at the end, together. */
static struct figure {
    const char *name, *unit;
    double value, bar, goal;
    char better;
} figures[8];
static int figure_count;

static void note(const char *name, double value, const char *unit, char better,
                 double bar, double goal)
{
    figures[figure_count++] =
        (struct figure){name, unit, value, bar, goal, better};
}

static bool race_stages(const struct race *r)
{
    static const char *const options[] = {NULL};
    double least = INFINITY;
    struct said plain, hedra;
    char clip[400];

    if (!make_clip(r, r->o->quick ? "grain 352 288 10" : "grain 1280 720 12",
                   clip, sizeof clip) ||
        !encode_both(r, clip, options, &plain, &hedra))
        return false;
    bench_progress("%s", "");
    printf("%-10s %10s %10s %8s   (ms for each frame)\n", "stage", "gcc",
           "hedrac", "ratio");
    for (int k = 0; k < STAGES; k++) {
        double ratio = plain.stage[k] / hedra.stage[k];
        printf("%-10s %10.3f %10.3f %8.2f\n", stages[k],
               1000 * plain.stage[k] / (double)plain.frames,
               1000 * hedra.stage[k] / (double)hedra.frames, ratio);
        if (plain.stage[k] > 0)
            least = fmin(least, ratio);
    }
    note("h264-stage-least", least, "x", '>', 1, 1.9);
    note("h264-speedup", plain.seconds / hedra.seconds, "x", '>', 2.5, 3);
    note("h264-frames", (double)hedra.frames / hedra.seconds, "/s", '>', 20,
         50);
    return true;
}

/* Intra coding of P frames in which some percent of the macroblocks are intra,
 * without what the I frame takes: in order, and with what is done before and
 * after. */
static bool time_share(const struct race *r, const char *clip, const char *form,
                       int percent, double *steps, double *ordered, double *all)
{
    double seconds[2][2] = {{0}};

    for (int turn = 0; turn < r->turns; turn++)
        for (int one = 0; one < 2; one++) {
            char text[8];
            const char *const options[] = {
                "--intra", form, "--kinds", text, one ? "--frames" : NULL,
                "1",       NULL};
            struct said said;
            snprintf(text, sizeof text, "%d", percent);
            if (!encode(r, r->hedra, clip, options, &said))
                return false;
            const double now[2] = {said.stage[INTRA],
                                   said.stage[INTRA - 1] + said.stage[INTRA] +
                                       said.stage[INTRA + 1]};
            double count = (double)(said.frames - 1);
            *steps = one ? *steps : (double)said.chain / count;
            for (int k = 0; k < 2; k++)
                seconds[one][k] =
                    turn == 0 ? now[k] : fmin(seconds[one][k], now[k]);
            *ordered = one ? *ordered : count;
        }
    *all = (seconds[0][1] - seconds[1][1]) / *ordered;
    *ordered = (seconds[0][0] - seconds[1][0]) / *ordered;
    return true;
}

/* Both forms over the steps that a Plan has, as a picture. */
static bool draw_intra(const struct race *r, const char *clip)
{
    static const int percent[] = {2, 5, 10, 20, 40, 60, 80, 100};
    static const char *const forms[] = {"plain", "corrected"};
    enum { POINTS = sizeof percent / sizeof *percent, CURVES = 3 };
    double x[CURVES][POINTS], y[CURVES][POINTS];
    struct plot_curve curve[CURVES];
    struct race kernels = *r;

    kernels.choose = "HEDRA_CHOOSE=hedra";
    for (int k = 0; k < CURVES; k++)
        curve[k] = (struct plot_curve){x[k], y[k], 0, 0};
    printf("%-10s %8s %8s %10s %10s   (ms for each P frame)\n", "intra",
           "percent", "steps", "in order", "all");
    for (int f = 0; f < 2; f++)
        for (int k = 0; k < POINTS; k++) {
            double steps = 0, ordered = 0, all = 0;
            if (!time_share(&kernels, clip, forms[f], percent[k], &steps,
                            &ordered, &all))
                return false;
            bench_progress("%s", "");
            printf("%-10s %8d %8.1f %10.3f %10.3f\n", forms[f], percent[k],
                   steps, 1000 * ordered, 1000 * all);
            for (int c = f; c <= 2 * f; c++)
                if (ordered > 0) {
                    x[c][curve[c].count] = steps;
                    y[c][curve[c].count++] = 1e6 * (c == 2 ? all : ordered);
                }
        }
    if (!plot_write("h264-intra.png", curve, CURVES)) {
        fputs("h264-intra.png cannot be written\n", stderr);
        return false;
    }
    puts("h264-intra.png: microseconds against steps, powers of ten: the plain "
         "loop is blue; of the corrected form the loop is red, all is green");
    return true;
}

/* Intra coding of I frames: what waits for neighbours is a wavefront of mx + my
 * - 1 steps, of all that is done in the usual loop, of corrections else. */
static bool race_intra(const struct race *r)
{
    static const char *const forms[2][5] = {
        {"--gop", "1", "--intra", "plain", NULL},
        {"--gop", "1", "--intra", "corrected", NULL}};
    char clip[400];

    if (!make_clip(r, r->o->quick ? "grain 352 288 4" : "grain 1280 720 6",
                   clip, sizeof clip))
        return false;
    printf("%-10s %10s %10s %10s   (ms for each I frame)\n", "intra", "before",
           "in order", "after");
    for (int k = 0; k < 2; k++) {
        struct said said[2];
        if (!encode_both(r, clip, forms[k], &said[0], &said[1]))
            return false;
        bench_progress("%s", "");
        for (int by = 0; by < 2; by++)
            printf("%-10s %10.3f %10.3f %10.3f   %s\n", forms[k][3],
                   1000 * said[by].stage[INTRA - 1] / (double)said[by].frames,
                   1000 * said[by].stage[INTRA] / (double)said[by].frames,
                   1000 * said[by].stage[INTRA + 1] / (double)said[by].frames,
                   by ? "hedrac" : "gcc");
    }
    return draw_intra(r, clip);
}

/* The four outputs of the thesis, each from a video of its own size, as scaling
 * is no part of the encoder. */
static bool race_sets(const struct race *r)
{
    static const struct {
        const char *size, *qp;
    } outputs[] = {{"640 480", "26"},
                   {"640 480", "28"},
                   {"320 240", "26"},
                   {"160 120", "26"}};
    double seconds[2] = {0, 0};
    int frames = r->o->quick ? 5 : 50;

    printf("%-16s %10s %10s   (ms for each frame)\n", "output", "gcc",
           "hedrac");
    for (int k = 0; k < 4; k++) {
        const char *const options[] = {"--qp", outputs[k].qp, NULL};
        struct said plain, hedra;
        char clip[400], what[64];
        snprintf(what, sizeof what, "shapes %s %d", outputs[k].size, frames);
        if (!make_clip(r, what, clip, sizeof clip) ||
            !encode_both(r, clip, options, &plain, &hedra))
            return false;
        bench_progress("%s", "");
        printf("%s, QP %-5s %10.3f %10.3f\n", outputs[k].size, outputs[k].qp,
               1000 * plain.seconds / frames, 1000 * hedra.seconds / frames);
        seconds[0] += plain.seconds / frames;
        seconds[1] += hedra.seconds / frames;
    }
    printf("sets of four at 25 frames a second: gcc %.2f, hedrac %.2f\n",
           1 / (25 * seconds[0]), 1 / (25 * seconds[1]));
    note("h264-sets", 1 / (25 * seconds[1]), "sets", '>', 12, 22);
    return true;
}

/* The bytes that x264 needs for this PSNR of luma, between (or beyond) the QPs
 * of a table, of which the logarithms are interpolated. */
static double interpolate(int n, const double *psnr, const double *bytes,
                          double at)
{
    int k = 0;

    while (k + 2 < n && at < psnr[k + 1])
        k++;
    return exp(log(bytes[k]) + (log(bytes[k + 1]) - log(bytes[k])) *
                                   (at - psnr[k]) / (psnr[k + 1] - psnr[k]));
}

/* PSNR of luma, from the mean of the squares of all frames' errors, which is
 * what the encoder prints of its own stream. (x264 prints means of frames'
 * PSNRs, of I frames first, which have others than the rest.) */
static bool measure_psnr(const struct race *r, const char *clip, double *psnr)
{
    struct bench_command c = {.count = 0};
    struct spawn_result result;
    const char *at;
    bool good;

    bench_add(&c, "ffmpeg", "-nostdin", "-v", "info", "-i", r->out, "-i", clip,
              "-lavfi", "psnr", "-f", "null", "-", NULL);
    good = bench_call(&c, NULL, false, &result);
    at = good ? strstr(result.err, "PSNR y:") : NULL;
    good = at && sscanf(at, "PSNR y:%lf", psnr) == 1;
    spawn_free(&result);
    return good;
}

/* Encodes with x264 at QPs 22, 28, 34 and 40. */
static bool encode_x264(const struct race *r, const char *clip, double psnr[4],
                        double bytes[4])
{
    for (int k = 0; k < 4; k++) {
        char qp[8];
        struct bench_command c = {.count = 0};
        FILE *f;

        snprintf(qp, sizeof qp, "%d", 22 + 6 * k);
        bench_progress("x264 at QP %s", qp);
        bench_add(&c, "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", clip,
                  "-c:v", "libx264", "-preset", "ultrafast", "-profile:v",
                  "baseline", "-tune", "psnr", "-qp", qp, "-x264-params",
                  "ipratio=1:keyint=30:ref=1:weightp=0:scenecut=0", r->out,
                  NULL);
        f = bench_do(&c, NULL) && measure_psnr(r, clip, &psnr[k])
                ? fopen(r->out, "rb")
                : NULL;
        if (!f)
            return false;
        fseek(f, 0, SEEK_END);
        bytes[k] = (double)ftell(f);
        fclose(f);
    }
    return true;
}

/* Either program will do for sizes: their streams are the same. */
static bool race_size(const struct race *r)
{
    static const char *const sources[] = {"testsrc2", "mandelbrot"};
    double sum = 0;
    int count = 0;

    if (!shell("ffmpeg -v error -encoders | grep -q ' libx264 '", "")) {
        printf("ffmpeg with x264 is not here: sizes are not compared\n");
        return true;
    }
    for (int k = 0; k < 2; k++) {
        double psnr[4], bytes[4];
        char clip[400], command[300];
        bench_file(clip, sizeof clip, r->folder, "source.y4m");
        snprintf(command, sizeof command,
                 "ffmpeg -v error -y -f lavfi -i %s=s=%s:r=25 -frames:v 60 "
                 "-pix_fmt yuv420p $0",
                 sources[k], r->o->quick ? "352x288" : "1280x720");
        if (!shell(command, clip) || !encode_x264(r, clip, psnr, bytes))
            return false;
        for (int qp = 22; qp <= 34; qp += 6, count++) {
            char text[8];
            const char *const options[] = {"--qp", text, NULL};
            struct said said;
            snprintf(text, sizeof text, "%d", qp);
            if (!encode(r, r->plain, clip, options, &said))
                return false;
            double ratio = said.bytes / interpolate(4, psnr, bytes, said.psnr);
            bench_progress("%s", "");
            printf("%s QP %d: %.2f of x264's bytes at %.2f dB\n", sources[k],
                   qp, ratio, said.psnr);
            sum += log(ratio);
        }
    }
    note("h264-bytes-of-x264", exp(sum / count), "x", '<', 1, 0.9);
    return true;
}

static bool race_rate(const struct race *r)
{
    static const char *const rates[] = {"150", "400", "1000"};
    double worst = 0;
    char clip[400];

    if (!make_clip(r, "grain 176 144 250", clip, sizeof clip))
        return false;
    for (int k = 0; k < 3; k++) {
        const char *const options[] = {"--bitrate", rates[k], NULL};
        struct said said;
        if (!encode(r, r->plain, clip, options, &said))
            return false;
        bench_progress("%s", "");
        printf("--bitrate %s: %.1f kbit/s\n", rates[k], said.kbit);
        worst = fmax(worst, fabs(said.kbit / atof(rates[k]) - 1));
    }
    note("h264-bitrate-off", 100 * worst, "%", '<', 5, 2);
    return true;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        bool (*run)(const struct race *r);
    } parts[] = {{"stages", race_stages},
                 {"intra", race_intra},
                 {"sets", race_sets},
                 {"size", race_size},
                 {"rate", race_rate}};
    struct bench_options o = bench_parse(argc, argv, about);
    struct race r = {.o = &o, .turns = o.repeat ? o.repeat : o.quick ? 1 : 3};
    bool good = prepare(&r), any = false;

    bench_progress("%s", "");
    for (size_t k = 0; k < sizeof parts / sizeof *parts && good; k++)
        if (!o.kernel || !strcmp(o.kernel, parts[k].name)) {
            any = true;
            good = parts[k].run(&r);
        }
    bench_remove(r.folder);
    for (int k = 0; k < figure_count; k++)
        bench_figure(figures[k].name, figures[k].value, figures[k].unit,
                     figures[k].better, figures[k].bar, figures[k].goal);
    if (!any && good)
        fprintf(stderr, "there is no part '%s'\n", o.kernel);
    return !good || !any;
}
