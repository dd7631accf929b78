# c-many-users.sh SETTING FEEDRATE FOLDER JSON MB LARGEST LOOKUPS WAITS: the fourteen jobs of c-many-users.toml at once.
set -eu
setting=$1 feedrate=$2 folder=$3 json=$4 mb=$5 largest=$6 lookups=$7 waits=$8
programs=$(cd "$(dirname "$0")/../examples/many-users" && pwd)
case $setting in
default) sgio= ;;
*) sgio="-o sgio -o bufno=${setting#*=}" ;;
esac
cat >"$folder/mix.jobs" <<END
'$programs/data_append.sas' *2
'$programs/data_baseprocs.sas'
'$programs/data_modify_index.sas' *2
'$programs/data_random.sas' *2
'$programs/data_random_compressed.sas' *2
'$programs/data_sort_indexcreate.sas' *2 --let mb=$largest $sgio
'$programs/data_where_indexed.sas' *2
'$programs/datamining.sas' --let seed=7
END
# Sorts are bounded, so that two of them at once leave memory to the others.
exec "$feedrate" run --jobs "$folder/mix.jobs" --json "$json" --log-dir "$folder/logs" --work "$folder" \
    -o sortsize=64m -o "discipline=$(echo "$waits" | tr -d -)" \
    --let "mb=$mb" --let "changes=$lookups" --let "reads=$lookups" --let "questions=$((lookups / 100))"
