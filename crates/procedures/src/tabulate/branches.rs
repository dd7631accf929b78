//! Dimensions with the levels of their class variables.

use std::borrow::Cow;

use feedrate_steps::data::{Fault, Faulted};

use super::combinations::{Combinations, NONE};
use super::nesting::Nesting;
use super::request::{TableElement, TableNode};

/// How many levels of a class variable are looked at one by one, rather than found.
const FEW_LEVELS: usize = 32;

/// What ends the listing of levels early.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'b> {
    /// Bytes that a dimension may take.
    pub memory: usize,
    /// Fails when the user wants the step to end.
    pub stop: &'b dyn Fn() -> Faulted<()>,
}

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

    /// Whether it has no title. A level has one even where its value is shown as blanks.
    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty() && !matches!(self.node.element, TableElement::Class(..))
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
struct Lister<'t, 'm, 'b> {
    combinations: &'t Combinations<'m>,
    /// Whether levels stand that no observation has together with those that they are nested in.
    print_missing: bool,
    /// The type of the page.
    page: u64,
    levels: Vec<u32>,
    leaves: Vec<Leaf<'t>>,
    key: Vec<u8>,
    bounds: Bounds<'b>,
    /// Bytes that may still be taken.
    room: usize,
}

/// A dimension on a page.
pub(super) fn dimension<'t>(
    nodes: &'t [TableNode],
    page: Option<&Leaf<'t>>,
    print_missing: bool,
    combinations: &'t Combinations<'_>,
    bounds: Bounds<'_>,
) -> Faulted<Dimension<'t>> {
    let none = || vec![NONE; combinations.levels.len()];
    let mut lister = Lister {
        combinations,
        print_missing,
        page: page.map_or(0, |page| page.nesting.classes),
        levels: page.map_or_else(none, |page| page.levels.clone()),
        leaves: Vec::new(),
        key: Vec::new(),
        bounds,
        room: bounds.memory,
    };
    let branches = lister.branches(nodes, Nesting::default())?;
    if nodes.is_empty() {
        lister.leaves.push(Leaf {
            levels: lister.levels,
            nesting: Nesting::default(),
        });
    }
    Ok(Dimension {
        branches,
        leaves: lister.leaves,
    })
}

impl<'t> Lister<'t, '_, '_> {
    fn branches(&mut self, nodes: &'t [TableNode], outer: Nesting<'t>) -> Faulted<Vec<Branch<'t>>> {
        let mut branches = Vec::new();
        for node in nodes {
            // The request was checked, and has no such nesting.
            let Ok(nesting) = outer.with(node) else {
                continue;
            };
            let TableElement::Class(class, _) = node.element else {
                branches.extend(self.branch(node, node.label.trim(), nesting)?);
                continue;
            };
            let texts = &self.combinations.levels[class].texts;
            let outer_level = self.levels[class];
            for &level in &*self.levels_of(class, self.page | nesting.classes) {
                self.levels[class] = level;
                branches.extend(self.branch(node, &texts[level as usize], nesting)?);
            }
            self.levels[class] = outer_level;
        }
        Ok(branches)
    }

    /// The levels of a class variable where it stands, in the order in which they are shown.
    fn levels_of(&mut self, class: usize, bits: u64) -> Cow<'t, [u32]> {
        let combinations = self.combinations;
        let shown = &combinations.levels[class].shown;
        if self.print_missing {
            return Cow::Borrowed(shown);
        }
        if shown.len() > FEW_LEVELS {
            let met = combinations.levels_met(bits, class, &self.levels, &mut self.key);
            return Cow::Owned(met);
        }
        let before = self.levels[class];
        let is_met = |level: &u32| {
            self.levels[class] = *level;
            let found = combinations.find(bits, &self.levels, &mut self.key);
            found.is_some()
        };
        let met = shown.iter().copied().filter(is_met).collect();
        self.levels[class] = before;
        Cow::Owned(met)
    }

    fn branch(
        &mut self,
        node: &'t TableNode,
        text: &'t str,
        nesting: Nesting<'t>,
    ) -> Faulted<Option<Branch<'t>>> {
        (self.bounds.stop)()?;
        self.take(size_of::<Branch<'_>>())?;
        let mut branch = Branch {
            node,
            text,
            children: self.branches(&node.children, nesting)?,
            leaf: None,
        };
        if node.children.is_empty() {
            self.take(size_of::<Leaf<'_>>() + size_of_val(&self.levels[..]))?;
            branch.leaf = Some(self.leaves.len());
            self.leaves.push(Leaf {
                levels: self.levels.clone(),
                nesting,
            });
        } else if branch.children.is_empty() {
            return Ok(None);
        }
        Ok(Some(branch))
    }

    /// Takes so many bytes of the room that there is.
    fn take(&mut self, bytes: usize) -> Faulted<()> {
        let rest = self.room.checked_sub(bytes);
        self.room = rest.ok_or_else(|| Box::new(Fault::TableMemory(self.bounds.memory)))?;
        Ok(())
    }
}
