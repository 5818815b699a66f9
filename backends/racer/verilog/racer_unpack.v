// The parts of a number in the formats of IEEE 754: its significand, with the
// highest bit set, and its exponent with the bias in it, which is less than one
// for numbers below the normal ones. Of zero, infinity and what is no number
// the flags alone mean something.
module racer_unpack #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23
) (
    input [EXPONENT+FRACTION:0] in,
    output sign,
    output signed [EXPONENT+1:0] exponent,
    output [FRACTION:0] significand,
    output zero,
    output infinite,
    output nan
);
    localparam SHIFT = $clog2(FRACTION + 1);
    wire [EXPONENT-1:0] field = in[FRACTION +: EXPONENT];
    wire [FRACTION-1:0] fraction = in[FRACTION-1:0];
    wire normal = |field;
    wire [SHIFT-1:0] shift;

    racer_normalise #(.WIDTH(FRACTION + 1)) shifted (
        .in({normal, fraction}), .out(significand), .count(shift));
    assign sign = in[EXPONENT+FRACTION];
    assign exponent = {2'b00, field[EXPONENT-1:1], field[0] | ~normal} -
                      {{EXPONENT+2-SHIFT{1'b0}}, shift};
    assign zero = ~normal & ~(|fraction);
    assign infinite = &field & ~(|fraction);
    assign nan = &field & (|fraction);
endmodule
