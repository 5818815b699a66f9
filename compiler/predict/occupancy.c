/*
 * Says of each kernel how many warps a multiprocessor will hold, by the tables
 * of runtime/ptxsim/count/arch.h, for sm_80 and sm_90.
 */
#include "compiler/predict/occupancy.h"
#include "runtime/ptxsim/count/count.h"

/* What it is reckoned for. */
static const char *const reckoned[] = {"sm_80", "sm_90"};

static int shared_bytes(const struct kir_func *f)
{
    int64_t bytes = 0;
    for (int b = 0; b < f->buffer_count; b++)
        if (f->buffer[b].space == KIR_SHARED)
            bytes += f->buffer[b].count * kir_type_size(f->buffer[b].type);
    return (int)bytes;
}

static struct occupancy_input input_of(const struct kir_func *f)
{
    return (struct occupancy_input){
        .threads = f->block[0] * f->block[1] * f->block[2],
        .registers = kir_registers(f),
        .shared = shared_bytes(f),
    };
}

void occupancy_remark(const struct kir_module *module, const char *file,
                      struct faults *faults)
{
    for (int k = 0; k < module->func_count; k++) {
        const struct kir_func *f = module->func[k];
        if (f->kind != KIR_KERNEL)
            continue;
        struct occupancy_input in = input_of(f);
        const char *text = "";
        for (size_t a = 0; a < sizeof reckoned / sizeof *reckoned; a++) {
            const struct arch *arch = arch_find(reckoned[a]);
            struct occupancy is = arch_occupancy(arch, &in);
            text = arena_printf(faults->arena,
                                "%s%s %.0f %% of the warps that %s holds, "
                                "limited by %s",
                                text, a ? ";" : "", 100 * is.share, arch->name,
                                occupancy_limit_name(is.limit));
        }
        struct loc loc = {file, f->line, 0, 0};
        fault_add(faults, FAULT_EXPECTED, loc,
                  "%s has blocks of %d threads, with %d bytes of shared "
                  "memory and about %d registers for each thread:%s",
                  f->name, in.threads, in.shared, in.registers, text);
    }
}
