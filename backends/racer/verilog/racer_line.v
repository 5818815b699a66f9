// Registers in a row: a link, a port, the stages of an operation whose result
// is known in the first one.
module racer_line #(
    parameter WIDTH = 32,
    parameter STAGES = 1
) (
    input clk,
    input rst,
    input in_full,
    input [WIDTH-1:0] in,
    output fire,
    output out_full,
    output [WIDTH-1:0] out,
    input out_take,
    output moving
);
    wire [STAGES-1:0] load;

    assign fire = load[0];
    racer_handshake #(.STAGES(STAGES)) bits (
        .clk(clk), .rst(rst), .in_full(in_full), .load(load),
        .out_full(out_full), .out_take(out_take), .moving(moving));
    racer_cut #(.WIDTH(WIDTH), .STAGES(STAGES), .FIRST(0),
                .LAST(STAGES)) values (
        .clk(clk), .load(load), .in(in), .out(out));
endmodule
