//! The writes that are read back while others are still to come (`verify_backlog`).

use std::collections::{BTreeMap, VecDeque};

use crate::load::spec::{FileBlock, Load, Verify};

/// The writes that are to be read back in between.
#[derive(Debug)]
pub(super) struct Backlog {
    places: Places,
    after: usize,
    at_once: usize,
}

#[derive(Debug)]
enum Places {
    /// In the order of their writes.
    InTurn(VecDeque<FileBlock>),
    /// By file and offset, as fio has them where one place may be written twice or blocks come in order.
    ByOffset(LastWrites),
}

/// Writes by file and offset, without those that a later one overlaps.
#[derive(Debug, Default)]
pub(super) struct LastWrites(BTreeMap<(usize, u64), FileBlock>);

impl LastWrites {
    /// Adds a write, which replaces those that it overlaps.
    pub(super) fn push(&mut self, place: FileBlock) {
        let end = place.offset + place.bytes;
        while let Some((&key, last)) = self.0.range(..(place.file, end)).next_back()
            && last.file == place.file
            && last.offset + last.bytes > place.offset
        {
            self.0.remove(&key);
        }
        self.0.insert((place.file, place.offset), place);
    }

    /// Returns the writes in their order.
    pub(super) fn into_blocks(self) -> impl Iterator<Item = FileBlock> {
        self.0.into_values()
    }
}

impl Backlog {
    /// `None` for a load that reads back nothing in between.
    pub(super) fn new(load: &Load, verify: &Verify) -> Option<Self> {
        let (after, at_once) = verify.backlog.filter(|(after, _)| verify.read_back && *after > 0)?;
        let sequence = load.sequence.as_ref();
        let is_by_offset = sequence.is_some_and(|it| !it.is_read_back_in_turn(&load.order));
        Some(Self {
            places: match is_by_offset {
                true => Places::ByOffset(LastWrites::default()),
                false => Places::InTurn(VecDeque::new()),
            },
            after: after as usize,
            at_once: if at_once == 0 { after } else { at_once } as usize,
        })
    }

    /// Returns the number of blocks that are read back at a time.
    pub(super) fn at_once(&self) -> usize {
        self.at_once
    }

    /// Returns true if enough was written for some of it to be read back.
    pub(super) fn is_due(&self) -> bool {
        let length = match &self.places {
            Places::InTurn(places) => places.len(),
            Places::ByOffset(places) => places.0.len(),
        };
        length >= self.after
    }

    /// Adds a write. By offset it replaces those that it overlaps.
    pub(super) fn push(&mut self, place: FileBlock) {
        match &mut self.places {
            Places::InTurn(places) => places.push_back(place),
            Places::ByOffset(places) => places.push(place),
        }
    }

    /// Takes the next write to be read back.
    pub(super) fn pop(&mut self) -> Option<FileBlock> {
        match &mut self.places {
            Places::InTurn(places) => places.pop_front(),
            Places::ByOffset(places) => places.0.pop_first().map(|(_, place)| place),
        }
    }

    /// Forgets all writes.
    pub(super) fn clear(&mut self) {
        match &mut self.places {
            Places::InTurn(places) => places.clear(),
            Places::ByOffset(places) => places.0.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(file: usize, offset: u64, bytes: u64) -> FileBlock {
        FileBlock { file, offset, bytes }
    }

    #[test]
    fn writes_come_by_file_and_offset_and_the_last_of_a_place_counts() {
        let mut backlog = Backlog {
            places: Places::ByOffset(LastWrites::default()),
            after: 3,
            at_once: 2,
        };
        let writes = [
            block(1, 0, 8),
            block(0, 8, 8),
            block(0, 0, 8),
            block(0, 4, 8),
            block(0, 16, 8),
        ];
        for write in writes {
            backlog.push(write);
        }
        assert!(backlog.is_due());
        let read = std::iter::from_fn(|| backlog.pop());
        let expected = [block(0, 4, 8), block(0, 16, 8), block(1, 0, 8)];
        assert_eq!(read.collect::<Vec<_>>(), expected);
    }
}
