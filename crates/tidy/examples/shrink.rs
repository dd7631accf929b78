//! Lowers the measures of `exceptions.toml` to those that are found, and removes the entries that nothing needs.
//!
//! `cargo run -p feedrate-tidy --example shrink` never adds an entry or raises a measure.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use feedrate_tidy::Tree;
use feedrate_tidy::rules::RULES;

fn main() -> Result<(), Box<dyn Error>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = package.join("exceptions.toml");
    let tree = Tree::read(package.ancestors().nth(2).ok_or("the crate lies in no workspace")?)?;
    let found: BTreeMap<(&str, String), usize> = RULES
        .iter()
        .flat_map(|rule| {
            (rule.find)(&tree)
                .into_iter()
                .map(|finding| ((rule.name, finding.place), finding.measure))
        })
        .collect();
    let (mut section, mut kept) = (String::new(), String::new());
    for line in fs::read_to_string(&path)?.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name.to_owned();
        }
        let Some((place, measure, rest)) = entry(line) else {
            kept += &format!("{line}\n");
            continue;
        };
        let rule = RULES
            .iter()
            .find(|rule| rule.name == section)
            .ok_or_else(|| format!("no rule {section}"))?;
        match found.get(&(rule.name, place.to_owned())) {
            Some(now) => kept += &format!("\"{place}\" = {{ measure = {}{rest}\n", measure.min(*now)),
            None => println!("{section}: {place} is within the rule"),
        }
    }
    fs::write(&path, kept)?;
    Ok(())
}

/// Returns the place, the measure and the rest of an entry's line.
fn entry(line: &str) -> Option<(&str, usize, &str)> {
    let (place, rest) = line.strip_prefix('"')?.split_once("\" = { measure = ")?;
    let (measure, _) = rest.split_once(',')?;
    Some((place, measure.parse().ok()?, &rest[measure.len()..]))
}
