//! The writes of a load in the order in which fio reads them back.

use super::backlog::LastWrites;
use crate::load::spec::{Blocks, FileBlock, Load, Order};

/// More than these are not kept (100 MB); they are read back from front to back instead, where that comes to them.
const MOST: usize = 1 << 22;

/// The writes that are to be read back.
#[derive(Debug)]
pub(super) struct Pieces {
    /// True if the number of a block does not tell its offset.
    skips_parts: bool,
    blocks: Vec<FileBlock>,
    /// True if they are read in the order of their writes, rather than by offset.
    keeps_order: bool,
    is_whole: bool,
}

impl Pieces {
    /// `None` for a load that reads back from front to back in blocks of one length, or not as fio does.
    pub(super) fn new(load: &Load) -> Option<Self> {
        let sequence = load.sequence.as_ref()?;
        let keeps_order = sequence.is_read_back_in_turn(&load.order);
        // Of blocks that skip parts of blocks, the number does not tell the offset.
        let skips_parts = match (&load.order, &load.blocks.write) {
            (&Order::Sequential { step }, &Blocks::Fixed(bytes)) => step % bytes as i64 != 0,
            _ => false,
        };
        let is_of_one_length = matches!(load.blocks.write, Blocks::Fixed(_));
        (keeps_order || skips_parts || !is_of_one_length).then_some(Self {
            skips_parts,
            blocks: Vec::new(),
            keeps_order,
            is_whole: true,
        })
    }

    /// Keeps a write.
    pub(super) fn add(&mut self, block: FileBlock) {
        if self.blocks.len() < MOST || self.skips_parts {
            self.blocks.push(block);
        } else {
            self.is_whole = false;
        }
    }

    /// Forgets all writes.
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.is_whole = true;
    }

    /// Takes the writes in the order in which they are read back; `None` where some are missing or overlap.
    pub(super) fn take(&mut self) -> Option<Vec<FileBlock>> {
        let mut blocks = std::mem::take(&mut self.blocks);
        if !std::mem::replace(&mut self.is_whole, true) {
            return None;
        }
        if self.skips_parts {
            let mut last = LastWrites::default();
            blocks.into_iter().for_each(|block| last.push(block));
            return Some(last.into_blocks().collect());
        }
        if !self.keeps_order {
            blocks.sort_by_key(|block| (block.file, block.offset));
            blocks.dedup();
            let overlap =
                |pair: &[FileBlock]| pair[0].file == pair[1].file && pair[0].offset + pair[0].bytes > pair[1].offset;
            if blocks.windows(2).any(overlap) {
                return None;
            }
        }
        Some(blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_that_overlap_are_read_from_front_to_back() {
        let block = |offset, bytes| FileBlock { file: 0, offset, bytes };
        let mut pieces = Pieces {
            skips_parts: false,
            blocks: vec![block(8, 8), block(0, 8), block(8, 8)],
            keeps_order: false,
            is_whole: true,
        };
        assert_eq!(pieces.take(), Some(vec![block(0, 8), block(8, 8)]));
        pieces.blocks = vec![block(8, 8), block(0, 12)];
        assert_eq!(pieces.take(), None);
        pieces.keeps_order = true;
        pieces.blocks = vec![block(8, 8), block(0, 8)];
        assert_eq!(pieces.take(), Some(vec![block(8, 8), block(0, 8)]));
    }
}
