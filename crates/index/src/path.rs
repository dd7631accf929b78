//! The way from the root of a tree to a leaf.

use crate::error::Error;
use crate::layout::ROW_BYTES;
use crate::node::node;
use crate::pages::Pages;
use crate::tree::Tree;

/// A page and the index of one of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub page: u64,
    pub index: usize,
    /// The number of values of the page.
    pub count: usize,
}

/// The pages from the root down to the one above the leaf.
pub(crate) type Path = Vec<Step>;

/// Where to go in the pages above the leaves.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Way<'a> {
    First,
    Last,
    /// To where a key with a row is, or would be.
    To(&'a [u8]),
}

/// Goes down from a page at a level, appends each step to `path`, and returns the leaf's page.
pub(crate) fn descend<P: Pages>(
    pages: &mut P,
    tree: &Tree,
    from: (u64, u8),
    way: Way<'_>,
    path: &mut Path,
) -> Result<u64, Error<P::Error>> {
    let (mut page, mut level) = from;
    while level > 0 {
        let node = node(pages, tree.layout, page, level)?;
        let index = match way {
            Way::First => 0,
            Way::Last => node.count() - 1,
            Way::To(target) => node.rank(target, true),
        };
        path.push(Step {
            page,
            index,
            count: node.count(),
        });
        page = node.value(index);
        level -= 1;
    }
    Ok(page)
}

/// Returns the leaf where a key with a row is, or would be, and the way to it. The tree has entries.
pub(crate) fn leaf_of<P: Pages>(
    pages: &mut P,
    tree: &Tree,
    key: &[u8],
    row: u64,
) -> Result<(u64, Path), Error<P::Error>> {
    let (mut target, mut path) = (Vec::new(), Path::new());
    write_target(&mut target, key, row);
    let leaf = descend(pages, tree, (tree.root, tree.top()), Way::To(&target), &mut path)?;
    Ok((leaf, path))
}

/// Writes a key with a row as the pages above the leaves have them.
pub(crate) fn write_target(target: &mut Vec<u8>, key: &[u8], row: u64) {
    target.clear();
    target.reserve_exact(key.len() + ROW_BYTES);
    target.extend_from_slice(key);
    target.extend_from_slice(&row.to_be_bytes());
}
