/* Ranges of integers: what each operation, loop and sum gives at most, and
 * which results are exact. */
#include "backends/kir/kir.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The range of the last value that the body names. */
struct row {
    const char *body;
    enum { UNKNOWN, WRAPS, EXACT } what;
    int64_t lo, hi;
};

#define I32 INT32_MIN, INT32_MAX
#define I64 INT64_MIN, INT64_MAX

/* %b: 0 … 255, %c: -128 … 127, %i and %q: any I32, I64. */
static const struct row operation[] = {
    {"%r = load b 0:i32", WRAPS, 0, 255},
    {"%r = load c 0:i32", WRAPS, -128, 127},
    {"%r = load g 0:i32", WRAPS, 0, 65535},
    {"%r = load h 0:i32", WRAPS, -32768, 32767},
    {"%r = load i 0:i32", WRAPS, I32},
    {"%r = load w 0:i32", WRAPS, 0, UINT32_MAX},
    {"%r = load q 0:i32", WRAPS, I64},
    {"%r = load x 0:i32", UNKNOWN, 0, 0},
    {"%r = load d 0:i32", UNKNOWN, 0, 0},
    {"%r = lt %b %c", WRAPS, 0, 1},
    {"%r = add %b %c", EXACT, -128, 382},
    {"%r = sub %b %c", EXACT, -127, 383},
    {"%r = mul %b %c", EXACT, -32640, 32385},
    {"%r = mul %c %c", EXACT, -16256, 16384},
    {"%r = neg %c", EXACT, -127, 128},
    {"%r = add %i 1:i32", WRAPS, I32},
    {"%r = sub %i 1:i32", WRAPS, I32},
    {"%r = mul %i 2:i32", WRAPS, I32},
    {"%r = neg %i", WRAPS, I32},
    {"%r = add %q 1:i64", WRAPS, I64},
    {"%r = add %q -1:i64", WRAPS, I64},
    {"%r = sub %q 1:i64", WRAPS, I64},
    {"%r = sub %q -1:i64", WRAPS, I64},
    {"%r = mul %q -1:i64", WRAPS, I64},
    {"%r = mul -1:i64 %q", WRAPS, I64},
    {"%r = mul %q 2:i64", WRAPS, I64},
    {"%r = add $n 0:i32", EXACT, I32},
    {"%e = cast i64 %i %r = add %e 1:i64", EXACT, INT64_C(-2147483647),
     INT64_C(2147483648)},
    {"%e = cast i64 %i %r = mul %e %e", EXACT, INT64_C(-4611686016279904256),
     INT64_C(4611686018427387904)},
    {"%r = add %u 0:u64", UNKNOWN, 0, 0},
    {"%m = load w 0:i32 %r = sub %m 1:u32", WRAPS, 0, UINT32_MAX},
    {"%r = abs %c", EXACT, 0, 128},
    {"%e = add %b 1:i32 %r = abs %e", EXACT, 1, 256},
    {"%e = sub -1:i32 %b %r = abs %e", EXACT, 1, 256},
    {"%e = neg %b %r = abs %e", EXACT, 0, 255},
    {"%r = abs %i", WRAPS, I32},
    {"%r = abs %q", WRAPS, I64},
    {"%r = min %b %c", WRAPS, -128, 127},
    {"%r = max %b %c", WRAPS, 0, 255},
    {"%r = min 7:i32 %b", WRAPS, 0, 7},
    {"%r = max %c 5:i32", WRAPS, 5, 127},
    {"%r = min %u 5:u64", UNKNOWN, 0, 0},
    {"%r = and %b %c", WRAPS, 0, 255},
    {"%r = and %c %b", WRAPS, 0, 255},
    {"%r = and %b 1000:i32", WRAPS, 0, 255},
    {"%r = and 1000:i32 %b", WRAPS, 0, 255},
    {"%r = and %c 0:i32", WRAPS, 0, 0},
    {"%r = and 15:i32 %b", WRAPS, 0, 15},
    {"%r = and %c %c", WRAPS, I32},
    {"%r = and %u 15:u64", WRAPS, 0, 15},
    {"%r = and 15:u64 %u", WRAPS, 0, 15},
    {"%r = and %u 18446744073709551615:u64", UNKNOWN, 0, 0},
    {"%r = or %b %b", WRAPS, I32},
    {"%r = shr %b 3:i32", WRAPS, 0, 31},
    {"%r = shr %c 2:i32", WRAPS, -32, 31},
    {"%r = shr %c 0:i32", WRAPS, -128, 127},
    {"%r = shr %c 31:i32", WRAPS, -1, 0},
    {"%r = shr %b 32:i32", WRAPS, I32},
    {"%r = shr %b -1:i32", WRAPS, I32},
    {"%r = shr %b $n", WRAPS, I32},
    {"%r = shr %c %b", WRAPS, I32},
    {"%r = shl %b 1:i32", WRAPS, I32},
    {"%r = div %c 10:i32", WRAPS, -12, 12},
    {"%r = div %c 1:i32", WRAPS, -128, 127},
    {"%r = div %c 0:i32", WRAPS, I32},
    {"%r = div %c -10:i32", WRAPS, I32},
    {"%r = div %c %b", WRAPS, I32},
    {"%e = add %b 1:i32 %r = div %c %e", WRAPS, I32},
    {"%e = add %b 1:i32 %r = rem %c %e", WRAPS, I32},
    {"%r = div 5:u64 %u", UNKNOWN, 0, 0},
    {"%r = rem %c 10:i32", WRAPS, -9, 9},
    {"%r = rem %b 10:i32", WRAPS, 0, 9},
    {"%e = neg %b %r = rem %e 10:i32", WRAPS, -9, 0},
    {"%r = rem %c 1:i32", WRAPS, 0, 0},
    {"%r = rem %b 0:i32", WRAPS, I32},
    {"%r = div %u 3:u64", UNKNOWN, 0, 0},
    {"%p = lt %b %c %r = select %p %b %c", WRAPS, -128, 255},
    {"%p = lt %b %c %r = select %p 3:i32 9:i32", WRAPS, 3, 9},
    {"%p = lt %b %c %r = select %p 9:i32 3:i32", WRAPS, 3, 9},
    {"%p = lt %b %c %r = select %p %u 3:u64", UNKNOWN, 0, 0},
    {"%r = cast i8 %b", WRAPS, -128, 127},
    {"%r = cast i8 %c", WRAPS, -128, 127},
    {"%e = and %b 7:i32 %r = cast u8 %e", WRAPS, 0, 7},
    {"%r = cast u8 %c", WRAPS, 0, 255},
    {"%r = cast i64 %b", WRAPS, 0, 255},
    {"%e = add %b %b %r = cast i64 %e", WRAPS, 0, 510},
    {"%r = cast u32 %c", WRAPS, 0, UINT32_MAX},
    {"%r = cast u64 %b", UNKNOWN, 0, 0},
    {"%r = cast u64 %c", UNKNOWN, 0, 0},
    {"%e = load d 0:i32 %r = cast i32 %e", WRAPS, I32},
    {"%r = cast f64 %b", UNKNOWN, 0, 0},
    {"%r = cast i64 block.x", WRAPS, I32},
    {"%r = cast u64 18446744073709551615:u64", UNKNOWN, 0, 0},
    {"%r = cast i64 9223372036854775807:u64", WRAPS, INT64_MAX, INT64_MAX},
};

#define LOOP(lo, hi, step) "for %k:i32 = " lo " to " hi " step " step " { "
#define TEN LOOP("0:i32", "10:i32", "1:i32")
#define ROWS "for %j:i32 = 0:i32 to 10:i32 step 1:i32 { "
#define SUM "%g = get s %t = add %g %b set s %t "

static const struct row loop[] = {
    {TEN "%r = add %k 0:i32 }", EXACT, 0, 9},
    {LOOP("%c", "%b", "1:i32") "%r = add %k 0:i32 }", EXACT, -128, 254},
    {LOOP("0:i32", "$n", "1:i32") "%r = cast i64 %k }", WRAPS, 0,
     INT32_MAX - 1},
    {LOOP("$n", "5:i32", "1:i32") "%r = cast i64 %k }", WRAPS, INT32_MIN, 4},
    {LOOP("5:i32", "5:i32", "1:i32") "%r = cast i64 %k }", WRAPS, I32},
    {LOOP("4:i32", "5:i32", "1:i32") "%r = cast i64 %k }", WRAPS, 4, 4},
    {"for %k:u64 = %u to %u step 1:u64 { %r = add %k 0:u64 }", UNKNOWN, 0, 0},
};

static const struct row sum[] = {
    {"%r = get s", WRAPS, 0, 0},
    {"set s 7:i32 %r = get s", WRAPS, 0, 7},
    {"set s -7:i32 %r = get s", WRAPS, -7, 0},
    {SUM "%r = get s", WRAPS, 0, 255},
    {TEN SUM "} %r = get s", WRAPS, 0, 2550},
    {TEN "%g = get s %t = add %b %g set s %t } %r = get s", WRAPS, 0, 2550},
    {TEN "%g = get s %t = sub %g %b set s %t } %r = get s", WRAPS, -2550, 0},
    {TEN "%g = get s %t = sub %b %g set s %t } %r = get s", WRAPS, I32},
    {TEN "%g = get s %t = mul %b %g set s %t } %r = get s", WRAPS, I32},
    {TEN "%g = get s %t = add %g $n set s %t } %r = get s", WRAPS, I32},
    {"set s 5:i32 " TEN SUM "} %r = get s", WRAPS, 0, 2555},
    {"set s -5:i32 " TEN SUM "} %r = get s", WRAPS, -5, 2550},
    {TEN SUM "%h = get s %v = add %h %c set s %v } %r = get s", WRAPS, -1280,
     3820},
    {TEN "for %j:i32 = 0:i32 to 4:i32 step 1:i32 { " SUM "} } %r = get s",
     WRAPS, 0, 10200},
    {TEN "%p = lt %k 3:i32 if %p { " SUM "} } %r = get s", WRAPS, 0, 2550},
    {TEN "%p = lt %k 3:i32 if %p { } else { " SUM "} } %r = get s", WRAPS, 0,
     2550},
    /* What the end of a body sets nobody reads, if it begins with a value. */
    {ROWS "set s 0:i32 " TEN "%g = get s %t = add %g %b set s %t }"
          " %h = get s %i2 = add %h $n set s %i2 %e = sub %h 0:i32 }",
     EXACT, 0, 2550},
    {ROWS "set s 0:i32 " TEN "%g = get s %t = add %g %b set s %t }"
          " %h = get s %i2 = add %h $n set s %i2 } %e = get s",
     WRAPS, I32},
    {ROWS TEN "%g = get s %t = add %g %b set s %t }"
              " %h = get s %i2 = add %h $n set s %i2 %e = sub %h 0:i32 }",
     EXACT, I32},
    {LOOP("0:i32", "10:i32", "3:i32") SUM "} %r = get s", WRAPS, 0, 1020},
    {LOOP("0:i32", "9:i32", "3:i32") SUM "} %r = get s", WRAPS, 0, 765},
    {LOOP("1:i32", "9:i32", "1:i32") SUM "} %r = get s", WRAPS, 0, 2040},
    {LOOP("1:i32", "2:i32", "1:i32") SUM "} %r = get s", WRAPS, 0, 255},
    {LOOP("9:i32", "0:i32", "1:i32") SUM "} %r = get s", WRAPS, 0, 255},
    {LOOP("0:i32", "9:i32", "0:i32") SUM "} %r = get s", WRAPS, I32},
    {LOOP("0:i32", "9:i32", "-1:i32") SUM "} %r = get s", WRAPS, I32},
    {LOOP("0:i32", "$n", "1:i32") SUM "} %r = get s", WRAPS, I32},
    {LOOP("$n", "9:i32", "1:i32") SUM "} %r = get s", WRAPS, I32},
    {LOOP("0:i32", "9:i32", "$n") SUM "} %r = get s", WRAPS, I32},
    {"while { %p = lt %b %c } %p { " SUM "} %r = get s", WRAPS, I32},
    {"while { " SUM "%p = lt %b %c } %p { } %r = get s", WRAPS, I32},
    {"set s 1:i32 set s 2:i32 %r = get s", WRAPS, I32},
    {"%g = get s set s 0:i32 %t = add %g %b set s %t %r = get s", WRAPS, I32},
    {"%g = get s set s 0:i32 %h = get s %t = add %h %b set s %t %r = get s",
     WRAPS, 0, 255},
    {"%g = get s " TEN "set s 0:i32 } %t = add %g %b set s %t %r = get s",
     WRAPS, I32},
    {"%g = get s %p = lt %b %c if %p { } else { set s 0:i32 } %t = add %g %b "
     "set s %t %r = get s",
     WRAPS, I32},
    {"%g = get z %t = add %g %b set s %t %r = get s", WRAPS, I32},
    {TEN "set s 0:i32 for %j:i32 = 0:i32 to 4:i32 step 1:i32 { " SUM
         "} %r = get s }",
     WRAPS, 0, 1020},
    {TEN SUM "set s 0:i32 } %r = get s", WRAPS, I32},
    {SUM TEN "set s 0:i32 } %r = get s", WRAPS, I32},
    {LOOP("0:i32", "8421504:i32", "1:i32") SUM "} %r = get s", WRAPS, 0,
     2147483520},
    {LOOP("0:i32", "8421505:i32", "1:i32") SUM "} %r = get s", WRAPS, I32},
    {"%e = cast i64 %b for %k:i64 = 0:i64 to 2147483647:i64 step 1:i64 { "
     "%g = get l %t = add %g %e set l %t } %r = get l",
     WRAPS, 0, INT64_C(547608329985)},
    {"%e = cast i64 %b for %k:i64 = 0:i64 to 2147483648:i64 step 1:i64 { "
     "%g = get l %t = add %g %e set l %t } %r = get l",
     WRAPS, I64},
};

static int last_value(const struct kir_block *block, int last)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_LET)
            last = s->value;
        last = last_value(&s->body[0], last);
        last = last_value(&s->body[1], last);
    }
    return last;
}

static void check(const struct row *row, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct arena *arena = arena_new();
        struct faults faults = faults_new(arena);
        char *text = arena_printf(
            arena,
            "module \"m\" \"\" kernel k 1 1 1 {\n"
            "global b:u8 global c:i8 global g:u16 global h:i16 global i:i32\n"
            "global w:u32 global q:i64 global x:u64 global d:f64 param n:i32\n"
            "var s:i32 var z:i32 var l:i64\n"
            "%%b = load b 0:i32 %%c = load c 0:i32 %%i = load i 0:i32\n"
            "%%q = load q 0:i32 %%u = load x 0:i32\n%s\n}\n",
            row[k].body);
        struct kir_module *module = kir_parse(arena, "m.kir", text, &faults);
        struct kir_range r;

        if (!module)
            fail_msg("%s: %s", row[k].body, faults.first->message);
        r = kir_ranges(arena,
                       module->func[0])[last_value(&module->func[0]->body, -1)];
        if (r.known != (row[k].what != UNKNOWN) ||
            (r.known && (r.exact != (row[k].what == EXACT) ||
                         r.lo != row[k].lo || r.hi != row[k].hi)))
            fail_msg("%s: known %d, exact %d, %lld ... %lld", row[k].body,
                     r.known, r.exact, (long long)r.lo, (long long)r.hi);
        arena_free(arena);
    }
}

static void test_operations(void **state)
{
    (void)state;
    check(operation, sizeof operation / sizeof *operation);
}

static void test_loops(void **state)
{
    (void)state;
    check(loop, sizeof loop / sizeof *loop);
}

static void test_sums(void **state)
{
    (void)state;
    check(sum, sizeof sum / sizeof *sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_sums),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
