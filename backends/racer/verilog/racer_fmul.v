// The product of two numbers in STAGES registers, between which five steps are
// shared out: unpack, multiply by the halves of one, add, normalise, round.
module racer_fmul #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 5
) (
    input clk,
    input rst,
    input in_full,
    input [EXPONENT+FRACTION:0] a,
    input [EXPONENT+FRACTION:0] b,
    output fire,
    output out_full,
    output [EXPONENT+FRACTION:0] out,
    input out_take,
    output moving
);
    localparam E = EXPONENT, F = FRACTION, W = E + F + 1;
    localparam LOW = (F + 1) / 2, HIGH = F + 1 - LOW;
    localparam signed [E+1:0] BIAS = (1 << (E - 1)) - 1;
    wire [STAGES-1:0] load;

    assign fire = load[0];
    racer_handshake #(.STAGES(STAGES)) bits (
        .clk(clk), .rst(rst), .in_full(in_full), .load(load),
        .out_full(out_full), .out_take(out_take), .moving(moving));

    wire a_sign, a_zero, a_infinite, a_nan, b_sign, b_zero, b_infinite, b_nan;
    wire signed [E+1:0] a_exponent, b_exponent;
    wire [F:0] a_significand, b_significand;
    racer_unpack #(.EXPONENT(E), .FRACTION(F)) unpack_a (
        .in(a), .sign(a_sign), .exponent(a_exponent),
        .significand(a_significand), .zero(a_zero), .infinite(a_infinite),
        .nan(a_nan));
    racer_unpack #(.EXPONENT(E), .FRACTION(F)) unpack_b (
        .in(b), .sign(b_sign), .exponent(b_exponent),
        .significand(b_significand), .zero(b_zero), .infinite(b_infinite),
        .nan(b_nan));
    wire infinite = a_infinite | b_infinite, zero = a_zero | b_zero;
    wire nan = a_nan | b_nan | (infinite & zero);
    wire signed [E+1:0] exponent = a_exponent + b_exponent - BIAS;

    localparam W1 = 4 + E + 2 + 2 * (F + 1);
    wire [W1-1:0] q1;
    wire sign1, infinite1, nan1, zero1;
    wire signed [E+1:0] exponent1;
    wire [F:0] a1, b1;
    racer_cut #(.WIDTH(W1), .STAGES(STAGES), .FIRST(0),
                .LAST(STAGES / 5)) cut1 (
        .clk(clk), .load(load), .out(q1),
        .in({a_sign ^ b_sign, infinite, nan, zero, exponent, a_significand,
             b_significand}));
    assign {sign1, infinite1, nan1, zero1, exponent1, a1, b1} = q1;

    wire [F+LOW:0] low = {{LOW{1'b0}}, a1} * {{F+1{1'b0}}, b1[LOW-1:0]};
    wire [F+HIGH:0] high = {{HIGH{1'b0}}, a1} * {{F+1{1'b0}}, b1[F:LOW]};

    localparam W2 = 4 + E + 2 + F + 1 + LOW + F + 1 + HIGH;
    wire [W2-1:0] q2;
    wire sign2, infinite2, nan2, zero2;
    wire signed [E+1:0] exponent2;
    wire [F+LOW:0] low2;
    wire [F+HIGH:0] high2;
    racer_cut #(.WIDTH(W2), .STAGES(STAGES), .FIRST(STAGES / 5),
                .LAST(2 * STAGES / 5)) cut2 (
        .clk(clk), .load(load), .out(q2),
        .in({sign1, infinite1, nan1, zero1, exponent1, low, high}));
    assign {sign2, infinite2, nan2, zero2, exponent2, low2, high2} = q2;

    // The product is at least 1 and less than 4.
    wire [2*F+1:0] product =
        {high2, {LOW{1'b0}}} + {{HIGH{1'b0}}, low2};
    wire two = product[2*F+1];
    wire [F+2:0] significand = two ? {product[2*F+1:F], |product[F-1:0]}
                                   : {product[2*F:F-1], |product[F-2:0]};

    localparam W3 = 4 + E + 2 + F + 3;
    wire [W3-1:0] q3;
    wire sign3, infinite3, nan3, zero3;
    wire signed [E+1:0] exponent3;
    wire [F+2:0] significand3;
    racer_cut #(.WIDTH(W3), .STAGES(STAGES), .FIRST(2 * STAGES / 5),
                .LAST(3 * STAGES / 5)) cut3 (
        .clk(clk), .load(load), .out(q3),
        .in({sign2, infinite2, nan2, zero2, exponent2 + {{E+1{1'b0}}, two},
             significand}));
    assign {sign3, infinite3, nan3, zero3, exponent3, significand3} = q3;

    wire [E-1:0] field;
    wire [F+2:0] scaled;
    racer_scale #(.EXPONENT(E), .FRACTION(F)) scale (
        .exponent(exponent3), .in(significand3), .field(field), .out(scaled));

    localparam W4 = 4 + E + F + 3;
    wire [W4-1:0] q4;
    wire sign4, infinite4, nan4, zero4;
    wire [E-1:0] field4;
    wire [F+2:0] scaled4;
    racer_cut #(.WIDTH(W4), .STAGES(STAGES), .FIRST(3 * STAGES / 5),
                .LAST(4 * STAGES / 5)) cut4 (
        .clk(clk), .load(load), .out(q4),
        .in({sign3, infinite3, nan3, zero3, field, scaled}));
    assign {sign4, infinite4, nan4, zero4, field4, scaled4} = q4;

    wire [W-1:0] rounded;
    racer_round #(.EXPONENT(E), .FRACTION(F)) round (
        .sign(sign4), .zero(zero4), .infinite(infinite4), .nan(nan4),
        .field(field4), .in(scaled4), .out(rounded));
    racer_cut #(.WIDTH(W), .STAGES(STAGES), .FIRST(4 * STAGES / 5),
                .LAST(STAGES)) cut5 (
        .clk(clk), .load(load), .in(rounded), .out(out));
endmodule
