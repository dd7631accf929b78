//! The workspace keeps the rules of the house; `exceptions.toml` lists where it does not yet.

use std::fs;
use std::path::Path;

use feedrate_tidy::rules::RULES;
use feedrate_tidy::{Exceptions, Tree, judge};

#[test]
fn the_workspace_is_tidy() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().nth(2).unwrap();
    let tree = Tree::read(root).unwrap();
    assert!(tree.sources.len() > 1000, "the sources are below {}", root.display());
    let text = fs::read_to_string(package.join("exceptions.toml")).unwrap();
    let exceptions = Exceptions::parse(&text).unwrap();
    let mut wrong = Vec::new();
    for rule in RULES {
        for line in judge(rule, &(rule.find)(&tree), &exceptions) {
            wrong.push(format!("{}: {line}", rule.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
