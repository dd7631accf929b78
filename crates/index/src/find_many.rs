//! Looking up several keys at once, so that what they wait for memory overlaps.
//!
//! The pages above the leaves are few, and near the processor. Of leaves, each lookup needs three places that are not:
//! the header, what lies around the key, and the next entries if the guess was wrong. So all keys take one step before
//! the first takes the next one, and what the next step needs is requested by the step before.

use crate::error::Error;
use crate::header::HEADER_BYTES;
use crate::node::node;
use crate::pages::Pages;
use crate::path::write_target;
use crate::tree::Tree;

/// Bytes on each side of a guess that are requested.
const AROUND: usize = 96;

/// The finding of [`FindMany`] for a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundEarly {
    /// Its first row.
    Row(u64),
    /// No entry has it.
    Nothing,
    /// A look at one more page would tell: [`Cursor::find`](crate::Cursor::find) has it.
    Unknown,
}

/// Looks up several keys at once. It keeps its buffers.
#[derive(Debug, Clone, Default)]
pub struct FindMany {
    landings: Vec<KeyLeaf>,
    target: Vec<u8>,
}

/// The leaf of a key.
#[derive(Debug, Clone, Copy)]
struct KeyLeaf {
    leaf: u64,
    /// Where on the leaf it probably is, in shares of one.
    share: Option<f64>,
    /// The index of the entry there.
    guess: Option<usize>,
}

impl FindMany {
    /// Appends to `found` what is known of each of `keys`, which follow each other without a gap.
    ///
    /// # Errors
    /// If a page is damaged or cannot be read, or if these are no keys of the tree's length.
    pub fn find<P: Pages>(
        &mut self,
        tree: &Tree,
        pages: &mut P,
        keys: &[u8],
        found: &mut Vec<FoundEarly>,
    ) -> Result<(), Error<P::Error>> {
        let keys = keys.chunks(tree.layout.key_bytes());
        self.landings.clear();
        for key in keys.clone() {
            tree.expect(pages, key)?;
            if tree.height == 0 {
                found.push(FoundEarly::Nothing);
                continue;
            }
            let landing = self.land(tree, pages, key)?;
            pages.expect(landing.leaf, 0..HEADER_BYTES);
            self.landings.push(landing);
        }
        for landing in &mut self.landings {
            let node = node(pages, tree.layout, landing.leaf, 0)?;
            if let Some(share) = landing.share {
                let guess = node.index_at(share);
                landing.guess = Some(guess);
                let at = node.entry_at(guess);
                let end = node.used().min(at + AROUND);
                pages.expect(landing.leaf, at.saturating_sub(AROUND)..end);
            }
        }
        for (key, landing) in keys.zip(&self.landings) {
            let node = node(pages, tree.layout, landing.leaf, 0)?;
            let index = node.rank_from(key, false, landing.guess);
            found.push(if index == node.count() {
                FoundEarly::Unknown
            } else if node.has_key_at(index, key) {
                FoundEarly::Row(node.value(index))
            } else {
                FoundEarly::Nothing
            });
        }
        Ok(())
    }

    /// Goes from the root of a tree with entries to the leaf where the first entry of a key is, or would be.
    fn land<P: Pages>(&mut self, tree: &Tree, pages: &mut P, key: &[u8]) -> Result<KeyLeaf, Error<P::Error>> {
        write_target(&mut self.target, key, 0);
        let (mut page, mut share) = (tree.root, None);
        for level in (1..=tree.top()).rev() {
            let node = node(pages, tree.layout, page, level)?;
            let index = node.rank(&self.target, true);
            share = node.share_between(&self.target, index);
            page = node.value(index);
        }
        Ok(KeyLeaf {
            leaf: page,
            share,
            guess: None,
        })
    }
}
