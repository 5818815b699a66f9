// Brings a significand whose highest bit is set, with a guard and a sticky bit
// below it, to an exponent that the format has: those that are too low make it
// a number below the normal ones. The field is 0 for these, and all ones for
// numbers that are too large.
module racer_scale #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter BITS = EXPONENT + 2
) (
    input signed [BITS-1:0] exponent,
    input [FRACTION+2:0] in,
    output [EXPONENT-1:0] field,
    output [FRACTION+2:0] out
);
    localparam signed [BITS-1:0] ONE = 1;
    localparam signed [BITS-1:0] HIGHEST = (1 << EXPONENT) - 1;
    wire low = exponent < ONE, high = exponent >= HIGHEST;
    wire [BITS-1:0] below = low ? ONE - exponent : {BITS{1'b0}};

    racer_sticky #(.WIDTH(FRACTION + 3), .BITS(BITS)) shifted (
        .in(in), .count(below), .out(out));
    assign field = low ? {EXPONENT{1'b0}} : high ? {EXPONENT{1'b1}} :
                   exponent[EXPONENT-1:0];
endmodule
