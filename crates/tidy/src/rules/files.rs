//! Files have at most 300 lines, tests apart.

use crate::finding::Finding;
use crate::rules::Rule;
use crate::tree::Tree;

const MOST: usize = 300;

pub(super) const RULE: Rule = Rule {
    name: "files",
    unit: "lines",
    find,
};

fn find(tree: &Tree) -> Vec<Finding> {
    let long = tree.product().filter(|source| source.product_lines > MOST);
    long.map(|source| Finding {
        place: source.path.clone(),
        measure: source.product_lines,
        message: format!("{}: {} lines; at most {MOST}", source.path, source.product_lines),
    })
    .collect()
}
