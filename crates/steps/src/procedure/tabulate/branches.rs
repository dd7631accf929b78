//! Dimensions with the levels of their class variables.

use super::combinations::{Combinations, NONE};
use super::nesting::Nesting;
use super::request::{TableElement, TableNode};

/// An element of a dimension; of a class variable, one of its levels.
#[derive(Clone, Debug)]
pub(super) struct Branch<'t> {
    /// The element: the levels of a class variable have the same.
    pub node: &'t TableNode,
    /// What is shown of it.
    pub text: &'t str,
    /// What is nested in it.
    pub children: Vec<Self>,
    /// Its place among the leaves, where nothing is nested in it.
    pub leaf: Option<usize>,
}

impl Branch<'_> {
    /// What stands above the levels of a class variable.
    pub(super) fn heading(&self) -> &str {
        match self.node.element {
            TableElement::Class(..) => self.node.label.trim(),
            _ => "",
        }
    }
}

/// A page, a row or a column.
#[derive(Clone, Debug)]
pub(super) struct Leaf<'t> {
    /// Its levels, by class variable.
    pub levels: Vec<u32>,
    /// Its elements.
    pub nesting: Nesting<'t>,
}

/// A dimension.
#[derive(Clone, Debug)]
pub(super) struct Dimension<'t> {
    pub branches: Vec<Branch<'t>>,
    pub leaves: Vec<Leaf<'t>>,
}

/// Lists the levels of a dimension.
struct Lister<'t, 'm> {
    combinations: &'t Combinations<'m>,
    /// Whether levels stand that no observation has together with those that they are nested in.
    print_missing: bool,
    /// The type of the page.
    page: u64,
    levels: Vec<u32>,
    leaves: Vec<Leaf<'t>>,
    key: Vec<u8>,
}

/// A dimension on a page.
pub(super) fn dimension<'t>(
    nodes: &'t [TableNode],
    page: Option<&Leaf<'t>>,
    print_missing: bool,
    combinations: &'t Combinations<'_>,
) -> Dimension<'t> {
    let none = || vec![NONE; combinations.levels.len()];
    let mut lister = Lister {
        combinations,
        print_missing,
        page: page.map_or(0, |page| page.nesting.classes),
        levels: page.map_or_else(none, |page| page.levels.clone()),
        leaves: Vec::new(),
        key: Vec::new(),
    };
    let branches = lister.branches(nodes, Nesting::default());
    if nodes.is_empty() {
        lister.leaves.push(Leaf {
            levels: lister.levels,
            nesting: Nesting::default(),
        });
    }
    Dimension {
        branches,
        leaves: lister.leaves,
    }
}

impl<'t> Lister<'t, '_> {
    fn branches(&mut self, nodes: &'t [TableNode], outer: Nesting<'t>) -> Vec<Branch<'t>> {
        let mut branches = Vec::new();
        for node in nodes {
            // The request was checked, and has no such nesting.
            let Ok(nesting) = outer.with(node) else {
                continue;
            };
            let TableElement::Class(class, _) = node.element else {
                branches.extend(self.branch(node, node.label.trim(), nesting));
                continue;
            };
            let combinations = self.combinations;
            let levels = &combinations.levels[class];
            for &level in &levels.shown {
                let before = std::mem::replace(&mut self.levels[class], level);
                let bits = self.page | nesting.classes;
                let is_there = self.print_missing
                    || combinations
                        .find(bits, &self.levels, &mut self.key)
                        .is_some();
                if is_there {
                    let text = &levels.texts[level as usize];
                    branches.extend(self.branch(node, text, nesting));
                }
                self.levels[class] = before;
            }
        }
        branches
    }

    fn branch(
        &mut self,
        node: &'t TableNode,
        text: &'t str,
        nesting: Nesting<'t>,
    ) -> Option<Branch<'t>> {
        let mut branch = Branch {
            node,
            text,
            children: self.branches(&node.children, nesting),
            leaf: None,
        };
        if node.children.is_empty() {
            branch.leaf = Some(self.leaves.len());
            self.leaves.push(Leaf {
                levels: self.levels.clone(),
                nesting,
            });
        } else if branch.children.is_empty() {
            return None;
        }
        Some(branch)
    }
}
