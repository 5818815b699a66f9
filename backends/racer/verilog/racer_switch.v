// The transfer of a switch: a bundle and its condition, to one of two sides.
module racer_switch #(
    parameter TAKES = 1,
    parameter THEN = 1,
    parameter ELSE = 1
) (
    input [TAKES-1:0] in_full,
    input condition,
    input [THEN-1:0] then_full,
    input [ELSE-1:0] else_full,
    output fire_then,
    output fire_else
);
    assign fire_then = &in_full & condition & ~(|then_full);
    assign fire_else = &in_full & ~condition & ~(|else_full);
endmodule
