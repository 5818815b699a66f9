/*
 * Gates of the array, each factor a line of the architecture. An RE has a
 * register of `re_most` stages for each of a link's bits, multiplexers,
 * configuration bits, its control, and a full bit beside each register bit.
 * Lanes take as much of the area as they have REs beside the `side` * `side`
 * of a PE, those where lanes cross included.
 */
#include "backends/racer/place/local.h"

struct place_area place_area_of(const struct racer_arch *arch,
                                const struct place_report *report)
{
    const int *f = arch->factor;
    struct place_area area = {0};
    int64_t bits = 32 * (int64_t)f[RACER_FACTOR_words];
    int64_t block = f[RACER_FACTOR_block], lane = f[RACER_FACTOR_lane];
    int64_t along = block * f[RACER_FACTOR_side], blocks;

    area.re_gates =
        bits * f[RACER_FACTOR_re_most] * f[RACER_FACTOR_re_bit_gates] +
        bits * f[RACER_FACTOR_re_mux_gates] +
        (int64_t)f[RACER_FACTOR_re_config_bits] *
            f[RACER_FACTOR_re_config_gates] +
        f[RACER_FACTOR_re_control_gates] +
        bits * f[RACER_FACTOR_re_most] * f[RACER_FACTOR_re_full_gates];
    area.pes = (int64_t)f[RACER_FACTOR_rows] * f[RACER_FACTOR_columns];
    area.pe_total = area.pes * f[RACER_FACTOR_pe_gates];
    area.mflops =
        area.pes * f[RACER_FACTOR_pe_flops] * f[RACER_FACTOR_megahertz];
    if (arch->fabric == RACER_THESIS) {
        int64_t pitch = along + lane;

        blocks = area.pes / (block * block);
        area.res = blocks * 2 * lane * along;
        area.crossings = blocks * lane * lane;
        area.share =
            (int)(1000 * (pitch * pitch - along * along) / (pitch * pitch));
    }
    area.re_total = area.res * area.re_gates;
    area.crossing_total = area.crossings * area.re_gates;
    if (report)
        area.used = (int64_t)report->pes * f[RACER_FACTOR_pe_gates] +
                    report->res * area.re_gates;
    return area;
}

static void print_millions(struct buf *out, const char *what, int64_t gates)
{
    buf_printf(out, "%s%lld.%03lld M", what, (long long)(gates / 1000000),
               (long long)(gates / 1000 % 1000));
}

/* How busy the adders and multipliers of the PEs are that are used, if all of
 * the graph's slots hold elements. */
static void print_flops(struct buf *out, const struct racer_arch *arch,
                        const struct place_report *report)
{
    int64_t all = (int64_t)report->pes * arch->factor[RACER_FACTOR_pe_flops];
    int64_t share = all ? 1000 * (int64_t)report->flops / all : 0;

    buf_printf(
        out,
        "\nFPUs: %d operations a slot, of %lld of the PEs used, %lld.%lld"
        " %%\n",
        report->flops, (long long)all, (long long)(share / 10),
        (long long)(share % 10));
}

static void print_program(struct buf *out, const struct place_program *program)
{
    buf_printf(out,
               "program: %d words, configured in %lld cycles before the data,"
               " reset in %lld behind them",
               program->words, (long long)program->configure,
               (long long)program->reset);
    if (program->unreached)
        buf_printf(out, "; %d PEs and REs are reached from no source",
                   program->unreached);
    buf_putc(out, '\n');
}

void place_print(struct buf *out, const struct racer_arch *arch,
                 const struct place_report *report)
{
    struct place_area area = place_area_of(arch, report);
    int64_t all = area.pe_total + area.re_total + area.crossing_total;

    buf_printf(out,
               "uses %d PEs (%d of them compute), %d REs, %d links, %d"
               " ports\n",
               report->pes, report->computing, report->res, report->links,
               report->ports);
    print_program(out, &report->program);
    print_millions(out, "area: gates of PEs ", area.pe_total);
    print_millions(out, ", of REs ", area.re_total);
    print_millions(out, ", with crossings ",
                   area.re_total + area.crossing_total);
    print_millions(out, "; used ", area.used);
    print_millions(out, ", idle ", all - area.used);
    print_flops(out, arch, report);
    buf_printf(out, "peak: %lld.%lld GFLOP/s at %d MHz\n",
               (long long)(area.mflops / 1000),
               (long long)(area.mflops / 100 % 10),
               arch->factor[RACER_FACTOR_megahertz]);
}
