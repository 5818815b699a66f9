// The square root of a number in STAGES registers, between which these steps
// are shared out: unpack, a bit of the root each, round.
module racer_fsqrt #(
    parameter EXPONENT = 8,
    parameter FRACTION = 23,
    parameter STAGES = 16
) (
    input clk,
    input rst,
    input in_full,
    input [EXPONENT+FRACTION:0] a,
    output fire,
    output out_full,
    output [EXPONENT+FRACTION:0] out,
    input out_take,
    output moving
);
    localparam E = EXPONENT, F = FRACTION, Q = F + 2, STEPS = Q + 2;
    localparam [E+1:0] BIAS = (1 << (E - 1)) - 1;
    localparam WIDTH = 4 + E + (F + 3) + Q + 2 + Q;
    wire [STAGES-1:0] load;
    genvar k;

    assign fire = load[0];
    racer_handshake #(.STAGES(STAGES)) bits (
        .clk(clk), .rst(rst), .in_full(in_full), .load(load),
        .out_full(out_full), .out_take(out_take), .moving(moving));

    // Of an odd power of two, one factor goes to the significand, which is at
    // least 1 and less than 4; half of an even one is that of the root.
    wire sign, zero, infinite, nan;
    wire signed [E+1:0] exponent;
    wire [F:0] significand;
    racer_unpack #(.EXPONENT(E), .FRACTION(F)) unpack (
        .in(a), .sign(sign), .exponent(exponent), .significand(significand),
        .zero(zero), .infinite(infinite), .nan(nan));
    wire [E+1:0] power = exponent - BIAS;
    wire odd = power[0];
    wire [E+1:0] half = {power[E+1], power[E+1:1]} + BIAS;
    wire [F+2:0] radicand = odd ? {significand, 2'b00}
                              : {1'b0, significand, 1'b0};
    wire unused_half = &{1'b0, half[E+1:E]};

    // Behind each step: flags, exponent, bits of the radicand that come yet,
    // what is left of those that came, and the bits of the root that are known.
    generate
        for (k = 0; k < STEPS - 1; k = k + 1) begin : step
            wire [WIDTH-1:0] made, kept;
            if (k == 0) begin : first
                assign made = {sign, infinite & ~sign, nan | (sign & ~zero),
                               zero, half[E-1:0], radicand, {Q+2{1'b0}}, {Q{1'b0}}};
            end else begin : bit_of_root
                wire [3+E:0] flags;
                wire [F+2:0] later;
                wire [Q+1:0] rest, more, trial;
                wire [Q-1:0] root;
                assign {flags, later, rest, root} = step[k-1].kept;
                assign more = {rest[Q-1:0], later[F+2:F+1]};
                assign trial = {root, 2'b01};
                wire fits = more >= trial;
                wire unused = &{1'b0, rest[Q+1:Q], root[Q-1]};
                assign made = {flags, later[F:0], 2'b00,
                             fits ? more - trial : more, root[Q-2:0], fits};
            end
            racer_cut #(.WIDTH(WIDTH), .STAGES(STAGES),
                        .FIRST(k * STAGES / STEPS),
                        .LAST((k + 1) * STAGES / STEPS)) cut (
                .clk(clk), .load(load), .in(made), .out(kept));
        end
    endgenerate

    wire root_sign, root_infinite, root_nan, root_zero;
    wire [E-1:0] field;
    wire [F+2:0] later;
    wire [Q+1:0] rest;
    wire [Q-1:0] root;
    wire [E+F:0] rounded;
    wire unused = &{1'b0, later};
    assign {root_sign, root_infinite, root_nan, root_zero, field, later, rest,
            root} = step[STEPS-2].kept;
    racer_round #(.EXPONENT(E), .FRACTION(F)) round (
        .sign(root_sign), .zero(root_zero), .infinite(root_infinite),
        .nan(root_nan), .field(field), .in({root, |rest}), .out(rounded));
    racer_cut #(.WIDTH(E + F + 1), .STAGES(STAGES),
                .FIRST((STEPS - 1) * STAGES / STEPS), .LAST(STAGES)) last (
        .clk(clk), .load(load), .in(rounded), .out(out));
endmodule
