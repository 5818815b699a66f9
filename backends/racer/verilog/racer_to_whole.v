// A number with a point as a whole one, cut off, in STAGES registers, between
// which two steps are shared out. What is too large becomes the type's end,
// what is no number 0.
module racer_to_whole #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter WHOLE = 32,
    parameter STAGES = 2
) (
    input clk,
    input rst,
    input in_full,
    input [EXPONENT+FRACTION:0] in,
    output fire,
    output out_full,
    output [WHOLE-1:0] out,
    input out_take,
    output moving
);
    localparam E = EXPONENT, F = FRACTION, N = WHOLE + F;
    localparam WIDTH = 3 + WHOLE;
    localparam [31:0] BIAS = (1 << (E - 1)) - 1;
    localparam [31:0] HIGHEST = (1 << (E - 1)) - 2 + WHOLE;
    wire [STAGES-1:0] load;

    assign fire = load[0];
    racer_handshake #(.STAGES(STAGES)) bits (
        .clk(clk), .rst(rst), .in_full(in_full), .load(load),
        .out_full(out_full), .out_take(out_take), .moving(moving));

    wire [E-1:0] field = in[F +: E];
    wire [31:0] exponent = {{32-E{1'b0}}, field};
    wire nan = &field & (|in[F-1:0]);
    wire smaller = exponent < BIAS, larger = exponent >= HIGHEST;
    wire [31:0] left = smaller | larger ? 32'd0 : exponent - BIAS;
    wire [N-1:0] shifted = {{WHOLE-1{1'b0}}, ~smaller, in[F-1:0]} << left;
    wire unused = &{1'b0, shifted[F-1:0]};

    wire [WIDTH-1:0] q;
    wire sign, none, beyond;
    wire [WHOLE-1:0] magnitude;
    racer_cut #(.WIDTH(WIDTH), .STAGES(STAGES), .FIRST(0), .LAST(STAGES / 2))
        cut1 (.clk(clk), .load(load), .out(q),
              .in({in[E+F], nan, larger, shifted[N-1:F]}));
    assign {sign, none, beyond, magnitude} = q;

    wire [WHOLE-1:0] result =
        none ? {WHOLE{1'b0}} :
        beyond ? (sign ? {1'b1, {WHOLE-1{1'b0}}} : {1'b0, {WHOLE-1{1'b1}}}) :
        sign ? -magnitude : magnitude;
    racer_cut #(.WIDTH(WHOLE), .STAGES(STAGES), .FIRST(STAGES / 2),
                .LAST(STAGES)) cut2 (
        .clk(clk), .load(load), .in(result), .out(out));
endmodule
