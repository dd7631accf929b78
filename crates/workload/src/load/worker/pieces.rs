//! The writes of a load in the order in which fio reads them back.

use crate::load::spec::{Blocks, FileBlock, Load, Order};

/// More than these are not kept (100 MB); they are read back from front to back instead.
const MOST: usize = 1 << 22;

/// The writes that are to be read back.
#[derive(Debug)]
pub(super) struct Pieces {
    blocks: Vec<FileBlock>,
    /// True if they are read in the order of their writes, rather than by offset.
    keeps_order: bool,
    is_whole: bool,
}

impl Pieces {
    /// `None` for a load that reads back from front to back in blocks of one length, or not as fio does.
    pub(super) fn new(load: &Load) -> Option<Self> {
        let sequence = load.sequence.as_ref()?;
        let keeps_order = sequence.has_map && matches!(load.order, Order::Random { .. });
        let is_of_one_length = matches!(load.blocks.write, Blocks::Fixed(_));
        (keeps_order || !is_of_one_length).then_some(Self {
            blocks: Vec::new(),
            keeps_order,
            is_whole: true,
        })
    }

    /// Keeps a write.
    pub(super) fn add(&mut self, block: FileBlock) {
        if self.blocks.len() < MOST {
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
        if !self.keeps_order {
            blocks.sort_by_key(|block| (block.file, block.offset));
            blocks.dedup();
            let overlap = |pair: &[FileBlock]| {
                pair[0].file == pair[1].file && pair[0].offset + pair[0].bytes > pair[1].offset
            };
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
        let block = |offset, bytes| FileBlock {
            file: 0,
            offset,
            bytes,
        };
        let mut pieces = Pieces {
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
