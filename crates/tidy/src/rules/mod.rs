//! The rules, a file each.

mod circles;
mod columns;
mod comments;
mod crates;
mod excerpts;
mod files;
mod functions;
mod names;
mod systems;

use crate::finding::Finding;
use crate::tree::Tree;

/// A rule: a name, under which `exceptions.toml` lists what it allows, and the search for places that break it.
#[derive(Debug)]
pub struct Rule {
    /// The section of `exceptions.toml`.
    pub name: &'static str,
    /// The unit of the measure.
    pub unit: &'static str,
    /// Returns all places that break the rule, the allowed ones too.
    pub find: fn(&Tree) -> Vec<Finding>,
}

/// The rules.
pub const RULES: &[Rule] = &[
    files::RULE,
    functions::RULE,
    columns::RULE,
    circles::RULE,
    comments::RULE,
    names::RULE,
    crates::RULE,
    excerpts::RULE,
    systems::RULE,
];
