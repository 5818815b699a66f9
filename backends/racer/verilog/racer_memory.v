// What a memory unit holds and requests ask for: one word for each element.
module racer_memory #(
    parameter ADDRESS = 32,
    parameter WIDTH = 32,
    parameter WORDS = 1,
    parameter FILE = ""
) (
    input [ADDRESS-1:0] address,
    output [WIDTH-1:0] word
);
    localparam BITS = WORDS > 1 ? $clog2(WORDS) : 1;
    reg [WIDTH-1:0] words [0:WORDS-1];
    wire unused = &{1'b0, address};

    initial
        if (FILE != "")
            $readmemh(FILE, words);
    assign word = words[address[BITS-1:0]];
endmodule
