//! The statistic of columns that name none.

use super::keywords::Keyword;
use super::resolve::Resolver;
use crate::tabulate::{TableElement, TableNode};

/// What a way through a dimension has.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    variable: bool,
    statistic: bool,
}

impl Held {
    fn with(self, element: &TableElement) -> Self {
        Self {
            variable: self.variable || matches!(element, TableElement::Variable(_)),
            statistic: self.statistic || matches!(element, TableElement::Statistic(_)),
        }
    }
}

/// The ways through an element down to all in which nothing is nested.
fn node_paths(node: &TableNode, outer: Held, paths: &mut Vec<Held>) {
    let held = outer.with(&node.element);
    if node.children.is_empty() {
        paths.push(held);
    }
    for child in &node.children {
        node_paths(child, held, paths);
    }
}

impl Resolver<'_, '_> {
    /// Nests a statistic in all columns without one, where the other dimensions name none either: what is shown
    /// has a heading too.
    pub(super) fn add_defaults(&self, others: &[Vec<TableNode>], column: &mut [TableNode]) {
        let mut paths = Vec::new();
        for node in others.iter().flatten() {
            node_paths(node, Held::default(), &mut paths);
        }
        if paths.iter().any(|held| held.statistic) {
            return;
        }
        let all = !paths.is_empty() && paths.iter().all(|held| held.variable);
        let none = !paths.iter().any(|held| held.variable);
        for node in column {
            self.add_default(node, Held::default(), all, none);
        }
    }

    /// Nests the statistic that is shown where none is named in all columns without one: SUM of an analysis
    /// variable, which all rows have or none has, and else N.
    fn add_default(&self, node: &mut TableNode, outer: Held, all: bool, none: bool) {
        let held = outer.with(&node.element);
        for child in &mut node.children {
            self.add_default(child, held, all, none);
        }
        if held.statistic || !node.children.is_empty() {
            return;
        }
        let word = match held.variable || all {
            true => "SUM",
            false if none => "N",
            false => return,
        };
        let Some(keyword) = Keyword::of(word) else {
            return;
        };
        node.children
            .extend(keyword.statistic.clone().map(|statistic| TableNode {
                id: 0,
                element: TableElement::Statistic(statistic),
                label: self.label(&keyword).to_owned(),
                format: None,
                children: Vec::new(),
            }));
    }
}
