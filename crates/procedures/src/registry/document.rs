//! The tables of `docs/procedures.md` are made from those of the procedures.

use std::path::PathBuf;

use feedrate_procedure::grammar::table::description::{Description, described};
use feedrate_procedure::grammar::table::statement::OF_STEP;

use super::all;

const END: &str = "<!-- end -->\n";

/// The longest line.
const WIDEST: usize = 120;

fn table(name: &str, options: &[Description], statements: &[Description]) -> String {
    let mut table = String::from("| statement or option | takes | what it does |\n|---|---|---|\n");
    if !name.is_empty() {
        table.push_str(&format!("| **PROC {name}** | | |\n"));
    }
    table.extend(options.iter().map(|option| row(option, "`")));
    for statement in statements {
        table.push_str(&row(statement, "**"));
        table.extend(statement.options.iter().map(|option| row(option, "`")));
    }
    table
}

fn row(entry: &Description, mark: &str) -> String {
    let equals = if entry.form.starts_with('=') { "=" } else { "" };
    let names = [entry.name].into_iter().chain(entry.aliases.iter().copied());
    let names: Vec<String> = names.map(|name| format!("{mark}{name}{equals}{mark}")).collect();
    let form = entry.form.trim_start_matches('=').replace('|', "\\|");
    let help = entry.help.replace('|', "\\|");
    let row = format!("| {} | {form} | {help} |\n", names.join(", "));
    row.replace("|  |", "| |")
}

#[test]
fn the_document_has_the_tables() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/procedures.md");
    let mut document = std::fs::read_to_string(&path).unwrap();
    let mut tables = vec![("procedures that read observations", table("", &[], &described(OF_STEP)))];
    for definition in all() {
        let syntax = (definition.syntax)();
        if syntax.options.is_empty() && syntax.statements.is_empty() {
            continue;
        }
        let table = table(definition.name, &syntax.options, &syntax.statements);
        tables.push((definition.name, table));
    }
    let there = document.clone();
    for (name, table) in tables {
        let begin = format!("<!-- statements of {name} -->\n");
        let (before, rest) = document.split_once(&begin).unwrap_or_else(|| panic!("{begin}"));
        let (_, after) = rest.split_once(END).unwrap();
        document = format!("{before}{begin}{table}{END}{after}");
    }
    if std::env::var_os("UPDATE_GOLD").is_some() {
        std::fs::write(&path, &document).unwrap();
    } else {
        assert!(
            there == document,
            "docs/procedures.md has other tables than the program; UPDATE_GOLD=1 makes them anew"
        );
    }
    let wide = document.lines().filter(|line| line.chars().count() > WIDEST);
    assert_eq!(wide.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn names_are_in_capitals_in_order_and_each_is_there_once() {
    for definition in all() {
        let syntax = (definition.syntax)();
        let statements = syntax.statements.iter();
        let of_statements = statements.map(|statement| &statement.options);
        for table in [&syntax.options, &syntax.statements].into_iter().chain(of_statements) {
            check(definition.name, table);
        }
    }
}

fn check(procedure: &str, table: &[Description]) {
    let mut names = Vec::new();
    for entry in table {
        let equals = if entry.form.starts_with('=') { "=" } else { "" };
        for name in entry.aliases.iter().chain([&entry.name]) {
            assert_eq!(*name, name.to_ascii_uppercase(), "{procedure}");
            names.push(format!("{name}{equals}"));
        }
        assert!(entry.help.ends_with('.'), "{procedure}: {}", entry.name);
    }
    for pair in table.windows(2) {
        let (one, two) = (pair[0].shown(), pair[1].shown());
        assert!(one < two, "{procedure}: {one} {two}");
    }
    names.sort_unstable();
    for pair in names.windows(2) {
        assert!(pair[0] < pair[1], "{procedure}: {} is there twice", pair[0]);
    }
}
