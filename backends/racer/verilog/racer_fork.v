// The transfer of a fork: to the first side if that is free, else to the other;
// ALTERNATE: the side that did not go last comes first.
module racer_fork #(
    parameter TAKES = 1,
    parameter FIRST = 1,
    parameter SECOND = 1,
    parameter ALTERNATE = 0
) (
    input clk,
    input rst,
    input [TAKES-1:0] in_full,
    input [FIRST-1:0] first_full,
    input [SECOND-1:0] second_full,
    output fire_first,
    output fire_second
);
    wire first_free = ~(|first_full), second_free = ~(|second_full);
    reg turn; // the second side comes first

    always @(posedge clk)
        if (rst)
            turn <= 1'b0;
        else if (fire_first | fire_second)
            turn <= (ALTERNATE != 0) & fire_first;

    assign fire_first = &in_full & first_free & ~(turn & second_free);
    assign fire_second = &in_full & second_free & (turn | ~first_free);
endmodule
