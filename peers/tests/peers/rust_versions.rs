//! The minimum Rust versions that this workspace states: no crate needs one that depends on a later one. What the
//! crates use of the standard library is checked by the lint `clippy::incompatible_msrv`.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use crate::metadata::metadata;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    rust_version: Option<String>,
}

impl Package {
    /// The numbers of the stated version, of which there are three; zeros if none is stated.
    fn minimum(&self) -> [u32; 3] {
        let mut numbers = [0; 3];
        let stated = self.rust_version.as_deref().unwrap_or("0");
        for (number, text) in numbers.iter_mut().zip(stated.split('.')) {
            *number = text.parse().expect("a version has numbers");
        }
        numbers
    }
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// None of what is linked; otherwise `build` or `dev`.
    kind: Option<String>,
}

/// The packages that a build of one takes, itself among them.
fn built<'a>(of: &'a str, nodes: &HashMap<&str, &'a Node>) -> HashSet<&'a str> {
    let (mut found, mut left) = (HashSet::from([of]), vec![of]);
    while let Some(id) = left.pop() {
        for dependency in &nodes[id].deps {
            let mut kinds = dependency.dep_kinds.iter();
            let is_built = kinds.any(|of| of.kind.as_deref() != Some("dev"));
            if is_built && found.insert(&dependency.pkg) {
                left.push(&dependency.pkg);
            }
        }
    }
    found
}

#[test]
fn no_dependency_states_a_later_version_than_what_depends_on_it() {
    let metadata: Metadata = metadata(&[]);
    let packages = metadata.packages.iter();
    let packages: HashMap<&str, &Package> = packages.map(|own| (&*own.id, own)).collect();
    let nodes = &metadata.resolve.nodes;
    let nodes: HashMap<&str, &Node> = nodes.iter().map(|node| (&*node.id, node)).collect();
    let mut compared = 0;
    for member in &metadata.workspace_members {
        let member = packages[&**member];
        assert!(member.rust_version.is_some(), "{} states none", member.name);
        for dependency in built(&member.id, &nodes) {
            let dependency = packages[dependency];
            assert!(
                dependency.minimum() <= member.minimum(),
                "{} {} needs Rust {:?}, and {} states {:?}",
                dependency.name,
                dependency.version,
                dependency.rust_version,
                member.name,
                member.rust_version,
            );
            compared += 1;
        }
    }
    assert!(compared > 1000);
}
