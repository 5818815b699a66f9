// A whole number as one with a point, in STAGES registers, between which two
// steps are shared out: shift, and round.
module racer_from_whole #(
    parameter WHOLE = 32,
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 2
) (
    input clk,
    input rst,
    input in_full,
    input [WHOLE-1:0] in,
    output fire,
    output out_full,
    output [EXPONENT+FRACTION:0] out,
    input out_take,
    output moving
);
    localparam E = EXPONENT, F = FRACTION, N = WHOLE + F + 3;
    localparam BITS = $clog2(WHOLE), WIDTH = 2 + E + F + 3;
    localparam [E-1:0] HIGHEST = (1 << (E - 1)) - 2 + WHOLE;
    wire [STAGES-1:0] load;

    assign fire = load[0];
    racer_handshake #(.STAGES(STAGES)) bits (
        .clk(clk), .rst(rst), .in_full(in_full), .load(load),
        .out_full(out_full), .out_take(out_take), .moving(moving));

    wire [WHOLE-1:0] magnitude = in[WHOLE-1] ? -in : in;
    wire [WHOLE-1:0] significand;
    wire [BITS-1:0] leading;
    racer_normalise #(.WIDTH(WHOLE)) normalise (
        .in(magnitude), .out(significand), .count(leading));
    wire [N-1:0] wide = {significand, {F+3{1'b0}}};

    wire [WIDTH-1:0] q;
    wire sign, zero;
    wire [E-1:0] field;
    wire [F+2:0] fitted;
    racer_cut #(.WIDTH(WIDTH), .STAGES(STAGES), .FIRST(0), .LAST(STAGES / 2))
        cut1 (.clk(clk), .load(load), .out(q),
              .in({in[WHOLE-1], ~(|magnitude),
                   HIGHEST - {{E-BITS{1'b0}}, leading}, wide[N-1:WHOLE+1],
                   |wide[WHOLE:0]}));
    assign {sign, zero, field, fitted} = q;

    wire [E+F:0] rounded;
    racer_round #(.EXPONENT(E), .FRACTION(F)) round (
        .sign(sign), .zero(zero), .infinite(1'b0), .nan(1'b0), .field(field),
        .in(fitted), .out(rounded));
    racer_cut #(.WIDTH(E + F + 1), .STAGES(STAGES), .FIRST(STAGES / 2),
                .LAST(STAGES)) cut2 (
        .clk(clk), .load(load), .in(rounded), .out(out));
endmodule
