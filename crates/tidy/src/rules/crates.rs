//! The table of crates in `CONTRIBUTING.md` names each crate, and the crates on which it depends, as Cargo does.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::finding::Finding;
use crate::rules::Rule;
use crate::tree::Tree;

const DOCUMENT: &str = "CONTRIBUTING.md";
const PREFIX: &str = "feedrate-";

pub(super) const RULE: Rule = Rule {
    name: "crates",
    unit: "rows",
    find,
};

/// The crates that each crate depends on, both without the prefix of all.
type Dependencies = BTreeMap<String, BTreeSet<String>>;

#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    dependencies: BTreeMap<String, toml::Value>,
}

fn find(tree: &Tree) -> Vec<Finding> {
    let table = fs::read_to_string(tree.root.join(DOCUMENT)).unwrap_or_default();
    compare(&stated(&table), &actual(tree))
}

fn compare(stated: &Dependencies, actual: &Dependencies) -> Vec<Finding> {
    let names: BTreeSet<&String> = stated.keys().chain(actual.keys()).collect();
    let mut findings = Vec::new();
    for name in names {
        let problem = match (stated.get(name), actual.get(name)) {
            (None, _) => "has no row".to_owned(),
            (_, None) => "is no crate".to_owned(),
            (Some(stated), Some(actual)) if stated == actual => continue,
            (Some(stated), Some(actual)) => {
                let list = |names: Vec<&String>| names.into_iter().cloned().collect::<Vec<_>>().join(", ");
                format!(
                    "depends on [{}], which are not stated, and not on [{}], which are",
                    list(actual.difference(stated).collect()),
                    list(stated.difference(actual).collect())
                )
            }
        };
        findings.push(Finding {
            place: name.clone(),
            measure: 1,
            message: format!("{DOCUMENT}: in the table of crates, `{name}` {problem}"),
        });
    }
    findings
}

/// Returns the table of a document: rows with a name, a description and dependencies, of which names in backquotes
/// count.
fn stated(document: &str) -> Dependencies {
    let rows = document
        .lines()
        .skip_while(|line| !line.starts_with("| crate |"))
        .skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
            let name = cells.first()?.trim().trim_matches('`').to_owned();
            let names = cells.last()?.split('`').skip(1).step_by(2);
            Some((name, names.map(str::to_owned).collect()))
        })
        .collect()
}

/// Returns the crates below `crates` with the dependencies that their manifests state, those of tests apart.
fn actual(tree: &Tree) -> Dependencies {
    let packages: BTreeSet<&str> = tree
        .sources
        .iter()
        .map(|source| source.package())
        .filter(|package| package.starts_with("crates/"))
        .collect();
    packages
        .into_iter()
        .filter_map(|package| {
            Some((
                package.strip_prefix("crates/")?.to_owned(),
                manifest(&tree.root.join(package)),
            ))
        })
        .collect()
}

/// Returns the crates of the workspace that the manifest in a folder depends on; none if it cannot be read.
fn manifest(folder: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let manifest: Manifest = toml::from_str(&text).unwrap_or(Manifest {
        dependencies: BTreeMap::new(),
    });
    manifest
        .dependencies
        .keys()
        .filter_map(|name| name.strip_prefix(PREFIX))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_compared_with_manifests() {
        let table =
            "text\n| crate | what it is | depends on |\n|---|---|---|\n| `a` | the `x` | `b`, `c` |\n| `b` | y | |\n\n";
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let stated = stated(table);
        assert_eq!(stated["a"], set(&["b", "c"]));
        assert_eq!(stated["b"], set(&[]));
        let actual = Dependencies::from([("a".to_owned(), set(&["b"])), ("c".to_owned(), set(&[]))]);
        let messages: Vec<_> = compare(&stated, &actual)
            .into_iter()
            .map(|finding| finding.message)
            .collect();
        assert_eq!(
            messages,
            [
                "CONTRIBUTING.md: in the table of crates, `a` depends on [], which are not stated, and not on [c], \
                 which are",
                "CONTRIBUTING.md: in the table of crates, `b` is no crate",
                "CONTRIBUTING.md: in the table of crates, `c` has no row",
            ]
        );
    }
}
