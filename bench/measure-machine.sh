#!/bin/sh
# Measures the storage of one folder, as the table in bench/results has it, and writes one JSON file to send.
#
#   bench/measure-machine.sh FOLDER 'STORAGE IN WORDS' [OUTPUT]
#   bench/measure-machine.sh /data 'NVMe Micron 7450, PCIe 4' nvme.json
#
# It takes two minutes for `feedrate check`, and about half an hour more where fio is in the path, for the comparison
# with it. All its files are in new folders in FOLDER, which are removed at the end, also on Ctrl-C. It needs 4 GB.
#
# FEEDRATE_PROGRAM and FEEDRATE_BENCH name programs that are there; otherwise cargo builds both. RAW has arguments for
# the comparison, such as '--only direct --rounds 6' for a part of it.
set -eu

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: $0 FOLDER 'STORAGE IN WORDS' [OUTPUT]" >&2
    exit 2
fi
folder=$1 storage=$2 output=${3:-machine-result.json}
case $storage in
*[\"\\]*)
    echo "$0: the words for the storage may not have quotation marks or backslashes" >&2
    exit 2
    ;;
esac
if [ -e "$output" ]; then
    echo "$0: $output is there already; name another file" >&2
    exit 2
fi

root=$(cd "$(dirname "$0")/.." && pwd)
if [ -z "${FEEDRATE_PROGRAM:-}" ] || [ -z "${FEEDRATE_BENCH:-}" ]; then
    (cd "$root" && cargo build --release -p feedrate -p feedrate-features -p feedrate-bench)
    built=${CARGO_TARGET_DIR:-$root/target}/release
    : "${FEEDRATE_PROGRAM:=$built/feedrate}" "${FEEDRATE_BENCH:=$built/feedrate-bench}"
fi

parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Runs a measurement. Its exit code 1 is a verdict; others end the script.
measure() {
    code=0
    "$@" || code=$?
    [ "$code" -le 1 ] || exit "$code"
}

measure "$FEEDRATE_PROGRAM" check "$folder" --json "$parts/check.json"
raw=null
if command -v fio >/dev/null; then
    # shellcheck disable=SC2086 # RAW is words.
    measure "$FEEDRATE_BENCH" raw --feedrate "$FEEDRATE_PROGRAM" --folder "$folder" --json "$parts/raw.json" ${RAW:-}
    raw=$(cat "$parts/raw.json")
fi
printf '{"feedrate_machine_result": 1, "storage": "%s", "check": %s, "raw": %s}\n' \
    "$storage" "$(cat "$parts/check.json")" "$raw" >"$parts/result.json"
"$FEEDRATE_BENCH" results "$parts/result.json" --pack "$output"
echo "$output is what to send; look through it first: it names the folder, its mount point and its devices."
