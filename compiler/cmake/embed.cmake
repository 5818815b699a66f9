# cmake -DHEADER=PATH -DTEXTS=NAME=FILE[|FILE...],... -DOUTPUT=FILE -P embed.cmake
#
# Writes a C file that holds texts as `const char NAME[]`, which HEADER declares.
# Files joined by | are one text. Lines become string literals, which C compilers
# take in any number.
file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n\n")
string(REPLACE "," ";" texts "${TEXTS}")
foreach(pair IN LISTS texts)
  string(REGEX REPLACE "=.*" "" name "${pair}")
  string(REGEX REPLACE "^[^=]*=" "" files "${pair}")
  string(REPLACE "|" ";" files "${files}")
  set(text "")
  foreach(file IN LISTS files)
    file(READ ${file} more)
    string(APPEND text "${more}")
  endforeach()
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
  file(APPEND ${OUTPUT} "const char ${name}[] =\n    \"${text}\";\n")
endforeach()
