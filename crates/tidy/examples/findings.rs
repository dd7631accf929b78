//! Prints what breaks the rules of the house, exceptions too: of all rules, or of those that are named.
//!
//! `cargo run -p feedrate-tidy --example findings -- circles crates/fio` prints the circles whose place begins so.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use feedrate_tidy::Tree;
use feedrate_tidy::rules::RULES;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (rules, places): (Vec<_>, Vec<_>) = arguments
        .iter()
        .partition(|argument| RULES.iter().any(|rule| rule.name == **argument));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap_or(Path::new("."));
    let tree = match Tree::read(root) {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("findings: {}: {error}", root.display());
            return ExitCode::FAILURE;
        }
    };
    for rule in RULES {
        if !rules.is_empty() && !rules.iter().any(|name| **name == rule.name) {
            continue;
        }
        for finding in (rule.find)(&tree) {
            if places.is_empty() || places.iter().any(|place| finding.place.starts_with(place.as_str())) {
                println!("{}: {finding}", rule.name);
            }
        }
    }
    ExitCode::SUCCESS
}
