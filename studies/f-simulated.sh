# f-simulated.sh prepare|real|simulated FEEDRATE FOLDER ROWS: the runs of f-simulated.toml.
set -eu
way=$1 feedrate=$2 folder=$3 rows=$4
here=$(dirname "$0")
# An observation has 224 bytes; as many are read as are written.
bytes=$((rows * 224 * 4))
job() {
    "$feedrate" fio --name=simulated "--filename=$folder/simulated" --rw=readwrite --bs=128k --direct=0 "--size=$bytes" \
        --ioengine=psync --end_fsync=0 "$@"
}
case $way in
prepare)
    mkdir -p "$folder"
    "$feedrate" run "$here/../examples/census.sas" --let folder="$folder" --let size="$rows" --work "$folder" --log /dev/null --listing /dev/null
    job --create_only=1
    ;;
real) "$feedrate" run "$here/../examples/interleave.sas" --let folder="$folder" --work "$folder" --log /dev/null --listing /dev/null ;;
simulated) job --invalidate=0 ;;
esac
