// The transfer of a join: from the first side if all of it is there, else from
// the other; ALTERNATE: the side that did not go last comes first.
module racer_join #(
    parameter FIRST = 1,
    parameter SECOND = 1,
    parameter FILLS = 1,
    parameter ALTERNATE = 0
) (
    input clk,
    input rst,
    input [FIRST-1:0] first_full,
    input [SECOND-1:0] second_full,
    input [FILLS-1:0] out_full,
    output fire_first,
    output fire_second
);
    wire empty = ~(|out_full);
    reg turn; // the second side comes first

    always @(posedge clk)
        if (rst)
            turn <= 1'b0;
        else if (fire_first | fire_second)
            turn <= (ALTERNATE != 0) & fire_first;

    assign fire_first = empty & (&first_full) & ~(turn & (&second_full));
    assign fire_second = empty & (&second_full) & (turn | ~(&first_full));
endmodule
