/* What the builder and the optimiser simplify: each identity on each side, and
 * beside each what is no identity. */
#include "backends/kir/kir.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What the last value of the body becomes: an operand ("a0", "a1", "a2"), an
 * operand of its operand ("i0"), a constant ("=5:i32"), or "" (itself). */
struct row {
    const char *body, *becomes;
};

static const struct row integers[] = {
    {"add $n 0:i32", "a0"},
    {"add 0:i32 $n", "a1"},
    {"add $n 1:i32", ""},
    {"add $n -1:i32", ""},
    {"add $n $n", ""},
    {"mul $n 1:i32", "a0"},
    {"mul 1:i32 $n", "a1"},
    {"mul $n 0:i32", "=0:i32"},
    {"mul 0:i32 $n", "=0:i32"},
    {"mul $n 2:i32", ""},
    {"mul $n -1:i32", ""},
    {"and $n -1:i32", "a0"},
    {"and -1:i32 $n", "a1"},
    {"and $n 0:i32", "=0:i32"},
    {"and 0:i32 $n", "=0:i32"},
    {"and $n 1:i32", ""},
    {"and $n $n", "a0"},
    {"and $u 4294967295:u32", "a0"},
    {"and $u 0:u32", "=0:u32"},
    {"and %p 1:pred", "a0"},
    {"and %p 0:pred", "=0:pred"},
    {"or $n 0:i32", "a0"},
    {"or 0:i32 $n", "a1"},
    {"or $n -1:i32", "=-1:i32"},
    {"or -1:i32 $n", "=-1:i32"},
    {"or $n 1:i32", ""},
    {"or $n $n", "a0"},
    {"or %p 1:pred", "=1:pred"},
    {"or %p 0:pred", "a0"},
    {"xor $n 0:i32", "a0"},
    {"xor 0:i32 $n", "a1"},
    {"xor $n -1:i32", ""},
    {"xor $n 1:i32", ""},
    {"xor $n $n", "=0:i32"},
    {"sub $n 0:i32", "a0"},
    {"sub 0:i32 $n", ""},
    {"sub $n 1:i32", ""},
    {"sub $n $n", "=0:i32"},
    {"shl $n 0:i32", "a0"},
    {"shl 0:i32 $n", ""},
    {"shl $n 1:i32", ""},
    {"shr $n 0:i32", "a0"},
    {"shr $n 1:i32", ""},
    {"div $n 1:i32", "a0"},
    {"div 1:i32 $n", ""},
    {"div $n 0:i32", ""},
    {"div $n -1:i32", ""},
    {"div $n $n", ""},
    {"rem $n 1:i32", "=0:i32"},
    {"rem $n 0:i32", ""},
    {"rem $n 2:i32", ""},
    {"rem $n $n", ""},
    {"min $n $n", "a0"},
    {"max $n $n", "a0"},
    {"lt $n $n", "=0:pred"},
    {"gt $n $n", "=0:pred"},
    {"ne $n $n", "=0:pred"},
    {"le $n $n", "=1:pred"},
    {"ge $n $n", "=1:pred"},
    {"eq $n $n", "=1:pred"},
    {"lt $n 0:i32", ""},
    {"ge $n 0:i32", ""},
    {"lt $u 0:u32", "=0:pred"},
    {"gt 0:u32 $u", "=0:pred"},
    {"ge $u 0:u32", "=1:pred"},
    {"le 0:u32 $u", "=1:pred"},
    {"lt 0:u32 $u", ""},
    {"gt $u 0:u32", ""},
    {"ge 0:u32 $u", ""},
    {"le $u 0:u32", ""},
    {"eq $u 0:u32", ""},
    {"lt $u 1:u32", ""},
    {"min $n 2147483647:i32", "a0"},
    {"min 2147483647:i32 $n", "a1"},
    {"min $n -2147483648:i32", "=-2147483648:i32"},
    {"min -2147483648:i32 $n", "=-2147483648:i32"},
    {"max $n -2147483648:i32", "a0"},
    {"max -2147483648:i32 $n", "a1"},
    {"max $n 2147483647:i32", "=2147483647:i32"},
    {"min $n 2147483646:i32", ""},
    {"max $n -2147483647:i32", ""},
    {"min $k 9223372036854775807:i64", "a0"},
    {"max $k -9223372036854775808:i64", "a0"},
    {"min $k 2147483647:i64", ""},
    {"max $k -2147483648:i64", ""},
    {"min $u 2147483647:u32", ""},
    {"not %n", "i0"},
    {"neg %m", "i0"},
    {"neg %n", ""},
    {"not %m", ""},
};

static const struct row floats[] = {
    {"mul $d 1.0:f64", "a0"},  {"mul 1.0:f64 $d", "a1"},
    {"mul $d 0.0:f64", ""},    {"mul $d -1.0:f64", ""},
    {"div $d 1.0:f64", "a0"},  {"div 1.0:f64 $d", ""},
    {"div $d $d", ""},         {"add $d -0.0:f64", "a0"},
    {"add -0.0:f64 $d", "a1"}, {"add $d 0.0:f64", ""},
    {"add 0.0:f64 $d", ""},    {"sub $d 0.0:f64", "a0"},
    {"sub $d -0.0:f64", ""},   {"sub 0.0:f64 $d", ""},
    {"sub $d $d", ""},         {"min $d $d", "a0"},
    {"max $d $d", "a0"},       {"min $d 1.0:f64", ""},
    {"le $d $d", ""},          {"eq $d $d", ""},
    {"ne $d $d", ""},          {"mul $s 1.0:f32", "a0"},
};

static const struct row conversions[] = {
    {"cast i32 $n", "a0"},
    {"cast u32 $n", ""},
    {"cast i32 %nk", "i0"}, /* by I64 */
    {"cast u32 %nk", ""},
    {"cast i64 %kn", ""}, /* by I32 */
    {"cast i32 %nu", "i0"},
    {"cast i64 %ku", ""},
    {"cast f32 %sd", "i0"}, /* by F64 */
    {"cast f64 %ds", ""},
    {"cast i32 %nd", ""},
    {"cast pred %pn", "i0"},
    {"cast i8 %n8", "a0"},
    {"cast u8 %n8", ""},
    {"cast i8 %b8", "a0"}, /* of a load */
    {"cast u8 %b8", ""},
    {"cast i16 %b8", ""},
    {"cast i32 %n8", "a0"},
    {"cast i64 %n8", ""},
    {"bitcast i32 $s", ""},
    {"bitcast f32 %si", "i0"},
    {"cast f32 %si", ""},
    {"cast i32 %bk", ""}, /* a block's number, where it is more than 32 bits */
};

static const struct row others[] = {
    {"select %p $n $n", "a1"},
    {"select %p $n 1:i32", ""},
    {"select 1:pred $n $m", "a1"},
    {"select 0:pred $n $m", "a2"},
    {"select %p 1:pred 0:pred", "a0"},
    {"select %p 0:pred 1:pred", ""},
    {"select %p 1:pred 1:pred", "a1"},
    {"select %p 1:i32 0:i32", ""},
    {"select %p %q 0:pred", ""},
    {"select %p 1:pred %q", ""},
    {"shuffle_down 1 $s", "a0"},
    {"shuffle_down 1 2.0:f32", "a0"},
    {"shuffle_down 1 block.x", "a0"},
    {"shuffle_down 1 grid.y", "a0"},
    {"shuffle_down 1 thread.x", ""},
    {"shuffle_down 1 %n", ""},
    /* constants */
    {"add 2:i32 3:i32", "=5:i32"},
    {"add 2147483647:i32 1:i32", "=-2147483648:i32"},
    {"sub 0:u32 1:u32", "=4294967295:u32"},
    {"div 7:i32 2:i32", "=3:i32"},
    {"div 7:i32 0:i32", ""},
    {"mul 0.5:f64 3.0:f64", "=1.5:f64"},
    {"sqrt 4.0:f64", "=2.0:f64"},
    {"sqrt -1.0:f64", ""},
    {"exp 0.0:f64", ""},
    {"hypot 3.0:f64 4.0:f64", ""},
    {"fmod 5.0:f64 3.0:f64", "=2.0:f64"},
    {"min 0.0:f64 -0.0:f64", ""},
    {"max -0.0:f64 0.0:f64", ""},
    {"min 0.0:f64 0.0:f64", "=0.0:f64"},
    {"min 1.0:f64 2.0:f64", "=1.0:f64"},
    {"sub inf:f64 inf:f64", ""},
    {"lt 1:i32 2:i32", "=1:pred"},
    {"lt 2.0:f64 1.0:f64", "=0:pred"},
    {"select 1:pred 2:i32 3:i32", "=2:i32"},
    {"cast f64 3:i32", "=3.0:f64"},
    {"muladd 2.0:f64 3.0:f64 4.0:f64", "=10.0:f64"},
    {"muladd 0x1.0000001p+0:f64 0x1.0000001p+0:f64 -0x1.0000002p+0:f64", ""},
    {"fma 0x1.0000001p+0:f64 0x1.0000001p+0:f64 -0x1.0000002p+0:f64",
     "=0x1p-56:f64"},
};

static bool becomes(struct kir_func *f, const struct kir_value *v, int value,
                    const char *want)
{
    const struct kir_value *is;
    char *end;

    if (!*want)
        return value < 0;
    if (value < 0)
        return false;
    if (*want == 'a')
        return value == v->arg[want[1] - '0'];
    if (*want == 'i')
        return value == f->value[v->arg[0]].arg[want[1] - '0'];
    is = &f->value[value];
    end = strrchr(want, ':');
    return is->op == KIR_CONST && !strcmp(kir_type_name(is->type), end + 1) &&
           (kir_is_float(is->type) ? is->imm.f == strtod(want + 1, NULL)
                                   : is->imm.i == strtoll(want + 1, NULL, 10));
}

static void check(const struct row *row, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        char *text = arena_printf(
            arena,
            "module \"m\" \"\" kernel k 1 1 1 {\n"
            "global b:i8 param n:i32 param m:i32 param u:u32 param k:i64\n"
            "param d:f64 param s:f32 var v:pred\n"
            "%%n = not $n %%m = neg $n %%nk = cast i64 $n %%kn = cast i32 $k\n"
            "%%nu = cast u32 $n %%ku = cast u32 $k %%sd = cast f64 $s\n"
            "%%ds = cast f32 $d %%nd = cast f64 $n %%n8 = cast i8 $n\n"
            "%%b8 = load b 0:i32 %%si = bitcast i32 $s\n"
            "%%bk = cast i64 block.x %%p = get v %%q = get v\n"
            "%%pn = cast i32 %%p\n%%r = %s\n}\n",
            row[k].body);
        struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);
        const struct kir_stmt *last = NULL;
        struct kir_func *f;
        struct kir_value v;

        if (!module)
            fail_msg("%s: %s", row[k].body, faults.first->message);
        f = module->func[0];
        for (const struct kir_stmt *s = f->body.first; s; s = s->next)
            last = s;
        v = f->value[last->value];
        if (!becomes(f, &v, kir_simplify(f, &v), row[k].becomes))
            fail_msg("%s is not '%s'", row[k].body, row[k].becomes);
        arena_free(arena);
    }
}

#define CHECK(name)                                                            \
    static void test_##name(void **state)                                      \
    {                                                                          \
        (void)state;                                                           \
        check(name, sizeof name / sizeof *name);                               \
    }
CHECK(integers)
CHECK(floats)
CHECK(conversions)
CHECK(others)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
