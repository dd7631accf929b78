//! The statistic of columns that name none.

use super::keywords::Keyword;
use super::resolve::Resolver;
use crate::tabulate::{TableElement, TableNode};

/// What a way through a dimension has.
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

/// The ways through an element down to all in which nothing is nested.
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
    /// Nests a statistic in all columns without one, where the other dimensions name none either: what is shown
    /// has a heading too.
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

    /// Nests the statistic that is shown where none is named in all columns without one: SUM of an analysis
    /// variable, which all rows have or none has, and else N.
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
