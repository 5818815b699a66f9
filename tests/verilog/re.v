// A routing element: one of four links comes in, and has four stages of 128 bits
// before it. For its area alone; places of graphs have racer_line for it.
module re (
    input clk,
    input rst,
    input [1:0] from,
    input [3:0] in_full,
    input [511:0] in,
    output [3:0] in_take,
    output out_full,
    output [127:0] out,
    input out_take
);
    wire fire, moving;

    assign in_take = {3'b0, fire} << from;
    racer_line #(.WIDTH(128), .STAGES(4)) line (
        .clk(clk), .rst(rst), .in_full(in_full[from]), .in(in[128*from +: 128]),
        .fire(fire), .out_full(out_full), .out(out), .out_take(out_take),
        .moving(moving));
endmodule
