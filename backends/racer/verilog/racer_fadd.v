// The sum of two numbers, or with SUBTRACT their difference, in STAGES
// registers, between which five steps are shared out: order by size, align,
// add, normalise, round.
module racer_fadd #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 5,
    parameter SUBTRACT = 0
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
    localparam E = EXPONENT, F = FRACTION, W = E + F + 1, N = F + 4;
    localparam SHIFT = $clog2(N);
    wire [STAGES-1:0] load;

    assign fire = load[0];
    racer_handshake #(.STAGES(STAGES)) bits (
        .clk(clk), .rst(rst), .in_full(in_full), .load(load),
        .out_full(out_full), .out_take(out_take), .moving(moving));

    // The larger one first, both with the exponent 1 instead of the field 0.
    wire b_sign = b[W-1] ^ (SUBTRACT != 0);
    wire swap = b[W-2:0] > a[W-2:0];
    wire [W-2:0] larger = swap ? b[W-2:0] : a[W-2:0];
    wire [W-2:0] smaller = swap ? a[W-2:0] : b[W-2:0];
    wire large_sign = swap ? b_sign : a[W-1];
    wire opposite = a[W-1] ^ b_sign;
    wire large_normal = |larger[F +: E], small_normal = |smaller[F +: E];
    wire [E-1:0] large_exponent = {larger[W-2:F+1], larger[F] | ~large_normal};
    wire [E-1:0] small_exponent = {smaller[W-2:F+1],
                                   smaller[F] | ~small_normal};
    wire infinite = &larger[F +: E];
    wire nan = infinite & ((|larger[F-1:0]) | (opposite & (&smaller[F +: E])));
    wire [E-1:0] difference = large_exponent - small_exponent;

    localparam W1 = 4 + 2 * E + 2 * (F + 1);
    wire [W1-1:0] q1;
    wire sign1, opposite1, infinite1, nan1;
    wire [E-1:0] exponent1, difference1;
    wire [F:0] large1, small1;
    racer_cut #(.WIDTH(W1), .STAGES(STAGES), .FIRST(0),
                .LAST(STAGES / 5)) cut1 (
        .clk(clk), .load(load), .out(q1),
        .in({large_sign, opposite, infinite, nan, large_exponent, difference,
             large_normal, larger[F-1:0], small_normal, smaller[F-1:0]}));
    assign {sign1, opposite1, infinite1, nan1, exponent1, difference1, large1,
            small1} = q1;

    wire [N-1:0] aligned;
    racer_sticky #(.WIDTH(N), .BITS(E)) align (
        .in({small1, 3'b000}), .count(difference1), .out(aligned));

    localparam W2 = 4 + E + 2 * N;
    wire [W2-1:0] q2;
    wire sign2, opposite2, infinite2, nan2;
    wire [E-1:0] exponent2;
    wire [N-1:0] large2, small2;
    racer_cut #(.WIDTH(W2), .STAGES(STAGES), .FIRST(STAGES / 5),
                .LAST(2 * STAGES / 5)) cut2 (
        .clk(clk), .load(load), .out(q2),
        .in({sign1, opposite1, infinite1, nan1, exponent1, large1, 3'b000,
             aligned}));
    assign {sign2, opposite2, infinite2, nan2, exponent2, large2, small2} = q2;

    // A difference of equal numbers is +0.
    wire [N:0] sum = opposite2 ? {1'b0, large2} - {1'b0, small2}
                               : {1'b0, large2} + {1'b0, small2};

    localparam W3 = 4 + E + N + 1;
    wire [W3-1:0] q3;
    wire sign3, infinite3, nan3, zero3;
    wire [E-1:0] exponent3;
    wire [N:0] sum3;
    racer_cut #(.WIDTH(W3), .STAGES(STAGES), .FIRST(2 * STAGES / 5),
                .LAST(3 * STAGES / 5)) cut3 (
        .clk(clk), .load(load), .out(q3),
        .in({sign2 & ~(opposite2 & ~(|sum)), infinite2, nan2, ~(|sum),
             exponent2, sum}));
    assign {sign3, infinite3, nan3, zero3, exponent3, sum3} = q3;

    // Left as far as the exponent allows, or right by one if there is a carry.
    wire [N-1:0] shifted;
    wire [SHIFT-1:0] leading;
    racer_normalise #(.WIDTH(N)) normalise (
        .in(sum3[N-1:0]), .out(shifted), .count(leading));
    wire [E:0] lower = {1'b0, exponent3} - {{E+1-SHIFT{1'b0}}, leading};
    wire subnormal = lower[E] | ~(|lower[E-1:0]);
    wire [N-1:0] limited = sum3[N-1:0] << (exponent3 - {{E-1{1'b0}}, 1'b1});
    wire [N-1:0] left = subnormal ? limited : shifted;
    wire [E-1:0] field = sum3[N] ? exponent3 + {{E-1{1'b0}}, 1'b1} :
                         subnormal ? {E{1'b0}} : lower[E-1:0];
    wire [F+2:0] rest = sum3[N] ? {sum3[N:3], |sum3[2:0]}
                                : {left[N-1:2], |left[1:0]};

    localparam W4 = 4 + E + F + 3;
    wire [W4-1:0] q4;
    wire sign4, infinite4, nan4, zero4;
    wire [E-1:0] field4;
    wire [F+2:0] rest4;
    racer_cut #(.WIDTH(W4), .STAGES(STAGES), .FIRST(3 * STAGES / 5),
                .LAST(4 * STAGES / 5)) cut4 (
        .clk(clk), .load(load), .out(q4),
        .in({sign3, infinite3, nan3, zero3, field, rest}));
    assign {sign4, infinite4, nan4, zero4, field4, rest4} = q4;

    wire [W-1:0] rounded;
    racer_round #(.EXPONENT(E), .FRACTION(F)) round (
        .sign(sign4), .zero(zero4), .infinite(infinite4), .nan(nan4),
        .field(field4), .in(rest4), .out(rounded));
    racer_cut #(.WIDTH(W), .STAGES(STAGES), .FIRST(4 * STAGES / 5),
                .LAST(STAGES)) cut5 (
        .clk(clk), .load(load), .in(rounded), .out(out));
endmodule
