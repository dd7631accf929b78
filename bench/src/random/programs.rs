//! The programs of `feedrate run`.

use std::path::Path;

use feedrate_bench::peers::feedrate::{library, put};

use super::data::{Data, KEY_FACTOR, LOOKUP_FACTOR, LOOKUP_PRIME, NUMBERS, Number, POINT_FACTOR, TEXTS, Text};

/// Makes the table, the keys to look up, and the keys of the table with the numbers of their rows alone.
pub fn make(folder: &Path, data: &Data) -> String {
    let Data { rows, prime, lookups } = *data;
    let key = cube("k", KEY_FACTOR, prime);
    let numbers = NUMBERS.map(|Number(name, modulus, fraction)| match modulus {
        0 => format!("    {name} = i + {fraction};\n"),
        _ => format!("    {name} = mod(i, {modulus}) + {fraction};\n"),
    });
    let texts = TEXTS.map(|Text(name, prefix, digits, modulus)| {
        format!("    {name} = '{prefix}' || put(mod(i, {modulus}), z{digits}.);\n")
    });
    let lookup = cube("k", LOOKUP_FACTOR, LOOKUP_PRIME);
    let point = cube("point", POINT_FACTOR, LOOKUP_PRIME);
    format!(
        "{}\
         data in.big;\n  do i = 1 to {rows};\n{key}{}{}    output;\n  end;\n  drop i rest;\nrun;\n\
         data in.pairs;\n  do row = 1 to {rows};\n    i = row;\n{key}    output;\n  end;\n  keep k row;\nrun;\n\
         data in.keys;\n  do i = 1 to {lookups};\n\
         {lookup}    k = mod(k, {prime} - 1) + 1;\n\
         {point}    point = mod(point, {rows}) + 1;\n    output;\n  end;\n  keep k point;\nrun;\n",
        library("in", folder),
        numbers.concat(),
        texts.concat(),
    )
}

/// Adds up the table.
pub fn totals(folder: &Path) -> String {
    let mut sums = "  n + 1;\n  total_k + k;\n".to_owned();
    let mut told = put(&["n", "total_k"]);
    for Number(name, ..) in NUMBERS {
        sums += &format!("  total_{name} + {name};\n");
        told += &put(&[&format!("total_{name}")]);
    }
    for Text(name, prefix, digits, _) in TEXTS {
        let place = prefix.len() + 1;
        sums += &format!("  total_{name} + input(substr({name}, {place}, {digits}), {digits}.);\n");
        told += &put(&[&format!("total_{name}")]);
    }
    format!(
        "{}data _null_;\n  set in.big end=last;\n{sums}  if last then do;\n    {told}\n  end;\nrun;\n",
        library("in", folder)
    )
}

/// Looks up the first keys, in their order, and reads all variables of what is found.
pub fn lookup(folder: &Path, count: u64) -> String {
    let read = "  set in.big key=k / unique;\n  if _iorc_ = 0 then do;\n    n + 1;\n    s1 + x1;\n    s5 + x5;\n  \
                end;\n  else _error_ = 0;\n";
    of_keys(folder, count, read)
}

/// Reads rows by their numbers, and all their variables.
pub fn point(folder: &Path, count: u64) -> String {
    let read = "  set in.big point=point;\n  n + 1;\n  s1 + x1;\n  s5 + x5;\n";
    of_keys(folder, count, read)
}

fn of_keys(folder: &Path, count: u64, read: &str) -> String {
    let told = put(&["n", "s1", "s5"]);
    format!(
        "{}data _null_;\n  set in.keys(obs={count}) end=last;\n{read}  if last then do;\n    {told}\n  end;\nrun;\n",
        library("in", folder)
    )
}

/// Makes the index.
pub fn make_index(folder: &Path) -> String {
    change_index(folder, "create k / unique")
}

/// Removes it.
pub fn remove_index(folder: &Path) -> String {
    change_index(folder, "delete k")
}

fn change_index(folder: &Path, change: &str) -> String {
    format!(
        "{}proc datasets lib=in nolist;\n  modify big;\n  index {change};\nquit;\n",
        library("in", folder)
    )
}

/// Sorts the keys with the numbers of their rows.
pub fn sort(folder: &Path) -> String {
    format!(
        "{}proc sort data=in.pairs out=in.sorted;\n  by k;\nrun;\n",
        library("in", folder)
    )
}

/// Sets a variable to a multiple of i, cubed modulo a prime.
fn cube(name: &str, factor: u64, prime: u64) -> String {
    format!("    rest = mod({factor} * i, {prime});\n    {name} = mod(mod(rest * rest, {prime}) * rest, {prime});\n")
}
