# Sourced by build-cmake and build-make: PREFIX, shared or static, and the
# sanitizers that libhedra was built with, as sanitize=NAMES. Copies the
# stranger's project to a folder of its own and changes into it.
set -eu
prefix=$1 library=$2
sanitize=${3#sanitize=}
CFLAGS=${sanitize:+-fsanitize=$sanitize}
export CFLAGS LDFLAGS=$CFLAGS
export HEDRA_DEVICE=host
project=$(cd "$(dirname "$0")" && pwd)/project
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$project/." "$folder"
cd "$folder"

# expect TEXT PROGRAM: what PROGRAM prints.
expect() {
    local got
    got=$("$2")
    [ "$got" = "$1" ] ||
        { echo "error: $2 prints '$got', not '$1'" >&2; exit 1; }
}

# Shared programs must need libhedra.so, static ones must not.
expect_linkage() {
    local found=static
    readelf -d "$1" | grep -q 'NEEDED.*libhedra' && found=shared
    [ "$found" = "$library" ] ||
        { echo "error: $1 is linked $found, not $library" >&2; exit 1; }
}

# Changes FACTOR in a header that src/scale.c includes; make and Ninja see
# changes by the clock.
change_header() {
    sleep 1.1
    echo "#define FACTOR $1" >include/factor.h
}
