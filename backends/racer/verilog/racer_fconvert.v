// A number in another format, in STAGES registers, between which two steps are
// shared out: unpack, and round.
module racer_fconvert #(
    parameter FROM_EXPONENT = 8,
    parameter FROM_FRACTION = 23,
    parameter EXPONENT = 11,
    parameter FRACTION = 52,
    parameter STAGES = 2
) (
    input clk,
    input rst,
    input in_full,
    input [FROM_EXPONENT+FROM_FRACTION:0] in,
    output fire,
    output out_full,
    output [EXPONENT+FRACTION:0] out,
    input out_take,
    output moving
);
    localparam E = EXPONENT, F = FRACTION;
    localparam FE = FROM_EXPONENT, FF = FROM_FRACTION;
    localparam BITS = (E > FE ? E : FE) + 2;
    localparam signed [BITS-1:0] SHIFT = (1 << (E - 1)) - (1 << (FE - 1));
    localparam WIDTH = 4 + BITS + F + 3;
    wire [STAGES-1:0] load;

    assign fire = load[0];
    racer_handshake #(.STAGES(STAGES)) bits (
        .clk(clk), .rst(rst), .in_full(in_full), .load(load),
        .out_full(out_full), .out_take(out_take), .moving(moving));

    wire sign, zero, infinite, nan;
    wire signed [FE+1:0] exponent;
    wire signed [BITS-1:0] wide = {{BITS-FE-1{exponent[FE+1]}}, exponent[FE:0]};
    wire [FF:0] significand;
    wire [F+2:0] fitted;
    racer_unpack #(.EXPONENT(FE), .FRACTION(FF)) unpack (
        .in(in), .sign(sign), .exponent(exponent), .significand(significand),
        .zero(zero), .infinite(infinite), .nan(nan));
    generate
        if (F >= FF) begin : longer
            assign fitted = {significand, {F+2-FF{1'b0}}};
        end else begin : shorter
            assign fitted = {significand[FF:FF-F-1], |significand[FF-F-2:0]};
        end
    endgenerate

    wire [WIDTH-1:0] q;
    wire sign1, zero1, infinite1, nan1;
    wire signed [BITS-1:0] exponent1;
    wire [F+2:0] fitted1;
    racer_cut #(.WIDTH(WIDTH), .STAGES(STAGES), .FIRST(0), .LAST(STAGES / 2))
        cut1 (.clk(clk), .load(load), .out(q),
              .in({sign, zero, infinite, nan, wide + SHIFT, fitted}));
    assign {sign1, zero1, infinite1, nan1, exponent1, fitted1} = q;

    wire [E-1:0] field;
    wire [F+2:0] scaled;
    wire [E+F:0] rounded;
    racer_scale #(.EXPONENT(E), .FRACTION(F), .BITS(BITS)) scale (
        .exponent(exponent1), .in(fitted1), .field(field), .out(scaled));
    racer_round #(.EXPONENT(E), .FRACTION(F)) round (
        .sign(sign1), .zero(zero1), .infinite(infinite1), .nan(nan1),
        .field(field), .in(scaled), .out(rounded));
    racer_cut #(.WIDTH(E + F + 1), .STAGES(STAGES), .FIRST(STAGES / 2),
                .LAST(STAGES)) cut2 (
        .clk(clk), .load(load), .in(rounded), .out(out));
endmodule
