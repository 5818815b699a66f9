#include "tests/ptxsim/fuzz/damage.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What parsers, number conversions, tables and sizes stumble over. */
static const char *const words[] = {
    "0",
    "-1",
    "1",
    "3",
    "255",
    "2147483647",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "0x",
    "0xffffffffffffffffff",
    "0b1111",
    "0b2",
    "09",
    "1U",
    "0f7fc00000",
    "0f",
    "0d7ff0000000000000",
    "0d123",
    "1.5",
    "1e999",
    "%p1",
    "%r1",
    "%r2000000000",
    "%rd1",
    "%f1",
    "%fd1",
    "%tid.x",
    "%tid",
    "%tid.w",
    "%laneid",
    "%clock64",
    "WARP_SZ",
    "_",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ",",
    ";",
    ":",
    "!",
    "@",
    "@%p1",
    "@!%p0",
    "+",
    "=",
    "|",
    "\"",
    "/*",
    "*/",
    "//",
    "\\",
    ".f16",
    ".f64",
    ".f32",
    ".u8",
    ".s64",
    ".b128",
    ".pred",
    ".v2",
    ".v4",
    ".v8",
    ".global",
    ".shared",
    ".local",
    ".const",
    ".param",
    ".reg .b32 %q<2000000000>;",
    ".reg .b64 %rd<4>;",
    ".shared .align 8 .b8 large[4000000000];",
    ".shared .b8 odd[70000];",
    ".local .align 16 .b8 deep[1073741824];",
    ".global .align 8 .b8 wide[9223372036854775807];",
    ".global .u32 g[3] = {1, 2, 3, 4};",
    ".const .u64 self = generic(self);",
    ".extern .shared .align 16 .b8 outside[];",
    ".visible .entry again(.param .u64 p) { ret; }",
    ".func (.param .b32 r) loop(.param .b32 a) { ret; }",
    ".maxntid 1, 1, 1",
    ".version 99.9",
    ".target sm_20",
    ".loc 1 1 1",
    ".loc 77 4000000000 1",
    ".file 1 \"x\"",
    ".section .debug_x { .b8 1",
    ".pragma \"nounroll\";",
    ".branchtargets a, b;",
    "bar.sync 0;",
    "bar.sync 17, 33;",
    "bar.arrive 1, 64;",
    "barrier.sync 0;",
    "ret;",
    "exit;",
    "trap;",
    "brx.idx %r1, %r1;",
    "call f;",
    "call (r), loop, (a);",
    "call.uni (retval0), loop, (param0);",
    "membar.gl;",
    "fma.rn.f64 %fd1, %fd1, %fd1, %fd1;",
    "wgmma.fence.sync.aligned;",
    "tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, [t, {%r1}];",
    "ld.global.v4.u32 {%r1, %r1, %r1, %r1}, [%rd1+-9223372036854775808];",
    "st.shared.u32 [4294967292], %r1;",
    "atom.global.cas.b64 %rd1, [%rd1], %rd1, %rd1;",
    "shfl.sync.idx.b32 %r1|%p1, %r1, 99, 7967, 0;",
    "vote.sync.ballot.b32 %r1, %p1, 0;",
    "mov.b64 {%r1, %r2}, %rd1;",
    "L0: bra L0;",
};
enum { WORDS = sizeof words / sizeof *words };

uint64_t damage_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = *state;
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdu;
    return x ^ x >> 29;
}

/* A text with a span cut out and something put in its place. */
static void replace(struct buf *b, size_t from, size_t to, const char *text,
                    size_t length)
{
    struct buf result = {0};

    buf_write(&result, b->text, from);
    buf_write(&result, text, length);
    buf_write(&result, b->text + to, b->length - to);
    buf_free(b);
    *b = result;
}

struct span {
    size_t from, to;
};

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || strchr("_$%.", c);
}

/* The word or single character at `at`; blanks before it are skipped. */
static struct span token_at(const char *text, size_t length, size_t at)
{
    struct span s;

    while (at < length && isspace((unsigned char)text[at]))
        at++;
    s.from = s.to = at;
    if (at == length)
        return s;
    if (!text[at] || !in_word(text[at])) {
        s.to++;
        return s;
    }
    while (s.from > 0 && text[s.from - 1] && in_word(text[s.from - 1]))
        s.from--;
    while (s.to < length && text[s.to] && in_word(text[s.to]))
        s.to++;
    return s;
}

static struct span line_at(const char *text, size_t length, size_t at)
{
    struct span s = {at, at};

    while (s.from > 0 && text[s.from - 1] != '\n')
        s.from--;
    while (s.to < length && text[s.to] != '\n')
        s.to++;
    s.to += s.to < length;
    return s;
}

/* A place in the text, where there is one that is not blank. */
static size_t place(const struct buf *b, uint64_t *state)
{
    return b->length ? damage_random(state) % b->length : 0;
}

static void change_bytes(struct buf *b, uint64_t *state)
{
    uint64_t r = damage_random(state);
    size_t at = place(b, state), end = at + r % 40;
    char byte = (char)(r >> 16);

    end = end < b->length ? end : b->length;
    switch (r >> 8 & 3) {
    case 0:
        b->text[at] = byte;
        break;
    case 1:
        b->text[at] = (char)(b->text[at] ^ 1 << (r >> 16 & 7));
        break;
    case 2:
        replace(b, at, end, "", 0);
        break;
    default:
        replace(b, at, at, b->text + at, end - at);
    }
}

static void change_token(struct buf *b, uint64_t *state,
                         const struct text *other)
{
    struct span s = token_at(b->text, b->length, place(b, state)), t;
    uint64_t r = damage_random(state);
    const char *word = words[(r >> 8) % WORDS];

    switch (r & 3) {
    case 0:
        replace(b, s.from, s.to, word, strlen(word));
        break;
    case 1:
        replace(b, s.from, s.from, word, strlen(word));
        break;
    case 2:
        t = token_at(other->bytes, other->length, (r >> 8) % other->length);
        replace(b, s.from, s.to, other->bytes + t.from, t.to - t.from);
        break;
    default:
        replace(b, s.from, s.to, "", 0);
    }
}

/* Another part of a name with dots: of an opcode, a type, a register. */
static void change_suffix(struct buf *b, uint64_t *state)
{
    struct span s = token_at(b->text, b->length, place(b, state));
    struct span t = token_at(b->text, b->length, place(b, state));
    const char *dot = memchr(b->text + s.from, '.', s.to - s.from);
    const char *new = memchr(b->text + t.from, '.', t.to - t.from);

    if (!dot || !new)
        return;
    size_t from = (size_t)(dot - b->text), to = from + 1;
    size_t length = t.to - (size_t)(new - b->text);
    while (to < s.to && b->text[to] != '.')
        to++;
    char *copy = malloc(length);
    if (!copy)
        abort();
    memcpy(copy, new, length);
    replace(b, from, to, copy, length);
    free(copy);
}

/* Deletes, doubles, moves or imports a line: labels, declarations and
 * parameters come twice or not at all. */
static void change_line(struct buf *b, uint64_t *state,
                        const struct text *other)
{
    struct span s = line_at(b->text, b->length, place(b, state)), t;
    size_t to = line_at(b->text, b->length, place(b, state)).from;
    uint64_t r = damage_random(state);

    switch (r & 3) {
    case 0:
        replace(b, s.from, s.to, "", 0);
        break;
    case 1:
    case 2:
        replace(b, to, to, b->text + s.from, s.to - s.from);
        break;
    default:
        t = line_at(other->bytes, other->length, (r >> 8) % other->length);
        replace(b, s.from, s.from, other->bytes + t.from, t.to - t.from);
    }
}

/* The next number in the text. */
static void change_number(struct buf *b, uint64_t *state)
{
    size_t at = place(b, state);
    char text[32];
    uint64_t r = damage_random(state);

    while (at < b->length && !isdigit((unsigned char)b->text[at]))
        at++;
    size_t end = at;
    while (end < b->length && isdigit((unsigned char)b->text[end]))
        end++;
    if ((r & 3) == 0) {
        const char *word = words[(r >> 8) % 24];
        replace(b, at, end, word, strlen(word));
        return;
    }
    struct buf number = {0};
    buf_printf(&number, "%llu",
               (unsigned long long)((r >> 8) >> ((r & 3) * 18 + r % 7)));
    size_t length = number.length < sizeof text ? number.length : sizeof text;
    memcpy(text, number.text, length);
    buf_free(&number);
    replace(b, at, end, text, length);
}

static void nest(struct buf *b, uint64_t *state)
{
    static const char *const open[] = {"{", "(", "[", "{{1,", "<", "/*", "-"};
    uint64_t r = damage_random(state);
    const char *what = open[r % (sizeof open / sizeof *open)];
    size_t at = token_at(b->text, b->length, place(b, state)).from;
    struct buf many = {0};

    for (uint64_t k = 0; k < (r >> 8 & 1 ? 3 : 100000); k++)
        buf_puts(&many, what);
    replace(b, at, at, many.text, many.length);
    buf_free(&many);
}

void damage(const struct text *text, const struct text *other, uint64_t seed,
            struct buf *result)
{
    uint64_t state = seed;
    uint64_t r = damage_random(&state), changes = r & 1 ? 1 : 1 + r / 2 % 8;

    *result = (struct buf){0};
    buf_write(result, text->bytes, text->length);
    while (changes-- > 0 && result->length > 0) {
        switch (damage_random(&state) % 16) {
        case 0:
        case 1:
            change_bytes(result, &state);
            break;
        case 2:
        case 3:
        case 4:
            change_token(result, &state, other);
            break;
        case 5:
        case 6:
        case 7:
            change_suffix(result, &state);
            break;
        case 8:
        case 9:
        case 10:
            change_line(result, &state, other);
            break;
        case 11:
        case 12:
        case 13:
            change_number(result, &state);
            break;
        case 14:
            if (damage_random(&state) % 4 == 0)
                nest(result, &state);
            break;
        default:
            if (damage_random(&state) % 4 == 0)
                replace(result, place(result, &state), result->length, "", 0);
        }
    }
    buf_putc(result, '\0');
}
