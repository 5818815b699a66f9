# cmake -DSTYLE=FILE -DSCRIPT=FILE -DOUTPUT=FILE -P embed.cmake
#
# Writes a C file that holds the style sheet and the script of the page. Lines
# become string literals, which C compilers take in any number.
function(embed name file)
  file(READ ${file} text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
  file(APPEND ${OUTPUT} "const char ${name}[] =\n    \"${text}\";\n")
endfunction()

file(WRITE ${OUTPUT} "#include \"compiler/page_local.h\"\n\n")
embed(page_style ${STYLE})
embed(page_script ${SCRIPT})
