//! Dimensions with their class variables expanded to levels.

use std::borrow::Cow;

use feedrate_rows::StepResult;

use super::combinations::Combinations;
use super::levels::NONE;
use super::nesting::Nesting;
use super::pool::{Pool, Share};
use super::request::{TableElement, TableNode};

/// Up to this number of levels of a class variable, each one is tested; otherwise they are looked up.
const FEW_LEVELS: usize = 32;

/// The limits of expanding a dimension.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'b> {
    /// The memory of what is expanded and drawn.
    pub pool: &'b Pool,
    /// Fails if the user interrupted the step.
    pub stop: &'b dyn Fn() -> StepResult<()>,
}

/// An element of a dimension, or a level of a class variable.
#[derive(Clone, Debug)]
pub(super) struct Branch<'t> {
    /// The element, which is the same for all levels of a class variable.
    pub node: &'t TableNode,
    /// Its title.
    pub text: &'t str,
    /// The elements nested in it.
    pub children: Vec<Self>,
    /// Its index among the leaves, if nothing is nested in it.
    pub leaf: Option<usize>,
}

impl Branch<'_> {
    /// Returns the heading above the levels of a class variable.
    pub(super) fn heading(&self) -> &str {
        match self.node.element {
            TableElement::Class(..) => self.node.label.trim(),
            _ => "",
        }
    }

    /// Returns whether it has no title. A level has a title even if its formatted value is blank.
    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty() && !matches!(self.node.element, TableElement::Class(..))
    }
}

/// A page, a row or a column.
#[derive(Clone, Debug)]
pub(super) struct Leaf<'t> {
    /// Its level of each class variable.
    pub levels: Box<[u32]>,
    /// Its elements.
    pub nesting: Nesting<'t>,
}

/// An expanded dimension.
#[derive(Debug)]
pub(super) struct Dimension<'t> {
    pub branches: Vec<Branch<'t>>,
    pub leaves: Vec<Leaf<'t>>,
    /// Its memory.
    _share: Share<'t>,
}

/// The approximate memory of a branch, in a vector that grows by doubling.
const BRANCH_BYTES: usize = 2 * size_of::<Branch<'_>>();

/// The approximate memory of a leaf, in a vector that grows by doubling, without its levels. Those have overhead of an
/// allocation.
const LEAF_BYTES: usize = 2 * size_of::<Leaf<'_>>() + 2 * size_of::<usize>();

/// Expands a dimension.
struct Lister<'t> {
    combinations: &'t Combinations<'t>,
    /// PRINTMISS: whether levels are included that do not occur together with the levels around them.
    print_missing: bool,
    /// The type of the page.
    page: u64,
    levels: Vec<u32>,
    leaves: Vec<Leaf<'t>>,
    bounds: Bounds<'t>,
    share: Share<'t>,
}

/// Expands a dimension on a page.
pub(super) fn dimension<'t>(
    nodes: &'t [TableNode],
    page: Option<&Leaf<'t>>,
    print_missing: bool,
    combinations: &'t Combinations<'t>,
    bounds: Bounds<'t>,
) -> StepResult<Dimension<'t>> {
    let none = || vec![NONE; combinations.levels.len()];
    let mut lister = Lister {
        combinations,
        print_missing,
        page: page.map_or(0, |page| page.nesting.classes),
        levels: page.map_or_else(none, |page| page.levels.to_vec()),
        leaves: Vec::new(),
        bounds,
        share: bounds.pool.share(),
    };
    let branches = lister.branches(nodes, Nesting::default())?;
    if nodes.is_empty() {
        lister.leaves.push(Leaf {
            levels: lister.levels.into(),
            nesting: Nesting::default(),
        });
    }
    Ok(Dimension {
        branches,
        leaves: lister.leaves,
        _share: lister.share,
    })
}

impl<'t> Lister<'t> {
    fn branches(&mut self, nodes: &'t [TableNode], outer: Nesting<'t>) -> StepResult<Vec<Branch<'t>>> {
        let mut branches = Vec::new();
        for node in nodes {
            // The grammar refuses such nestings.
            let Ok(nesting) = outer.with(node) else {
                continue;
            };
            let TableElement::Class(class, _) = node.element else {
                branches.extend(self.branch(node, node.label.trim(), nesting)?);
                continue;
            };
            let of_class = &self.combinations.levels[class];
            let outer_level = self.levels[class];
            for &level in &*self.levels_of(class, self.page | nesting.classes)? {
                self.levels[class] = level;
                branches.extend(self.branch(node, of_class.text(level), nesting)?);
            }
            self.levels[class] = outer_level;
        }
        Ok(branches)
    }

    /// Returns the levels of a class variable at this position, in display order.
    fn levels_of(&mut self, class: usize, bits: u64) -> StepResult<Cow<'t, [u32]>> {
        let combinations = self.combinations;
        let shown = combinations.levels[class].shown();
        if self.print_missing {
            return Ok(Cow::Borrowed(shown));
        }
        if shown.len() > FEW_LEVELS {
            let found = combinations.co_occurring_levels(bits, class, &self.levels)?;
            return Ok(Cow::Owned(found));
        }
        let before = self.levels[class];
        let mut found = Vec::new();
        for &level in shown {
            self.levels[class] = level;
            if combinations.find(bits, &self.levels)?.is_some() {
                found.push(level);
            }
        }
        self.levels[class] = before;
        Ok(Cow::Owned(found))
    }

    fn branch(&mut self, node: &'t TableNode, text: &'t str, nesting: Nesting<'t>) -> StepResult<Option<Branch<'t>>> {
        (self.bounds.stop)()?;
        self.share.add(BRANCH_BYTES)?;
        let mut branch = Branch {
            node,
            text,
            children: self.branches(&node.children, nesting)?,
            leaf: None,
        };
        if node.children.is_empty() {
            self.share.add(LEAF_BYTES + size_of_val(&self.levels[..]))?;
            branch.leaf = Some(self.leaves.len());
            self.leaves.push(Leaf {
                levels: self.levels.as_slice().into(),
                nesting,
            });
        } else if branch.children.is_empty() {
            return Ok(None);
        }
        Ok(Some(branch))
    }
}
