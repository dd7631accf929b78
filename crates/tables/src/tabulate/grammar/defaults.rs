//! The default statistics of columns.

use super::keywords::Keyword;
use super::resolve::Resolver;
use crate::tabulate::{TableElement, TableNode};

/// The kinds of elements on a path through a dimension.
#[derive(Clone, Copy, Debug, Default)]
struct PathContent {
    variable: bool,
    statistic: bool,
}

impl PathContent {
    fn with(self, element: &TableElement) -> Self {
        Self {
            variable: self.variable || matches!(element, TableElement::Variable(_)),
            statistic: self.statistic || matches!(element, TableElement::Statistic(_)),
        }
    }
}

/// Collects the paths through an element to its leaves.
fn node_paths(node: &TableNode, outer: PathContent, paths: &mut Vec<PathContent>) {
    let content = outer.with(&node.element);
    if node.children.is_empty() {
        paths.push(content);
    }
    for child in &node.children {
        node_paths(child, content, paths);
    }
}

impl Resolver<'_, '_> {
    /// Nests the default statistic in all columns without a statistic, unless another dimension has one, so that it
    /// gets a heading.
    pub(super) fn add_defaults(&self, others: &[Vec<TableNode>], column: &mut [TableNode]) {
        let mut paths = Vec::new();
        for node in others.iter().flatten() {
            node_paths(node, PathContent::default(), &mut paths);
        }
        if paths.iter().any(|content| content.statistic) {
            return;
        }
        let all = !paths.is_empty() && paths.iter().all(|content| content.variable);
        let none = !paths.iter().any(|content| content.variable);
        for node in column {
            self.add_default(node, PathContent::default(), all, none);
        }
    }

    /// Nests the default statistic in all columns without a statistic: SUM of an analysis variable, which must be in
    /// all rows or none, and N otherwise.
    fn add_default(&self, node: &mut TableNode, outer: PathContent, all: bool, none: bool) {
        let content = outer.with(&node.element);
        for child in &mut node.children {
            self.add_default(child, content, all, none);
        }
        if content.statistic || !node.children.is_empty() {
            return;
        }
        let word = match content.variable || all {
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
