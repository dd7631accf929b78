//! Files of a crate do not import each other in circles.

use std::collections::BTreeMap;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::finding::Finding;
use crate::imports::Modules;
use crate::rules::Rule;
use crate::source::Source;
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    name: "circles",
    unit: "files",
    find,
};

fn find(tree: &Tree) -> Vec<Finding> {
    let mut packages: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in tree.product() {
        packages.entry(source.package()).or_default().push(source);
    }
    let mut findings: Vec<Finding> = packages.values().flat_map(|sources| circles(sources)).collect();
    findings.sort_by(|a, b| a.place.cmp(&b.place));
    findings
}

/// Returns the circles of a crate's files. A circle's place is its first file by path.
fn circles(sources: &[&Source]) -> Vec<Finding> {
    let modules = Modules::new(sources);
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<NodeIndex> = sources.iter().map(|_| graph.add_node(())).collect();
    for (file, &node) in nodes.iter().enumerate() {
        for imported in modules.imported(file) {
            graph.add_edge(node, nodes[imported], ());
        }
    }
    let components = tarjan_scc(&graph).into_iter().filter(|files| files.len() > 1);
    components
        .map(|files| {
            let mut paths: Vec<&str> = files.iter().map(|file| sources[file.index()].path.as_str()).collect();
            paths.sort_unstable();
            Finding {
                place: paths[0].to_owned(),
                measure: paths.len(),
                message: format!(
                    "{} files import each other in a circle: {}",
                    paths.len(),
                    paths.join(", ")
                ),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_named_by_its_first_file() {
        let sources = [
            Source::new("crates/a/src/lib.rs", "mod b;\nmod c;\nmod d;\nuse b::B;\n"),
            Source::new("crates/a/src/b.rs", "use crate::c::C;\npub struct B;\n"),
            Source::new(
                "crates/a/src/c.rs",
                "use crate::b::B;\nuse crate::d::D;\npub struct C;\n",
            ),
            Source::new("crates/a/src/d.rs", "pub struct D;\n"),
        ];
        let found = circles(&sources.iter().collect::<Vec<_>>());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].place.as_str(), found[0].measure), ("crates/a/src/b.rs", 2));
    }
}
