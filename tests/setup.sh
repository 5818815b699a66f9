# Shell functions of tests/run and examples/run: say and fail in sentences,
# install the packages of tests/packages that are missing, configure and build.
# Sourced with bash from the repository's root; sets no options.

say() { printf '%s\n' "== $*"; }
fail() { printf '%s\n' "error: $*" >&2; exit 1; }

package_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# The first of the packages that the system's archive offers.
package_choose() {
    local p
    for p; do
        apt-cache show "$p" >/dev/null 2>&1 && { echo "$p"; return; }
    done
    fail "none of these packages is offered by this system: $*"
}

# Sets the array `missing`: one element for each line of tests/packages with
# one of the uses given, none of whose packages is installed.
packages_missing() {
    local use names p
    missing=()
    while read -r use names; do
        case " $* " in *" $use "*) ;; *) continue ;; esac
        for p in $names; do
            package_installed "$p" && continue 2
        done
        missing+=("$names")
    done < <(grep -v '^#' tests/packages)
}

# Installs what packages_missing finds for the uses given.
packages_install() {
    local as_root=() chosen=() names
    if ! command -v dpkg-query >/dev/null; then
        say "Not a Debian system: expecting the packages of tests/packages" \
            "under this system's names."
        return
    fi
    packages_missing "$@"
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            fail "these packages are missing, and neither root nor sudo is at" \
                "hand to install them: ${missing[*]}"
        as_root=(sudo)
    fi
    say "Reading the package lists (apt-get update)."
    "${as_root[@]}" apt-get -qq update ||
        fail "apt-get update failed; these packages are missing: ${missing[*]}"
    for names in "${missing[@]}"; do
        # shellcheck disable=SC2086 # one word for each package
        chosen+=("$(package_choose $names)") || exit 1
    done
    say "Installing the packages that are missing: ${chosen[*]}"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y --no-install-recommends install "${chosen[@]}" \
        </dev/null >"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        fail "apt-get could not install ${chosen[*]} (see above)."
    }
}

# The descendants of the process.
descendants() {
    local child
    for child in $(cat "/proc/$1/task/"*/children 2>/dev/null); do
        echo "$child"
        descendants "$child"
    done
}

# Ends what attend has started, with all that it has started, and this script.
stop() { # NUMBER OF SIGNAL
    trap - HUP INT TERM
    local all
    all=$(descendants $$)
    # shellcheck disable=SC2086 # numbers
    kill -KILL $all 2>/dev/null
    exit $((128 + $1))
}
trap 'stop 1' HUP
trap 'stop 2' INT
trap 'stop 15' TERM

# Runs a command so that signals reach this script at once. Shells have their
# jobs ignore SIGINT and SIGQUIT, which tests send.
attend() {
    env --default-signal=INT,QUIT "$@" </dev/null &
    wait $!
}

# Runs a command with its output in $log; shows the end of it on failure,
# without the steps of a build that went well.
quietly() {
    attend "$@" >"$log" 2>&1 || {
        grep -v '^\[[ 0-9/%]*\] [BGL]' "$log" | tail -n 60 >&2
        return 1
    }
}

# configure PRESET [CMAKE OPTION...]: keeps the generator of an older
# configuration of the same folder.
configure() {
    local preset=$1 folder generator=()
    shift
    folder=$(preset_folder "$preset")
    if [ ! -f "$folder/CMakeCache.txt" ] && command -v ninja >/dev/null; then
        generator=(-G Ninja)
    fi
    say "Configuring $folder (preset $preset)."
    quietly cmake --preset "$preset" "${generator[@]}" "$@" ||
        fail "cmake could not configure the build (see above)."
}

preset_folder() {
    case $1 in
    release) echo build ;;
    *) echo "build-$1" ;;
    esac
}

# As many compilers as there are cores, and gigabytes of memory for them.
build_jobs() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable/ { print int($2 / 1048576) + 1 }' /proc/meminfo)
    echo $((cores < memory ? cores : memory))
}

# build FOLDER [TARGET...]
build() {
    local folder=$1 jobs
    shift
    jobs=$(build_jobs)
    say "Building in $folder, $jobs files at a time."
    quietly cmake --build "$folder" --parallel "$jobs" ${1:+--target "$@"} ||
        fail "the build failed (see above)."
}

log=$(mktemp)
trap 'rm -f "$log" "$log.times"' EXIT
