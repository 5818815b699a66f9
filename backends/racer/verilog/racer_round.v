// Rounds to the nearest number, of two to that whose last bit is 0, and packs
// it. What is rounded up to the next power of two has the next field by the
// carry, be it the first normal number or infinity.
module racer_round #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23
) (
    input sign,
    input zero,
    input infinite,
    input nan,
    input [EXPONENT-1:0] field,
    input [FRACTION+2:0] in,
    output [EXPONENT+FRACTION:0] out
);
    wire up = in[1] & (in[0] | in[2]);
    wire [EXPONENT+FRACTION-1:0] number =
        {field, in[FRACTION+1:2]} + {{EXPONENT+FRACTION-1{1'b0}}, up};
    wire unused = &{1'b0, in[FRACTION+2]};

    assign out =
        nan ? {1'b0, {EXPONENT+1{1'b1}}, {FRACTION-1{1'b0}}} :
        infinite | (&field) ? {sign, {EXPONENT{1'b1}}, {FRACTION{1'b0}}} :
        zero ? {sign, {EXPONENT+FRACTION{1'b0}}} : {sign, number};
endmodule
