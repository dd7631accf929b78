//! The check that a tree is sound.

use crate::entries::Entries;
use crate::error::Error;
use crate::free::{FreeList, next};
use crate::header::{stored_sum, verify_page};
use crate::layout::Layout;
use crate::node::node;
use crate::pages::Pages;
use crate::path::write_target;
use crate::tree::Tree;

/// The uses of the pages of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// The entries of all trees.
    pub entries: u64,
    /// The pages of the lowest level.
    pub leaves: u64,
    /// The pages above.
    pub branches: u64,
    /// The pages of the list of free pages.
    pub free: u64,
    /// The pages that neither a tree nor the list has; page 0 is not among them.
    pub unused: u64,
    /// The bytes that leaves and branches use.
    pub used_bytes: u64,
}

/// Goes through all pages of trees and of the list of free pages, and returns what they are used for.
///
/// # Errors
/// If a page is damaged or cannot be read: entries are not in order or not between those of the page above, a page
/// comes twice or is of another level, a count is wrong, or a page that was sealed is not as it was.
pub fn check<P: Pages>(pages: &mut P, trees: &[Tree], free: &FreeList) -> Result<Summary, Error<P::Error>> {
    let count = pages.count();
    let mut check = Check {
        pages,
        seen: vec![0; count.div_ceil(64) as usize],
        summary: Summary::default(),
    };
    for tree in trees {
        check.tree(tree)?;
    }
    check.free_pages(free)?;
    let Summary {
        leaves, branches, free, ..
    } = check.summary;
    check.summary.unused = count.saturating_sub(1 + leaves + branches + free);
    Ok(check.summary)
}

struct Check<'a, P> {
    pages: &'a mut P,
    /// A bit for each page.
    seen: Vec<u64>,
    summary: Summary,
}

/// Keys with rows: the least that a page may have, and the first to its right.
#[derive(Clone, Copy, Default)]
struct Limits<'a> {
    least: Option<&'a [u8]>,
    end: Option<&'a [u8]>,
}

impl<P: Pages> Check<'_, P> {
    fn tree(&mut self, tree: &Tree) -> Result<(), Error<P::Error>> {
        tree.expect_pages(self.pages)?;
        if tree.height == 0 {
            return Ok(());
        }
        let before = self.summary;
        self.page(tree.layout, tree.root, tree.top(), Limits::default())?;
        if self.summary.entries - before.entries != tree.entries {
            return Err(Error::damaged(
                tree.root,
                "the tree below has another number of entries",
            ));
        }
        if self.summary.leaves - before.leaves != tree.leaves {
            return Err(Error::damaged(tree.root, "the tree below has another number of leaves"));
        }
        Ok(())
    }

    /// Notes that a page is used.
    fn see(&mut self, number: u64) -> Result<(), Error<P::Error>> {
        let bit = 1 << (number % 64);
        match self.seen.get_mut((number / 64) as usize) {
            Some(word) if *word & bit == 0 => {
                *word |= bit;
                Ok(())
            }
            Some(_) => Err(Error::damaged(number, "it is used twice")),
            None => Err(Error::damaged(
                number,
                "an index refers to it, but it is none of its pages",
            )),
        }
    }

    fn page(&mut self, layout: Layout, number: u64, level: u8, limits: Limits<'_>) -> Result<(), Error<P::Error>> {
        let damaged = |reason| Error::damaged(number, reason);
        let node = node(self.pages, layout, number, level)?;
        let used = node.used();
        let entries = Entries::of(&node, layout).map_err(damaged)?;
        self.sum(number)?;
        self.see(number)?;
        self.summary.used_bytes += used as u64;
        let len = entries.len();
        if level == 0 {
            self.summary.leaves += 1;
            self.summary.entries += len as u64;
            let (mut first, mut last) = (Vec::new(), Vec::new());
            write_target(&mut first, entries.key(0), entries.value(0));
            write_target(&mut last, entries.key(len - 1), entries.value(len - 1));
            return limits.admit(&first, &last).map_err(damaged);
        }
        self.summary.branches += 1;
        if len > 1 {
            limits.admit(entries.key(1), entries.key(len - 1)).map_err(damaged)?;
        }
        for index in 0..len {
            let below = Limits {
                least: if index == 0 {
                    limits.least
                } else {
                    Some(entries.key(index))
                },
                end: if index + 1 == len {
                    limits.end
                } else {
                    Some(entries.key(index + 1))
                },
            };
            self.page(layout, entries.value(index), level - 1, below)?;
        }
        Ok(())
    }

    /// Looks whether a page is as it was when it was sealed, if it was not changed since.
    fn sum(&mut self, number: u64) -> Result<(), Error<P::Error>> {
        let page = self.pages.page(number).map_err(Error::Storage)?;
        if stored_sum(page) == 0 || verify_page(number, page) {
            Ok(())
        } else {
            Err(Error::damaged(number, "its checksum is wrong"))
        }
    }

    fn free_pages(&mut self, free: &FreeList) -> Result<(), Error<P::Error>> {
        let mut number = free.first;
        while number != 0 {
            let after = next(self.pages, number)?;
            self.sum(number)?;
            self.see(number)?;
            self.summary.free += 1;
            number = after;
        }
        if self.summary.free == free.pages {
            Ok(())
        } else {
            Err(Error::damaged(
                free.first,
                "the list of free pages is not as long as it says",
            ))
        }
    }
}

impl Limits<'_> {
    fn admit(&self, first: &[u8], last: &[u8]) -> Result<(), &'static str> {
        if self.least.is_some_and(|least| first < least) {
            return Err("it has entries that belong to its left");
        }
        if self.end.is_some_and(|end| last >= end) {
            return Err("it has entries that belong to its right");
        }
        Ok(())
    }
}
