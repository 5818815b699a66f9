// The quotient of two numbers in STAGES registers, between which these steps
// are shared out: unpack, a bit of the quotient each, round.
module racer_fdiv #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 16
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
    localparam E = EXPONENT, F = FRACTION, Q = F + 3, STEPS = Q + 2;
    localparam signed [E+1:0] BIAS = (1 << (E - 1)) - 1;
    localparam WIDTH = 4 + E + 2 + F + 1 + F + 2 + Q;
    wire [STAGES-1:0] load;
    genvar k;

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
    wire nan = a_nan | b_nan | (a_zero & b_zero) | (a_infinite & b_infinite);
    wire signed [E+1:0] exponent = a_exponent - b_exponent + BIAS;

    // Behind each step: flags, exponent, divisor, what is left of the dividend,
    // and the bits of the quotient that are known.
    generate
        for (k = 0; k < STEPS - 1; k = k + 1) begin : step
            wire [WIDTH-1:0] made, kept;
            if (k == 0) begin : first
                assign made = {a_sign ^ b_sign, a_infinite | b_zero, nan,
                             a_zero | b_infinite, exponent, b_significand,
                             1'b0, a_significand, {Q{1'b0}}};
            end else begin : bit_of_quotient
                wire [4+E+1:0] flags;
                wire [F:0] divisor;
                wire [F+1:0] rest, less;
                wire [Q-1:0] quotient;
                wire fits = rest >= {1'b0, divisor};
                wire unused = &{1'b0, less[F+1], quotient[Q-1]};
                assign {flags, divisor, rest, quotient} = step[k-1].kept;
                assign less = fits ? rest - {1'b0, divisor} : rest;
                assign made = {flags, divisor, less[F:0], 1'b0, quotient[Q-2:0],
                             fits};
            end
            racer_cut #(.WIDTH(WIDTH), .STAGES(STAGES),
                        .FIRST(k * STAGES / STEPS),
                        .LAST((k + 1) * STAGES / STEPS)) cut (
                .clk(clk), .load(load), .in(made), .out(kept));
        end
    endgenerate

    // The quotient is more than 1/2 and less than 2.
    wire sign, infinite, none, zero;
    wire signed [E+1:0] high_exponent;
    wire [F:0] divisor;
    wire [F+1:0] rest;
    wire [Q-1:0] quotient;
    assign {sign, infinite, none, zero, high_exponent, divisor, rest,
            quotient} = step[STEPS-2].kept;
    wire high = quotient[Q-1];
    wire unused = &{1'b0, divisor};
    wire [F+2:0] significand = high ? {quotient[Q-1:1], quotient[0] | (|rest)}
                                    : {quotient[Q-2:0], |rest};
    wire [E-1:0] field;
    wire [F+2:0] scaled;
    wire [E+F:0] rounded;
    racer_scale #(.EXPONENT(E), .FRACTION(F)) scale (
        .exponent(high_exponent - {{E+1{1'b0}}, ~high}), .in(significand),
        .field(field), .out(scaled));
    racer_round #(.EXPONENT(E), .FRACTION(F)) round (
        .sign(sign), .zero(zero), .infinite(infinite), .nan(none),
        .field(field), .in(scaled), .out(rounded));
    racer_cut #(.WIDTH(E + F + 1), .STAGES(STAGES),
                .FIRST((STEPS - 1) * STAGES / STEPS), .LAST(STAGES)) last (
        .clk(clk), .load(load), .in(rounded), .out(out));
endmodule
